"""What Sphinx finds out anew for each page although it stays the same for a whole build.

These are the style sheets of docutils, which no page uses, and the tags of the CSS and JavaScript
files, for each of which it asks the file system where the file really is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsjson.kinds_of_builders import fills_templates

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx


def drop_docutils_stylesheets(app: Sphinx) -> None:
    """Let docutils not look for its own style sheets; Sphinx never links to them.

    It looks once for a page, and once for each title and list of contents around it, for which
    the builder has settings of its own.
    """
    if isinstance(app.builder, StandaloneHTMLBuilder):
        app.env.settings["stylesheet_path"] = []
        if around := getattr(app.builder, "_settings", None):
            around.stylesheet_path = []


def remember_tags(
    app: Sphinx,
    _pagename: str,
    _templatename: str,
    context: dict[str, Any],
    _doctree: nodes.document | None,
) -> None:
    """Listen to ``html-page-context``: tags are the same where the way to the files is."""
    if not fills_templates(app.builder):
        return
    way = context["pathto"]("_static", resource=True)
    kept = vars(app.builder).setdefault("docsjson_tags", {})
    for name in ("css_tag", "js_tag"):
        context[name] = _remembered(context[name], kept.setdefault((name, way), {}))


def _remembered(make: Callable[[Any], str], made: dict[Any, str]) -> Callable[[Any], str]:
    def tag(file: Any) -> str:
        if file not in made:
            made[file] = make(file)
        return made[file]

    return tag
