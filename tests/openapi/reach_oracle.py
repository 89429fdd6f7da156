"""Which operations the divisions of real sites have to show, by code that shares none of ours.

    python -m tests.openapi.reach_oracle path/to/site path/to/another

``docs.json`` is read as plain JSON, descriptions with PyYAML. A division with ``openapi`` has all
operations of the file, in its ``directory``, unless entries such as ``GET /path`` choose some, and
each operation that such an entry names. A page whose front matter names an operation has one, if
any local file has it. Nothing is built: the navigation of an application that has only begun is
looked at.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.build import the_build
from sphinx_docsjson.ext.openapi.pages.reference import api_reference
from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.site.model import Container, Kind, PageEntry

KINDS = {
    "languages": "language",
    "versions": "version",
    "products": "product",
    "dropdowns": "dropdown",
    "tabs": "tab",
    "menu": "item",
    "anchors": "anchor",
    "groups": "group",
}
HTTP = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
LEFT_OUT = ("x-hidden", "x-excluded", "x-internal", "x-scalar-ignore")
ENTRY = re.compile(rf"(?:(\S+)\s+)?({'|'.join(HTTP)}|webhook)\s+(\S.*)", re.IGNORECASE)
FIELD = re.compile(r"^openapi:[ \t]*(['\"]?)(.+?)\1[ \t]*$", re.MULTILINE)

Operation = tuple[str, str]


@dataclass(kw_only=True)
class Row:
    """What was counted in a site, and what is short."""

    site: str
    divisions: int = 0
    expected: int = 0
    bound: int = 0
    generated: int = 0
    short: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = (self.divisions, self.expected, self.bound, self.generated, len(self.short))
        return f"{self.site:<34}" + "".join(f"{number:>10}" for number in counts)


HEAD = f"{'site':<34}" + "".join(
    f"{word:>10}" for word in ("divisions", "expected", "bound", "generated", "short")
)


# What a site says, read without our code.


def read(path: Path) -> Any:
    """Return the data of a JSON or YAML file, or ``None``."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix == ".json":
            with suppress(ValueError):
                return json.loads(text)
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (OSError, ValueError, yaml.YAMLError):
        return None


def loose(path: str) -> str:
    """Return a path without the names of its variables."""
    return re.sub(r"\{[^{}]*\}", "{}", path.strip().rstrip("/")) or "/"


def operations(spec: Any) -> dict[Operation, bool]:
    """Return the operations of a description → whether readers are led to them."""
    found: dict[Operation, bool] = {}
    paths = spec.get("paths") if isinstance(spec, dict) else None
    for path, item in (paths if isinstance(paths, dict) else {}).items():
        for method, each in (item if isinstance(item, dict) else {}).items():
            if method.lower() in HTTP and isinstance(each, dict):
                seen = not any(each.get(key) or item.get(key) for key in LEFT_OUT)
                found[method.upper(), loose(path)] = seen
    return found


def files_of(value: Any) -> tuple[list[str], str | None]:
    """Return the files that ``openapi`` names, and its directory."""
    if isinstance(value, dict):
        return files_of(value.get("source"))[0], value.get("directory")
    listed = value if isinstance(value, list) else [value]
    return [each for each in listed if isinstance(each, str)], None


@dataclass(frozen=True, kw_only=True)
class Division:
    """A part of the navigation, by the labels on the way to it, with its files.

    :param is_alone: it is no group, and nothing in it names a file; else places share pages.
    """

    way: tuple[str, ...]
    is_alone: bool
    data: dict[str, Any]
    files: list[str]
    directory: str | None


def divisions(
    data: Any, way: tuple[str, ...] = (), files: Iterable[str] = ()
) -> Iterator[Division]:
    """Yield the divisions below *data*; files hold for what is inside, too."""
    for key, label in KINDS.items():
        for item in data.get(key, ()) if isinstance(data, dict) else ():
            yield from _division(item, label, way, files)
    for item in data.get("pages", ()) if isinstance(data, dict) else ():
        if isinstance(item, dict) and "group" in item:
            yield from _division(item, "group", way, files)


