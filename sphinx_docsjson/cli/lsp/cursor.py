"""Finds what is at the cursor in a page: a tag, attribute, link, field or role. Pure.

Text that is being written is rarely complete, so nothing here parses a whole page: it looks back
from the cursor for the start, and forward to the end of the word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class CursorElement(Enum):
    """What a cursor can be in."""

    NOTHING = "nothing"
    COMPONENT = "component"
    """The name of a tag or of a directive."""
    ATTRIBUTE = "attribute"
    """The name of an attribute of ``owner``."""
    VALUE = "value"
    """The value of the attribute ``name`` of ``owner``."""
    FIELD = "field"
    """The name of a field of front matter."""
    FIELD_VALUE = "field value"
    """The value of the field ``name``."""
    LINK = "link"
    """Where a link leads."""
    ROLE = "role"
    """What the role ``name`` refers to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AtCursor:
    """The word at the cursor.

    :param start: where the word begins in the text, and ``end`` where it ends.
    :param typed: the part before the cursor.
    :param owner: the component that an attribute belongs to, as it is written.
    :param name: the attribute, the field or the role that a value belongs to.
    :param given: the attributes or fields that are there already.
    """

    element: CursorElement = CursorElement.NOTHING
    text: str = ""
    typed: str = ""
    start: int = 0
    end: int = 0
    owner: str = ""
    name: str = ""
    given: frozenset[str] = frozenset()


REACH = 4000
"""How many letters before the cursor a tag begins at most."""

_WORD = re.compile(r"[\w.:-]*")
_FENCE = re.compile(r"^[ \t>*+-]*+(?:`{3,}|:{3,}|~{3,})\{([\w.:-]*)", re.MULTILINE)
_RST = re.compile(r"^[ \t]*+\.\.[ ]+(?:\|[^|\n]*\|[ ]+)?([\w.-]*(?::[\w.-]+)?)", re.MULTILINE)
_OPTION = re.compile(r"[ \t>]*:([\w-]*)")
_OPTION_VALUE = re.compile(r"[ \t>]*:([\w-]+):[ \t]*")
_FIELD = re.compile(r"([\w:.-]+)[ \t]*:[ \t]*")
_BELOW = re.compile(r"[ \t]+(?:-[ \t]+)?")
_LINK = re.compile(r"\]\([ \t]*<?([^()\s<>\"']*)\Z")
_DEFINED = re.compile(r"^[ \t]{0,3}\[[^\]\n]+\]:[ \t]*<?([^\s<>]*)\Z")
_RST_LINK = re.compile(r"`[^`<>\n]*<([^`<>\n]*)\Z")
_ROLE = re.compile(r"(?:\{([\w.:+-]+)\}|(?<![\w`:]):([A-Za-z][\w.:+-]*):)`([^`\n]*)\Z")
_END_OF_LINK = re.compile(r"[^()\s<>\"'`]*")
_END_OF_TARGET = re.compile(r"[^<>`\n]*")
_TAG = re.compile(r"<([A-Za-z][\w.]*)?")
_NAME = re.compile(r"[A-Za-z_:][\w:.-]*")
_SPACE = re.compile(r"\s*")


def at_cursor(text: str, offset: int, suffix: str) -> AtCursor:
    """Return what is at the place *offset* of a page.

    :param suffix: the ending of the file, which says what is markup.
    """
    line_start = text.rfind("\n", 0, offset) + 1
    if suffix != ".rst" and (end := front_matter_end(text)) and offset <= end:
        return _in_front_matter(text, line_start, offset)
    before = text[line_start:offset]
    if (found := _in_link(text, line_start, offset, suffix)) is not None:
        return found
    if suffix == ".rst":
        return _in_directive(text, line_start, offset, _RST) or AtCursor()
    if (found := _in_tag(text, offset)) is not None:
        return found
    if suffix != ".mdx" or "{" in before or before.lstrip().startswith(":"):
        return _in_directive(text, line_start, offset, _FENCE) or AtCursor()
    return AtCursor()


