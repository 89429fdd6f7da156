"""The build process: keeps one application, and builds the open pages first."""

from __future__ import annotations

import signal
import sys
import time
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.contents import digest, names_in
from sphinx_docsjson.base.files import read_cache, write_cache
from sphinx_docsjson.build import base_url, build_of
from sphinx_docsjson.cli import going_on
from sphinx_docsjson.cli.lsp import OfferRecorder
from sphinx_docsjson.cli.serve.application import (
    CAN_COPY,
    CopiedWork,
    Due,
    EarlyPages,
    KeptApplication,
    Meaning,
    Round,
    call_outdated,
    document_at,
    folders_outside,
    meaning_of,
)
from sphinx_docsjson.cli.serve.build_results import (
    AFTER_READING,
    AGAIN,
    AMONG_ALL,
    BEGIN,
    CHECKED,
    FINISHED,
    BuildChannel,
    BuildMessages,
    api_of,
    bindings_of,
    facts_of,
)
from sphinx_docsjson.cli.serve.open_pages import BuildProblem, as_line, problem_of
from sphinx_docsjson.compat import resident_builds as steps
from sphinx_docsjson.compat.builders import settings_of
from sphinx_docsjson.compat.sphinx import choose_colours
from sphinx_docsjson.outputs.page_parts import write_not_found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from multiprocessing.connection import Connection

    from sphinx.application import Sphinx

    from sphinx_docsjson.cli.serve.application import Folders


