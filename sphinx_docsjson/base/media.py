"""The sizes of pictures and of the letters of fonts, read from their files within limits."""

from __future__ import annotations

import logging
import math
import re
import struct
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from sphinx.util.images import get_image_size

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fontTools.ttLib import TTFont


# How wide and high the letters of a font file are, for a font that stands in for it.
#
# fontTools reads the file (the extra ``fonts``); without it nothing is known.

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
    # Attributes are whole numbers; a small drawing keeps its shape a hundred times as large.
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


# How large a font file becomes when it is read: judged before, by what the file declares.
#
# WOFF packs with zlib, WOFF2 with Brotli, of which 859 bytes can become two gigabytes, and a table
# of letters can name ranges of any size. fontTools unpacks first and compares afterwards. So the
# sizes that a file declares are judged here, and each stream is unpacked piece by piece, no
# further than it declares.
#
# https://www.w3.org/TR/WOFF2/#woff20Header, https://www.w3.org/TR/WOFF/#WOFFHeader,
# https://learn.microsoft.com/typography/opentype/spec/cmap

LARGEST = 32 << 20
"""So many bytes a font may have, packed or unpacked."""

LETTERS = 0x110000
"""So many characters Unicode has room for; a table of letters names no more."""

PIECE = 1 << 16

_WOFF2 = struct.Struct(">4s4sLHHLLHHLLLLL")
_WOFF = struct.Struct(">4s4sLHHLHHLLLLL")
_WOFF_TABLE = struct.Struct(">4sLLLL")


def stays_small(data: bytes) -> bool:
    """Whether a font is no larger than :data:`LARGEST`, also when it is unpacked.

    :param data: the file.
    :raises Exception: whatever is wrong with a broken file.
    """
    if len(data) > LARGEST:
        return False
    if data[:4] == b"wOF2":
        return _woff2_stays_small(data)
    return data[:4] != b"wOFF" or _woff_stays_small(data)


def _woff2_stays_small(data: bytes) -> bool:
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry

    header = _WOFF2.unpack_from(data)
    tables, whole, packed, meta = header[3], header[5], header[6], header[9:12]
    file = BytesIO(data)
    file.seek(_WOFF2.size)
    size = 0
    for _ in range(tables):
        entry = WOFF2DirectoryEntry()
        entry.fromFile(file)
        size += entry.length
    if max(size, whole, meta[2]) > LARGEST:
        return False
    begin = file.tell()
    return _brotli_keeps_to(data[begin : begin + packed], size) and _brotli_keeps_to(
        data[meta[0] : meta[0] + meta[1]], meta[2]
    )


def _woff_stays_small(data: bytes) -> bool:
    header = _WOFF.unpack_from(data)
    places = range(_WOFF.size, _WOFF.size + header[3] * _WOFF_TABLE.size, _WOFF_TABLE.size)
    parts = [_WOFF_TABLE.unpack_from(data, place)[1:4] for place in places]
    parts.append(header[8:11])
    if sum(size for _begin, _packed, size in parts) > LARGEST:
        return False
    return all(
        packed >= size
        or len(zlib.decompressobj().decompress(data[b : b + packed], size + 1)) <= size
        for b, packed, size in parts
    )


def _brotli_keeps_to(packed: bytes, size: int) -> bool:
    """Whether a stream unpacks to *size* bytes at the most."""
    from fontTools.ttLib.woff2 import brotli

    if not packed:
        return True
    stream: Any = brotli.Decompressor()
    found = 0
    try:
        found = len(stream.process(packed, output_buffer_limit=PIECE))
        while found <= size and not stream.is_finished():
            more = len(stream.process(b"", output_buffer_limit=PIECE))
            if not more:
                break  # the rest is missing, which fontTools will say
            found += more
    except TypeError:
        # Brotli before 1.2 has no such limit: a byte at a time bounds what comes of it.
        stream, found = brotli.Decompressor(), 0
        for number in range(len(packed)):
            found += len(stream.process(packed[number : number + 1]))
            if found > size:
                break
    return found <= size


def names_letters_of_unicode(cmap: bytes) -> bool:
    """Whether no subtable of a table of letters names more characters than there are.

    :raises struct.error: when the table ends too early.
    """
    places = {
        struct.unpack_from(">L", cmap, 8 + 8 * number)[0]
        for number in range(struct.unpack_from(">H", cmap, 2)[0])
    }
    return all(_letters_at(cmap, place) <= LETTERS for place in places)


def _letters_at(cmap: bytes, place: int) -> int:
    (form,) = struct.unpack_from(">H", cmap, place)
    if form == 4:
        count = struct.unpack_from(">H", cmap, place + 6)[0] // 2
        ends = struct.unpack_from(f">{count}H", cmap, place + 14)
        begins = struct.unpack_from(f">{count}H", cmap, place + 16 + 2 * count)
        return sum(max(0, end - begin + 1) for begin, end in zip(begins, ends, strict=True))
    if form == 10:
        return int(struct.unpack_from(">L", cmap, place + 16)[0])
    if form in {8, 12, 13}:
        first = place + (8208 if form == 8 else 12)
        (count,) = struct.unpack_from(">L", cmap, first)
        groups = struct.iter_unpack(">LLL", cmap[first + 4 : first + 4 + 12 * count])
        return sum(max(0, end - begin + 1) for begin, end, _glyph in groups)
    return 0
