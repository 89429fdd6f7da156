"""A drawing in JSX → the same drawing as SVG that any XML parser reads.

JSX spells SVG with the names of JavaScript (``strokeWidth``), with expressions and style objects,
and wraps several drawings into a fragment. What only draws is kept; the icons' own allow-list
judges the result.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from sphinx_docsjson.mdx.javascript.js_values import NotConstant, as_text
from sphinx_docsjson.mdx.javascript.literals import evaluate
from sphinx_docsjson.mdx.javascript.pieces import skip_expression
from sphinx_docsjson.mdx.jsx import AttributeValue, Form, Tag, TagBudget, read_tag
from sphinx_docsjson.mdx.markup.html_attributes import classes_of, style_of
from sphinx_docsjson.mdx.markup.html_media import svg_attribute

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_OPENING = re.compile(r"[<{]")
_NAMESPACED = re.compile(r"(?:xlink|xml|xmlns)[A-Z:]\w*")
_CLASSES = frozenset({"class", "className"})
_REFERENCES = frozenset({"xlinkHref", "xlink:href"})
_MODES = frozenset({"dj-only-light", "dj-only-dark"})
_LENGTHS = frozenset({"width", "height"})


def drawing_of(source: str, names: Mapping[str, Any]) -> str:
    """Return the ``<svg>`` elements of *source*, one after the other; nothing without any.

    :param names: what expressions may use.
    """
    parts: list[str] = []
    depth = 0
    for tag in _tags(source):
        if tag.name == "svg" or depth:
            depth += {Form.OPEN: 1, Form.CLOSE: -1, Form.SELF: 0}[tag.form]
            parts.append(_written(tag, names))
    return "".join(parts)


def _tags(source: str) -> Iterator[Tag]:
    """Yield the tags of *source*; expressions between them are left out."""
    budget = TagBudget(len(source))
    position = 0
    while match := _OPENING.search(source, position):
        position = match.start()
        if match[0] == "{":
            position = skip_expression(source, position, len(source)) or position + 1
            continue
        tag = read_tag(source, position, budget)
        if tag is not None:
            yield tag
        position = tag.end if tag else position + 1


def _written(tag: Tag, names: Mapping[str, Any]) -> str:
    if tag.form is Form.CLOSE:
        return f"</{tag.name}>"
    values = _values(tag, names)
    styles = style_of({"style": values.pop("style", "")})
    modes = [name for name in classes_of(values) if name in _MODES]
    attributes = {
        "href" if name in _REFERENCES else svg_attribute(name): value
        for name, value in values.items()
        if name in _REFERENCES or not (name in _CLASSES or _NAMESPACED.fullmatch(name))
    }
    attributes |= {name: value for name, value in styles.items() if name not in _LENGTHS}
    if modes:
        attributes["class"] = " ".join(modes)
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{tag.name}{written}{' /' if tag.form is Form.SELF else ''}>"


def _values(tag: Tag, names: Mapping[str, Any]) -> dict[str, str]:
    """Return the attributes whose values are constant, as text; a style object is JSON."""
    found: dict[str, str] = {}
    for attribute in tag.attributes:
        if attribute.name.startswith("on"):
            continue
        if attribute.kind is AttributeValue.STRING:
            found[attribute.name] = attribute.text
        elif attribute.kind is not AttributeValue.BARE:
            try:
                value = evaluate(attribute.text.strip().removeprefix("..."), dict(names))
            except NotConstant:
                continue
            if attribute.kind is AttributeValue.SPREAD:
                given = value.items() if isinstance(value, dict) else ()
                found |= {str(key): _text(item) for key, item in given}
            else:
                found[attribute.name] = _text(value)
    return found


def _text(value: Any) -> str:
    return as_text(value)
