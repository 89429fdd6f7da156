"""Labels in the text, and methods of operations, as LaTeX draws them."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.components.families.inline_parts import BADGE_COLORS
from sphinx_docsjson.components.forms.declared import PRIORITY
from sphinx_docsjson.openapi.content.api_nodes import endpoint

METHODS = {"GET": "green", "POST": "blue", "PUT": "orange", "PATCH": "yellow", "DELETE": "red"}
"""The colours of the methods of an operation, as the theme has them."""


class BadgesToPrint(SphinxPostTransform):
    """Give a badge the one class that LaTeX draws, and draw methods of operations as badges."""

    default_priority = PRIORITY
    formats = ("latex",)

    def run(self, **options: Any) -> None:
        """Look at every label in the text."""
        for node in self.document.findall(nodes.inline):
            if "dj-badge" in node["classes"]:
                color = next(
                    (c for c in BADGE_COLORS if f"dj-badge-{c}" in node["classes"]), "gray"
                )
                node["classes"] = [f"dj-badge-{color}"]
        for line in self.document.findall(endpoint):
            method, color = line["method"], METHODS.get(line["method"].upper(), "gray")
            words = nodes.strong(method, method)
            line[0:1] = [nodes.inline("", "", words, classes=[f"dj-badge-{color}"])]
