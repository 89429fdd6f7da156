"""Which documents the toctrees of source texts name, known before any document is read."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from sphinx_docsjson.files.named_files import is_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_OPENING = re.compile(
    r"^(?P<indent>[ \t]*)(?:\.\.[ \t]+toctree::|(?P<fence>`{3,}|~{3,}|:{3,})[ \t]*\{toctree\})"
)
_AUTOSUMMARY = re.compile(r"^[ \t]*:toctree:[ \t]*(\S+)", re.MULTILINE)
_GLOB = re.compile(r"[*?\[]")


def is_book(srcdir: Path, root_doc: str, suffixes: Iterable[str]) -> bool:
    """Whether the author made a book of the pages: of toctrees in the root document."""
    root = srcdir / root_doc
    files = [root.with_name(f"{root.name}{suffix}") for suffix in suffixes]
    texts = [path.read_text("utf-8", errors="replace") for path in files if is_file(path)]
    return any(_OPENING.match(line) for text in texts for line in text.splitlines())


def named_in(text: str, docname: str) -> Iterator[str]:
    """Yield the paths from the root that toctrees in the text of *docname* name.

    A path may have the extension of its file, or be a pattern. ``:toctree:`` of autosummary
    names a folder.
    """
    if "toctree" not in text:
        return
    folder = dirname(docname)
    for entry in _entries(text):
        path = _path_of(entry)
        if "://" not in path:
            yield _from_root(path, folder)
    for found in _AUTOSUMMARY.finditer(text):
        yield _from_root(found[1], folder) + "/*"


def _path_of(entry: str) -> str:
    """Return the path of an entry, which may be ``title <path>``."""
    title, _opening, rest = entry.rpartition("<")
    path = rest.removesuffix(">")
    is_titled = bool(title and path) and path != rest and ">" not in path
    return (path if is_titled else entry).strip()


def _from_root(path: str, folder: str) -> str:
    return normpath(path.lstrip("/") if path.startswith("/") else join(folder, path))


def _entries(text: str) -> Iterator[str]:
    """Yield the lines in toctrees, without their options."""
    indent, fence = -1, ""
    for line in text.splitlines():
        stripped = line.strip()
        if opening := _OPENING.match(line):
            indent, fence = len(opening["indent"]), opening["fence"] or ""
        elif indent < 0 or not stripped:
            continue
        elif (fence and stripped.startswith(fence)) or (
            not fence and len(line) - len(line.lstrip()) <= indent
        ):
            indent = -1
        elif not stripped.startswith((":", "#")):
            yield stripped


def files_meant(path: str, srcdir: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the source files, from the root, that *path* names: as it is, or as a pattern."""
    if path.startswith(".."):
        return
    for name in (path, *(f"{path}{suffix}" for suffix in suffixes)):
        if not name.endswith(suffixes):
            continue
        if not _GLOB.search(name):
            found = [srcdir / name]
        else:
            try:
                found = sorted(srcdir.glob(name))
            except (OSError, ValueError):  # too long, or nothing that pathlib knows: ``a**``
                found = []
        yield from (file.relative_to(srcdir).as_posix() for file in found if is_file(file))
