"""What browsers have open, and what they are told: events of a build, one line of JSON each.

Each file that was served is known by its content. After a build those whose content differs are
named, with the number of the build, so that a page asks only for what changed since it was loaded.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sphinx_docsjson.cli.live.going_on import going_on

BEAT = 15.0
"""Seconds after which a silent connection says that it is there, or finds out that it is not."""

MISSING = 1000
"""So many addresses without a file are remembered; the oldest are forgotten first."""

SERVED = 100_000
"""So many files are remembered that were served, under each of their names."""


class OpenPages:
    """The connections of browsers.

    :param root: the folder that is served.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = threading.Lock()
        self._pages: dict[queue.Queue[str | None], str] = {}
        self._served: dict[str, tuple[int, bytes]] = {}
        self._missing: dict[str, None] = {}
        self._changed_in: dict[str, int] = {}
        self._last: dict[str, dict[str, Any]] = {}
        self.number = 0

    def serves(self, file: Path, content: bytes) -> None:
        """Remember what a file held when it was served."""
        name = file.relative_to(self._root).as_posix()
        with self._lock:
            self._served.setdefault(name, (file.stat().st_mtime_ns, _digest(content)))
            if len(self._served) > SERVED:
                del self._served[next(iter(self._served))]

    def expect(self, names: Iterable[str]) -> None:
        """Remember files that were asked for and are not there: their coming is a change."""
        with self._lock:
            for name in names:
                if name not in self._served:
                    self._served[name] = (0, b"")
                    self._missing[name] = None
            while len(self._missing) > MISSING:
                oldest = next(iter(self._missing))
                del self._missing[oldest]
                self._served.pop(oldest, None)

    def look_again(self, names: Iterable[str] | None = None) -> list[str]:
        """Find the served files that hold something else now, and tell browsers of them.

        :param names: the files to look at; without, all of them.
        """
        changed = []
        with self._lock:
            among = self._served if names is None else [n for n in names if n in self._served]
            for name in list(among):
                with going_on("looking at a file that was served"):
                    if self._is_changed(name):
                        changed.append(name)
            if changed:
                self.number += 1
                self._changed_in |= dict.fromkeys(changed, self.number)
        if changed:
            self.tell("changed", files=changed, build=self.number)
        return changed

    def _is_changed(self, name: str) -> bool:
        """Whether a file that was served holds something else; remembers what it holds now."""
        time, digest = self._served[name]
        path = self._root / name
        try:
            if (now := path.stat().st_mtime_ns) == time:
                return False
            new = _digest(path.read_bytes())
        except (OSError, ValueError):  # it is gone, or no file can have such a name
            now, new = 0, b""
        self._served[name] = (now, new)
        if new:
            self._missing.pop(name, None)
        return new != digest

    def tell(self, event: str, *, keep: bool = False, **data: Any) -> None:
        """Send an event to every open page.

        :param keep: pages that are opened later are told, too.
        """
        with self._lock:
            if keep:
                self._last[event] = data
            for waiting in self._pages:
                waiting.put(_line(event, data))

    def paths(self) -> list[str]:
        """Return the paths of the pages that are looked at, the last one first."""
        with self._lock:
            return list(dict.fromkeys(reversed(self._pages.values())))

    @contextmanager
    def opened(self, path: str, since: int) -> Iterator[Iterator[str]]:
        """Give the events for a page, until it is closed.

        :param since: the number of the build that the page was loaded from.
        """
        waiting: queue.Queue[str | None] = queue.Queue()
        self.look_again()  # what was written since, nobody looked at
        with self._lock:
            missed = [name for name, number in self._changed_in.items() if number > since]
            if missed:
                waiting.put(_line("changed", {"files": missed, "build": self.number}))
            for event, data in self._last.items():
                waiting.put(_line(event, data))
            self._pages[waiting] = path
        try:
            yield self._events(waiting)
        finally:
            with self._lock:
                self._pages.pop(waiting, None)

    def _events(self, waiting: queue.Queue[str | None]) -> Iterator[str]:
        yield ": open\n\n"
        while True:
            try:
                line = waiting.get(timeout=BEAT)
            except queue.Empty:
                line = ": still here\n\n"
            if line is None:
                return
            yield line

    def close(self) -> None:
        """End all connections."""
        with self._lock:
            for waiting in self._pages:
                waiting.put(None)


def _line(event: str, data: dict[str, Any]) -> str:
    return f"event: {event}\ndata: {json.dumps(data)}\n\n"


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()
