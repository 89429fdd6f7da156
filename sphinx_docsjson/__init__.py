"""Build a documentation site from ``docs.json`` and a folder of pages with Sphinx."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.version import __version__, env_version

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsjson.pages.project import GeneratedDocuments


__all__ = ["__version__", "generated_documents", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension and the theme with Sphinx."""
    from sphinx_docsjson.extension import setup_extension

    setup_extension(app)
    return {
        "version": __version__,
        "env_version": env_version(),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def generated_documents(config: Config) -> GeneratedDocuments:
    """Return the documents of a build that no author wrote; other extensions add theirs.

    They do so at ``builder-inited``, with a priority below 400.

    :raises LookupError: when the build has no ``docs.json``.
    """
    from sphinx_docsjson.build import the_build

    return the_build(config).documents
