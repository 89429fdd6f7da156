"""Wide tables scroll inside a box of their own, so that a page never scrolls sideways."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.files.theme_location import has_our_theme

SCROLL_CLASS = "dj-table-scroll"


class WrapTables(SphinxPostTransform):
    """Put each table of a page into a container that scrolls."""

    formats = ("html",)
    default_priority = 900

    def run(self, **kwargs: Any) -> None:
        """Wrap the tables that are not wrapped yet; tables inside a table stay as they are."""
        if not has_our_theme(self.config):
            return
        for table in list(self.document.findall(nodes.table)):
            parent = table.parent
            if isinstance(parent, nodes.container) and SCROLL_CLASS in parent["classes"]:
                continue
            box = nodes.container("", classes=[SCROLL_CLASS])
            table.replace_self(box)
            # A name of the table, which replace_self() passes on, may stand in the page once only.
            box["ids"], box["names"] = [], []
            box += table
