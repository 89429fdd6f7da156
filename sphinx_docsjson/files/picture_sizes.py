"""How wide and high a picture is, so that a page keeps its room before it is loaded."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from sphinx.util.images import get_image_size

if TYPE_CHECKING:
    from pathlib import Path


def picture_size(path: Path) -> tuple[int, int] | None:
    """Return width and height of a picture in pixels, or nothing where the file does not say."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _size(path, changed)


@lru_cache(maxsize=4096)
def _size(path: Path, _changed: int) -> tuple[int, int] | None:
    size = _size_of_drawing(path) if path.suffix.lower() == ".svg" else get_image_size(path)
    return size if size is not None and min(size) > 0 else None


def _size_of_drawing(path: Path) -> tuple[int, int] | None:
    """Return the size that a drawing has by itself; one without grows to the width of the line."""
    try:
        with path.open("rb") as file:
            _event, root = next(ElementTree.iterparse(file, events=("start",)))
        width, height = (
            float(root.get(name, "").strip().removesuffix("px")) for name in ("width", "height")
        )
        return round(width), round(height)
    except (OSError, ValueError, OverflowError, StopIteration, ElementTree.ParseError):
        return None
