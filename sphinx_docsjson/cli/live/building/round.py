"""A round of building, from the first change to its end: what is known of it, what comes next.

Nothing here knows Sphinx. What somebody waits for comes first, what is made of all pages last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


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
    """The pages that changed are read, as somebody has told which."""
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
