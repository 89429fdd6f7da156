"""Runs the steps of a build separately, so that one application can build many times.

``Sphinx.build`` reads, stores the environment, writes every page and everything made from all
pages, in one go. A server shows the open page first and does the rest when it is idle. Sphinx
calls each step itself and documents those of a builder; the order is in ``Builder.build``.
"""

from __future__ import annotations

import pickle
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.util.build_phase import BuildPhase
from sphinx.util.parallel import SerialTasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.environment import BuildEnvironment


ENVIRONMENT = "environment.pickle"
COPY_ASSETS = ("copy_static_files", "copy_extra_files")
"""What the HTML builders do for files beside pages; where it is called otherwise, it is done."""


class SuccessiveApplication(Sphinx):
    """An application that takes over what the one before it has read.

    Sphinx takes it from a file, in a method that has no documented name. Where it has another,
    that file is read, which holds what was known at the end of a build, or nothing.

    :param before: the environment of an application that is of no use any more.
    """

    def __init__(self, *, before: BuildEnvironment | None, **options: Any) -> None:
        self._before = before
        super().__init__(**options)

    def _init_env(self, freshenv: bool) -> BuildEnvironment:
        before, self._before = self._before, None
        if before is None:
            return super()._init_env(freshenv)
        try:
            make_as_stored(before)
            before.setup(self)
        except Exception:  # as for a file: what cannot be taken over is read again
            return super()._init_env(freshenv)
        self._fresh_env_used = False
        return before


def make_as_stored(env: BuildEnvironment) -> None:
    """Make an environment what would come out of its file, without what is stored nowhere.

    It stays the same object, as its content may name it.
    """
    env.__dict__ = env.__getstate__()
    env.config, env.project = copy(env.config), copy(env.project)


def outdated_documents(app: Sphinx) -> set[str]:
    """Return the documents whose output is older than their source, or as the builder says."""
    app.builder.compile_update_catalogs()
    found = app.builder.get_outdated_docs()
    return set(app.env.found_docs) if isinstance(found, str) else set(found)


def read_documents(app: Sphinx) -> set[str]:
    """Read what is outdated, and return the documents that have to be written for it."""
    builder, env = app.builder, app.env
    builder.phase = BuildPhase.READING
    updated = set(builder.read())
    updated.update(env.check_dependents(app, updated))
    builder.phase = BuildPhase.CONSISTENCY_CHECK
    return updated


def read_again(app: Sphinx, docnames: Iterable[str]) -> set[str]:
    """Read documents that changed, and return those that have to be written for it.

    This is ``Builder.read`` without its search of all files: the changed ones are given.
    :func:`has_more` finds what else Sphinx would read.
    """
    builder, env = app.builder, app.env
    builder.phase = BuildPhase.READING
    names = sorted(docnames)
    app.emit("env-before-read-docs", env, names)
    for docname in names:
        app.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        builder.read_doc(docname)
    updated = set(names)
    for found in app.emit("env-updated", env):
        updated.update(found or ())
    updated.update(env.check_dependents(app, updated))
    builder.phase = BuildPhase.CONSISTENCY_CHECK
    return updated


def has_more(app: Sphinx) -> bool:
    """Whether Sphinx would read something now; the application is of no use afterwards."""
    builder, env = app.builder, app.env
    env.find_files(app.config, builder)
    added, changed, removed = env.get_outdated_files(False)
    found = app.emit("env-get-outdated", env, added, changed, removed)
    return bool(added or changed or removed or any(found))


def write_documents(
    app: Sphinx,
    docnames: Iterable[str],
    write: Callable[[Iterable[str]], None],
    *,
    assets: bool = True,
) -> None:
    """Prepare the writing of documents, and let *write* write them.

    ``write_documents`` of a builder is there to be overridden.

    :param assets: whether styles, scripts and other files beside pages may have changed.
    """
    builder: Any = app.builder
    builder.phase = BuildPhase.RESOLVING
    builder.parallel_ok = False
    builder.finish_tasks = SerialTasks()
    builder.write_documents = write
    for name in () if assets else COPY_ASSETS:
        if hasattr(builder, name):
            setattr(builder, name, lambda: None)
    _forget_files_of_pages(app)
    forget_checksums()
    try:
        builder.write(set(docnames), (), "update")
    finally:
        del builder.write_documents
        for name in COPY_ASSETS:
            vars(builder).pop(name, None)


