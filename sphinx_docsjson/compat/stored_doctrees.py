"""A doctree that was stored, with other toctrees than before."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def change_toctrees(
    app: Sphinx, env: BuildEnvironment, docname: str, change: Callable[[nodes.document], None]
) -> None:
    """Change the toctrees of a document that is not read in this build, or not any more.

    What the document was read for stays as it is: reading it again would repeat its warnings, and
    titles are known after all is read only.
    """
    doctree = env.get_doctree(docname)
    change(doctree)
    collect_toctrees(app, env, docname, doctree)
    app.builder.write_doctree(docname, doctree)
    forget_bytes(env, docname)


def collect_toctrees(
    app: Sphinx, env: BuildEnvironment, docname: str, doctree: nodes.document
) -> None:
    """Let Sphinx note what the toctrees of a document lead to.

    The collector that does it while a document is read has no documented name. Where it has
    another, sidebars of other themes show the order of the last time that the document was read.
    """
    try:
        from sphinx.environment.collectors.toctree import TocTreeCollector
    except ImportError:
        return
    before = env.current_document.docname
    env.current_document.docname = docname
    try:
        collector = TocTreeCollector()
        collector.clear_doc(app, env, docname)
        collector.process_doc(app, doctree)
    finally:
        env.current_document.docname = before


def forget_bytes(env: BuildEnvironment, docname: str) -> None:
    """Let the environment read a doctree from its file again.

    It keeps the bytes of those that it has read, and write_doctree does not tell it. Where they
    are kept elsewhere, the toctrees of the first reading are shown until the next build.
    """
    getattr(env, "_pickled_doctree_cache", {}).pop(docname, None)


class _NoDoctrees(dict[str, "nodes.document"]):
    """Doctrees that wait to be written elsewhere."""

    def __setitem__(self, docname: str, doctree: nodes.document) -> None:
        """Keep nothing."""


def keep_in_files(env: BuildEnvironment) -> None:
    """Let doctrees wait in their files until they are written.

    The environment keeps what it has read until it is written, so as not to read the file again,
    and has no setting for it. Where it keeps them elsewhere, they take memory.
    """
    if isinstance(getattr(env, "_write_doc_doctree_cache", None), dict):
        setattr(env, "_write_doc_doctree_cache", _NoDoctrees())  # noqa: B010  no type knows the name
