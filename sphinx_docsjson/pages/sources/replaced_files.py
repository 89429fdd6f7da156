"""Files that were replaced by older ones: Sphinx compares times, and sees only what is newer.

That is an earlier version that was put back with its time, any change after a build whose clock
was ahead, or a page that was renamed: ``page.mdx`` and ``page.md`` are the same document.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

Stamps: TypeAlias = dict[str, tuple[int, int]]
"""Path → time of the last change in nanoseconds, and size in bytes."""

STAMPS = "stamps_of_docsjson"
"""The attribute of the environment: document → the files that it was read from, as they were.

Those whose names begin with ``docsjson`` hold what documents offer to each other.
"""


def find_replaced(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the documents with a file that is older than when they were read, or another one."""
    known: dict[str, Stamps] = getattr(env, STAMPS, {})
    unseen = (known.keys() & env.found_docs) - added - changed - removed
    return [name for name in sorted(unseen) if _is_replaced(known[name], _stamps(env, name))]


def forget_files(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget the files of a document that is about to be read, or is gone."""
    getattr(env, STAMPS, {}).pop(docname, None)


def remember_files(app: Sphinx, env: BuildEnvironment) -> None:
    """Note the files of the documents that were read."""
    known: dict[str, Stamps] = getattr(env, STAMPS, {})
    found = env.found_docs
    setattr(env, STAMPS, {n: known[n] if n in known else _stamps(env, n) for n in found})


def _is_replaced(before: Stamps, now: Stamps) -> bool:
    return _suffix(before) != _suffix(now) or _became_older(before, now)


def _suffix(stamps: Stamps) -> str:
    """Return the suffix of the file that a document stands in, which comes first."""
    return Path(next(iter(stamps), "")).suffix


def _became_older(before: Stamps, now: Stamps) -> bool:
    """Whether a file has an earlier time, or the same time and another size."""
    return any(
        now[path][0] < time or (now[path][0] == time and now[path][1] != size)
        for path, (time, size) in before.items()
        if path in now
    )


def _stamps(env: BuildEnvironment, docname: str) -> Stamps:
    return dict(_files(env, docname))


def _files(env: BuildEnvironment, docname: str) -> Iterator[tuple[str, tuple[int, int]]]:
    others = (str(path) for path in env.dependencies.get(docname, ()))
    # Catalogues are compiled anew by a build, also those whose texts are what they were.
    needed = sorted(path for path in others if not path.endswith(".mo"))
    for path in (str(env.doc2path(docname)), *needed):
        try:
            found = os.stat(os.path.join(env.srcdir, path))
        except (OSError, ValueError):
            continue
        yield path, (found.st_mtime_ns, found.st_size)
