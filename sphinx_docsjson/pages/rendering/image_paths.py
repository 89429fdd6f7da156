"""Paths of images that are not there: they stay paths, whatever they look like."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.build import build_of
from sphinx_docsjson.urls import path_of_site, safe_source


class ImagePaths(SphinxPostTransform):
    """Sphinx writes ``/javascript:x``, which is no file, without its slash."""

    default_priority = 90

    def run(self, **kwargs: Any) -> None:
        """Mark what would be read as a scheme as a path."""
        if build_of(self.config) is None:
            return
        for image in self.document.findall(nodes.image):
            uri = image.get("uri", "")
            judged = safe_source(uri, picture=True)
            image["uri"] = path_of_site(uri) if judged is None else judged
