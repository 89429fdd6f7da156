"""Repeats the warnings of pages that a build does not read or write again.

Sphinx warns about a page only while it reads or writes that page. The next build with the same
doctrees does neither, so it prints nothing, and a job with ``-W`` that failed passes when it runs
again. Here the messages of each page are stored beside the doctrees until the page is read or
written again, or is deleted.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.build_phase import BuildPhase
from sphinx.util.logging import get_node_location, getLogger

from sphinx_docsjson.base.contents import FOLDER, made_by, record_path
from sphinx_docsjson.base.files import read_cache, write_cache
from sphinx_docsjson.compat.builders import around_writing
from sphinx_docsjson.compat.sphinx import SPHINX, warning_handlers

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

READ = "read"
"""The key of messages of reading; those of writing have the name of an output folder."""

PLACE = "docsjson_place"
"""The attribute of a record: the key and the document that it was made for."""

_OTHER = re.compile(r"(?:other instance in|also defined at) +(?P<where>[^\s,]+)")
"""What a message says that depends on which of two documents is read first."""


_OF_SITE = re.compile(r"(?:docs|mint)\.json(?::\d+)?$")
"""The place of a message about the whole site; the step that finds it repeats it itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptMessage:
    """A message as it was given to the log.

    :param location: ``file:line``, or what else Sphinx makes that of.
    :param options: what Sphinx suppresses it by, and whether it is said once.
    """

    logger: str
    level: int
    text: str
    location: Any
    options: dict[str, Any]


Messages: TypeAlias = dict[str, list[KeptMessage]]
"""Document → its messages."""


class KeptMessages(logging.Filter):
    """The messages of the pages of a build.

    This filter comes before those of Sphinx, so that messages are stored before they are
    suppressed: the settings of the build that repeats them decide whether they are printed.
    """

    def __init__(self, app: Sphinx) -> None:
        super().__init__()
        self._app = app
        self._file = Path(app.doctreedir, FOLDER, "messages.pickle")
        self.written = record_path(app).stem
        kept = self._load()
        self.is_known = kept is not None
        """Whether the messages of the last build are known; else all pages are read."""
        self._kept = kept or {}
        self.reset()

    def reset(self) -> None:
        """Start a build, which has read and written no document yet."""
        self._new: list[tuple[str, str, KeptMessage]] = []
        self.done: dict[str, set[str]] = {READ: set(), self.written: set()}
        """Key → the documents that were read or written in this build, or are gone."""
        self.writing = ""
        self.is_checked = False
        """Whether Sphinx checked the consistency, which it does only after it has read a page."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep a message of a page; let every record through."""
        key, docname = getattr(record, PLACE, None) or self.current_page()
        location = getattr(record, "location", None)
        if isinstance(location, nodes.Node):
            location = get_node_location(location)
        if docname and record.levelno >= logging.WARNING and not _OF_SITE.search(str(location)):
            message = KeptMessage(
                logger=record.name.removeprefix(f"{SPHINX}."),
                level=record.levelno,
                text=record.getMessage(),
                location=location,
                options={n: getattr(record, n, "") for n in ("type", "subtype", "once")},
            )
            self._new.append((key, docname, message))
        return True

    def current_page(self) -> tuple[str, str]:
        """Return the key and the document of a message that is made now."""
        if self._app.phase == BuildPhase.READING:
            try:
                return READ, self._app.env.docname
            except (KeyError, AttributeError):
                return READ, ""
        if self._app.phase == BuildPhase.WRITING and self.writing:
            return self.written, getattr(self._app.builder, "current_docname", "") or self.writing
        return self.written, self.writing

    def of(self, key: str) -> Messages:
        """Return the messages that the pages have, those of this build in place of others."""
        over = self.done.get(key, set())
        before = self._kept.get(key, {})
        names = (before.keys() & self._app.env.found_docs) - over
        found: Messages = {name: before[name] for name in names}
        for place, docname, message in self._new:
            if place == key:
                found.setdefault(docname, []).append(message)
        return found

    def log_again(self, key: str) -> None:
        """Log the messages of pages that this build did not read or write."""
        for docname, messages in sorted(self.of(key).items()):
            for each in messages if docname not in self.done[key] else ():
                getLogger(each.logger).log(
                    each.level, each.text, location=each.location, **each.options
                )

    def store(self, key: str) -> None:
        """Keep the messages of a phase that has ended."""
        self._kept[key] = self.of(key)
        write_cache(self._file, (made_by(), str(self._app.srcdir), self._kept))

    def _load(self) -> dict[str, Messages] | None:
        made, before, kept = read_cache(self._file) or ("", "", {})
        if made != made_by():
            return None
        for found in kept.values():
            for name, messages in found.items():
                found[name] = [_moved(each, before, str(self._app.srcdir)) for each in messages]
        known: dict[str, Messages] = kept
        return known

    def duplicates(self) -> set[str]:
        """Return the documents that define a name that another document defines, too."""
        found: set[str] = set()
        for name, messages in self.of(READ).items():
            for match in (match for each in messages for match in _OTHER.finditer(each.text)):
                where = match["where"].rstrip(".:")
                found |= {name, self._app.env.path2doc(where) or where}
        return found

    def with_errors(self) -> set[str]:
        """Return the documents in which a directive failed.

        What the directive lacks is not among the dependencies of a document.
        """
        messages = self.of(READ).items()
        return {n for n, found in messages if any(m.level > logging.WARNING for m in found)}


