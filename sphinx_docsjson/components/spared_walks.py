"""Lets sphinx-design look for its nodes only on the pages that have any.

Its three HTML transforms walk through every document. That was three hundredths of a build, and
most pages have our components, which are HTML by then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_design.aside import AsideHtmlTransform
from sphinx_design.dropdown import DropdownHtmlTransform
from sphinx_design.tabs import TabSetHtmlTransform

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.transforms.post_transforms import SphinxPostTransform

WALKERS = (AsideHtmlTransform, DropdownHtmlTransform, TabSetHtmlTransform)
KINDS = frozenset({"aside", "dropdown", "tab-set"})
NONE_LEFT = "docsjson_without_design"
"""The attribute of a document that has nothing for these transforms."""


def note_design(document: nodes.document, remaining: Iterable[nodes.Element]) -> None:
    """Note whether sphinx-design has something to do.

    :param remaining: the nodes of the document that may be its own.
    """
    document[NONE_LEFT] = not any(node.get("design_component") in KINDS for node in remaining)


def spare_walks(app: Sphinx) -> None:
    """Replace the transforms of sphinx-design by ones that ask before they walk.

    The list of post-transforms is no documented API; without it nothing but time is lost.
    """
    transforms = getattr(app.registry, "post_transforms", [])
    for index, transform in enumerate(transforms):
        if transform in WALKERS:
            transforms[index] = _only_where_needed(transform)


def _only_where_needed(transform: type[SphinxPostTransform]) -> type[SphinxPostTransform]:
    def is_supported(self: SphinxPostTransform) -> bool:
        return not self.document.get(NONE_LEFT) and bool(transform.is_supported(self))

    return type(transform.__name__, (transform,), {"is_supported": is_supported})
