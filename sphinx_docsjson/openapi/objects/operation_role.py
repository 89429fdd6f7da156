"""The role ``docsjson:op``: what ``openapi:op`` is called beside the components."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.errors import NoUri
from sphinx.util.docutils import ReferenceRole

from sphinx_docsjson.openapi.objects.openapi_domain import domain_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

TYPE = "op"


class OperationRole(ReferenceRole):
    """``GET /users`` or ``text <GET /users>``; the link is found when all pages are read."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the node of the link."""
        if self.has_explicit_title:
            text: nodes.Node = nodes.inline(self.title, self.title)
        else:
            text = nodes.literal(self.target, self.target)
        node = pending_xref(
            self.rawtext,
            text,
            refdomain="docsjson",
            reftype=TYPE,
            reftarget=self.target,
            refdoc=self.env.docname,
            refexplicit=self.has_explicit_title,
        )
        self.set_source_info(node)
        return [node], []


def resolve_operation(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    """Return the link to an operation; an unknown one is reported and stays text."""
    if node.get("refdomain") != "docsjson" or node.get("reftype") != TYPE:
        return None
    domain, target = domain_of(env), str(node["reftarget"])
    try:
        found = domain.resolve_xref(env, node["refdoc"], app.builder, TYPE, target, node, content)
    except NoUri:
        return content
    if found is None:
        warn(Warn.OPENAPI_OPERATION, domain.unknown(TYPE, target), location=node)
        return content
    return found


def setup_role(app: Sphinx) -> None:
    """Register the role."""
    app.add_role_to_domain("docsjson", TYPE, OperationRole())
