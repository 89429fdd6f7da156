"""The values that expressions of a page have, and what JavaScript makes of them.

Python's own strings, numbers, booleans, ``None``, lists and dictionaries; elements and functions
that return one are kept as source text.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.mdx.budget import DEEPEST, page_budget, size_of

if TYPE_CHECKING:
    from collections.abc import Mapping


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
