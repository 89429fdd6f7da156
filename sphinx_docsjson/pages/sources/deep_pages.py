"""Pages in reStructuredText that are nested more deeply than docutils can read.

It reads by recursion, so that a hundred lists in each other would end the build.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.compat.registrations import parsers_by_type, register_parser
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RST = "restructuredtext"


def read_deep_pages(app: Sphinx) -> None:
    """Let the parser of reStructuredText show as written what it cannot read."""
    if parser := parsers_by_type(app).get(RST):
        register_parser(app, RST, _bounded(parser))


def _bounded(parser: Any) -> Any:
    # Which class it extends is known in a build only.
    class Bounded(parser):  # type: ignore[misc]
        """Reads a page, or shows it as it is written."""

        def parse(self, inputstring: Any, document: nodes.document) -> None:
            try:
                super().parse(inputstring, document)
            except RecursionError:
                _show_as_written(inputstring, document)

    return Bounded


def _show_as_written(text: Any, document: nodes.document) -> None:
    """Put the text of a page into its document, of which nothing that was read is left."""
    source = document.get("source", "")
    # What was noted for transforms is gone with it.
    document.__init__(document.settings, document.reporter, source=source)  # type: ignore[misc]
    document.note_source(source, -1)
    lines = text if isinstance(text, str) else "\n".join(text)
    document += nodes.literal_block(lines, lines)
    message = "the page is nested too deeply and is shown as it is written; flatten it."
    warn(Warn.NESTING, message, location=(document.settings.env.docname, 1))
