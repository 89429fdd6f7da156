"""What messages say: where they come from, and which are said at all."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.utils import Reporter

SPHINX = "sphinx"
"""The logger above all others: ``sphinx.util.logging`` puts it before every name."""


def logger_of(module: str) -> logging.Logger:
    """Return the logger of a module of Sphinx or of an extension.

    Sphinx hands out adapters; a filter needs what is behind them. Where names are made in another
    way, the logger is nobody's, and its filters have no effect.
    """
    return logging.getLogger(f"{SPHINX}.{module}")


def warning_handlers() -> list[logging.Handler]:
    """Return what prints the warnings of this build: the handlers that take nothing below them."""
    handlers = logging.getLogger(SPHINX).handlers
    return [handler for handler in handlers if handler.level >= logging.WARNING]


def change_messages(change: logging.Filter) -> None:
    """Let *change* see every message of this build.

    Sphinx makes new handlers for each application, after which a location is a text; a filter
    that is added now sees that text. Without handlers there, messages stay as they are.
    """
    for handler in logging.getLogger(SPHINX).handlers:
        handler.addFilter(change)


@contextmanager
def reported_as(reporter: Reporter, source: str) -> Iterator[None]:
    """Let docutils say that what it reports stands in *source*.

    The parser of reStructuredText gives the reporter a function that knows places, and so does
    MyST; it has no setter. Where nobody asks for it, messages name the page around.
    """
    known: dict[str, Any] = vars(reporter)
    before = dict(known)

    def place(line: int | None = None) -> tuple[str, int | None]:
        return source, line

    known["source"], known["get_source_and_line"] = source, place
    try:
        yield
    finally:
        for name in ("source", "get_source_and_line"):
            known.pop(name)
            if name in before:
                known[name] = before[name]


def say_each_time() -> None:
    """Let messages that are meant to be said once be said wherever they are true.

    Sphinx gives each application a filter that drops the second one, and has no setting for it.
    Where the filter has another name, such a message is said once.
    """
    for handler in logging.getLogger(SPHINX).handlers:
        for found in list(handler.filters):
            if type(found).__name__ == "OnceFilter":
                handler.removeFilter(found)
