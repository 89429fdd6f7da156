"""Sanitizes the SVG of authors, and writes the element around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Iterator


# SVG text from authors → SVG that only draws: an allow-list of elements and attributes.

MAXIMUM_LENGTH = 100_000

_ELEMENTS = frozenset(
    [
        "svg",
        "g",
        "defs",
        "title",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "use",
        "symbol",
        "mask",
        "clipPath",
        "linearGradient",
        "radialGradient",
        "stop",
    ]
)
_ATTRIBUTES = frozenset(
    [
        "id",
        "d",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "fx",
        "fy",
        "width",
        "height",
        "viewBox",
        "points",
        "transform",
        "offset",
        "gradientUnits",
        "gradientTransform",
        "spreadMethod",
        "maskUnits",
        "maskContentUnits",
        "clipPathUnits",
        "fill",
        "fill-rule",
        "fill-opacity",
        "clip-rule",
        "clip-path",
        "mask",
        "stroke",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-opacity",
        "stroke-miterlimit",
        "opacity",
        "color",
        "stop-color",
        "stop-opacity",
        "preserveAspectRatio",
        "href",
    ]
)
_MODES = frozenset({"dj-only-light", "dj-only-dark"})
_INSIDE_REFERENCE = re.compile(r"#[\w.:-]+")
_URL = re.compile(r"url\(\s*['\"]?(?!#)", re.IGNORECASE)
_JSX_NAMES = re.compile(
    r"\b(fill|clip|stop|stroke)(Rule|Opacity|Path|Color|Width|Linecap|Linejoin|Dasharray"
    r"|Dashoffset|Miterlimit)\s*="
)


# The HTML element that an icon is, decorative in any case: its text is beside it.


@dataclass(frozen=True, kw_only=True, slots=True)
class IconRequest:
    """How an icon is wanted: its classes, and the size in pixels and the colour, if any."""

    classes: str = "dj-icon"
    size: str | None = None
    color: str | None = None

    def svg(self, body: str, *, box: str, paint: str, more_classes: str = "") -> str:
        """Return a drawing inline, in the colour of the text unless it is painted."""
        color = f' color="{escape(self.color)}"' if self.color else ""
        return (
            f'<svg{color}{self._size}{self._class(more_classes)} viewBox="{escape(box)}" {paint}'
            f' aria-hidden="true" focusable="false">{body}</svg>'
        )

    def picture(self, url: str) -> str:
        """Return a picture that is linked; nothing can give it another colour."""
        return f'<img{self._size}{self._class()} src="{escape(url)}" alt="" decoding="async">'

    @property
    def _size(self) -> str:
        size = escape(self.size) if self.size else ""
        return f' width="{size}" height="{size}"' if size else ""

    def _class(self, more: str = "") -> str:
        return f' class="{escape(" ".join(filter(None, [self.classes, more])))}"'


AS_TEXT: Final = IconRequest()
"""As large as the text around it, and in its colour."""


def clean_svg(source: str, *, wish: IconRequest = AS_TEXT) -> str | None:
    """Return *source* as a decorative inline ``<svg>``, or ``None`` when it is not SVG.

    Several drawings in a row are all kept, such as one for each colour mode.

    Elements and attributes outside the allow-list are omitted: scripts, handlers, styles,
    foreign content, and references that leave the picture. JSX spellings (``strokeWidth``) are
    understood. Document types are refused, so entities cannot expand.
    """
    text = source.strip()
    if len(text) > MAXIMUM_LENGTH or "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None
    text = _JSX_NAMES.sub(lambda m: f"{m[1]}-{m[2].lower()}=", text)
    text = re.sub(r"=\{\s*\"?([\w.#%-]+)\"?\s*\}", r'="\1"', text)
    roots = _roots(text)
    if not roots or any(_local(root.tag) != "svg" for root in roots):
        return None
    return "".join(_drawing(root, wish) for root in roots)


def _roots(text: str) -> list[ElementTree.Element]:
    """Return the elements at the top; XML has one, a fragment of JSX may have several."""
    for written in (text, f"<x>{text}</x>"):
        try:
            root = ElementTree.fromstring(written)
        except ElementTree.ParseError:
            continue
        return [root] if written is text else list(root)
    return []


def _drawing(root: ElementTree.Element, wish: IconRequest) -> str:
    width, height = root.get("width", "24"), root.get("height", "24")
    box = root.get("viewBox") or f"0 0 {_number(width)} {_number(height)}"
    paint = "".join(
        f' {name}="{escape(value)}"'
        for name, value in _attributes(root)
        if name.startswith(("color", "fill", "stroke"))
    )
    if " fill=" not in paint and " stroke=" not in paint:
        paint += ' fill="currentColor"'
    body = "".join(_elements(root))
    # Our names would make it a part of the page.
    named = [
        name
        for name in root.get("class", "").split()
        if name in _MODES or not name.startswith("dj-")
    ]
    return wish.svg(body, box=box, paint=paint.lstrip(), more_classes=" ".join(named))


def _elements(root: ElementTree.Element) -> Iterator[str]:
    """Yield what is in *root*; a stack and no recursion: groups may be in groups at will."""
    waiting: list[ElementTree.Element | str] = [*reversed(root)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        name = _local(item.tag)
        if name in _ELEMENTS and name not in {"svg", "title"}:
            yield f"<{name}"
            yield from (f' {key}="{escape(value)}"' for key, value in _attributes(item))
            yield ">"
            waiting += (f"</{name}>", *reversed(item))


def _attributes(element: ElementTree.Element) -> list[tuple[str, str]]:
    return [
        (name, value)
        for key, value in element.attrib.items()
        if (name := _local(key)) in _ATTRIBUTES
        and not _URL.search(value)
        and (name != "href" or _INSIDE_REFERENCE.fullmatch(value))
    ]


def _local(name: object) -> str:
    """Return an element or attribute name without its namespace; comments have none."""
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def _number(length: str) -> str:
    match = re.match(r"[\d.]+", length)
    return match.group(0) if match else "24"
