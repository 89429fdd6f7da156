"""MyST's resolver of links, opened where a link leads nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
from sphinx import addnodes
from sphinx.errors import NoUri

if TYPE_CHECKING:
    from collections.abc import Sequence


class OpenResolver(MystReferenceResolver):
    """MyST's resolver with a last question; MyST has neither an event nor a setting for it."""

    def find_elsewhere(
        self, node: nodes.Element, content: nodes.Element, target: str
    ) -> nodes.Element | None:
        """Return the reference for a target that no domain and no other project knows."""
        return None

    def _resolve_myst_ref_intersphinx(
        self,
        node: nodes.Element,
        contnode: nodes.Element,
        target: str,
        only_domains: list[str] | None,
    ) -> Any:
        """Ask other projects, which MyST does last, and then :meth:`find_elsewhere`.

        Where the method has another name, addresses of the site are not found, with MyST's
        warning.
        """
        found = super()._resolve_myst_ref_intersphinx(node, contnode, target, only_domains)
        if found is not None or node.get("reflocalid") or not target:
            return found
        return self.find_elsewhere(node, contnode, target)

    def find_as_myst(
        self, refdoc: str, target: str, *, explicit: bool, text: str
    ) -> nodes.reference | None:
        """Return what MyST makes of a link to *target*, ``None`` when it knows no such thing."""
        content = nodes.inline(text, text)
        node = addnodes.pending_xref(
            "", content, reftarget=target, refdoc=refdoc, refexplicit=explicit, reftype="myst"
        )
        node["refdomain"] = None
        domains: list[str] | None = self.env.config.myst_ref_domains
        try:
            found = self.resolve_myst_ref_any(refdoc, node, content.deepcopy(), domains)
            if found is None:
                found = super()._resolve_myst_ref_intersphinx(
                    node, content.deepcopy(), target, domains
                )
        except (NoUri, AttributeError):  # a method that has another name resolves nothing
            return None
        return found if isinstance(found, nodes.reference) else None

    def knows_place(self, docname: str, wanted: str) -> bool:
        """Whether MyST finds the place *wanted* of a document: a heading or a label there.

        Where it keeps the slugs of headings elsewhere, or asks for labels by another name, the
        anchor is looked for among those that we know.
        """
        slugs: dict[str, Sequence[Any]] = self.env.metadata[docname].get("myst_slugs", {})
        if wanted in slugs or any(entry[1] == wanted for entry in slugs.values()):
            return True
        labels: Any = getattr(self, "_std_label_in_doc", None)
        return labels is not None and labels(docname, wanted) is not None
