"""How messages are printed: with places that can be clicked, and one line for equal ones.

Both work on what Sphinx is about to print, after its own filters: what is suppressed does not
come here, each place counts in the number of warnings at the end, and ``check`` sees every place.
"""

from __future__ import annotations

import logging
import os
import re
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.compat.sphinx import change_messages, warning_handlers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sphinx.application import Sphinx


FEW = 3
"""Up to so many equal messages keep a line each, which leads to its place."""

NAMED = 3
"""So many further places are named where a line stands for more."""

OURS, OF_PAGES = frozenset({"docsjson"}), frozenset({"docsjson", "myst"})
"""The types of messages that are grouped: ours, and with our theme all that pages give rise to.

A project in a theme of its own keeps the messages that it had, each line of them.
"""

_RELATIVE = re.compile(r"(?P<file>[^:\s/\\][^:\n]*+)(?P<place>(?::\d++)*+:?)")
_KIND = re.compile(r" \[[\w.-]+\]\Z")


class AbsolutePaths(logging.Filter):
    """Writes the places of files of a site as Sphinx writes those of pages: with the whole path.

    ``docs.json:3:21`` is right in the source folder only; editors and terminals make a link of
    what is there from where the build was begun, or from the root.

    :param folder: the source folder.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the place of the record; let every record through."""
        place: Any = getattr(record, "location", None)
        match = _RELATIVE.fullmatch(place) if isinstance(place, str) else None
        if match is not None and os.path.lexists(self._folder / match["file"]):
            record.location = f"{self._folder / match['file']}{match['place']}"
        return True


class EqualMessages(logging.Filter):
    """Holds messages back, and says those of one text in one line.

    :param handler: what prints them.
    :param folder: the source folder, which further places are named from.
    :param types: the types of messages that it concerns.
    """

    def __init__(self, handler: logging.Handler, folder: Path, types: frozenset[str]) -> None:
        super().__init__()
        self._handler = handler
        self._types = types
        self._folder = f"{folder}{os.sep}"
        self._held: dict[tuple[int, str], list[logging.LogRecord]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep a message of a page until :meth:`release`; let others through."""
        if getattr(record, "type", "") not in self._types or record.args:
            return True
        if any(getattr(found, "wants_each_place", False) for found in self._handler.filters):
            return True
        self._held.setdefault((record.levelno, str(record.msg)), []).append(record)
        return False

    def release(self) -> None:
        """Print what was held, in the order in which it came."""
        held, self._held = self._held, {}
        for equal in held.values():
            records = list({str(getattr(each, "location", "")): each for each in equal}.values())
            if len(records) > FEW:
                records[0].msg = self._with_more(str(records[0].msg), records[1:])
                del records[1:]
            for record in records:
                self._print(record)

    def _print(self, record: logging.LogRecord) -> None:
        """Print a record that has been through all filters."""
        self._handler.acquire()
        try:
            self._handler.emit(record)
        finally:
            self._handler.release()

    def _with_more(self, text: str, others: Iterable[logging.LogRecord]) -> str:
        """Return a message with the number of its further places, and the first of them."""
        places = [str(getattr(record, "location", None) or "") for record in others]
        named = [place.removeprefix(self._folder) for place in places]
        kind = match[0] if (match := _KIND.search(text)) else ""
        more = f"the same at {len(places)} more places: {', '.join(named[:NAMED])}"
        rest = "" if len(named) <= NAMED else ", …; `sphinx-docsjson check` lists all"
        return f"{text.removesuffix(kind)} ({more}{rest}){kind}"


def write_absolute_places(app: Sphinx, _config: object = None) -> None:
    """Let every message of this build name files with their whole path."""
    for handler in warning_handlers():
        for found in list(handler.filters):
            if isinstance(found, AbsolutePaths):
                handler.removeFilter(found)
    change_messages(AbsolutePaths(app.srcdir))


def hold_equal_messages(app: Sphinx) -> None:
    """Let equal messages of pages be one line from here on.

    While documents are read, Sphinx has other handlers; so this is done before.
    """
    write_absolute_places(app)  # once more, after what was added meanwhile
    types = OF_PAGES if has_our_theme(app.config) else OURS
    for handler in warning_handlers():
        handler.addFilter(EqualMessages(handler, app.srcdir, types))


def say_held_messages(app: Sphinx, _event: object = None) -> None:
    """Say what was held back: what was found in pages, after they were read, and at the end."""
    for handler in warning_handlers():
        for found in handler.filters:
            if isinstance(found, EqualMessages):
                found.release()
