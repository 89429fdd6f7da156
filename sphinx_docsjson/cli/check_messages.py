"""Records, parses and groups the messages of a build, and stores them between checks."""

from __future__ import annotations

import io
import json
import logging
import re
import tomllib
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any

from sphinx.errors import SphinxError

from sphinx_docsjson.base.contents import made_by
from sphinx_docsjson.base.messages import one_line
from sphinx_docsjson.compat.sphinx import change_messages, say_each_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

    from sphinx.application import Sphinx


# What a kind of message means: why it comes, and an example with its mend.

EXPLANATIONS = Path(__file__).with_name("explanations.toml")


def explanations() -> dict[str, dict[str, Any]]:
    """Return kind → what ``explanations.toml`` says of it."""
    return tomllib.loads(EXPLANATIONS.read_text(encoding="utf-8"))


def explained(kind: str) -> str | None:
    """Return what to print of a kind of message, or ``None`` for one that is none of ours.

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


# What is told of a build that stops: one message in the place of a traceback.


class StoppedBuild(Exception):
    """Sphinx cannot go on.

    :param by_site: ``docs.json`` is the reason, and the messages say what is wrong in it.
    """

    def __init__(self, messages: list[BuildMessage], *, by_site: bool) -> None:
        super().__init__()
        self.messages = messages
        self.by_site = by_site


@contextmanager
def stops_told(recorder: MessageRecorder) -> Iterator[None]:
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
    except Exception as error:  # extensions of others raise what they like
        text = f"{type(error).__name__}: {reason(error)}"
        hint = "`sphinx-build -T` shows where"
        told = BuildMessage(level="error", text=f"the build stops with {text} ({hint})")
        raise StoppedBuild([*_said(recorder), told], by_site=False) from error


def reason(error: BaseException) -> str:
    """Return what is wrong, on one line; where Sphinx put a traceback into it, its last line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return one_line(lines[-1] if any("Traceback" in line for line in lines) else " ".join(lines))


def _said(recorder: MessageRecorder) -> list[BuildMessage]:
    return grouped(read_message(one.text) for one in recorder.messages)


# What is kept between two looks: the messages of each document, and the settings.
#
# A document that did not change is not read again, and what was wrong with it still is.

FILE = "messages.json"


# The messages of a running build, each with the document that was read or written meanwhile.
#
# They are taken where Sphinx prints them: what is suppressed is not here, and what is here stands
# in the log of a build word for word.

READ, WRITTEN, WHOLE = "read", "written", ""
"""What a message belongs to: a document that is read, one that is written, or the whole site."""


@dataclass(kw_only=True)
class KeptMessages:
    """The messages of the last look.

    :param settings: the fingerprint of those that documents were translated with.
    :param quarrelling: documents that define the same: which of them is told so depends on the
        order in which they are read.
    :param of: phase → document → its messages.
    """

    settings: str = ""
    quarrelling: set[str] = field(default_factory=set)
    of: dict[str, dict[str, list[Recorded]]] = field(
        default_factory=lambda: {READ: {}, WRITTEN: {}}
    )

    def renew(
        self,
        found: Iterable[Recorded],
        *,
        documents: Set[str],
        read: Set[str],
        written: Set[str],
    ) -> None:
        """Take the messages of documents that were read or written now for those of before."""
        for phase, now in ((READ, read), (WRITTEN, written)):
            kept = self.of[phase]
            self.of[phase] = {n: kept[n] for n in kept if n in documents and n not in now}
        for one in found:
            if one.phase in self.of:
                self.of[one.phase].setdefault(one.docname, []).append(one)

    def broken(self) -> set[str]:
        """Return the documents that a directive stopped in with an error.

        What such a directive needs is among the dependencies of no document: the file that
        ``.. include::`` does not find may appear without a sign.
        """
        return {
            docname
            for docname, kept in self.of[READ].items()
            if any(read_message(one.text).level != "warning" for one in kept)
        }

    def all(self) -> Iterator[Recorded]:
        """Yield the messages of all documents, as a build would come to them."""
        for kept in self.of.values():
            for docname in sorted(kept):
                yield from kept[docname]


