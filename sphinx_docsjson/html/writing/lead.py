"""The description of a page as its lead paragraph, below the title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import escape

from sphinx_docsjson.openapi.content.api_nodes import DESCRIBED
from sphinx_docsjson.theme_location import has_our_theme

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

END_OF_TITLE = "</h1>"


def add_lead(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Put the front matter's ``description`` below the first heading of the page.

    It is no part of the doctree: search and the Markdown twin take it from the front matter.
    Where the whole description is in the doctree, it is not said twice.
    """
    description = str((context.get("meta") or {}).get("description", "")).strip()
    body = context.get("body")
    if not has_our_theme(app.config) or not description or not body:
        return
    if 'class="lead' in body or 'class="dj-lead' in body:
        return
    if doctree is not None and doctree.get(DESCRIBED):
        return
    head, end, rest = body.partition(END_OF_TITLE)
    if end:
        lead = f'\n<p class="dj-lead">{escape(description)}</p>'
        context["body"] = f"{head}{end}{lead}{rest}"
