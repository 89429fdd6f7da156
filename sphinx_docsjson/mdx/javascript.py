"""The constant part of JavaScript, read and never run. Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.mdx.budget import DEEPEST, page_budget, size_of
from sphinx_docsjson.mdx.jsx import (
    IDENTIFIER,
    matching_parenthesis,
    skip_expression,
    skip_space,
    split_commas,
)
from sphinx_docsjson.mdx.scan import Scan, scan

if TYPE_CHECKING:
    from collections.abc import Mapping


_IMPORT = re.compile(
    r"import\s*+(?:type\s++(?=[\w${])(?!from\b))?(?:(?P<default>[\w$]++)\s*+,?\s*+)?(?:\{(?P<named>[^}]*+)\}\s*+)?"
    r"(?:\*\s++as\s++(?P<all>[\w$]++)\s*+)?(?:from\s*+)?['\"](?P<path>[^'\"\n]++)['\"]"
)
# A comment that is never closed ends with the text: it is read once, not from each beginning.
_COMMENT = re.compile(r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)")
_CONSTANT = re.compile(r"export\s+(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]+)?=\s*")
_FUNCTION = re.compile(
    r"export\s+(?:default\s+)?(?:async\s+)?function\s+([A-Za-z_$][\w$]*)\s*(?=\()"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Import:
    """A name that a page takes from another file.

    :param name: the name in the page.
    :param source: the name in the file; ``default`` is its content.
    """

    name: str
    source: str
    path: str
    line: int


@dataclass(frozen=True, kw_only=True)
class Module:
    """What a page imports, and what it defines itself, in order.

    :param over: the line of the export for which the budget of the page did not suffice, or 0.
    """

    imports: tuple[Import, ...] = ()
    exports: dict[str, Any] = field(default_factory=dict)
    over: int = 0

    @classmethod
    def of(cls, text: str, found: Scan | None = None) -> Module:
        """Read the module lines of *text*."""
        if "import" not in text and "export" not in text:
            return cls()
        found = found or scan(text)
        imports: list[Import] = []
        exports: dict[str, Any] = {}
        over = 0
        for begin, end in sorted(found.modules.items()):
            statement = text[begin:end].strip()
            if statement.startswith("import"):
                imports += _imports(statement, found.line_of(begin) + 1)
            else:
                _read_export(statement, exports)
            if page_budget().spent:
                over = over or found.line_of(begin) + 1
        return cls(imports=tuple(imports), exports=exports, over=over)


def _imports(statement: str, line: int) -> list[Import]:
    found: list[Import] = []
    for match in _IMPORT.finditer(statement):
        path = match["path"]
        names = [(match["default"], "default"), (match["all"], "*")]
        for part in _COMMENT.sub("", match["named"] or "").split(","):
            source, _, name = part.strip().removeprefix("type ").partition(" as ")
            names.append((name.strip() or source.strip(), source.strip()))
        found += [
            Import(name=name, source=source, path=path, line=line)
            for name, source in names
            if name
        ]
    return found


def _read_export(statement: str, exports: dict[str, Any]) -> None:
    if match := _CONSTANT.match(statement):
        name = match[1]
        source = statement[match.end() :].rstrip().removesuffix(";")
        try:
            exports[name] = evaluate(source, exports)
        except NotConstant:
            exports[name] = Dynamic(name)
    elif match := _FUNCTION.match(statement):
        name = match[1]
        template: Template | None = None
        try:
            template = read_function(statement[match.end() :])
        except NotConstant:
            template = None
        exports[name] = template or Dynamic(name)


# The constant part of JavaScript that pages use in ``{…}``, read as Python values.
#
# Strings, template strings, numbers, booleans, ``null``, arrays, objects, names that the page
# defines, member access, the logical and conditional operators, elements and arrow functions.
# Nothing is run: whatever goes beyond this raises :class:`NotConstant`.

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


# Functions that only return an element, read as source: their parameters and what they return.

_ARROW = re.compile(r"(?:async\s+)?(?:\(|[A-Za-z_$][\w$]*\s*=>)")


def read_function(source: str) -> Template:
    """Read ``(parameters) { return …; }``, what follows the name of a function.

    :raises NotConstant: when the function does anything but return.
    """
    end = matching_parenthesis(source, 0)
    parameters = _parameters(source[1 : end - 1].strip()) if end is not None else None
    if end is None or parameters is None:
        raise NotConstant(source)
    returned, _ = _returned(source, end)
    return Template(returned, parameters)


def read_arrow(source: str, position: int) -> tuple[Template, int] | None:
    """Read ``(parameters) => …`` at *position*.

    :returns: the function and where it ends; ``None`` when there is none.
    :raises NotConstant: when the function does anything but return.
    """
    if not _ARROW.match(source, position):
        return None
    if source.startswith("async", position):
        position = skip_space(source, position + len("async"))
    parameters: Parameters | None
    if name := IDENTIFIER.match(source, position):
        parameters, position = Parameters(whole=name.group()), name.end()
    else:
        end = matching_parenthesis(source, position)
        if end is None:
            return None
        parameters, position = _parameters(source[position + 1 : end - 1].strip()), end
    position = skip_space(source, position)
    if parameters is None or not source.startswith("=>", position):
        return None
    returned, position = _returned(source, position + len("=>"))
    return Template(returned, parameters), position


def _parameters(inner: str) -> Parameters | None:
    """Read what stands between the parentheses: ``{a, b = 1}``, ``props`` or nothing.

    :returns: ``None`` when the parameters are of another form.
    """
    if not inner:
        return Parameters()
    if not inner.startswith("{"):
        name = re.split(r"[:,\s]", inner, maxsplit=1)[0]
        return Parameters(whole=name) if IDENTIFIER.fullmatch(name) else None
    end = skip_expression(inner, 0, len(inner))
    if end is None:
        return None
    defaults: dict[str, str | None] = {}
    for part in split_commas(inner[1 : end - 1]):
        name, equals, default = part.partition("=")
        name = name.split(":", 1)[-1].strip()
        if name.startswith("..."):
            continue
        if not IDENTIFIER.fullmatch(name):
            return None
        defaults[name] = default.strip() if equals else None
    return Parameters(defaults=defaults)


def _returned(source: str, position: int) -> tuple[str, int]:
    """Return the source of what the body at *position* returns, and where the body ends.

    :raises NotConstant: when the body does anything but return.
    """
    position = skip_space(source, position)
    if not source.startswith("{", position):
        return _statement(source[position:]), len(source)
    end = skip_expression(source, position, len(source))
    inner = source[position + 1 : end - 1].strip() if end is not None else ""
    if end is None or not inner.startswith("return"):
        raise NotConstant(source)
    return _statement(inner.removeprefix("return")), end


def _statement(source: str) -> str:
    return source.strip().rstrip(";").strip()


# The values that expressions of a page have, and what JavaScript makes of them.
#
# Python's own strings, numbers, booleans, ``None``, lists and dictionaries; elements and functions
# that return one are kept as source text.


class NotConstant(ValueError):
    """The expression needs JavaScript; nothing here runs it."""


class Undefined(NotConstant):
    """The expression uses a name that nothing defines."""


class OverBudget(NotConstant):
    """The page has spent what it may be made of (:mod:`sphinx_docsjson.mdx.budget`)."""


EXACT = 2**53
"""Numbers of JavaScript are exact up to here."""


@dataclass(frozen=True, slots=True)
class ElementValue:
    """An element written inside an expression, as its source text."""

    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameters:
    """Which properties a function component takes.

    :param defaults: name → source of the default value, or ``None``.
    :param whole: the name that stands for all properties (``props``), if any.
    """

    defaults: Mapping[str, str | None] = field(default_factory=dict)
    whole: str | None = None


@dataclass(frozen=True, slots=True)
class Template:
    """A function that only returns an element: its parameters and the returned source."""

    source: str
    parameters: Parameters


@dataclass(frozen=True, slots=True)
class Dynamic:
    """A function or value that only JavaScript can make."""

    name: str


def as_text(value: Any) -> str:
    """Return *value* as JSX shows it, or as the raw value of a component's attribute.

    A list that is larger than the page may be is nothing.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, ElementValue | Template):
        return value.source
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, float) and not isfinite(value):
        return "NaN" if isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, list | dict):
        if not fits(value):
            return ""
        return json.dumps(value, ensure_ascii=False, default=as_text)
    return str(value)


