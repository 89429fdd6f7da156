"""What the files of a repository define: those that are there, and those of an older release.

Git has kept each release, so nobody keeps a record for a comparison. Files are read; no code is
run or imported, neither of now nor of then.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from sphinx_docsjson import yaml12
from sphinx_docsjson.base.messages import read_json, words
from sphinx_docsjson.html.meta import run_git

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set


# What is there now: every word of every file that is no page.

_WORD = re.compile(r"\w+(?:-\w+)*")
_CLASS = re.compile(r"^[ \t]*class[ \t]+(\w+)[ \t]*(?:\(([^()]*)\))?", re.MULTILINE)
_DOCUMENTS = (".rst", ".md", ".mdx", ".txt", ".ipynb", ".po", ".pot", ".adoc", ".html", ".svg")
_LARGE = 4_000_000
"""Larger files are data."""


@dataclass(kw_only=True)
class PresentNames:
    """What the files of a repository say that are no pages.

    :param words: those of the words asked for that are there.
    :param python: path → text, of the modules of Python.
    """

    words: set[str] = field(default_factory=set)
    python: dict[str, str] = field(default_factory=dict)

    def classes(self) -> dict[str, list[tuple[str, str]]]:
        """Return class → the text of each module that has one of that name, and its bases."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for text in self.python.values():
            for name, bases in _CLASS.findall(text):
                found[name].append((text, bases))
        return found


def present_names(root: Path, asked: Set[str], described: Set[str]) -> PresentNames:
    """Read the files of the repository that git does not ignore.

    :param asked: words, and paths of an API.
    :param described: what pages define themselves: the words of the inventory.
    """
    routes = {name for name in asked if name.startswith("/")}
    found = PresentNames(words={*asked & described})
    for name, text in _present_files(root):
        if name.endswith(".py"):
            found.python[name] = text
            found.words |= words_of(module_of(name)) & asked
        found.words |= words_of(text) & asked
        found.words |= {route for route in routes - found.words if route in text}
    return found


