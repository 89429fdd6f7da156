"""How wide and high the letters of a font file are, for a font that stands in for it.

fontTools reads the file (the extra ``fonts``); without it nothing is known.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from sphinx_docsjson.files.packed_fonts import LARGEST, names_letters_of_unicode, stays_small

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fontTools.ttLib import TTFont

SHARES: Mapping[str, float] = {
    " ": 18.3,
    "e": 10.2,
    "t": 7.5,
    "a": 6.6,
    "o": 6.2,
    "n": 5.7,
    "i": 5.7,
    "s": 5.3,
    "r": 5.0,
    "h": 4.9,
    "l": 3.3,
    "d": 3.3,
    "u": 2.3,
    "c": 2.2,
    "m": 2.0,
    "f": 2.0,
    "w": 1.7,
    "g": 1.6,
    "p": 1.5,
    "y": 1.4,
    "b": 1.3,
    "v": 0.8,
    "k": 0.6,
    "x": 0.1,
}
"""How often letters stand in English text, in percent."""

_USE_TYPOGRAPHIC = 1 << 7
"""The bit of ``OS/2.fsSelection`` by which a designer asks for other heights than ``hhea`` has."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FontMetrics:
    """Sizes as shares of the size of the font.

    :param width: how wide a letter of English text is on average.
    """

    width: float
    ascent: float
    descent: float
    line_gap: float


def font_metrics(path: Path) -> FontMetrics | None:
    """Return the metrics of a font file, or nothing where it cannot be read."""
    try:
        found = path.stat()
    except OSError:
        return None
    return _metrics(path, found.st_mtime_ns) if found.st_size <= LARGEST else None


@lru_cache(maxsize=64)
def _metrics(path: Path, _changed: int) -> FontMetrics | None:
    try:
        from fontTools.ttLib import TTFont
    except ImportError:
        return None
    # What it says of a broken file would stand between the lines of the build, without a place.
    logging.getLogger("fontTools").addHandler(logging.NullHandler())
    try:
        data = path.read_bytes()
        if not stays_small(data):
            return None
        with TTFont(BytesIO(data), lazy=True) as font:
            return _metrics_of(font)
    except Exception:  # a broken file may raise anything in there, and only costs its stand-in
        return None


def _metrics_of(font: TTFont) -> FontMetrics:
    """Return the metrics that the tables of a font say.

    :raises LookupError: when a table or a letter is missing.
    :raises ValueError: when a table says nonsense.
    """
    if not names_letters_of_unicode(font.reader["cmap"]):
        raise ValueError("more letters than there are")
    per_em = font["head"].unitsPerEm
    usual, other = font["hhea"], font.get("OS/2")
    ascent, descent, gap = usual.ascent, usual.descent, usual.lineGap
    if other is not None and other.fsSelection & _USE_TYPOGRAPHIC:
        ascent, descent, gap = other.sTypoAscender, other.sTypoDescender, other.sTypoLineGap
    glyph_of, advances = font.getBestCmap(), font["hmtx"]
    total = sum(share * advances[glyph_of[ord(letter)]][0] for letter, share in SHARES.items())
    width = total / sum(SHARES.values())
    if not (16 <= per_em <= 16384 and width > 0 and ascent > 0):
        raise ValueError("no font says this")
    return FontMetrics(
        width=width / per_em,
        ascent=ascent / per_em,
        descent=abs(descent) / per_em,
        line_gap=max(gap, 0) / per_em,
    )
