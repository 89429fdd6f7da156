"""JavaScript and JSX as a tree: what pages and their snippets are written in. Pure.

:func:`parse_expression` reads one expression, :func:`parse_statements` the statements of a file.
Nothing is run here; :mod:`sphinx_docsjson.mdx.evaluation` gives the trees their values. The names
of the kinds are those of ESTree (https://github.com/estree/estree), shortened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Any

from sphinx_docsjson.base.messages import well_formed, words
from sphinx_docsjson.mdx.jsx import skip_space

EXACT = 2**53
"""Numbers of JavaScript are exact up to here."""

MAX_DEPTH = 60
"""So many expressions and elements may stand in each other."""


class NotConstant(ValueError):
    """The expression needs JavaScript; nothing here runs it."""


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a program.

    :param kind: what it is, and with it what its *parts* are.
    """

    kind: str
    parts: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return _written(self)


@lru_cache(maxsize=2000)
def parse_expression(source: str) -> Node:
    """Return the tree of the expression *source*.

    :raises NotConstant: when it is none.
    """
    parser = _JavaScriptParser(source)
    found = parser.within_limits(parser.sequence)
    parser.space()
    if parser.position < len(source):
        raise NotConstant(_short(source))
    return found


def parse_statements(source: str) -> list[tuple[Node, int]]:
    """Return the statements at the top of a file, and where each begins.

    A statement that is not understood is left out; reading goes on with the next line that begins
    one.
    """
    parser = _JavaScriptParser(source)
    found: list[tuple[Node, int]] = []
    while True:
        parser.space()
        begin = parser.position
        if begin >= len(source):
            return found
        try:
            found.append((parser.within_limits(parser.statement), begin))
        except NotConstant:
            name = _DECLARED.match(source, begin)
            if name is not None:
                found.append((Node("broken", (name[1],)), begin))
            following = _NEXT_STATEMENT.search(source, begin + 1)
            parser = _JavaScriptParser(source)
            parser.position = following.end() if following else len(source)


