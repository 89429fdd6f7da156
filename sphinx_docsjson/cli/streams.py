"""Makes standard output and error print any character."""

from __future__ import annotations

import io
import sys


def print_any_text(*, for_programs: bool = False) -> None:
    """Let the streams take any character: a pipe of Windows knows those of its code page only.

    :param for_programs: what reads the output wants UTF-8, as JSON does.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if for_programs and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
