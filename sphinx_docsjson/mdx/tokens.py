"""The tokens of JavaScript: words, texts, numbers, and the types of TypeScript, read over. Pure.

Here is also what the grammars above make of them: a tree of :class:`Node`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sphinx_docsjson.base.messages import well_formed, words
from sphinx_docsjson.mdx.jsx import skip_space

EXACT = 2**53
"""Numbers of JavaScript are exact up to here."""

MAX_DEPTH = 60
"""So many expressions and elements may stand in each other."""


class NotConstant(ValueError):
    """The expression needs JavaScript; nothing here runs it."""


class Undefined(NotConstant):
    """The expression uses a name that nothing defines."""


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a program.

    :param kind: what it is, and with it what its *parts* are.
    """

    kind: str
    parts: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return _written(self)


def _written(node: Node) -> str:
    """Return a few words for *node* in a message."""
    if node.kind == "name":
        return str(node.parts[0])
    if node.kind == "member":
        key = node.parts[1]
        return f"{node.parts[0]}.{key.parts[0]}" if key.kind == "value" else f"{node.parts[0]}[…]"
    if node.kind in {"call", "new"}:
        return f"{'new ' * (node.kind == 'new')}{node.parts[0]}(…)"
    if node.kind in {"chain", "group"}:
        return str(node.parts[0])
    return "…"


