"""The stems of the words for the search index: each is found once a build, not once a page.

Sphinx forgets them after each page; a reference of a thousand pages says the same words on all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.compat.html_builder import stem_once

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


def remember_stems(app: Sphinx, _doctree: nodes.document, _docname: str) -> None:
    """Let the language of the search index remember what it has stemmed."""
    stem_once(app.builder)
