"""Which pages bind operations, and which files of the source tree are specifications."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sphinx.util.matching import compile_matchers

from sphinx_docsjson.openapi.pages.reference import OPENAPI, OVERVIEW, SCHEMA, TAG
from sphinx_docsjson.openapi.reading.parse import MAX_BYTES
from sphinx_docsjson.pages.front_matter.block import read_front_matter

SKIPPED = frozenset({"node_modules", "__pycache__", "_build", "venv"})
DATA_SUFFIXES = (".json", ".yaml", ".yml")
HEAD = 64 * 1024

_BINDS = re.compile(rb"^openapi(?:-schema|-overview|-tag)?[ \t]*:", re.MULTILINE)
_NAMES_VERSION = re.compile(rb'"(?:openapi|swagger)"')
_SPECIFICATION = re.compile(
    rb"""^(?:['"]?(?:openapi['"]?[ \t]*:[ \t]*['"]?3|swagger['"]?[ \t]*:[ \t]*['"]?2)\.)"""
    rb"""|['"](?:openapi['"]\s*:\s*['"]3|swagger['"]\s*:\s*['"]2)\.""",
    re.MULTILINE,
)


@dataclass(kw_only=True)
class BoundPages:
    """What lies in a source tree.

    :param operations: document → what its front matter says of its operation.
    :param schemas: document → what its front matter says of its schema.
    :param about: document → what it says that it is about: its overview, and its tag.
    :param documents: all documents that are files.
    :param files: the data files that may be specifications.
    """

    operations: dict[str, str] = field(default_factory=dict)
    schemas: dict[str, str] = field(default_factory=dict)
    about: dict[str, tuple[str, str]] = field(default_factory=dict)
    documents: set[str] = field(default_factory=set)
    files: list[str] = field(default_factory=list)

    @property
    def binds(self) -> bool:
        """Whether a page shows something of a specification."""
        return bool(self.operations or self.schemas or self.about)


def discover(
    srcdir: Path,
    suffixes: Iterable[str],
    excluded: Iterable[str],
    outside: Iterable[Path],
    others: Iterable[str] = (),
) -> BoundPages:
    """Look through a source tree.

    :param suffixes: the file extensions of Markdown pages.
    :param others: those of all other pages.
    :param excluded: the patterns of files that are no sources.
    :param outside: folders of output, which may lie inside the source tree.
    """
    found = BoundPages()
    endings = tuple(suffixes)
    all_endings = tuple(sorted({*endings, *others}, key=len, reverse=True))
    for name in sorted(_files(srcdir, excluded, outside)):
        if ending := next((each for each in all_endings if name.endswith(each)), ""):
            found.documents.add(name.removesuffix(ending))
        if name.endswith(endings):
            _read_page(srcdir, name, endings, found)
        elif name.lower().endswith(DATA_SUFFIXES):
            found.files.append(name)
    return found


def _files(srcdir: Path, excluded: Iterable[str], outside: Iterable[Path]) -> Iterator[str]:
    matchers = compile_matchers(list(excluded))
    barred = {str(path.resolve()) for path in outside}
    for folder, folders, files in os.walk(srcdir):
        here = Path(folder)
        relative = here.relative_to(srcdir).as_posix()
        prefix = "" if relative == "." else f"{relative}/"
        folders[:] = [
            name
            for name in folders
            if name not in SKIPPED
            and not name.startswith(".")
            and str((here / name).resolve()) not in barred
            and not any(matches(f"{prefix}{name}") for matches in matchers)
        ]
        for name in files:
            path = f"{prefix}{name}"
            if not any(matches(path) for matches in matchers):
                yield path


def _read_page(srcdir: Path, name: str, endings: tuple[str, ...], found: BoundPages) -> None:
    try:
        with (srcdir / name).open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return
    if not _BINDS.search(head) or not head.lstrip(b"\xef\xbb\xbf").startswith(b"---"):
        return
    front = read_front_matter(head.decode("utf-8-sig", errors="replace"))
    ending = next(ending for ending in endings if name.endswith(ending))
    docname = name.removesuffix(ending)
    if text := front.text(OPENAPI):
        found.operations[docname] = text
    if text := front.text(SCHEMA):
        found.schemas[docname] = text
    if front.text(OVERVIEW) or front.text(TAG):
        found.about[docname] = front.text(OVERVIEW), front.text(TAG)


def specifications_among(srcdir: Path, files: Iterable[str]) -> list[str]:
    """Return the files with a top-level ``openapi`` or ``swagger`` field, by their names."""
    return [name for name in sorted(files) if _is_specification(srcdir / name)]


def _is_specification(path: Path) -> bool:
    try:
        if path.stat().st_size > MAX_BYTES:
            return False
        with path.open("rb") as file:
            head = file.read(HEAD)
            if path.suffix.lower() == ".json" and not _NAMES_VERSION.search(head):
                head = file.read()
    except OSError:
        return False
    return _SPECIFICATION.search(head) is not None
