"""What a file of a specification is called: its path from the source directory, or a URL. Pure."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote, urljoin


def join(base: str, file: str) -> str:
    """Return the key of *file* as it is named in the file *base*."""
    if "://" in file:
        return file
    if "://" in base:
        return urljoin(base, file)
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(file)))
