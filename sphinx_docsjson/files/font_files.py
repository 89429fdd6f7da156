"""How wide and high the letters of a font file are, for a font that stands in for it. Pure.

Read are the few tables that say so, of TrueType, OpenType, WOFF and, with Brotli, WOFF2.
"""

from __future__ import annotations

import struct
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

WANTED = frozenset({"head", "hhea", "hmtx", "maxp", "cmap", "OS/2"})

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

_LARGEST = 32 << 20
"""How many bytes a file may have, packed or not."""

_KNOWN_TAGS = (
    *("cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf"),
    *("loca", "prep", "CFF ", "VORG", "EBDT", "EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT"),
    *("VDMX", "vhea", "vmtx", "BASE", "GDEF", "GPOS", "GSUB", "EBSC", "JSTF", "MATH", "CBDT"),
    *("CBLC", "COLR", "CPAL", "SVG ", "sbix", "acnt", "avar", "bdat", "bloc", "bsln", "cvar"),
    *("fdsc", "feat", "fmtx", "fvar", "gvar", "hsty", "just", "lcar", "mort", "morx", "opbd"),
    *("prop", "trak", "Zapf", "Silf", "Glat", "Gloc", "Feat", "Sill"),
)
"""The tables that WOFF2 names by number."""


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
    return _metrics(path, found.st_mtime_ns) if found.st_size <= _LARGEST else None


@lru_cache(maxsize=64)
def _metrics(path: Path, _changed: int) -> FontMetrics | None:
    with suppress(OSError, ValueError, LookupError, struct.error, zlib.error):
        return metrics_of(_tables(path.read_bytes()))
    return None


def metrics_of(tables: Mapping[str, bytes]) -> FontMetrics:
    """Return the metrics that tables of a font say.

    :raises LookupError: when a table or a letter is missing.
    :raises ValueError: when a table says nonsense.
    """
    (per_em,) = struct.unpack_from(">H", tables["head"], 18)
    ascent, descent, gap = struct.unpack_from(">hhh", tables["hhea"], 4)
    if "OS/2" in tables and len(tables["OS/2"]) >= 74:
        (selection,) = struct.unpack_from(">H", tables["OS/2"], 62)
        if selection & 1 << 7 or not (ascent or descent):
            ascent, descent, gap = struct.unpack_from(">hhh", tables["OS/2"], 68)
    (count,) = struct.unpack_from(">H", tables["hhea"], 34)
    glyph_of = _cmap(tables["cmap"])

    def advance(letter: str) -> int:
        index = min(glyph_of[ord(letter)], count - 1)
        return int(struct.unpack_from(">H", tables["hmtx"], 4 * index)[0])

    total = sum(share * advance(letter) for letter, share in SHARES.items())
    width = total / sum(SHARES.values())
    if not (16 <= per_em <= 16384 and width > 0 and ascent > 0):
        raise ValueError("no font says this")
    return FontMetrics(
        width=width / per_em,
        ascent=ascent / per_em,
        descent=abs(descent) / per_em,
        line_gap=max(gap, 0) / per_em,
    )


def _tables(data: bytes) -> dict[str, bytes]:
    """Return the wanted tables of a font file.

    :raises ValueError: when it is none.
    """
    readers: dict[bytes, Callable[[bytes], Iterator[tuple[str, bytes]]]] = {
        b"\0\1\0\0": _of_sfnt,
        b"true": _of_sfnt,
        b"OTTO": _of_sfnt,
        b"wOFF": _of_woff,
        b"wOF2": _of_woff2,
    }
    if data[:4] not in readers:
        raise ValueError("no font file")
    return dict(readers[data[:4]](data))


def _of_sfnt(data: bytes) -> Iterator[tuple[str, bytes]]:
    (count,) = struct.unpack_from(">H", data, 4)
    for number in range(count):
        tag, _sum, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * number)
        if (name := tag.decode("latin-1")) in WANTED:
            yield name, data[start : start + length]