def main(folders: Folders, link: Connection) -> None:
    """Build in this process until the other side ends."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    choose_colours()
    try:
        Resident(folders, link).run()
    except CodeChanged:
        sys.exit(AGAIN)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)


# Building again and again with one application: what is looked at comes first.

QUIET = 0.5
"""After this many seconds without a change, what nobody looks at is written."""

LONG_QUIET = 10.0
"""After this many, garbage is looked for, if an application was replaced."""


class CodeChanged(Exception):
    """What this process has loaded is not what is on the disk any more."""


class Resident:
    """Builds a site whenever it changes.

    :param link: to the process that serves.
    """

    def __init__(self, folders: Folders, link: Connection) -> None:
        self._messages = BuildMessages(folders.source, sys.stderr)
        self._words = BuildChannel(link, self._messages)
        self._kept = KeptApplication(folders, self._messages)
        self._folders = folders
        self._app: Sphinx | None = None
        self._early: EarlyPages | None = None
        self._round = Round()
        self._steps: dict[Due, Callable[[], object]] = {
            Due.BEGIN: self._begin,
            Due.LOOK: self._read,
            Due.READ: self._read,
            Due.WRITE: self._write,
            Due.CHECK: self._check,
            Due.END: self._end,
            Due.NOTHING: self._rest,
            Due.MEND: self._words.wait,
        }
        self._reading = self._pages = 0
        self._recorder = OfferRecorder()
        self._facts: dict[str, object] = {}
        self._shown: str | None = None
        """What pages showed of others at the last look, before the first reading."""

    def run(self) -> None:
        """Build until the other side ends.

        :raises CodeChanged: when another process has to go on.
        """
        self._words.wait_for_begin()
        while True:
            self._take()
            try:
                self._steps[self._round.due]()
            except (CodeChanged, EOFError, BrokenPipeError):
                raise
            except (Exception, SystemExit) as error:
                self._fail(error)

    def _take(self) -> None:
        """Take what the other side has said since the last time.

        :raises EOFError: when it has ended.
        """
        for path in self._words.changed():
            with going_on(f"taking in the change of {path}", but=(CodeChanged,)):
                meaning = meaning_of(path, self._app)
                if meaning is Meaning.PROCESS or self._round.due is Due.MEND:
                    raise CodeChanged
                self._round.note(path, meaning)

    def _rest(self) -> None:
        """Wait for a change; look for garbage where none comes for long."""
        if not self._words.wait(LONG_QUIET if self._kept.left_garbage else None):
            self._kept.look_for_garbage()

    def _begin(self) -> None:
        """Make an application."""
        if self._early is not None:
            self._early.end()
        self._messages.step(BEGIN)
        before = None if self._app is None else self._app.env
        is_first = self._app is None
        self._app = self._early = None
        self._app = app = self._kept.make(before)
        app.connect("env-before-read-docs", self._before_pages, priority=999)
        app.connect("source-read", self._before_page, priority=0)
        app.connect("env-updated", self._after_pages, priority=0)
        if self._folders.only_looks:
            app.connect("doctree-read", self._recorder.look_at, priority=999)
            if (build := build_of(app.config)) is not None:
                build.is_ahead = True  # which outputs are old does not matter
        self._early = EarlyPages(app, self._messages)
        goes_on = is_first and self._folders.only_looks and self._take_over_look()
        self._round.begun(() if goes_on else steps.outdated_documents(app))
        api = api_of(build_of(app.config), is_answered=self._folders.answers)
        self._words.tell("address", base_url(app.config))
        self._words.tell("api", api)

    def _read(self) -> None:
        """Read what changed, and find what has to be written for it."""
        app = self._application()
        env, now = app.env, self._round
        call_outdated(app, now.changed)
        touched = set(env.all_docs)
        known = {name for name, time_read in env.all_docs.items() if not time_read}
        # The page that is typed is read again and again: its facts are those of the last time.
        before = self._facts if self._facts.keys() == known else facts_of(env, known)
        bound = bindings_of(env, known)
        came_otherwise = False
        now.reads(all_files=now.due is Due.LOOK or not CAN_COPY)
        if now.looked:
            self._messages.step(AMONG_ALL)
            updated = steps.read_documents(app)
        else:
            updated = steps.read_again(app, known)
        if self._early is not None:
            self._early.end()
        self._messages.keep_only(set(env.found_docs))
        if self._folders.only_looks:
            self._words.tell("index", self._recorder.told(app))
            if self._shown is not None:
                came_otherwise = links_fingerprint(app) != self._shown
                self._shown = None
        still = known & env.found_docs
        if bindings_of(env, still) != {name: bound[name] for name in still}:
            now.ask(Due.BEGIN)
        self._facts = facts_of(env, still)
        same = self._facts == before
        came = bool(touched) and touched != set(env.all_docs)
        every_page = came or came_otherwise or not same
        now.read(updated, set(env.found_docs), every_page=every_page)

    def _write(self) -> None:
        """Write what is to be written, until something else is to be done first."""
        now = self._round
        app = self._application()
        steps.write_documents(app, now.todo, self._write_pages, assets=now.looked)
        now.did_write()

    def _write_pages(self, docnames: Iterable[str]) -> None:
        app, todo = self._application(), self._round.todo
        todo.update(docnames)
        count = len(todo)
        order = PageOrder(app, self._words, todo)
        if order.missing_are_looked_at() and build_of(app.config) is not None:
            write_not_found(app, None)
            self._words.tell("written")
        first = True
        while todo:
            docname = order.next()
            looked = docname in order.looked_at()
            self._messages.step(f"write:{docname}")
            self._round.written.add(docname)
            steps.write_document(app, docname)
            todo.discard(docname)
            if looked or first:
                steps.copy_pictures(app)
                self._words.tell("written")
                self._words.problems()
            first = False
            self._words.progress("Writing page", count - len(todo), count)
            self._take()
            if self._round.due > Due.WRITE:
                return
        steps.copy_pictures(app)
        if not count:
            self._words.problems()

    def _check(self) -> None:
        """Hold all pages against each other."""
        if self._words.wait(QUIET):
            return
        self._messages.step(CHECKED)
        self._application().env.check_consistency()
        self._round.due = Due.END

    def _end(self) -> None:
        """Do what is done for all pages, where it can be in a copy, which a change ends."""
        if self._words.wait(0):
            return
        self._words.problems()
        if not CAN_COPY:
            self._ended(self._end_build())
            return
        try:
            work = CopiedWork(self._end_build)
        except OSError:  # there are as many processes as there may be
            self._ended(self._end_build())
            return
        try:
            if not self._words.wait_beside(work.link):
                self._ended(work.found())
        finally:
            work.end()

    def _end_build(self) -> Ending:
        app = self._application()
        if self._folders.only_looks:
            # What an editor shows is on no disk, where Sphinx would look for more to read.
            ending = end_build(app, self._messages, is_complete=True, is_stored=False)
            if ending.error is None and not any(starmap(is_unsaved, self._words.typed.items())):
                self._keep_look()
            return ending
        return end_build(app, self._messages, is_complete=self._round.looked)

    def _ended(self, ending: Ending) -> None:
        if ending.error is not None:
            self._give_up(ending.error)
            return
        self._messages.step(FINISHED)
        for problem in ending.said:
            self._messages.add(problem)
        self._round.ended(has_more=ending.has_more)
        if ending.has_more:
            return
        took = time.monotonic() - self._words.began
        self._words.tell("finished", (len(self._round.written), took))
        self._round.written.clear()
        self._words.problems()
        self._words.tell("progress", "")
        self._words.tell("watch", folders_outside(self._application()))

    def _fail(self, error: BaseException) -> None:
        """Tell of an error that ended a build; the next change begins again."""
        told = isinstance(error, SystemExit)
        self._give_up(None if told else problem_of(error, self._folders.source))

    def _give_up(self, problem: BuildProblem | None) -> None:
        if problem is not None:
            self._messages.owner = BEGIN
            self._messages.add(problem)
            print(as_line(problem), file=sys.stderr, flush=True)
        self._round.failed()
        self._words.problems()
        self._words.tell("progress", "")
        self._words.tell("failed")

    # --- while Sphinx reads and writes

    def _before_pages(self, _app: Sphinx, _env: object, docnames: list[str]) -> None:
        self._reading, self._pages = 0, len(docnames)

    def _before_page(self, app: Sphinx, docname: str, content: list[str]) -> None:
        """Before a page is read: another one may be asked for; an editor may have another text."""
        self._messages.step(f"read:{docname}")
        if self._words.typed:
            content[0] = self._words.typed.get(str(app.env.doc2path(docname)), content[0])
        self._reading += 1
        self._words.progress("Reading page", self._reading, self._pages)
        if self._early is not None:
            self._early.answer(self._words)

    def _after_pages(self, _app: Sphinx, _env: object) -> list[str]:
        self._messages.step(AFTER_READING)
        return []

    # --- what a look for an editor leaves for the next one

    def _keep_look(self) -> None:
        """Keep what was read, what was said about it, and what pages show of others."""
        app = self._application()
        look = KeptLook(
            read=sorted(app.env.all_docs.items()),
            shown=links_fingerprint(app),
            anchors=self._recorder.known,
            said=self._messages.of_pages(),
        )
        if look != read_cache(self._look_path()):
            steps.save_environment(app)
            write_cache(self._look_path(), look)

    def _take_over_look(self) -> bool:
        """Go on with what the last look has left; return whether there was something."""
        env, kept = self._application().env, read_cache(self._look_path())
        if kept is None or kept.read != sorted(env.all_docs.items()):
            for docname in env.all_docs:
                env.all_docs[docname] = 0  # nobody knows what was said about it
            return False
        self._recorder.take_over(kept.anchors)
        self._messages.take_over(kept.said)
        self._shown = kept.shown
        return True

    def _look_path(self) -> Path:
        return Path(self._application().doctreedir, "look.pickle")

    def _application(self) -> Sphinx:
        assert self._app is not None
        return self._app


@dataclass(frozen=True, kw_only=True)
class KeptLook:
    """What a look for an editor has left.

    :param read: the documents, each with the time when it was read.
    :param shown: the fingerprint of what they show of each other.
    :param anchors: document → the lines and titles of its anchors.
    :param said: what the reading and the writing of documents said.
    """

    read: list[tuple[str, int]]
    shown: str
    anchors: dict[str, dict[str, tuple[int, str]]]
    said: dict[str, list[BuildProblem]]


def links_fingerprint(app: Sphinx) -> str:
    """Return a fingerprint of settings, navigation, and all that links of pages may lead to."""
    env, build = app.env, build_of(app.config)
    site = None if build is None else (build.site.navigation, build.site.redirects)
    return digest(settings_of(app), site, sorted(env.found_docs), sorted(names_in(env).items()))


def is_unsaved(path: str, text: str) -> bool:
    """Whether an editor shows another text of a file than its saved one."""
    try:
        return Path(path).read_text(encoding="utf-8") != text
    except (OSError, UnicodeDecodeError):
        return True


# The end of a build: what is made of all pages, what is stored, whether that was all.
#
# It takes longer than a page; nobody waits for it. It is done in a copy of the process where there
# can be one, so all that is learned of it is what it returns.


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a build ended.

    :param said: what its end had to say.
    :param has_more: Sphinx finds documents outdated that nobody told of.
    :param error: what it failed of.
    """

    said: tuple[BuildProblem, ...] = ()
    has_more: bool = False
    error: BuildProblem | None = None


