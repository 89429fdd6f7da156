"""Reads the sizes of images from their files, within limits."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from sphinx.util.images import get_image_size

if TYPE_CHECKING:
    from pathlib import Path


# How wide and high a picture is, so that a page keeps its room before it is loaded.

_LENGTH = re.compile(r"\s*\+?((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*", re.IGNORECASE)
_PIXELS = {
    "": 1,
    "px": 1,
    "em": 16,
    "rem": 16,
    "pt": 96 / 72,
    "pc": 16,
    "in": 96,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
}
"""How many pixels a unit of an SVG has where it is a picture, and no style sheet reaches it."""

_USUAL = (300, 150)
"""The size of what says neither its size nor its shape."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PictureSize:
    """Width and height in pixels.

    :param fills: whether they are a shape only, and the picture is as wide as the line.
    """

    width: int
    height: int
    fills: bool = False


def picture_size(path: Path) -> PictureSize | None:
    """Return the size of a picture, or nothing where the file does not say."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _size(path, changed)


@lru_cache(maxsize=4096)
def _size(path: Path, _changed: int) -> PictureSize | None:
    size = None
    with suppress(Exception):  # a picture is what its author says it is: anything may be in it
        if path.suffix.lower() == ".svg":
            size = _size_of_drawing(path)
        elif found := get_image_size(path):
            size = PictureSize(width=found[0], height=found[1])
    return size if size is not None and min(size.width, size.height) > 0 else None


def _size_of_drawing(path: Path) -> PictureSize | None:
    """Return the size of an SVG as a browser takes it from its first tag."""
    with path.open("rb") as file:
        _event, root = next(ElementTree.iterparse(file, events=("start",)))
    width, height = _length(root.get("width")), _length(root.get("height"))
    if width is not None and height is not None:
        return PictureSize(width=round(width), height=round(height))
    stretched = (root.get("preserveAspectRatio") or "").strip().startswith("none")
    shape = None if stretched else _shape(root.get("viewBox"))
    if shape is None:
        usual = (round(width or _USUAL[0]), round(height or _USUAL[1]))
        return PictureSize(width=usual[0], height=usual[1])
    across, down = shape
    if width is not None:
        return PictureSize(width=round(width), height=round(width * down / across))
    if height is not None:
        return PictureSize(width=round(height * across / down), height=round(height))
    # Attributes are whole numbers; a small drawing is enlarged a hundredfold to keep its shape.
    scale = 1 if across.is_integer() and down.is_integer() else 100
    return PictureSize(width=round(across * scale), height=round(down * scale), fills=True)


def _length(text: str | None) -> float | None:
    """Return a length in pixels; a share of the line, or what cannot be read, is none."""
    match = _LENGTH.fullmatch(text or "")
    if match is None or (unit := _PIXELS.get(match[2].lower())) is None:
        return None
    length = float(match[1]) * unit
    return length if math.isfinite(length) else None


def _shape(view_box: str | None) -> tuple[float, float] | None:
    """Return width and height of a ``viewBox``."""
    try:
        _x, _y, width, height = map(float, (view_box or "").replace(",", " ").split())
    except ValueError:
        return None
    return (width, height) if 0 < width < 1e6 and 0 < height < 1e6 else None
