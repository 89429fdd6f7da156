"""Converts HTML and SVG from the spelling of JSX to that of HTML. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.sanitize import declarations
from sphinx_docsjson.mdx.javascript import evaluate
from sphinx_docsjson.mdx.jsx import (
    AttributeValue,
    Form,
    Tag,
    TagBudget,
    decode_entities,
    read_tag,
    skip_expression,
)
from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import as_text
from sphinx_docsjson.urls import is_external, safe_source, safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


_CODE = re.compile(r"\s*<code[^>]*>(.*)</code>\s*", re.DOTALL)
_BUTTON = re.compile(r"<button\b[^<>]*>[^<>]*</button>")
_LINE_BREAK = re.compile(r"<br\s*/?>")
_TAG = re.compile(
    r"</?(?:a|b|code|del|div|em|i|ins|kbd|mark|samp|small|span|strong|sub|sup|u|var)"
    r"(?:\s[^<>]*)?/?>"
)
_ID = re.compile(r"<[a-z][^<>]*?\sid=[\"']([^\"'<>]+)[\"']")


def code_within(content: str) -> str:
    """Return what is in the ``<code>`` that *content* is, or *content* where it is not one."""
    match = _CODE.fullmatch(content)
    return match[1] if match else content


def preformatted_text(content: str) -> str:
    """Return the text of *content*, without the elements that highlight or copy it."""
    written = _BUTTON.sub("", code_within(content))
    return decode_entities(_TAG.sub("", _LINE_BREAK.sub("\n", written))).strip("\n")


def ids_within(content: str) -> list[str]:
    """Return the ids of the elements in *content*."""
    return [decode_entities(name) for name in _ID.findall(content)]


# A drawing in JSX → the same drawing as SVG that any XML parser reads.
#
# JSX spells SVG with the names of JavaScript (``strokeWidth``), with expressions and style
# objects, and wraps several drawings into a fragment. What only draws is kept; the icons' own
# allow-list judges the result.

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
    """Yield the tags of *source*; expressions between them are omitted."""
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
    named = [name for name in classes_of(values) if name in _MODES or tag.name == "svg"]
    attributes = {
        "href" if name in _REFERENCES else svg_attribute(name): value
        for name, value in values.items()
        if name in _REFERENCES or not (name in _CLASSES or _NAMESPACED.fullmatch(name))
    }
    attributes |= {name: value for name, value in styles.items() if name not in _LENGTHS}
    if named:
        attributes["class"] = " ".join(named)
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


# Attributes of players, and SVG as JSX spells it.

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

    What of it runs is not judged here: see :mod:`sphinx_docsjson.base.sanitize`.
    """
    text = re.sub(r"=\{[\"'`]?([^{}\"'`]*)[\"'`]?\}", r'="\1"', content)
    text = re.sub(r"\bstyle=\{\{(?:(?!\{\{|\}\}).)*\}\}", "", text)
    return re.sub(r"(\s)([a-z][A-Za-z]*+)=", lambda m: m[1] + svg_attribute(m[2]) + "=", text)


# The attributes of HTML elements: classes, sizes and ``style={{…}}`` as safe CSS.

LENGTH = re.compile(r"\d+(?:\.\d+)?(?:px|%|em|rem|vw|vh|ch)?")

_JUDGES: Mapping[str, Callable[[str], str | None]] = {"src": safe_source, "cite": safe_url}
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


_DARK_DISPLAY = frozenset({"dark:block", "dark:inline", "dark:inline-block"})
"""How what is shown in dark mode alone is displayed anyway."""

_DISPLAYS = words(
    "block inline inline-block flex inline-flex grid inline-grid table contents flow-root "
    "list-item"
)
"""The utility classes that show what ``hidden`` hides."""


def classes_of(attributes: Mapping[str, str]) -> list[str]:
    """Return the classes of an element; the usual pairs for one colour mode become ours."""
    names = class_names(attributes)
    given = set(names)
    # ``hidden lg:flex dark:text-white`` is shown on wide screens, in both modes.
    shown_in = {name.rpartition(":")[0] for name in names if name.rpartition(":")[2] in _DISPLAYS}
    if "hidden" in given and shown_in == {"dark"}:
        shown = [n for n in names if n not in {"hidden", *_DARK_DISPLAY}]
        return [*shown, "dj-only-dark"]
    if "dark:hidden" in given:
        shown = [n for n in names if n not in {"dark:hidden", "block"}]
        return [*shown, "dj-only-light"]
    return names


def style_of(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the declarations of a ``style`` attribute: CSS property → value.

    An object literal arrives as JSON, a string as CSS. What could leave the declaration, or load
    something, is omitted.
    """
    return declarations(attributes.get("style", ""))


def size_of(value: str | None) -> str:
    """Return *value* as a CSS length, or nothing when it is not one."""
    if not value or not LENGTH.fullmatch(value.strip()):
        return ""
    value = value.strip()
    return f"{value}px" if value[-1].isdigit() else value
