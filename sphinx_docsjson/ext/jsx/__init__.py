"""Runs components and expressions of pages that need JavaScript, once during the build.

The engine runs in a sandbox (:mod:`.sandbox`) and comes with the extra ``jsx``.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from sphinx_docsjson.ext.jsx.interactive import add_nodes, runtime
from sphinx_docsjson.pages.snippets import SCRIPTS_NEEDED
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsjson.mdx.scripts import Engine
    from sphinx_docsjson.pages.snippet_files import Library


def setup(app: Sphinx) -> ExtensionMetadata:
    """Answer pages that need JavaScript, where the extra is installed."""
    metadata: ExtensionMetadata = {
        "version": __version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
    add_nodes(app)
    if find_spec("quickjs_rs") is not None:
        app.add_event(SCRIPTS_NEEDED)
        app.connect(SCRIPTS_NEEDED, make_engine)
        metadata["env_version"] = 2  # what was read without the extra is read again
    return metadata


def make_engine(app: Sphinx, library: Library) -> Engine:
    """Return what runs the JavaScript of a page."""
    from sphinx_docsjson.ext.jsx.engine import PageEngine

    return PageEngine(library, app.env, has_runtime=runtime(app) is not None)
