"""Resolves the pages of a parallel build in the processes that write them.

This holds where a project has a ``docs.json``, and gives the same bytes as Sphinx alone.
"""

from __future__ import annotations

import gc
from inspect import signature
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import __
from sphinx.transforms.post_transforms.images import (
    BaseImageConverter,
    DataURIExtractor,
    ImageDownloader,
)
from sphinx.util.build_phase import BuildPhase
from sphinx.util.display import status_iterator
from sphinx.util.logging import LogCollector, convert_serializable
from sphinx.util.parallel import ParallelTasks, make_chunks

from sphinx_docsjson.compat.sphinx import logger_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from logging import LogRecord

    from sphinx.application import Sphinx


# Sphinx resolves references in the main process, and passes each page to another that writes it:
# with two processes one is idle for two thirds of the time. Extensions may rely on that and
# collect data in the main process. So it is unchanged if an unknown extension takes part in it.

KNOWN = frozenset({"docutils", "myst_parser", "sphinx", "sphinx_design", "sphinx_docsjson"})
"""Packages whose listeners and transforms find what they need in the environment."""

RESOLVING = ("doctree-resolved", "missing-reference", "warn-missing-reference")


def resolve_in_writers(app: Sphinx) -> None:
    """Let the processes that write pages resolve them, where that is safe and Sphinx lets us."""
    builder: Any = app.builder
    given = getattr(builder, "_write_parallel", None)
    if given is None:
        return

    def write_parallel(docnames: Sequence[str], nproc: int) -> None:
        if can_resolve_elsewhere(app):
            write_in_processes(app, docnames, nproc + 1)  # the main process only waits
        else:
            given(docnames, nproc)

    builder._write_parallel = write_parallel


def can_resolve_elsewhere(app: Sphinx) -> bool:
    """Whether nothing of what happens to a page before it is written is needed afterwards.

    An index of Sphinx's search is made of resolved pages, and images that are converted get
    their names then. What else Sphinx's own HTML builder keeps is given back.
    """
    builder: Any = app.builder
    if getattr(builder, "indexer", None) is not None:
        return False
    if type(builder).write_doc_serialized is not StandaloneHTMLBuilder.write_doc_serialized:
        return False
    steps: list[Any] = list(getattr(app.registry, "post_transforms", [object]))
    converters = (step for step in steps if issubclass(step, BaseImageConverter))
    if set(converters) - {ImageDownloader, DataURIExtractor}:
        return False
    for event in RESOLVING:
        steps += (each.handler for each in app.events.listeners.get(event, ()))
    return {str(step.__module__).partition(".")[0] for step in steps} <= KNOWN


def write_in_processes(app: Sphinx, docnames: Sequence[str], nproc: int) -> None:
    """Resolve and write documents in *nproc* processes; templates are compiled here, before.

    Their messages are logged when all are done, in the order of the documents, as in one process.
    """
    builder: Any = app.builder
    _write(app, docnames[:1])
    chunks = make_chunks(docnames[1:], nproc)
    said: dict[str, list[LogRecord]] = {}
    progress = status_iterator(
        chunks, __("writing output... "), "darkgreen", len(chunks), app.verbosity
    )

    def write(names: Sequence[str]) -> tuple[dict[str, str], list[LogRecord]]:
        gc.freeze()  # objects from before the fork are never garbage, and are not copied
        before, collector = set(builder.images), LogCollector()
        with collector.collect():
            _write(app, names)
        convert_serializable(collector.logs)
        images = {uri: name for uri, name in builder.images.items() if uri not in before}
        return images, collector.logs

    def done(names: Sequence[str], result: tuple[dict[str, str], list[LogRecord]]) -> None:
        images, said[names[0]] = result
        builder.images.update(images)
        next(progress)

    tasks = ParallelTasks(nproc)
    for chunk in chunks:
        tasks.add_task(write, chunk, done)
    tasks.join()
    logger = logger_of("sphinx.builders")
    logger.info("")
    for chunk in chunks:
        for record in said[chunk[0]]:
            logger.handle(record)


def _write(app: Sphinx, docnames: Sequence[str]) -> None:
    """Write documents as Sphinx does in one process: 9 knows the moment and tags elsewhere."""
    builder: Any = app.builder
    resolve: Any = app.env.get_and_resolve_doctree
    options = {"tags": builder.tags} if "tags" in signature(resolve).parameters else {}
    moment: Any = builder if hasattr(builder, "phase") else app
    for docname in docnames:
        moment.phase = BuildPhase.RESOLVING
        doctree = resolve(docname, builder, **options)
        moment.phase = BuildPhase.WRITING
        builder.write_doc_serialized(docname, doctree)
        builder.write_doc(docname, doctree)
