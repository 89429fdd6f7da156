"""How large a font file becomes when it is read: judged before, by what the file declares.

WOFF packs with zlib, WOFF2 with Brotli, of which 859 bytes can become two gigabytes, and a table
of letters can name ranges of any size. fontTools unpacks first and compares afterwards. So the
sizes that a file declares are judged here, and each stream is unpacked piece by piece, no further
than it declares.

https://www.w3.org/TR/WOFF2/#woff20Header, https://www.w3.org/TR/WOFF/#WOFFHeader,
https://learn.microsoft.com/typography/opentype/spec/cmap
"""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

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
