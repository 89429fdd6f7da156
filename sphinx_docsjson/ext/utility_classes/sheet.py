"""The style sheet of the classes that pages use, and the pages that load it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.base.theme_files import (
    CANVAS,
    has_our_theme,
    sources_of,
    style_sheet,
    write_if_new,
)
from sphinx_docsjson.build import page_build
from sphinx_docsjson.components.html_elements import CLASSES
from sphinx_docsjson.ext.utility_classes.rules import utility_rules
from sphinx_docsjson.pages import headings
from sphinx_docsjson.site.colors import make_palette

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.site.model import Colors

SHEET: Final = "docsjson-classes.css"
_KNOWN = "docsjson_class_sheet"


def class_sheet(app: Sphinx) -> str:
    """Return the style sheet of the classes of all pages, or nothing where no page has any."""
    names: dict[str, None] = {}
    has_canvas = False
    for metadata in app.env.metadata.values():
        names.update(metadata.get(CLASSES) or {})
        has_canvas |= metadata.get("mode") in headings.CANVASES
    ours = has_our_theme(app.config)
    colors = site_colors(page_build(app.config).site.colors)
    rules = utility_rules(names, colors, layer=ours)
    canvas = style_sheet(sources_of([CANVAS])) if ours and (rules or has_canvas) else ""
    return canvas + rules


def site_colors(colors: Colors) -> dict[str, str]:
    """Return the colours that the platform has for classes such as ``bg-primary``."""
    return {
        "primary": colors.primary,
        "primary-light": colors.light or colors.primary,
        "primary-dark": colors.dark or colors.primary,
        "background-light": make_palette(colors, "light").properties["bg"],
        "background-dark": make_palette(colors, "dark").properties["bg"],
    }


def find_stale_classes(app: Sphinx, env: BuildEnvironment) -> Iterator[str]:
    """Yield the pages that name the checksum of the sheet, where it is another than before."""
    if app.builder.format != "html":
        return
    digest = sha256(class_sheet(app).encode("utf-8", "surrogatepass")).hexdigest()
    if getattr(env, _KNOWN, digest) != digest:
        yield from (name for name in env.metadata if _loads_sheet(app, name))
    setattr(env, _KNOWN, digest)


def _loads_sheet(app: Sphinx, docname: str) -> bool:
    metadata = app.env.metadata.get(docname, {})
    return bool(metadata.get(CLASSES)) or metadata.get("mode") in headings.CANVASES


def write_class_sheet(app: Sphinx, _builder: Any) -> None:
    """Write the style sheet, before pages name its checksum."""
    target = Path(app.outdir, "_static", SHEET)
    if app.builder.format != "html" or is_authors(app, target):
        return
    if text := class_sheet(app):
        write_if_new(target, text)


def load_class_sheet(
    app: Sphinx, pagename: str, _template: str, _context: dict[str, Any], _doctree: Any
) -> None:
    """Load the style sheet on a page that has classes of its author."""
    if _loads_sheet(app, pagename) and Path(app.outdir, "_static", SHEET).exists():
        app.add_css_file(SHEET, priority=800)
