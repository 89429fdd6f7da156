"""Finds the line of a JSON pointer in a JSON or YAML file. Pure."""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from codecs import BOM_UTF8
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sphinx_docsjson import yaml12
from sphinx_docsjson.ext.openapi.reading.parse import as_utf8, looks_like_json
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, child, escape, segments
from sphinx_docsjson.site.model import Location
from sphinx_docsjson.yaml12 import Document, UnreadableYaml

# Where the parts of a document are written that its files hold in another shape. Pure.


@dataclass(frozen=True, kw_only=True)
class SourcePointers:
    """What moved between the files and the document.

    :param layers: pointer now → pointer before, the last change first; what lies below a pointer
        moved with it.
    """

    layers: tuple[Mapping[str, str], ...] = ()

    def source(self, pointer: str) -> str:
        """Return the pointer, into the files as they are, of what *pointer* leads to."""
        for moved in self.layers:
            pointer = moved_pointer(pointer, moved)
        return pointer


def moved_pointer(pointer: str, moved: Mapping[str, str]) -> str:
    """Return where *pointer* leads when the parts that *moved* names are elsewhere."""
    if not moved:
        return pointer
    place = normal_pointer(pointer)
    rest = ""
    while place not in moved:
        place, slash, name = place.rpartition("/")
        if not slash:
            return pointer
        rest = f"/{name}{rest}"
    return moved[place] + rest


def normal_pointer(pointer: str) -> str:
    """Return a pointer as :func:`child` writes it, which leaves out the escapes of URLs."""
    return child("#", *segments(pointer)) if "%" in pointer else pointer


AS_WRITTEN = SourcePointers()
"""Nothing moved."""


def file_pointer(file: str, *names: str | int) -> str:
    """Return the pointer of what lies at *names* in another file of a specification."""
    return child(f"#/{FILES}/{escape(file)}", *names)


def pointer_in_file(pointer: str) -> str:
    """Return a pointer without the part that says which file of a specification it leads into."""
    if not pointer.startswith(f"#/{FILES}/"):
        return pointer
    return child("#", *segments(pointer)[2:])


# Where in a file something stands that a JSON pointer names. Only asked for messages.


def locate(
    pointer: str,
    key: str,
    srcdir: Path,
    *,
    place: tuple[int, int] | None = None,
    named: Location | None = None,
) -> Location | str:
    """Return the place of *pointer* in the file that it leads into.

    :param pointer: a pointer into the files of the specification.
    :param key: the first file of the specification.
    :param place: line and column in the file, where they are known.
    :param named: where the project names the specification; the place of what stands in a file
        that is not of the project, or is not there.
    :returns: the nearest place that is known, or the name of the file.
    """
    file, parts = _file_and_parts(pointer, key)
    if not _is_here(srcdir, file):
        root = Location(file=key, line=1, column=1) if _is_here(srcdir, key) else None
        return named or root or file
    if place is not None:
        return Location(file=file, line=place[0], column=place[1])
    path = srcdir / file
    try:
        places = _places(str(path), path.stat().st_mtime_ns)
    except OSError:
        return file
    line, column = (places.place(parts) if places is not None else None) or (1, 1)
    return Location(file=file, line=line, column=column)


def shown_pointer(pointer: str, key: str, srcdir: Path) -> str:
    """Return what a message says of *pointer*: with the file, where its place is another one."""
    file, parts = _file_and_parts(pointer, key)
    shown = pointer_in_file(pointer) if parts else ""
    return shown if _is_here(srcdir, file) or (file == key and not parts) else f"{file}{shown}"


def _file_and_parts(pointer: str, key: str) -> tuple[str, list[str]]:
    """Return the file that a pointer leads into, and the names of the way in it."""
    parts = segments(pointer)
    if parts[:1] == [FILES] and len(parts) > 1:
        return parts[1], parts[2:]
    return key, parts


def _is_here(srcdir: Path, file: str) -> bool:
    """Whether *file* is one that the owner of the project can edit."""
    try:
        return "://" not in file and (srcdir / file).is_file()
    except (OSError, ValueError):
        return False


