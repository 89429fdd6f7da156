"""The grammar of expressions: operators, functions, and what a declaration takes apart. Pure."""

from __future__ import annotations

import re
from typing import Any

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.mdx.jsx import skip_space
from sphinx_docsjson.mdx.tokens import (
    MAX_DEPTH,
    NAME,
    NUMBER,
    RESERVED,
    Node,
    NotConstant,
    TokenReader,
    number_of_token,
)

_OPERATOR = re.compile(
    r"\*\*|===|!==|==|!=|<=|>=|>>>|<<|>>|&&|\|\||\?\?|[-+*/%<>&|^]|(?:instanceof|in)\b"
)
_ASSIGNMENT = re.compile(r"(?:\*\*|\?\?|&&|\|\||[-+*/%])?=(?![=>])")
_LEVELS = {
    mark: level
    for level, marks in enumerate(
        (
            ("??",), ("||",), ("&&",), ("|",), ("^",), ("&",), ("===", "!==", "==", "!="),
            ("<", ">", "<=", ">=", "instanceof", "in"), ("<<", ">>", ">>>"), ("+", "-"),
            ("*", "/", "%"), ("**",),
        )
    )
    for mark in marks
}  # fmt: skip
_REGEX = re.compile(r"/((?>(?:[^/\\\[\n]++|\\.|\[(?>(?:[^\]\\\n]++|\\.)*)\])+))/([a-z]*+)")
_LITERALS = {"true": True, "false": False, "null": None}
ASYNC_FUNCTION = re.compile(r"async\s++function\b")
_ASYNC_ARROW = re.compile(r"async\s*+(?:\(|[A-Za-z_$])")
_CONDITION = re.compile(r"\?(?!\?|\.(?!\d))")
_AFTER_PARAMETERS = re.compile(r"=>|:\s*+[\w$.<>\[\]| ]++=>")


