"""What an examination finds: a line each, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How something is."""

    FINE = "ok"
    NOTE = "note"
    """Worth to know; nothing has to be done."""

    WRONG = "wrong"


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """One thing that was looked at.

    :param todo: what to do, as a sentence or a command; empty where nothing has to be done.
    """

    state: State
    text: str
    todo: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The finding as it is printed."""
        first = f"{self.state:<6} {self.text}"
        return (first, f"       → {self.todo}") if self.todo else (first,)


def fine(text: str) -> Diagnosis:
    """Return that something is as it should be."""
    return Diagnosis(state=State.FINE, text=text)


def note(text: str, todo: str = "") -> Diagnosis:
    """Return what is worth to know."""
    return Diagnosis(state=State.NOTE, text=text, todo=todo)


def wrong(text: str, todo: str) -> Diagnosis:
    """Return what is wrong, and what to do."""
    return Diagnosis(state=State.WRONG, text=text, todo=todo)
