"""Links to further documentation that a description names: outside, or a page of the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from docutils import nodes

from sphinx_docsjson.openapi.content.about.file_links import place_link
from sphinx_docsjson.openapi.content.about.operation_lists import page_link
from sphinx_docsjson.openapi.content.outside_markdown import link_target
from sphinx_docsjson.openapi.model.relative_urls import PagePlace

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import ExternalDocs

OwnPage: TypeAlias = Callable[[str], PagePlace | None]
"""Finds the page of the site that an address means."""


def docs_link(
    docs: ExternalDocs, own_page: OwnPage, address: Callable[[str], str]
) -> nodes.Node | None:
    """Return the link to further documentation, ``None`` where its address may be no link.

    :param address: what an address of the file is relative to.
    """
    words = " ".join(docs.description.split())
    page = own_page(docs.url)
    if page is not None and page.anchor:
        shown = words or docs.url
        return place_link(nodes.inline(shown, shown), page.docname, page.anchor, is_field=False)
    if page is not None:
        return page_link(page.docname, words or page.docname, by_title=not words)
    url = link_target(address(docs.url))
    if url is None:
        return None
    return nodes.reference(words or url, words or url, refuri=url, internal=False)
