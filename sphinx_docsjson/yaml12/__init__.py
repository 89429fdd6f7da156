"""The one reader of YAML: YAML 1.2 with its core schema, within limits, with places. Pure.

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

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from sphinx_docsjson.text.nesting import MAX_DEPTH, MAX_VALUES, TooLarge, check_size
from sphinx_docsjson.yaml12.composer import Builder, MapEntry, UnreadableYaml, Wanted
from sphinx_docsjson.yaml12.core_schema import float_of_text

__all__ = ["Document", "Entry", "UnreadableYaml", "read"]

SHORTEST_VALUE = 2
"""A value takes so many characters at least, with what parts it from the next one."""

_TABS_ONLY = re.compile(r"^[ ]*\t[ \t]*$", re.MULTILINE)
"""Blank lines over which libyaml stops where no text is expected."""

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a character as JSON escapes it, such as an emoji; libyaml stops over it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """What a text holds.

    :param repeated: the keys that occur twice in one mapping, with the lines they are on.
    :param entries: the places in each mapping and list, by its identity; see :meth:`entry`.
    """

    value: Any
    repeated: tuple[tuple[str, int], ...] = ()
    entries: Mapping[int, Mapping[str | int, MapEntry]] = field(default_factory=dict)

    def entry(self, container: Any, key: str | int) -> MapEntry | None:
        """Return where *key* stands in a mapping or list of this document."""
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

    :param places: whether to note where everything stands.
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
        emptied = _TABS_ONLY.sub("", text)
        pairs = _SURROGATE.search(text) is not None
        if emptied == text and not pairs:
            raise
        try:
            return _read(emptied, wanted, pairs=pairs)
        except UnreadableYaml:
            raise error from None


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
        reason = f"the quote that opens here is closed in line {mark.line + 1} only; close it"
        return UnreadableYaml(reason, opened.line + 1, opened.column + 1)
    lines = text.split("\n", mark.line + 1)
    written = lines[mark.line] if mark.line < len(lines) else ""
    if "\t" in written[: mark.column + 1] and not written[: mark.column].strip():
        column = written.index("\t") + 1
        reason = "a tab stands here, and YAML is indented with spaces; write spaces"
        return UnreadableYaml(reason, mark.line + 1, column)
    reason = error.problem or str(error.context)
    if began is not None and str(error.context).startswith("while parsing a flow"):
        reason += f" for the bracket that opens in line {began.line + 1}, found"
    return UnreadableYaml(reason, mark.line + 1, mark.column + 1)


def _long_quote(text: str, line: int) -> yaml.Mark | None:
    """Return where a quoted text of several lines begins that ends in *line*, before a mistake."""
    found = None
    try:
        for token in yaml.scan(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if token.start_mark.line > line:
                break
            quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
            if quoted and token.start_mark.line < line == token.end_mark.line:
                found = token.start_mark
    except yaml.YAMLError:
        pass  # the mistake that is told
    return found


_PRINTABLE = "\\t\\n\\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_REFUSED = re.compile(f"[^{_PRINTABLE}]")


def _refused_character(text: str) -> UnreadableYaml:
    """Say where the character stands over which libyaml stopped."""
    found = _REFUSED.search(text)
    if found is None:
        return UnreadableYaml("it cannot be read")
    line = text.count("\n", 0, found.start()) + 1
    column = found.start() - text.rfind("\n", 0, found.start())
    code = f"U+{ord(found.group()):04X}"
    return UnreadableYaml(f"the character {code} may not stand in YAML", line, column)
