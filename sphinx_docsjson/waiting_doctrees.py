"""Where doctrees wait between reading and writing: in their files.

A site has thousands of pages; waiting in memory they take more than everything else. To read one
again takes a millisecond, which Python saves where it looks for garbage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.compat.stored_doctrees import forget_bytes, keep_in_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def wait_in_files(_app: Sphinx, env: BuildEnvironment, _names: Sequence[str]) -> None:
    """Let pages wait in their files."""
    keep_in_files(env)


def forget_written(app: Sphinx, _doctree: nodes.document, docname: str) -> None:
    """Let the environment forget the bytes of a page that is about to be written."""
    forget_bytes(app.env, docname)
