"""The role ``docsjson:op``: a link to the page of an operation, by method and path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.errors import NoUri
from sphinx.util.docutils import ReferenceRole
from sphinx.util.nodes import make_refnode

from sphinx_docsjson.build import build_of
from sphinx_docsjson.openapi.pages.binding import find_operation, nearest, read_binding
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
    """Return the link to an operation's page; an unknown one is reported and stays text."""
    if node.get("refdomain") != "docsjson" or node.get("reftype") != TYPE:
        return None
    build = build_of(app.config)
    reference = build.reference if build else None
    target = str(node["reftarget"])
    binding = read_binding(target)
    specs = list(reference.specs.values()) if reference else []
    found = find_operation(specs, binding) if binding else None
    docname = reference.page_of(*found) if reference and found else None
    if docname is None:
        near = nearest(specs, binding) if binding and build else []
        hint = f"did you mean {' or '.join(near)}?" if near else "write it as 'GET /path'"
        message = f"no page shows the operation {target!r} ({hint})"
        warn(Warn.OPENAPI_OPERATION, message, location=node)
        return content
    try:
        return make_refnode(app.builder, node["refdoc"], docname, None, [content])
    except NoUri:
        return content


def setup_role(app: Sphinx) -> None:
    """Register the role."""
    app.add_role_to_domain("docsjson", TYPE, OperationRole())
