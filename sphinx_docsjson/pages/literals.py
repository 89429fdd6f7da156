"""The constant part of JavaScript that pages use in ``{…}``, read as Python values.

Strings, template strings, numbers, booleans, ``null``, arrays, objects, names that the page
defines, member access, the logical and conditional operators, elements and arrow functions.
Nothing is run: whatever goes beyond this raises :class:`NotConstant`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.pages.jsx import skip_expression

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_DEPTH = 40

_TOKEN_SPACE = re.compile(r"(?:\s+|/\*.*?\*/|//[^\n]*)*", re.DOTALL)
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_KEYWORDS: dict[str, Any] = {"true": True, "false": False, "null": None}
_BINARY = (("??",), ("||",), ("&&",), ("===", "!==", "==", "!="), ("+",))
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_ARROW = re.compile(r"(?:async\s+)?(?:\(|[A-Za-z_$][\w$]*\s*=>)")


class NotConstant(ValueError):
    """The expression needs JavaScript; nothing here runs it."""


class Undefined(NotConstant):
    """The expression uses a name that nothing defines."""


@dataclass(frozen=True, slots=True)
class Element:
    """An element written inside an expression, as its source text."""

    source: str


@dataclass(frozen=True, slots=True)
class Template:
    """A function that only returns an element: its parameters and the returned source.

    :param parameters: name → source of the default value, or ``None``.
    :param whole: the name that stands for all properties (``props``), if any.
    """

    source: str
    parameters: Mapping[str, str | None] = field(default_factory=dict)
    whole: str | None = None


def evaluate(source: str, scope: Mapping[str, Any]) -> Any:
    """Return the value of the expression *source*.

    :param scope: the values of names.
    :raises Undefined: for a name that is not in *scope*.
    :raises NotConstant: for anything that is not constant.
    """
    reader = _Reader(source, scope)
    value = reader.conditional()
    reader.space()
    if reader.position < len(source):
        raise NotConstant(source)
    return value


def as_text(value: Any) -> str:
    """Return *value* as JSX shows it, or as the raw value of a component's attribute."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Element | Template):
        return value.source
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, default=as_text)
    return str(value)


