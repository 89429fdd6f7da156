"""Paths and files: resolving them, valid names of pages, writing only changes, caches."""

from __future__ import annotations

import os
import pickle
import posixpath
import re
import sys
import unicodedata
from contextlib import suppress
from hashlib import blake2b
from mimetypes import MimeTypes
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.urls import below_base
from sphinx_docsjson.version import code_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.environment import BuildEnvironment


def content_digest(content: bytes) -> str:
    """Return the fingerprint of a file: builds, ``check`` and ``serve`` compare it."""
    return blake2b(content, digest_size=12).hexdigest()


# Which file of the source directory a path in a page means.


def find_file(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    """Return the path below the source directory of the file *target*, or ``None``.

    Paths from the root begin with ``/``; others are relative to the file or page *source*, or
    are meant from the root. Nothing outside the source directory is found.

    :param base: the path that the site is served below; it may be before a path from the root.
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


CASE_BLIND = sys.platform in {"win32", "darwin", "cygwin"}
"""Whether file systems of this machine most often find ``A.png`` where a page names ``a.png``."""


def has_own_case(root: Path, path: Path) -> bool:
    """Whether each part of *path* below *root* is written as its folder lists it.

    A file that is found on a case-insensitive disk may be missing on a host.
    """
    if not CASE_BLIND or not path.is_relative_to(root):
        return True
    folder = root
    for part in path.relative_to(root).parts:
        names = {unicodedata.normalize("NFC", name) for name in _names_in(folder)}
        if part != ".." and unicodedata.normalize("NFC", part) not in names:
            return False
        folder /= part
    return True


def relative_path(path: Path | str, start: Path | str) -> str:
    """Return the way from a folder to a file, with slashes; on another drive its whole path."""
    try:
        return Path(os.path.relpath(path, start)).as_posix()
    except ValueError:
        return Path(path).as_posix()


# A file of an earlier build may be the file that this build wrote, with a name in another case.


def identities(paths: Iterable[Path]) -> set[tuple[int, int]]:
    """Return what tells the files at some paths from all others, whatever they are called."""
    found = set()
    for path in paths:
        with suppress(OSError, ValueError):
            state = path.stat()
            found.add((state.st_dev, state.st_ino))
    return found


def remove_unless(path: Path, kept: set[tuple[int, int]]) -> None:
    """Remove a file of an earlier build, unless it is one of those that are kept."""
    if identities([path]).isdisjoint(kept):
        path.unlink(missing_ok=True)


def near_file(root: Path, path: str) -> str | None:
    """Return the file below *root* that *path* is meant to be: each part of it misspelled or not.

    If it is in none of these folders, the usual folders for files of sites are searched.
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
    """Return the file at *path* from the folder *root*, links resolved, if it is in there."""
    try:
        named = root / path.lstrip("/")
        found = named.resolve()
        inside = found.is_file() and found.is_relative_to(root.resolve())
        return found if inside and has_own_case(root, named) else None
    except (OSError, ValueError):
        return None


def is_file_below(root: Path, path: Path) -> bool:
    """Whether a file is there that is in the folder *root*, also behind links."""
    inside = is_file(path) and path.resolve().is_relative_to(root.resolve())
    return inside and has_own_case(root, path)


# Files of the output that keep their time while their text stays the same.


def text_of(path: Path) -> str:
    """Return the text of a file, whatever its encoding and line endings are."""
    return path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")


def write_if_changed(path: Path, text: str) -> None:
    """Write *text*, and the folders around it, unless the file holds it already."""
    write_if_other(path, text.encode("utf-8"))


def write_if_other(path: Path, data: bytes) -> None:
    """Write *data*, and the folders around it, unless the file holds it already."""
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


# A cache of one build for the next. It is valid for this version of the code only; if anything is
# wrong with it, it is made again.


def read_cache(file: Path) -> Any:
    """Return what :func:`write_cache` kept in a file; ``None`` where that is nothing."""
    try:
        code, value = pickle.loads(file.read_bytes())
    except Exception:  # a pickle raises whatever it likes
        return None
    return value if code == code_digest() else None


def write_cache(file: Path, value: Any) -> None:
    """Keep a value in a file, which is not an error where it cannot be written."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".tmp")
        draft.write_bytes(pickle.dumps((code_digest(), value), pickle.HIGHEST_PROTOCOL))
        draft.replace(file)


# The path of a page: its name, a title when it has none, whether it can be a file. Pure.

MAX_SEGMENT, MAX_PATH = 200, 1000
"""Bytes. File systems allow 255 in a name, and endings are added to it."""

_SUFFIX = re.compile(r"\.(mdx?|rst|markdown)$")
_WORD_BREAK = re.compile(r"[-_\s]+")
_NEVER_IN_AN_ADDRESS = re.compile(r"[\x00-\x1f\x7f\\\ud800-\udfff]")

_UNWRITABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff\\<>:\"|?*#%\ud800-\udfff]"
)
"""What Windows, an address, or a file with a name a line, has in no name."""

_PAGES = (".html", ".md", ".txt", ".xml")
"""Endings of files that a later build may write, whether this one does or not."""

_FILES = (*_PAGES, ".js", ".css", ".json", ".inv", ".yaml", ".yml")
_FOLDERS = frozenset({"_downloads", "_images", "_sources", "_static"})

_TYPES = MimeTypes()
"""The types that Python itself knows, not those of the machine."""


def without_unwritable(name: str) -> str:
    """Return *name* without what a file has in its name on no system, or only on some."""
    return _UNWRITABLE.sub("", name)


def page_path(text: str) -> str | None:
    """Return the path of a page as the model has it: no slash at the ends, no extension.

    :returns: ``None`` for a path that leaves the source folder or names nothing.
    """
    parts = [part for part in text.strip().split("/") if part not in ("", ".")]
    if not parts or ".." in parts:
        return None
    return _SUFFIX.sub("", "/".join(parts))


def names_file(path: str) -> bool:
    """Whether *path* ends as the name of a file that browsers show or save, such as ``a.pdf``."""
    return _TYPES.guess_type(path)[0] is not None


def title_from_name(docname: str) -> str:
    """Return a readable title for a page that has none, from the last part of its path."""
    parts = [part for part in docname.split("/") if part]
    name = parts[-2] if len(parts) > 1 and parts[-1] == "index" else parts[-1]
    words = _WORD_BREAK.sub(" ", name).strip()
    return words[:1].upper() + words[1:]


def problem_of_path(path: str) -> str:
    """Return why no file of the output can be at *path*; nothing when one can."""
    if _NEVER_IN_AN_ADDRESS.search(path):
        return "it contains a character that is not allowed in an address. Remove it."
    segments = path.strip("/").split("/")
    if any(segment in {".", ".."} for segment in segments):
        return "it contains '.' or '..'. Write the path from the root of the site."
    if any(segment.endswith(_PAGES) for segment in segments[:-1]):
        return "a file cannot also be a folder. Remove what follows the file name."
    too_long = any(len(segment.encode()) > MAX_SEGMENT for segment in segments)
    if too_long or len(path.encode()) > MAX_PATH:
        return f"it is too long. A part of a path has at most {MAX_SEGMENT} bytes."
    return ""


def problem_of_generated(path: str) -> str:
    """Return why no page can be generated at, or below, *path*; nothing when one can."""
    segments = [segment for segment in path.strip("/").split("/") if segment != "."]
    if problem := problem_of_path("/".join(segments)):
        return problem
    if _FOLDERS & {*segments[:1]} or any(segment.endswith(_FILES) for segment in segments):
        return "such names are reserved for files of the site. Choose another one."
    return ""


# Names of generated documents: readable, stable, and the same on every file system.

MAX_LENGTH = 60
_PORTS = (f"{port}{number}" for port in ("com", "lpt") for number in range(10))
DEVICES = frozenset({"con", "prn", "aux", "nul", *_PORTS})
"""What Windows treats as a device, whatever its ending."""

RESERVED = DEVICES | {"index", "search", "genindex", "py-modindex"}

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_OTHER = re.compile(r"[^a-z0-9]+")


def slug(text: str, fallback: str = "page") -> str:
    """Return *text* as lower-case words of a–z and 0–9 with hyphens between them."""
    plain = unicodedata.normalize("NFKD", _CAMEL.sub("-", text))
    found = _OTHER.sub("-", plain.lower()).strip("-")
    if len(found) > MAX_LENGTH:
        found = found[:MAX_LENGTH].rpartition("-")[0] or found[:MAX_LENGTH]
    found = found or fallback
    return f"{found}-page" if found in RESERVED else found
