"""The description of a page as its lead paragraph, below the title."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.pages.front_matter.front_texts import DESCRIBED

LEADS = frozenset({"dj-lead", "lead"})


class AddLead(SphinxPostTransform):
    """Put the front matter's ``description`` below the title, where Markdown pages have it.

    Where the page shows the whole description, or its author wrote a lead, it is not said twice.
    """

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Add the paragraph to a page of our theme."""
        if not has_our_theme(self.config) or self.document.get(DESCRIBED):
            return
        front = self.env.metadata[self.env.docname]
        description = str(front.get("description", "")).strip()
        section = next((n for n in self.document.children if isinstance(n, nodes.section)), None)
        if description and section is not None and not self._has_lead():
            section.insert(1, nodes.paragraph("", description, classes=["dj-lead"]))

    def _has_lead(self) -> bool:
        paragraphs = self.document.findall(nodes.paragraph)
        return any(not LEADS.isdisjoint(paragraph["classes"]) for paragraph in paragraphs)
