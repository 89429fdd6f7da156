"""What is told of a build that stops: one message in the place of a traceback."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sphinx.errors import SphinxError

from sphinx_docsjson.cli.checking.message_texts import BuildMessage, grouped, read_message
from sphinx_docsjson.text.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.cli.checking.message_recorder import MessageRecorder


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
