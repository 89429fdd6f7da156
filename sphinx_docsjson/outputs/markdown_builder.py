"""The builder ``docsjson-markdown``: one Markdown file for each document."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sphinx.builders import Builder
from sphinx.locale import __
from sphinx.util import logging
from sphinx.util.osutil import copyfile

from sphinx_docsjson.outputs.markdown.twin_addresses import twin_name, twin_path
from sphinx_docsjson.outputs.twins import FORMAT, page_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


class MarkdownBuilder(Builder):
    """Writes each document as Markdown, without HTML."""

    name = "docsjson-markdown"
    format = FORMAT
    epilog = __("The Markdown files are in %(outdir)s.")
    allow_parallel = True
    supported_image_types: ClassVar[list[str]] = [
        "image/svg+xml",
        "image/png",
        "image/gif",
        "image/jpeg",
    ]
    supported_remote_images = True

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        super().__init__(app, env)
        self._sphinx = app
        """The application; Sphinx's own attribute for it is going away."""

    def get_outdated_docs(self) -> Iterator[str]:
        """Yield the documents whose file is older than their source."""
        for docname in self.env.found_docs:
            if docname not in self.env.all_docs:
                yield docname
                continue
            target = self.outdir / twin_name(docname)
            written = target.stat().st_mtime if target.exists() else 0.0
            source = self.env.doc2path(docname)
            if not source.exists() or source.stat().st_mtime > written:
                yield docname

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the address of a document relative to the output folder."""
        return twin_path(docname)

    def prepare_writing(self, docnames: Set[str]) -> None:
        """Nothing needs to be prepared."""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write one document."""
        text = page_markdown(self._sphinx, self, self.env, docname, doctree)
        path = self.outdir / twin_name(docname)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Collect the images of one document; this runs in the main process."""
        self.post_process_images(doctree)

    def finish(self) -> None:
        """Copy the images."""
        folder = self.outdir / "_images"
        for source, name in self.images.items():
            folder.mkdir(exist_ok=True)
            try:
                copyfile(self.srcdir / source, folder / name, force=True)
            except OSError as error:
                logger.warning(
                    __("cannot copy image file %r: %s"),
                    str(source),
                    error.strerror,
                    type="docsjson",
                    subtype="image",
                )


def setup_builder(app: Sphinx) -> None:
    """Register the builder."""
    app.add_builder(MarkdownBuilder)
