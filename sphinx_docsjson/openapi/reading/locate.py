"""Where in a file something stands that a JSON pointer names. Only asked for messages."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from sphinx_docsjson import yaml12
from sphinx_docsjson.openapi.reading.resolver import FILES, segments
from sphinx_docsjson.site.place import Location
from sphinx_docsjson.yaml12 import Document

_INDEX = re.compile(r"[0-9]{1,9}")


def locate(pointer: str, key: str, srcdir: Path) -> Location | str:
    """Return the place of *pointer* in the file that it leads into.

    :param pointer: a pointer into the bundled document.
    :param key: the first file of the specification.
    :returns: the nearest place that is known, or the name of the file.
    """
    parts = segments(pointer)
    file = key
    if parts[:1] == [FILES] and len(parts) > 1:
        file, parts = parts[1], parts[2:]
    if "://" in file:
        return file
    path = srcdir / file
    try:
        document = _read(str(path), path.stat().st_mtime_ns)
    except OSError:
        return file
    line, column = _place(document, parts)
    return Location(file=file, line=line, column=column)


@lru_cache(maxsize=4)
def _read(path: str, _changed: int) -> Document | None:
    """Return the values of a file with their places, or ``None``; JSON is read as YAML too."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig").replace("\t", " ")
        return yaml12.read(text, places=True)
    except (OSError, ValueError):
        return None


def _place(document: Document | None, parts: list[str]) -> tuple[int, int]:
    """Return line and column of the key or item that *parts* lead to, as far as they lead."""
    line, column = 1, 1
    if document is None:
        return line, column
    value = document.value
    for part in parts:
        key = int(part) if isinstance(value, list) and _INDEX.fullmatch(part) else part
        entry = document.entry(value, key)
        if entry is None:
            break
        line, column = entry.line, entry.column
        value = value[key]
    return line, column
