"""Converts the components of Docusaurus to ours."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.convert_code import attribute
from sphinx_docsjson.cli.convert_page import callout_tags
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.mdx.javascript import evaluate
from sphinx_docsjson.mdx.jsx import AttributeValue
from sphinx_docsjson.mdx.scan import Element, scan
from sphinx_docsjson.mdx.tokens import NotConstant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_docsjson.cli.convert_page import PageConversion

_OF_THE_TOOL = re.compile(
    r"['\"](?:@theme/(?:Tabs|TabItem|Admonition|TOCInline)|@docusaurus/(?:Link|useBaseUrl))['\"]"
)
_PART = re.compile(r"(?<=['\"])@site/([^'\"\n]+?\.mdx?+)(?=['\"])")


def with_our_components(text: str, conversion: PageConversion) -> str:
    """Return *text* with the components of Docusaurus as ours."""
    if "<" not in text and "import" not in text:
        return text
    found = scan(text)
    changes: list[tuple[int, int, str]] = []
    for element in found.elements.values():
        write = _TAGS.get(element.tag.name)
        told = write(element, text, found.elements.values()) if write is not None else None
        if told is None:
            continue
        opening, closing = told
        conversion.changed[f"<{element.tag.name}>"] += 1
        changes.append((element.tag.start, element.tag.end, opening))
        if element.close is not None:
            changes.append((element.close.start, element.close.end, closing))
    for begin, end in found.modules.items():
        statement = text[begin:end]
        if _OF_THE_TOOL.search(statement):
            conversion.changed["import … from '@theme/…'"] += 1
            following = re.compile(r"[ \t;]*\n?").match(text, end)
            changes.append((begin, following.end() if following else end, ""))
        elif part := _PART.search(statement):
            file, folder = conversion.site.source.parent / part[1], conversion.site.folder
            if file.is_file() and file.is_relative_to(folder):
                conversion.changed["import … from '@site/…'"] += 1
                path = f"/{file.relative_to(folder).as_posix()}"
                changes.append((begin + part.start(), begin + part.end(), path))
    for begin, end, written in sorted(changes, reverse=True):
        text = text[:begin] + written + text[end:]
    return text


def _given(element: Element, name: str) -> str:
    for each in element.tag.attributes:
        if each.name == name and each.kind is AttributeValue.STRING:
            return each.text
        if each.name == name and each.kind is AttributeValue.EXPRESSION:
            value = _value(each.text)
            return value if isinstance(value, str) else ""
    return ""


def _value(source: str) -> object:
    try:
        return evaluate(source, {})
    except (NotConstant, RecursionError):
        return None


def _tab_item(element: Element, _text: str, others: Sequence[Element]) -> tuple[str, str]:
    value = _given(element, "value")
    title = _given(element, "label") or _labels(element, others).get(value, value)
    return f"<Tab{attribute('title', title)}>", "</Tab>"


def _labels(element: Element, others: Sequence[Element]) -> dict[str, str]:
    """Return the labels that the ``<Tabs>`` around names in its ``values``."""
    around = [
        each
        for each in others
        if each.tag.name == "Tabs" and each.tag.start < element.tag.start < each.end
    ]
    for tabs in around[-1:]:
        for each in tabs.tag.attributes:
            if each.name == "values" and each.kind is AttributeValue.EXPRESSION:
                listed = map(mapping, items(_value(each.text)))
                return {str(e.get("value", "")): str(e.get("label", "")) for e in listed}
    return {}


def _tabs_tag(element: Element, *_more: object) -> tuple[str, str] | None:
    theirs = {"groupId", "defaultValue", "values", "syncKey", "queryString", "className", "lazy"}
    return ("<Tabs>", "</Tabs>") if theirs & {a.name for a in element.tag.attributes} else None


def _callout_tag(element: Element, *_more: object) -> tuple[str, str]:
    return callout_tags(_given(element, "type") or "note", _given(element, "title"))


def _link_tag(name: str, element: Element, *_more: object) -> tuple[str, str] | None:
    address = _given(element, name)
    return (f'<a href="{address}">', "</a>") if address and element.close else None


_TAGS: dict[str, Callable[..., tuple[str, str] | None]] = {
    "TabItem": _tab_item,
    "Tabs": _tabs_tag,
    "Admonition": _callout_tag,
    "Link": partial(_link_tag, "to"),
    "TOCInline": lambda *_more: ("", ""),
}
"""Name of a component of another tool → what gives the tags that it becomes."""
