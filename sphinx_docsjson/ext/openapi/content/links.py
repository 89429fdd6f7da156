"""Links of API pages: to pages, operations, written files, fields and other documentation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.build import build_of
from sphinx_docsjson.ext.openapi.content.markdown import (
    link_target,
)
from sphinx_docsjson.ext.openapi.model.api import (
    Operation,
)
from sphinx_docsjson.ext.openapi.model.operations import PageAnchor
from sphinx_docsjson.ext.openapi.schema.fieldtree import ONE_PAGE, anchor_on_one_page

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.model.api import ExternalDocs


OwnPage: TypeAlias = Callable[[str], PageAnchor | None]
"""Finds the page of the site that an address means."""


def docs_link(
    docs: ExternalDocs, own_page: OwnPage, address: Callable[[str], str]
) -> nodes.Node | None:
    """Return the link to further documentation, ``None`` where its address may be no link.

    :param address: what an address of the file is relative to.
    """
    text = " ".join(docs.description.split())
    page = own_page(docs.url)
    if page is not None and page.anchor:
        shown = text or docs.url
        return place_link(nodes.inline(shown, shown), page.docname, page.anchor, is_field=False)
    if page is not None:
        return page_link(page.docname, text or page.docname, by_title=not text)
    url = link_target(address(docs.url))
    if url is None:
        return None
    return nodes.reference(text or url, text or url, refuri=url, internal=False)


# Links to what only the build knows the address of: written files, and places in field trees.

DOMAIN, TYPE, PLACE = "docsjson", "written-file", "field-place"


def file_link(text: str, path: str) -> pending_xref:
    """Return a link to a file of the output.

    :param path: its path from the root of the site.
    """
    inner = nodes.inline(text, text)
    return pending_xref("", inner, refdomain=DOMAIN, reftype=TYPE, reftarget=path, refwarn=False)


def place_link(
    content: nodes.Node, docname: str, anchor: str, *, is_field: bool = True
) -> pending_xref:
    """Return a link to a place on a page, such as a field, which is known to its writer only."""
    found = pending_xref("", content, refdomain=DOMAIN, reftype=PLACE, reftarget=docname)
    found.attributes.update(anchor=anchor, is_field=is_field)
    return found


class FileLinks(SphinxPostTransform):
    """Writes the addresses of files and fields.

    Without a site around, nobody can have the files, and only the words of fields are kept.
    """

    default_priority = 5

    def run(self, **options: Any) -> None:
        """Resolve the links of the document."""
        build = build_of(self.config)
        for node in list(self.document.findall(pending_xref)):
            if node.get("refdomain") != DOMAIN or node.get("reftype") not in (TYPE, PLACE):
                continue
            builder = build.builder if build else None
            if builder is None or builder.format != "html" or builder.name == "epub":
                line = node.parent
                node.replace_self([] if node["reftype"] == TYPE else node.children)
                if not line.astext().strip():
                    line.parent.remove(line)
                continue
            here, target = self.env.docname, str(node["reftarget"])
            if node["reftype"] == PLACE:
                address = f"{builder.get_relative_uri(here, target)}#{node['anchor']}"
                if builder.name == ONE_PAGE:
                    anchor = str(node["anchor"])
                    is_field = node["is_field"]
                    address = f"#{anchor_on_one_page(target, anchor) if is_field else anchor}"
                node.replace_self(
                    nodes.reference("", "", *node.children, refuri=address, internal=True)
                )
                continue
            way = "../" * builder.get_target_uri(here).partition("#")[0].count("/")
            link = nodes.reference("", "", *node.children, refuri=f"{way}{quote(target)}")
            link["classes"].append("dj-file-link")
            node.replace_self(link)


def page_link(docname: str | None, text: str, *, by_title: bool = False) -> nodes.Node:
    """Return a link to a page of the site; only its words where there is none.

    :param by_title: the link says the title of the page, in the language of the build.
    """
    inner = nodes.inline(text, text)
    if docname is None:
        return inner
    return pending_xref(
        "",
        inner,
        refdomain="std",
        reftype="doc",
        reftarget=f"/{docname}",
        refexplicit=not by_title,
        refwarn=True,
    )


def object_link(operation: Operation, title: str) -> pending_xref:
    """Return a link to wherever an operation is shown; only its words where it is not."""
    inner = nodes.inline(title, title)
    word = "webhook" if operation.kind == "webhook" else operation.method
    is_channel = operation.channel is not None
    name = operation.key[1] if is_channel else f"{word} {operation.path}"
    return pending_xref(
        "",
        inner,
        refdomain="openapi",
        reftype="channel" if is_channel else "op",
        reftarget=f"{operation.spec} {name}",
        refexplicit=True,
        refwarn=False,
    )