@lru_cache(maxsize=2)
def _places(path: str, _changed: int) -> JsonLocations | YamlLocations | None:
    """Return what finds places in a file; nothing of it is read before it is asked for."""
    try:
        data = as_utf8(Path(path).read_bytes())
        if looks_like_json(data[:BEGIN].decode("utf-8-sig", "ignore")):
            return JsonLocations(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        return YamlLocations(text.replace("\t", " "))
    except (OSError, ValueError):
        return None


def forget_places() -> None:
    """Let go of the files in which places were looked for."""
    _places.cache_clear()


# Where the keys and items of a YAML text stand, without composing all of it. Pure.
#
# Block mappings, which is how nearly all files are laid out, are cut by their indentation. What is
# left is small, and read by the reader of YAML itself. Whatever does not look like such a mapping
# is read in one piece; so is the whole text when a part of it cannot stand alone, because it uses
# an anchor from elsewhere.

BEGIN = 4096
"""So many bytes show whether a file is JSON."""

SMALL = 4000
"""Characters that are read at once rather than cut further."""

KEPT = 16
"""Documents of parts that are kept, for those who ask for several places in one part."""

_INDEX = re.compile(r"[0-9]{1,9}")
_FIRST = re.compile(r"^( *)(?=[^ #\n])(.*)", re.MULTILINE)
_KEY = re.compile(
    r"""(?:"(?P<double>[^"\\\n]*)"|'(?P<single>(?:[^'\n]|'')*)'"""
    r"""|(?P<plain>[^\s\-?:,\[\]{}#&*!|>'"%@`](?:[^:#\n]|:(?=\S)|(?<=\S)\#)*?))"""
    r"""(?<! )[ ]*+:(?=[ \n]|$)[ ]*+(?P<rest>[^\n]*)"""
)
_ENDS_OF_QUOTES = {
    '"': re.compile(r'"(?>(?:[^"\\]++|\\.)*)"', re.DOTALL),
    "'": re.compile(r"'(?>(?:[^']++|'')*)'"),
}
_NOTHING = re.compile(r"(?:#.*|[&!][^ ]+)?")
"""What may stand behind a key whose value begins on the next line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """A key of a block mapping: from the beginning of its line to that of the next key."""

    start: int
    end: int
    column: int
    inside: int
    """Where the lines of its value begin; 0 when it stands on the line of the key."""


class YamlLocations:
    """The places in one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = Lines(text)
        self._cut: dict[int, dict[str, Pair] | None] = {}
        self._read: OrderedDict[tuple[int, int], Document | None] = OrderedDict()

    def place(self, parts: list[str]) -> LineAndColumn | None:
        """Return line and column of what *parts* lead to, as far as they lead.

        :returns: ``None`` when not even the first of them is there.
        """
        start, end = 0, len(self.text)
        found: Pair | None = None
        exact: LineAndColumn | None = None
        for number, part in enumerate(parts):
            pairs = self._pairs(start, end)
            if pairs is None:
                exact = self._exact(start, end, parts, number)
                break
            pair = pairs.get(part)
            if pair is None:
                break
            found = pair
            last = number + 1 == len(parts)
            if not last and (not pair.inside or pair.end - pair.start <= SMALL):
                exact = self._exact(pair.start, pair.end, parts, number)
                break
            start, end = pair.inside, pair.end
        if exact or found is None:
            return exact
        return (self._lines.of(found.start), found.column)

    def _exact(self, start: int, end: int, parts: list[str], number: int) -> LineAndColumn | None:
        """Return the place that the reader of YAML gives to the parts from *number* on."""
        document = self._document(start, end)
        if document is None:
            start, number = 0, 0
            document = self._document(0, len(self.text))
        found = place_in(document, parts[number:]) if document is not None else None
        return (found[0] + self._lines.of(start) - 1, found[1]) if found else None

    def _document(self, start: int, end: int) -> Document | None:
        if (start, end) in self._read:
            self._read.move_to_end((start, end))
            return self._read[start, end]
        try:
            document: Document | None = yaml12.read(self.text[start:end], places=True)
        except UnreadableYaml:
            document = None
        self._read[start, end] = document
        if len(self._read) > KEPT:
            self._read.popitem(last=False)
        return document

    def _pairs(self, start: int, end: int) -> dict[str, Pair] | None:
        """Return the keys of the block mapping in a part, or ``None`` when it may be none."""
        if start not in self._cut:
            self._cut[start] = self._read_pairs(start, end)
        return self._cut[start]

    def _read_pairs(self, start: int, end: int) -> dict[str, Pair] | None:
        first = _FIRST.search(self.text, start, end)
        while first is not None and first.group() == "---" and start == 0:
            first = _FIRST.search(self.text, first.end(), end)
        if first is None:
            return None
        width = len(first.group(1))
        lines = re.compile(rf"^ {{{width}}}(?=[^ #\n])", re.MULTILINE)
        found: list[tuple[str, int, int]] = []
        at = first.start()
        while (line := lines.search(self.text, at, end)) is not None:
            at = line.end()
            if (found and self.text[at] in "]}") or self.text.startswith(("- ", "-\n"), at):
                if not found:
                    return None
                at += 1
                continue
            key = _KEY.match(self.text, at, end)
            if key is None:
                return None
            name = _name(key)
            rest = key["rest"]
            if name == "<<" or rest[:1] == "*":
                return None
            inside = key.end() + 1 if _NOTHING.fullmatch(rest) else 0
            found.append((name, line.start(), inside))
            at = key.end()
            if rest[:1] in _ENDS_OF_QUOTES:
                closed = _ENDS_OF_QUOTES[rest[0]].match(self.text, key.start("rest"), end)
                if closed is None:
                    return None
                at = max(at, closed.end())
            elif rest[:1] in ("[", "{") and not _is_closed(rest):
                return None
        ends = [begin for _name, begin, _inside in found[1:]] + [end]
        return {
            name: Pair(start=begin, end=stop, column=width + 1, inside=inside)
            for (name, begin, inside), stop in zip(found, ends, strict=True)
        }


def place_in(document: Document, parts: list[str]) -> LineAndColumn | None:
    """Return the place of the key or item that *parts* lead to, as far as they lead."""
    found: LineAndColumn | None = None
    value = document.value
    for part in parts:
        key = int(part) if isinstance(value, list) and _INDEX.fullmatch(part) else part
        entry = document.entry(value, key)
        if entry is None:
            break
        found = (entry.line, entry.column)
        value = value[key]
    return found


def _name(key: re.Match[str]) -> str:
    if key["double"] is not None:
        return key["double"]
    if key["single"] is not None:
        return key["single"].replace("''", "'")
    return key["plain"]


def _is_closed(rest: str) -> bool:
    """Whether the brackets of a line are closed on it; quotes are not looked at closely."""
    opened = rest.count("[") + rest.count("{")
    return opened <= rest.count("]") + rest.count("}")


# Where the keys and items of a JSON text stand: found by skipping what lies before them. Pure.

_STRING = r'"(?>(?:[^"\\]++|\\.)*)"'
_PLAIN = r'[^"{}\[\]]++'


def _within(levels: int) -> str:
    """Return a pattern of what may stand in a container, with so many levels of others."""
    inner = rf"|[\[{{]{_within(levels - 1)}[\]}}]" if levels else ""
    return rf"(?>(?:{_PLAIN}|{_STRING}{inner})*)"


_SKIPPED = re.compile(_within(3), re.DOTALL)
"""Containers of few levels are passed in one step, which is what makes it fast."""

_TEXT = re.compile(_STRING, re.DOTALL)
_WORD = re.compile(r"[^\s,\]}]+")
_SPACE = re.compile(r"\s*")

LineAndColumn = tuple[int, int]
"""A line and a column, counted from 1."""

Member = tuple[int, int]
"""Where a member begins, with its key, and where its value does."""


class Lines:
    """The lines of a text, which are looked for once: counting takes long in a long text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ends: array[int] | None = None

    def of(self, at: int) -> int:
        """Return the line of an offset, counted from 1."""
        if self._ends is None:
            self._ends = array("L", (found.start() for found in re.finditer("\n", self.text)))
        return bisect_left(self._ends, at) + 1


class JsonLocations:
    """The places in one text; each container that is asked for is looked through once.

    The text is held as its bytes are, a character each: one emoji would make a text four times as
    large, and descriptions have tens of megabytes.
    """

    def __init__(self, text: str | bytes) -> None:
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        self.text = data.removeprefix(BOM_UTF8).decode("latin-1")
        self._lines = Lines(self.text)
        self._members: dict[int, dict[str, Member]] = {}

    def place(self, parts: list[str]) -> LineAndColumn | None:
        """Return line and column of what *parts* lead to, as far as they lead.

        :returns: ``None`` when not even the first of them is there.
        """
        offset = self._offset(parts)
        if offset is None:
            return None
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return self._lines.of(offset), len(_as_written(before)) + 1

    def _offset(self, parts: list[str]) -> int | None:
        found: int | None = None
        at = self._after_space(0)
        for part in parts:
            member = self._of(at).get(part)
            if member is None:
                break
            found, at = member
        return found

    def _of(self, at: int) -> dict[str, Member]:
        """Return the members of the container that begins at *at*; of others there are none."""
        if at not in self._members:
            self._members[at] = self._read(at)
        return self._members[at]

    def _read(self, at: int) -> dict[str, Member]:
        members: dict[str, Member] = {}
        opening = self.text[at : at + 1]
        if opening not in ("{", "["):
            return members
        at = self._after_space(at + 1)
        number = 0
        while at < len(self.text) and self.text[at] not in "}]":
            begin = at
            key = str(number)
            if opening == "{":
                word = _TEXT.match(self.text, at)
                if word is None:
                    break
                key = _key(word.group())
                at = self._after_space(word.end())
                if self.text[at : at + 1] != ":":
                    break
                at = self._after_space(at + 1)
            members[key] = (begin, at)
            number += 1
            at = self._after_space(self._end_of(at))
            if self.text[at : at + 1] != ",":
                break
            at = self._after_space(at + 1)
        return members

    def _end_of(self, at: int) -> int:
        """Return where the value that begins at *at* ends."""
        first = self.text[at : at + 1]
        if first not in ("{", "["):
            found = (_TEXT if first == '"' else _WORD).match(self.text, at)
            return found.end() if found else len(self.text)
        depth = 0
        while at < len(self.text):
            if self.text[at] in "{[":
                depth += 1
            elif self.text[at] in "}]":
                depth -= 1
            else:
                break  # a string that does not end
            at += 1
            if depth == 0:
                return at
            skipped = _SKIPPED.match(self.text, at)
            at = skipped.end() if skipped else len(self.text)
        return len(self.text)

    def _after_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at


def _as_written(text: str) -> str:
    """Return the text that bytes stand for."""
    return text.encode("latin-1").decode("utf-8", "replace")


def _key(written: str) -> str:
    written = written if written.isascii() else _as_written(written)
    if "\\" not in written:
        return written[1:-1]
    try:
        return str(json.loads(written))
    except ValueError:
        return written[1:-1]
