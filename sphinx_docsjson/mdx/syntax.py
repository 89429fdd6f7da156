"""Parses JavaScript and JSX into a tree, if they are only data. Pure.

:func:`parse_expression` reads one expression, :func:`parse_statements` the statements of a file.
The grammar covers data: strings, numbers, lists, objects, conditions, elements, and functions that
are one expression. It was chosen by counting the pages of 69 public repositories: pages that use
anything else need more than a grammar. Such code is skipped, and becomes a :class:`Node` of the
kind ``code``: only an engine can give it a value (:mod:`sphinx_docsjson.ext.jsx`). The kinds have
the names of ESTree (https://github.com/estree/estree), shortened.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.mdx.jsx import (
    AttributeValue,
    Form,
    TagBudget,
    decode_entities,
    is_blank,
    read_tag,
)
from sphinx_docsjson.mdx.tokens import (
    MAX_DEPTH,
    NUMBER,
    Node,
    NotConstant,
    TokenReader,
    short,
    unescaped,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_docsjson.mdx.jsx import Tag, TagAttribute
    from sphinx_docsjson.mdx.values import Props


@lru_cache(maxsize=2000)
def parse_expression(source: str) -> Node:
    """Return the tree of the expression *source*.

    :raises NotConstant: when it is not one.
    """
    parser = _DataParser(source)
    return parser.within_limits(parser.whole)


def parse_expression_at(source: str, position: int) -> Node:
    """Return the tree of the expression that begins at *position*, whatever follows it.

    :raises NotConstant: when none does.
    """
    parser = _DataParser(source, position)
    return parser.within_limits(parser.expression)


def parse_statements(source: str) -> list[tuple[Node, int]]:
    """Return the statements at the top of a file, and where each begins.

    A statement that is not understood is omitted; reading continues at the next line that begins
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
    if found is None or not (name := found[2] or found[1]):
        return []
    return [Node(found[1] or "export", (Node("declare", (((name, Node("code", (name,))),),)),))]


_DECLARED = re.compile(
    r"(?:export\s++(?:(default)\b\s*+)?)?"
    r"(?:(?:async\s++)?(?:const|let|var|function|class)\s++([A-Za-z_$][\w$]*+))?"
)
_NEXT_STATEMENT = re.compile(r"\n(?=(?:export|const|let|var|function|import|class)\b)")

_LITERALS = {"true": True, "false": False, "null": None}
_LEVELS = {"??": 0, "||": 1, "&&": 2, "===": 3, "!==": 3, "+": 4}
_OPERATOR = re.compile(r"(?:&&|\|\||\?\?)(?!=)|[=!]==|\+(?![+=])")
_CONDITION = re.compile(r"\?(?!\?|\.(?!\d))")
_AS_TYPE = re.compile(r"(?:as|satisfies)\s++[\w$.]++(?:<[^<>\n]*+>)?(?:\[\])*+")
_JSX_TEXT = re.compile(r"[^<{]++")
_TEMPLATE_TEXT = re.compile(r"(?>[^`\\$]|\\.|\$(?!\{))*+(?=[`$])", re.DOTALL)