class Expressions(TokenReader):
    """Reads expressions; what stands in them of the grammars above is read there."""

    def element(self) -> Node:
        """Read an element of JSX; the parser in ``syntax`` does, which knows this module."""
        raise NotImplementedError

    def block(self) -> Node:
        """Read the statements between two braces; the parser in ``syntax`` does."""
        raise NotImplementedError

    # -- patterns: what a declaration or a parameter takes apart ------------------------------

    def parameters(self) -> tuple[Node, ...]:
        """Read ``(a, {b}, ...c)`` of a function."""
        self.need("(")
        found = []
        while not self.take(")"):
            found.append(self.element_of_pattern())
            if not self.take(","):
                self.need(")")
                break
        return tuple(found)

    def element_of_pattern(self) -> Node:
        """Read a part of a pattern: it may have a default, or be the rest."""
        if self.take("..."):
            return Node("rest", (self.pattern(),))
        target = self.pattern()
        self.annotation()
        if self.take("="):
            return Node("with default", (target, self.assignment()))
        return target

    def pattern(self) -> Node:
        """Read a name, or ``[…]`` and ``{…}`` that take a value apart."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error()
        if self.take("["):
            found: list[Any] = []
            while not self.take("]"):
                if self.take(","):
                    found.append(None)
                    continue
                found.append(self.element_of_pattern())
                if not self.take(","):
                    self.need("]")
                    break
            target = Node("array pattern", (tuple(found),))
        elif self.take("{"):
            target = self._object_pattern()
        else:
            target = Node("name", (self.name(),))
        self.depth -= 1
        return target

    def _object_pattern(self) -> Node:
        pairs: list[tuple[Any, Node]] = []
        while not self.take("}"):
            if self.take("..."):
                pairs.append((None, self.pattern()))
            else:
                key = self.key()
                target: Node
                if self.take(":"):
                    target = self.element_of_pattern()
                elif key.kind == "value":
                    target = Node("name", (key.parts[0],))
                    if self.take("="):
                        target = Node("with default", (target, self.assignment()))
                else:
                    raise self.error()
                pairs.append((key, target))
            if not self.take(","):
                self.need("}")
                break
        return Node("object pattern", (tuple(pairs),))

    # -- operators ------------------------------------------------------------------------------

    def sequence(self) -> Node:
        """Read expressions between commas."""
        first = self.assignment()
        if not self.sees(","):
            return first
        found = [first]
        while self.take(","):
            found.append(self.assignment())
        return Node("sequence", (tuple(found),))

    def assignment(self) -> Node:
        """Read one expression."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error()
        found = self.arrow()
        if found is None:
            found = self.conditional()
            self.space()
            if mark := _ASSIGNMENT.match(self.source, self.position):
                swaps = found.kind == "array" and mark[0] == "="
                if found.kind not in {"name", "member"} and not swaps:
                    raise self.error()
                self.position = mark.end()
                found = Node("assign", (mark[0][:-1], found, self.assignment()))
        self.depth -= 1
        return found

    def arrow(self) -> Node | None:
        """Read ``(…) => …`` where one stands."""
        self.space()
        begin = self.position
        if not self.source.startswith("(", begin) and not self.word():
            return None
        dynamic = False
        if self.word() == "async" and _ASYNC_ARROW.match(self.source, begin):
            self.take_word("async")
            dynamic = True
        if self.sees("("):
            if not self._begins_arrow():
                self.position = begin
                return None
            parameters = self.parameters()
            self.annotation()
        else:
            word = self.word()
            after = skip_space(self.source, self.position + len(word))
            if not word or word in RESERVED or not self.source.startswith("=>", after):
                self.position = begin
                return None
            parameters = (Node("name", (self.name(),)),)
        self.need("=>")
        body = self.block() if self.sees("{") else Node("return", (self.assignment(),))
        return Node("function", ("", parameters, body, dynamic))

    def _begins_arrow(self) -> bool:
        """Whether the parenthesis here is closed before an arrow; nothing is taken."""
        begin, position, depth = self.position, self.position, 0
        try:
            while position < len(self.source):
                mark = self.source[position]
                if mark in "'\"`":
                    self.position = position
                    self.string(mark)
                    position = self.position
                    continue
                if self.source.startswith(("//", "/*"), position):
                    position = max(skip_space(self.source, position), position + 1)
                    continue
                depth += (mark in "([{") - (mark in ")]}")
                position += 1
                if depth == 0:
                    after = skip_space(self.source, position)
                    return _AFTER_PARAMETERS.match(self.source, after) is not None
        except NotConstant:
            return False
        finally:
            self.position = begin
        return False

    def conditional(self) -> Node:
        """Read ``test ? then : other``, or what binds closer."""
        test = self.binary(0)
        self.space()
        if not _CONDITION.match(self.source, self.position):
            return test
        self.need("?")
        then = self.assignment()
        self.need(":")
        return Node("choice", (test, then, self.assignment()))

    def binary(self, least: int) -> Node:
        """Read operators that bind at least as close as the level *least*."""
        left = self.unary()
        while True:
            self.space()
            if self.take_word("as", "satisfies"):
                if not self.take_word("const"):
                    self.type()
                continue
            found = _OPERATOR.match(self.source, self.position)
            if found is None or _ASSIGNMENT.match(self.source, self.position):
                return left
            mark = found[0]
            level = _LEVELS[mark]
            if level < least:
                return left
            self.position = found.end()
            right = self.binary(level if mark == "**" else level + 1)
            left = Node("logic" if mark in {"??", "||", "&&"} else "binary", (mark, left, right))

    def unary(self) -> Node:
        """Read operators that stand before their value."""
        marks = []
        while True:
            self.space()
            if self.source.startswith(("++", "--"), self.position):
                mark = self.source[self.position]
                self.position += 2
                target = self.unary()
                found = Node("assign", (mark, target, Node("value", (1,))))
                break
            if self.source[self.position : self.position + 1] in {"!", "-", "+", "~"}:
                marks.append(self.source[self.position])
                self.position += 1
            elif word := self.take_word("typeof", "void", "delete", "await"):
                marks.append(word)
            else:
                found = self.postfix()
                break
            if len(marks) > MAX_DEPTH:
                raise self.error()
        for mark in reversed(marks):
            found = Node("unary", (mark, found))
        return found

    def postfix(self) -> Node:
        """Read a value, and ``++`` or ``--`` behind it."""
        found = self.members(self.primary())
        if self.source.startswith(("++", "--"), self.position):
            mark = self.source[self.position]
            self.position += 2
            return Node("increase", (mark, found))
        return found

    # -- calls and members ------------------------------------------------------------------------

    def members(self, found: Node) -> Node:
        """Read what is asked of the value *found*: its members, and calls."""
        chain = False
        while True:
            begin = self.position
            self.space()
            if self.source.startswith("?.", self.position) and not (
                self.source[self.position + 2 : self.position + 3].isdigit()
            ):
                self.position += 2
                chain = True
                if self.take("("):
                    found = Node("call", (found, self.arguments(), True))
                elif self.take("["):
                    key = self.sequence()
                    self.need("]")
                    found = Node("member", (found, key, True))
                else:
                    found = Node("member", (found, Node("value", (self.any_word(),)), True))
            elif self.take("."):
                found = Node("member", (found, Node("value", (self.any_word(),)), False))
            elif self.take("["):
                key = self.sequence()
                self.need("]")
                found = Node("member", (found, key, False))
            elif self.take("("):
                found = Node("call", (found, self.arguments(), False))
            elif self.source.startswith("`", self.position):
                found = Node("tagged", (found, self.template()))
            elif self.source.startswith("!", self.position) and (
                self.source[self.position + 1 : self.position + 2] in {".", "[", ")", ";", ","}
            ):
                self.position += 1  # TypeScript: it is there
            else:
                if "\n" in self.source[begin : self.position]:
                    self.position = begin
                return Node("chain", (found,)) if chain else found

    def arguments(self) -> tuple[Node, ...]:
        """Read the arguments of a call, behind its parenthesis."""
        found = []
        while not self.take(")"):
            found.append(self._item())
            if not self.take(","):
                self.need(")")
                break
        return tuple(found)

    def _item(self) -> Node:
        """Read an argument or an item of an array, which may be spread over several."""
        spread = self.take("...")
        value = self.assignment()
        return Node("spread", (value,)) if spread else value

    # -- what expressions are made of -----------------------------------------------------------

    def primary(self) -> Node:
        """Read a literal, a name, a function, or what stands in brackets."""
        self.space()
        source, position = self.source, self.position
        mark = source[position : position + 1]
        if mark in {"'", '"'}:
            return Node("value", (self.string(mark),))
        if mark == "`":
            return self.template()
        if mark == "[":
            return self.array()
        if mark == "{":
            return self.object()
        if mark == "<":
            return self.element()
        if mark == "(":
            self.position += 1
            found = self.sequence()
            if self.take(":"):
                self.type()
            self.need(")")
            return Node("group", (found,)) if found.kind == "chain" else found
        if number := NUMBER.match(source, position):
            self.position = number.end()
            return Node("value", (number_of_token(number[0]),))
        if mark == "/" and (regex := _REGEX.match(source, position)):
            self.position = regex.end()
            return Node("regex", (regex[1], regex[2]))
        return self._named()

    def _named(self) -> Node:
        word = self.word()
        if not word:
            raise self.error()
        if word in _LITERALS:
            self.position += len(word)
            return Node("value", (_LITERALS[word],))
        if word == "new":
            return self._new()
        if word == "function" or ASYNC_FUNCTION.match(self.source, self.position):
            dynamic = bool(self.take_word("async"))
            self.take_word("function")
            dynamic = self.take("*") or dynamic
            name = self.name() if self.word() else ""
            self.type_parameters()
            parameters = self.parameters()
            self.annotation()
            return Node("function", (name, parameters, self.block(), dynamic))
        if word == "import":
            self.position += len(word)
            return Node("name", ("import",))
        return Node("name", (self.name(),))

    def _new(self) -> Node:
        self.take_word("new")
        target = Node("name", (self.name(),))
        while self.take("."):
            target = Node("member", (target, Node("value", (self.any_word(),)), False))
        self.type_parameters()
        return Node("new", (target, self.arguments() if self.take("(") else ()))

    def template(self) -> Node:
        """Read a text between backticks: its texts and values in turn, and the texts as typed."""
        self.position += 1
        parts: list[Any] = []
        raw: list[str] = []
        text: list[str] = []
        begin = self.position
        while self.position < len(self.source):
            char = self.source[self.position]
            self.position += 1
            value = char == "$" and self.source.startswith("{", self.position)
            if char == "`" or value:
                parts.append(well_formed("".join(text)))
                raw.append(well_formed(self.source[begin : self.position - 1]))
                text = []
            if char == "`":
                return Node("template", (tuple(parts), tuple(raw)))
            if value:
                self.position += 1
                parts.append(self.sequence())
                self.need("}")
                begin = self.position
            else:
                text.append(self.escape() if char == "\\" else char)
        raise self.error()

    def array(self) -> Node:
        """Read ``[…]``."""
        self.need("[")
        found = []
        while not self.take("]"):
            if self.take(","):
                found.append(Node("name", ("undefined",)))
                continue
            found.append(self._item())
            if not self.take(","):
                self.need("]")
                break
        return Node("array", (tuple(found),))

    def object(self) -> Node:
        """Read ``{…}`` as a value."""
        self.need("{")
        pairs: list[tuple[Any, Node]] = []
        while not self.take("}"):
            if self.take("..."):
                pairs.append((None, self.assignment()))
            else:
                pairs.append(self._property())
            if not self.take(","):
                self.need("}")
                break
        return Node("object", (tuple(pairs),))

    def _property(self) -> tuple[Node, Node]:
        begin = self.position
        dynamic = False
        if self.word() in {"async", "get", "set"}:
            dynamic = True
            self.any_word()
            if self.sees(":") or self.sees(",") or self.sees("}") or self.sees("("):
                self.position, dynamic = begin, False
        quoted = self.sees("'") or self.sees('"')
        key = self.key()
        if self.take(":"):
            return key, self.assignment()
        if self.sees("("):
            parameters = self.parameters()
            self.annotation()
            return key, Node("function", ("", parameters, self.block(), dynamic))
        if key.kind != "value" or quoted or not NAME.fullmatch(str(key.parts[0])):
            raise self.error()
        return key, Node("name", (key.parts[0],))

    def key(self) -> Node:
        """Read the key of a member of an object."""
        self.space()
        mark = self.source[self.position : self.position + 1]
        if mark in {"'", '"'}:
            return Node("value", (self.string(mark),))
        if self.take("["):
            found = self.assignment()
            self.need("]")
            return Node("computed", (found,))
        if number := NUMBER.match(self.source, self.position):
            self.position = number.end()
            return Node("value", (number[0],))
        return Node("value", (self.any_word(),))
