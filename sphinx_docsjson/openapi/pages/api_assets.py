"""The style sheet and the script of API pages, in every theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STYLE, SCRIPT = "api.css", "api.js"
MARKS = ('class="dj-endpoint"', 'class="dj-fields"')
"""What a page that needs the files holds."""


def load_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Load style sheet and script on the pages that need them."""
    body = context.get("body") or ""
    if app.builder.name != "epub" and any(mark in body for mark in MARKS):
        app.add_css_file(STYLE, priority=430)
        app.add_js_file(SCRIPT, loading_method="defer")
