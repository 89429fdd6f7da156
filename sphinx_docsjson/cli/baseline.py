"""The baseline of ``check``: a file of accepted messages, so that only new ones are reported."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinx_docsjson.cli.check_messages import BuildMessage, MessageLocation

BASELINE = "docs-baseline.txt"
"""The name of the file in what we write and recommend."""


def new_messages(
    messages: Sequence[BuildMessage], file: Path, folder: Path
) -> tuple[list[BuildMessage], str]:
    """Return the messages that *file* does not list, and a sentence about the others.

    The file is written when it is missing. A message that is no longer given leaves it; none is
    added to a file that exists. A line of the file has the path and the text of a message, and not
    its line: text moves.

    :param folder: what the paths in the file begin at.
    """
    given = {_key(each, place, folder) for each in messages for place in _places(each)}
    if not file.is_file():
        _write(file, given)
        return [], f"{file}: written, with {_count(given)}"
    known = set(file.read_text(encoding="utf-8").splitlines())
    if gone := known - given:
        _write(file, known & given)
    new = []
    for each in messages:
        rest = [place for place in _places(each) if _key(each, place, folder) not in known]
        if rest:
            new.append(replace(each, locations=tuple(place for place in rest if place)))
    mended = f", {len(gone)} fewer than before" if gone else ""
    return new, f"{file}: {_count(known & given)} accepted{mended}"


def _places(message: BuildMessage) -> Sequence[MessageLocation | None]:
    return message.locations or (None,)


def _key(message: BuildMessage, place: MessageLocation | None, folder: Path) -> str:
    name = place.file.removeprefix(f"{folder.as_posix()}/") if place else ""
    within = f" ({place.inside})" if place and place.inside else ""
    return one_line(f"{name}{within}: {message.line}")


def _count(messages: set[str]) -> str:
    return f"{len(messages)} message{'' if len(messages) == 1 else 's'}"


def _write(file: Path, messages: set[str]) -> None:
    text = "".join(f"{each}\n" for each in sorted(messages))
    file.write_text(text, encoding="utf-8", newline="\n")
