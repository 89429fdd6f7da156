"""The Sphinx application that ``serve`` keeps, and one build with it."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import IntEnum
from importlib.machinery import all_suffixes
from multiprocessing import Pipe
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TextIO, TypeVar, cast

from docutils import nodes
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.base import kept_messages
from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.build import build_of
from sphinx_docsjson.cli import going_on
from sphinx_docsjson.cli.check_build import NoOutput
from sphinx_docsjson.compat.builders import lay_over
from sphinx_docsjson.compat.resident_builds import (
    SuccessiveApplication,
    keep_search_index,
    write_document,
    write_documents,
)
from sphinx_docsjson.features import wants_more

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from multiprocessing.connection import Connection

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.cli.serve.build_results import BuildChannel, BuildMessages


# Work that is not urgent, done in a copy of the process: a change ends it, and costs nothing.
#
# The copy writes what it has to; what it learns besides is gone with it, but for what it returns.
# Where a system cannot copy a process, there is no such work.

LEISURE = 10
"""How much nicer the work is than what it was copied from, and the browser."""

CAN_COPY = hasattr(os, "fork")
Found = TypeVar("Found")


class CopiedWork(Generic[Found]):
    """A piece of work, begun as soon as it is made.

    :param act: what is done; it returns something that can be pickled.
    :raises OSError: when there can be no further process.
    """

    def __init__(self, act: Callable[[], Found]) -> None:
        ours, theirs = Pipe(duplex=False)
        self.link: Connection = ours
        """Ready to be read when the work is done."""
        try:
            self._process = os.fork()
        except OSError:
            ours.close()
            theirs.close()
            raise
        if self._process:
            theirs.close()
            return
        code = 1
        try:
            ours.close()
            os.nice(LEISURE)
            theirs.send(act())
            code = 0
        finally:
            os._exit(code)

    def found(self) -> Found:
        """Return what the work returned, waiting for it.

        :raises RuntimeError: when it ended without.
        """
        try:
            found: Found = self.link.recv()
        except EOFError:
            raise RuntimeError("the copy of the process ended before its work") from None
        finally:
            self.end()
        return found

    def end(self) -> None:
        """End the work, wherever it is."""
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = 0
            self.link.close()


# A page that is asked for before its turn: read and written at once, in a copy of the process.
#
# Sphinx writes no page before it has read all of them, as any may name any other. The copy reads
# the one page, takes the titles of the others from the heads of their files, writes, and ends:
# what it knows by guess is gone with it. Where a system cannot copy a process, the page waits for
# its turn.

AT_ONCE = 2
HEAD = 2000
_TITLE = re.compile(r"^(?:title:[ \t]*(?P<quote>[\"']?)(.+?)(?P=quote)[ \t]*|#[ \t]+(.+))$", re.M)
_UNDERLINED = re.compile(r"^(\S.*)\n([=*#~^\"-])\2{2,}[ \t]*$", re.M)


class EarlyPages:
    """The pages that are written before their turn.

    :param app: the application, which is reading.
    """

    def __init__(self, app: Sphinx, messages: BuildMessages) -> None:
        self._app = app
        self._messages = messages
        self._running: dict[int, str] = {}
        self._tried: set[str] = set()
        self._edited: set[str] = set()
        self._heard = 0
        self._is_copy = False

    def answer(self, words: BuildChannel) -> None:
        """Begin to write the pages that are asked for, and tell of those that are there."""
        if self._is_copy:  # what is said is for the process that reads
            return
        words.listen()
        self._ask_for_edited(words)
        while words.asked:
            with going_on("writing a page before its turn"):
                self.write(words.asked.popleft())
        if self.written():
            words.tell("written")

    def _ask_for_edited(self, words: BuildChannel) -> None:
        """Ask once more for the open pages whose files have changed since all are read."""
        news, self._heard = words.later[self._heard :], len(words.later)
        if not news:
            return
        names = map(self._app.env.path2doc, news)
        edited = {name for name in names if name is not None}
        self._edited |= edited
        self._tried -= edited
        words.asked += [path for path in words.open if document_at(self._app, path) in edited]

    def write(self, path: str) -> None:
        """Begin to write the page at a path, unless it was tried or cannot be."""
        docname = document_at(self._app, path)
        if docname is None or docname in self._tried or not hasattr(os, "fork"):
            return
        if len(self._running) >= AT_ONCE:
            return
        self._tried.add(docname)
        process = os.fork()
        if process:
            self._running[process] = path
            return
        code = 1
        try:
            self._is_copy = self._messages.muted = True
            self._write(docname)
            code = 0
        finally:
            os._exit(code)

    def written(self) -> list[str]:
        """Return the paths that have been written since the last time."""
        done = []
        for process in list(self._running):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                path = self._running.pop(process)
                done += [path] if status == 0 else []
        return done

    def end(self) -> None:
        """Wait for those that are being written: what comes next writes the same files."""
        for process in self._running:
            os.waitpid(process, 0)
        self._running.clear()

    def _write(self, docname: str) -> None:
        app = self._app
        build = build_of(app.config)
        shown = {docname}
        if build is not None:
            build.is_ahead = True
            if docname == app.config.root_doc:
                shown |= {build.nav.tree.home() or docname}
        for name in shown - (app.env.all_docs.keys() - self._edited):
            app.env.clear_doc(name)
            app.builder.read_doc(name)
        self._guess_titles()
        app.emit("env-updated", app.env)

        def write(_docnames: object) -> None:
            write_document(app, docname)

        write_documents(app, {docname}, write)

    def _guess_titles(self) -> None:
        env = self._app.env
        for docname in env.found_docs:
            if docname not in env.titles:
                text = quick_title(Path(env.doc2path(docname))) or docname.rpartition("/")[2]
                title = nodes.title("", "", nodes.Text(text))
                env.titles[docname] = env.longtitles[docname] = title
                env.tocs.setdefault(docname, nodes.bullet_list(""))
                env.toc_num_entries.setdefault(docname, 0)


def quick_title(path: Path) -> str:
    """Return what the head of a page says that its title is, most likely."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(HEAD)
    except OSError:
        return ""
    if path.suffix == ".rst":
        match = _UNDERLINED.search(head)
        return match[1].strip() if match else ""
    match = _TITLE.search(head)
    return (match[2] or match[3] or "").strip() if match else ""


