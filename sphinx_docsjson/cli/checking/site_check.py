"""A project → all that a build of it would say, from the last look and what changed since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.checking import kept_messages
from sphinx_docsjson.cli.checking.build_without_output import look
from sphinx_docsjson.cli.checking.kept_messages import KeptMessages
from sphinx_docsjson.cli.checking.message_recorder import READ, WHOLE, Recorded
from sphinx_docsjson.cli.checking.message_texts import BuildMessage, grouped, read_message

if TYPE_CHECKING:
    from typing import TextIO

    from sphinx_docsjson.cli.checking.build_without_output import CheckedProject, Looked

_OTHER = re.compile(r"(?:other instance in|also defined at) +(?P<where>[^\s,]+)")
"""What a message says that depends on which of two documents is read first."""


ATTEMPTS = 3


@dataclass(frozen=True, kw_only=True)
class CheckResult:
    """What a check found, and what it looked at.

    :param read: how many documents were read, ``written`` how many were translated.
    """

    messages: tuple[BuildMessage, ...]
    documents: int
    read: int
    written: int


def check_project(
    project: CheckedProject, folder: Path, *, fresh: bool = False, status: TextIO | None = None
) -> CheckResult:
    """Check *project*, and keep in *folder* what the next look can begin with.

    Which of two documents is told that both define the same name depends on their order. After a
    change they are read in the order of a clean build again, all that are concerned.
    """
    with kept_messages.alone_in(folder) as work:
        kept = None if fresh else kept_messages.load(work)
        starts_anew = kept is None
        kept = kept or KeptMessages()
        read: set[str] = set()
        written: set[str] = set()
        for attempt in range(ATTEMPTS):
            fresh_look, again = starts_anew and attempt == 0, kept.quarrelling
            looked = look(
                project,
                work,
                fresh=fresh_look,
                offered=kept.offered,
                again=again,
                contents=kept.contents,
                status=status,
            )
            kept.renew(
                looked.recorder.messages,
                documents=looked.documents,
                read=looked.read,
                written=looked.written,
            )
            kept.offered = looked.offered
            kept.contents |= looked.contents
            kept.quarrelling = _quarrelling(kept, looked)
            read |= looked.read
            written |= looked.written
            if fresh_look or kept.quarrelling <= again:
                break
        kept_messages.store(work, kept)
        whole = (one for one in looked.recorder.messages if one.phase == WHOLE)
        found = [read_message(one.text) for one in said([*whole, *kept.all()])]
    return CheckResult(
        messages=tuple(grouped(found)),
        documents=len(looked.documents),
        read=len(read),
        written=len(written),
    )


def said(messages: Iterable[Recorded]) -> Iterator[Recorded]:
    """Yield the messages that a build says: one that is said once, only the first time."""
    seen: set[str] = set()
    for one in messages:
        message = read_message(one.text)
        if one.once and message.text in seen:
            continue
        if one.once:
            seen.add(message.text)
        yield one


def _quarrelling(kept: KeptMessages, looked: Looked) -> set[str]:
    """Return the documents that say of others that they define the same, and those others."""
    by_path = {looked.path_of(name): name for name in looked.documents}
    found: set[str] = set()
    for name, messages in kept.of[READ].items():
        for match in (match for one in messages for match in _OTHER.finditer(one.text)):
            where = match["where"].rstrip(".:")
            other = where if where in looked.documents else by_path.get(where)
            found |= {name, other} if other else {name}
    return found
