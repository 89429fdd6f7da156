"""Finds the line of a JSON pointer in a JSON or YAML file. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sphinx_docsjson import yaml12
from sphinx_docsjson.ext.openapi.reading.parse import decoded
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, child, escape, segments
from sphinx_docsjson.site.model import Location
from sphinx_docsjson.yaml12 import Document

# Where the parts of a document are written that its files hold in another shape. Pure.


@dataclass(frozen=True, kw_only=True)
class SourcePointers:
    """What moved between the files and the document.

    :param layers: pointer now → pointer before, the last change first; what is below a pointer
        moved with it.
    """

    layers: tuple[Mapping[str, str], ...] = ()

    def source(self, pointer: str) -> str:
        """Return the pointer, into the files as they are, of what *pointer* leads to."""
        for moved in self.layers:
            pointer = moved_pointer(pointer, moved)
        return pointer


def moved_pointer(pointer: str, moved: Mapping[str, str]) -> str:
    """Return where *pointer* leads when the parts that *moved* names are elsewhere."""
    if not moved:
        return pointer
    place = normal_pointer(pointer)
    rest = ""
    while place not in moved:
        place, slash, name = place.rpartition("/")
        if not slash:
            return pointer
        rest = f"/{name}{rest}"
    return moved[place] + rest


def normal_pointer(pointer: str) -> str:
    """Return a pointer as :func:`child` writes it, which leaves out the escapes of URLs."""
    return child("#", *segments(pointer)) if "%" in pointer else pointer


AS_WRITTEN = SourcePointers()
"""Nothing moved."""


def file_pointer(file: str, *names: str | int) -> str:
    """Return the pointer of what is at *names* in another file of a specification."""
    return child(f"#/{FILES}/{escape(file)}", *names)


def pointer_in_file(pointer: str) -> str:
    """Return a pointer without the part that says which file of a specification it leads into."""
    if not pointer.startswith(f"#/{FILES}/"):
        return pointer
    return child("#", *segments(pointer)[2:])


# The place in a file that a JSON pointer names. Used only for messages: then a file is read again
# with its places, which takes about as long as the first time.

_INDEX = re.compile(r"[0-9]{1,9}")


def locate(
    pointer: str,
    key: str,
    srcdir: Path,
    *,
    place: tuple[int, int] | None = None,
    named: Location | None = None,
) -> Location | str:
    """Return the place of *pointer* in the file that it leads into.

    :param pointer: a pointer into the files of the specification.
    :param key: the first file of the specification.
    :param place: line and column in the file, where they are known.
    :param named: where the project names the specification; the place of what is in a file
        that is not of the project, or is not there.
    :returns: the nearest place that is known, or the name of the file.
    """
    file, parts = _file_and_parts(pointer, key)
    if not _is_here(srcdir, file):
        root = Location(file=key, line=1, column=1) if _is_here(srcdir, key) else None
        return named or root or file
    if place is not None:
        return Location(file=file, line=place[0], column=place[1])
    path = srcdir / file
    try:
        document = _document(str(path), path.stat().st_mtime_ns) if parts else None
    except OSError:
        return file
    line, column = (place_in(document, parts) if document is not None else None) or (1, 1)
    return Location(file=file, line=line, column=column)


def shown_pointer(pointer: str, key: str, srcdir: Path) -> str:
    """Return what a message says about *pointer*: with the file, where that is another one."""
    file, parts = _file_and_parts(pointer, key)
    shown = pointer_in_file(pointer) if parts else ""
    return shown if _is_here(srcdir, file) or (file == key and not parts) else f"{file}{shown}"


def _file_and_parts(pointer: str, key: str) -> tuple[str, list[str]]:
    """Return the file that a pointer leads into, and the names of the way in it."""
    parts = segments(pointer)
    if parts[:1] == [FILES] and len(parts) > 1:
        return parts[1], parts[2:]
    return key, parts


def _is_here(srcdir: Path, file: str) -> bool:
    """Whether *file* is one that the owner of the project can edit."""
    try:
        return "://" not in file and (srcdir / file).is_file()
    except (OSError, ValueError):
        return False


@lru_cache(maxsize=2)
def _document(path: str, _changed: int) -> Document | None:
    """Return what a file holds with the places of it: JSON is YAML, but for its tabs."""
    try:
        text = decoded(Path(path).read_bytes()).replace("\r\n", "\n").replace("\r", "\n")
        return yaml12.read(text.replace("\t", " "), places=True)
    except (OSError, ValueError):
        return None


def place_in(document: Document, parts: list[str]) -> tuple[int, int] | None:
    """Return line and column of the key or item that *parts* lead to, as far as they lead."""
    found: tuple[int, int] | None = None
    value = document.value
    for part in parts:
        key = int(part) if isinstance(value, list) and _INDEX.fullmatch(part) else part
        entry = document.entry(value, key)
        if entry is None:
            break
        found = (entry.line, entry.column)
        value = value[key]
    return found


def forget_places() -> None:
    """Let go of the files in which places were looked for."""
    _document.cache_clear()