def end_build(
    app: Sphinx, messages: BuildMessages, *, is_complete: bool, is_stored: bool = True
) -> Ending:
    """End a build.

    :param is_complete: whether Sphinx has looked at all files; else it does so now, and the
        application is of no use afterwards.
    :param is_stored: whether another process shall go on with what was read.
    """
    messages.step(FINISHED)
    try:
        steps.finish(app)
        if is_stored:
            steps.save_environment(app)
        said = tuple(messages.of(FINISHED))
        messages.muted = not is_complete
        return Ending(said=said, has_more=not is_complete and steps.has_more(app))
    except (Exception, SystemExit) as error:
        return Ending(error=problem_of(error, Path(app.srcdir)))


# Which page is written next: the one that someone waits for, then those open in a browser.


class PageOrder:
    """The order in which documents are written.

    :param todo: the documents; who writes one removes it.
    """

    def __init__(self, app: Sphinx, words: BuildChannel, todo: set[str]) -> None:
        self._app = app
        self._words = words
        self._todo = todo
        self._waiting = sorted(todo, reverse=True)

    def next(self) -> str:
        """Return the document to write next."""
        for docname in self.looked_at():
            if docname in self._todo:
                return docname
        self._words.asked.clear()
        while self._waiting[-1] not in self._todo:
            self._waiting.pop()
        return self._waiting.pop()

    def looked_at(self) -> list[str]:
        """Return the documents at the addresses that are asked for and open."""
        return [docname for docname in self._at_addresses() if docname is not None]

    def missing_are_looked_at(self) -> bool:
        """Whether something is open that is not a document, or is one no more."""
        return None in self._at_addresses()

    def _at_addresses(self) -> list[str | None]:
        words = self._words
        return [document_at(self._app, path) for path in (*words.asked, *words.open)]
