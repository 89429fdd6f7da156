"""The attributes of a tag as the strings that components and HTML elements are given."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

from sphinx_docsjson.mdx.javascript.js_values import (
    ElementValue,
    NotConstant,
    OverBudget,
    Undefined,
    as_text,
)
from sphinx_docsjson.mdx.javascript.literals import evaluate
from sphinx_docsjson.mdx.javascript.pieces import is_blank
from sphinx_docsjson.mdx.jsx import AttributeValue, TagBudget, read_tag
from sphinx_docsjson.mdx.markup.svg_drawings import drawing_of
from sphinx_docsjson.warnings import Warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_docsjson.mdx.jsx import Tag, TagAttribute

_FOLLOWING = re.compile(r"""\s([A-Za-z][\w:-]*+)=["']""")
_HANDLER = re.compile(r"on[A-Z]\w*|on[a-z]+")


class Scope(Protocol):
    """What attributes are evaluated in."""

    names: dict[str, Any]

    calls: list[tuple[str, str]]

    def warn_undefined(self, what: str, name: str, line: int) -> None:
        """Say that *what* uses a name that nothing defines."""

    def warn_once(self, kind: Warn, key: str, message: str, line: int) -> None:
        """Emit a located warning once."""

    def tell_budget(self, line: int) -> None:
        """Say that the page has spent its budget, if it has."""


def attribute_values(tag: Tag, scope: Scope, line: int) -> dict[str, Any]:
    """Return the attributes of *tag* with their values; a bare one is ``True``.

    Event handlers are left out: a page runs no code of its own. An expression that is not
    constant costs its attribute and a warning.
    """
    values: dict[str, Any] = {}
    for attribute in tag.attributes:
        if _HANDLER.fullmatch(attribute.name) and attribute.kind is not AttributeValue.BARE:
            continue
        if attribute.misquoted:
            missing = _FOLLOWING.search(attribute.text)
            message = (
                f'the value of "{attribute.name}" of <{tag.name}> has no second quotation mark '
                f"before {missing[1]}; it is read to the last one. Write the mark."
                if missing
                else f'the value of "{attribute.name}" of <{tag.name}> holds its own quotation '
                "marks; read to the last one. Use single quotation marks around it."
            )
            scope.warn_once(Warn.TAG, f"{tag.name} {attribute.name}", message, line)
        if attribute.kind is AttributeValue.BARE:
            values[attribute.name] = True
        elif attribute.kind is AttributeValue.STRING:
            values[attribute.name] = attribute.text
        else:
            _evaluate(attribute, tag, scope, line, values)
    return values


def attribute_strings(tag: Tag, scope: Scope, line: int) -> dict[str, str]:
    """Return the attributes of *tag* as strings: a bare one is empty, data is JSON."""
    values = attribute_values(tag, scope, line)
    _plain_icon(values, scope)
    bare = {a.name for a in tag.attributes if a.kind is AttributeValue.BARE}
    found = {
        name: "" if name in bare else as_text(value)
        for name, value in values.items()
        if value is not None
    }
    scope.tell_budget(line)
    return found


def _plain_icon(values: dict[str, Any], scope: Scope) -> None:
    """Turn an element that is an icon into what it names, and a drawing into plain SVG.

    ``icon={<img src="…" />}`` and ``icon={<Icon icon="…" />}`` name something. An element may
    stand in a fragment.
    """
    icon = values.get("icon")
    if not isinstance(icon, ElementValue):
        return
    if drawing := drawing_of(icon.source, scope.names):
        values["icon"] = drawing
        return
    start = max(icon.source.find("<img"), icon.source.find("<Icon"))
    tag = read_tag(icon.source, start, TagBudget(len(icon.source))) if start >= 0 else None
    if tag is None:
        return
    inner = attribute_values(tag, scope, 0)
    named = inner.get("src") or inner.get("icon")
    if named:
        values["icon"] = as_text(named)
    if values.get("iconType") == "image":
        del values["iconType"]


def _evaluate(
    attribute: TagAttribute, tag: Tag, scope: Scope, line: int, values: dict[str, Any]
) -> None:
    spread = attribute.kind is AttributeValue.SPREAD
    source = attribute.text.strip()
    if is_blank(source):
        return
    try:
        value = evaluate(source.removeprefix("...") if spread else source, scope.names)
    except OverBudget:
        scope.tell_budget(line)
        return
    except NotConstant as error:
        name = "{" + source + "}" if spread else f'"{attribute.name}"'
        if isinstance(error, Undefined) and scope.calls and scope.calls[-1][1]:
            what = f"{attribute.name}={{{source}}} of <{tag.name}>"
            scope.warn_undefined(what, str(error), line)
            return
        reason = (
            f"nothing defines the name {error}"
            if isinstance(error, Undefined)
            else "it needs JavaScript, which is not run"
        )
        message = f"the attribute {name} of <{tag.name}> is left out: {reason}."
        scope.warn_once(Warn.EXPRESSION, f"{tag.name} {name} {source}", message, line)
        return
    if not spread:
        values[attribute.name] = value
    elif isinstance(value, dict):
        values.update(_plain(value))


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key): item for key, item in value.items()}
