"""Finds the configuration file of a tool in a folder, and the reader for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.docusaurus import of_docusaurus
from sphinx_docsjson.cli.jupyter_book import of_jupyter_book
from sphinx_docsjson.cli.mkdocs import of_mkdocs
from sphinx_docsjson.cli.other_tools import FoundSite, of_myst

if TYPE_CHECKING:
    from collections.abc import Callable

READERS: dict[str, Callable[[Path], FoundSite | None]] = {
    "mkdocs.yml": of_mkdocs,
    "mkdocs.yaml": of_mkdocs,
    "_toc.yml": of_jupyter_book,
    "myst.yml": of_myst,
    "docusaurus.config.*": of_docusaurus,
}
"""The file that says it → its reader, the surest first."""

_PLACES = (
    ".",
    "docs",
    "doc",
    "documentation",
    "website",
    "site",
    "book",
    "guide",
    "src",
    "docs/src",
)


def find_site(folder: Path | None) -> FoundSite | None:
    """Return what another tool says about the site in *folder*, or of the usual place of one.

    :param folder: the folder that was named: that of the configuration, or that of the pages.
    """
    places = [Path(each) for each in _PLACES] if folder is None else [folder, folder.parent]
    for place in places:
        for pattern, reader in READERS.items():
            for source in sorted(place.glob(pattern)) if place.is_dir() else ():
                site = reader(source) if source.is_file() else None
                if site is not None and site.folder.is_dir() and _is_meant(site, folder):
                    return site
    return None


def _is_meant(site: FoundSite, folder: Path | None) -> bool:
    """Whether a configuration above the named folder is about its pages."""
    source = site.source.resolve()
    here = folder.resolve() if folder is not None else None
    if here is None or source.is_relative_to(here):
        return True
    return site.folder.resolve() == here
