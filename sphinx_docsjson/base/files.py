"""Files of the source directory that a path means, of the output that stay, and of caches."""

from __future__ import annotations

import pickle
import posixpath
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.urls import below_base
from sphinx_docsjson.version import code_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment


# Which file of the source directory a path in a page means.


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


def near_file(root: Path, path: str) -> str | None:
    """Return the file below *root* that *path* is meant to be: each part of it misspelled or not.

    A file that is in none of its folders may be in one where files of sites most often are.
    """
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if not parts or ".." in parts:
        return None
    folder = root
    for part in parts:
        names = _names_in(folder)
        name = part if part in names else near_name(part, names)
        if name is None:
            break
        folder /= name
    else:
        if is_file_below(root, folder):
            return folder.relative_to(root).as_posix()
    elsewhere = (root / place / parts[-1] for place in _FOLDERS_OF_FILES)
    found = next((file for file in elsewhere if is_file_below(root, file)), None)
    return found.relative_to(root).as_posix() if found else None


_FOLDERS_OF_FILES = ("", "public", "static", "images", "assets", "logo")


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except (OSError, ValueError):
        return []


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


# Files of the output that keep their time while their text stays the same.


def write_if_changed(path: Path, text: str) -> None:
    """Write *text*, and the folders around it, unless the file holds it already."""
    data = text.encode("utf-8")
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


# What one build keeps for the next: it holds for this code only, and whatever is wrong with it, it
# is made again.


def read_cache(file: Path) -> Any:
    """Return what :func:`write_cache` kept in a file; ``None`` where that is nothing."""
    try:
        code, value = pickle.loads(file.read_bytes())
    except Exception:  # a pickle raises whatever it likes
        return None
    return value if code == code_digest() else None


def write_cache(file: Path, value: Any) -> None:
    """Keep a value in a file, which is no error where it cannot be written."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".tmp")
        draft.write_bytes(pickle.dumps((code_digest(), value), pickle.HIGHEST_PROTOCOL))
        draft.replace(file)
