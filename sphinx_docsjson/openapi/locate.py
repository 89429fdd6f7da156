"""Where in a file something stands that a JSON pointer names. Only asked for messages."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from sphinx_docsjson.openapi.parse import SafeLoader
from sphinx_docsjson.openapi.resolver import FILES, segments
from sphinx_docsjson.site.place import Location


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
        root = _composed(str(path), path.stat().st_mtime_ns)
    except OSError:
        return file
    line, column = _place(root, parts)
    return Location(file=file, line=line, column=column)


@lru_cache(maxsize=4)
def _composed(path: str, _changed: int) -> Any:
    """Return the nodes of a file with their marks, or ``None``."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig").replace("\t", " ")
        return yaml.compose(text, Loader=SafeLoader)
    except (OSError, ValueError, yaml.YAMLError, RecursionError):
        return None


def _place(node: Any, parts: list[str]) -> tuple[int, int]:
    """Return line and column of the key or item that *parts* lead to, as far as they lead."""
    mark = getattr(node, "start_mark", None)
    for part in parts:
        if isinstance(node, yaml.MappingNode):
            pair = next(((k, v) for k, v in node.value if _key(k) == part), None)
            if pair is None:
                break
            mark, node = pair[0].start_mark, pair[1]
        elif isinstance(node, yaml.SequenceNode) and part.isdecimal():
            if int(part) >= len(node.value):
                break
            node = node.value[int(part)]
            mark = node.start_mark
        else:
            break
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _key(node: Any) -> str:
    return node.value if isinstance(node, yaml.ScalarNode) else json.dumps(None)