def _forget_files_of_pages(app: Sphinx) -> None:
    """Take back the styles and scripts that single pages asked for while they were written.

    Sphinx takes those there are when writing begins, here and in its registry, for those of every
    page.
    """
    builder: Any = app.builder
    lists = [
        found
        for owner, names in (
            (builder, ("_css_files", "_js_files")),
            (app.registry, ("css_files", "js_files")),
        )
        for name in names
        if isinstance(found := getattr(owner, name, None), list)
    ]
    before = vars(builder).setdefault("docsjson_files", [list(each) for each in lists])
    for each, own in zip(lists, before, strict=True):
        each[:] = own


def forget_checksums() -> None:
    """Let Sphinx look at styles and scripts again: it remembers their checksums by name for good.

    Where it remembers them elsewhere, addresses keep the checksum that they had.
    """
    from sphinx.builders.html import _assets

    clear: Any = getattr(getattr(_assets, "_file_checksum_inner", None), "cache_clear", None)
    if clear is not None:
        clear()


def write_document(app: Sphinx, docname: str) -> None:
    """Write one document, as Sphinx does when it writes them one after the other."""
    builder, env = app.builder, app.env
    builder.phase = BuildPhase.RESOLVING
    doctree = env.get_and_resolve_doctree(docname, builder)
    builder.phase = BuildPhase.WRITING
    builder.write_doc_serialized(docname, doctree)
    builder.write_doc(docname, doctree)


def copy_pictures(app: Sphinx) -> None:
    """Copy the pictures of the pages written so far, which Sphinx does after all pages."""
    builder: Any = app.builder
    if builder.images and hasattr(builder, "copy_image_files"):
        builder.copy_image_files()
        builder.images.clear()


def finish(app: Sphinx) -> None:
    """Write what is made of all pages, and tell extensions that the build is finished."""
    builder: Any = app.builder
    if not hasattr(builder, "finish_tasks"):
        return
    _tidy_search_index(app)
    builder.finish()
    builder.finish_tasks.join()
    app.emit("build-finished", None)


def _tidy_search_index(app: Sphinx) -> None:
    """Take words out of the search index that no page has any more, and pages that are gone.

    Sphinx leaves the words without pages, which a build from scratch does not have.
    """
    indexer: Any = getattr(app.builder, "indexer", None)
    for words in (getattr(indexer, name, None) for name in ("_mapping", "_title_mapping")):
        if isinstance(words, dict):
            for word in [word for word, pages in words.items() if not pages]:
                del words[word]
    for pages in (getattr(indexer, name, None) for name in ("_index_entries", "_all_titles")):
        if isinstance(pages, dict):
            for docname in pages.keys() - app.env.all_docs.keys():
                del pages[docname]


def save_environment(app: Sphinx) -> None:
    """Store the environment for the next application."""
    path = Path(app.doctreedir) / ENVIRONMENT
    draft = path.with_name(f"{ENVIRONMENT}.new")
    with draft.open("wb") as file:
        pickle.dump(app.env, file, pickle.HIGHEST_PROTOCOL)
    draft.replace(path)


def keep_search_index(app: Sphinx) -> None:
    """Let the builder keep its search index between two writings.

    It reads the index of the build before each time, which is empty of pages that were
    written and not yet stored. Where it makes its index elsewhere, nothing is kept.
    """
    builder: Any = app.builder
    load = getattr(builder, "load_indexer", None)
    if load is None:
        return
    kept: list[Any] = []

    def load_indexer(docnames: set[str]) -> None:
        if kept and kept[0] is not None and builder.indexer is not None:
            builder.indexer = kept[0]
            builder.indexer.prune(set(app.env.all_docs).difference(docnames))
            return
        load(docnames)
        kept[:] = [builder.indexer]

    builder.load_indexer = load_indexer
