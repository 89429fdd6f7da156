"""JavaScript and JSX as a tree: what pages and their snippets are written in. Pure.

:func:`parse_expression` reads one expression, :func:`parse_statements` the statements of a file.
Nothing is run here; :mod:`sphinx_docsjson.mdx.evaluation` gives the trees their values. The names
of the kinds are those of ESTree (https://github.com/estree/estree), shortened. Of three grammars
each stands on the last: :mod:`.tokens`, :mod:`.expressions`, and here elements and statements.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from sphinx_docsjson.base.messages import well_formed, words
from sphinx_docsjson.mdx.expressions import ASYNC_FUNCTION, Expressions
from sphinx_docsjson.mdx.jsx import decode_entities
from sphinx_docsjson.mdx.tokens import MAX_DEPTH, Node, NotConstant, short


@lru_cache(maxsize=2000)
def parse_expression(source: str) -> Node:
    """Return the tree of the expression *source*.

    :raises NotConstant: when it is none.
    """
    parser = _JavaScriptParser(source)
    found = parser.within_limits(parser.sequence)
    parser.space()
    if parser.position < len(source):
        raise NotConstant(short(source))
    return found


def parse_expression_at(source: str, position: int) -> Node:
    """Return the tree of the expression that begins at *position*, whatever follows it.

    :raises NotConstant: when none does.
    """
    parser = _JavaScriptParser(source)
    parser.position = position
    return parser.within_limits(parser.assignment)


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
            found += [(node, begin) for node in _broken(source, begin)]
            following = _NEXT_STATEMENT.search(source, begin + 1)
            parser = _JavaScriptParser(source)
            parser.position = following.end() if following else len(source)


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
_IMPORTED = re.compile(r"[^'\"]*+['\"][^'\"\n]*+['\"]")
_STATEMENTS = words("import export const let var function class return")
"""Others stand in functions that are more than data: they are not read."""

_JSX_NAME = re.compile(r"[A-Za-z_$][\w$-]*+(?>(?:[.:][A-Za-z_$][\w$-]*+)*)")
_JSX_ATTRIBUTE = re.compile(r"[A-Za-z_$@][\w$:.@-]*+")
_JSX_TEXT = re.compile(r"[^<{]++")
_CLOSING = re.compile(r"<\s*+/")


class _JavaScriptParser(Expressions):
    def within_limits(self, read: Any) -> Node:
        """Return what *read* reads; what is too deep for Python is no program."""
        try:
            found: Node = read()
        except RecursionError:
            raise self.error() from None
        return found

    # -- statements -----------------------------------------------------------------------

    def statement(self) -> Node:
        """Read one statement."""
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
        if word in {"type", "interface", "declare"} and self.skip_type_statement():
            return Node("nothing")
        if word == "async" and ASYNC_FUNCTION.match(self.source, self.position):
            self.take_word("async")
            self.take_word("function")
            return self._read_function(dynamic=True)
        found = Node("expression", (self.sequence(),))
        self.end_statement()
        return found

    def end_statement(self) -> None:
        """Read the semicolon, or whatever else ends a statement."""
        if not self.take(";") and not self.sees("}") and not self.line_ends_before():
            raise self.error()

    def block(self) -> Node:
        """Read the statements between two braces."""
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
            asynchronous = ASYNC_FUNCTION.match(self.source, self.position)
            if asynchronous or self.word() in {"function", "class"}:
                declared = self.statement()
                return Node("default", (declared,))
            value = self.assignment()
            self.take(";")
            return Node("default", (value,))
        if self.take("*"):
            name = self.name() if self.take_word("as") else "*"
            return Node("exports from", ((("*", name),), self._from()))
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
            if self.word() == "from":
                return Node("exports from", (tuple(pairs), self._from()))
            self.take(";")
            return Node("exports", (tuple(pairs),))
        return Node("export", (self.statement(),))

    def _from(self) -> str:
        if not self.take_word("from"):
            raise self.error()
        self.space()
        path = self.string(self.source[self.position : self.position + 1])
        self.take(";")
        return path

    def _read_declaration(self) -> Node:
        found = []
        while True:
            target = self.pattern()
            self.annotation()
            value = self.assignment() if self.take("=") else None
            found.append((target, value))
            if not self.take(","):
                break
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

    def _read_return(self) -> Node:
        begin = self.position
        self.space()
        if "\n" in self.source[begin : self.position] or self.sees(";") or self.sees("}"):
            self.take(";")
            return Node("return", (None,))
        value = self.sequence()
        self.end_statement()
        return Node("return", (value,))

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
            return found[0], Node("value", (well_formed(decode_entities(text)),))
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