def fits(value: Any) -> bool:
    """Whether the page may hold a value as it is written out; it is paid for."""
    budget = page_budget()
    if not isinstance(value, list | dict):
        return not isinstance(value, str) or budget.take("characters", len(value))
    size = size_of(value)
    if size.depth > DEEPEST:
        budget.spent = budget.spent or "depth"
        return False
    return budget.take("nodes", size.values) and budget.take("characters", size.characters)


def member(value: Any, key: Any, source: str) -> Any:
    """Return ``value[key]``.

    :param source: the expression, for the error.
    :raises NotConstant: when the value has no members, or not this one.
    """
    if isinstance(value, dict):
        return value.get(as_text(key))
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return value[key]
    if isinstance(value, list | str) and key == "length":
        return len(value)
    raise NotConstant(source)


def truthy(value: Any) -> bool:
    """Whether a condition on *value* holds; empty lists and objects are true in JavaScript."""
    return isinstance(value, list | dict) or bool(value)


def apply(mark: str, left: Any, right: Any) -> Any:
    """Return what the operator *mark* makes of two values: logic, equality or ``+``."""
    if mark == "??":
        return right if left is None else left
    if mark == "||":
        return left if truthy(left) else right
    if mark == "&&":
        return right if truthy(left) else left
    if mark == "+":
        if isinstance(left, int | float) and isinstance(right, int | float):
            total = left + right
            return total if -EXACT <= total <= EXACT else float(total)
        first, second = as_text(left), as_text(right)
        if not page_budget().take("characters", len(first) + len(second)):
            raise OverBudget("characters")
        return first + second
    if isinstance(left, list | dict):
        # Lists and objects are equal to themselves only.
        equal = left is right
    else:
        # A boolean is a number in Python and none in JavaScript, which has one type of numbers.
        numbers = {type(left), type(right)} <= {int, float}
        equal = (numbers or type(left) is type(right)) and left == right
    return equal if mark in {"===", "=="} else not equal


