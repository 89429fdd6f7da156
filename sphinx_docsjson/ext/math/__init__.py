"""Formulas as MathML, generated during the build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the renderer and add the steps."""
    from sphinx_docsjson.ext.math import renderer

    visitors = (renderer.visit_math, None), (renderer.visit_math_block, None)
    app.add_html_math_renderer(renderer.RENDERER, *visitors)
    add_step(
        app,
        "config-inited",
        Turn.BEFORE,
        renderer.choose_renderer,
        "set the MathML renderer",
        when=always,
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
