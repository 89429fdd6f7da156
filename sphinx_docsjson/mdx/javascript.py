"""Parses the JavaScript of a page: imports, definitions and braces. Never runs it. Pure."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.evaluation import component_value, declare, evaluate_node
from sphinx_docsjson.mdx.scan import Scan, scan
from sphinx_docsjson.mdx.scripts import SCRIPTS
from sphinx_docsjson.mdx.syntax import parse_expression, parse_statements
from sphinx_docsjson.mdx.tokens import Node, NotConstant, Undefined
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Dynamic,
    Function,
    LexicalScope,
    OverBudget,
)
from sphinx_docsjson.urls import runs

if TYPE_CHECKING:
    from collections.abc import Mapping


_IMPORT = re.compile(
    r"import\s*+(?:type\s++(?=[\w${])(?!from\b))?(?:(?P<default>[\w$]++)\s*+,?\s*+)?(?:\{(?P<named>[^}]*+)\}\s*+)?"
    r"(?:\*\s++as\s++(?P<all>[\w$]++)\s*+)?(?:from\s*+)?['\"](?P<path>[^'\"\n]++)['\"]"
)
# A comment that is never closed ends with the text: it is scanned once, not from each start.
_COMMENT = re.compile(r"//[^\n]*+|/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/|\Z)")
_LINE_OF_IMPORT = re.compile(r"^import\b", re.MULTILINE)


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
class Statement:
    """A statement of a page or of a file of JavaScript, and the line it is on."""

    node: Node
    line: int


@dataclass(kw_only=True)
class Module:
    """What a page imports, and what it defines itself, in order.

    :param code: the file without what is not code; the lines that are omitted are empty.
    :param over: the line of the export for which the budget of the page did not suffice, or 0.
    """

    imports: tuple[Import, ...] = ()
    statements: tuple[Statement, ...] = ()
    code: str = ""
    over: int = 0
    exported: dict[str, Any] = field(default_factory=dict)
    """What others may import, once its values are known."""

    @classmethod
    def of(cls, text: str, found: Scan | None = None) -> Module:
        """Read the module lines of *text*."""
        if "import" not in text and "export" not in text:
            return cls()
        found = found or scan(text)
        imports: list[Import] = []
        statements: list[Statement] = []
        for begin, end in sorted(found.modules.items()):
            source = text[begin:end].strip()
            line = found.line_of(begin) + 1
            if source.startswith("import"):
                imports += _imports(source, line)
            else:
                statements += _statements(source, line)
        imports += _passed_on(statements)
        code = _only(text, sorted(found.modules.items()))
        return cls(imports=tuple(imports), statements=tuple(statements), code=code)

    @classmethod
    def of_file(cls, text: str) -> Module:
        """Read a file that is JavaScript as a whole."""
        imports, statements = _parts_of_file(text)
        return cls(imports=imports, statements=statements, code=text)

    @property
    def exports(self) -> dict[str, Any]:
        """What the module defines, without what it imports."""
        return self.values({})

    def values(self, names: dict[str, Any]) -> dict[str, Any]:
        """Return what the module exports.

        :param names: what it imports; all that it defines is put there as well.
        """
        exported: dict[str, Any] = {}
        scope = LexicalScope(names)
        for statement in self.statements:
            with suppress(NotConstant):
                _define(statement.node, scope, exported)
            if page_budget().spent:
                self.over = self.over or statement.line
        scripts = names.get(SCRIPTS)
        for name, value in list(names.items()):
            if isinstance(value, Function) and value.scripts is None:
                value.scripts = scripts
            elif isinstance(value, Dynamic) and value.scripts is None:
                names[name] = replace(value, scripts=scripts)
        return {name: names[source] for name, source in exported.items() if source in names}


@lru_cache(maxsize=200)
def _parts_of_file(text: str) -> tuple[tuple[Import, ...], tuple[Statement, ...]]:
    """Return what a file imports and its statements; a file is imported by many pages."""
    imports: list[Import] = []
    for match in _LINE_OF_IMPORT.finditer(text):
        end = text.find("\n\n", match.start())
        line = text.count("\n", 0, match.start()) + 1
        statement = text[match.start() : len(text) if end < 0 else end]
        imports += _imports(statement, line, only_first=True)
    statements = _statements(text, 1)
    imports += _passed_on(statements)
    return tuple(imports), tuple(statements)


def _only(text: str, parts: list[tuple[int, int]]) -> str:
    """Return *text* with nothing but its line ends outside *parts*."""
    kept, position = [], 0
    for begin, end in parts:
        kept += ["\n" * text.count("\n", position, begin), text[begin:end], "\n"]
        position = end + text.startswith("\n", end)
    return "".join(kept)


def _imports(statement: str, line: int, *, only_first: bool = False) -> list[Import]:
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
        if only_first:
            break
    return found


def _passed_on(statements: list[Statement]) -> list[Import]:
    """Return the imports that ``export … from`` is as well, under names that nobody can write."""
    return [
        Import(name=f"{path} {source}", source=source, path=path, line=each.line)
        for each in statements
        if each.node.kind == "exports"
        for pairs, path in [each.node.parts]
        for source, _ in pairs
        if path
    ]


def _statements(source: str, line: int) -> list[Statement]:
    found = parse_statements(source)
    return [Statement(node=node, line=line + source.count("\n", 0, at)) for node, at in found]


def _define(node: Node, scope: LexicalScope, exported: dict[str, str]) -> None:
    """Give the names of a statement their values, and note which of them others may import."""
    kind, parts = node.kind, node.parts
    if kind == "exports":
        pairs, path = parts
        exported.update((name, f"{path} {source}" if path else source) for source, name in pairs)
        if exported.pop("*", "") and isinstance(found := scope.names.get(f"{path} *"), dict):
            for name in sorted(found.keys() - {"default"} - exported.keys()):
                exported[name] = f"{path} {name}"
                scope.names[exported[name]] = found[name]
        return
    declared = parts[0] if kind == "declare" else parts[0].parts[0]
    declare(declared, scope)
    if kind != "declare":
        exported.update((name, name) for name, _ in declared)
    if kind == "default":
        exported["default"] = declared[0][0]


# What is between braces.


def evaluate(source: str, names: Mapping[str, Any]) -> Any:
    """Return the value of the expression *source*.

    :param names: the values of names.
    :raises Undefined: for a name that is not in *names*.
    :raises OverBudget: when its values are more than the page may be made of.
    :raises NotConstant: for anything that is not constant.
    """
    given = names if isinstance(names, dict) else dict(names)
    try:
        value = evaluate_node(parse_expression(source), LexicalScope(given))
    except OverBudget:
        raise
    except NotConstant as error:
        scripts = given.get(SCRIPTS)
        name = source.strip()  # with a capital letter it may be a component of the site
        is_name = isinstance(error, Undefined) and str(error) == name and not name[0].isupper()
        if scripts is None or is_name:
            raise
        value = scripts.value(source, given, error)
    if isinstance(value, str) and not page_budget().take("characters", len(value)):
        raise OverBudget("characters")
    return None if value is UNDEFINED else value


def rendered(component: Function | Dynamic, props: dict[str, Any]) -> Any:
    """Return what a component shows for *props*.

    :raises NotConstant: when it is more than an expression over them, and nothing runs it.
    """
    try:
        if isinstance(component, Dynamic):
            raise NotConstant(component.name)
        value = component_value(component, props)
    except OverBudget:
        raise
    except NotConstant as error:
        if component.scripts is None:
            raise
        value = component.scripts.component(component.name or "default", props, error)
    return None if value is UNDEFINED else value


# ``{{name}}`` in pages: the variables that ``docs.json`` defines.

_USE = re.compile(r"\{\{[ \t]*([A-Za-z0-9-]+)[ \t]*\}\}")
_BARE_VALUE = re.compile(r"=[^\s\"'{}]*+\Z")
_ENDS_QUOTED_VALUE = re.compile(r"[\"'`<>{&]")
_ENDS_BARE_VALUE = re.compile(r"[\s\"'`<>={&]")
LONGEST_TAG = 2_000
"""How far before a variable the tag may begin that it is in."""


def with_variables(text: str, variables: Mapping[str, str], *, front: int = 0) -> str:
    """Return *text* with every defined variable replaced; what is not defined stays.

    A value is text, never markup: what would start a tag or an expression is escaped, and it
    never changes the number of lines. In a tag it adds no attribute and no address that runs.

    :param front: how many characters are front matter, which is not markup.
    """
    if not variables or "{{" not in text:
        return text

    def replace(match: re.Match[str]) -> str:
        value = variables.get(match[1])
        if value is None or not page_budget().take("characters", len(value)):
            return match[0]
        value = " ".join(value.split())
        if match.start() < front:
            return value
        before = text[max(front, match.start() - LONGEST_TAG) : match.start()]
        if before.rfind("<") <= before.rfind(">"):
            return _sanitised(value)
        ends = _ENDS_BARE_VALUE if _BARE_VALUE.search(before) else _ENDS_QUOTED_VALUE
        return match[0] if runs(value) else ends.sub(lambda found: f"&#{ord(found[0])};", value)

    return _USE.sub(replace, text)


def without_values(text: str, source: str, variables: Mapping[str, str]) -> str:
    """Return *text*, a part of a page with its variables replaced, as its author wrote it.

    Translators see the names, so a new value does not change the text.

    :param source: the page as its author wrote it.
    """
    names: dict[str, list[str]] = {}
    for name in {match[1] for match in _USE.finditer(source)}:
        if value := variables.get(name):
            for spelled in {_sanitised(value), " ".join(value.split())}:
                names.setdefault(spelled, []).append(re.escape(name))
    values = sorted((value for value in names if value in text), key=len, reverse=True)
    if not values:
        return text
    parts = re.split(f"({'|'.join(map(re.escape, values))})", text)
    for number, part in enumerate(parts):
        one = re.escape(part)
        use = f"{{{{[ \\t]*(?:{'|'.join(names.get(part, ()))})[ \\t]*}}}}"
        parts[number] = f"(?:{one}|{use})" if number % 2 else one
    found = re.search("".join(parts), source)
    return found[0] if found else text


def _sanitised(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line.replace("<", "&lt;").replace("{", "&#123;")
