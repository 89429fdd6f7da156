"""A ``serve`` session: watches the sources, starts builds, and notifies browsers."""

from __future__ import annotations

import gc
import io
import ipaddress
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import content_digest
from sphinx_docsjson.cli import going_on
from sphinx_docsjson.cli.serve.build_results import AGAIN
from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.proxy import Mock
from sphinx_docsjson.cli.serve.server import LOOPBACK, Serving, StaticSite, listen

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from sphinx_docsjson.cli.serve.application import Folders


# A site that is served: what the other process builds is shown to browsers and to the author.


class Session:
    """A site that is served, from the first build until the user ends it.

    :param process: builds; who made it ends it.
    """

    def __init__(self, folders: Folders, wishes: ServeOptions, process: BuildProcess) -> None:
        self._folders = folders
        self._wishes = wishes
        self._pages = OpenPages(folders.target)
        self._process = process
        host = wishes.host
        self.serving = Serving(
            site=StaticSite(root=folders.target),
            pages=self._pages,
            hosts=LOOPBACK | {host.lower()},
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
        if shown in {EVERY_HOST, "[::]"}:
            shown = HOST
        address = f"http://{shown}:{server.port}/"
        print(f"{address}  (Ctrl+C ends it)", flush=True)
        if self._wishes.lan:
            print(for_phones(server.port), flush=True)
        if not is_loopback(self._wishes.host):
            print("Everyone in the network can read this site.", file=sys.stderr, flush=True)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self._watch([])
            self._process.start(self._hear)
            if self._wishes.open_browser:
                webbrowser.open(address)
            # On Windows a lock that is waited for lets no Ctrl+C through before the time is over.
            while not self._failed.wait(1):
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
                "Changes are checked for 3 times a second; with `pip install "
                '"sphinx-docsjson[serve]"` they are noticed at once.',
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
        elif word == "address":
            self.serving.base = data
        elif word == "api":
            origins, mocked, wants_proxy = data
            self.serving.proxied = self._wishes.proxy or wants_proxy
            self.serving.origins, self.serving.mock = tuple(origins), Mock(mocked, self._print)
            self.serving.api_known.set()
        elif word == "watch":
            self._watch(data)
        elif word in {"failed", "ended"}:
            self.serving.building = False
            self._is_broken = True
            self._look_again()
            after = "" if self._wishes.watch else "; without --no-watch it is tried again"
            self._print(f"Not built: correct the errors above and save{after}.")
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


# A phone in the same network reads the site: its address there, as a QR code to point it at.


def for_phones(port: int) -> str:
    """Return what to say about the address that other machines in the network open."""
    host = address_in_network()
    if not host:
        return "This computer is not in a network, so no other one can open the site."
    address = f"http://{host}:{port}/"
    code = qr_code(address) if sys.stdout.isatty() else ""
    return f"{code}{address}  (for phones in the same network)"


def address_in_network() -> str:
    """Return the number that this machine has where other machines reach it; else nothing.

    No packet is sent: the system says which of its numbers it would send one from. The other one
    is kept for documentation (RFC 5737).
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            trial.connect(("192.0.2.1", 9))
            host: str = trial.getsockname()[0]
    except OSError:
        return ""
    return "" if is_loopback(host) or host == EVERY_HOST else host


def qr_code(address: str) -> str:
    """Return a QR code for a terminal, black on white in any of its colours."""
    if find_spec("segno") is None:
        return 'For a QR code: pip install "sphinx-docsjson[serve]"\n'
    import segno

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    try:
        drawn.getvalue().encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # a code page without half blocks
        return ""
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in lines)


# The process that builds, as the one that serves knows it: started, told of changes, heard.

Heard = Callable[[str, Any], None]

PATIENCE = 5.0
"""Seconds that a process may take to end."""


def build(folders: Folders, link: Connection) -> None:
    """Load what builds, and build; garbage is not looked for before there is some."""
    gc.disable()
    if not hasattr(signal, "pthread_sigmask"):  # on Windows Ctrl+C reaches this process, too
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    from sphinx_docsjson.cli.serve.build_process import main

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
        self._typed: dict[str, str] = {}

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
        for path, text in self._typed.items():
            self._send("typed", (path, text))
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

    def typed(self, path: str, text: str | None) -> None:
        """Tell what an editor shows of a file that it has not saved, or that it is as saved."""
        if text is None:
            self._typed.pop(path, None)
        else:
            self._typed[path] = text
        self._send("typed", (path, text))

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


# Which sources changed: told by the system where watchfiles is installed, else looked for.
#
# A file whose content is what it was has not changed, whatever its time says: editors and
# extensions write the same text again.

Told = Callable[[list[str]], None]

INTERVAL = 0.3
"""Seconds between two looks at all files, where the system does not tell."""

SAVING = 0.05
"""How many seconds an editor may take between the two halves of a save."""

NOT_SOURCES = frozenset({"_build", "__pycache__", "node_modules", "venv", "site-packages"})
_TEMPORARY = (".swp", ".swx", ".swpx", ".tmp", ".pyc", "~", "___jb_tmp___", "___jb_old___")


class KnownContents:
    """What the files held that changed before.

    :param outputs: folders that hold what a build writes.
    """

    def __init__(self, outputs: Iterable[Path]) -> None:
        self._outputs = tuple(path.resolve() for path in outputs)
        self._known: dict[str, str | None] = {}

    def is_source(self, path: Path) -> bool:
        """Whether a path may be that of a source: no hidden file, no output, no draft."""
        name = path.name
        if name.endswith(_TEMPORARY) or name == "4913" or name.startswith("#"):
            return False
        if any(part in NOT_SOURCES or part.startswith(".") for part in path.parts):
            return False
        return not any(path.is_relative_to(folder) for folder in self._outputs)

    def changed(self, paths: Iterable[str], folders: Iterable[Path]) -> list[str]:
        """Return those of *paths* that are sources and hold something else than before.

        :param folders: what is watched; names above it count for nothing.
        """
        roots = [folder.resolve() for folder in folders]
        found = []
        for name in sorted(set(paths)):
            path = Path(name)
            inside = next((path.relative_to(r) for r in roots if path.is_relative_to(r)), path)
            if not self.is_source(Path("/") / inside if inside.is_absolute() else inside) or any(
                path.is_relative_to(folder) for folder in self._outputs
            ):
                continue
            if path.is_dir():
                continue
            now = _digest(path)
            if name not in self._known or self._known[name] != now:
                self._known[name] = now
                found.append(name)
        return found


def _digest(path: Path) -> str | None:
    try:
        return content_digest(path.read_bytes())
    except OSError:
        return None


def is_half_saved(path: Path) -> bool:
    """Whether a file is gone or empty: some editors take it away, or empty it, to write it."""
    try:
        return path.stat().st_size == 0
    except OSError:
        return True


def has_watchfiles() -> bool:
    """Whether the system can tell of changes."""
    return find_spec("watchfiles") is not None


class Watcher:
    """Tells of changed sources until it is stopped.

    :param told: called with the paths, in a thread of its own.
    """

    def __init__(self, folders: Iterable[Path], contents: KnownContents, told: Told) -> None:
        self.folders = frozenset(folder.resolve() for folder in folders if folder.is_dir())
        self._contents = contents
        self._told = told
        self._end = threading.Event()
        run = self._listen_or_look if has_watchfiles() else self._look
        self._ready = threading.Event()
        self._thread = threading.Thread(target=run, daemon=True, name="changes")

    def start(self) -> None:
        """Begin, and return when no change can be missed any more."""
        self._thread.start()
        self._ready.wait(5)

    def stop(self) -> None:
        """Tell of nothing any more."""
        self._end.set()

    def _tell(self, paths: Iterable[str]) -> None:
        named = set(paths)
        if any(is_half_saved(Path(name)) for name in named):
            self._end.wait(SAVING)
        changed = self._contents.changed(named, self.folders)
        if changed and not self._end.is_set():
            self._told(changed)

    def _listen_or_look(self) -> None:
        """Listen to the system; where it cannot tell (any more), look at the files."""
        with going_on("listening for changes"):
            self._listen()
        if not self._end.is_set():
            self._look()

    def _listen(self) -> None:
        import watchfiles

        events = watchfiles.watch(
            *self.folders,
            watch_filter=None,
            debounce=50,
            step=10,
            rust_timeout=100,
            yield_on_timeout=True,
            stop_event=self._end,
            raise_interrupt=False,
        )
        for changes in events:
            self._ready.set()
            if changes:
                with going_on("looking at a change"):
                    self._tell(path for _kind, path in changes)

    def _look(self) -> None:
        before = dict(self._files())
        self._ready.set()
        while not self._end.wait(INTERVAL):
            with going_on("looking for changes"):
                now = dict(self._files())
                last, before = before, now
                if now != last:
                    self._tell(name for name, _state in now.items() ^ last.items())

    def _files(self) -> Iterable[tuple[str, tuple[int, int]]]:
        for folder in self.folders:
            for parent, folders, files in os.walk(folder):
                folders[:] = [name for name in folders if self._contents.is_source(Path(name))]
                for name in files:
                    path = os.path.join(parent, name)
                    try:
                        state = os.stat(path)
                    except OSError:
                        continue
                    yield path, (state.st_mtime_ns, state.st_size)


# What the command line passes to ``serve``.

HOST = "127.0.0.1"
EVERY_HOST = "0.0.0.0"


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """What the command line requests.

    :param lan: the address of this machine in its network is shown, for phones.
    :param settings: what ``-D`` sets.
    """

    builder: str = "html"
    settings: Mapping[str, str] = field(default_factory=dict)
    host: str = HOST
    lan: bool = False
    port: int | None = None
    watch: bool = True
    output: Path | None = None
    open_browser: bool = False
    proxy: bool = False
    mock: bool = False
