"""Images of other hosts in formats that would have to fetch them: a link instead.

A build uses no network. HTML shows such images from where they are; LaTeX and EPUB would download
them, so there they become links with the text of the image. The book of a project with toctrees
stays as Sphinx makes it.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.build import build_of
from sphinx_docsjson.urls import is_external


class RemoteImages(SphinxPostTransform):
    """Runs before Sphinx's own downloader of images, which has the priority 100."""

    default_priority = 90

    def run(self, **kwargs: Any) -> None:
        """Replace the remote images of the document where the builder cannot show them."""
        build = build_of(self.config)
        if build is None or build.has_own_book:
            return
        if build.builder.supported_remote_images:
            return
        for image in list(self.document.findall(nodes.image)):
            uri = image.get("uri", "")
            if is_external(uri) and not uri.startswith("data:"):
                image.replace_self(_link_instead(image, uri))


def _link_instead(image: nodes.image, uri: str) -> nodes.Element:
    text = nodes.Text(image.get("alt") or uri)
    if isinstance(image.parent, nodes.reference):
        return nodes.inline("", "", text)
    link = nodes.reference("", "", text, refuri=uri, internal=False)
    if isinstance(image.parent, nodes.TextElement):
        return link
    return nodes.paragraph("", "", link)
