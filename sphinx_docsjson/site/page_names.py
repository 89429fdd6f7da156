"""What the path of a page tells: its name, a title when it has none, whether it can be a file."""

from __future__ import annotations

import re
import unicodedata
from mimetypes import MimeTypes

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

_FILES = (*_PAGES, ".js", ".css", ".json", ".inv", ".yaml", ".yml", ".http")
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
    """Return why no file of the output can stand at *path*; nothing when one can."""
    if _NEVER_IN_AN_ADDRESS.search(path):
        return "it holds a character that no address has. Remove it."
    segments = path.strip("/").split("/")
    if any(segment in {".", ".."} for segment in segments):
        return "it holds '.' or '..'. Write the path from the root of the site."
    if any(segment.endswith(_PAGES) for segment in segments[:-1]):
        return "a file of a site cannot be a folder too. Remove what follows the file's name."
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
        return "files of the site have such names. Choose another one."
    return ""


# Names of generated documents: readable, stable, and the same on every file system.

MAX_LENGTH = 60
RESERVED = frozenset({"index", "search", "genindex", "py-modindex", "con", "prn", "aux", "nul"})

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
