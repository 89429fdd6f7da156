"""The values of expressions in pages, with the semantics of JavaScript. Pure.

Python's strings, numbers, booleans, ``None``, lists and dictionaries stand for those of
JavaScript; values without an equivalent in Python are declared here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.mdx.budget import DEEPEST, page_budget, size_of
from sphinx_docsjson.mdx.tokens import Node, NotConstant

if TYPE_CHECKING:
    from sphinx_docsjson.mdx.scripts import FileScripts


class OverBudget(NotConstant):
    """The page has spent what it may be made of (:mod:`sphinx_docsjson.mdx.budget`)."""


def pay(what: str, amount: int) -> None:
    """Spend of the budget of the page.

    :raises OverBudget: when there is too little left.
    """
    if not page_budget().take(what, amount):
        raise OverBudget(what)


class _UndefinedValue:
    """``undefined``: nothing was given, so that a default counts."""

    def __repr__(self) -> str:
        return "undefined"


UNDEFINED = _UndefinedValue()


@dataclass(slots=True)
class LexicalScope:
    """The names that an expression may use, and the scope around them."""

    names: dict[str, Any]
    around: LexicalScope | None = None


Props = str | tuple[tuple[str | None, str, Node | None], ...]
"""How a component calls its attributes: one name, or the key, name and default of each. Without a
key, the name stands for the rest."""


@dataclass(kw_only=True, slots=True, eq=False)
class Function:
    """A function that the page or a snippet wrote.

    :param parameter: the attributes of a component; ``None`` where it is more.
    :param scripts: runs the code of its file, where it is more than an expression.
    """

    name: str
    parameter: Props | None
    body: Node = field(repr=False)
    scope: LexicalScope = field(repr=False)
    scripts: FileScripts | None = field(default=None, repr=False)


@dataclass(kw_only=True, slots=True, eq=False)
class JsxElement:
    """An element that an expression made; a fragment has no name.

    :param props: its attributes, and its ``children``.
    :param target: the snippet or the component of another file that its name stands for.
    """

    name: str
    props: dict[str, Any]
    target: Any = None

    @property
    def children(self) -> list[Any]:
        """What is inside it."""
        found = self.props.get("children", UNDEFINED)
        return found if isinstance(found, list) else [found]


@dataclass(frozen=True, slots=True)
class ElementValue:
    """What a page wrote inside the tag of a component: Markdown, as its source text.

    :param names: what its expressions may use; ``None`` for the names of the page.
    :param props: what its code may use.
    :param line: the line before it.
    :param in_line: whether the tag is in a line of text, so that no paragraph is around it.
    """

    source: str
    names: dict[str, Any] | None = field(default=None, compare=False, repr=False)
    props: dict[str, Any] | None = field(default=None, compare=False, repr=False)
    line: int | None = field(default=None, compare=False)
    in_line: bool = False


@dataclass(frozen=True, slots=True)
class Dynamic:
    """A function or value that only JavaScript can make.

    :param scripts: runs the code of its file.
    """

    name: str
    scripts: FileScripts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ScriptFunction:
    """A function that only the engine which made it can call.

    :param number: what the engine knows it by.
    """

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Within:
    """A value that is shown inside a docutils element which a feature makes.

    :param element: makes it, told whether it is in a line of text.
    :param templates: they are not text of the page: the attribute ``templates`` of the element
        gets their nodes. Problems in them are not the author's fault and are not reported.
    """

    value: Any
    element: Callable[[bool], Any]
    templates: Sequence[Within] = ()


# Values as text.


def as_text(value: Any) -> str:
    """Return *value* as JSX shows it, or as the raw value of a component's attribute.

    A list that is larger than the page may be is nothing.
    """
    if value is None or value is UNDEFINED:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, ElementValue):
        return value.source
    if isinstance(value, JsxElement):
        return "".join(texts_of(value)) if fits(value) else ""
    if isinstance(value, int | float):
        return f"{Decimal(repr(value)):f}".removesuffix(".0")  # 0.00002, where Python says 2e-05
    if isinstance(value, list | dict):
        if not fits(value):
            return ""
        if _shows(value):
            return "".join(texts_of(value))
        return json.dumps(_plain(value), ensure_ascii=False, default=as_text)
    return value if isinstance(value, str) else ""


def _shows(value: Any) -> bool:
    """Whether a list holds elements: as text it is their words."""
    return isinstance(value, list) and any(
        isinstance(each, JsxElement | ElementValue) for each in value
    )


def _plain(value: Any) -> Any:
    """Return *value* without what JSON has no word for."""
    if isinstance(value, dict):
        return {
            key: _plain(each)
            for key, each in value.items()
            if each is not UNDEFINED and not isinstance(each, Function | ScriptFunction)
        }
    if isinstance(value, list):
        return [None if each is UNDEFINED else _plain(each) for each in value]
    return value


def texts_of(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the words that *value* shows, in order."""
    if depth > DEEPEST or isinstance(value, bool | dict):
        return
    if isinstance(value, Within):
        value = value.value
    if isinstance(value, JsxElement):
        value = value.children
    if isinstance(value, list):
        for each in value:
            yield from texts_of(each, depth + 1)
    elif isinstance(value, str | int | float | ElementValue):
        yield as_text(value)


def js_text(value: Any) -> str:
    """Return ``String(value)``."""
    if value is None:
        return "null"
    if value is UNDEFINED:
        return "undefined"
    if isinstance(value, str | int | float):
        return as_text(value)
    raise NotConstant("a text of no text")


def fits(value: Any) -> bool:
    """Whether the page may hold a value as it is written out; it is paid for."""
    budget = page_budget()
    if not isinstance(value, list | dict | JsxElement):
        return not isinstance(value, str) or budget.take("characters", len(value))
    size = size_of(value)
    if size.depth > DEEPEST:
        budget.spent = budget.spent or "depth"
        return False
    return budget.take("nodes", size.values) and budget.take("characters", size.characters)


def truthy(value: Any) -> bool:
    """Whether a condition on *value* holds; empty lists and objects are true in JavaScript."""
    if value is None or value is UNDEFINED or value == "":
        return False
    return not (isinstance(value, int | float) and (value == 0 or value != value))
