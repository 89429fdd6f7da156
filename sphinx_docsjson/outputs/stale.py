"""Outputs of what is no more: Sphinx leaves them, and hosts would publish them."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsjson.build import the_build
from sphinx_docsjson.files.written import write_if_changed
from sphinx_docsjson.outputs.markdown.twin_addresses import twin_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SOURCES = "_sources"
MEMORY = "docsjson-published"


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


def remove_unpublished(app: Sphinx, failure: Exception | None) -> None:
    """Remove the files beside pages that the build before wrote and this one does not.

    What has other content by now is the file of someone else, and stays.
    """
    if failure is not None or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    outdir = Path(app.outdir)
    memory = Path(app.doctreedir) / f"{MEMORY}-{app.builder.name}.json"
    today = {
        path.relative_to(outdir).as_posix(): _digest(path)
        for path in the_build(app.config).published
        if path.is_file()
    }
    for name, digest in _remembered(memory).items():
        path = outdir / name
        inside = path.resolve().is_relative_to(outdir.resolve())
        if name not in today and inside and path.is_file() and _digest(path) == digest:
            path.unlink()
    write_if_changed(memory, json.dumps(today, sort_keys=True))


def _remembered(memory: Path) -> dict[str, str]:
    try:
        found = json.loads(memory.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
