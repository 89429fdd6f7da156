"""Where doctrees wait between reading and writing: those of generated pages in their files.

A reference has thousands of pages, and all their fields would wait in memory. To read them again
takes a millisecond for a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.stored_doctrees import forget_bytes, keep_in_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def wait_in_files(app: Sphinx, env: BuildEnvironment, _names: Sequence[str]) -> None:
    """Let generated pages wait in their files."""
    keep_in_files(env, the_build(app.config).documents)


def forget_written(app: Sphinx, _doctree: nodes.document, docname: str) -> None:
    """Let the environment forget the bytes of a generated page that is about to be written."""
    if docname in the_build(app.config).documents:
        forget_bytes(app.env, docname)