def _present_files(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file that is no page.

    A sparse checkout has not all files of its commit; git has what they say.

    :raises NoRelease: when git has it not either, as in a partial clone.
    """
    left_out = []
    listed = run_git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    sparse = dict(_not_checked_out(root))
    for name in filter(None, listed.split("\0")):
        if name.endswith(_DOCUMENTS):
            continue
        try:
            if (root / name).stat().st_size <= _LARGE:
                yield name, (root / name).read_text(encoding="utf-8")
        except (OSError, ValueError):
            if name in sparse and not (root / name).exists():
                left_out.append((sparse[name], name))
    had = 0
    for name, text in _blobs(root, left_out):
        had += 1
        yield name, text
    if had < len(left_out):
        raise NoRelease(
            f"{len(left_out) - had} files are neither checked out nor in this partial clone, so "
            "nobody knows what is gone: `git sparse-checkout disable`"
        )


def _not_checked_out(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the object of each file that a sparse checkout leaves out."""
    listed = run_git(root, "ls-files", "-z", "-t", "--stage")
    for entry in filter(None, listed.split("\0")):
        about, _, path = entry.partition("\t")
        tag, mode, oid, _stage = about.split()
        if tag == "S" and mode != "160000":
            yield path, oid


def words_of(text: str) -> set[str]:
    """Return the words of a text, and those that hyphens join."""
    found = set(_WORD.findall(text))
    return found.union(*(word.split("-") for word in found if "-" in word))


# What was there at a release: the files of git that have changed since, read and never run.

_OBJECT = re.compile(
    r"^[ \t]*(?:\.\.[ \t]+|`{3,}[ \t]*\{|:{3,}[ \t]*\{)(?:[\w-]+:)?(?P<directive>[\w-]+)(?:::|\})"
    r"[ \t]+(?P<signature>\S[^\n]*)",
    re.MULTILINE,
)
_OBJECTS = words(
    "attribute class confval data decorator decoratormethod envvar exception function method "
    "classmethod staticmethod module option property setting signal fixture reqmeta type"
)
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*[a-z0-9]")
_PRIVATE = re.compile(
    r"(?:^|/)(?:[\w-]*tests?|testing|docs?|examples?|samples?|flows|benchmarks?|scripts|tools"
    r"|_(?!_init__)\w+)(?:/|\.py$)|(?:^|/)(?:test_|conftest)"
)


@dataclass(frozen=True, kw_only=True)
class Definition:
    """What an older file said of a name.

    :param name: with its module and class where it has any.
    """

    name: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def definitions_in(file: str, text: str, asked: set[str]) -> Iterator[Definition]:
    """Yield where a file defines names whose last part is asked for.

    Python by :mod:`ast`, with the options of its command lines; descriptions of APIs and JSON
    Schemas; pages by the directives that describe an object.
    """
    if file.endswith(".py"):
        yield from _of_python(file, text) if not _PRIVATE.search(file) else ()
    elif file.endswith((".json", ".yaml", ".yml")):
        yield from _of_description(file, text, asked)
    elif file.endswith((".rst", ".md")):
        for match in _OBJECT.finditer(text):
            if match["directive"] in _OBJECTS:
                line = text.count("\n", 0, match.start()) + 1
                for name in _signature(match["signature"]):
                    yield Definition(name=name, file=file, line=line)


def _signature(text: str) -> Iterator[str]:
    if text.startswith("-"):
        yield from OPTION.findall(text)
    elif match := re.match(r"[\w.-]+", text):
        yield match[0]


def _of_python(file: str, text: str) -> Iterator[Definition]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    module = module_of(file)
    yield Definition(name=module, file=file, line=1)
    for name, line in _members(tree, f"{module}."):
        yield Definition(name=name, file=file, line=line)
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for option in _options(call):
            yield Definition(name=option, file=file, line=call.lineno)


def module_of(file: str) -> str:
    """Return the name that a module is imported by."""
    path = PurePosixPath(file.removeprefix("src/").removesuffix(".py"))
    return ".".join(path.parts).removesuffix(".__init__")


def _members(scope: ast.AST, prefix: str) -> Iterator[tuple[str, int]]:
    """Yield the public names of a module or class, and the parameters of its functions."""
    for node in getattr(scope, "body", ()):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not node.name.startswith("_"):
                yield prefix + node.name, node.lineno
            for argument in (*node.args.args, *node.args.kwonlyargs):
                public = not node.name.startswith("_") or node.name == "__init__"
                if public and not argument.arg.startswith("_"):
                    yield f"{prefix}{node.name}.{argument.arg}", argument.lineno
            if node.name == "__init__":
                for stored in ast.walk(node):
                    if isinstance(stored, ast.Attribute) and isinstance(stored.ctx, ast.Store):
                        yield prefix + stored.attr, stored.lineno
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield prefix + node.name, node.lineno
            yield from _members(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                if isinstance(target, ast.Name) and not target.id.startswith("_"):
                    yield prefix + target.id, node.lineno
        elif isinstance(node, ast.If | ast.Try):
            yield from _members(node, prefix)


def _options(call: ast.Call) -> Iterator[str]:
    """Yield the options that a call of argparse, click, typer or pytest defines."""
    function = call.func
    named = getattr(function, "attr", getattr(function, "id", "")).lower()
    if named.endswith(("option", "argument")):
        for argument in call.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield from OPTION.findall(argument.value)


def _of_description(file: str, text: str, asked: set[str]) -> Iterator[Definition]:
    head = text[:4000]
    if not re.search(r"openapi|swagger|json-schema\.org|asyncapi", head):
        return
    try:
        document = read_json(text) if file.endswith(".json") else yaml12.read(text).value
    except (ValueError, yaml12.UnreadableYaml):
        return
    for name in dict.fromkeys(_described(document)):
        if name in asked or name.startswith("/"):
            at = text.find(name)
            line = text.count("\n", 0, max(0, at)) + 1
            yield Definition(name=name, file=file, line=line)


def _described(value: Any) -> Iterator[str]:
    """Yield the names that a description gives: fields, parameters, operations, values, paths."""
    level = [value]
    while level:
        here = level.pop()
        if isinstance(here, list):
            level.extend(here)
        elif isinstance(here, dict):
            for key in ("properties", "paths", "schemas", "definitions", "$defs"):
                if isinstance(here.get(key), dict):
                    yield from here[key]
            if isinstance(here.get("name"), str) and "in" in here:
                yield here["name"]
            if isinstance(here.get("operationId"), str):
                yield here["operationId"]
            if isinstance(here.get("enum"), list):
                yield from (each for each in here["enum"] if isinstance(each, str))
            level.extend(here.values())


# Which release, and its files.


class NoRelease(ValueError):
    """The revision that was asked for is not there; the message says what to do."""


def release_before(root: Path, since: str) -> str:
    """Return the revision that pages are compared with.

    :raises NoRelease: when there is none.
    """
    if since.endswith(".inv"):
        return since
    if re.fullmatch(r"\d{4}-\d\d-\d\d", since):
        found = run_git(root, "rev-list", "-1", f"--before={since}", "HEAD")
        if found:
            return found[:12]
    elif since:
        if run_git(root, "rev-parse", "--verify", "--quiet", f"{since}^{{commit}}"):
            return since
    else:
        here = run_git(root, "tag", "--points-at", "HEAD").splitlines()
        tags = run_git(root, "tag", "--merged", "HEAD", "--sort=-creatordate").splitlines()
        for tag in tags:
            if _RELEASE.fullmatch(tag) and tag not in here:
                return tag
    what = f"git has no {since!r} here" if since else "git has no tag of a release here"
    raise NoRelease(
        f"{what}; name one with --since: a tag, a commit, a date such as 2026-01-31 or an older "
        "objects.inv. A shallow clone has no tags: `git fetch --tags --unshallow`"
    )


_RELEASE = re.compile(r"(?:[\w./-]*[@/-])?v?\d+(?:\.\d+)+")


def definitions_at(
    root: Path, release: str, asked: set[str], of_python: set[str]
) -> dict[str, list[Definition]]:
    """Return last part → definitions, of what is asked for in the files that changed since.

    :param of_python: what only modules of Python are asked for.
    """
    now = {entry[0] for entry in _tree(root, "HEAD")}
    changed = [
        (oid, path)
        for oid, size, path in _tree(root, release)
        if oid not in now
        and size <= _LARGE
        and path.endswith((".py", ".json", ".yaml", ".yml", ".rst", ".md"))
    ]
    found: dict[str, list[Definition]] = defaultdict(list)
    routes = {name for name in asked if name.startswith("/")}
    plain = {name.removeprefix("--") for name in asked}
    for path, text in _blobs(root, changed):
        wanted = asked | of_python if path.endswith(".py") else asked
        said = words_of(text) & (plain | of_python if path.endswith(".py") else plain)
        if not said and not any(route in text for route in routes):
            continue
        for definition in definitions_in(path, text, asked):
            last = definition.name.rpartition(".")[2]
            for name in {last, definition.name} & wanted:
                found[name].append(definition)
    return found


def _tree(root: Path, revision: str) -> Iterator[tuple[str, int, str]]:
    listed = run_git(root, "ls-tree", "-r", "-l", "-z", "--full-tree", revision)
    for entry in filter(None, listed.split("\0")):
        about, _, path = entry.partition("\t")
        _mode, kind, oid, size = about.split()
        if kind == "blob" and size.isdigit():
            yield oid, int(size), path


def _blobs(root: Path, files: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the path and text of files of git, some hundred with each question."""
    for start in range(0, len(files), 500):
        part = files[start : start + 500]
        try:
            done = subprocess.run(
                ["git", "cat-file", "--batch"],
                cwd=root,
                input="".join(f"{oid}\n" for oid, _ in part).encode(),
                capture_output=True,
                timeout=600,
                check=False,
                env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"},
            ).stdout
        except (OSError, subprocess.SubprocessError):
            return
        at = 0
        for _oid, path in part:
            head, _, _ = done[at : at + 200].partition(b"\n")
            at += len(head) + 1
            if head.endswith(b" missing") or not head:
                continue
            size = int(head.rpartition(b" ")[2])
            yield path, done[at : at + size].decode("utf-8", "replace")
            at += size + 1


def inventory_of(file: str) -> dict[str, list[Definition]]:
    """Return last part → objects, of an older ``objects.inv``."""
    from sphinx.util.inventory import InventoryFile

    path = Path(file)
    try:
        loaded = InventoryFile.loads(path.read_bytes(), uri="")
    except (OSError, ValueError) as error:
        raise NoRelease(f"{file} cannot be read as an inventory: {error}") from None
    found: dict[str, list[Definition]] = defaultdict(list)
    for objects in loaded.data.values():
        for name in objects:
            found[name.rpartition(".")[2]].append(Definition(name=name, file=file, line=1))
    return found


# The packages of a repository.


def packages_of(root: Path) -> dict[str, str]:
    """Return the packages of a repository by name, each with its newest release.

    A tag is a release; without any the version counts that the file of the package says.
    """
    tags = run_git(root, "tag", "--merged", "HEAD", "--sort=-v:refname").splitlines()
    tag = next((each for each in tags if re.fullmatch(r"v?\d+(?:\.\d+)+", each)), "")
    found: dict[str, str] = {}
    for name, version in _packages(root):
        released = tag.removeprefix("v") or version
        if name and re.match(r"\d+\.\d", released):
            found[name] = released
    return found


def _packages(root: Path) -> Iterator[tuple[str, str]]:
    for file, tables in (
        ("pyproject.toml", ("project", "tool.poetry")),
        ("Cargo.toml", ("package",)),
        ("package.json", ("",)),
    ):
        try:
            text = (root / file).read_text(encoding="utf-8")
            data = read_json(text) if file.endswith(".json") else tomllib.loads(text)
        except (OSError, ValueError):
            continue
        for table in tables:
            here = data
            for key in filter(None, table.split(".")):
                here = here.get(key, {}) if isinstance(here, dict) else {}
            if isinstance(here, dict) and isinstance(here.get("name"), str):
                yield here["name"], str(here.get("version") or "")