def _moved(message: KeptMessage, before: str, now: str) -> KeptMessage:
    """Return a message that names the source folder of today."""
    if before == now:
        return message
    text, place = message.text.replace(before, now), message.location
    place = place.replace(before, now) if isinstance(place, str) else place
    return replace(message, text=text, location=place)


class _Place(logging.Filter):
    """Notes in records which document they are made for, where they wait to be said."""

    def __init__(self, kept: KeptMessages) -> None:
        super().__init__()
        self._kept = kept

    def filter(self, record: logging.LogRecord) -> bool:
        """Note the place in a record that has none; let every record through."""
        if not hasattr(record, PLACE):
            setattr(record, PLACE, self._kept.current_page())
        return True


_of_builds: WeakKeyDictionary[Sphinx, KeptMessages] = WeakKeyDictionary()


def begin(app: Sphinx) -> KeptMessages:
    """Keep the messages of this build, and return those of the last one."""
    if app in _of_builds:
        return _of_builds[app]
    kept = _of_builds[app] = KeptMessages(app)
    for handler in warning_handlers():
        handler.filters.insert(0, kept)

    def before(docnames: Set[str]) -> None:
        kept.done[kept.written] |= docnames

    def after() -> None:
        kept.writing = ""

    around_writing(app.builder, before, after)

    class NoteDocument(SphinxPostTransform):
        """Notes which document will be written, before any other transform says a word."""

        default_priority = 0

        def run(self, **kwargs: Any) -> None:
            """Note it, unless pages are still being read."""
            if keeps_messages(app) and app.phase != BuildPhase.READING:
                kept.writing = self.env.docname
                note_place(app)

    app.add_post_transform(NoteDocument)
    return kept


def keeps_messages(app: Sphinx) -> bool:
    """Whether the messages of pages are kept."""
    return app in _of_builds


def end(app: Sphinx) -> None:
    """Keep no messages: whoever builds again and again in one process has its own."""
    if (kept := _of_builds.pop(app, None)) is not None:
        for handler in warning_handlers():
            handler.removeFilter(kept)


def note_place(app: Sphinx, *_page: object) -> None:
    """Add the current document to log records from now on.

    Sphinx has a handler for the time in which pages are read or written, or another process has.
    """
    for handler in logging.getLogger(SPHINX).handlers:
        if not any(isinstance(each, (_Place, KeptMessages)) for each in handler.filters):
            handler.addFilter(_Place(_of_builds[app]))


# The steps of a build.


def note_document(app: Sphinx, _env: BuildEnvironment, docname: str) -> None:
    """Note that a document is about to be read, or is gone."""
    _of_builds[app].done[READ].add(docname)


def read_duplicates(app: Sphinx, _env: BuildEnvironment, docnames: list[str]) -> None:
    """Also read the documents that share a name with one that changed.

    The name may be unique now.
    """
    kept = _of_builds[app]
    both = kept.duplicates()
    if not kept.is_known:
        docnames[:] = sorted(app.env.found_docs)
    elif not both.isdisjoint({*docnames, *kept.done[READ]}):
        docnames[:] = sorted({*docnames, *both & app.env.found_docs})


def store_read(app: Sphinx, _env: BuildEnvironment) -> list[str]:
    """Keep the messages of reading, before Sphinx keeps what was read."""
    _of_builds[app].store(READ)
    return []


def log_read(app: Sphinx, _env: BuildEnvironment) -> None:
    """Log what was found in pages that were not read."""
    kept = _of_builds[app]
    kept.is_checked = True
    kept.log_again(READ)


def check_consistency(app: Sphinx, _builder: Builder) -> None:
    """Run the consistency check even if no page was read, when Sphinx skips it."""
    if not _of_builds[app].is_checked:
        app.env.check_consistency()


def log_written(app: Sphinx, _failure: Exception | None) -> None:
    """Log what was found in pages that were not written, and store the messages."""
    kept = _of_builds[app]
    kept.log_again(kept.written)
    kept.store(kept.written)
    kept.is_known = True
    kept.reset()


STEPS: Final[tuple[tuple[str, Callable[..., object]], ...]] = (
    ("env-purge-doc", note_document),
    ("env-before-read-docs", read_duplicates),
    ("source-read", note_place),
    ("env-get-updated", store_read),
    ("env-check-consistency", log_read),
    ("write-started", check_consistency),
    ("build-finished", log_written),
)
"""Event of Sphinx, and what it is for, in a project that does not load the extension."""
