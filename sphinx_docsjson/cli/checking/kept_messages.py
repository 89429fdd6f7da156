"""What is kept between two looks: the messages of each document, and what documents offered.

A document that did not change is not read again, and what was wrong with it still is.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.cli.checking.message_recorder import READ, WRITTEN, Recorded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

FILE = "messages.json"
CACHE = "DOCSJSON_CACHE"
PACKAGES = ("sphinx-docsjson", "sphinx", "docutils", "myst-parser", "sphinx-design")


@dataclass(kw_only=True)
class KeptMessages:
    """The messages of the last look.

    :param offered: the fingerprint of what documents offered to each other.
    :param quarrelling: documents that define the same: which of them is told so depends on the
        order in which they are read.
    :param contents: path of each file that was read → fingerprint.
    :param of: phase → document → its messages.
    """

    offered: str = ""
    quarrelling: set[str] = field(default_factory=set)
    contents: dict[str, str] = field(default_factory=dict)
    of: dict[str, dict[str, list[Recorded]]] = field(
        default_factory=lambda: {READ: {}, WRITTEN: {}}
    )

    def renew(
        self,
        found: Iterable[Recorded],
        *,
        documents: Set[str],
        read: Set[str],
        written: Set[str],
    ) -> None:
        """Take the messages of documents that were read or written now for those of before."""
        for phase, now in ((READ, read), (WRITTEN, written)):
            kept = self.of[phase]
            self.of[phase] = {n: kept[n] for n in kept if n in documents and n not in now}
        for one in found:
            if one.phase in self.of:
                self.of[one.phase].setdefault(one.docname, []).append(one)

    def all(self) -> Iterator[Recorded]:
        """Yield the messages of all documents, as a build would come to them."""
        for kept in self.of.values():
            for docname in sorted(kept):
                yield from kept[docname]


def load(folder: Path) -> KeptMessages | None:
    """Return what was kept in *folder*; it is kept no more until it is stored again.

    :returns: ``None`` when there is nothing, when a look did not come to its end, or when it was
        made by other versions.
    """
    path = folder / FILE
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        path.unlink()
        if found["made_by"] != made_by():
            return None
        of = {
            phase: {name: [Recorded(**one) for one in ones] for name, ones in kept.items()}
            for phase, kept in found["of"].items()
        }
        return KeptMessages(
            offered=found["offered"],
            quarrelling=set(found["quarrelling"]),
            contents=dict(found["contents"]),
            of=of,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def store(folder: Path, kept: KeptMessages) -> None:
    """Keep the messages in *folder*."""
    of = {
        phase: {name: [asdict(one) for one in ones] for name, ones in found.items()}
        for phase, found in kept.of.items()
    }
    known = {
        "offered": kept.offered,
        "quarrelling": sorted(kept.quarrelling),
        "contents": kept.contents,
        "of": of,
    }
    (folder / FILE).write_text(json.dumps({"made_by": made_by(), **known}), encoding="utf-8")


def made_by() -> str:
    """Return the versions of what reads documents."""
    return " ".join([sys.version.split()[0], *(f"{name} {_version(name)}" for name in PACKAGES)])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"


def usual_folder(project: Path, *settings: str) -> Path:
    """Return where the looks at a project are kept: below the cache folder of the user."""
    base = os.environ.get(CACHE) or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    key = hashlib.sha256("\0".join([str(project.resolve()), *settings]).encode()).hexdigest()
    return Path(base) / "sphinx-docsjson" / "check" / f"{project.resolve().name}-{key[:12]}"


@contextmanager
def alone_in(folder: Path) -> Iterator[Path]:
    """Yield *folder*, or one that is thrown away where another look is going on in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError:
        lock = None
    with suppress(ImportError):
        import fcntl

        if lock is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.close()
                lock = None
    if lock is None:
        with tempfile.TemporaryDirectory() as scratch:
            yield Path(scratch)
        return
    try:
        yield folder
    finally:
        lock.close()
