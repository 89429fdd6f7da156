"""Records, parses and groups the messages of a build."""

from __future__ import annotations

import io
import re
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any

from sphinx.errors import SphinxError

from sphinx_docsjson.base.messages import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


# What a kind of message means: why it comes, and an example with its fix.

EXPLANATIONS = Path(__file__).with_name("explanations.toml")


def explanations() -> dict[str, dict[str, Any]]:
    """Return kind → what ``explanations.toml`` says about it."""
    return tomllib.loads(EXPLANATIONS.read_text(encoding="utf-8"))


def explained(kind: str) -> str | None:
    """Return what to print of a kind of message, or ``None`` for one that is not ours.

    :param kind: such as ``icon`` or ``docsjson.icon``.
    """
    kind = kind.removeprefix("docsjson.").strip("[]")
    known = explanations().get(kind)
    if known is None:
        return None
    parts = [f"docsjson.{kind}", known["why"]]
    if "file" in known:
        wrong, mended = (indent(known[each].strip(), "    ") for each in ("wrong", "mended"))
        by = f"`sphinx-docsjson {known['run']}`" if "run" in known else "A build"
        parts += [f"Example, {known['file']}:", wrong, f"{by} reports:", f"    {known['says']}"]
        parts += ["Corrected:", mended]
    allow = f"-D suppress_warnings=docsjson.{kind}"
    parts.append(f"To allow this kind: {allow}, or suppress_warnings in conf.py.")
    return "\n\n".join(parts)


# What is reported when a build stops: one message in place of a traceback.


class StoppedBuild(Exception):
    """Sphinx cannot go on.

    :param by_site: ``docs.json`` is the reason, and the messages say what is wrong in it.
    """

    def __init__(self, messages: list[BuildMessage], *, by_site: bool) -> None:
        super().__init__()
        self.messages = messages
        self.by_site = by_site


@contextmanager
def recording_failures(recorder: MessageRecorder) -> Iterator[None]:
    """Turn whatever stops a build into :class:`StoppedBuild`, with what was said before."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except SystemExit as error:
        raise StoppedBuild(_said(recorder), by_site=True) from error
    except SphinxError as error:
        told = BuildMessage(level="error", text=f"{error.category}: {reason(error)}")
        raise StoppedBuild([*_said(recorder), told], by_site=False) from error
    except Exception as error:  # extensions may raise anything
        text = f"{type(error).__name__}: {reason(error)}"
        hint = "`sphinx-build -T` shows where"
        told = BuildMessage(level="error", text=f"the build stops with {text} ({hint})")
        raise StoppedBuild([*_said(recorder), told], by_site=False) from error


def reason(error: BaseException) -> str:
    """Return what is wrong, on one line; where Sphinx put a traceback into it, its last line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return one_line(lines[-1] if any("Traceback" in line for line in lines) else " ".join(lines))


def _said(recorder: MessageRecorder) -> list[BuildMessage]:
    return grouped(map(read_message, recorder.messages))


class MessageRecorder(io.StringIO):
    """Collects what an application prints as a warning: one call, one message."""

    wants_each_place = True

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def write(self, text: str) -> int:
        """Take a message that was printed."""
        if text.strip():
            self.messages.append(text.strip())
        return len(text)


# A line of Sphinx's log → the problem and its place; equal messages become one. Pure.

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
class MessageLocation:
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
    locations: tuple[MessageLocation, ...] = ()

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
    location = read_location(match["place"]) if match["place"] else None
    return BuildMessage(
        level=match["level"].lower(),
        text=match["text"].strip(),
        kind=match["kind"] or "",
        locations=(location,) if location else (),
    )


def read_location(text: str) -> MessageLocation:
    """Return the place that a log names: ``file``, ``file:line``, ``file:line:column``."""
    match = _PLACE.fullmatch(text)
    assert match is not None  # each part may be left out
    return MessageLocation(
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
        known = found.get(key, replace(message, locations=()))
        found[key] = replace(known, locations=(*known.locations, *message.locations))
    once = (replace(one, locations=tuple(sorted(set(one.locations)))) for one in found.values())
    return sorted(once, key=lambda one: (one.locations[:1], one.text))
