"""How much of the newest format has its effect here, from what the tests know of it.

``docsjson-format`` is a table with a row for each part: ``docs.json``, front matter, components.
"""

from __future__ import annotations

import sys
from pathlib import Path

from docsjson_reference import table
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
KEPT = ("tests/site/inputs/newest.json", "tests/components/inputs/newest.json")


class FormatTable(SphinxDirective):
    """``docsjson-format``: parts of the format, and how many fields of each have their effect."""

    def run(self) -> list[nodes.Node]:
        """Return one table."""
        for name in KEPT:
            self.env.note_dependency(str(ROOT / name))
        body = [tuple(map(str, row[:3])) for row in summary()]
        return [
            table(
                ("Part", "Have their effect", "Have none, and the build says so"),
                body,
                (40, 30, 30),
            )
        ]


def summary() -> list[tuple[str, int, int, int]]:
    """Return what the tests know: the part, and how many fields have each of the three words."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    from tests.site.newest import summary as known  # needs the checkout, as the tests do

    return known()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("docsjson-format", FormatTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
