"""The Tailwind classes that pages use, as one style sheet of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the steps."""
    from sphinx_docsjson.ext.utility_classes import sheet

    add_step(
        app,
        "env-updated",
        Turn.AFTER,
        sheet.find_stale_classes,
        "find pages to write again because utility classes changed",
        when=always,
    )
    add_step(
        app,
        "write-started",
        Turn.AMONG,
        sheet.write_class_sheet,
        "write the utility classes in use",
        when=always,
    )
    add_step(
        app,
        "html-page-context",
        Turn.AMONG,
        sheet.load_class_sheet,
        "load the page's utility classes",
        when=always,
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
