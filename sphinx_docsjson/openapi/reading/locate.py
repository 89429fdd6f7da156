"""Where in a file something stands that a JSON pointer names. Only asked for messages."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sphinx_docsjson.openapi.reading.json_places import JsonPlaces
from sphinx_docsjson.openapi.reading.parse import looks_like_json
from sphinx_docsjson.openapi.reading.resolver import FILES, segments
from sphinx_docsjson.openapi.reading.yaml_places import YamlPlaces
from sphinx_docsjson.site.place import Location


def locate(
    pointer: str, key: str, srcdir: Path, *, place: tuple[int, int] | None = None
) -> Location | str:
    """Return the place of *pointer* in the file that it leads into.

    :param pointer: a pointer into the files of the specification.
    :param key: the first file of the specification.
    :param place: line and column in the file, where they are known.
    :returns: the nearest place that is known, or the name of the file.
    """
    parts = segments(pointer)
    file = key
    if parts[:1] == [FILES] and len(parts) > 1:
        file, parts = parts[1], parts[2:]
    if "://" in file:
        return file
    if place is not None:
        return Location(file=file, line=place[0], column=place[1])
    path = srcdir / file
    try:
        places = _places(str(path), path.stat().st_mtime_ns)
    except OSError:
        return file
    line, column = (places.place(parts) if places is not None else None) or (1, 1)
    return Location(file=file, line=line, column=column)


@lru_cache(maxsize=2)
def _places(path: str, _changed: int) -> JsonPlaces | YamlPlaces | None:
    """Return what finds places in a file; nothing of it is read before it is asked for."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return None
    return JsonPlaces(text) if looks_like_json(text) else YamlPlaces(text.replace("\t", " "))
