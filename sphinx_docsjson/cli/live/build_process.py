"""The process that builds, as the one that serves knows it: started, told of changes, heard."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.cli.live.building.build_words import AGAIN
from sphinx_docsjson.cli.live.going_on import going_on

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from sphinx_docsjson.cli.live.site_folders import Folders

Heard = Callable[[str, Any], None]

PATIENCE = 5.0
"""Seconds that a process may take to end."""


def build(folders: Folders, link: Connection) -> None:
    """Load what builds, and build; garbage is not looked for before there is some."""
    gc.disable()
    from sphinx_docsjson.cli.live.building.build_main import main

    main(folders, link)


class BuildProcess:
    """Keeps a process that builds.

    This module loads nothing of Sphinx: a page is there a second earlier when it is loaded on the
    other side only, while the server is loaded on this one.
    """

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._heard: Heard = lambda _word, _data: None
        self._lock = threading.Lock()
        self._link: Connection | None = None
        self._process: Any = None
        self._ended = False
        self._looked: list[str] = []

    def load(self) -> None:
        """Start a process that loads what it needs, and waits."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=build, args=(self._folders, theirs), name="build")
        with self._lock, without_interrupt():
            process.start()
            theirs.close()
            self._process, self._link = process, ours

    def start(self, heard: Heard) -> None:
        """Begin to build.

        :param heard: called with each word of the process and its data, in a thread of its own.
        """
        self._heard = heard
        if self._process is None:
            self.load()
        self._begin()

    def _begin(self) -> None:
        self._send("begin", None)
        self._send("look", self._looked)
        link = self._link
        threading.Thread(target=self._hear, args=(self._process, link), daemon=True).start()

    def _start_again(self) -> None:
        self.load()
        self._begin()

    def changed(self, paths: list[str]) -> None:
        """Tell of files that changed; a process that has ended is started again."""
        if self._process is not None and not self._process.is_alive() and not self._ended:
            self._start_again()
        else:
            self._send("changed", paths)

    def look(self, paths: list[str]) -> None:
        """Tell which pages are open, the last one first."""
        if paths != self._looked:
            self._looked = paths
            self._send("look", paths)

    def ask(self, path: str) -> None:
        """Ask for a page that is not there yet."""
        self._send("ask", path)

    def stop(self) -> None:
        """End the process."""
        self._ended = True
        with self._lock:
            if self._link is not None:
                self._link.close()
                self._link = None
        if self._process is not None:
            self._process.terminate()
            self._process.join(PATIENCE)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()

    def _send(self, word: str, data: object) -> None:
        with self._lock:
            try:
                if self._link is not None:
                    self._link.send((word, data))
            except (OSError, ValueError):
                self._link = None

    def _hear(self, process: Any, link: Connection) -> None:
        try:
            while True:
                word, data = link.recv()
                with going_on(f"hearing of {word!r}"):
                    self._heard(word, data)
        except (EOFError, OSError):
            pass
        process.join()
        if self._ended:
            return
        again = process.exitcode == AGAIN
        with going_on("hearing of the end of a build"):
            self._heard("restarting" if again else "ended", None if again else process.exitcode)
        if again:
            with going_on("starting the process that builds"):
                self._start_again()


@contextmanager
def without_interrupt() -> Iterator[None]:
    """Start processes that Ctrl+C does not reach: who started them ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it lets the signal through again where it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
