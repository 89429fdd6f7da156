"""What the machine that builds the site tells about where it will be read (Read the Docs)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinx_docsjson.configuration import set_default
from sphinx_docsjson.urls import site_address

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


def take_base_url(app: Sphinx, config: Config) -> None:
    """Set ``html_baseurl`` from Read the Docs, unless conf.py sets it.

    Source: https://docs.readthedocs.com/platform/stable/reference/environment-variables.html
    """
    url = site_address(os.environ.get("READTHEDOCS_CANONICAL_URL", ""))
    if url and not config.html_baseurl:
        set_default(config, "html_baseurl", url)
