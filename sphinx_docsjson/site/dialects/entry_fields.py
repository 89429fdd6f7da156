"""Entries of the navigation and what every container may carry, in both shapes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from sphinx_docsjson.site.appearance import ColorPair, Gradient
from sphinx_docsjson.site.boosts import WHAT_BOOST_IS, boost_of
from sphinx_docsjson.site.colors import Rgb
from sphinx_docsjson.site.containers import (
    Kind,
    LinkEntry,
    OpenApiSource,
    OperationEntry,
    PageEntry,
)
from sphinx_docsjson.site.page_names import page_path, problem_of_generated
from sphinx_docsjson.text.http_methods import METHOD
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx_docsjson.site.containers import Node, TagPages
    from sphinx_docsjson.site.dialects.field_reader import FieldAt

_OPERATION = re.compile(rf"(?:(\S+)\s+)?({METHOD})\s+(/\S*)")
_WEBHOOK = re.compile(r"(?:(\S+)\s+)?webhook\s+(\S.*)", re.IGNORECASE)
LISTINGS = ("accordion", "card", "none")


def is_entry(field: FieldAt) -> bool:
    """Whether an item of ``pages`` is an entry, and not a group."""
    return not field.is_object or bool(field["page"])


def entry(field: FieldAt) -> Node | None:
    """Return the entry that an item of ``pages`` stands for.

    ``"guides/start"``, ``"guides/start#part"``, ``"GET /users"``, ``"spec.yaml GET /users"``
    and ``"webhook name"`` are understood, and ``{"page": "guides/start", "title": "Start"}``.
    What is no entry is reported.
    """
    if field.is_object:
        node, title = entry(field["page"]), field["title"].text() or ""
        return replace(node, label=title) if isinstance(node, PageEntry) else node
    text = field.text()
    if text is None:
        field.warn("an empty entry is ignored; write the path of a page")
        return None
    if operation := _OPERATION.fullmatch(text):
        spec, method, path = operation.groups()
        return OperationEntry(method=method.upper(), path=path, spec=spec, location=field.location)
    if webhook := _WEBHOOK.fullmatch(text):
        spec, name = webhook.groups()
        return OperationEntry(method="WEBHOOK", path=name, spec=spec, location=field.location)
    if is_external(text):
        field.warn(
            f"{text!r} is ignored; an entry is the path of a page. For a link, write a page that "
            "has title and url in its front matter"
        )
        return None
    path, _, fragment = text.partition("#")
    name = page_path(path)
    if name is None:
        field.warn(f"{text!r} is ignored; it names no page inside the source folder")
        return None
    return PageEntry(path=name, fragment=fragment, location=field.location)


def common(field: FieldAt) -> dict[str, Any]:
    """Return the properties that every container may carry, as arguments of the model."""
    return {
        "icon": field["icon"].icon(field["iconType"]),
        "color": color(field["color"]),
        "hidden": field["hidden"].flag(),
        "searchable": field["searchable"].flag(not field["hidden"].flag()),
        "boost": _boost(field["boost"]),
        "default": field["default"].flag(),
        "tag": field["tag"].text(),
        "description": field["description"].text(),
        "openapi": openapi(field["openapi"]),
        "directory": _folder(field["directory"]),
        "location": field.location,
    }


def _boost(field: FieldAt) -> float:
    """Return how many times as much the pages of a container count in the search."""
    number = boost_of(field.text() or "1")
    if number is None:
        field.warn(f"{field.text()} is left out; {WHAT_BOOST_IS}")
    return number or 1.0


def _folder(field: FieldAt) -> str | None:
    """Return ``directory`` where it is a folder and not a way to list pages."""
    return None if field.text() in LISTINGS else _generated(field)


def _generated(field: FieldAt) -> str | None:
    """Return where the author wants pages to be generated."""
    text = field.text()
    if text is None:
        return None
    if problem := problem_of_generated(text):
        field.warn(f"{text!r} is left out: {problem}")
        return None
    return page_path(text)


def link(field: FieldAt, kind: Kind, label: str, href: str) -> LinkEntry:
    """Return the link entry that a container without children is."""
    return LinkEntry(
        kind=kind,
        label=label,
        href=href,
        icon=field["icon"].icon(field["iconType"]),
        color=color(field["color"]),
        description=field["description"].text(),
        tag=field["tag"].text(),
        default=field["default"].flag(),
        hidden=field["hidden"].flag(),
        location=field.location,
    )


def hex_color(field: FieldAt) -> str | None:
    """Return a colour as ``#rrggbb``; the schema has checked its form."""
    text = field.text()
    return Rgb.from_hex(text).hex if text else None


def color(field: FieldAt) -> str | ColorPair | Gradient | None:
    """Return a colour, a gradient (``from``, ``to``) or a colour for each mode."""
    if not field.is_object:
        return hex_color(field)
    start, end = hex_color(field["from"]), hex_color(field["to"])
    if start or end:
        return Gradient(start=cast(str, start or end), end=cast(str, end or start))
    return color_pair(field)


def color_pair(field: FieldAt) -> ColorPair | None:
    """Return a colour for each mode; a single one, or one of two, is both."""
    if not field.is_object:
        single = hex_color(field)
        return ColorPair(light=single, dark=single) if single else None
    light, dark = hex_color(field["light"]), hex_color(field["dark"])
    if not light and not dark:
        return None
    return ColorPair(light=cast(str, light or dark), dark=cast(str, dark or light))


def openapi(field: FieldAt) -> OpenApiSource | None:
    """Return OpenAPI files: paths that exist, and URLs; ``None`` when none is left."""
    if not field:
        return None
    listed = field["source"] if field.is_object else field
    sources = tuple(source for item in listed.each() if (source := item.file()))
    if not sources:
        return None
    overview, tags = field["overview"], field["tags"]
    own = overview.value.data if overview.value else True
    shown = tags.value.data if tags.value else True
    return OpenApiSource(
        sources=sources,
        overlays=_overlays(field["overlays"]) if field.is_object else None,
        directory=_generated(field["directory"]),
        overview=_generated(overview) if isinstance(own, str) else None,
        has_overview=own is not False,
        tags=cast("TagPages", shown if isinstance(shown, str) else ("none", "page")[bool(shown)]),
        download=field["download"].flag(True),
        location=field.location,
    )


def _overlays(field: FieldAt) -> tuple[str, ...] | None:
    """Return the overlays that are named; an empty list is not the same as no field."""
    if not field:
        return None
    return tuple(path for item in field.each() if (path := item.file()))


def warn_unsupported(field: FieldAt, *keys: str) -> None:
    """Report the parts of a container that only the hosting platform can build."""
    for key in keys:
        if field[key]:
            field[key].warn(f"{key} is not supported; the pages it would add are left out")
