"""The process that builds: it keeps an application, and does what is looked at first.

It ends when the other side does, or with :data:`AGAIN` when code changed.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from sphinx_docsjson.build import build_of
from sphinx_docsjson.cli.live.build_messages import AMONG_ALL, BEGIN, BuildMessages
from sphinx_docsjson.cli.live.build_words import BuildWords
from sphinx_docsjson.cli.live.early_pages import EarlyPages
from sphinx_docsjson.cli.live.kept_application import (
    Folders,
    KeptApplication,
    Meaning,
    call_outdated,
    document_at,
    folders_outside,
    meaning_of,
)
from sphinx_docsjson.cli.live.page_facts import bindings_of, facts_of
from sphinx_docsjson.cli.live.problem_lines import problem_of
from sphinx_docsjson.cli.live.server_origins import origins_in
from sphinx_docsjson.compat import resident_builds as steps

if TYPE_CHECKING:
    from collections.abc import Iterable
    from multiprocessing.connection import Connection

    from sphinx.application import Sphinx

AGAIN = 75
"""The exit code that asks for another process."""

QUIET = 0.25
"""After so many seconds without a change, what nobody looks at is written."""


class CodeChanged(Exception):
    """What this process has loaded is not what is on the disk any more."""


class Resident:
    """Builds a site whenever it changes.

    :param link: to the process that serves.
    """

    def __init__(self, folders: Folders, link: Connection) -> None:
        self._messages = BuildMessages(folders.source, sys.stderr)
        self._words = BuildWords(link, self._messages)
        self._kept = KeptApplication(folders, self._messages)
        self._folders = folders
        self._app: Sphinx | None = None
        self._early: EarlyPages | None = None
        self._todo: set[str] = set()
        self._changed: set[str] = set()
        self._needs_application = True
        self._needs_reading = False
        self._needs_all_pages = False
        self._needs_writing = False
        self._unfinished = False
        self._unsaved = False
        self._failed = False
        self._written = 0
        self._count = self._total = 0

    # --- the loop

    def run(self) -> None:
        """Build until the other side ends.

        :raises CodeChanged: when another process has to go on.
        """
        while True:
            self._take()
            try:
                self._work()
            except (CodeChanged, EOFError, BrokenPipeError):
                raise
            except (Exception, SystemExit) as error:
                self._fail(error)

    def _work(self) -> None:
        """Do the next thing: what nobody waits for comes last."""
        if self._failed:
            self._words.wait()
        elif self._needs_application:
            self._begin()
        elif self._changed or self._needs_reading:
            self._read()
        elif self._todo or self._needs_writing:
            self._write()
        elif self._unfinished:
            if not self._words.wait(QUIET):
                self._finish()
        else:
            self._words.wait()

    def _take(self) -> None:
        """Take what the other side has said since the last time.

        :raises EOFError: when it has ended.
        """
        if paths := self._words.changed():
            self._note(paths)

    def _note(self, paths: Iterable[str]) -> None:
        if self._failed:
            raise CodeChanged
        for path in paths:
            meaning = meaning_of(path, self._app)
            if meaning is Meaning.PROCESS:
                raise CodeChanged
            self._needs_application |= meaning >= Meaning.APPLICATION
            self._needs_all_pages |= meaning is Meaning.EVERY_PAGE
            if meaning is not Meaning.NOTHING:
                self._changed.add(path)

    def leave(self) -> None:
        """Store what is known, if it is what was written: else it is found again."""
        if not (self._failed or self._unfinished):
            self.save()

    # --- the steps

    def _begin(self) -> None:
        """Make an application."""
        if self._early is not None:
            self._early.end()
        self.save()
        self._messages.step(BEGIN)
        self._app = None
        self._app = app = self._kept.make()
        app.connect("env-before-read-docs", self._before_pages, priority=999)
        app.connect("source-read", self._before_page, priority=0)
        app.connect("env-updated", self._after_pages, priority=0)
        self._early = EarlyPages(app, self._messages)
        self._needs_application = False
        self._needs_reading = self._needs_writing = True
        self._todo |= steps.outdated_documents(app)
        self._words.tell("origins", sorted(origins_in(build_of(app.config))))

    def _read(self) -> None:
        """Read what changed, and find what has to be written for it."""
        app = self._application()
        env, messages = app.env, self._messages
        call_outdated(app, self._changed)
        touched = set(env.all_docs)
        known = {name for name, time_read in env.all_docs.items() if not time_read}
        before, bound = facts_of(env, known), bindings_of(env, known)
        self._changed.clear()
        self._needs_reading = False
        self._unfinished = self._unsaved = True
        messages.step(AMONG_ALL)
        updated = steps.read_documents(app)
        if self._early is not None:
            self._early.end()
        env.check_consistency()
        messages.keep_only(set(env.found_docs))
        self._todo |= updated
        still = known & env.found_docs
        if bindings_of(env, still) != {name: bound[name] for name in still}:
            self._needs_application = True
        same = facts_of(env, known & env.found_docs) == before
        if self._needs_all_pages or not same or (touched and touched != set(env.all_docs)):
            self._todo |= env.found_docs
            self._needs_all_pages = False
        self._todo &= env.found_docs

    def _write(self) -> None:
        """Write what is to be written, until something else is to be done first."""
        self._count = len(self._todo)
        self._needs_writing = False
        steps.write_documents(self._application(), self._todo, self._write_pages)

    def _write_pages(self, docnames: Iterable[str]) -> None:
        app = self._application()
        self._todo |= set(docnames)
        self._count = len(self._todo)
        waiting = sorted(self._todo, reverse=True)
        first = True
        while self._todo:
            docname = self._next(waiting)
            looked = self._is_looked_at(docname)
            self._messages.step(f"write:{docname}")
            self._written += 1
            steps.write_document(app, docname)
            self._todo.discard(docname)
            if looked or first:
                steps.copy_pictures(app)
                self._words.tell("written")
                self._words.problems()
            first = False
            self._words.progress("Writing page", self._count - len(self._todo), self._count)
            self._take()
            if self._changed or self._needs_application:
                return
        steps.copy_pictures(app)

    def _finish(self) -> None:
        """Write what is made of all pages, and store what is known for the next time."""
        app = self._application()
        self._messages.step(AMONG_ALL + "-pages")
        steps.finish(app)
        self._words.tell("finished", (self._written, time.monotonic() - self._words.began))
        self._written = 0
        self._words.problems()
        self._words.tell("progress", "")
        self._unfinished = False
        if not self._words.wait(0):
            self.save()
            self._words.tell("watch", folders_outside(app))

    def save(self) -> None:
        """Store the environment, for the next application or process."""
        if self._app is not None and self._unsaved:
            steps.save_environment(self._app)
            self._unsaved = False

    def _fail(self, error: BaseException) -> None:
        """Tell of an error that ended a build; the next change begins anew."""
        if not isinstance(error, SystemExit):
            self._messages.owner = BEGIN
            problem = problem_of(error, self._folders.source)
            self._messages.add(problem)
            place = ":".join(str(part) for part in (problem.file, problem.line) if part)
            print(f"{place or 'serve'}: ERROR: {problem.message}", file=sys.stderr, flush=True)
        self._failed = True
        self._todo.clear()
        self._words.problems()
        self._words.tell("progress", "")
        self._words.tell("failed")

    # --- while Sphinx reads and writes

    def _before_pages(self, _app: Sphinx, _env: object, docnames: list[str]) -> None:
        self._count, self._total = 0, len(docnames)

    def _before_page(self, app: Sphinx, docname: str, _content: list[str]) -> None:
        """Before a page is read: another one may be asked for."""
        self._messages.step(f"read:{docname}")
        self._count += 1
        self._words.progress("Reading page", self._count, self._total)
        if self._early is None:
            return
        self._words.listen()
        for path in self._words.asked[:]:
            self._words.asked.remove(path)
            self._early.write(path)
        if self._early.written():
            self._words.tell("written")

    def _after_pages(self, _app: Sphinx, _env: object) -> list[str]:
        self._messages.owner = AMONG_ALL
        return []

    def _next(self, waiting: list[str]) -> str:
        """Return the document to write next: asked for, open in a browser, in order."""
        app = self._application()
        for path in (*self._words.asked, *self._words.open):
            docname = document_at(app, path)
            if docname is not None and docname in self._todo:
                return docname
        self._words.asked.clear()
        while waiting[-1] not in self._todo:
            waiting.pop()
        return waiting.pop()

    def _is_looked_at(self, docname: str) -> bool:
        app = self._application()
        return any(
            document_at(app, path) == docname for path in (*self._words.asked, *self._words.open)
        )

    def _application(self) -> Sphinx:
        assert self._app is not None
        return self._app


def main(folders: Folders, link: Connection) -> None:
    """Build in this process until the other side ends."""
    resident = Resident(folders, link)
    try:
        resident.run()
    except CodeChanged:
        resident.leave()
        sys.exit(AGAIN)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)