class _Reader:
    def __init__(self, source: str, scope: Mapping[str, Any], depth: int = 0) -> None:
        self.source = source
        self.scope = scope
        self.position = 0
        self.depth = depth

    def space(self) -> None:
        match = _TOKEN_SPACE.match(self.source, self.position)
        if match:
            self.position = match.end()

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
        condition = self.binary(0)
        self.space()
        if self.source.startswith("?", self.position) and self.take("?"):
            when_true = self.conditional()
            self.need(":")
            when_false = self.conditional()
            condition = when_true if _truthy(condition) else when_false
        self.depth -= 1
        return condition

    def binary(self, level: int) -> Any:
        if level == len(_BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while (mark := self.take(*_BINARY[level])) is not None:
            left = _apply(mark, left, self.binary(level + 1))
        return left

    def unary(self) -> Any:
        if self.take("!"):
            return not _truthy(self.unary())
        if self.take("-"):
            value = self.unary()
            if isinstance(value, int | float):
                return -value
            raise NotConstant(self.source)
        return self.members(self.primary())

    def members(self, value: Any) -> Any:
        while True:
            if self.take("?.", "."):
                match = _IDENTIFIER.match(self.source, self.position)
                if match is None:
                    raise NotConstant(self.source)
                self.position = match.end()
                value = _member(value, match.group(), self.source)
            elif self.take("["):
                value = _member(value, self.conditional(), self.source)
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
        if _ARROW.match(source, position) and (function := self.function()) is not None:
            return function
        if self.take("("):
            value = self.conditional()
            self.need(")")
            return value
        if number := _NUMBER.match(source, position):
            self.position = number.end()
            return _number(number.group())
        if name := _IDENTIFIER.match(source, position):
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
        return self.scope[name]

    def string(self, mark: str) -> str:
        self.position += 1
        parts: list[str] = []
        while self.position < len(self.source):
            char = self.source[self.position]
            self.position += 1
            if char == mark:
                return "".join(parts)
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
                inner = _Reader(
                    self.source[self.position + 2 : end - 1], self.scope, self.depth + 1
                )
                parts.append(as_text(inner.conditional()))
                self.position = end
                continue
            char = self.source[self.position]
            self.position += 1
            if char == "`":
                return "".join(parts)
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
        match = _IDENTIFIER.match(self.source, self.position) or _NUMBER.match(
            self.source, self.position
        )
        if match is None:
            raise NotConstant(self.source)
        self.position = match.end()
        return match.group()

    def element(self) -> Element:
        from sphinx_docsjson.pages.scan import scan

        rest = self.source[self.position :]
        found = scan(rest, blocks=False).elements.get(0)
        if found is None or found.unclosed:
            raise NotConstant(self.source)
        self.position += found.end
        return Element(rest[: found.end])

    def function(self) -> Template | None:
        """Read an arrow function that only returns an element; ``None`` when it is no function."""
        start = self.position
        parameters, whole = self.parameters()
        if parameters is None or not self.take("=>"):
            self.position = start
            return None
        return Template(self.body(), parameters, whole)

    def parameters(self) -> tuple[dict[str, str | None] | None, str | None]:
        self.take("async")
        self.space()
        if (name := _IDENTIFIER.match(self.source, self.position)) is not None:
            self.position = name.end()
            return {}, name.group()
        end = _matching_parenthesis(self.source, self.position)
        if end is None:
            return None, None
        inner = self.source[self.position + 1 : end - 1].strip()
        self.position = end
        return read_parameters(inner)

    def body(self) -> str:
        """Read what a function returns, as source.

        :raises NotConstant: when the body does anything but return.
        """
        self.space()
        rest = self.source[self.position :]
        if rest.startswith("{"):
            end = skip_expression(self.source, self.position, len(self.source))
            if end is None:
                raise NotConstant(self.source)
            inner = self.source[self.position + 1 : end - 1].strip()
            self.position = end
            if not inner.startswith("return"):
                raise NotConstant(self.source)
            return inner.removeprefix("return").strip().rstrip(";").strip()
        self.position = len(self.source)
        return rest.strip().rstrip(";").strip()


def read_parameters(inner: str) -> tuple[dict[str, str | None] | None, str | None]:
    """Read the parameters of a component: ``{a, b = 1}``, ``props`` or nothing.

    :returns: the names with the source of their defaults, and the name of the whole; ``None`` as
        the first when they are of another form.
    """
    if not inner:
        return {}, None
    if not inner.startswith("{"):
        name = re.split(r"[:,\s]", inner, maxsplit=1)[0]
        return ({}, name) if _IDENTIFIER.fullmatch(name) else (None, None)
    end = skip_expression(inner, 0, len(inner))
    if end is None:
        return None, None
    names: dict[str, str | None] = {}
    for part in _split_commas(inner[1 : end - 1]):
        name, equals, default = part.partition("=")
        name = name.split(":", 1)[-1].strip()
        if name.startswith("..."):
            continue
        if not _IDENTIFIER.fullmatch(name):
            return None, None
        names[name] = default.strip() if equals else None
    return names, None


def _split_commas(text: str) -> list[str]:
    parts, depth, begin = [], 0, 0
    for position, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[begin:position])
            begin = position + 1
    parts.append(text[begin:])
    return [part.strip() for part in parts if part.strip()]


def _matching_parenthesis(source: str, start: int) -> int | None:
    depth = 0
    for position in range(start, len(source)):
        if source[position] == "(":
            depth += 1
        elif source[position] == ")":
            depth -= 1
            if depth == 0:
                return position + 1
    return None


def _number(text: str) -> int | float:
    text = text.replace("_", "")
    if text[:2].lower() == "0x":
        return int(text, 16)
    return int(text) if text.isdigit() else float(text)


def _member(value: Any, key: Any, source: str) -> Any:
    if isinstance(value, dict):
        return value.get(as_text(key))
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return value[key]
    if isinstance(value, list | str) and key == "length":
        return len(value)
    raise NotConstant(source)


def _truthy(value: Any) -> bool:
    return isinstance(value, list | dict) or bool(value)


def _apply(mark: str, left: Any, right: Any) -> Any:
    if mark == "??":
        return right if left is None else left
    if mark == "||":
        return left if _truthy(left) else right
    if mark == "&&":
        return right if _truthy(left) else left
    if mark == "+":
        both_numbers = isinstance(left, int | float) and isinstance(right, int | float)
        return left + right if both_numbers else as_text(left) + as_text(right)
    equal = type(left) is type(right) and left == right
    return equal if mark in {"===", "=="} else not equal


def read_function(source: str) -> Template:
    """Read ``(parameters) { return …; }``, what follows the name of a function.

    :raises NotConstant: when the function does anything but return.
    """
    reader = _Reader(source, {})
    end = _matching_parenthesis(source, 0)
    if end is None:
        raise NotConstant(source)
    parameters, whole = read_parameters(source[1 : end - 1].strip())
    reader.position = end
    if parameters is None:
        raise NotConstant(source)
    return Template(reader.body(), parameters, whole)