def load(folder: Path, project: Path) -> KeptMessages | None:
    """Return what was kept in *folder*; it is kept no more until it is stored again.

    :param project: where the project is now, which messages name.
    :returns: ``None`` when there is nothing, when a look did not come to its end, or when it was
        made by other versions.
    """
    path = folder / FILE
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        path.unlink()
        if found["made_by"] != made_by():
            return None
        before, now = found["project"], str(project.resolve())

        def moved(one: dict[str, Any]) -> Recorded:
            return Recorded(**{**one, "text": one["text"].replace(before, now)})

        of = {
            phase: {name: [moved(one) for one in ones] for name, ones in kept.items()}
            for phase, kept in found["of"].items()
        }
        return KeptMessages(
            settings=found["settings"],
            quarrelling=set(found["quarrelling"]),
            of=of,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def store(folder: Path, project: Path, kept: KeptMessages) -> None:
    """Keep the messages in *folder*."""
    of = {
        phase: {name: [asdict(one) for one in ones] for name, ones in found.items()}
        for phase, found in kept.of.items()
    }
    known = {
        "project": str(project.resolve()),
        "settings": kept.settings,
        "quarrelling": sorted(kept.quarrelling),
        "of": of,
    }
    text = json.dumps({"made_by": made_by(), **known})
    (folder / FILE).write_text(text, encoding="utf-8", newline="\n")


STAMP = "docsjson_while"


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """A message as it was printed.

    :param phase: :data:`READ`, :data:`WRITTEN` or :data:`WHOLE`.
    :param once: a build says it for one document only.
    """

    text: str
    phase: str = WHOLE
    docname: str = ""
    once: bool = False


@dataclass(kw_only=True)
class MessageRecorder:
    """Collects the messages of one application; hand :meth:`stream` to it as ``warning``."""

    messages: list[Recorded] = field(default_factory=list)
    writing: str = ""
    """The document that is being written."""

    _app: Sphinx | None = None
    _now: tuple[str, str, bool] = (WHOLE, "", False)

    def stream(self) -> io.StringIO:
        """Return what Sphinx writes its warnings to: one call, one message."""
        return _Stream(self)

    @contextmanager
    def following(self, app: Sphinx) -> Iterator[None]:
        """Learn of each message of *app* what it belongs to, also where processes read."""
        self._app = app
        made = logging.getLogRecordFactory()

        def stamped(*arguments: Any, **named: Any) -> logging.LogRecord:
            record = made(*arguments, **named)
            setattr(record, STAMP, self._place())
            return record

        say_each_time()
        change_messages(_Look(self))
        logging.setLogRecordFactory(stamped)
        try:
            yield
        finally:
            logging.setLogRecordFactory(made)

    def _place(self) -> tuple[str, str]:
        if self.writing:
            return WRITTEN, self.writing
        try:
            docname = self._app.env.docname if self._app else ""
        except (KeyError, AttributeError):
            docname = ""
        return (READ, docname) if docname else (WHOLE, "")

    def look_at(self, record: logging.LogRecord) -> None:
        """Remember what the message that will be printed next belongs to."""
        phase, docname = getattr(record, STAMP, (WHOLE, ""))
        self._now = (phase, docname, bool(getattr(record, "once", False)))

    def add(self, text: str) -> None:
        """Take a message that was printed."""
        phase, docname, once = self._now
        if text.strip():
            message = Recorded(text=text.strip(), phase=phase, docname=docname, once=once)
            self.messages.append(message)


class _Stream(io.StringIO):
    def __init__(self, recorder: MessageRecorder) -> None:
        super().__init__()
        self._recorder = recorder

    def write(self, text: str) -> int:
        self._recorder.add(text)
        return len(text)


class _Look(logging.Filter):
    """Stands after all filters of Sphinx, so that what it sees is printed."""

    wants_each_place = True
    """``check`` groups messages itself, with all their places."""

    def __init__(self, recorder: MessageRecorder) -> None:
        super().__init__()
        self._recorder = recorder

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING:
            self._recorder.look_at(record)
        return True


# A line of Sphinx's log → what is wrong, and where; messages that say the same are one. Pure.

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
