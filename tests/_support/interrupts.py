"""Ctrl+C for the commands that tests start."""

from __future__ import annotations

import signal


def hear_interrupts() -> None:
    """Let Ctrl+C end a command, also where the tests run in the background of a script.

    A shell lets what it starts in the background ignore it: ``preexec_fn`` of a process.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
