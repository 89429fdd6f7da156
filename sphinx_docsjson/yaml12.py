"""The YAML reader: YAML 1.2 with its core schema, limits and locations. Pure.

The grammar is libyaml's, which reads 1.1 and nearly all of 1.2; what the scalars mean is section
10.3.2 of YAML 1.2: no dates, no ``yes`` and ``no``, no sexagesimal numbers, no underscores. Only
*events* are taken from PyYAML, whose parsers keep their own stack. Its composers are recursive,
and the one in C takes the interpreter down with it when a text is nested deeply.

Where the specification leaves something open, or would cost an author something:

- a key is the text it is written with, whatever it looks like (``200:``, ``no:``);
- a key that occurs twice counts the last time, and is reported;
- ``<<`` merges mappings, as in YAML 1.1, when its value is a mapping or a list of mappings;
- a decimal number with leading zeros (``007``) stays text, because the zeros would be lost;
- a tag that is not of the core schema (``!secret``, ``!!binary``) is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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

from sphinx_docsjson.base.messages import MAX_DEPTH, MAX_VALUES, TooLarge, check_size, well_formed

__all__ = ["Document", "MapEntry", "UnreadableYaml", "read"]

SHORTEST_VALUE = 2
"""How many characters a value takes at least, with what parts it from the next one."""

_TABS = re.compile(r"^ *\t[ \t]*(?=#|$)|^ *[-?:] *\t[ \t]*", re.MULTILINE)
"""Tabs before comments, on blank lines and behind dashes, over which libyaml stops."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a character as JSON escapes it, such as an emoji; libyaml stops over it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """The content of a text.

    :param repeated: the keys that occur twice in one mapping, with the lines they are on.
    :param entries: the places in each mapping and list, by its identity; see :meth:`entry`.
    """

    value: Any
    repeated: tuple[tuple[str, int], ...] = ()
    entries: Mapping[int, Mapping[str | int, MapEntry]] = field(default_factory=dict)

    def entry(self, container: Any, key: str | int) -> MapEntry | None:
        """Return where *key* is in a mapping or list of this document."""
        return self.entries.get(id(container), {}).get(key)


def read(
    text: str,
    *,
    places: bool = False,
    float_of: Callable[[str], Any] | None = None,
    max_depth: int = MAX_DEPTH,
    max_values: int = MAX_VALUES,
) -> Document:
    """Return the values of a YAML text; an empty one holds ``None``.

    :param places: whether to note where everything is.
    :param float_of: makes a value from the text of a floating point number.
    :param max_values: counted after every alias is written out.
    :raises UnreadableYaml: when there is nothing to return.
    """
    wanted = Wanted(
        places=places,
        float_of=float_of or float_of_text,
        max_depth=max_depth,
        max_values=max_values,
    )
    try:
        return _read(text, wanted)
    except UnreadableYaml as error:
        pairs = _SURROGATE.search(text) is not None
        if not pairs and not _TABS.search(text):
            raise
        try:
            return _read(_with_spaces(text), wanted, pairs=pairs)
        except (UnreadableYaml, yaml.YAMLError):
            raise error from None


def _with_spaces(text: str) -> str:
    """Return *text* with spaces for the tabs that are between values, not inside them."""
    written = text.split("\n")
    spaced = _TABS.sub(lambda found: found[0].replace("\t", " "), text).split("\n")
    scanned = "\n".join([*spaced, ""]).translate(dict.fromkeys(map(ord, _BREAKS), " "))
    for token in yaml.scan(scanned, Loader=_LOADER) if spaced != written else ():
        if isinstance(token, yaml.ScalarToken):
            is_block = token.style in ("|", ">")
            lines = range(token.start_mark.line + 1, token.end_mark.line + (not is_block))
            same = [spaced[n] for n in lines if is_block and spaced[n] == written[n]]
            indent = min(
                (len(one) - len(one.lstrip(" ")) for one in same if one.strip()), default=0
            )
            for number in lines:
                one = written[number]
                if one.find("\t") >= indent and (is_block or one.strip()):
                    spaced[number] = one
    return "\n".join(spaced)


def _read(text: str, wanted: Wanted, *, pairs: bool = False) -> Document:
    try:
        builder = Builder(text, wanted, pairs=pairs)
        value = builder.document()
        if builder.shares or len(text) > wanted.max_values * SHORTEST_VALUE:
            check_size(value, max_depth=wanted.max_depth, max_values=wanted.max_values)
    except TooLarge as error:
        raise UnreadableYaml(str(error)) from None
    except RecursionError:  # the caller was deep in the stack already
        raise UnreadableYaml("it is nested too deeply") from None
    except yaml.MarkedYAMLError as error:
        raise _told(text, error) from None
    except (yaml.YAMLError, ValueError) as error:
        if isinstance(error, UnreadableYaml):
            raise
        raise _refused_character(text) from None
    return Document(value=value, repeated=tuple(builder.repeated), entries=builder.entries or {})


def _told(text: str, error: yaml.MarkedYAMLError) -> UnreadableYaml:
    """Return where a mistake was made, which may be lines before the one that libyaml stops at."""
    mark, began = error.problem_mark, error.context_mark
    if began is not None and error.context == "while scanning a quoted scalar":
        reason = "the quote that opens here is never closed; close it"
        return UnreadableYaml(reason, began.line + 1, began.column + 1)
    if mark is None:
        line, column = (began.line + 1, began.column + 1) if began else (0, 0)
        return UnreadableYaml(error.problem or str(error.context), line, column)
    if (opened := _long_quote(text, mark.line)) is not None:
        reason = f"the quote that opens here is closed in line {mark.line + 1}; close it earlier"
        return UnreadableYaml(reason, opened.line + 1, opened.column + 1)
    lines = text.split("\n", mark.line + 1)
    written = lines[mark.line] if mark.line < len(lines) else ""
    if "\t" in written[: mark.column + 1] and not written[: mark.column].strip():
        column = written.index("\t") + 1
        reason = "there is a tab here, and YAML is indented with spaces; use spaces"
        return UnreadableYaml(reason, mark.line + 1, column)
    reason = error.problem or str(error.context)
    if "nesting depth" in reason:  # PyYAML 6.0.4 counts before it gives an event
        reason = "it is nested too deeply"
    if began is not None and str(error.context).startswith("while parsing a flow"):
        reason += f" for the bracket that opens in line {began.line + 1}, found"
    return UnreadableYaml(reason, mark.line + 1, mark.column + 1)


def _long_quote(text: str, line: int) -> yaml.Mark | None:
    """Return where a quoted text of several lines begins that ends in *line*, before a mistake."""
    found = None
    try:
        for token in yaml.scan(text, Loader=_LOADER):
            if token.start_mark.line > line:
                break
            quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
            if quoted and token.start_mark.line < line == token.end_mark.line:
                found = token.start_mark
    except yaml.YAMLError:
        pass  # the mistake that is reported
    return found


_PRINTABLE = "\\t\\n\\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_REFUSED = re.compile(f"[^{_PRINTABLE}]")


def _refused_character(text: str) -> UnreadableYaml:
    """Name the character that libyaml stopped at."""
    found = _REFUSED.search(text)
    if found is None:
        return UnreadableYaml("it cannot be read")
    line = text.count("\n", 0, found.start()) + 1
    column = found.start() - text.rfind("\n", 0, found.start())
    code = f"U+{ord(found.group()):04X}"
    return UnreadableYaml(f"the character {code} is not allowed in YAML", line, column)


# Values out of the events of a YAML text, with their places. Pure.

_BREAKS = "\x85\u2028\u2029"
"""Line ends in YAML 1.1, and so for libyaml; since 1.2 characters like others."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_PRIVATE = (range(0xF8FF, 0xDFFF, -1), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))

