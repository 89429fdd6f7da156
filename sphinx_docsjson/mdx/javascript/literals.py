"""The constant part of JavaScript that pages use in ``{…}``, read as Python values.

Strings, template strings, numbers, booleans, ``null``, arrays, objects, names that the page
defines, member access, the logical and conditional operators, elements and arrow functions.
Nothing is run: whatever goes beyond this raises :class:`NotConstant`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.javascript.functions import read_arrow
from sphinx_docsjson.mdx.javascript.js_values import (
    Dynamic,
    ElementValue,
    NotConstant,
    OverBudget,
    Undefined,
    apply,
    as_text,
    fits,
    member,
    truthy,
)
from sphinx_docsjson.mdx.javascript.pieces import IDENTIFIER, skip_expression, skip_space
from sphinx_docsjson.mdx.scan import scan
from sphinx_docsjson.text.surrogates import well_formed

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_DEPTH = 40

_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_KEYWORDS: dict[str, Any] = {"true": True, "false": False, "null": None}
_BINARY = (("??",), ("||",), ("&&",), ("===", "!==", "==", "!="), ("+",))
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}


def evaluate(source: str, scope: Mapping[str, Any]) -> Any:
    """Return the value of the expression *source*.

    :param scope: the values of names.
    :raises Undefined: for a name that is not in *scope*.
    :raises OverBudget: when its values are more than the page may be made of.
    :raises NotConstant: for anything that is not constant.
    """
    reader = _LiteralReader(source, scope)
    try:
        value = reader.conditional()
    except RecursionError:
        raise NotConstant(source) from None
    reader.space()
    if reader.position < len(source):
        raise NotConstant(source)
    if isinstance(value, str) and not fits(value):
        raise OverBudget("characters")
    return value


class _LiteralReader:
    def __init__(self, source: str, scope: Mapping[str, Any], depth: int = 0) -> None:
        self.source = source
        self.scope = scope
        self.position = 0
        self.depth = depth

    def space(self) -> None:
        self.position = skip_space(self.source, self.position)

    def take(self, *marks: str) -> str | None:
        self.space()
        for mark in marks:
            if self.source.startswith(mark, self.position):
                self.position += len(mark)
                return mark
        return None

    def need(self, mark: str) -> None:
        if self.take(mark) is None:
            raise NotConstant(self.source)

    def conditional(self) -> Any:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotConstant(self.source)
        if not page_budget().take("steps", 1):
            raise OverBudget("steps")
        condition = self.binary(0)
        self.space()
        if self.source.startswith("?", self.position) and self.take("?"):
            when_true = self.conditional()
            self.need(":")
            when_false = self.conditional()
            condition = when_true if truthy(condition) else when_false
        self.depth -= 1
        return condition

    def binary(self, level: int) -> Any:
        if level == len(_BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while (mark := self.take(*_BINARY[level])) is not None:
            left = apply(mark, left, self.binary(level + 1))
        return left

    def unary(self) -> Any:
        if self.take("!"):
            return not truthy(self.unary())
        if self.take("-"):
            value = self.unary()
            if isinstance(value, int | float):
                return -value
            raise NotConstant(self.source)
        return self.members(self.primary())

    def members(self, value: Any) -> Any:
        while True:
            if self.take("?.", "."):
                match = IDENTIFIER.match(self.source, self.position)
                if match is None:
                    raise NotConstant(self.source)
                self.position = match.end()
                value = member(value, match.group(), self.source)
            elif self.take("["):
                value = member(value, self.conditional(), self.source)
                self.need("]")
            else:
                return value

    def primary(self) -> Any:
        self.space()
        source, position = self.source, self.position
        mark = source[position : position + 1]
        if mark in {"'", '"'}:
            return self.string(mark)
        if mark == "`":
            return self.template_string()
        if mark == "[":
            return self.array()
        if mark == "{":
            return self.object()
        if mark == "<":
            return self.element()
        if (found := read_arrow(source, position)) is not None:
            function, self.position = found
            return function
        if self.take("("):
            value = self.conditional()
            self.need(")")
            return value
        if number := _NUMBER.match(source, position):
            self.position = number.end()
            return _number(number.group())
        if name := IDENTIFIER.match(source, position):
            self.position = name.end()
            return self.name(name.group())
        raise NotConstant(source)

    def name(self, name: str) -> Any:
        if name in _KEYWORDS:
            return _KEYWORDS[name]
        if name == "undefined":
            return None
        if name not in self.scope:
            raise Undefined(name)
        if isinstance(self.scope[name], Dynamic):
            raise NotConstant(name)
        return self.scope[name]

    def string(self, mark: str) -> str:
        self.position += 1
        parts: list[str] = []
        while self.position < len(self.source):
            char = self.source[self.position]
            self.position += 1
            if char == mark:
                return well_formed("".join(parts))
            parts.append(self.escape() if char == "\\" else char)
        raise NotConstant(self.source)

    def escape(self) -> str:
        char = self.source[self.position : self.position + 1]
        self.position += 1
        if char in {"x", "u"}:
            match = re.compile(r"\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4})|([0-9a-fA-F]{2})").match(
                self.source, self.position
            )
            if match is None:
                raise NotConstant(self.source)
            self.position = match.end()
            code = int(match[1] or match[2] or match[3], 16)
            return chr(code) if code < 0x110000 else ""
        return _ESCAPES.get(char, char)

    def template_string(self) -> str:
        self.position += 1
        parts: list[str] = []
        while self.position < len(self.source):
            if self.source.startswith("${", self.position):
                end = skip_expression(self.source, self.position + 1, len(self.source))
                if end is None:
                    break
                inner = _LiteralReader(
                    self.source[self.position + 2 : end - 1], self.scope, self.depth + 1
                )
                parts.append(as_text(inner.conditional()))
                if not page_budget().take("characters", len(parts[-1])):
                    raise OverBudget("characters")
                self.position = end
                continue
            char = self.source[self.position]
            self.position += 1
            if char == "`":
                return well_formed("".join(parts))
            parts.append(self.escape() if char == "\\" else char)
        raise NotConstant(self.source)

    def array(self) -> list[Any]:
        self.need("[")
        values: list[Any] = []
        while not self.take("]"):
            values.append(self.conditional())
            if not self.take(","):
                self.need("]")
                break
        return values

    def object(self) -> dict[str, Any]:
        self.need("{")
        values: dict[str, Any] = {}
        while not self.take("}"):
            key = self.key()
            if self.take(":"):
                values[key] = self.conditional()
            else:
                values[key] = self.name(key)
            if not self.take(","):
                self.need("}")
                break
        return values

    def key(self) -> str:
        self.space()
        mark = self.source[self.position : self.position + 1]
        if mark in {"'", '"'}:
            return self.string(mark)
        match = IDENTIFIER.match(self.source, self.position) or _NUMBER.match(
            self.source, self.position
        )
        if match is None:
            raise NotConstant(self.source)
        self.position = match.end()
        return match.group()

    def element(self) -> ElementValue:
        rest = self.source[self.position :]
        found = scan(rest, blocks=False).elements.get(0)
        if found is None or found.unclosed:
            raise NotConstant(self.source)
        self.position += found.end
        return ElementValue(rest[: found.end])


def _number(text: str) -> int | float:
    text = text.replace("_", "")
    if text[:2].lower() == "0x":
        if len(text) > 250:  # more than a number of JavaScript can be
            return float("inf")
        return int(text, 16) if len(text) < 15 else float(int(text, 16))
    return int(text) if text.isdigit() and len(text) < 16 else float(text)