# The application that is kept, and what a change means for it.
#
# A page that changed is read and written by the application there is. What is behind many
# pages (``docs.json``, descriptions, style sheets), and a page that is new or gone, needs an
# application made again: it reads its configuration once. Code that changed needs another process.

CODE = frozenset(Path(suffix).suffix for suffix in all_suffixes())


class KeptApplication:
    """A Sphinx application, made again when it must be."""

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
        """Return a new application; what it raises is reported to the author.

        :param before: the environment of the last one.
        """
        self.drop()
        self._made += 1
        source = self.folders.source
        has_conf = (source / "conf.py").is_file()
        own = {} if has_conf else {"extensions": "sphinx_docsjson"}
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
                confoverrides=own | dict(self.folders.settings),
                status=None,
                warning=cast("TextIO", self._messages),
            )
            self._open = stack.pop_all()
        kept_messages.end(app)
        if self.folders.only_looks:
            lay_over(app.builder, NoOutput)
        else:
            keep_search_index(app)
        gc.freeze()
        gc.enable()
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
    if wants_more(app, file):
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
    # Sphinx keeps paths of two kinds, and with either slash on Windows.
    named = {Path(relative_path(path, app.srcdir)), Path(path)}
    found = {
        docname
        for docname, files in app.env.dependencies.items()
        if not named.isdisjoint(map(Path, files))
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
    """Return the folders outside the source folder that hold something a page is made of."""
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


# A round of building, from the first change to its end: what is known of it, what comes next.
#
# Nothing here knows Sphinx. What someone waits for comes first, what is made of all pages last.


class Meaning(IntEnum):
    """What has to be done for a file that changed."""

    NOTHING = 0
    READ = 1
    APPLICATION = 2
    EVERY_PAGE = 3
    PROCESS = 4


class Due(IntEnum):
    """The step that is due. Each step makes the one above it due; a change goes back down."""

    NOTHING = 0
    """All is done that can be; the next change is waited for."""
    END = 1
    """What is made of all pages is written, once nobody has changed anything for a moment."""
    CHECK = 2
    """All pages are held against each other, once nobody has changed anything for a moment."""
    WRITE = 3
    """Pages are written, those that are looked at first."""
    READ = 4
    """The pages that changed are read, as someone has told which."""
    LOOK = 5
    """Sphinx looks at all files, and reads what it finds outdated."""
    BEGIN = 6
    """An application is made."""
    MEND = 7
    """A build ended with an error; after the next change another process tries again."""


@dataclass(kw_only=True)
class Round:
    """What is known of the round that is under way.

    :param due: the step that is due.
    :param changed: the files that changed since pages were read.
    :param todo: the documents that are still to be written.
    :param every_page: a style or script changed, which each page names by its checksum.
    :param looked: Sphinx has looked at all files since the last change.
    :param written: the documents that were written.
    """

    due: Due = Due.BEGIN
    changed: set[str] = field(default_factory=set)
    todo: set[str] = field(default_factory=set)
    every_page: bool = False
    looked: bool = False
    written: set[str] = field(default_factory=set)

    def note(self, path: str, meaning: Meaning) -> None:
        """Take a change into the round."""
        if meaning is Meaning.NOTHING:
            return
        self.changed.add(path)
        self.every_page |= meaning is Meaning.EVERY_PAGE
        self.ask(Due.READ if meaning is Meaning.READ else Due.BEGIN)

    def ask(self, due: Due) -> None:
        """Have a step done, unless an earlier one is due already."""
        self.due = max(self.due, due)

    def begun(self, outdated: Iterable[str]) -> None:
        """An application was made."""
        self.todo.update(outdated)
        self.due = Due.LOOK

    def reads(self, *, all_files: bool) -> None:
        """What changed is about to be read; what changes from now on is read the next time."""
        self.changed.clear()
        self.looked = all_files
        self.due = Due.WRITE

    def read(self, updated: Iterable[str], known: set[str], *, every_page: bool) -> None:
        """What changed was read.

        :param updated: the documents that have to be written for it.
        :param known: the documents there are now.
        :param every_page: what others show of a page may have changed.
        """
        self.todo.update(known if every_page or self.every_page else updated)
        self.todo &= known
        self.every_page = False

    def did_write(self) -> None:
        """The documents were written, or a change came between."""
        if not self.todo and self.due is Due.WRITE:
            self.due = Due.CHECK

    def ended(self, *, has_more: bool) -> None:
        """The round came to its end.

        :param has_more: Sphinx finds files outdated that nobody told of.
        """
        self.due = Due.LOOK if has_more else Due.NOTHING

    def failed(self) -> None:
        """The round ended with an error: without an application the next change makes one."""
        self.due = Due.NOTHING if self.due is Due.BEGIN else Due.MEND
        self.todo.clear()
        self.changed.clear()


# Where a site is built, as both processes know it.


@dataclass(frozen=True, kw_only=True)
class Folders:
    """Where a site is built.

    :param source: the folder of ``docs.json`` or of ``conf.py``.
    :param settings: what ``-D`` sets.
    :param answers: whether it is given what the APIs of the site answer.
    :param only_looks: pages are looked at and not written, as ``check`` does; it is given what
        pages offer to links instead.
    """

    source: Path
    target: Path
    doctrees: Path
    builder: str = "html"
    settings: Mapping[str, str] = field(default_factory=dict)
    answers: bool = False
    only_looks: bool = False
