"""Parses JavaScript and JSX into a tree, if they are only data. Pure.

:func:`parse_expression` reads one expression, :func:`parse_statements` the statements of a file.
The grammar is that of data: texts, numbers, lists, objects, what operators make of them, elements,
and functions that are one expression. What is between them and is more than that is read over,
and is a :class:`Node` of the kind ``code``: it has a value for an engine only
(:mod:`sphinx_docsjson.ext.jsx`). The names of the kinds are those of ESTree
(https://github.com/estree/estree), shortened.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.mdx.jsx import decode_entities
from sphinx_docsjson.mdx.tokens import (
    MAX_DEPTH,
    NUMBER,
    Node,
    NotConstant,
    TokenReader,
    number_of_token,
    short,
)

if TYPE_CHECKING:
    from collections.abc import Callable


@lru_cache(maxsize=2000)
def parse_expression(source: str) -> Node:
    """Return the tree of the expression *source*.

    :raises NotConstant: when it is none.
    """
    parser = _DataParser(source)
    found = parser.within_limits(parser.expression)
    if parser.mark():
        raise NotConstant(short(source))
    return found


def parse_expression_at(source: str, position: int) -> Node:
    """Return the tree of the expression that begins at *position*, whatever follows it.

    :raises NotConstant: when none does.
    """
    parser = _DataParser(source, position)
    return parser.within_limits(parser.expression)


def parse_statements(source: str) -> list[tuple[Node, int]]:
    """Return the statements at the top of a file, and where each begins.

    A statement that is not understood is omitted; reading goes on with the next line that begins
    one.
    """
    parser = _DataParser(source)
    found: list[tuple[Node, int]] = []
    while parser.mark():
        begin = parser.position
        try:
            found.append((parser.within_limits(parser.statement), begin))
        except NotConstant:
            found += [(node, begin) for node in _broken(source, begin)]
            following = _NEXT_STATEMENT.search(source, begin + 1)
            parser = _DataParser(source, following.end() if following else len(source))
    return found


def _broken(source: str, begin: int) -> list[Node]:
    """Return a declaration of which only the name is understood, if it is one."""
    found = _DECLARED.match(source, begin)
    default, name = found.group(1, 2) if found else (None, None)
    if default:
        return [Node("default", (Node("broken", (name or "default",)),))]
    return [Node("broken", (name,))] if name else []


_DECLARED = re.compile(
    r"(?:export\s++(?:(default)\b\s*+)?)?"
    r"(?:(?:async\s++)?(?:const|let|var|function|class)\s++([A-Za-z_$][\w$]*+))?"
)
_NEXT_STATEMENT = re.compile(r"\n(?=(?:export|const|let|var|function|import|class)\b)")
_IMPORTED = re.compile(r"import\b(?!\s*+\()[^'\"]*+['\"][^'\"\n]*+['\"]")

_LITERALS = {"true": True, "false": False, "null": None}
_LEVELS = {"??": 0, "||": 1, "&&": 2, "===": 3, "!==": 3, "+": 4}
_OPERATOR = re.compile(r"(?:&&|\|\||\?\?)(?!=)|[=!]==|\+(?![+=])")
_OPTIONAL = re.compile(r"\?\.(?!\d)")
_CONDITION = re.compile(r"\?(?!\?|\.(?!\d))")
_AS_TYPE = re.compile(r"(?:as|satisfies)\s++[\w$.]++(?:<[^<>\n]*+>)?(?:\[\])*+")
_JSX_NAME = re.compile(r"[A-Za-z_$][\w$-]*+(?>(?:[.:][A-Za-z_$][\w$-]*+)*)")
_JSX_ATTRIBUTE = re.compile(r"[A-Za-z_$@][\w$:.@-]*+")
_JSX_TEXT = re.compile(r"[^<{]++")
_CLOSING = re.compile(r"<\s*+/")


class _DataParser(TokenReader):
    def within_limits(self, read: Callable[[], Node]) -> Node:
        """Return what *read* reads; what is too deep for Python is no program."""
        try:
            return read()
        except RecursionError:
            raise self.error() from None

    def deeper(self, read: Callable[[], Node]) -> Node:
        """Return what *read* reads, one level deeper."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error()
        found = read()
        self.depth -= 1
        return found

    def value(self, *ends: str) -> Node:
        """Read one expression in front of one of *ends*, or the code there."""
        begin, depth = self.position, self.depth
        try:
            found = self.expression()
            if self.mark() in ends:
                return found
        except NotConstant:
            pass
        self.position, self.depth = begin, depth
        self.skip_to(*ends)
        return Node("code", (short(self.source[begin : self.position]),))

    # -- statements -----------------------------------------------------------------------

    def statement(self) -> Node:
        """Read one statement: an import, an export or a declaration."""
        if self.take(";"):
            return Node("nothing")
        if found := _IMPORTED.match(self.source, self.position):
            self.position = found.end()
            return Node("nothing")
        if self.take_word("export"):
            return self._export()
        if self.take_word("function"):
            name = self.name() if self.word() else "default"
            return Node("declare", (((Node("name", (name,)), self._function()),),))
        if self.take_word("const", "let", "var"):
            return self._declaration()
        raise self.error()

    def end_statement(self) -> None:
        """Read the semicolon, or whatever else ends a statement."""
        if not self.take(";") and not self.line_ends():
            raise self.error()

    def _export(self) -> Node:
        if self.take_word("default"):
            if self.word() == "function":
                return Node("default", (self.statement(),))
            value = self.expression()
            self.end_statement()
            return Node("default", (value,))
        if self.take("*"):
            name = self.name() if self.take_word("as") else "*"
            return Node("exports from", ((("*", name),), self._from()))
        if self.take("{"):
            pairs = []
            while not self.take("}"):
                source = self.any_word()
                pairs.append((source, self.any_word() if self.take_word("as") else source))
                if not self.take(","):
                    self.need("}")
                    break
            if self.word() == "from":
                return Node("exports from", (tuple(pairs), self._from()))
            return Node("exports", (tuple(pairs),))
        return Node("export", (self.statement(),))

    def _from(self) -> str:
        if not self.take_word("from"):
            raise self.error()
        return self.string()

    def _declaration(self) -> Node:
        found = []
        while True:
            target = self.pattern()
            if self.take(":"):
                self.skip_to("=", types=True)
            found.append((target, self.expression() if self.take("=") else None))
            if not self.take(","):
                break
        self.end_statement()
        return Node("declare", (tuple(found),))

    # -- functions, and what a declaration takes apart ----------------------------------------

    def _function(self) -> Node:
        """Read parameters and body of a function; of a body that is more, only its end."""
        parameters = self.parameters()
        if not self.sees("{"):
            self.skip_to("{", types=True)
        return Node("function", (parameters, self._body()))

    def _body(self) -> Node:
        begin = self.position
        self.need("{")
        if self.take_word("return") and not self.line_ends():
            try:
                value = self.expression()
                self.take(";")
                if self.take("}"):
                    return Node("return", (value,))
            except NotConstant:
                pass
        self.position = begin
        self.skip_braces()
        return Node("code", (self.source[begin : self.position],))

    def arrow(self) -> Node | None:
        """Read ``(…) => …`` where one stands."""
        begin, depth = self.position, self.depth
        try:
            if self.sees("("):
                parameters = self.parameters()
                if self.take(":"):
                    self.skip_to("=>", types=True)
            else:
                parameters = (Node("name", (self.name(),)),)
            self.need("=>")
        except NotConstant:
            self.position, self.depth = begin, depth
            return None
        body = self._body() if self.sees("{") else Node("return", (self.expression(),))
        return Node("function", (parameters, body))

    def parameters(self) -> tuple[Node, ...]:
        """Read ``(a, {b}, ...c)`` of a function."""
        self.need("(")
        found = []
        while not self.take(")"):
            found.append(self._part_of_pattern(")"))
        return tuple(found)

    def _part_of_pattern(self, end: str) -> Node:
        """Read a part of a pattern, and the comma behind it: it may have a default, or be rest."""
        rest = self.take("...")
        target = self.pattern()
        found = Node("rest", (target,)) if rest else target
        self.take("?")
        if self.take(":"):
            self.skip_to("=", ",", end, types=True)
        if self.take("="):
            found = Node("with default", (found, self.expression()))
        if not self.take(",") and not self.sees(end):
            raise self.error()
        return found

    def pattern(self) -> Node:
        """Read a name, or ``[…]`` and ``{…}`` that take a value apart."""
        return self.deeper(self._pattern)

    def _pattern(self) -> Node:
        if self.take("["):
            found: list[Node | None] = []
            while not self.take("]"):
                found.append(None if self.take(",") else self._part_of_pattern("]"))
            return Node("array pattern", (tuple(found),))
        if not self.take("{"):
            return Node("name", (self.name(),))
        pairs: list[tuple[Node | None, Node]] = []
        while not self.take("}"):
            key = None
            if not self.sees("..."):
                begin = self.position
                key = self.key()
                if not self.take(":"):
                    self.position = begin  # the name is the key
            target = self._part_of_pattern("}")
            pairs.append((key, target.parts[0] if key is None else target))
        return Node("object pattern", (tuple(pairs),))

    # -- operators ------------------------------------------------------------------------------

    def expression(self) -> Node:
        """Read one expression."""
        return self.deeper(lambda: self.arrow() or self._conditional())

    def _conditional(self) -> Node:
        """Read ``test ? then : other``, or what binds closer."""
        test = self.binary(0)
        self.mark()
        if not _CONDITION.match(self.source, self.position):
            return test
        self.need("?")
        then = self.expression()
        self.need(":")
        return Node("choice", (test, then, self.expression()))

    def binary(self, least: int) -> Node:
        """Read operators that bind at least as close as the level *least*."""
        left = self.unary()
        while True:
            self.mark()
            if found := _AS_TYPE.match(self.source, self.position):
                self.position = found.end()
                continue
            found = _OPERATOR.match(self.source, self.position)
            if found is None or _LEVELS[found[0]] < least:
                return left
            mark = found[0]
            self.position = found.end()
            right = self.binary(_LEVELS[mark] + 1)
            left = Node("logic" if mark in {"??", "||", "&&"} else "binary", (mark, left, right))

    def unary(self) -> Node:
        """Read operators that stand before their value."""
        mark = self.mark()
        if mark and mark in "!-+":
            self.position += 1
            return Node("unary", (mark, self.deeper(self.unary)))
        return self.members(self.primary())

    # -- calls and members ------------------------------------------------------------------------

    def members(self, found: Node) -> Node:
        """Read what is asked of the value *found*: its members, and calls."""
        optional = False
        while True:
            begin = self.position
            self.mark()
            asked = bool(_OPTIONAL.match(self.source, self.position)) and self.take("?.")
            optional = optional or asked
            if self.take("("):
                arguments = []
                while not self.take(")"):
                    arguments.append(self._item(")"))
                found = Node("call", (found, tuple(arguments)))
            elif self.take("["):
                key = self.expression()
                self.need("]")
                found = Node("member", (found, key, optional))
            elif asked or self.take("."):
                found = Node("member", (found, Node("value", (self.any_word(),)), optional))
            else:
                self.position = begin
                return found

    def _item(self, end: str) -> Node:
        """Read an item of a list, and the comma behind it; it may be spread over several."""
        spread = self.take("...")
        value = self.value(",", end)
        self.take(",")
        return Node("spread", (value,)) if spread else value

    # -- what expressions are made of -----------------------------------------------------------

    def primary(self) -> Node:
        """Read a literal, a name, an element, or what is in brackets."""
        mark = self.mark()
        if mark in {"'", '"'}:
            return Node("value", (self.string(),))
        if mark == "`":
            return self.template()
        if mark == "<":
            return self.element()
        if self.take("["):
            found: list[Node] = []
            while not self.take("]"):
                hole = self.take(",")
                found.append(Node("name", ("undefined",)) if hole else self._item("]"))
            return Node("array", (tuple(found),))
        if mark == "{":
            return self.object()
        if self.take("("):
            inside = self.expression()
            self.need(")")
            return inside
        if number := NUMBER.match(self.source, self.position):
            self.position = number.end()
            return Node("value", (number_of_token(number[0]),))
        if word := self.take_word(*_LITERALS):
            return Node("value", (_LITERALS[word],))
        if self.take_word("function"):
            self.take_word(self.word())
            return self._function()
        return Node("name", (self.name(),))

    def template(self) -> Node:
        """Read a text between backticks: its texts and values in turn."""
        self.need("`")
        parts: list[str | Node] = []
        text: list[str] = []
        while self.position < len(self.source):
            char = self.source[self.position]
            self.position += 1
            if char == "`":
                return Node("template", ((*parts, well_formed("".join(text))),))
            if char == "$" and self.source.startswith("{", self.position):
                self.position += 1
                parts += [well_formed("".join(text)), self.value("}")]
                self.need("}")
                text = []
            else:
                text.append(self.escape() if char == "\\" else char)
        raise self.error()

    def object(self) -> Node:
        """Read ``{…}`` as a value."""
        self.need("{")
        pairs: list[tuple[Node | None, Node]] = []
        while not self.take("}"):
            begin, key = self.position, None
            if self.take("..."):
                value = self.value(",", "}")
            else:
                key = self.key()
                is_short = not self.take(":")
                if is_short:
                    self.position = begin
                value = self.value(",", "}")
                if is_short and value.kind != "name":
                    key, value = None, Node("code", (str(value),))
            pairs.append((key, value))
            self.take(",")
        return Node("object", (tuple(pairs),))

    def key(self) -> Node:
        """Read the key of a member of an object."""
        mark = self.mark()
        if mark in {"'", '"'}:
            return Node("value", (self.string(),))
        if self.take("["):
            found = self.expression()
            self.need("]")
            return Node("computed", (found,))
        if number := NUMBER.match(self.source, self.position):
            self.position = number.end()
            return Node("value", (number[0],))
        return Node("value", (self.any_word(),))

    # -- elements -----------------------------------------------------------------------------

    def element(self) -> Node:
        """Read ``<name …>…</name>``: its name, attributes and children."""
        return self.deeper(self._element)

    def _element(self) -> Node:
        self.need("<")
        self.mark()
        name = self._element_name()
        attributes = []
        while not self.sees("/") and not self.sees(">"):
            attributes.append(self._attribute())
        if self.take("/"):
            self.need(">")
            return Node("element", (name, tuple(attributes), ()))
        self.position += 1
        return Node("element", (name, tuple(attributes), self._children(name)))

    def _element_name(self) -> str:
        found = _JSX_NAME.match(self.source, self.position)
        if found is None:
            return ""
        self.position = found.end()
        return found[0]

    def _attribute(self) -> tuple[str, Node | None]:
        if self.take("{"):
            self.need("...")
            value = self.value("}")
            self.need("}")
            return "", value
        found = _JSX_ATTRIBUTE.match(self.source, self.position)
        if found is None:
            raise self.error()
        self.position = found.end()
        if not self.take("="):
            return found[0], None
        mark = self.mark()
        if mark in {"'", '"'}:
            end = self.source.find(mark, self.position + 1)
            if end < 0:
                raise self.error()
            text = self.source[self.position + 1 : end]
            self.position = end + 1
            return found[0], Node("value", (well_formed(decode_entities(text)),))
        if mark == "{":
            self.position += 1
            value = self.value("}")
            self.need("}")
            return found[0], value
        return found[0], self.element()

    def _children(self, name: str) -> tuple[Node, ...]:
        found: list[Node] = []
        while self.position < len(self.source):
            if text := _JSX_TEXT.match(self.source, self.position):
                self.position = text.end()
                if shown := text_of_jsx(text[0]):
                    found.append(Node("value", (shown,)))
            elif self.source.startswith("{", self.position):
                self.position += 1
                if self.take("}"):
                    continue
                found.append(self.value("}"))
                self.need("}")
            elif _CLOSING.match(self.source, self.position):
                self.need("<")
                self.need("/")
                self.mark()
                if self._element_name() != name:
                    raise self.error()
                self.need(">")
                return tuple(found)
            else:
                found.append(self.element())
        raise self.error()


def text_of_jsx(text: str) -> str:
    """Return the text between two tags as JSX has it: lines without their space, as one line."""
    lines = text.split("\n")
    if len(lines) == 1:
        return well_formed(decode_entities(text))
    kept = []
    for number, line in enumerate(lines):
        shown = line.replace("\t", " ")
        if number:
            shown = shown.lstrip(" \r")
        if number < len(lines) - 1:
            shown = shown.rstrip(" \r")
        if shown:
            kept.append(shown)
    return well_formed(decode_entities(" ".join(kept)))
