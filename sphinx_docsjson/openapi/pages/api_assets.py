"""The style sheet and the script of API pages, in every theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_docsjson.components.found_on_page import found_on
from sphinx_docsjson.openapi.content.api_nodes import endpoint, field_tree
from sphinx_docsjson.openapi.pages.reference import OVERVIEW, TAG

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STYLE, SCRIPT = "api.css", "api.js"


def load_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Load style sheet and script on the pages that need them."""
    front = app.env.metadata.get(pagename, {})
    found = found_on(doctree)
    listed = OVERVIEW in front or TAG in front or found.any_word("dj-operations")
    if app.builder.name != "epub" and (listed or found.any_kind(endpoint, field_tree)):
        app.add_css_file(STYLE, priority=430)
        app.add_js_file(SCRIPT, loading_method="defer")
