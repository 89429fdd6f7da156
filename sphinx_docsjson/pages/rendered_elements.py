"""Writes the elements that components of a page have rendered as page source.

A component returns a tree (:class:`~sphinx_docsjson.mdx.values.JsxElement`). It is written as
tags, with each text and attribute as an expression whose name stands for the value: so no value
can be treated as Markdown or as a tag, as in React.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.mdx.evaluation import is_handler
from sphinx_docsjson.mdx.grammar import MAX_DEPTH, Shape
from sphinx_docsjson.mdx.scan import RAW_TEXT, VOID
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Dynamic,
    ElementValue,
    Function,
    JsxElement,
    ScriptFunction,
    Within,
    as_text,
    fits,
    texts_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

TEXT_ONLY = RAW_TEXT | words("pre CodeBlock Mermaid Prompt option")
"""Elements of which only the words count."""

_DRAWINGS = words("svg math")
_DEEPEST = MAX_DEPTH - 4


@dataclass
class DrawnElement:
    """A tree of elements as it is rendered.

    :param shape_of: how the element of a name behaves in the flow of a page.
    :param names: the values that its expressions stand for.
    """

    shape_of: Callable[[str], Shape]
    names: dict[str, Any] = field(default_factory=dict)

    def source(self, value: Any) -> str:
        """Return the source that shows *value*."""
        return "\n\n".join(block for block, _ in self._blocks([value], 0))

    def _blocks(self, values: list[Any], depth: int) -> list[tuple[str, bool]]:
        """Return the blocks of *values*, and of each whether it is a run of text.

        Others are elements on lines of their own.
        """
        blocks: list[tuple[str, bool]] = []
        for is_block, group in groupby(_flat(values), self._is_block):
            if is_block:
                blocks += [(self._block(value, depth), False) for value in group]
            else:
                blocks.append((self._run(list(group), depth), True))
        return [block for block in blocks if block[0]]

    def _block(self, value: Any, depth: int) -> str:
        if isinstance(value, JsxElement):
            return self._element(value, depth, inline=False)
        return self._name(value)

    def _run(self, values: list[Any], depth: int) -> str:
        written, text = [], ""
        for value in values:
            if isinstance(value, str | int | float):
                text += as_text(value)
                continue
            written.append(self._text(text))
            text = ""
            if isinstance(value, JsxElement):
                written.append(self._element(value, depth, inline=True))
            else:
                written.append(self._name(value))
        written.append(self._text(text))
        return "".join(written) if written[:-1] or text.strip() else ""

    def _text(self, text: str) -> str:
        return self._name(text) if text else ""

    def _name(self, value: Any) -> str:
        name = f"$${len(self.names)}"
        self.names[name] = value
        return "{" + name + "}"

    def _is_block(self, value: Any) -> bool:
        if isinstance(value, Within):
            return any(map(self._is_block, _flat([value.value])))
        if isinstance(value, ElementValue):
            return "\n" in value.source
        if not isinstance(value, JsxElement) or value.name in _DRAWINGS:
            return False
        shape = Shape.EITHER if value.target is not None else self.shape_of(value.name)
        if shape is Shape.INLINE:
            return any(map(self._is_block, _flat(value.children)))
        return True

    def _element(self, element: JsxElement, depth: int, *, inline: bool) -> str:
        if element.name in _DRAWINGS:
            return markup_of(element)
        if depth >= _DEEPEST:
            return self._text("".join(texts_of(element)))
        html = element.name[:1].islower()
        if element.target is not None:
            self.names[element.name] = element.target
        given = self._attributes(element.props, html=html, whole=element.target is not None)
        begin = f"<{element.name}{given}"
        if element.name in VOID:
            return f"{begin} />"
        markup = element.props.get("dangerouslySetInnerHTML")
        if isinstance(markup, dict):
            content = as_text(markup.get("__html")).strip()
            if element.name in RAW_TEXT:
                content = self._name(content)
            else:
                content = content.replace("{", "&#123;")
        elif element.name in TEXT_ONLY:
            content = self._text("".join(map(_typed_text, _flat(element.children))))
        else:
            blocks = self._blocks(element.children, depth + 1)
            if not blocks and not html:
                return f"{begin} />"
            if not inline and [is_run for _, is_run in blocks] != [True]:
                # A fragment holds text that is not a paragraph.
                own = [f"<>{each}</>" if is_run and html else each for each, is_run in blocks]
                return "\n\n".join([f"{begin}>", *own, f"</{element.name}>"])
            content = "".join(each for each, _ in blocks)
        return f"{begin}>{content}</{element.name}>"

    def _attributes(self, props: Mapping[str, Any], *, html: bool, whole: bool) -> str:
        written = []
        for name, value in props.items():
            if not _ATTRIBUTE.fullmatch(name) or name in _INSIDE or value is UNDEFINED:
                continue
            function = isinstance(value, Function | ScriptFunction | Dynamic)
            if (function or is_handler(name)) and not whole:
                continue
            if html and (value is None or value is False):
                continue
            written.append(f" {name}" if value is True else f" {name}={self._name(value)}")
        return "".join(written)


_ATTRIBUTE = re.compile(r"[A-Za-z_$][\w$:.-]*")
_INSIDE = words("children dangerouslySetInnerHTML key ref")


def _flat(values: list[Any]) -> Iterator[Any]:
    """Yield what is shown of *values*: no conditions, no fragments, no functions."""
    for value in values:
        if isinstance(value, list):
            yield from _flat(value)
        elif isinstance(value, JsxElement) and not value.name:
            yield from _flat(value.children)
        elif isinstance(value, JsxElement | ElementValue | Within) or (
            isinstance(value, str | int | float) and not isinstance(value, bool)
        ):
            yield value


def _typed_text(value: Any) -> str:
    """Return the words of *value*; what a page wrote in Markdown is without its backslashes."""
    if isinstance(value, Within):
        value = value.value
    if isinstance(value, ElementValue):
        return _ESCAPED.sub(r"\1", value.source)
    if isinstance(value, JsxElement):
        return "".join(map(_typed_text, _flat(value.children)))
    return as_text(value)


_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def has_elements(value: Any) -> bool:
    """Whether *value* is an element, or a list that holds one."""
    if isinstance(value, list):
        return any(isinstance(each, JsxElement | Within) for each in _flat(value))
    return isinstance(value, JsxElement)


# Drawings and elements in attributes, which are passed on as markup.


def line_of(value: Any, shape_of: Callable[[str], Shape]) -> str:
    """Return elements in an attribute as Markdown of one line; of blocks and components the words.

    :param shape_of: how the element of a name behaves in the flow of a page.
    """
    for each in _elements(value):
        if not each.name[:1].islower() or shape_of(each.name) is not Shape.INLINE:
            return as_text(value)
    written = markup_of(JsxElement(name="", props={"children": value}), _as_typed)
    return " ".join(written.split())


def _as_typed(text: str) -> str:
    return _MARK.sub(r"\\\g<0>", _escaped(text))


_MARK = re.compile(r"[\\`*_\[\]~$]")


def markup_of(element: JsxElement, write: Callable[[str], str] | None = None) -> str:
    """Return *element* as markup without expressions, in the spelling of JSX.

    :param write: how its texts are written; by default as those of HTML.
    """
    if not element.name:
        return "".join(_inner_markup(element, write or _escaped))
    given = "".join(
        f' {name}="{_escaped(_style(value) if name == "style" else as_text(value))}"'
        for name, value in element.props.items()
        if _ATTRIBUTE.fullmatch(name)
        and name not in _INSIDE
        and not is_handler(name)
        and isinstance(value, str | int | float | dict)
        and not isinstance(value, bool)
    )
    inner = "".join(_inner_markup(element, write or _escaped))
    if not inner:
        return f"<{element.name}{given} />"
    return f"<{element.name}{given}>{inner}</{element.name}>"


def _inner_markup(element: JsxElement, write: Callable[[str], str]) -> Iterator[str]:
    for child in _flat(element.children):
        if isinstance(child, JsxElement):
            yield markup_of(child, write)
        elif isinstance(child, ElementValue):
            yield child.source  # drawings of the page, in the spelling of JSX
        else:
            yield write(as_text(child))


def _style(value: Any) -> str:
    if not isinstance(value, dict):
        return as_text(value)
    pairs = (
        (_CAPITAL.sub(r"-\g<0>", name).lower(), as_text(each)) for name, each in value.items()
    )
    return ";".join(f"{name}:{each}" for name, each in pairs if each)


_CAPITAL = re.compile(r"[A-Z]")


def _escaped(text: str) -> str:
    return escape(text).replace("{", "&#123;").replace("}", "&#125;")


def icon_of(value: Any) -> str:
    """Return what an element that is an icon names, or its drawings; nothing for another one."""
    drawings = [markup_of(each) for each in _elements(value) if each.name == "svg"]
    if drawings:
        return "".join(drawings)
    for element in _elements(value):
        named = element.props.get("src") if element.name == "img" else None
        if element.name == "Icon":
            named = element.props.get("icon")
        if isinstance(named, str):
            return named
    return ""


def _elements(value: Any) -> Iterator[JsxElement]:
    for each in _flat([value]):
        if isinstance(each, JsxElement):
            yield each
            yield from _elements(each.children)


# What can still be read of a component that cannot be drawn.

_NO_WORDS = words(
    "class className style id key ref href src srcSet url link path file icon iconType type lang "
    "language color background variant size align theme method target rel width height slug code "
    "image img logo value format locale role mode layout kind"
)
_WORDS = words(
    "title label name heading question answer text description body caption summary subtitle alt "
    "hint note message content children tagline quote explanation prompt options answers choices"
)
_PROSE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+\W?\s+\W?[^\W_]|[^\W_]\s++[^\W\d_]{2}")


def readable_texts(props: Mapping[str, Any]) -> list[Any]:
    """Return the texts and elements in *props* that are written for readers, in order."""
    found: list[Any] = []
    for name, value in props.items() if fits(dict(props)) else ():
        if name != "children":
            _collect(name, value, found, 0)
    return found


def _collect(name: str, value: Any, found: list[Any], depth: int) -> None:
    if depth > _DEEPEST or len(found) > 500 or name in _NO_WORDS or is_handler(name):
        return
    if isinstance(value, str):
        text = value.strip()
        if text and (name in _WORDS or _PROSE.search(text)) and "=>" not in text:
            found.append(text)
    elif isinstance(value, JsxElement | ElementValue):
        found.append(value)
    elif isinstance(value, list):
        for each in value:
            _collect(name, each, found, depth + 1)
    elif isinstance(value, dict):
        for key, each in value.items():
            _collect(key, each, found, depth + 1)
