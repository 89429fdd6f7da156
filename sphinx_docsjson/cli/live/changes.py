"""Which sources changed: told by the system where watchfiles is installed, else looked for.

A file whose content is what it was has not changed, whatever its time says: editors and extensions
write the same text again.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from sphinx_docsjson.cli.live.going_on import going_on

Told = Callable[[list[str]], None]

INTERVAL = 0.3
"""Seconds between two looks at all files, where the system does not tell."""

SAVING = 0.05
"""So many seconds an editor may take between the two halves of a save."""

NOT_SOURCES = frozenset({"_build", "__pycache__", "node_modules", "venv", "site-packages"})
_TEMPORARY = (".swp", ".swx", ".swpx", ".tmp", ".pyc", "~", "___jb_tmp___", "___jb_old___")


class KnownContents:
    """What the files held that changed before.

    :param outputs: folders that hold what a build writes.
    """

    def __init__(self, outputs: Iterable[Path]) -> None:
        self._outputs = tuple(path.resolve() for path in outputs)
        self._known: dict[str, bytes | None] = {}

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


def _digest(path: Path) -> bytes | None:
    try:
        return blake2b(path.read_bytes(), digest_size=16).digest()
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
