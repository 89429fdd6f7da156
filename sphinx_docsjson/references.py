"""How a link to another page is written into a doctree before its target is known.

An internal ``href`` becomes a ``pending_xref`` of the domain ``docsjson`` and the type ``href``;
``pages/links/page_links.py`` resolves it once all documents are read.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref

from sphinx_docsjson.urls import is_external, safe_url


def reference_to(href: str, *children: nodes.Node, docname: str) -> nodes.Element | None:
    """Return a link node to *href* around *children*.

    :param href: a URL, a path from the site root (``/a/b``), a relative path, or ``#anchor``.
    :param docname: the document in which the link stands.
    :returns: a ``reference`` for external URLs, a ``pending_xref`` for internal ones, and
        ``None`` when the URL has a scheme that is not allowed.
    """
    target = safe_url(href)
    if target is None:
        return None
    if is_external(target):
        return nodes.reference("", "", *children, refuri=target, internal=False)
    return pending_xref(
        "",
        *children,
        refdomain="docsjson",
        reftype="href",
        reftarget=target,
        refdoc=docname,
        refexplicit=True,
        refwarn=True,
    )
