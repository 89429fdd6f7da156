"""What keeps a loop alive: an item that fails is told in one line, and the next one is taken.

``serve`` runs for days in threads that nobody watches. A thread that ends by an exception says
nothing, and what it did is not done any more. ``tests/cli/test_going_on.py`` raises in each loop,
and finds a thread or a process whose loop has no such protection.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def going_on(doing: str, *, but: tuple[type[BaseException], ...] = ()) -> Iterator[None]:
    """Let what is done inside fail without ending the loop around it.

    :param doing: what is done, as it is told: ``"looking at a file"``.
    :param but: exceptions that the loop means, such as that of its end; they are raised.
    """
    try:
        yield
    except but:
        raise
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        line = f"serve: ERROR: {doing} failed ({what}); serving goes on. Report this."
        print(line.encode("utf-8", "replace").decode(), file=sys.stderr, flush=True)
