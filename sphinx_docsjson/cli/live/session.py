"""A site that is served: what the other process builds is shown to browsers and to the author."""

from __future__ import annotations

import ipaddress
import signal
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.cli.live.changes import KnownContents, Watcher, has_watchfiles
from sphinx_docsjson.cli.live.open_pages import OpenPages
from sphinx_docsjson.cli.live.site_server import LOOPBACK, Serving, listen
from sphinx_docsjson.cli.live.static_site import StaticSite
from sphinx_docsjson.cli.live.wishes import HOST, Wishes

if TYPE_CHECKING:
    from sphinx_docsjson.cli.live.build_process import BuildProcess
    from sphinx_docsjson.cli.live.site_folders import Folders


class Session:
    """A site that is served, from the first build until the user ends it.

    :param process: builds; who made it ends it.
    """

    def __init__(self, folders: Folders, wishes: Wishes, process: BuildProcess) -> None:
        self._folders = folders
        self._wishes = wishes
        self._pages = OpenPages(folders.target)
        self._process = process
        host = wishes.host
        self.serving = Serving(
            site=StaticSite(root=folders.target),
            pages=self._pages,
            hosts=LOOPBACK | {host},
            any_address=not is_loopback(host),
            proxied=wishes.proxy,
            mocked=wishes.mock,
            ask=self._ask,
            building=True,
        )
        self.serving.api_known.clear()
        self._contents = KnownContents([folders.target, folders.doctrees])
        self._watcher: Watcher | None = None
        self._is_first = True
        self._is_broken = False
        self._line = 0
        self._failed = threading.Event()

    def run(self, port: int) -> int:
        """Serve until the user ends it, or without watching until the build fails."""
        server = listen(self.serving, self._wishes.host, port)
        shown = f"[{self._wishes.host}]" if ":" in self._wishes.host else self._wishes.host
        if shown in {"0.0.0.0", "[::]"}:
            shown = HOST
        address = f"http://{shown}:{server.port}/"
        print(f"{address}  (Ctrl+C ends it)", flush=True)
        if not is_loopback(self._wishes.host):
            print("Everyone in the network can read this site.", file=sys.stderr, flush=True)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self._watch([])
            self._process.start(self._hear)
            if self._wishes.open_browser:
                webbrowser.open(address)
            while not self._failed.wait(3600):
                continue
        finally:
            if self._watcher is not None:
                self._watcher.stop()
            self._pages.close()
            server.shutdown()
            server.server_close()
        return 1

    def _watch(self, outside: list[str]) -> None:
        """Look at the source folder, and at others that pages are made of."""
        folders = [self._folders.source, *map(Path, outside)]
        if not self._wishes.watch:
            return
        if self._watcher is not None:
            if self._watcher.folders == frozenset(folder.resolve() for folder in folders):
                return
            self._watcher.stop()
        elif not has_watchfiles():
            print(
                "Changes are looked for 3 times a second; with `pip install "
                "'sphinx-docsjson[serve]'` they are told at once.",
                flush=True,
            )
        self._watcher = Watcher(folders, self._contents, self._process.changed)
        self._watcher.start()

    def _ask(self, path: str) -> None:
        self._process.look(self._pages.paths())
        if path:
            self._process.ask(path)

    def _hear(self, word: str, data: Any) -> None:
        """Act on a word of the process that builds."""
        if word == "written":
            self._look_again()
        elif word == "progress":
            self._look_again()
            self._pages.tell("progress", keep=True, text=data)
            self._print_progress(data)
        elif word == "problems":
            self._pages.tell("problems", keep=True, problems=data)
        elif word == "finished":
            self._finished(*data)
        elif word == "api":
            self.serving.origins, self.serving.operations = map(tuple, data)
            self.serving.api_known.set()
        elif word == "watch":
            self._watch(data)
        elif word in {"failed", "ended"}:
            self.serving.building = False
            self._is_broken = True
            self._look_again()
            after = "" if self._wishes.watch else "; without --no-watch it is tried again"
            self._print(f"Not built: correct what is said above and save{after}.")
            if not self._wishes.watch:
                self._failed.set()
        elif word == "restarting":
            self._pages.tell("progress", keep=True, text="Code changed: starting again")

    def _look_again(self) -> None:
        self._pages.look_again()
        with self.serving.written:
            self.serving.written.notify_all()

    def _finished(self, count: int, seconds: float) -> None:
        self.serving.building = False
        self._look_again()
        pages = f"{count:,} page{'' if count == 1 else 's'}"
        if self._is_first:
            self._print(f"Built: {pages} in {seconds:.1f} s." if count else "Up to date.")
        elif count:
            self._print(f"Built again: {pages} in {seconds:.1f} s.")
        elif self._is_broken:
            self._print("Up to date again.")
        self._is_first = self._is_broken = False

    def _print_progress(self, text: str) -> None:
        if sys.stdout.isatty():
            print(f"\r{text:<{self._line}}\r{text}", end="", flush=True)
            self._line = len(text)

    def _print(self, text: str) -> None:
        clear = f"\r{'':<{self._line}}\r" if self._line and sys.stdout.isatty() else ""
        self._line = 0
        print(f"{clear}{text}", flush=True)


def is_loopback(host: str) -> bool:
    """Whether a name is one that this machine has for itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in LOOPBACK
