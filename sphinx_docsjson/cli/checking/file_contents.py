"""Which documents changed in content, and not only in time.

Sphinx goes by the time of files. A fresh clone, as continuous integration makes it, gives all
files the time of today, and every page would be read again.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.environment import BuildEnvironment

MICROSECOND = 1000
"""In nanoseconds; Sphinx keeps the time of reading in microseconds, and rounds up."""


def forgive_times(env: BuildEnvironment, contents: Mapping[str, str]) -> None:
    """Let documents count as read lately whose files say what they said when they were read.

    :param contents: path → fingerprint, of when the document was read.
    """
    for name, read in list(env.all_docs.items()):
        files = list(_files(env, name))
        try:
            newest = max(-(path.stat().st_mtime_ns // -MICROSECOND) for path in files)
        except OSError:
            continue
        if newest > read and all(_content(path) == contents.get(str(path)) for path in files):
            env.all_docs[name] = newest


def contents_of(env: BuildEnvironment, docnames: Iterable[str]) -> dict[str, str]:
    """Return path → fingerprint for the files that documents were made of."""
    paths = {path for name in docnames for path in _files(env, name)}
    return {str(path): _content(path) for path in paths}


def _files(env: BuildEnvironment, name: str) -> Iterator[Path]:
    yield Path(env.doc2path(name))
    for path in env.dependencies.get(name, ()):
        yield Path(env.srcdir) / path


def _content(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
