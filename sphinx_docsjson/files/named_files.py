"""Which file of the source directory a path in a page means."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_docsjson.urls import below_base

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment


def find_file(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    """Return the path below the source directory of the file *target*, or ``None``.

    Paths from the root begin with ``/``; others are relative to the file or page *source*, or
    are meant from the root. Nothing outside the source directory is found.

    :param base: the path that the site is served below; it may stand before a path from the root.
    """
    root = Path(env.srcdir)
    meant = meant_files(target, source, base)
    return next((path for path in meant if is_file_below(root, root / path)), None)


def meant_files(target: str, source: str, base: str) -> Iterator[str]:
    """Yield the paths below the source directory that *target* may mean, the likeliest first.

    :param base: the path that the site is served below.
    """
    plain = re.split(r"[?#]", target, maxsplit=1)[0]
    folder = posixpath.dirname(source)
    for path in dict.fromkeys((unquote(plain), plain)):
        for candidate in [path] if path.startswith("/") else [f"{folder}/{path}", path]:
            normal = posixpath.normpath(candidate.lstrip("/"))
            if not normal.startswith(".."):
                yield normal
        if (rest := below_base(path, base)) and not rest.startswith(".."):
            yield posixpath.normpath(rest)


def is_file(path: Path) -> bool:
    """Whether a file is there; a name that no file can have names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def file_below(root: Path, path: str) -> Path | None:
    """Return the file at *path* from the folder *root*, links resolved, if it lies in there."""
    try:
        found = (root / path.lstrip("/")).resolve()
        return found if found.is_file() and found.is_relative_to(root.resolve()) else None
    except (OSError, ValueError):
        return None


def is_file_below(root: Path, path: Path) -> bool:
    """Whether a file is there that lies in the folder *root*, also behind links."""
    return is_file(path) and path.resolve().is_relative_to(root.resolve())