def _division(
    item: Any, label: str, way: tuple[str, ...], files: Iterable[str]
) -> Iterator[Division]:
    if isinstance(item, dict):
        own, directory = files_of(item.get("openapi"))
        here = (*way, str(item.get(label) or ("" if label == "group" else "Untitled")))
        alone = label != "group" and json.dumps(item).count('"openapi":') == 1
        yield Division(way=here, is_alone=alone, data=item, files=own, directory=directory)
        yield from divisions(item, here, own or files)


def entries(data: dict[str, Any], *, below: bool = True) -> Iterator[tuple[str | None, Operation]]:
    """Yield the operations that entries name.

    :param below: in parts with files of their own, too.
    """
    for item in data.get("pages", ()):
        if isinstance(item, str) and (found := ENTRY.fullmatch(item.strip())):
            yield found[1], (found[2].upper(), loose(found[3]))
        elif isinstance(item, dict) and (below or "openapi" not in item):
            yield from entries(item, below=below)
    for key in KINDS:
        for item in data.get(key, ()):
            if isinstance(item, dict) and (below or "openapi" not in item):
                yield from entries(item, below=below)


# What our navigation has.


def begun(folder: Path, look: Any) -> Any:
    """Return what *look* finds in an application for *folder* that has read no page."""
    with tempfile.TemporaryDirectory() as scratch, patch_docutils(None), docutils_namespace():
        app = Sphinx(
            srcdir=folder,
            confdir=None,
            outdir=Path(scratch) / "out",
            doctreedir=Path(scratch) / "doctrees",
            buildername="html",
            confoverrides={"extensions": ["sphinx_docsjson"]},
            status=None,
            warning=io.StringIO(),
            freshenv=True,
        )
        return look(app)


def sidebar(scope: Container) -> Iterator[str]:
    """Yield the pages that the sidebar of a scope lists."""
    for child in scope.children:
        if isinstance(child, PageEntry):
            yield child.path
        elif isinstance(child, Container) and child.kind is Kind.GROUP and not child.hidden:
            yield from [child.root] if child.root else ()
            yield from sidebar(child)


def reached(nav: Nav) -> set[str]:
    """Return the pages that a reader comes to from the first one by sidebars and switches."""
    home = nav.tree.home()
    seen: set[str] = set()
    todo = [home] if home else []
    while todo:
        page = todo.pop()
        if page in seen:
            continue
        seen.add(page)
        for place in nav.tree.positions(page):
            scope = nav.tree.shown_chain(place)[-1]
            todo += [name for name in sidebar(scope) if name in nav.tree.docnames]
            for kind in Kind:
                for choice in nav.choices(place, kind) if kind is not Kind.GROUP else ():
                    todo += [each.docname for each in (choice, *choice.menu) if each.docname]
    return seen


# Both held against each other.


def compared(folder: Path) -> Row:
    """Return what a site has to show, and what of it is not there."""
    return begun(folder, lambda app: _compared(app, folder))


