"""Build a documentation site from ``docs.json`` and a folder of pages with Sphinx."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"

ENV_VERSION = int("".join(f"{int(part):03d}" for part in re.findall(r"\d+", __version__)[:3]))
"""Each release reads all pages again: what it makes of them may differ."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension and the theme with Sphinx."""
    from sphinx_docsjson.extension import setup_extension

    setup_extension(app)
    return {
        "version": __version__,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
