"""The messages of a running build, each with the document that was read or written meanwhile.

They are taken where Sphinx prints them: what is suppressed is not here, and what is here stands in
the log of a build word for word.
"""

from __future__ import annotations

import io
import logging
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.compat.log_messages import change_messages, say_each_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

READ, WRITTEN, WHOLE = "read", "written", ""
"""What a message belongs to: a document that is read, one that is written, or the whole site."""

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
