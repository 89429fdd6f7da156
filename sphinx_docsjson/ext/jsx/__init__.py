"""Components and expressions of pages that need JavaScript, drawn once while the site is built.

The engine runs in a sandbox (:mod:`.sandbox`) and comes with the extra ``jsx``.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from sphinx_docsjson.pages.snippets import SCRIPTS_NEEDED
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsjson.mdx.scripts import Engine
    from sphinx_docsjson.pages.snippet_files import Library


def setup(app: Sphinx) -> ExtensionMetadata:
    """Answer pages that need JavaScript."""
    app.add_event(SCRIPTS_NEEDED)
    app.connect(SCRIPTS_NEEDED, make_engine)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def make_engine(_app: Sphinx, library: Library) -> Engine | None:
    """Return what runs the JavaScript of a page, where the extra is installed."""
    if find_spec("quickjs_rs") is None:
        return None
    from sphinx_docsjson.ext.jsx.engine import PageEngine

    return PageEngine(library)
