"""The attributes of HTML elements: classes, sizes and ``style={{…}}`` as safe CSS."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from sphinx_docsjson.text.word_sets import words
from sphinx_docsjson.urls import safe_source, safe_url

if TYPE_CHECKING:
    from collections.abc import Mapping

LENGTH = re.compile(r"\d+(?:\.\d+)?(?:px|%|em|rem|vw|vh|ch)?")

_CAMEL = re.compile(r"(?<!^)([A-Z])")
_PROPERTY = re.compile(r"-{0,2}[a-z][a-z0-9-]*")
_UNSAFE_VALUE = re.compile(r"[{};@\\<>]|url\s*\(|expression\s*\(", re.IGNORECASE)
_JUDGES = {"src": safe_source, "cite": safe_url}
_UNITLESS = words("opacity z-index flex flex-grow flex-shrink font-weight line-height order zoom")
_PLAIN = {
    "abbr": ("title",),
    "bdo": ("dir",),
    "details": ("open",),
    "ol": ("start", "type"),
    "q": ("cite",),
    "script": ("src", "type", "async", "defer"),
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan", "scope"),
    "time": ("datetime",),
}


def html_attributes(name: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes that an element of the name *name* keeps."""
    given: dict[str, str] = {}
    lower = {key.lower(): value for key, value in attributes.items()}
    for key in (*_PLAIN.get(name, ()), "title", "lang", "dir"):
        value = lower.get(key)
        if value is None or value == "false":
            continue
        if key in _JUDGES:
            value = _JUDGES[key](value)
            if value is None:
                continue
        given[key] = key if value in {"", "true"} and key != "title" else value
    return given


def class_names(attributes: Mapping[str, str]) -> list[str]:
    """Return the author's own class names."""
    return (attributes.get("className") or attributes.get("class") or "").split()


def classes_of(attributes: Mapping[str, str]) -> list[str]:
    """Return the classes of an element; the usual pairs for one colour mode become ours."""
    names = class_names(attributes)
    given = set(names)
    if "hidden" in given and any(name.startswith("dark:") for name in names):
        shown = [n for n in names if n != "hidden" and not n.startswith("dark:")]
        return [*shown, "dj-only-dark"]
    if "dark:hidden" in given:
        shown = [n for n in names if n not in {"dark:hidden", "block"}]
        return [*shown, "dj-only-light"]
    return names


def style_of(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the declarations of a ``style`` attribute: CSS property → value.

    An object literal arrives as JSON, a string as CSS. What could leave the declaration, or load
    something, is left out.
    """
    text = attributes.get("style", "").strip()
    if not text:
        return {}
    pairs: list[tuple[str, object]] = []
    if text.startswith("{"):
        try:
            data = json.loads(text)
        except ValueError:
            return {}
        pairs = list(data.items()) if isinstance(data, dict) else []
    else:
        for part in text.split(";"):
            name, colon, value = part.partition(":")
            if colon:
                pairs.append((name.strip(), value.strip()))
    style: dict[str, str] = {}
    for name, given in pairs:
        prop = _CAMEL.sub(r"-\1", str(name)).lower()
        written = _css_value(prop, given)
        if _PROPERTY.fullmatch(prop) and written and not _UNSAFE_VALUE.search(written):
            style[prop] = written
    return style


def _css_value(prop: str, value: object) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(value) if value == 0 or prop in _UNITLESS else f"{value}px"
    return str(value).strip()


def size_of(value: str | None) -> str:
    """Return *value* as a CSS length, or nothing when it is none."""
    if not value or not LENGTH.fullmatch(value.strip()):
        return ""
    value = value.strip()
    return f"{value}px" if value[-1].isdigit() else value
