"""Build a documentation site from ``docs.json`` and a folder of pages with Sphinx."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.version import ENV_VERSION, __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["__version__", "setup"]


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