NAME = re.compile(r"[A-Za-z_$\u00aa-\uffff][\w$]*+")
NUMBER = re.compile(r"0[xX][0-9a-fA-F]++|(?:\d[\d_]*+(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?")
RESERVED = words(
    "break case catch class const continue debugger default delete do else export extends finally "
    "for function if import in instanceof new return super switch throw try typeof var void while "
    "with yield await enum"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_CODE = re.compile(r"\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4})|([0-9a-fA-F]{2})")
_CODE_OF_X = re.compile("()()([0-9a-fA-F]{2})")
_TYPE_STATEMENT = re.compile(r"(?:type\s++\w++(?:<[^=>\n]*+>)?\s*+=|interface\s++\w++|declare\s)")


class TokenReader:
    """A text of JavaScript, and how far it is read.

    :param depth: in how many expressions and elements the reader is.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.depth = 0

    # -- characters and words -------------------------------------------------------------

    def error(self) -> NotConstant:
        """Return what is raised where the text is none of the language."""
        return NotConstant(short(self.source[self.position :] or self.source))

    def space(self) -> None:
        """Read over space and comments."""
        self.position = skip_space(self.source, self.position)

    def sees(self, mark: str) -> bool:
        """Whether *mark* stands next."""
        self.space()
        return self.source.startswith(mark, self.position)

    def take(self, mark: str) -> bool:
        """Read *mark*, if it stands next."""
        if not self.sees(mark):
            return False
        self.position += len(mark)
        return True

    def need(self, mark: str) -> None:
        """Read *mark*.

        :raises NotConstant: when something else stands next.
        """
        if not self.take(mark):
            raise self.error()

    def word(self) -> str:
        """Return the word that stands here, which is not taken."""
        self.space()
        found = NAME.match(self.source, self.position)
        return found[0] if found else ""

    def take_word(self, *wanted: str) -> str:
        """Read the next word, if it is one of *wanted*, and return it."""
        found = self.word()
        if found and found in wanted:
            self.position += len(found)
            return found
        return ""

    def name(self) -> str:
        """Read a name, which is no word of the language."""
        found = self.word()
        if not found or found in RESERVED:
            raise self.error()
        self.position += len(found)
        return found

    def any_word(self) -> str:
        """Read a word, which may be one of the language."""
        found = self.word()
        if not found:
            raise self.error()
        self.position += len(found)
        return found

    def line_ends(self) -> bool:
        """Whether the line ends before the next word."""
        begin = self.position
        self.space()
        ends = "\n" in self.source[begin : self.position]
        return ends or self.position >= len(self.source)

    def line_ends_before(self) -> bool:
        """Whether a line end, or nothing, stands between the last token and here."""
        begin = self.position
        while begin and self.source[begin - 1].isspace():
            if self.source[begin - 1] == "\n":
                return True
            begin -= 1
        return self.line_ends() or self.source[begin - 1 : begin] in "}/"

    def before(self, position: int) -> str:
        """Return the character before *position*, and before the space there."""
        while position and self.source[position - 1].isspace():
            position -= 1
        return self.source[position - 1 : position]

    # -- texts and numbers ------------------------------------------------------------------

    def string(self, mark: str) -> str:
        """Read a text in quotation marks, of which *mark* is the first."""
        if mark not in {"'", '"', "`"} or not mark:
            raise self.error()
        self.position += 1
        parts: list[str] = []
        while self.position < len(self.source):
            char = self.source[self.position]
            self.position += 1
            if char == mark:
                return well_formed("".join(parts))
            if char == "\n" and mark != "`":
                break
            parts.append(self.escape() if char == "\\" else char)
        raise self.error()

    def escape(self) -> str:
        """Read what stands behind a backslash; return the character that it means."""
        char = self.source[self.position : self.position + 1]
        self.position += 1
        if char in {"x", "u"}:
            found = _CODE.match(self.source, self.position)
            if found is None:
                raise self.error()
            if char == "x":
                found = _CODE_OF_X.match(self.source, self.position) or found
            self.position = found.end()
            code = int(found[1] or found[2] or found[3], 16)
            return chr(code) if code < 0x110000 else ""
        return _ESCAPES.get(char, char)

    # -- types of TypeScript, which say nothing about values --------------------------------

    def annotation(self) -> None:
        """Read over ``: Type`` and ``?: Type``."""
        begin = self.position
        self.take("?")
        if self.take(":"):
            self.type()
        else:
            self.position = begin

    def type(self) -> None:
        """Read over a type, up to what cannot be part of it."""
        while self.position < len(self.source):
            self.space()
            mark = self.source[self.position : self.position + 1]
            if mark in "([{<":
                self.skip_brackets()
            elif self.source.startswith("=>", self.position):
                # Only the type of a function has an arrow in it: ``() => void``.
                if self.before(self.position) != ")":
                    return
                self.position += 2
            elif mark in "=,;)}]>" or not mark:
                return
            elif mark in "'\"`":
                self.string(mark)
            else:
                found = NAME.match(self.source, self.position)
                self.position = found.end() if found else self.position + 1
            after = self.position
            self.space()
            following = self.source[self.position : self.position + 1]
            if "\n" in self.source[after : self.position] and following not in "|&":
                return
            if following == "{" and self.before(after) not in "|&:":
                return

    def type_parameters(self) -> None:
        """Read over ``<T>`` behind the name of a function."""
        if self.sees("<"):
            self.skip_brackets()

    def skip_type_statement(self) -> bool:
        """Read over a ``type`` or ``interface``, if one stands here."""
        found = _TYPE_STATEMENT.match(self.source, self.position)
        if found is None:
            return False
        self.position = found.end()
        if found[0].startswith("interface"):
            self.position = self.source.find("{", self.position)
            if self.position < 0:
                raise self.error()
            self.skip_brackets()
        else:
            self.type()
            self.take(";")
        return True

    def skip_brackets(self) -> None:
        """Read over what stands between the bracket here and the one that closes it."""
        depth = 0
        while self.position < len(self.source):
            mark = self.source[self.position]
            if mark in "'\"`":
                self.string(mark)
                continue
            self.position += 1
            if mark in "([{<":
                depth += 1
            elif mark in ")]}" or (mark == ">" and self.source[self.position - 2] != "="):
                depth -= 1
                if depth == 0:
                    return
        raise self.error()


def number_of_token(text: str) -> int | float:
    """Return the number that *text* is."""
    text = text.replace("_", "")
    if text[:2].lower() == "0x":
        if len(text) > 250:  # more than a number of JavaScript can be
            return float("inf")
        return int(text, 16) if len(text) < 15 else float(int(text, 16))
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= EXACT else number


def short(source: str) -> str:
    """Return the first words of *source*, for a message."""
    line = " ".join(source[:200].split())
    return line if len(line) <= 60 else line[:57] + "…"
