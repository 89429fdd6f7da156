"""The messages of a build in an editor: their ranges and quick fixes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.near_names import edits
from sphinx_docsjson.cli.lsp.page_links import TextChange
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import CONFIG_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


@dataclass(frozen=True, kw_only=True, slots=True)
class EditorMessage:
    """A message on a line of a file.

    :param line: counted from 1; 0 is the whole file.
    :param column: counted from 1; 0 if unknown.
    :param kind: the type that ``suppress_warnings`` takes.
    """

    path: str
    text: str
    line: int = 0
    column: int = 0
    kind: str = ""
    is_error: bool = False


def messages_of(problems: Iterable[Mapping[str, object]], folder: Path) -> list[EditorMessage]:
    """Return what the process that builds tells, by the files of the author.

    What is about no file is at the begin of the configuration.

    :param folder: the source folder, which the names of files start at.
    """
    configs = (folder / name for name in (*CONFIG_NAMES, "conf.py"))
    config = next((path for path in configs if path.is_file()), folder)
    found = []
    for each in problems:
        named = str(each["file"])
        path = str(folder / named) if named else str(config)
        found.append(
            EditorMessage(
                path=path,
                text=str(each["message"]),
                line=int(str(each["line"])),
                column=int(str(each["column"])),
                kind=str(each["kind"]),
                is_error=each["level"] == "error",
            )
        )
    return found


CONFIG = "docsjson.config"


def messages_while_typing(
    folder: Path, path: Path, text: str, before: Iterable[EditorMessage]
) -> list[EditorMessage]:
    """Return what is wrong in ``docs.json`` while it is typed and not saved.

    A build reads it when it is saved. What only a build can say, such as that a page is missing,
    stays for as long as the line has the words that it is about.

    :param before: the messages of the last build on the file.
    """
    loaded = load_site(folder, {path: text})
    now = [
        EditorMessage(
            path=str(folder / each.location.file),
            text=each.message,
            line=each.location.line,
            column=each.location.column,
            kind=f"docsjson.{each.kind}",
            is_error=each.fatal,
        )
        for each in loaded.problems
        if each.location is not None and folder / each.location.file == path
    ]
    lines = text.splitlines()
    said = {each.kind for each in now} | {CONFIG}
    for each in before:
        line = lines[each.line - 1] if 0 < each.line <= len(lines) else ""
        if each.kind not in said and any(word in line for word in quoted_in(each.text)):
            now.append(each)
    return now


# Which letters a message is about: the words that it quotes, where they stand on its line.

_QUOTED = re.compile(r"'([^'\n]+)'|<(/?[A-Za-z][\w.]*)>|\"([^\"\n]+)\"")
_MEANT = re.compile(r"[Dd]id you mean ([^?\n]+)\?")
LINES = 12
"""How many lines below a message its subject may be: a tag may have as many."""


def quoted_in(text: str) -> list[str]:
    """Return the words that a message quotes before it says what may be meant."""
    said = _MEANT.split(text)[0]
    return [word for match in _QUOTED.finditer(said) for word in match.groups() if word]


def range_of(message: EditorMessage, text: str) -> tuple[int, int]:
    """Return from where to where in *text* a message is shown."""
    start, end = _line(text, max(message.line, 1))
    if message.line == 0:
        return start, end
    for word in reversed(quoted_in(message.text)):
        at = _word(text, word, start, end)
        if at >= 0:
            return at, at + len(word)
    if message.column and start + message.column - 1 < end:
        return start + message.column - 1, end
    plain = text[start:end]
    return start + len(plain) - len(plain.lstrip()), end


def _line(text: str, number: int) -> tuple[int, int]:
    start = 0
    for _ in range(number - 1):
        following = text.find("\n", start)
        if following < 0:
            break
        start = following + 1
    end = text.find("\n", start)
    return start, len(text.rstrip("\r\n")) if end < 0 else end - (text[end - 1] == "\r")


def _word(text: str, word: str, start: int, end: int) -> int:
    """Return where a word is by itself; -1 for nowhere."""
    at = text.find(word, start, end)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(word) : at + len(word) + 1]
        cut_before = word[0].isalnum() and before.isalnum()
        cut_after = word[-1].isalnum() and after.isalnum()
        if not cut_before and not cut_after:
            return at
        at = text.find(word, at + 1, end)
    return -1


# What fixes a message that asks "Did you mean …?": what it names is written in place of the word.


@dataclass(frozen=True, kw_only=True, slots=True)
class Mend:
    """What does away with a message."""

    title: str
    changes: tuple[TextChange, ...]


def mends_of(message: EditorMessage, text: str) -> Iterator[Mend]:
    """Yield what a message proposes, as changes of the text."""
    meant = _MEANT.search(message.text)
    start, end = _line(text, max(message.line, 1))
    for _ in range(LINES):
        following = text.find("\n", end + 1)
        end = len(text) if following < 0 else following
    for proposed in meant[1].split(" or ") if meant is not None else ():
        right = proposed.strip("<>'\"")
        there = [
            (w, at) for w in quoted_in(message.text) if (at := _word(text, w, start, end)) >= 0
        ]
        if not there:
            return
        wrong, at = min(there, key=lambda each: edits(each[0], right))
        changes = [TextChange(start=at, end=at + len(wrong), text=right)]
        closing = text.find(f"</{wrong}>", at)
        if text[at - 1 : at] == "<" and closing >= 0:
            changes.append(TextChange(start=closing + 2, end=closing + 2 + len(wrong), text=right))
        yield Mend(title=f"Write {right}", changes=tuple(changes))
