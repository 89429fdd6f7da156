"""A line of Sphinx's log → what is wrong, and where; messages that say the same are one. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_MESSAGE = re.compile(
    r"(?:(?P<place>.*?): )??(?P<level>WARNING|ERROR|CRITICAL): (?P<text>.*?)"
    r"(?: \[(?P<kind>[A-Za-z_][\w.-]*)\])?",
    re.DOTALL,
)
_PLACE = re.compile(
    r"(?P<file>.*?)(?::docstring of (?P<object>[\w.]+))?"
    r"(?::(?:(?P<line>\d+)(?::(?P<column>\d+))?|\W?unknown\W?|None)?)?"
)


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class MessagePlace:
    """Where something is wrong.

    :param file: the path as Sphinx names it, absolute or from the folder of ``docs.json``; empty
        when the message is about no file.
    :param inside: the object whose docstring it is.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    inside: str = ""

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number]
        within = f":docstring of {self.inside}" if self.inside else ""
        return ":".join([f"{self.file}{within}", *numbers])


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildMessage:
    """A message of a build, at all the places where it was given.

    :param level: ``warning``, ``error``, or ``critical`` as docutils calls what it cannot go on
        with.
    :param kind: the type that ``suppress_warnings`` takes, such as ``docsjson.link``; or nothing.
    """

    level: str
    text: str
    kind: str = ""
    places: tuple[MessagePlace, ...] = ()

    @property
    def severity(self) -> str:
        """The level, as formats know it that have no more than warnings and errors."""
        return "warning" if self.level == "warning" else "error"

    @property
    def line(self) -> str:
        """The message as Sphinx prints it, without its place."""
        kind = f" [{self.kind}]" if self.kind else ""
        return f"{self.level.upper()}: {self.text}{kind}"


def read_message(text: str) -> BuildMessage:
    """Return what a line of the log says; one in another form is an error without a place."""
    plain = _COLOR.sub("", text).strip()
    match = _MESSAGE.fullmatch(plain)
    if match is None:
        return BuildMessage(level="error", text=plain)
    place = read_place(match["place"]) if match["place"] else None
    return BuildMessage(
        level=match["level"].lower(),
        text=match["text"].strip(),
        kind=match["kind"] or "",
        places=(place,) if place else (),
    )


def read_place(text: str) -> MessagePlace:
    """Return the place that a log names: ``file``, ``file:line``, ``file:line:column``."""
    match = _PLACE.fullmatch(text)
    assert match is not None  # each part may be left out
    return MessagePlace(
        file=match["file"],
        line=int(match["line"] or 0),
        column=int(match["column"] or 0),
        inside=match["object"] or "",
    )


def grouped(messages: Iterable[BuildMessage]) -> list[BuildMessage]:
    """Return each different message once, with its places in order, in the order of the first."""
    found: dict[tuple[str, str, str], BuildMessage] = {}
    for message in messages:
        key = (message.level, message.text, message.kind)
        known = found.get(key, replace(message, places=()))
        found[key] = replace(known, places=(*known.places, *message.places))
    once = (replace(one, places=tuple(sorted(set(one.places)))) for one in found.values())
    return sorted(once, key=lambda one: (one.places[:1], one.text))