LONGEST_WRITTEN_KEY = 10_000
LONGEST_KEY = 1000
"""Values in a key that is a list or a mapping; it becomes one text."""

_OPEN = object()


class UnreadableYaml(ValueError):
    """A text that is not YAML, or beyond the limits.

    :param line: where, counted from 1; 0 when it is not known.
    """

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.line = line
        self.column = column


class MapEntry(NamedTuple):
    """A key of a mapping or an item of a list: where it is, counted from 1.

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
        """Whether a value is in several places, through an alias or a merge."""

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
                raise TooLarge("it contains too many values (merged ones count)")
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
        if len(key) > LONGEST_WRITTEN_KEY:  # quotes are escaped again at each depth
            raise TooLarge("it has a key that is too long")
        return key


def _parser(text: str, *, in_python: bool) -> Any:
    """Return PyYAML's parser of events; without libyaml the same one in Python, much slower."""
    return (yaml.SafeLoader if in_python else _LOADER)(text)


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


# What a scalar of YAML 1.2 means: its core schema, section 10.3.2. Pure.

LONGEST_NUMBER = 300
"""Digits beyond which a whole number stays text: Python refuses to write it out again."""

_CORE = "tag:yaml.org,2002:"
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
STARTS = frozenset({"", *"~nNtTfF-+.0123456789"})
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_PADDED = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


def plain(text: str, float_of: Callable[[str], Any]) -> Any:
    """Return the value of a scalar that has neither quotes nor a tag."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0].isalpha():
        return text
    if _PADDED.fullmatch(text):
        short = len(text) <= LONGEST_NUMBER
        return int(text) if short and _DECIMAL.fullmatch(text) else text
    if _FLOAT.fullmatch(text):
        return float_of(text)
    for pattern, base in ((_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            return int(text[2:], base) if len(text) <= LONGEST_NUMBER else text
    return text


def tagged(text: str, tag: str, float_of: Callable[[str], Any]) -> Any:
    """Return the value of a scalar whose tag says what it is, if it can be that."""
    name = tag.removeprefix(_CORE)
    value = plain(text, float_of) if name in ("null", "bool", "int", "float") else text
    if name == "float" and type(value) is int:
        return float_of(text) if _FLOAT.fullmatch(text) else float(value)
    fits = {"null": value is None, "bool": type(value) is bool, "int": type(value) is int}
    return value if fits.get(name, isinstance(value, float)) else text


def float_of_text(text: str) -> float:
    """Return the value of a floating point number; Python knows infinity without the dot."""
    return float(text.replace(".", "", 1) if text.lower().endswith(("inf", "nan")) else text)
