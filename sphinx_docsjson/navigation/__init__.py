"""Where every page stands: tabs, anchors, versions, groups, neighbours, and the sidebar.

What other rooms use:

- ``nav_of(config).view(pagename)`` → :class:`~sphinx_docsjson.navigation.view.PageView`, complete
  once all documents are read (``env-updated``, priority 800). Templates have it as ``dj_view``.
- ``dj_sidebar()`` in templates: the HTML of the sidebar for the page.
- A room that turns operations of an OpenAPI file into documents replaces ``state.site`` at
  ``builder-inited`` (priority below 400) by one whose navigation names those documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.making import nav_of
from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.navigation.rewriting import DIGEST

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["Nav", "nav_of", "setup_navigation"]


def setup_navigation(app: Sphinx) -> None:
    """Register the value by whose change Sphinx writes all pages again."""
    app.add_config_value(
        DIGEST,
        "",
        "html",
        types=frozenset({str}),
        description="Made from docs.json; a change writes all pages again.",
    )
