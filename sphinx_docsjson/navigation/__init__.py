"""The position of each page: tabs, anchors, versions, groups, neighbours, and the sidebar.

Other packages use ``build.nav``, a :class:`~sphinx_docsjson.navigation.nav.Nav`, and templates
use ``dj_view``, the positions of a page, and ``dj_sidebar()``, the HTML of a sidebar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.base.contents import SETTING, SourcesOfToday
from sphinx_docsjson.navigation.events import DIGEST, FORMULAS
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_navigation(app: Sphinx) -> None:
    """Register the values that make Sphinx rewrite or reread all pages when they change."""
    app.add_config_value(
        DIGEST,
        "",
        "html",
        types=frozenset({str}),
        description="Made from docs.json; a change writes all pages again.",
    )
    app.add_config_value(
        FORMULAS,
        "",
        "env",
        types=frozenset({str}),
        description="Made from docs.json; a change reads all pages again.",
    )
    app.add_config_value(
        SETTING,
        None,
        "",
        types=frozenset({bool, type(None)}),
        description=(
            "Whether to find changed pages by contents, not by modification times. "
            "Default: if there is a docs.json."
        ),
    )
    app.add_post_transform(safe_transform(SourcesOfToday))
