"""What is private of Sphinx for large sites: contents of pages in memory, pages written elsewhere.

Both hold where a project has a ``docs.json``, and give the same bytes as Sphinx alone.
"""

from __future__ import annotations

import gc
import pickle
from collections import OrderedDict
from collections.abc import MutableMapping
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
    from collections.abc import Iterator, Mapping, Sequence
    from logging import LogRecord

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


# The contents of each page ("On this page") as bytes: the environment keeps all of them.


class StoredContents(MutableMapping[str, "nodes.bullet_list"]):
    """The contents of pages, by name, as Sphinx keeps them in ``env.tocs``.

    A list of contents is some forty nodes: 29 KB in memory and 3 as bytes. Those that were asked
    for last are kept as they are; what somebody changed in them is kept when others are asked for.

    :param given: what the environment had so far.
    """

    NODES = 64
    """So many are kept as nodes."""

    def __init__(self, given: Mapping[str, nodes.bullet_list]) -> None:
        self._stored: dict[str, bytes] = {}
        self._empty: set[str] = set()
        self._nodes: OrderedDict[str, nodes.bullet_list] = OrderedDict()
        self.update(given)

    def __getitem__(self, docname: str) -> nodes.bullet_list:
        found = self._nodes.get(docname)
        if found is None:
            found = pickle.loads(self._stored[docname])
            self._keep(docname, found)
        else:
            self._nodes.move_to_end(docname)
        return found

    def __setitem__(self, docname: str, contents: nodes.bullet_list) -> None:
        self._stored[docname] = b""  # its place among the others; what it is is stored later
        self._nodes.pop(docname, None)
        self._keep(docname, contents)

    def __delitem__(self, docname: str) -> None:
        del self._stored[docname]
        self._nodes.pop(docname, None)
        self._empty.discard(docname)

    def __contains__(self, docname: object) -> bool:
        return docname in self._stored

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)

    def without_entries(self) -> set[str]:
        """Return the pages that have nothing in their contents, which takes no nodes to know."""
        self._store_all()
        return set(self._empty)

    def _keep(self, docname: str, contents: nodes.bullet_list) -> None:
        self._nodes[docname] = contents
        while len(self._nodes) > self.NODES:
            self._store(*self._nodes.popitem(last=False))

    def _store(self, docname: str, contents: nodes.bullet_list) -> None:
        made = pickle.dumps(contents, pickle.HIGHEST_PROTOCOL)
        if made != self._stored[docname]:  # else what lasts would be spread over the memory
            self._stored[docname] = made
        (self._empty.discard if contents.children else self._empty.add)(docname)

    def _store_all(self) -> None:
        for docname, contents in self._nodes.items():
            self._store(docname, contents)

    def __getstate__(self) -> tuple[dict[str, bytes], list[str]]:
        self._store_all()
        return self._stored, sorted(self._empty)

    def __setstate__(self, state: tuple[dict[str, bytes], list[str]]) -> None:
        self._stored, empty = state
        self._empty, self._nodes = set(empty), OrderedDict()


def without_entries(env: BuildEnvironment) -> set[str]:
    """Return the pages that have nothing in their contents."""
    if isinstance(env.tocs, StoredContents):
        return env.tocs.without_entries()
    return {name for name, contents in env.tocs.items() if not contents.children}


def store_contents(env: BuildEnvironment) -> None:
    """Let the environment keep the contents of pages as bytes.

    It has no setting for it. Where it keeps them in another way, they take memory.
    """
    if type(getattr(env, "tocs", None)) is dict:
        setattr(env, "tocs", StoredContents(env.tocs))  # noqa: B010  it is declared as a dict


def keep_contents_as_nodes(env: BuildEnvironment) -> None:
    """Give the environment its own kind of contents back: who numbers sections changes all."""
    if isinstance(env.tocs, StoredContents):
        env.tocs = dict(env.tocs)


# Pages of a parallel build are resolved where they are written.
#
# Sphinx resolves references in the main process, and hands each page to another that writes it:
# with two processes one is idle for two thirds of the time. Extensions may count on it, as they
# collect in the main process what they find on the way. So it stays where one has a part in it
# that we do not know.

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

    What they say is said when all are done, in the order of the documents, as in one process.
    """
    builder: Any = app.builder
    _write(app, docnames[:1])
    chunks = make_chunks(docnames[1:], nproc)
    said: dict[str, list[LogRecord]] = {}
    progress = status_iterator(
        chunks, __("writing output... "), "darkgreen", len(chunks), app.verbosity
    )

    def write(names: Sequence[str]) -> tuple[dict[str, str], list[LogRecord]]:
        gc.freeze()  # what the process was born with is never garbage, and is not copied
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
