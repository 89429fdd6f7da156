"""Makes builds faster than Sphinx alone: stems, templates, doctrees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.compat import builders
from sphinx_docsjson.compat.docutils import forget_bytes, keep_in_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


# The stems of words for Sphinx's search index, used by other themes and some values of
# ``docsjson_search``: each is found once per build, not once per page, which saves a tenth.
#
# Sphinx forgets them after each page; a thousand pages of a reference repeat the same words.


def cache_stems(app: Sphinx, _doctree: nodes.document, _docname: str) -> None:
    """Cache the stems of words for the search index."""
    builders.stem_once(app.builder)


# Templates are compiled once for all builds: a fifth of a build in which nothing changed.


def keep_compiled_templates(app: Sphinx) -> None:
    """Keep compiled templates beside the doctrees."""
    builders.keep_compiled_templates(app.builder, Path(app.doctreedir, "docsjson-templates"))


# Between reading and writing, doctrees are in their files, not in memory.
#
# In memory, the thousands of pages of a site would take more room than everything else. Reading
# one again takes a millisecond, which Python saves when it looks for garbage.


def wait_in_files(_app: Sphinx, env: BuildEnvironment, _names: Sequence[str]) -> None:
    """Keep pickled doctrees in their files only."""
    keep_in_files(env)


def release_page(app: Sphinx, _doctree: nodes.document, docname: str) -> None:
    """Release the pickled doctree of a page that is about to be written."""
    forget_bytes(app.env, docname)
