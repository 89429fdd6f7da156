"""Which files of the source tree the configuration may name, and whether they are there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_docsjson.files.named_files import is_file, near_file
from sphinx_docsjson.text.near_names import did_you_mean
from sphinx_docsjson.urls import is_external, safe_source

if TYPE_CHECKING:
    from sphinx_docsjson.site.place import Location
    from sphinx_docsjson.site.reading.problems import Report

PAGE_SUFFIXES = (".mdx", ".md", ".rst")


def inside(srcdir: Path, path: Path) -> Path | None:
    """Return *path* made absolute, or ``None`` when it (or what it links to) leaves *srcdir*.

    Both the written path and the file that symbolic links lead to must be inside.
    """
    try:
        root, target = srcdir.resolve(), path.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return srcdir / target.relative_to(root) if target.is_relative_to(root) else None


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceTree:
    """The files below the source directory."""

    srcdir: Path
    report: Report

    def file(self, text: str, field: str, location: Location) -> str | None:
        """Return the path of a file as relative to the source directory, or a URL as it is.

        :param field: the path of the field in the data, for the message.
        :returns: ``None`` when there is no such file, which is reported.
        """
        text = text.strip()
        if is_external(text):
            return self._url(text, field, location)
        relative = text.lstrip("/").removeprefix("./")
        for name in (relative, unquote(relative)):
            target = inside(self.srcdir, self.srcdir / name)
            if target is None:
                self.report.add(
                    f"{field}: {text!r} leaves the source folder and is ignored", location
                )
                return None
            if is_file(target):
                return target.relative_to(self.srcdir).as_posix()
        hint = did_you_mean(near_file(self.srcdir, relative))
        self.report.add(f"{field}: there is no file {text!r}; it is ignored.{hint}", location)
        return None

    def is_page(self, path: str) -> bool:
        """Whether a page has this path: a file, or the index of a folder."""
        names = (path, f"{path}/index")
        files = (self.srcdir / f"{name}{suffix}" for name in names for suffix in PAGE_SUFFIXES)
        return any(inside(self.srcdir, file) is not None and is_file(file) for file in files)

    def _url(self, text: str, field: str, location: Location) -> str | None:
        url = safe_source(text, picture=True)
        if url is not None:
            return url
        message = f"{field}: {text!r} is ignored; a URL here begins with https:// or http://"
        self.report.add(message, location, kind="url")
        return None
