"""Reads the values of a JavaScript or TypeScript file that are plain data.

No program is run: our reader of JavaScript evaluates what is constant. Of what is not, such as
``defineConfig(…)`` or a plugin, the parts that are data are taken, and the rest is omitted.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import text_of
from sphinx_docsjson.cli.other_tools import read_data
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.mdx.budget import PageBudget, spending
from sphinx_docsjson.mdx.evaluation import evaluate_node
from sphinx_docsjson.mdx.javascript import Module
from sphinx_docsjson.mdx.syntax import parse_expression_at, parse_statements
from sphinx_docsjson.mdx.tokens import Node, NotConstant
from sphinx_docsjson.mdx.values import UNDEFINED, LexicalScope

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SCRIPTS = (".ts", ".js", ".mts", ".mjs", ".cts", ".cjs", ".json")
DEEPEST_IMPORT = 4


@dataclass(kw_only=True)
class ScriptData:
    """The data of a file of JavaScript or TypeScript.

    :param exported: name → value of what other files may import; ``default`` is that of
        ``export default`` and of ``module.exports``.
    """

    text: str
    path: Path
    depth: int = 0
    exported: dict[str, Any] = field(default_factory=dict)
    scope: LexicalScope = field(default_factory=lambda: LexicalScope({}))
    nodes: dict[str, Node] = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path, depth: int = 0) -> ScriptData:
        """Read a file, and the files of the project that it imports."""
        made = cls(text=text_of(path), path=path, depth=depth)
        if path.suffix == ".json":
            made.exported = {"default": read_data(path)}
            return made
        with spending(PageBudget()):
            made._run()
        return made

    def _run(self) -> None:
        for each in Module.of_file(self.text).imports:
            self.scope.names[each.name] = self._imported(each.path, each.source)
        statements = [node for node, _ in parse_statements(self.text)]
        # Functions are known above the line that declares them.
        for node in sorted(statements, key=lambda each: not _is_function(each)):
            with suppress(NotConstant, RecursionError):
                self._statement(node)
        if found := _ASSIGNED.search(self.text):
            with suppress(NotConstant, RecursionError):
                self.exported["default"] = self.data(parse_expression_at(self.text, found.end()))
        if not isinstance(self.exported.get("default"), (dict, list)):
            self.exported["default"] = self._named_properties()

    def _imported(self, path: str, name: str) -> Any:
        if not path.startswith(".") or self.depth >= DEEPEST_IMPORT:
            return UNDEFINED
        base = self.path.parent / path
        beside = [base, *(base.parent / (base.name + each) for each in SCRIPTS)]
        beside += [base.with_suffix(each) for each in SCRIPTS]
        beside += [base / f"index{each}" for each in SCRIPTS]
        found = next((each for each in beside if each.suffix in SCRIPTS and each.is_file()), None)
        if found is None or found.resolve() == self.path.resolve():
            return UNDEFINED
        exported = ScriptData.of(found, self.depth + 1).exported
        return exported if name == "*" else exported.get(name, UNDEFINED)

    def _statement(self, node: Node) -> None:
        if node.kind in {"export", "default"}:
            self._statement(node.parts[0])
            for name, _ in node.parts[0].parts[0]:
                exported = "default" if node.kind == "default" else name
                self.exported[exported] = self.data(Node("name", (name,)))
        elif node.kind == "exports":
            for source, name in node.parts[0]:
                self.exported[name] = self.data(Node("name", (source,)))
        elif node.kind == "declare":
            for name, value in node.parts[0]:
                if value is not None:
                    self._declare(name, value)

    def _declare(self, name: str, value: Node) -> None:
        self.nodes[name] = value
        try:
            self.scope.names[name] = evaluate_node(value, self.scope)
        except (NotConstant, RecursionError):
            self.scope.names[name] = self.data(value)

    def data(self, node: Node) -> Any:
        """Return what of *node* is data: texts, numbers, lists and objects of them."""
        try:
            return evaluate_node(node, self.scope)
        except (NotConstant, RecursionError):
            return self._parts_of(node)

    def _parts_of(self, node: Node) -> Any:
        """Return the parts of a value that are data, where the whole is none."""
        if node.kind == "object":
            made: dict[str, Any] = {}
            for key, value in node.parts[0]:
                if key is None:
                    made |= mapping(self.data(value))
                elif (known := self.data(value)) is not UNDEFINED:
                    made[key] = known
            return made
        if node.kind == "array":
            listed: list[Any] = []
            for each in node.parts[0]:
                spread = each.kind == "spread"
                known = self.data(each.parts[0] if spread else each)
                listed += items(known) if spread else [known] if known is not UNDEFINED else []
            return listed
        if node.kind == "call":
            return self._of_call(node)
        if node.kind == "function":
            return self._returned(node.parts[1])
        if node.kind in {"logic", "choice"}:
            tried = (self.data(each) for each in reversed(node.parts) if isinstance(each, Node))
            return next((each for each in tried if isinstance(each, (str, list, dict))), UNDEFINED)
        return UNDEFINED

    def _of_call(self, node: Node) -> Any:
        """Return the data that a function is given."""
        name = str(node.parts[0])
        given = [self.data(each) for each in node.parts[1]]
        if name == "require" and given and isinstance(given[0], str):
            return self._imported(given[0], "default")
        if name.endswith((".resolve", ".join")):
            return next((each for each in reversed(given) if isinstance(each, str)), UNDEFINED)
        made = self.nodes.get(name) if node.parts[0].kind == "name" else None
        if made is not None and made.kind == "function":
            return self._returned(made.parts[1])
        return next((each for each in given if isinstance(each, (dict, list))), UNDEFINED)

    def _returned(self, body: Node) -> Any:
        """Return the data that a function gives back at its end."""
        if body.kind == "return":
            return self.data(body.parts[0])
        source = str(body.parts[0])
        last = source.rfind("return ")
        return UNDEFINED if last < 0 else self.data(parse_expression_at(source, last + 7))

    def _named_properties(self) -> Any:
        """Return the properties that readers look for, of a text that is not understood."""
        made: dict[str, Any] = {}
        for match in _PROPERTY.finditer(self.text):
            with suppress(NotConstant, RecursionError):
                known = self.data(parse_expression_at(self.text, match.end()))
                if known is not UNDEFINED:
                    made.setdefault(match[1], known)
        return made or UNDEFINED


def _is_function(node: Node) -> bool:
    """Whether a statement declares functions."""
    if node.kind != "declare":
        return False
    return all(value is not None and value.kind == "function" for _, value in node.parts[0])


_ASSIGNED = re.compile(r"^(?:module\.exports|exports\.default)\s*+=(?!=)", re.MULTILINE)
_PROPERTY = re.compile(
    r"^[ \t]*+(title|description|tagline|sidebar|nav|base|head|favicon|srcDir|logo|docs|"
    r"themeConfig)[ \t]*+:",
    re.MULTILINE,
)


def default_of(path: Path) -> Mapping[str, Any]:
    """Return the object that a configuration exports."""
    return mapping(ScriptData.of(path).exported.get("default"))
