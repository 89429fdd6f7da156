"""One picture for all windows of a page, as it is kept. Pure but for the file.

Left to right stand the widths, each light and dark, and paper; above those of languages that are
written from the left, below the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from tests.looks.likeness import SCALE
from tests.looks.windows import LANGUAGES, WINDOWS, Window

GAP = 4
GROUND = (128, 128, 128)


def _places() -> dict[Window, tuple[int, int, int, int]]:
    """Return where each window stands on a sheet: left, top, right, bottom."""
    row = max(window.height for window in WINDOWS) // SCALE + GAP
    places = {}
    for number, direction in enumerate(LANGUAGES):
        left, top = 0, number * row
        for window in WINDOWS:
            if window.direction == direction:
                width, height = -(-window.width // SCALE), -(-window.height // SCALE)
                places[window] = (left, top, left + width, top + height)
                left += width + GAP
    return places


PLACES = _places()


def compose(pictures: Mapping[Window, Image.Image]) -> Image.Image:
    """Return the sheet of small pictures, one for each window."""
    right = max(place[2] for place in PLACES.values())
    bottom = max(place[3] for place in PLACES.values())
    sheet = Image.new("RGB", (right, bottom), GROUND)
    for window, place in PLACES.items():
        sheet.paste(pictures[window], place)
    return sheet


def read(path: Path) -> dict[Window, Image.Image]:
    """Return the small picture of each window on a sheet.

    :raises OSError: where there is no sheet.
    """
    with Image.open(path) as opened:
        sheet = opened.convert("RGB")
    return {window: sheet.crop(place) for window, place in PLACES.items()}


def write(path: Path, pictures: Mapping[Window, Image.Image]) -> None:
    """Keep a sheet, without loss."""
    path.parent.mkdir(parents=True, exist_ok=True)
    compose(pictures).save(path, "WEBP", lossless=True, quality=100, method=6)