_DECLARED = re.compile(
    r"(?:export\s++)?(?:default\s++)?(?:async\s++)?(?:const|let|var|function|class)\s++([A-Za-z_$][\w$]*+)"
)
_NEXT_STATEMENT = re.compile(r"\n(?=(?:export|const|let|var|function|import|class)\b)")
_NAME = re.compile(r"[A-Za-z_$\u00aa-\uffff][\w$]*+")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]++|(?:\d[\d_]*+(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_CODE = re.compile(r"\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4})|([0-9a-fA-F]{2})")
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
_REGEX = re.compile(r"/((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++)/([a-z]*+)")
_JSX_NAME = re.compile(r"[A-Za-z_$][\w$-]*+(?:[.:][A-Za-z_$][\w$-]*+)*+")
_JSX_ATTRIBUTE = re.compile(r"[A-Za-z_$@][\w$:.@-]*+")
_JSX_TEXT = re.compile(r"[^<{]++")
_RESERVED = words(
    "break case catch class const continue debugger default delete do else export extends finally "
    "for function if import in instanceof new return super switch throw try typeof var void while "
    "with yield await enum"
)
_LITERALS = {"true": True, "false": False, "null": None}
_ASYNC_FUNCTION = re.compile(r"async\s++function\b")
_ASYNC_ARROW = re.compile(r"async\s*+(?:\(|[A-Za-z_$])")
_IMPORTED = re.compile(r"[^'\"]*+['\"][^'\"\n]*+['\"]")
_TYPE_STATEMENT = re.compile(r"(?:type\s++\w++(?:<[^=>\n]*+>)?\s*+=|interface\s++\w++|declare\s)")
_CONDITION = re.compile(r"\?(?!\?|\.(?!\d))")
_CODE_OF_X = re.compile("()()([0-9a-fA-F]{2})")
_CLOSING = re.compile(r"<\s*+/")


class _JavaScriptParser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.depth = 0

    def within_limits(self, read: Any) -> Node:
        try:
            found: Node = read()
        except RecursionError:
            raise self.error() from None
        return found

    # -- characters and words -------------------------------------------------------------

    def error(self) -> NotConstant:
        return NotConstant(_short(self.source[self.position :] or self.source))

    def space(self) -> None:
        self.position = skip_space(self.source, self.position)

    def sees(self, mark: str) -> bool:
        self.space()
        return self.source.startswith(mark, self.position)

    def take(self, mark: str) -> bool:
        if not self.sees(mark):
            return False
        self.position += len(mark)
        return True

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise self.error()

    def word(self) -> str:
        """Return the word that stands here, which is not taken."""
        self.space()
        found = _NAME.match(self.source, self.position)
        return found[0] if found else ""

    def take_word(self, *wanted: str) -> str:
        found = self.word()
        if found and found in wanted:
            self.position += len(found)
            return found
        return ""

    def name(self) -> str:
        found = self.word()
        if not found or found in _RESERVED:
            raise self.error()
        self.position += len(found)
        return found

    def line_ends(self) -> bool:
        """Whether the line ends before the next word."""
        begin = self.position
        self.space()
        ends = "\n" in self.source[begin : self.position]
        return ends or self.position >= len(self.source)

    # -- statements -----------------------------------------------------------------------

    def statement(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error()
        found = self._statement()
        self.depth -= 1
        return found

    def _statement(self) -> Node:
        word = self.word()
        if self.sees("{"):
            return self.block()
        if self.take(";"):
            return Node("nothing")
        reader = getattr(self, f"_read_{word}", None) if word in _STATEMENTS else None
        if reader is not None:
            before = self.position
            self.take_word(word)
            if word != "import" or not self.sees("("):
                found: Node = reader()
                return found
            self.position = before
        if word in {"type", "interface", "declare"} and self._skip_type_statement():
            return Node("nothing")
        if word == "async" and _ASYNC_FUNCTION.match(self.source, self.position):
            self.take_word("async")
            self.take_word("function")
            return self._read_function(dynamic=True)
        found = Node("expression", (self.sequence(),))
        self.end_statement()
        return found

    def end_statement(self) -> None:
        if not self.take(";") and not self.sees("}") and not self.line_ends_before():
            raise self.error()

    def line_ends_before(self) -> bool:
        """Whether a line end, or nothing, stands between the last token and here."""
        begin = self.position
        while begin and self.source[begin - 1].isspace():
            if self.source[begin - 1] == "\n":
                return True
            begin -= 1
        return self.line_ends() or self.source[begin - 1 : begin] in "}/"

    def block(self) -> Node:
        self.need("{")
        found = []
        while not self.take("}"):
            if self.position >= len(self.source):
                raise self.error()
            found.append(self.statement())
        return Node("block", (tuple(found),))

    def _read_import(self) -> Node:
        found = _IMPORTED.match(self.source, self.position)
        if found is None:
            raise self.error()
        self.position = found.end()
        self.take(";")
        return Node("nothing")

    def _read_export(self) -> Node:
        if self.take_word("default"):
            self.space()
            asynchronous = _ASYNC_FUNCTION.match(self.source, self.position)
            if asynchronous or self.word() in {"function", "class"}:
                declared = self.statement()
                return Node("default", (declared,))
            value = self.assignment()
            self.take(";")
            return Node("default", (value,))
        if self.take("*"):
            raise self.error()
        if self.take("{"):
            pairs = []
            while not self.take("}"):
                source = self.take_word("default") or self.name()
                given = source
                if self.take_word("as"):
                    given = self.take_word("default") or self.name()
                pairs.append((source, given))
                if not self.take(","):
                    self.need("}")
                    break
            if self.take_word("from"):
                self.space()
                self.string(self.source[self.position : self.position + 1])
                pairs = []
            self.take(";")
            return Node("exports", (tuple(pairs),))
        return Node("export", (self.statement(),))

    def _read_declaration(self) -> Node:
        found = []
        while True:
            target = self.pattern()
            self.annotation()
            value = self.assignment() if self.take("=") else None
            found.append((target, value))
            if not self.take(","):
                break
        if self.word() not in {"of", "in"}:
            self.end_statement()
        return Node("declare", (tuple(found),))

    _read_const = _read_let = _read_var = _read_declaration

    def _read_function(self, *, dynamic: bool = False) -> Node:
        dynamic = self.take("*") or dynamic
        name = self.name() if self.word() else ""
        self.type_parameters()
        parameters = self.parameters()
        self.annotation()
        body = self.block()
        function = Node("function", (name, parameters, body, dynamic))
        return Node("declare", (((Node("name", (name or "default",)), function),),))

    def _read_class(self) -> Node:
        name = self.name()
        while not self.sees("{"):
            if self.line_ends() or not self.word():
                raise self.error()
            self.position += len(self.word())
        self.skip_brackets()
        return Node("broken", (name,))

    def _read_if(self) -> Node:
        self.need("(")
        test = self.sequence()
        self.need(")")
        then = self.statement()
        return Node("if", (test, then, self.statement() if self.take_word("else") else None))

    def _read_return(self) -> Node:
        begin = self.position
        self.space()
        if "\n" in self.source[begin : self.position] or self.sees(";") or self.sees("}"):
            self.take(";")
            return Node("return", (None,))
        value = self.sequence()
        self.end_statement()
        return Node("return", (value,))

    def _read_throw(self) -> Node:
        value = self.sequence()
        self.end_statement()
        return Node("throw", (value,))

    def _read_break(self) -> Node:
        self.end_statement()
        return Node("break")

    def _read_continue(self) -> Node:
        self.end_statement()
        return Node("continue")

    def _read_while(self) -> Node:
        self.need("(")
        test = self.sequence()
        self.need(")")
        return Node("for", (None, test, None, self.statement()))

    def _read_for(self) -> Node:
        self.need("(")
        first: Node | None = None
        if self.take_word("const", "let", "var"):
            first = self._head_of_for()
        elif not self.sees(";"):
            first = self.sequence()
        if how := self.take_word("of", "in"):
            if first is None or first.kind != "declare":
                raise self.error()
            values = self.sequence()
            self.need(")")
            target = first.parts[0][0][0]
            return Node("for of", (target, values, how == "in", self.statement()))
        if first is None or first.kind != "declare":
            self.need(";")
        test = None if self.sees(";") else self.sequence()
        self.need(";")
        step = None if self.sees(")") else self.sequence()
        self.need(")")
        return Node("for", (first, test, step, self.statement()))

    def _head_of_for(self) -> Node:
        begin = self.position
        target = self.pattern()
        if self.word() in {"of", "in"}:
            return Node("declare", (((target, None),),))
        self.position = begin
        return self._read_declaration()

    def _read_switch(self) -> Node:
        self.need("(")
        value = self.sequence()
        self.need(")")
        self.need("{")
        cases = []
        while not self.take("}"):
            test = None if self.take_word("default") else self._case()
            self.need(":")
            body = []
            while self.word() not in {"case", "default"} and not self.sees("}"):
                if self.position >= len(self.source):
                    raise self.error()
                body.append(self.statement())
            cases.append((test, tuple(body)))
        return Node("switch", (value, tuple(cases)))

    def _case(self) -> Node:
        if not self.take_word("case"):
            raise self.error()
        return self.sequence()

    def _read_try(self) -> Node:
        body = self.block()
        caught: Node | None = None
        name: Node | None = None
        if self.take_word("catch"):
            if self.take("("):
                name = self.pattern()
                self.need(")")
            caught = self.block()
        last = self.block() if self.take_word("finally") else None
        return Node("try", (body, name, caught, last))

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
                found = _NAME.match(self.source, self.position)
                self.position = found.end() if found else self.position + 1
            after = self.position
            self.space()
            following = self.source[self.position : self.position + 1]
            if "\n" in self.source[after : self.position] and following not in "|&":
                return
            if following == "{" and self.before(after) not in "|&:":
                return

    def before(self, position: int) -> str:
        """Return the character before *position*, and before the space there."""
        while position and self.source[position - 1].isspace():
            position -= 1
        return self.source[position - 1 : position]

    def type_parameters(self) -> None:
        if self.sees("<"):
            self.skip_brackets()

    def _skip_type_statement(self) -> bool:
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

    # -- patterns: what a declaration or a parameter takes apart ------------------------------

    def parameters(self) -> tuple[Node, ...]:
        self.need("(")
        found = []
        while not self.take(")"):
            found.append(self.element_of_pattern())
            if not self.take(","):
                self.need(")")
                break
        return tuple(found)

    def element_of_pattern(self) -> Node:
        if self.take("..."):
            return Node("rest", (self.pattern(),))
        target = self.pattern()
        self.annotation()
        if self.take("="):
            return Node("with default", (target, self.assignment()))
        return target

    def pattern(self) -> Node:
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

    # -- expressions --------------------------------------------------------------------------

    def sequence(self) -> Node:
        first = self.assignment()
        if not self.sees(","):
            return first
        found = [first]
        while self.take(","):
            found.append(self.assignment())
        return Node("sequence", (tuple(found),))

    def assignment(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error()
        found = self.arrow()
        if found is None:
            found = self.conditional()
            self.space()
            if mark := _ASSIGNMENT.match(self.source, self.position):
                if found.kind not in {"name", "member"}:
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
            if not word or word in _RESERVED or not self.source.startswith("=>", after):
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
        test = self.binary(0)
        self.space()
        if not _CONDITION.match(self.source, self.position):
            return test
        self.need("?")
        then = self.assignment()
        self.need(":")
        return Node("choice", (test, then, self.assignment()))

    def binary(self, least: int) -> Node:
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
        found = self.members(self.primary())
        if self.source.startswith(("++", "--"), self.position):
            mark = self.source[self.position]
            self.position += 2
            return Node("increase", (mark, found))
        return found

    def members(self, found: Node) -> Node:
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
                raise self.error()
            elif self.source.startswith("!", self.position) and (
                self.source[self.position + 1 : self.position + 2] in {".", "[", ")", ";", ","}
            ):
                self.position += 1  # TypeScript: it is there
            else:
                if "\n" in self.source[begin : self.position]:
                    self.position = begin
                return Node("chain", (found,)) if chain else found

    def any_word(self) -> str:
        found = self.word()
        if not found:
            raise self.error()
        self.position += len(found)
        return found

    def arguments(self) -> tuple[Node, ...]:
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

    def primary(self) -> Node:
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
        if number := _NUMBER.match(source, position):
            self.position = number.end()
            return Node("value", (_number(number[0]),))
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
        if word == "function" or _ASYNC_FUNCTION.match(self.source, self.position):
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

    def string(self, mark: str) -> str:
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

    def template(self) -> Node:
        self.position += 1
        parts: list[Any] = []
        text: list[str] = []
        while self.position < len(self.source):
            char = self.source[self.position]
            self.position += 1
            if char == "`":
                parts.append(well_formed("".join(text)))
                return Node("template", (tuple(parts),))
            if char == "$" and self.source.startswith("{", self.position):
                self.position += 1
                parts.append(well_formed("".join(text)))
                text = []
                parts.append(self.sequence())
                self.need("}")
            else:
                text.append(self.escape() if char == "\\" else char)
        raise self.error()

    def array(self) -> Node:
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
        if key.kind != "value" or quoted or not _NAME.fullmatch(str(key.parts[0])):
            raise self.error()
        return key, Node("name", (key.parts[0],))

    def key(self) -> Node:
        self.space()
        mark = self.source[self.position : self.position + 1]
        if mark in {"'", '"'}:
            return Node("value", (self.string(mark),))
        if self.take("["):
            found = self.assignment()
            self.need("]")
            return Node("computed", (found,))
        if number := _NUMBER.match(self.source, self.position):
            self.position = number.end()
            return Node("value", (number[0],))
        return Node("value", (self.any_word(),))

    # -- elements -----------------------------------------------------------------------------

    def element(self) -> Node:
        """Read ``<name …>…</name>``: its name, attributes and children."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error()
        self.need("<")
        self.space()
        name = self._element_name()
        attributes = []
        while not self.sees("/") and not self.sees(">"):
            attributes.append(self._attribute())
        if self.take("/"):
            self.need(">")
            self.depth -= 1
            return Node("element", (name, tuple(attributes), ()))
        self.position += 1
        children = self._children(name)
        self.depth -= 1
        return Node("element", (name, tuple(attributes), children))

    def _element_name(self) -> str:
        found = _JSX_NAME.match(self.source, self.position)
        if found is None:
            return ""
        self.position = found.end()
        return found[0]

    def _attribute(self) -> tuple[str, Node | None]:
        if self.take("{"):
            self.need("...")
            value = self.assignment()
            self.need("}")
            return "", value
        found = _JSX_ATTRIBUTE.match(self.source, self.position)
        if found is None:
            raise self.error()
        self.position = found.end()
        if not self.take("="):
            return found[0], None
        self.space()
        mark = self.source[self.position : self.position + 1]
        if mark in {"'", '"'}:
            end = self.source.find(mark, self.position + 1)
            if end < 0:
                raise self.error()
            text = self.source[self.position + 1 : end]
            self.position = end + 1
            return found[0], Node("value", (well_formed(unescape(text)),))
        if mark == "{":
            self.position += 1
            value = self.sequence()
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
                begin = self.position
                value = self.sequence()
                source = self.source[begin : self.position].strip()
                self.need("}")
                found.append(Node("child", (value, source)))
            elif _CLOSING.match(self.source, self.position):
                self.need("<")
                self.need("/")
                self.space()
                if self._element_name() != name:
                    raise self.error()
                self.need(">")
                return tuple(found)
            else:
                found.append(self.element())
        raise self.error()


_AFTER_PARAMETERS = re.compile(r"=>|:\s*+[\w$.<>\[\]| ]++=>")
_STATEMENTS = words(
    "import export const let var function class if return throw break continue while for switch "
    "try"
)


def text_of_jsx(text: str) -> str:
    """Return the text between two tags as JSX has it: lines without their space, as one line."""
    lines = text.split("\n")
    if len(lines) == 1:
        return well_formed(unescape(text))
    kept = []
    for number, line in enumerate(lines):
        shown = line.replace("\t", " ")
        if number:
            shown = shown.lstrip(" \r")
        if number < len(lines) - 1:
            shown = shown.rstrip(" \r")
        if shown:
            kept.append(shown)
    return well_formed(unescape(" ".join(kept)))


def _number(text: str) -> int | float:
    text = text.replace("_", "")
    if text[:2].lower() == "0x":
        if len(text) > 250:  # more than a number of JavaScript can be
            return float("inf")
        return int(text, 16) if len(text) < 15 else float(int(text, 16))
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= EXACT else number


def _short(source: str) -> str:
    line = " ".join(source[:200].split())
    return line if len(line) <= 60 else line[:57] + "…"


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
