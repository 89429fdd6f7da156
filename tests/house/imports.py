"""What each module of the package imports, defines and calls, read from its text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import sphinx_docsjson

PACKAGE = "sphinx_docsjson"
FOLDER = Path(sphinx_docsjson.__file__).parent


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """One module of ours imports another.

    :param for_types: only type checkers follow it.
    """

    origin: str
    target: str
    line: int
    for_types: bool

    def __str__(self) -> str:
        return f"{self.origin}:{self.line} -> {self.target}"


@dataclass(frozen=True, kw_only=True)
class Module:
    """One file: ``site.model`` is ``sphinx_docsjson/site/model.py``."""

    name: str
    path: Path
    tree: ast.Module
    lines: int

    @property
    def is_face(self) -> bool:
        """Whether it is what a folder shows."""
        return self.path.name == "__init__.py"


@cache
def modules() -> dict[str, Module]:
    """Return the modules of the package by name; the name of a folder is that of its face."""
    found = {}
    for path in sorted(FOLDER.rglob("*.py")):
        parts = path.relative_to(FOLDER).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text(encoding="utf-8")
        found[name] = Module(
            name=name, path=path, tree=ast.parse(text), lines=len(text.splitlines())
        )
    return found


@cache
def arrows() -> tuple[Arrow, ...]:
    """Return every import of a module of ours by another, wherever it stands."""
    return tuple(arrow for module in modules().values() for arrow in _arrows(module))


def _arrows(module: Module) -> Iterator[Arrow]:
    for node, for_types in _imports(module.tree, for_types=False):
        for target in _targets(node):
            if target != module.name:
                yield Arrow(
                    origin=module.name, target=target, line=node.lineno, for_types=for_types
                )


def _imports(
    tree: ast.AST, *, for_types: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, for_types
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for child in node.body:
                yield from _imports(ast.Module([child], []), for_types=True)
            for child in node.orelse:
                yield from _imports(ast.Module([child], []), for_types=for_types)
        else:
            yield from _imports(node, for_types=for_types)


def _targets(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
        yield from (ours for name in names if (ours := _ours(name)) is not None)
    elif node.module and (package := _ours(node.module)) is not None:
        for alias in node.names:
            inner = f"{package}.{alias.name}".strip(".")
            yield inner if inner in modules() else package


def _ours(name: str) -> str | None:
    """Return the name of a module of ours within the package; nothing of another one."""
    if name == PACKAGE:
        return ""
    return name.removeprefix(f"{PACKAGE}.") if name.startswith(f"{PACKAGE}.") else None


def foreign(name: str) -> dict[str, int]:
    """Return the packages that a module loads from elsewhere, with a line each."""
    found: dict[str, int] = {}
    for node, for_types in _imports(modules()[name].tree, for_types=False):
        if for_types:
            continue
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module]
        for each in names:
            if each and _ours(each) is None:
                found.setdefault(each.partition(".")[0], node.lineno)
    return found


def room_of(module: str) -> str:
    """Return the room that a module stands in: a feature, a folder of the package, or itself."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "ext" else parts[0]


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of names that lead back to each other (Tarjan, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for start in sorted(graph):
        if start in number:
            continue
        number[start] = low[start] = len(number)
        stack.append(start)
        work = [(start, iter(sorted(graph[start])))]
        while work:
            name, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == number[name]:
                    group = stack[stack.index(name) :]
                    del stack[stack.index(name) :]
                    if len(group) > 1:
                        found.append(sorted(group))
            elif following not in number:
                number[following] = low[following] = len(number)
                stack.append(following)
                work.append((following, iter(sorted(graph.get(following, ())))))
            elif following in stack:
                low[name] = min(low[name], number[following])
    return found