class _DataParser(TokenReader):
    def __init__(self, source: str, position: int = 0) -> None:
        super().__init__(source, position)
        self.budget = TagBudget(len(source))

    def within_limits(self, read: Callable[[], Node]) -> Node:
        """Return what *read* reads; what is too deep for Python is not a program."""
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

    def inside(self, source: str) -> Node:
        """Return the tree of an expression between braces, or the code there."""
        parser = _DataParser(source)
        parser.depth = self.depth
        try:
            return parser.whole()
        except NotConstant:
            return Node("code", (short(source),))

    def whole(self) -> Node:
        """Read the text, which is one expression."""
        found = self.expression()
        if self.mark():
            raise NotConstant(short(self.source))
        return found

    # -- statements -----------------------------------------------------------------------

    def statement(self) -> Node:
        """Read one statement: an export or a declaration."""
        if self.take_word("export"):
            return self._export()
        if self.take_word("function"):
            name = self.name() if self.word() else "default"
            return Node("declare", (((name, self._function()),),))
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
            return Node("default", (Node("declare", ((("default", value),),)),))
        if self.take("*"):
            name = self.name() if self.take_word("as") else "*"
            self.need("from")
            return Node("exports", ((("*", name),), self.string()))
        if self.take("{"):
            pairs = []
            while not self.take("}"):
                source = self.any_word()
                pairs.append((source, self.any_word() if self.take_word("as") else source))
                self.take(",")
            return Node("exports", (tuple(pairs), self.string() if self.take_word("from") else ""))
        if self.word() not in {"function", "const", "let", "var"}:
            raise self.error()
        return Node("export", (self.statement(),))

    def _declaration(self) -> Node:
        found = []
        while True:
            name = self.name()
            if self.take(":"):
                self.skip_to("=", types=True)
            found.append((name, self.expression() if self.take("=") else None))
            if not self.take(","):
                break
        self.end_statement()
        return Node("declare", (tuple(found),))

    # -- functions ------------------------------------------------------------------------------

    def _function(self) -> Node:
        """Read attributes and body of a function; of a body that is more, only its end."""
        props = self._parameters()
        if not self.sees("{"):
            self.skip_to("{", types=True)
        return Node("function", (props, self._body()))

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
        """Read ``(…) => …`` where one is."""
        begin, depth = self.position, self.depth
        try:
            if self.sees("("):
                props = self._parameters()
                if self.take(":"):
                    self.skip_to("=>", types=True)
            else:
                props = self.name()
            self.need("=>")
        except NotConstant:
            self.position, self.depth = begin, depth
            return None
        body = self._body() if self.sees("{") else Node("return", (self.expression(),))
        return Node("function", (props, body))

    def _parameters(self) -> Props | None:
        """Read ``({a, b = 1, ...c})``, or another name for the attributes; over others."""
        self.need("(")
        begin, depth = self.position, self.depth
        try:
            found = self._props()
            if self.take(":"):
                self.skip_to(")", types=True)
            self.need(")")
            return found
        except NotConstant:
            self.position, self.depth = begin, depth
        self.skip_to(")")
        self.need(")")
        return None

    def _props(self) -> Props:
        if not self.take("{"):
            return "" if self.sees(")") else self.name()
        found = []
        while not self.take("}"):
            key = None if self.take("...") else self.key()
            name = self.name() if key is None or self.take(":") else key
            found.append((key, name, self.expression() if self.take("=") else None))
            if not self.take(",") and not self.sees("}"):
                raise self.error()
        return tuple(found)

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
        left = self.members(self.primary())
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

    # -- calls and members ------------------------------------------------------------------------

    def members(self, found: Node) -> Node:
        """Read what follows the value *found*: its members, and calls."""
        while True:
            begin = self.position
            if self.take("("):
                arguments = []
                while not self.take(")"):
                    arguments.append(self._item(")"))
                found = Node("call", (found, tuple(arguments)))
            elif self.take("["):
                key = self.expression()
                self.need("]")
                found = Node("member", (found, key))
            elif self.take("."):
                found = Node("member", (found, Node("value", (self.any_word(),))))
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
                found.append(self._item("]"))
            return Node("array", (tuple(found),))
        if mark == "{":
            return self.object()
        if self.take("("):
            inside = self.expression()
            self.need(")")
            return inside
        if number := NUMBER.match(self.source, self.position):
            self.position = number.end()
            value = float(number[0].replace("_", ""))
            return Node("value", (int(value) if value.is_integer() else value,))
        if word := self.take_word(*_LITERALS):
            return Node("value", (_LITERALS[word],))
        return Node("name", (self.name(),))

    def template(self) -> Node:
        """Read a text between backticks: its texts and values in turn."""
        self.need("`")
        parts: list[str | Node] = []
        while text := _TEMPLATE_TEXT.match(self.source, self.position):
            parts.append(unescaped(text[0]))
            self.position = text.end() + 1
            if self.source.startswith("`", text.end()):
                return Node("template", (tuple(parts),))
            begin = self.position + 1
            self.skip_braces()
            parts.append(self.inside(self.source[begin : self.position - 1]))
        raise self.error()

    def object(self) -> Node:
        """Read ``{…}`` as a value."""
        self.need("{")
        pairs: list[tuple[str | None, Node]] = []
        while not self.take("}"):
            begin, key = self.position, None
            if not self.take("..."):
                key = self.key()
                if not self.take(":"):
                    self.position = begin  # the name is the key
            pairs.append((key, self.value(",", "}")))
            self.take(",")
        return Node("object", (tuple(pairs),))

    def key(self) -> str:
        """Read the key of a member of an object."""
        if self.mark() in {"'", '"'}:
            return self.string()
        return self.any_word()

    # -- elements -----------------------------------------------------------------------------

    def element(self) -> Node:
        """Read ``<name …>…</name>``: its name, attributes and children."""
        return self.deeper(lambda: self._element(self._tag()))

    def _tag(self) -> Tag:
        tag = read_tag(self.source, self.position, self.budget)
        if tag is None:
            raise self.error()
        self.position = tag.end
        return tag

    def _element(self, tag: Tag) -> Node:
        attributes = tuple((each.name, self._attribute(each)) for each in tag.attributes)
        if tag.form is Form.SELF:
            return Node("element", (tag.name, attributes, ()))
        if tag.form is Form.CLOSE:
            raise self.error()
        return Node("element", (tag.name, attributes, self._children(tag.name)))

    def _attribute(self, written: TagAttribute) -> Node | None:
        if written.kind is AttributeValue.BARE:
            return None
        if written.kind is AttributeValue.STRING:
            return Node("value", (well_formed(written.text),))
        return self.inside(written.text.strip().removeprefix("..."))

    def _children(self, name: str) -> tuple[Node, ...]:
        found: list[Node] = []
        while self.position < len(self.source):
            if text := _JSX_TEXT.match(self.source, self.position):
                self.position = text.end()
                if shown := text_of_jsx(text[0]):
                    found.append(Node("value", (shown,)))
            elif self.source.startswith("{", self.position):
                begin = self.position + 1
                self.skip_braces()
                if not is_blank(source := self.source[begin : self.position - 1]):
                    found.append(self.inside(source))
            elif (tag := self._tag()).form is not Form.CLOSE:
                found.append(self.deeper(partial(self._element, tag)))
            elif tag.name == name:
                return tuple(found)
            else:
                break
        raise self.error()


def text_of_jsx(text: str) -> str:
    """Return the text between two tags as JSX has it: lines without their space, as one line."""
    first, *more = text.split("\n")
    if more:
        *inner, last = more
        kept = [first.rstrip(), *(line.strip() for line in inner), last.lstrip()]
        text = " ".join(filter(None, kept))
    return well_formed(decode_entities(text))
