"""Values out of the events of a YAML text, with their places. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from sphinx_docsjson.text.nesting import TooLarge, check_size
from sphinx_docsjson.text.surrogates import well_formed
from sphinx_docsjson.yaml12.core_schema import STARTS, plain, tagged

_BREAKS = "\x85\u2028\u2029"
"""Line ends in YAML 1.1, and so for libyaml; since 1.2 characters like others."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_PRIVATE = (range(0xF8FF, 0xDFFF, -1), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))

LONGEST_WRITTEN_KEY = 10_000
LONGEST_KEY = 1000
"""Values in a key that is a list or a mapping; it becomes one text."""

_OPEN = object()


class UnreadableYaml(ValueError):
    """A text that is no YAML, or beyond the limits.

    :param line: where, counted from 1; 0 when it is not known.
    """

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.line = line
        self.column = column


class MapEntry(NamedTuple):
    """A key of a mapping or an item of a list: where it stands, counted from 1.

    :param source: the text of a value that is a scalar, before it became a number or a word.
    """

    line: int
    column: int
    source: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What a reading is to note, and its limits."""

    places: bool
    float_of: Callable[[str], Any]
    max_depth: int
    max_values: int


class Builder:
    """Makes values from the events of one text."""

    def __init__(self, text: str, wanted: Wanted, *, pairs: bool = False) -> None:
        """Begin to read.

        :param pairs: whether escapes of surrogate pairs are joined, as JSON means them. libyaml
            refuses them; PyYAML's own parser is much slower.
        """
        there = [mark for mark in _BREAKS if mark in text]
        self.restored = _stand_ins(text, there)
        text = text.translate({ord(mark): number for number, mark in self.restored.items()})
        self.pairs = pairs
        self.event: Callable[[], Any] = _parser(text, in_python=pairs).get_event
        self.float_of = wanted.float_of
        self.max_depth = wanted.max_depth
        self.room = wanted.max_values
        self.repeated: list[tuple[str, int]] = []
        self.entries: dict[int, dict[str | int, MapEntry]] | None = {} if wanted.places else None
        self.anchors: dict[str, Any] = {}
        self.shares = False
        """Whether a value stands in several places, through an alias or a merge."""

    def document(self) -> Any:
        """Return the only document of the text."""
        self.event()
        event = self.event()
        if type(event) is StreamEndEvent:
            return None
        value = self.value(self.event(), 0)
        self.event()
        event = self.event()
        if type(event) is not StreamEndEvent:
            raise _at(event, "expected a single document")
        return value

    def value(self, event: Any, depth: int) -> Any:
        """Return what begins with *event*."""
        kind = type(event)
        if kind is ScalarEvent:
            value = self._scalar(event)
        elif kind is AliasEvent:
            return self._aliased(event)
        else:
            if depth >= self.max_depth:
                raise _at(event, f"it is nested more than {self.max_depth} levels deep")
            if event.anchor is not None:
                self.anchors[event.anchor] = _OPEN
            make = self._mapping if kind is MappingStartEvent else self._sequence
            value = make(depth + 1)
        if event.anchor is not None:
            self.anchors[event.anchor] = value
        return value

    def _aliased(self, event: AliasEvent) -> Any:
        if event.anchor not in self.anchors:
            raise _at(event, f"there is no anchor '&{event.anchor}' above")
        value = self.anchors[event.anchor]
        if value is _OPEN:
            raise _at(event, f"the YAML alias '*{event.anchor}' contains itself")
        self.shares = True
        return value

    def _scalar(self, event: ScalarEvent) -> Any:
        text = self._text(event)
        if event.implicit[0]:
            return plain(text, self.float_of) if text[:1] in STARTS else text
        return tagged(text, event.tag, self.float_of) if event.tag else text

    def _text(self, event: Any) -> str:
        text: str = event.value
        if self.restored:
            text = text.translate(self.restored)
        return well_formed(text) if self.pairs else text

    def _sequence(self, depth: int) -> list[Any]:
        items: list[Any] = []
        entries: dict[str | int, MapEntry] | None = None
        if self.entries is not None:
            entries = self.entries[id(items)] = {}
        while type(event := self.event()) is not SequenceEndEvent:
            if entries is not None:
                entries[len(items)] = self._entry(event, event)
            items.append(self.value(event, depth))
        return items

    def _mapping(self, depth: int) -> dict[str, Any]:
        pairs: dict[str, Any] = {}
        entries: dict[str | int, MapEntry] | None = None
        if self.entries is not None:
            entries = self.entries[id(pairs)] = {}
        merged: list[dict[str, Any]] = []
        while type(key_event := self.event()) is not MappingEndEvent:
            key = self._key(key_event, depth)
            event = self.event()
            value = self.value(event, depth)
            if key == "<<" and _is_plain(key_event) and (sources := _sources(value)) is not None:
                merged += sources
                continue
            if key in pairs:
                self.repeated.append((key, key_event.start_mark.line + 1))
            if entries is not None:
                entries[key] = self._entry(key_event, event)
            pairs[key] = value
        return self._fill(pairs, merged) if merged else pairs

    def _fill(self, pairs: dict[str, Any], merged: list[dict[str, Any]]) -> dict[str, Any]:
        """Add what the mapping itself does not say; an earlier source goes before a later one."""
        self.shares = True
        for source in merged:
            self.room -= len(source)
            if self.room < 0:
                raise TooLarge("it holds too many values (merged ones count)")
            if self.entries is not None:
                places = self.entries[id(source)].items()
                own = self.entries[id(pairs)]
                own.update((key, place) for key, place in places if key not in pairs)
            pairs.update((key, value) for key, value in source.items() if key not in pairs)
        return pairs

    def _entry(self, event: Any, value: Any) -> MapEntry:
        mark = event.start_mark
        source = self._text(value) if type(value) is ScalarEvent else None
        return MapEntry(mark.line + 1, mark.column + 1, source)

    def _key(self, event: Any, depth: int) -> str:
        """Return a key as the text it is written with."""
        if type(event) is ScalarEvent:
            text = self._text(event)
            if event.anchor is not None:
                self.anchors[event.anchor] = text
            return text
        value = self.value(event, depth)
        if isinstance(value, str):
            return value
        check_size(value, max_depth=self.max_depth, max_values=LONGEST_KEY)
        key = json.dumps(value, default=str)
        if len(key) > LONGEST_WRITTEN_KEY:  # quotes are escaped anew at each depth
            raise TooLarge("it has a key that is too long")
        return key


def _parser(text: str, *, in_python: bool) -> Any:
    """Return PyYAML's parser of events; without libyaml the same one in Python, much slower."""
    loader = yaml.SafeLoader if in_python else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return loader(text)


def _stand_ins(text: str, there: list[str]) -> dict[int, str]:
    """Return private characters that *text* does not hold, for those that libyaml misreads.

    Neither does it hold them as escapes. Where all are taken, libyaml reads a line end.
    """
    if not there:
        return {}
    escaped = {int(found[1] or found[2], 16) for found in _ESCAPE.finditer(text)}
    taken = escaped.union(map(ord, text))
    free = (number for numbers in _PRIVATE for number in numbers if number not in taken)
    return dict(zip(free, there, strict=False))


def _is_plain(event: Any) -> bool:
    return type(event) is ScalarEvent and bool(event.implicit[0])


def _sources(value: Any) -> list[dict[str, Any]] | None:
    """Return the mappings that a merge key names, or nothing when it names something else."""
    listed = value if isinstance(value, list) else [value]
    return listed if listed and all(isinstance(item, dict) for item in listed) else None


def _at(event: Any, reason: str) -> UnreadableYaml:
    return UnreadableYaml(reason, event.start_mark.line + 1, event.start_mark.column + 1)