def _compared(app: Any, folder: Path) -> Row:
    build, row = the_build(app.config), Row(site=folder.name)
    config = next(read(folder / n) for n in ("docs.json", "mint.json") if (folder / n).is_file())
    texts = {each.docname: each.text for each in build.documents}
    written = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in folder.rglob("*")
        if path.suffix in (".md", ".mdx") and "node_modules" not in path.parts
    }
    shown: dict[str, Operation] = {}
    for name in {*texts, *written}:
        text = texts.get(name) or written[name].read_text(encoding="utf-8", errors="replace")
        if named := re.search(r'^"?openapi"?:[ \t]*(.+)$', text, re.MULTILINE):
            words = named[1].strip().strip("'\"")
            if found := ENTRY.fullmatch(words):
                shown[name] = found[2].upper(), loose(found[3])
    ways: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for above, node in build.full_site.navigation.walk():
        if isinstance(node, PageEntry):
            labels = tuple(part.label for part in above[1:])
            for length in range(len(labels) + 1):
                ways[labels[:length]].add(node.path)
    known = {}
    for part in divisions(config.get("navigation") or {}):
        inside = {shown[name]: name for name in ways[part.way] if name in shown}
        wanted = dict.fromkeys(op for _file, op in entries(part.data) if op[0] != "WEBHOOK")
        chosen = any(file is None for file, _op in entries(part.data, below=False))
        for file in part.files if not chosen else ():
            if "://" not in file:
                known.setdefault(file, operations(read(folder / file.lstrip("/"))))
                wanted |= {op: None for op, seen in known[file].items() if seen}
        row.divisions += bool(part.files)
        row.expected += len(wanted) if part.files else 0
        local = [file for file in part.files if "://" not in file]
        for op in wanted if local or not part.files else ():
            if op not in inside and any(op in ops for ops in known.values()):
                row.short.append(f"{' > '.join(part.way)}: {' '.join(op)}")
            elif op in inside and part.directory and part.is_alone and inside[op] in texts:
                base = f"{part.directory.strip('/')}/"
                right = inside[op].startswith(base)
                row.short += [] if right else [f"{inside[op]} is not in {base}"]
    _pages(row, build, folder, written)
    nav = Nav(build.full_site, {*texts, *written})
    listed = reached(nav)
    made = [name for name in texts if "openapi-schema" not in texts[name]]
    made = [name for name in made if '"hidden"' not in texts[name] and name in nav.tree.listed]
    made = [name for name in made if not all(place.hidden for place in nav.tree.positions(name))]
    row.generated = len(made)
    unseen = [name for name in made if name not in listed]
    row.short += [f"{name} is in no sidebar that one comes to" for name in unseen]
    bound = [name for name in texts if '"openapi"' in texts[name]]
    seen = [name for name in bound if '"hidden"' not in texts[name]]
    unlisted = [name for name in seen if name not in nav.tree.listed]
    row.short += [f"{name} is in no sidebar" for name in unlisted]
    return row


def _pages(row: Row, build: Any, folder: Path, written: dict[str, Path]) -> None:
    """Look at the pages whose front matter names an operation that some file has."""
    every: dict[Operation, str] | None = None
    for name, path in written.items():
        text = path.read_text(encoding="utf-8", errors="replace")
        head = text.split("\n---", 1)[0] if text.startswith("---") else ""
        found = (named := FIELD.search(head)) and ENTRY.fullmatch(named[2].strip())
        if not found or found[2].lower() == "webhook" or name not in api_reference(build).written:
            continue
        if every is None:
            every = {}
            for file in sorted(folder.rglob("*")):
                if file.suffix in (".json", ".yaml", ".yml") and "node_modules" not in file.parts:
                    head_of = file.read_bytes()[:400_000]
                    if re.search(rb"['\"]?(openapi|swagger)['\"]?\s*:\s*['\"]?[23]\.", head_of):
                        every |= dict.fromkeys(operations(read(file)), file.name)
        row.bound += 1
        if (found[2].upper(), loose(found[3])) not in every:
            continue
        if api_reference(build).bound({"openapi": named[2]}, name) is None:
            row.short.append(f"{name}: {named[2]} is in a file of the site, and not found")


def main(arguments: list[str]) -> int:
    """Print a row for each site, and what is short; fail when something is."""
    print(HEAD)
    rows = []
    for each in arguments:
        try:
            rows.append(compared(Path(each).resolve()))
        except (LookupError, SphinxError) as error:
            rows.append(Row(site=Path(each).name, short=[f"no site is read: {error}"]))
        print(rows[-1], flush=True)
    for row in rows:
        for line in row.short:
            print(f"{row.site}: {line}")
    return int(any(row.short for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
