"""Parses one JSX tag: its name, attributes and extent. Never evaluates it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from html import unescape

_NAME = re.compile(r"(?:[^\W\d]|\$)[\w$-]*(?:\.(?:[^\W\d]|\$)[\w$-]*)*")
_ATTRIBUTE_NAME = re.compile(r"(?:[^\W\d]|[$@:])[\w$.:@-]*")
_UNQUOTED = re.compile(r"[^\s\"'=<>`{}]+")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][\da-fA-F]+|[A-Za-z][A-Za-z\d]*);")
_SPACE = re.compile(r"\s*")
_AFTER_VALUE = re.compile(r"\s|/|>|\{")
_NEXT_ATTRIBUTE = re.compile(r"\s[A-Za-z][\w:-]{0,30}+=\Z")
_AFTER_LAST_QUOTE = re.compile(r"\s*/?>|\s+[A-Za-z_][\w:-]*(?:\s*=|\s|/|>)")


class Form(Enum):
    """What kind of tag it is."""

    OPEN = auto()
    CLOSE = auto()
    SELF = auto()


class AttributeValue(Enum):
    """How the value of an attribute is written."""

    BARE = auto()
    STRING = auto()
    EXPRESSION = auto()
    SPREAD = auto()


@dataclass(frozen=True, kw_only=True, slots=True)
class TagAttribute:
    """An attribute as written; an expression is the source text between its braces.

    No MDX parser accepts a value that is misquoted or unquoted.

    :param misquoted: the value holds its own quotation marks.
    :param unquoted: no quotation marks are around the value, as HTML allows.
    """

    name: str
    kind: AttributeValue
    text: str = ""
    misquoted: bool = False
    unquoted: bool = False


class Fault(Enum):
    """Why what begins like a tag is none."""

    QUOTE = auto()
    """Nothing closes the quotation mark of a value."""

    BRACE = auto()
    """Nothing closes the brace of an expression."""

    VALUE = auto()
    """No value follows the ``=`` of an attribute."""

    CHARACTER = auto()
    """A character is where an attribute or the end of the tag is expected."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BrokenTag:
    """What begins like a tag and is not one.

    :param position: where that shows.
    :param at: the mark, the attribute or the character there; empty at the end of the text.
    """

    name: str
    fault: Fault
    start: int
    position: int
    at: str
    is_closing: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Tag:
    """A tag at ``text[start:end]``; the name of a fragment (``<>``) is empty."""

    name: str
    form: Form
    start: int
    end: int
    attributes: tuple[TagAttribute, ...] = ()


class TagBudget:
    """How much text may be read without effect, so that hostile input costs linear time.

    A tag or expression that turns out not to be one costs its length. When the budget is spent,
    further attempts see only a short piece of text.
    """

    SHORT = 200

    def __init__(self, size: int) -> None:
        self._left = 8 * size + 4096
        self.broken: BrokenTag | None = None
        """What the last attempt was, if it failed after a name."""

    def limit(self, start: int, size: int) -> int:
        """Return how far an attempt at *start* may read in a text of *size* characters."""
        return size if self._left > 0 else min(size, start + self.SHORT)

    def waste(self, length: int) -> None:
        """Pay for an attempt that failed."""
        self._left -= length + 16


def read_tag(text: str, start: int, budget: TagBudget) -> Tag | None:
    """Read the tag that starts with the ``<`` at *start*, or return ``None``."""
    limit = budget.limit(start, len(text))
    reader = _TagReader(text, start, limit)
    tag = reader.read()
    if tag is None and reader.has_attribute:
        # Not JSX. What HTML allows, or what has a quotation mark too many, is read as it was
        # meant.
        reader = _LenientReader(text, start, limit)
        tag = reader.read()
    if tag is None:
        budget.waste(reader.position - start)
    budget.broken = reader.broken if tag is None else None
    return tag


def decode_entities(text: str) -> str:
    """Return *text* with letters for entities; JSX knows only those with a semicolon."""
    return _ENTITY.sub(lambda entity: unescape(entity[0]), text)


