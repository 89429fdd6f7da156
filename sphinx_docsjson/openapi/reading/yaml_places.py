"""Where the keys and items of a YAML text stand, without composing all of it. Pure.

Block mappings, which is how nearly all files are laid out, are cut by their indentation. What is
left is small, and read by the reader of YAML itself. Whatever does not look like such a mapping
is read in one piece; so is the whole text when a part of it cannot stand alone, because it uses an
anchor from elsewhere.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass

from sphinx_docsjson import yaml12
from sphinx_docsjson.openapi.reading.json_places import Lines, Place
from sphinx_docsjson.yaml12 import Document, UnreadableYaml

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
    '"': re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL),
    "'": re.compile(r"'(?:[^']++|'')*+'"),
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


class YamlPlaces:
    """The places in one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = Lines(text)
        self._cut: dict[int, dict[str, Pair] | None] = {}
        self._read: OrderedDict[tuple[int, int], Document | None] = OrderedDict()

    def place(self, parts: list[str]) -> Place | None:
        """Return line and column of what *parts* lead to, as far as they lead.

        :returns: ``None`` when not even the first of them is there.
        """
        start, end = 0, len(self.text)
        found: Pair | None = None
        exact: Place | None = None
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

    def _exact(self, start: int, end: int, parts: list[str], number: int) -> Place | None:
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


def place_in(document: Document, parts: list[str]) -> Place | None:
    """Return the place of the key or item that *parts* lead to, as far as they lead."""
    found: Place | None = None
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
