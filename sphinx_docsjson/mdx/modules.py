"""The ``import`` and ``export`` lines of a page: which names it has, and what they stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.javascript.functions import read_function
from sphinx_docsjson.mdx.javascript.js_values import Dynamic, NotConstant, Template
from sphinx_docsjson.mdx.javascript.literals import evaluate
from sphinx_docsjson.mdx.scan import Scan, scan

_IMPORT = re.compile(
    r"import\s*+(?:type\s++(?=[\w${])(?!from\b))?(?:(?P<default>[\w$]++)\s*+,?\s*+)?(?:\{(?P<named>[^}]*+)\}\s*+)?"
    r"(?:\*\s++as\s++(?P<all>[\w$]++)\s*+)?(?:from\s*+)?['\"](?P<path>[^'\"\n]++)['\"]"
)
# A comment that is never closed ends with the text: it is read once, not from each beginning.
_COMMENT = re.compile(r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)")
_CONSTANT = re.compile(r"export\s+(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]+)?=\s*")
_FUNCTION = re.compile(
    r"export\s+(?:default\s+)?(?:async\s+)?function\s+([A-Za-z_$][\w$]*)\s*(?=\()"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Import:
    """A name that a page takes from another file.

    :param name: the name in the page.
    :param source: the name in the file; ``default`` is its content.
    """

    name: str
    source: str
    path: str
    line: int


@dataclass(frozen=True, kw_only=True)
class Module:
    """What a page imports, and what it defines itself, in order.

    :param over: the line of the export for which the budget of the page did not suffice, or 0.
    """

    imports: tuple[Import, ...] = ()
    exports: dict[str, Any] = field(default_factory=dict)
    over: int = 0

    @classmethod
    def of(cls, text: str, found: Scan | None = None) -> Module:
        """Read the module lines of *text*."""
        if "import" not in text and "export" not in text:
            return cls()
        found = found or scan(text)
        imports: list[Import] = []
        exports: dict[str, Any] = {}
        over = 0
        for begin, end in sorted(found.modules.items()):
            statement = text[begin:end].strip()
            if statement.startswith("import"):
                imports += _imports(statement, found.line_of(begin) + 1)
            else:
                _read_export(statement, exports)
            if page_budget().spent:
                over = over or found.line_of(begin) + 1
        return cls(imports=tuple(imports), exports=exports, over=over)


def _imports(statement: str, line: int) -> list[Import]:
    found: list[Import] = []
    for match in _IMPORT.finditer(statement):
        path = match["path"]
        names = [(match["default"], "default"), (match["all"], "*")]
        for part in _COMMENT.sub("", match["named"] or "").split(","):
            source, _, name = part.strip().removeprefix("type ").partition(" as ")
            names.append((name.strip() or source.strip(), source.strip()))
        found += [
            Import(name=name, source=source, path=path, line=line)
            for name, source in names
            if name
        ]
    return found


def _read_export(statement: str, exports: dict[str, Any]) -> None:
    if match := _CONSTANT.match(statement):
        name = match[1]
        source = statement[match.end() :].rstrip().removesuffix(";")
        try:
            exports[name] = evaluate(source, exports)
        except NotConstant:
            exports[name] = Dynamic(name)
    elif match := _FUNCTION.match(statement):
        name = match[1]
        template: Template | None = None
        try:
            template = read_function(statement[match.end() :])
        except NotConstant:
            template = None
        exports[name] = template or Dynamic(name)
