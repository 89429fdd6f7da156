"""What Sphinx would do again for each document of a site: here it is done once, or not at all.

A reference has thousands of documents, and most of them are short.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sphinx_docsjson.compat import docutils_settings, html_builder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


def record_what_is_shown(_app: Sphinx, _config: Config) -> None:
    """Let no record be made of a message that no handler takes: Sphinx debugs 20 times a page.

    Sphinx lets all records be made again when the next build begins.
    """
    logger = logging.getLogger("sphinx")
    shown = min((each.level for each in logger.handlers), default=logger.level)
    logger.setLevel(max(shown, logger.level))


def make_settings_once(_app: Sphinx, _env: BuildEnvironment, _names: Sequence[str]) -> None:
    """Make the settings that docutils has for documents once."""
    docutils_settings.make_settings_once()


def write_titles_once(app: Sphinx) -> None:
    """Write each title as HTML once; it stands on its page and on those beside it."""
    html_builder.write_titles_once(app.builder)
