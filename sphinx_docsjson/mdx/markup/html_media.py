"""Attributes of players, and SVG as JSX spells it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_docsjson.mdx.markup.html_attributes import LENGTH
from sphinx_docsjson.text.word_sets import words
from sphinx_docsjson.urls import is_external, safe_source

if TYPE_CHECKING:
    from collections.abc import Mapping

_MEDIA_ATTRIBUTES = words(
    "allow allowfullscreen autoplay controls height loading loop muted playsinline poster "
    "preload referrerpolicy sandbox title type width"
)
_BOOLEAN = words("allowfullscreen autoplay controls loop muted playsinline open")
_SVG_CAMEL = words(
    "viewBox preserveAspectRatio gradientUnits gradientTransform spreadMethod maskUnits "
    "maskContentUnits clipPathUnits pathLength"
)
_SVG_NAME = re.compile(r"[A-Z]")


def media_attributes(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes that a player or an embedded page keeps."""
    given: dict[str, str] = {}
    for key, value in attributes.items():
        name = key.lower()
        if name not in _MEDIA_ATTRIBUTES or value.lower() == "false":
            continue
        if name == "poster":
            poster = safe_source(value, picture=True)
            if poster is None or not is_external(poster):
                continue
            value = poster
        if name in {"width", "height"} and not LENGTH.fullmatch(value):
            continue
        given[name] = name if name in _BOOLEAN else value
    return given


def svg_attribute(name: str) -> str:
    """Return the spelling that HTML has for an attribute of SVG in JSX."""
    if name == "className":
        return "class"
    if name in _SVG_CAMEL:
        return name
    return _SVG_NAME.sub(lambda match: "-" + match[0].lower(), name)


def svg_source(content: str) -> str:
    """Return SVG source in the spelling of HTML; braces around plain values go.

    What of it runs is not judged here: see :mod:`sphinx_docsjson.text.harmless_markup`.
    """
    text = re.sub(r"=\{[\"'`]?([^{}\"'`]*)[\"'`]?\}", r'="\1"', content)
    text = re.sub(r"\bstyle=\{\{(?:(?!\{\{|\}\}).)*\}\}", "", text)
    return re.sub(r"(\s)([a-z][A-Za-z]*+)=", lambda m: m[1] + svg_attribute(m[2]) + "=", text)
