"""Links to what only the build knows the address of: written files, and places in field trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.build import build_of
from sphinx_docsjson.openapi.schema.fieldtree import ONE_PAGE, anchor_on_one_page

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOMAIN, TYPE, PLACE = "docsjson", "written-file", "field-place"


def file_link(words: str, path: str) -> pending_xref:
    """Return a link to a file of the output.

    :param path: its path from the root of the site.
    """
    inner = nodes.inline(words, words)
    return pending_xref("", inner, refdomain=DOMAIN, reftype=TYPE, reftarget=path, refwarn=False)


def place_link(
    content: nodes.Node, docname: str, anchor: str, *, is_field: bool = True
) -> pending_xref:
    """Return a link to a place on a page, such as a field, which is known to its writer only."""
    found = pending_xref("", content, refdomain=DOMAIN, reftype=PLACE, reftarget=docname)
    found.attributes.update(anchor=anchor, is_field=is_field)
    return found


class FileLinks(SphinxPostTransform):
    """Writes the addresses of files and fields; their words stay where there is no site around."""

    default_priority = 5

    def run(self, **options: Any) -> None:
        """Resolve the links of the document."""
        build = build_of(self.config)
        for node in list(self.document.findall(pending_xref)):
            if node.get("refdomain") != DOMAIN or node.get("reftype") not in (TYPE, PLACE):
                continue
            builder = build.builder if build else None
            if builder is None or builder.format != "html" or builder.name == "epub":
                node.replace_self(node.children)
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


def setup_file_links(app: Sphinx) -> None:
    """Register what resolves the links."""
    app.add_post_transform(FileLinks)
