"""Building again and again with one application: what is looked at comes first."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from sphinx_docsjson.build import build_of
from sphinx_docsjson.cli.live.building.api_answers import api_of
from sphinx_docsjson.cli.live.building.build_ending import Ending, end_build
from sphinx_docsjson.cli.live.building.build_messages import (
    AFTER_READING,
    AMONG_ALL,
    BEGIN,
    CHECKED,
    FINISHED,
    BuildMessages,
)
from sphinx_docsjson.cli.live.building.build_words import BuildWords
from sphinx_docsjson.cli.live.building.copied_work import CAN_COPY, CopiedWork
from sphinx_docsjson.cli.live.building.early_pages import EarlyPages
from sphinx_docsjson.cli.live.building.kept_application import (
    Folders,
    KeptApplication,
    Meaning,
    call_outdated,
    folders_outside,
    meaning_of,
)
from sphinx_docsjson.cli.live.building.page_facts import bindings_of, facts_of
from sphinx_docsjson.cli.live.building.page_order import PageOrder
from sphinx_docsjson.cli.live.problem_lines import BuildProblem, as_line, problem_of
from sphinx_docsjson.compat import resident_builds as steps
from sphinx_docsjson.outputs.notfound import write_not_found

if TYPE_CHECKING:
    from collections.abc import Iterable
    from multiprocessing.connection import Connection

    from sphinx.application import Sphinx

QUIET = 0.5
"""After so many seconds without a change, what nobody looks at is written."""

LONG_QUIET = 10.0
"""After so many, garbage is looked for, if an application was replaced."""


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
        self._unchecked = False
        self._unfinished = False
        self._complete = False
        self._unsaved = False
        self._failed = False
        self._replaced = False
        self._written = 0
        self._count = self._total = 0

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
        elif self._unchecked or self._unfinished:
            if not self._words.wait(QUIET):
                self._finish()
        elif not self._words.wait(LONG_QUIET if self._replaced else None):
            self._kept.look_for_garbage()
            self._replaced = False

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

    def _begin(self) -> None:
        """Make an application."""
        if self._early is not None:
            self._early.end()
        self.save()
        self._messages.step(BEGIN)
        self._replaced = self._app is not None
        self._app = None
        self._app = app = self._kept.make()
        app.connect("env-before-read-docs", self._before_pages, priority=999)
        app.connect("source-read", self._before_page, priority=0)
        app.connect("env-updated", self._after_pages, priority=0)
        self._early = EarlyPages(app, self._messages)
        self._needs_application = False
        self._needs_reading = self._needs_writing = True
        self._todo |= steps.outdated_documents(app)
        api = api_of(build_of(app.config), is_answered=self._folders.answers)
        self._words.tell("api", api)

    def _read(self) -> None:
        """Read what changed, and find what has to be written for it."""
        app = self._application()
        env, messages = app.env, self._messages
        call_outdated(app, self._changed)
        touched = set(env.all_docs)
        known = {name for name, time_read in env.all_docs.items() if not time_read}
        before, bound = facts_of(env, known), bindings_of(env, known)
        self._changed.clear()
        self._complete = self._needs_reading or not CAN_COPY
        self._needs_reading = False
        self._unchecked = self._unfinished = self._unsaved = True
        if self._complete:
            messages.step(AMONG_ALL)
            updated = steps.read_documents(app)
        else:
            updated = steps.read_again(app, known)
        if self._early is not None:
            self._early.end()
        messages.keep_only(set(env.found_docs))
        self._todo |= updated
        still = known & env.found_docs
        rebound = bindings_of(env, still) != {name: bound[name] for name in still}
        self._needs_application |= rebound
        same = facts_of(env, still) == before
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
        order = PageOrder(app, self._words, self._todo)
        if order.missing_are_looked_at() and build_of(app.config) is not None:
            write_not_found(app, None)
            self._words.tell("written")
        first = True
        while self._todo:
            docname = order.next()
            looked = docname in order.looked_at()
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
        """Do what is done for all pages, where it can be in a copy, which a change ends."""
        app = self._application()
        if self._unchecked:
            self._messages.step(CHECKED)
            app.env.check_consistency()
            self._unchecked = False
        self._words.problems()
        if not CAN_COPY:
            self._finished(self._end_build())
            return
        work = CopiedWork(self._end_build)
        try:
            if not self._words.wait_beside(work.link):
                self._finished(work.found())
        finally:
            work.end()

    def _end_build(self) -> Ending:
        return end_build(self._application(), self._messages, is_complete=self._complete)

    def _finished(self, ending: Ending) -> None:
        if ending.error is not None:
            self._give_up(ending.error)
            return
        self._messages.step(FINISHED)
        for problem in ending.said:
            self._messages.add(problem)
        self._unfinished = self._unsaved = False
        if ending.has_more:
            self._needs_reading = True
            return
        self._words.tell("finished", (self._written, time.monotonic() - self._words.began))
        self._written = 0
        self._words.problems()
        self._words.tell("progress", "")
        self._words.tell("watch", folders_outside(self._application()))

    def save(self) -> None:
        """Store the environment, for the next application or process."""
        if self._app is not None and self._unsaved:
            steps.save_environment(self._app)
            self._unsaved = False

    def _fail(self, error: BaseException) -> None:
        """Tell of an error that ended a build; the next change begins anew."""
        told = isinstance(error, SystemExit)
        self._give_up(None if told else problem_of(error, self._folders.source))

    def _give_up(self, problem: BuildProblem | None) -> None:
        if problem is not None:
            self._messages.owner = BEGIN
            self._messages.add(problem)
            print(as_line(problem), file=sys.stderr, flush=True)
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
        if self._early is not None:
            self._early.answer(self._words)

    def _after_pages(self, _app: Sphinx, _env: object) -> list[str]:
        self._messages.step(AFTER_READING)
        return []

    def _application(self) -> Sphinx:
        assert self._app is not None
        return self._app
