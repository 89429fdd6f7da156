"""Outputs of documents that are no more: Sphinx leaves them, and hosts would publish them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsjson.outputs.markdown.twin_addresses import twin_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SOURCES = "_sources"


def remove_stale(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Remove what earlier builds wrote for the *removed* documents; no document is outdated.

    A document that is now made of a file with another suffix leaves its former source.
    """
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder):
        for docname in removed:
            for path in outputs_of(docname, builder):
                path.unlink(missing_ok=True)
        for docname in env.found_docs if (Path(builder.outdir) / SOURCES).is_dir() else ():
            now = str(env.doc2path(docname, base=False)).removeprefix(docname)
            for path in sources_of(docname, builder, but=now):
                path.unlink(missing_ok=True)
    return []


def outputs_of(docname: str, builder: StandaloneHTMLBuilder) -> Iterator[Path]:
    """Yield the files that a build may have written for a document."""
    yield Path(builder.get_outfilename(docname))
    yield Path(builder.outdir) / twin_name(docname)
    yield from sources_of(docname, builder)


def sources_of(docname: str, builder: StandaloneHTMLBuilder, *, but: str = "") -> Iterator[Path]:
    """Yield the copies of sources that a build may have written for a document.

    :param but: the suffix of the source whose copies stay.
    """
    folder = Path(builder.outdir) / SOURCES
    for suffix in builder.config.source_suffix:
        if suffix != but:
            yield folder / f"{docname}{suffix}{builder.config.html_sourcelink_suffix}"
            yield folder / f"{docname}{suffix}"
