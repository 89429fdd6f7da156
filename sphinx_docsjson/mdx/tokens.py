"""The tokens of JavaScript: names, strings, numbers, and what is skipped. Pure.

The module also has the tree of :class:`Node` that the grammar in :mod:`.syntax` builds from them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sphinx_docsjson.base.messages import well_formed, words
from sphinx_docsjson.mdx.jsx import skip_expression, skip_quoted, skip_space

MAX_DEPTH = 60
"""How many expressions and elements may be in each other."""


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
        """Return a few words for a message."""
        if self.kind in {"name", "code"}:
            return str(self.parts[0])
        if self.kind == "member":
            return f"{self.parts[0]}.{self.parts[1].parts[0]}"
        return f"{self.parts[0]}(…)" if self.kind == "call" else "…"


NAME = re.compile(r"[A-Za-z_$\u00aa-\uffff][\w$]*+")
NUMBER = re.compile(r"[-+]?(?:\d[\d_]*+(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?")
RESERVED = words(
    "break case catch class const continue debugger default delete do else export extends finally "
    "for function if import in instanceof new return super switch throw try typeof var void while "
    "with yield await enum"
)
_STRING = re.compile(r"""(["'])(?>(?!\1)[^\\\n]|\\.)*+\1""", re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(.))", re.DOTALL
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}


class TokenReader:
    """A text of JavaScript, and how far it is read.

    :param depth: in how many expressions and elements the reader is.
    """

    def __init__(self, source: str, position: int = 0) -> None:
        self.source = source
        self.position = position
        self.depth = 0

    # -- characters and words -------------------------------------------------------------

    def error(self) -> NotConstant:
        """Return what is raised where the text is none of the language."""
        return NotConstant(short(self.source[self.position :] or self.source))

    def mark(self) -> str:
        """Return the character that is next, behind space and comments."""
        self.position = skip_space(self.source, self.position)
        return self.source[self.position : self.position + 1]

    def sees(self, mark: str) -> bool:
        """Whether *mark* is next."""
        self.position = skip_space(self.source, self.position)
        return self.source.startswith(mark, self.position)

    def take(self, mark: str) -> bool:
        """Read *mark*, if it is next."""
        if not self.sees(mark):
            return False
        self.position += len(mark)
        return True

    def need(self, mark: str) -> None:
        """Read *mark*.

        :raises NotConstant: when something else is next.
        """
        if not self.take(mark):
            raise self.error()

    def word(self) -> str:
        """Return the word that is here, which is not taken."""
        self.position = skip_space(self.source, self.position)
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
        """Read a name, which is not a word of the language."""
        if self.word() in RESERVED:
            raise self.error()
        return self.any_word()

    def any_word(self) -> str:
        """Read a word, which may be one of the language."""
        found = self.word()
        if not found:
            raise self.error()
        self.position += len(found)
        return found

    def line_ends(self) -> bool:
        """Whether what is next is the first of its line, or nothing."""
        end = not self.mark()
        return (
            end
            or not self.source[
                self.source.rfind("\n", 0, self.position) + 1 : self.position
            ].strip()
        )

    # -- texts ------------------------------------------------------------------------------

    def string(self) -> str:
        """Read a text in quotation marks."""
        self.mark()
        found = _STRING.match(self.source, self.position)
        if found is None:
            raise self.error()
        self.position = found.end()
        return unescaped(found[0][1:-1])

    # -- what is read over ------------------------------------------------------------------

    def skip_to(self, *ends: str, types: bool = False) -> None:
        """Read over code or types up to one of *ends*, which is in no brackets.

        A quotation mark without its partner on the line is an apostrophe.

        :param types: whether angles are brackets, too.
        :raises NotConstant: when no end comes.
        """
        depth = 0
        while found := _MARKS.search(self.source, self.position):
            mark = found[0]
            if not depth and mark in ends:
                self.position = found.start()
                return
            self.position = found.end()
            if mark == "{":
                self.position = found.start()
                self.skip_braces()
            elif mark == "`":
                text = _TEMPLATE.match(self.source, found.start())
                self.position = text.end() if text else found.end()
            elif mark in {"'", '"', "//", "/*"}:
                self.position = skip_quoted(self.source, mark, found.end(), len(self.source))
            elif mark in "([" or (types and mark == "<"):
                depth += 1
            elif mark in ")]}" or (types and mark == ">"):
                depth -= 1
                if depth < 0:
                    break
        raise self.error()

    def skip_braces(self) -> None:
        """Read over what is between the brace here and the one that closes it."""
        end = skip_expression(self.source, self.position, len(self.source))
        if end is None:
            raise self.error()
        self.position = end


_MARKS = re.compile(r"=>|/[*/]|[\]\[(){}<>,;='\"`]")
_TEMPLATE = re.compile(r"`(?>[^`\\]++|\\.)*+`", re.DOTALL)


def unescaped(text: str) -> str:
    """Return what a text between quotation marks says."""
    return well_formed(_ESCAPE.sub(_character, text))


def _character(escape: re.Match[str]) -> str:
    if code := escape[1] or escape[2] or escape[3]:
        return chr(int(code, 16)) if int(code, 16) < 0x110000 else ""
    return _ESCAPES.get(escape[4], escape[4])


def short(source: str) -> str:
    """Return the first words of *source*, for a message."""
    line = " ".join(source[:200].split())
    return line if len(line) <= 60 else line[:57] + "…"
