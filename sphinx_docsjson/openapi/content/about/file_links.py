"""Links to files that the build writes beside the pages, such as a description to download."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.build import build_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOMAIN, TYPE = "docsjson", "written-file"


def file_link(words: str, path: str) -> pending_xref:
    """Return a link to a file of the output.

    :param path: its path from the root of the site.
    """
    inner = nodes.inline(words, words)
    return pending_xref("", inner, refdomain=DOMAIN, reftype=TYPE, reftarget=path, refwarn=False)


class FileLinks(SphinxPostTransform):
    """Writes the addresses of such files; their words stay where there is no site around."""

    default_priority = 5

    def run(self, **options: Any) -> None:
        """Resolve the links of the document."""
        build = build_of(self.config)
        for node in list(self.document.findall(pending_xref)):
            if (node.get("refdomain"), node.get("reftype")) != (DOMAIN, TYPE):
                continue
            builder = build.builder if build else None
            if builder is None or builder.format != "html" or builder.name == "epub":
                node.replace_self(node.children)
                continue
            uri = builder.get_target_uri(self.env.docname).partition("#")[0]
            way = "../" * uri.count("/")
            address = f"{way}{quote(node['reftarget'])}"
            link = nodes.reference("", "", *node.children, refuri=address, internal=False)
            link["classes"].append("dj-file-link")
            node.replace_self(link)


def setup_file_links(app: Sphinx) -> None:
    """Register what resolves the links."""
    app.add_post_transform(FileLinks)