class _TagReader:
    """Reads one tag of JSX; :attr:`position` tells how far it looked.

    Source: micromark-extension-mdx-jsx. A value ends at the next quotation mark of its kind, and
    the next attribute may follow at once.
    """

    def __init__(self, text: str, start: int, limit: int) -> None:
        self.text = text
        self.start = start
        self.position = start + 1
        self.limit = limit
        self.name = ""
        self.is_closing = False
        self.has_attribute = False
        self.broken: BrokenTag | None = None

    def read(self) -> Tag | None:
        self.is_closing = self._take("/")
        if self.is_closing:
            self._skip_space()
        name = self._name()
        if name is None:
            return None
        self.name = name
        if self.is_closing:
            return self._end(Form.CLOSE)
        return self._rest()

    def _name(self) -> str | None:
        match = _NAME.match(self.text, self.position, self.limit)
        if match:
            self.position = match.end()
            return match.group()
        return "" if self.text.startswith(">", self.position) else None

    def _rest(self) -> Tag | None:
        attributes: list[TagAttribute] = []
        while self.position < self.limit:
            before = self.position
            self._skip_space()
            if self._take(">"):
                return self._tag(Form.OPEN, attributes)
            if self._take("/"):
                return self._end(Form.SELF, attributes)
            if before == self.position and not self._may_follow(before):
                break
            attribute = self._attribute()
            if attribute is None:
                break
            attributes.append(attribute)
        self._fail(Fault.CHARACTER, self.position)
        return None

    def _end(self, form: Form, attributes: list[TagAttribute] | None = None) -> Tag | None:
        """Read the ``>`` after the slash or the name that nothing else may follow."""
        slash = self.position - 1
        self._skip_space()
        if self._take(">"):
            return self._tag(form, attributes)
        self._fail(Fault.CHARACTER, slash if form is Form.SELF else self.position)
        return None

    def _fail(self, fault: Fault, position: int, at: str = "") -> None:
        """Remember the first reason why this is not a tag."""
        if self.broken is None and self.name:
            self.broken = BrokenTag(
                name=self.name,
                fault=fault,
                start=self.start,
                position=position,
                at=at or self.text[position : position + 1],
                is_closing=self.is_closing,
            )

    def _may_follow(self, position: int) -> bool:
        """Whether an attribute may begin here, without space before it."""
        return self.text[position - 1] in "\"'}" or self.text.startswith("{", position)

    def _attribute(self) -> TagAttribute | None:
        if self.text.startswith("{", self.position):
            inner = self._expression()
            return (
                None
                if inner is None
                else TagAttribute(name="", kind=AttributeValue.SPREAD, text=inner)
            )
        match = _ATTRIBUTE_NAME.match(self.text, self.position, self.limit)
        if match is None:
            return None
        self.has_attribute = True
        name, self.position = match.group(), match.end()
        after_name = _SPACE.match(self.text, self.position, self.limit)
        end_of_space = after_name.end() if after_name else self.position
        if not self.text.startswith("=", end_of_space):
            return TagAttribute(name=name, kind=AttributeValue.BARE)
        self.position = end_of_space + 1
        self._skip_space()
        value = self._value(name)
        if value is None:
            self._fail(Fault.VALUE, match.start(), name)
        return value

    def _value(self, name: str) -> TagAttribute | None:
        mark = self.text[self.position : self.position + 1]
        if mark == "{":
            inner = self._expression()
            return (
                None
                if inner is None
                else TagAttribute(name=name, kind=AttributeValue.EXPRESSION, text=inner)
            )
        if mark and mark in "\"'":
            return self._string(name, mark)
        return self._unquoted(name)

    def _unquoted(self, name: str) -> TagAttribute | None:
        return None

    def _string(self, name: str, mark: str) -> TagAttribute | None:
        begin = self.position + 1
        end = self.text.find(mark, begin, self.limit)
        if end < 0:
            self._fail(Fault.QUOTE, self.position)
            self.position = self.limit
            return None
        self.position = end + 1
        value = decode_entities(self.text[begin:end])
        return TagAttribute(name=name, kind=AttributeValue.STRING, text=value)

    def _expression(self) -> str | None:
        begin = self.position
        end = skip_expression(self.text, begin, self.limit)
        if end is None:
            self._fail(Fault.BRACE, begin)
            self.position = self.limit
            return None
        self.position = end
        return self.text[begin + 1 : end - 1]

    def _take(self, mark: str) -> bool:
        if self.position < self.limit and self.text.startswith(mark, self.position):
            self.position += 1
            return True
        return False

    def _skip_space(self) -> None:
        if match := _SPACE.match(self.text, self.position, self.limit):
            self.position = match.end()

    def _tag(self, form: Form, attributes: list[TagAttribute] | None = None) -> Tag:
        return Tag(
            name=self.name,
            form=form,
            start=self.start,
            end=self.position,
            attributes=tuple(attributes or ()),
        )


