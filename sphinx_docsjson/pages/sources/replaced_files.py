"""Files that were replaced by older ones: Sphinx compares times, and sees only what is newer.

That is an earlier version that was put back with its time, or any change after a build whose clock
was ahead.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

STAMPS = "docsjson_stamps"
"""The attribute of the environment: document → the files that it was read from, as they were."""


def find_replaced(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the documents whose files are others than when they were read."""
    known: dict[str, str] = getattr(env, STAMPS, {})
    unseen = (known.keys() & env.found_docs) - added - changed - removed
    return [name for name in sorted(unseen) if _stamp(env, name) != known[name]]


def remember_files(app: Sphinx, env: BuildEnvironment) -> None:
    """Note the files of every document, once all are read."""
    setattr(env, STAMPS, {name: _stamp(env, name) for name in env.found_docs})


def _stamp(env: BuildEnvironment, docname: str) -> str:
    return " ".join(_files(env, docname))


def _files(env: BuildEnvironment, docname: str) -> Iterator[str]:
    others = (str(path) for path in env.dependencies.get(docname, ()))
    # Catalogues are compiled anew by a build, also those whose texts are what they were.
    needed = sorted(path for path in others if not path.endswith(".mo"))
    for path in (str(env.doc2path(docname)), *needed):
        try:
            found = os.stat(os.path.join(env.srcdir, path))
        except (OSError, ValueError):
            yield "-"
        else:
            yield f"{found.st_mtime_ns:x}:{found.st_size:x}"
