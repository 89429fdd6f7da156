"""Outside of ``sphinx_docsjson.compat`` nobody touches what is private of another package."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from tests.compat.renaming import PACKAGES
from tests.house.imports import PACKAGE, Module, modules

INTERNAL = frozenset(
    {
        *("MockState", "MockStateMachine", "MsgOrigin", "TocTreeCollector", "__attrs_attrs__"),
        *("build_content", "dark_highlighter", "document_toc", "get_source_and_line"),
        *("get_toc", "get_translator_class", "html_inline_math_renderers", "html_themes"),
        *("hypertarget", "in_title", "indexer", "make_document", "myst_config"),
        *("no_latex_floats", "post_transforms", "refnodes", "relations", "render_partial"),
        *("setup_sphinx", "source_parsers", "temp_data", "tex2mathml"),
        *("translation_handlers", "uni2tex_table"),
    }
)
"""Names without an underscore that no documentation has.

They are what an oracle found: the members of other packages that our source reads, writes,
overrides or imports, by the types of mypy, less what the documentation of Sphinx lists.
"""

ASKING = frozenset({"delattr", "getattr", "hasattr", "setattr"})
DEPRECATED_OWNERS = frozenset({"builder", "env", "self", "transform"})
"""What has an attribute ``app`` in Sphinx, which warns about it."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def watched() -> list[Module]:
    return [m for m in modules().values() if m.name.partition(".")[0] != "compat"]


@cache
def own_names() -> frozenset[str]:
    """Return the private names that our source gives to functions, classes and attributes."""
    found = set()
    for module in modules().values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found |= {node.attr} if is_self(node.value) else set()
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return frozenset(found)


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def touches(module: Module) -> Iterator[str]:
    """Yield what a module touches, with its line."""
    foreign = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and not is_ours(node)
        for alias in node.names
    }
    for node in ast.walk(module.tree):
        for what in found_in(node, foreign):
            yield f"{module.name}:{getattr(node, 'lineno', 0)}: {what}"


def is_ours(node: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE)


def found_in(node: ast.AST, foreign: set[str]) -> Iterator[str]:
    match node:
        case ast.Attribute(value=value, attr=name, ctx=ctx):
            owner = getattr(value, "attr", getattr(value, "id", ""))
            if name in INTERNAL or (is_private(name) and name not in own_names()):
                yield from () if owner in sys.stdlib_module_names else (name,)
            if isinstance(ctx, ast.Store) and (name == "__class__" or owner in foreign):
                yield f"{name} is set"
            if name == "app" and owner in DEPRECATED_OWNERS:
                yield "app"
        case ast.Subscript(value=ast.Attribute(attr="ids"), ctx=ast.Store()):
            yield "ids[…] is set"
        case ast.Call(func=ast.Name(id=asked), args=[_, ast.Constant(value=str(name)), *_]):
            if asked in ASKING and (name in INTERNAL or is_private(name)):
                yield f"{asked} {name}"
        case ast.Subscript(value=ast.Call(func=ast.Name(id="vars")), ctx=ast.Store()):
            yield "vars()[…] is set"
        case ast.ImportFrom(module=str(path), names=names) if not is_ours(node):
            yield from (n.name for n in names if n.name in INTERNAL)
            if any(map(is_private, path.split("."))):
                yield path


def test_no_module_touches_anything_private():
    assert [what for module in watched() for what in touches(module)] == []


def test_no_class_overrides_what_is_private_of_another():
    found = []
    for module in watched():
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.ClassDef):
                continue
            defined = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
            if private := set(filter(is_private, defined)):
                cls = getattr(import_module(f"{PACKAGE}.{module.name}"), node.name)
                theirs = [
                    base for base in cls.__mro__ if base.__module__.partition(".")[0] in PACKAGES
                ]
                names = {name for base in theirs for name in vars(base)}
                found += [f"{module.name}.{node.name}.{name}" for name in private & names]
    assert found == []


def test_the_rules_see_what_they_are_for():
    source = """
import docutils
from sphinx.util._files import X
from sphinx.environment.collectors.toctree import TocTreeCollector
node.__class__ = int
docutils.nodes = 1
document.ids["a"] = node
env.app
getattr(config, "_raw_config")
registry.post_transforms
config._nobody_of_ours_has_this
"""
    foreign = {"docutils"}
    found = [what for node in ast.walk(ast.parse(source)) for what in found_in(node, foreign)]
    assert len(found) == 9
