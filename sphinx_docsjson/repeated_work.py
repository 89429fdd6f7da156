"""What Sphinx would do again for each document of a site: here it is done once.

A reference has thousands of documents, and most of them are short.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.compat import docutils_settings, html_builder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def make_settings_once(_app: Sphinx, _env: BuildEnvironment, _names: Sequence[str]) -> None:
    """Make the settings that docutils has for documents once."""
    docutils_settings.make_settings_once()


def write_titles_once(app: Sphinx) -> None:
    """Write each title as HTML once; it stands on its page and on those beside it."""
    html_builder.write_titles_once(app.builder)
