"""Which overlays are for which description: those that are named, or those that lie beside it."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from sphinx_docsjson.openapi.reading.overlays.overlay_file import (
    KIND,
    Overlay,
    may_be_overlay,
    overlay_of,
)
from sphinx_docsjson.openapi.reading.parse import UnreadableFile
from sphinx_docsjson.openapi.reading.places import file_pointer
from sphinx_docsjson.openapi.reading.resolver import ApiProblem

HEAD = 64 * 1024


class OverlayChoice:
    """Reads overlays, each once.

    :param srcdir: the source directory.
    :param files: the data files in it, among which overlays are looked for.
    :param read: returns the text of a file or URL by its key.
    """

    def __init__(self, srcdir: Path, files: Iterable[str], read: Callable[[str], str]) -> None:
        self.srcdir = srcdir
        self.files = sorted(files)
        self.read = read
        self._read: dict[str, Overlay] = {}
        self._heads: dict[str, bool] = {}

    def named(self, keys: Iterable[str], description: str, others: Iterable[str]) -> list[Overlay]:
        """Return the overlays that the configuration names for a description.

        :param others: the descriptions that it names together with it. An overlay that extends
            one of them is for that one only.
        """
        together = set(others) | {description}
        overlays = map(self.overlay, dict.fromkeys(keys))
        return [
            replace(overlay, of_several=len(together) > 1 and overlay.extends != description)
            for overlay in overlays
            if overlay.extends == description or overlay.extends not in together
        ]

    def beside(self, description: str) -> list[Overlay]:
        """Return the overlays that extend a description, by their names.

        They lie in the folder of a file; those of a URL may lie anywhere in the source directory.
        """
        folder = None if "://" in description else posixpath.dirname(description)
        near = (
            key
            for key in self.files
            if key != description and folder in (None, posixpath.dirname(key))
        )
        overlays = (self.overlay(key) for key in near if self._may_be_one(key))
        return [overlay for overlay in overlays if overlay.extends == description]

    def overlay(self, key: str) -> Overlay:
        """Return an overlay; what is wrong in it is part of it."""
        if key not in self._read:
            try:
                self._read[key] = overlay_of(key, self.read(key))
            except UnreadableFile as error:
                message = f"the overlay {key!r} cannot be read: {error}"
                problem = ApiProblem(message=message, pointer=file_pointer(key), kind=KIND)
                self._read[key] = Overlay(key=key, problems=(problem,))
        return self._read[key]

    def _may_be_one(self, key: str) -> bool:
        if key not in self._heads:
            try:
                with (self.srcdir / key).open("rb") as file:
                    self._heads[key] = may_be_overlay(file.read(HEAD))
            except OSError:
                self._heads[key] = False
        return self._heads[key]
