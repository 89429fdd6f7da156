"""The style sheet of what authors wrote as ``style={{…}}``: classes instead of attributes.

A strict content security policy forbids style attributes; a file of the site is allowed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.components.forms.html_elements import STYLES
from sphinx_docsjson.files.written import write_if_changed

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

FILE = "docsjson-author.css"


def add_style_sheet(
    app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: nodes.document
) -> None:
    """Load the style sheet on a page that has styles of its author."""
    if app.env.metadata.get(pagename, {}).get(STYLES):
        app.add_css_file(FILE)


def write_style_sheet(app: Sphinx, _builder_or_failure: Builder | Exception | None) -> None:
    """Write the rules of every page; an EPUB is packed before the build is finished."""
    if app.builder.format != "html":
        return
    rules: dict[str, str] = {}
    for metadata in app.env.metadata.values():
        rules.update(metadata.get(STYLES) or {})
    if rules:
        text = "".join(f".{name}{{{rules[name]}}}\n" for name in sorted(rules))
        write_if_changed(Path(app.outdir) / "_static" / FILE, text)
