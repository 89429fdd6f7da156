"""The application that is kept, and what a change means for it.

A page that changed is read and written by the application there is. What stands behind many pages
(``docs.json``, descriptions, style sheets), and a page that is new or gone, needs an application
made anew: it reads its configuration once. Code that changed needs another process.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import ExitStack
from importlib.machinery import all_suffixes
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.cli.live.building.round import Meaning
from sphinx_docsjson.compat.resident_builds import SuccessiveApplication, keep_search_index
from sphinx_docsjson.garbage import Apart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.cli.live.building.build_messages import BuildMessages
    from sphinx_docsjson.cli.live.site_folders import Folders


CODE = frozenset(Path(suffix).suffix for suffix in all_suffixes())


class KeptApplication:
    """A Sphinx application, made anew when it must be."""

    def __init__(self, folders: Folders, messages: BuildMessages) -> None:
        self.folders = folders
        self._messages = messages
        self._open = ExitStack()
        self._made = 0

    @property
    def left_garbage(self) -> bool:
        """Whether applications were replaced since garbage was looked for."""
        return self._made > 1

    def make(self, before: BuildEnvironment | None = None) -> Sphinx:
        """Return a new application; what it raises is told to the author.

        :param before: the environment of the last one.
        """
        self.drop()
        self._made += 1
        source = self.folders.source
        has_conf = (source / "conf.py").is_file()
        with ExitStack() as stack:
            stack.enter_context(patch_docutils(source if has_conf else None))
            stack.enter_context(docutils_namespace())
            app = SuccessiveApplication(
                before=before,
                srcdir=source,
                confdir=source if has_conf else None,
                outdir=self.folders.target,
                doctreedir=self.folders.doctrees,
                buildername=self.folders.builder,
                confoverrides={} if has_conf else {"extensions": ["sphinx_docsjson"]},
                status=None,
                warning=cast("TextIO", self._messages),
            )
            self._open = stack.pop_all()
        keep_search_index(app)
        gc.freeze()
        gc.enable()
        Apart.by_us = False
        return app

    def look_for_garbage(self) -> None:
        """Look for what applications left behind, which takes as long as to make one."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._made = 1

    def drop(self) -> None:
        """Take back what an application changed in docutils."""
        self._open.close()
        self._open = ExitStack()


def meaning_of(path: str, app: Sphinx | None) -> Meaning:
    """Return what a change of a file asks for."""
    file = Path(path)
    if file.name == "conf.py" or (file.suffix in CODE and path in code_files()):
        return Meaning.PROCESS
    if app is None:
        return Meaning.APPLICATION
    docname = app.env.path2doc(file)
    if docname in app.env.all_docs and file.is_file():
        return Meaning.READ
    if documents_with(app, path):
        return Meaning.READ if file.is_file() else Meaning.APPLICATION
    if not file.is_relative_to(app.srcdir) or file.suffix in {".py", ".pyi"}:
        return Meaning.NOTHING
    return Meaning.EVERY_PAGE if file.suffix in {".css", ".js"} else Meaning.APPLICATION


def documents_with(app: Sphinx, path: str) -> set[str]:
    """Return the documents that are made of a file: their own, or one that they include."""
    own = app.env.path2doc(Path(path))
    named = {os.path.relpath(path, app.srcdir), path}
    found = {
        docname
        for docname, files in app.env.dependencies.items()
        if not named.isdisjoint(map(str, files))
    }
    return found | ({own} if own in app.env.all_docs else set())


def call_outdated(app: Sphinx, paths: Iterable[str]) -> None:
    """Let Sphinx find the documents of *paths* outdated, whatever their times say."""
    for path in paths:
        for docname in documents_with(app, path):
            app.env.all_docs[docname] = 0


def code_files() -> set[str]:
    """Return the files of the modules that are loaded and not installed."""
    found: set[str] = set()
    for module in list(sys.modules.values()):
        name: Any = getattr(module, "__file__", None)
        if not isinstance(name, str) or "site-packages" in name:
            continue
        if not name.startswith((sys.base_prefix, "<")):
            found.add(os.path.realpath(name))
    return found


def folders_outside(app: Sphinx) -> list[str]:
    """Return the folders outside of the source folder that hold something a page is made of."""
    source = Path(app.srcdir)
    top = next((f for f in (source, *source.parents) if (f / ".git").exists()), source.parent)
    files = {Path(os.path.abspath(source / f)) for d in app.env.dependencies.values() for f in d}
    files |= {path for name in code_files() if (path := Path(name)).is_relative_to(top)}
    outer = {file.parent for file in files if not file.is_relative_to(source)}
    installed = (Path(sys.prefix), Path(sys.base_prefix))
    outer = {f for f in outer if f.is_dir() and not any(f.is_relative_to(i) for i in installed)}
    around = {f for f in outer if source.is_relative_to(f)}
    kept = outer - around
    return sorted(str(f) for f in kept if not any(f.is_relative_to(o) for o in kept - {f}))


def document_at(app: Sphinx, path: str) -> str | None:
    """Return the document that is read at a path of the site."""
    name = path.strip("/").removesuffix(".html")
    known = app.env.found_docs
    candidates = (name, f"{name}/index") if name else (app.config.root_doc,)
    return next((docname for docname in candidates if docname in known), None)
