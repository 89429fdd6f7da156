"""The style sheet and the script of API pages, in every theme."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.theme_files import write_if_new
from sphinx_docsjson.theme_location import theme_path

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STYLE, SCRIPT = "api.css", "api.js"
MARKS = ('class="dj-endpoint"', 'class="dj-fields"')
"""What a page that needs the files holds."""


def lend_files(app: Sphinx) -> None:
    """Give another theme our script."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    if app.config.html_theme == "docsjson":
        return
    text = (theme_path() / "static" / SCRIPT).read_text(encoding="utf-8")
    write_if_new(Path(app.outdir) / "_static" / SCRIPT, text)


def load_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Load style sheet and script on the pages that need them."""
    body = context.get("body") or ""
    if app.builder.name != "epub" and any(mark in body for mark in MARKS):
        app.add_css_file(STYLE, priority=430)
        app.add_js_file(SCRIPT, loading_method="defer")