class _LenientReader(_TagReader):
    """Reads a tag that is not JSX: values without quotation marks, or with some inside."""

    def _may_follow(self, position: int) -> bool:
        return self.text.startswith("{", position)

    def _unquoted(self, name: str) -> TagAttribute | None:
        match = _UNQUOTED.match(self.text, self.position, self.limit)
        if match is None:
            return None
        text, self.position = match.group(), match.end()
        if text.endswith("/") and self.text.startswith(">", self.position):
            text, self.position = text[:-1], self.position - 1
        return TagAttribute(
            name=name, kind=AttributeValue.STRING, text=decode_entities(text), unquoted=True
        )

    def _string(self, name: str, mark: str) -> TagAttribute | None:
        begin = self.position + 1
        end = self.text.find(mark, begin, self.limit)
        if end < 0:
            self._fail(Fault.QUOTE, self.position)
            self.position = self.limit
            return None
        if _NEXT_ATTRIBUTE.search(self.text, max(begin, end - 40), end):
            self._fail(Fault.QUOTE, self.position)  # what ends here began as the next value
        misquoted = False
        if not _AFTER_VALUE.match(self.text, end + 1):
            better = self._last_quote(mark, end + 1)
            if better is None:
                self._fail(Fault.QUOTE, self.position)
                self.position = end + 1
                return None
            end, misquoted = better, True
        self.position = end + 1
        value = decode_entities(self.text[begin:end])
        return TagAttribute(name=name, kind=AttributeValue.STRING, text=value, misquoted=misquoted)

    def _last_quote(self, mark: str, position: int) -> int | None:
        """Find the quotation mark that was meant to end a value holding such marks itself."""
        reach = min(self.limit, position + TagBudget.SHORT)
        line_end = self.text.find("\n", position, reach)
        line_end = reach if line_end < 0 else line_end
        while (position := self.text.find(mark, position, line_end)) >= 0:
            if _AFTER_LAST_QUOTE.match(self.text, position + 1):
                return position
            position += 1
        return None


# Where the pieces of JavaScript end: space, names, braces, parentheses and lists.

IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")

_SPACE_AND_COMMENTS = re.compile(r"(?:\s+|/\*.*?\*/|//[^\n]*)*", re.DOTALL)
_EXPRESSION_MARKS = re.compile(r"[{}\"'`]|/\*|//")
_TEMPLATE_MARKS = re.compile(r"\\|`|\$\{")

MAX_STRING = 2000
"""How long a string inside braces may be; a longer one is taken as an apostrophe."""


def skip_space(text: str, start: int) -> int:
    """Return the position after the space and the comments at *start*."""
    match = _SPACE_AND_COMMENTS.match(text, start)
    return match.end() if match else start


def is_blank(source: str) -> bool:
    """Whether there is nothing but space and comments."""
    return skip_space(source, 0) == len(source)


def skip_expression(text: str, start: int, limit: int) -> int | None:
    """Return the position after the ``}`` that matches the ``{`` at *start*.

    Strings, template strings and comments are skipped; a quotation mark without a partner on its
    line is an apostrophe. ``None`` if nothing matches before *limit*.
    """
    return match_braces(text, start, limit)[0]


def match_braces(text: str, start: int, limit: int) -> tuple[int | None, dict[int, int | None]]:
    """Return what :func:`skip_expression` returns, and the end of each brace met on the way.

    The end is ``None`` for a brace that nothing closes. With this, a text of many opening braces
    is scanned once, not once for each.
    """
    open_marks: list[str] = []
    open_at: list[int] = []
    ends: dict[int, int | None] = {}
    position = start
    while position < limit:
        inside_template = bool(open_marks) and open_marks[-1] == "`"
        marks = _TEMPLATE_MARKS if inside_template else _EXPRESSION_MARKS
        found = marks.search(text, position, limit)
        if found is None:
            break
        mark, position = found.group(), found.end()
        if inside_template:
            if mark == "\\":
                position += 1
            elif mark == "`":
                open_marks.pop()
            else:
                open_marks.append("{")
                open_at.append(position - 1)
        elif mark in "{`":
            open_marks.append(mark)
            if mark == "{":
                open_at.append(position - 1)
        elif mark == "}":
            open_marks.pop()
            ends[open_at.pop()] = position
            if not open_marks:
                return position, ends
        else:
            position = skip_quoted(text, mark, position, limit)
    ends.update(dict.fromkeys(open_at))
    return None, ends


def skip_quoted(text: str, mark: str, position: int, limit: int) -> int:
    """Return the position after a string or comment, or *position* when it is not one."""
    if mark == "/*":
        end = text.find("*/", position, limit)
        return position if end < 0 else end + 2
    reach = min(limit, position + MAX_STRING)
    line_end = text.find("\n", position, reach)
    line_end = reach if line_end < 0 else line_end
    if mark == "//":
        # ``https://…`` in JSX text is not a comment.
        return position if text[position - 3 : position - 2] == ":" else line_end
    while position < line_end:
        end = text.find(mark, position, line_end)
        if end < 0:
            break
        backslashes = 0
        while text[end - 1 - backslashes] == "\\":
            backslashes += 1
        if backslashes % 2 == 0:
            return end + 1
        position = end + 1
    return position
