"""The files of redirects in the output folder: they never take the place of another file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx_docsjson.files.written import write_if_changed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FILE = "_redirects"
MARK = "# Written by sphinx-docsjson from the redirects of the configuration."
REDIRECTS = b'http-equiv="refresh"'


class RedirectFolder:
    """Writes the pages of redirects, and removes those of the build before.

    :param outdir: the output folder. All other files of the site are there already.
    :param memory: the file, outside of it, that keeps the names of what was written.
    """

    def __init__(self, outdir: Path, memory: Path) -> None:
        self._outdir = outdir
        self._memory = memory
        self._written: dict[str, None] = {}

    def put(self, name: str, text: str) -> str:
        """Write the page *name*, unless a page is there; return why it could not be written.

        The first redirect of an address counts.
        """
        path = self._outdir / name
        if name in self._written:
            return ""
        for parent in path.relative_to(self._outdir).parents:
            if (self._outdir / parent).is_file():
                return f"{parent.as_posix()!r} is a file of the site and cannot be a folder too."
        if path.is_dir():
            return f"{name!r} is a folder of the site and cannot be a file too."
        try:
            if not is_page(path):
                write_if_changed(path, text)
                self._written[name] = None
        except OSError as error:
            return f"{name!r} cannot be written ({error.strerror})."
        return ""

    def put_list(self, lines: Sequence[str]) -> None:
        """Write the list that hosts read, unless the author has one; without lines, remove it."""
        listing = self._outdir / FILE
        if listing.exists() and not _is_ours(listing):
            return
        if lines:
            write_if_changed(listing, "\n".join([MARK, *lines, ""]))
        else:
            listing.unlink(missing_ok=True)

    def forget_others(self) -> None:
        """Remove the pages of redirects that are no more, and keep the names of today's."""
        for name in self._names_of_the_build_before():
            path = self._outdir / name
            inside = path.resolve().is_relative_to(self._outdir.resolve())
            if name not in self._written and inside and path.is_file() and not is_page(path):
                path.unlink()
        if self._written or self._memory.is_file():
            write_if_changed(self._memory, json.dumps(list(self._written)))

    def _names_of_the_build_before(self) -> list[str]:
        try:
            names = json.loads(self._memory.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def is_page(path: Path) -> bool:
    """Whether a file that is not a redirect stands at *path*."""
    return path.is_file() and REDIRECTS not in path.read_bytes()[:2000]


def _is_ours(listing: Path) -> bool:
    return listing.is_file() and listing.read_bytes().startswith(MARK.encode())