def _at(
    element: CursorElement, text: str, start: int, offset: int, end: int, **more: object
) -> AtCursor:
    return AtCursor(
        element=element,
        text=text[start:end],
        typed=text[start:offset],
        start=start,
        end=end,
        **more,  # type: ignore[arg-type]  # owner, name and given, each of its type
    )


# Front matter.


def front_matter_end(text: str) -> int:
    """Return where the front matter ends that a page begins with; 0 without any."""
    if not re.match(r"---[ \t]*\r?\n", text):
        return 0
    closing = re.compile(r"^---[ \t]*\r?$", re.MULTILINE).search(text, 4)
    return closing.start() if closing else 0


def _in_front_matter(text: str, line_start: int, offset: int) -> AtCursor:
    line_end = _line_end(text, offset)
    named = _FIELD.match(text, line_start, line_end)
    given = frozenset(re.findall(r"^([\w:.-]+)[ \t]*:", text[: front_matter_end(text)], re.M))
    if named is not None and offset >= named.end():
        start, end = _unquoted(text, named.end(), line_end)
        if start <= offset:
            return _at(
                CursorElement.FIELD_VALUE, text, start, offset, max(end, offset), name=named[1]
            )
    below = _BELOW.match(text, line_start, line_end)
    if below is not None and offset >= below.end():
        over = re.findall(r"^([\w:.-]+)[ \t]*:", text[:line_start], re.M)
        start, end = _unquoted(text, below.end(), line_end)
        name = over[-1] if over else ""
        return _at(CursorElement.FIELD_VALUE, text, start, offset, max(end, offset), name=name)
    end = _end(_WORD, text, line_start, line_end)
    if offset <= end or not text[line_start:offset].strip():
        word = text[line_start:end].rstrip(":")
        return _at(
            *(CursorElement.FIELD, text, line_start, offset, max(line_start + len(word), offset)),
            given=given - {word},
        )
    return AtCursor()


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    value = text[start:end].rstrip()
    if value[:1] in {"'", '"'}:
        quote = value[0]
        return start + 1, start + (len(value) - 1 if value[1:].endswith(quote) else len(value))
    return start, start + len(value)


# Links and roles, which are inside a line.


def _in_link(text: str, line_start: int, offset: int, suffix: str) -> AtCursor | None:
    before = text[line_start:offset]
    if (role := _ROLE.search(before)) is not None:
        start = line_start + role.start(3)
        named = text.find("<", start, offset)
        start = named + 1 if named >= 0 else start
        end = _end(_END_OF_TARGET, text, offset)
        if text[end : end + 1] == "<" and named < 0:  # in the words before the target
            start, end = end + 1, _end(_END_OF_TARGET, text, end + 1)
        return _at(CursorElement.ROLE, text, start, offset, end, name=role[1] or role[2])
    for pattern in (_RST_LINK,) if suffix == ".rst" else (_LINK, _DEFINED):
        if (link := pattern.search(before)) is not None:
            start = line_start + link.start(1)
            ending = _END_OF_TARGET if suffix == ".rst" else _END_OF_LINK
            return _at(CursorElement.LINK, text, start, offset, _end(ending, text, offset))
    return None


# Tags: from the last angle that opens one, its attributes are gone through up to the cursor.


def _in_tag(text: str, offset: int) -> AtCursor | None:
    opening = text.rfind("<", max(0, offset - REACH), offset)
    while opening >= 0:
        found = _from_angle(text, opening, offset)
        if found is not None:
            return found
        # An angle inside a quoted value belongs to the tag around it.
        opening = text.rfind("<", max(0, offset - REACH), opening)
        if opening >= 0 and text.count("\n", opening, offset) > 40:
            return None
    return None


