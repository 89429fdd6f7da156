"""Icons: their attributes, their node, and how they are written in HTML."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson import icons as drawings
from sphinx_docsjson.base.source_files import await_files, show_file
from sphinx_docsjson.build import build_of, page_build
from sphinx_docsjson.components.html_elements import keep_classes
from sphinx_docsjson.components.registry import Attribute
from sphinx_docsjson.icons.lookup import is_path, linked_picture, plain_name
from sphinx_docsjson.site.model import Icon
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.config import Config
    from sphinx.writers.html5 import HTML5Translator


class Styled:
    """Nodes that are written with our classes, of which they say nothing themselves."""


class icon(Styled, nodes.Inline, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """An icon by name; builders other than HTML leave it out."""


ICON_TYPES = ("brands", "duotone", "light", "regular", "sharp-solid", "solid", "thin")

ICON = Attribute(name="icon", type="icon", doc="An icon name, a URL or a path.")
ICON_TYPE = Attribute(
    name="iconType", type="choice", choices=ICON_TYPES, doc="The Font Awesome style of the icon."
)
ICON_LIBRARY = Attribute(
    name="iconLibrary",
    type="choice",
    choices=("fontawesome", "lucide", "tabler"),
    doc="The icon set. Default: that of `docs.json`.",
)


class _ClassesOfDrawing(HTMLParser):
    """Reads the classes of an author's drawing."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the classes of the drawing itself."""
        if tag == "svg":
            self.names += (dict(attrs).get("class") or "").split()


def make_icon(
    name: str,
    *,
    config: Config,
    location: str | tuple[str, int | None] | None,
    icon_type: str | None = None,
    library: str | None = None,
    color: str | None = None,
    size: str | None = None,
    classes: Sequence[str] = (),
) -> list[icon]:
    """Return the node of an icon, or nothing and a warning when no set has it."""
    name = name.strip()
    node = icon(name=name, classes=list(classes))
    for key, value in (("icon_type", icon_type), ("color", color), ("size", size)):
        if value:
            node[key] = value
    node["library"] = library or _library(config)
    if not name:
        return []
    source, env = _source(node, config), page_build(config).builder.env
    is_of_site = is_path(name) and not is_external(name)
    if drawings.resolve_icon(_model(node), source) is None:
        files = (f"{folder}/{plain_name(name)}.svg" for folder in source.folders.values())
        await_files(env, [name.lstrip("/")] if is_of_site else files)
        warn(Warn.ICON, drawings.unknown_icon(name), location=location)
        return []
    if name.startswith("<"):
        drawing = _ClassesOfDrawing()
        drawing.feed(name)
        keep_classes(env, drawing.names)
    elif linked_picture(name):
        show_file(env, name.lstrip("/"))
    elif is_of_site:
        env.note_dependency(name.lstrip("/"))
    return [node]


def icon_html(node: icon, config: Config, *, root: str = "") -> str:
    """Return the drawing of an icon; size and colour are SVG attributes, never a style."""
    size = node.get("size")
    classes = ["dj-icon", *(["dj-icon-sized"] if size else []), *node["classes"]]
    wish = drawings.IconRequest(classes=" ".join(classes), size=size, color=node.get("color"))
    return drawings.resolve_icon(_model(node), _source(node, config), root=root, wish=wish) or ""


def _library(config: Config) -> str:
    build = build_of(config)
    return (build.site.icon_library if build else None) or "fontawesome"


def _source(node: icon, config: Config) -> drawings.IconSource:
    return drawings.IconSource(
        library=node["library"],
        srcdir=page_build(config).srcdir,
        folders=config.docsjson_icon_dirs,
    )


def _model(node: icon) -> Icon:
    return Icon(name=node["name"], type=node.get("icon_type"))


def visit_icon(translator: HTML5Translator, node: icon) -> None:
    """Write the icon as inline SVG; a book, which lacks our style sheet, goes without."""
    if translator.builder.name == "epub":
        return
    page = translator.builder.get_target_uri(translator.builder.current_docname)
    folder = posixpath.dirname(page)
    root = posixpath.relpath(".", folder) + "/" if folder else ""
    translator.body.append(icon_html(node, translator.config, root=root))
