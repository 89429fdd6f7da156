"""The process that builds, as the one that serves knows it: started, told of changes, heard."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.cli.live.building.build_main import AGAIN, main
from sphinx_docsjson.cli.live.building.kept_application import Folders

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Heard = Callable[[str, Any], None]


class BuildProcess:
    """Keeps a process that builds.

    :param heard: called with each word of the process and its data, in a thread of its own.
    """

    def __init__(self, folders: Folders, heard: Heard) -> None:
        self._folders = folders
        self._heard = heard
        self._lock = threading.Lock()
        self._link: Connection | None = None
        self._process: Any = None
        self._ended = False
        self._looked: list[str] = []

    def start(self) -> None:
        """Start a process."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=main, args=(self._folders, theirs), name="build")
        with self._lock:
            process.start()
            theirs.close()
            self._process, self._link = process, ours
            if self._looked:
                ours.send(("look", self._looked))
        threading.Thread(target=self._hear, args=(process, ours), daemon=True).start()

    def changed(self, paths: list[str]) -> None:
        """Tell of files that changed; a process that has ended is started again."""
        if self._process is not None and not self._process.is_alive() and not self._ended:
            self.start()
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
            self._process.join(5)

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
                self._heard(*link.recv())
        except (EOFError, OSError):
            pass
        process.join()
        if self._ended:
            return
        if process.exitcode == AGAIN:
            self._heard("restarting", None)
            self.start()
        else:
            self._heard("ended", process.exitcode)
