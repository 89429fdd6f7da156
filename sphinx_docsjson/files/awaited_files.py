"""Files that a page names and that are not there: the page is read again when one appears.

As a dependency of Sphinx, a file that is missing would have the page read in every build.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.files.extra_files import find_extra_file
from sphinx_docsjson.files.named_files import find_file, is_file, is_file_below, meant_files

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

AWAITED = "docsjson_awaited"
"""Where the metadata of a page hold the paths, below the source directory."""


def find_or_await(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    """Do as :func:`find_file` while a page is read; wait for a file that is not there.

    An extra file (``html_extra_path``) is found by its address in the output, where ``conf.py``
    lies in the source directory, as nearly always.
    """
    found = find_file(env, target, source, base) or _find_extra(env, target, source, base)
    if found is None:
        await_files(env, meant_files(target, source, base))
    return found


def _find_extra(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    root = Path(env.srcdir)
    for path in meant_files(target, source, base):
        extra = find_extra_file(root, env.config, path)
        if extra is not None and is_file_below(root, extra[1]):
            return extra[1].relative_to(root).as_posix()
    return None


def await_files(env: BuildEnvironment, paths: Iterable[str]) -> None:
    """Let the page that is being read be read again when one of *paths* is a file."""
    awaited: list[str] = env.metadata[env.docname].setdefault(AWAITED, [])
    awaited += [path for path in paths if path not in awaited]


def find_appeared(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that a file was awaited for that is there now."""
    root = Path(env.srcdir)
    return [
        docname
        for docname, metadata in env.metadata.items()
        if docname not in removed
        and any(is_file(root / path) for path in metadata.get(AWAITED, ()))
    ]