def _from_angle(text: str, opening: int, offset: int) -> AtCursor | None:
    match = _TAG.match(text, opening)
    if match is None:
        return None
    start = opening + 1
    if offset <= match.end():
        return _at(CursorElement.COMPONENT, text, start, offset, match.end())
    owner, at = match[1] or "", match.end()
    if not owner or not owner[0].isupper() or text[at : at + 1] not in {" ", "\t", "\n", "\r"}:
        return None
    given: set[str] = set()
    while True:
        at = _end(_SPACE, text, at)
        if at >= offset:
            rest = _end(_NAME, text, offset) if at == offset else offset
            return _at(
                *(CursorElement.ATTRIBUTE, text, offset, offset, rest),
                owner=owner,
                given=frozenset(given),
            )
        name = _NAME.match(text, at)
        if name is None:
            return None
        if offset <= name.end():
            return _at(
                *(CursorElement.ATTRIBUTE, text, at, offset, name.end()),
                owner=owner,
                given=frozenset(given),
            )
        given.add(name[0])
        at = name.end()
        equals = _end(_SPACE, text, at)
        if text[equals : equals + 1] != "=":
            continue
        at = _end(_SPACE, text, equals + 1)
        start, end, after = _value(text, at)
        if start <= offset <= end:
            return _at(CursorElement.VALUE, text, start, offset, end, owner=owner, name=name[0])
        if after > offset or after == at:
            return None
        at = after


def _value(text: str, at: int) -> tuple[int, int, int]:
    """Return where a value begins and ends, and where what is around it ends."""
    opens = text[at : at + 1]
    if opens in {'"', "'"}:
        end = text.find(opens, at + 1)
        line_end = _line_end(text, at)
        if end < 0 or end > line_end:  # not closed yet
            end = _end(re.compile(r"[^>\n\"']*"), text, at + 1)
            return at + 1, end, end
        return at + 1, end, end + 1
    if opens == "{":
        depth, end = 1, at + 1
        while end < len(text) and depth and end - at < REACH:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        inner = at + 1
        if text[inner : inner + 1] in {'"', "'", "`"} and end - inner > 2:
            return inner + 1, end - 2, end
        return inner, max(inner, end - 1), end
    end = _end(re.compile(r"[^\s>]*"), text, at)
    return at, end, end


# Directives: their names, and the options in the lines below.


def _in_directive(
    text: str, line_start: int, offset: int, opens: re.Pattern[str]
) -> AtCursor | None:
    line_end = _line_end(text, offset)
    opening = opens.match(text, line_start, line_end)
    if opening is not None:
        if opening.start(1) <= offset <= opening.end(1):
            return _at(CursorElement.COMPONENT, text, opening.start(1), offset, opening.end(1))
        return None
    option = _OPTION.match(text, line_start, line_end)
    if option is None:
        return None
    owner, given = _opened_above(text, line_start, opens)
    if not owner:
        return None
    value = _OPTION_VALUE.match(text, line_start, line_end)
    if value is not None and offset >= value.end():
        end = value.end() + len(text[value.end() : line_end].rstrip())
        return _at(
            *(CursorElement.VALUE, text, value.end(), offset, max(end, offset)),
            owner=owner,
            name=value[1],
        )
    if option.start(1) <= offset <= option.end(1):
        return _at(
            *(CursorElement.ATTRIBUTE, text, option.start(1), offset, option.end(1)),
            owner=owner,
            given=frozenset(given),
        )
    return None


def _opened_above(text: str, line_start: int, opens: re.Pattern[str]) -> tuple[str, set[str]]:
    """Return the directive that a line of options belongs to, and the options before it."""
    given: set[str] = set()
    for line in reversed(text[max(0, line_start - REACH) : line_start].split("\n")[:-1]):
        if (opening := opens.match(line)) is not None and opening[1]:
            return opening[1], given
        option = _OPTION_VALUE.match(line)
        if option is None and not line.startswith((" ", "\t")):
            break
        if option is not None:
            given.add(option[1])
    return "", set()


def _end(pattern: re.Pattern[str], text: str, start: int, limit: int | None = None) -> int:
    match = pattern.match(text, start, len(text) if limit is None else limit)
    return match.end() if match is not None else start


def _line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end - (text[end - 1 : end] == "\r" and end > offset)
