"""Which page is written next: the one that somebody waits for, then those open in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.cli.live.building.kept_application import document_at

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.cli.live.building.build_words import BuildWords


class PageOrder:
    """The order in which documents are written.

    :param todo: the documents; who writes one takes it out.
    """

    def __init__(self, app: Sphinx, words: BuildWords, todo: set[str]) -> None:
        self._app = app
        self._words = words
        self._todo = todo
        self._waiting = sorted(todo, reverse=True)

    def next(self) -> str:
        """Return the document to write next."""
        for docname in self.looked_at():
            if docname in self._todo:
                return docname
        self._words.asked.clear()
        while self._waiting[-1] not in self._todo:
            self._waiting.pop()
        return self._waiting.pop()

    def looked_at(self) -> list[str]:
        """Return the documents at the addresses that are asked for and open."""
        return [docname for docname in self._at_addresses() if docname is not None]

    def missing_are_looked_at(self) -> bool:
        """Whether something is open that is no document, or is one no more."""
        return None in self._at_addresses()

    def _at_addresses(self) -> list[str | None]:
        words = self._words
        return [document_at(self._app, path) for path in (*words.asked, *words.open)]