# ``{{name}}`` in pages: the variables that ``docs.json`` defines.

_USE = re.compile(r"\{\{[ \t]*([A-Za-z0-9-]+)[ \t]*\}\}")


def with_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return *text* with every defined variable replaced; what is not defined stays.

    A value is text, never markup: what would start a tag or an expression is escaped, and it
    never changes the number of lines.
    """
    if not variables or "{{" not in text:
        return text

    def replace(match: re.Match[str]) -> str:
        value = variables.get(match[1])
        if value is None or not page_budget().take("characters", len(value)):
            return match[0]
        return _sanitised(value)

    return _USE.sub(replace, text)


def without_values(text: str, source: str, variables: Mapping[str, str]) -> str:
    """Return *text*, a part of a page with its variables replaced, as its author wrote it.

    Translators are shown the names: a new value is no new text.

    :param source: the page as its author wrote it.
    """
    names: dict[str, list[str]] = {}
    for name in {match[1] for match in _USE.finditer(source)}:
        if value := variables.get(name):
            names.setdefault(_sanitised(value), []).append(re.escape(name))
    values = sorted((value for value in names if value in text), key=len, reverse=True)
    if not values:
        return text
    parts = re.split(f"({'|'.join(map(re.escape, values))})", text)
    for number, part in enumerate(parts):
        one = re.escape(part)
        use = f"{{{{[ \\t]*(?:{'|'.join(names.get(part, ()))})[ \\t]*}}}}"
        parts[number] = f"(?:{one}|{use})" if number % 2 else one
    found = re.search("".join(parts), source)
    return found[0] if found else text


def _sanitised(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line.replace("<", "&lt;").replace("{", "&#123;")
