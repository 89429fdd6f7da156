"""How the site looks: logo, colours, modes, background, fonts; older and newer spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from sphinx_docsjson.site.appearance import (
    Appearance,
    Background,
    ColorPair,
    Colors,
    Font,
    Fonts,
    Grounds,
    Logo,
)
from sphinx_docsjson.site.dialects.entry_fields import color, hex_color

if TYPE_CHECKING:
    from sphinx_docsjson.site.dialects.field_reader import FieldAt

IconLibrary = Literal["fontawesome", "lucide", "tabler"]


def logo(root: FieldAt) -> Logo | None:
    """Return the logo, ``None`` when no image of it exists."""
    field = root["logo"]
    image = field.images()
    return Logo(image=image, href=field["href"].href() or "/") if image else None


def colors(root: FieldAt) -> Colors:
    """Return ``colors``, and the background of either spelling."""
    field = root["colors"]
    anchors = color(field["anchors"])
    background = field["background"] or root["background"]["color"]
    return Colors(
        primary=hex_color(field["primary"]) or Colors().primary,
        light=hex_color(field["light"]),
        dark=hex_color(field["dark"]),
        background=Grounds(
            light=hex_color(background["light"]), dark=hex_color(background["dark"])
        ),
        anchors=anchors.light if isinstance(anchors, ColorPair) else anchors,
    )


def appearance(root: FieldAt) -> Appearance:
    """Return the modes from ``appearance`` or ``modeToggle``."""
    field = root["appearance"] or root["modeToggle"]
    default = field["default"].text()
    return Appearance(
        default=cast(Literal["light", "dark"], default) if default in ("light", "dark") else None,
        toggle_hidden=field["strict"].flag(field["isHidden"].flag()),
    )


def background(root: FieldAt) -> Background:
    """Return what stands behind every page."""
    field = root["background"]
    image = (field["image"] or root["backgroundImage"]).images()
    decoration = field.first("decoration", "style").text()
    return Background(
        image=image,
        decoration=cast(Literal["gradient", "grid", "windows"] | None, decoration),
    )


def fonts(root: FieldAt) -> Fonts:
    """Return the fonts; a field of ``fonts`` itself holds for both kinds."""
    field = root["fonts"] or root["font"]
    both = _font(field)
    heading = _font(field.first("heading", "headings")) or both
    return Fonts(heading=heading, body=_font(field["body"]) or both)


def _font(field: FieldAt) -> Font | None:
    family = field["family"].text()
    if family is None:
        return None
    source = field.first("source", "url")
    weight = field["weight"].text() or ""
    form = field["format"].text()
    return Font(
        family=family,
        weight=int(float(weight)) if weight.replace(".", "", 1).isdigit() else None,
        source=_font_file(source),
        format=cast(Literal["woff", "woff2"] | None, form),
    )


def _font_file(field: FieldAt) -> str | None:
    path = field.file()
    if path is not None and "//" in path:
        field.warn("a font is not fetched from another host; put the file into the source folder")
        return None
    return path


def icon_library(root: FieldAt) -> IconLibrary:
    """Return the library that icon names are taken from."""
    return cast(IconLibrary, root["icons"]["library"].text() or "fontawesome")


def code_mode(root: FieldAt) -> Literal["system", "dark"]:
    """Return whether code blocks follow the mode of the page."""
    written = root["styling"]["codeblocks"].text() or root["codeBlock"]["mode"].text()
    return "dark" if written == "dark" else "system"