def _of_woff(data: bytes) -> Iterator[tuple[str, bytes]]:
    (count,) = struct.unpack_from(">H", data, 12)
    for number in range(count):
        tag, start, packed, length = struct.unpack_from(">4sLLL", data, 44 + 20 * number)
        if (name := tag.decode("latin-1")) not in WANTED:
            continue
        table = data[start : start + packed]
        if packed < length:
            table = zlib.decompressobj().decompress(table, min(length, _LARGEST))
        yield name, table


def _of_woff2(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the tables of WOFF2, which are packed as one with Brotli (W3C, WOFF 2.0, §4)."""
    (count,) = struct.unpack_from(">H", data, 12)
    total, packed = struct.unpack_from(">LL", data, 16)
    at, entries = 48, []
    for _number in range(count):
        flags = data[at]
        at += 1
        if flags & 63 == 63:
            tag, at = data[at : at + 4].decode("latin-1"), at + 4
        else:
            tag = _KNOWN_TAGS[flags & 63]
        length, at = _number_at(data, at)
        # The null transform is number 3 for outlines, and 0 for everything else.
        is_changed = flags >> 6 != (3 if tag in {"glyf", "loca"} else 0)
        stored = length
        if is_changed:
            stored, at = _number_at(data, at)
        entries.append((tag, stored, is_changed))
    if total > _LARGEST:
        raise ValueError("too large")
    text = _unpacked(data[at : at + packed])
    start = 0
    for tag, stored, is_changed in entries:
        if tag in WANTED and not is_changed:
            yield tag, text[start : start + stored]
        start += stored


def _unpacked(packed: bytes) -> bytes:
    try:
        import brotli
    except ImportError:
        raise LookupError("brotli is not installed") from None
    try:
        return bytes(brotli.decompress(packed))
    except brotli.error as error:
        raise ValueError(str(error)) from None


def _number_at(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, and where the next one begins."""
    number = 0
    for index in range(5):
        byte = data[at + index]
        number = number << 7 | byte & 127
        if not byte & 128:
            return number, at + index + 1
    raise ValueError("no end of a number")


def _cmap(table: bytes) -> Mapping[int, int]:
    """Return letters → glyphs of the first map of Unicode, for the letters of a text."""
    (count,) = struct.unpack_from(">H", table, 2)
    for number in range(count):
        platform, _encoding, start = struct.unpack_from(">HHL", table, 4 + 8 * number)
        (form,) = struct.unpack_from(">H", table, start)
        if platform in {0, 3} and form in {4, 12}:
            look_up = _in_ranges if form == 4 else _in_groups
            found = {ord(letter): look_up(table, start, ord(letter)) for letter in SHARES}
            return {letter: glyph for letter, glyph in found.items() if glyph}
    return {}


def _in_ranges(table: bytes, start: int, letter: int) -> int:
    """Look a letter up in a map of format 4."""
    (twice,) = struct.unpack_from(">H", table, start + 6)
    ends, starts = start + 14, start + 16 + twice
    for at in range(0, twice, 2):
        (last,) = struct.unpack_from(">H", table, ends + at)
        if letter > last:
            continue
        (first,) = struct.unpack_from(">H", table, starts + at)
        (delta,) = struct.unpack_from(">H", table, starts + twice + at)
        place = starts + 2 * twice + at
        (offset,) = struct.unpack_from(">H", table, place)
        if letter < first:
            return 0
        if not offset:
            return int((letter + delta) & 0xFFFF)
        (glyph,) = struct.unpack_from(">H", table, place + offset + 2 * (letter - first))
        return (glyph + delta) & 0xFFFF if glyph else 0
    return 0


def _in_groups(table: bytes, start: int, letter: int) -> int:
    """Look a letter up in a map of format 12."""
    (count,) = struct.unpack_from(">L", table, start + 12)
    for number in range(min(count, 0xFFFF)):
        first, last, glyph = struct.unpack_from(">LLL", table, start + 16 + 12 * number)
        if first <= letter <= last:
            return int(glyph + letter - first)
    return 0
