"""Outputs of documents that are no more: Sphinx leaves them, and hosts would publish them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsjson.outputs.twins import twin_name
from sphinx_docsjson.state import state_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def setup_stale(app: Sphinx) -> None:
    """Remove them before anything is read."""
    app.connect("env-get-outdated", remove_stale)


def remove_stale(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Remove what earlier builds wrote for the *removed* documents; no document is outdated."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and state_of(app.config) is not None:
        for docname in removed:
            for path in outputs_of(docname, builder):
                path.unlink(missing_ok=True)
    return []


def outputs_of(docname: str, builder: StandaloneHTMLBuilder) -> Iterator[Path]:
    """Yield the files that a build may have written for a document."""
    outdir = Path(builder.outdir)
    yield Path(builder.get_outfilename(docname))
    yield outdir / twin_name(docname)
    for suffix in builder.config.source_suffix:
        yield outdir / "_sources" / f"{docname}{suffix}{builder.config.html_sourcelink_suffix}"
        yield outdir / "_sources" / f"{docname}{suffix}"
