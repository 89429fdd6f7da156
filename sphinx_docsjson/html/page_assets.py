"""Adds style sheets and scripts of features and other packages to the pages that need them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from docutils import nodes

from sphinx_docsjson.base.files import write_if_changed
from sphinx_docsjson.steps import Turn, add_step, always

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Needs: TypeAlias = Callable[[nodes.document], bool]
"""Tells whether a page, given its doctree, needs a file."""


def has_node(*kinds: type[nodes.Node]) -> Needs:
    """Return what tells whether a page has a node of one of *kinds*."""
    return lambda doctree: (
        next(doctree.findall(lambda node: isinstance(node, kinds)), None) is not None
    )


def add_style(app: Sphinx, file: Path, needed: Needs) -> None:
    """Load a style sheet on the pages that need it.

    :param file: the file in the package; its copy is in ``_static``.
    """
    _add(app, file, needed, lambda name: app.add_css_file(name))


def add_script(app: Sphinx, file: Path, needed: Needs) -> None:
    """Load a script, deferred, on the pages that need it.

    :param file: the file in the package; its copy is in ``_static``.
    """
    _add(app, file, needed, lambda name: app.add_js_file(name, loading_method="defer"))


def _add(app: Sphinx, file: Path, needed: Needs, load: Callable[[str], None]) -> None:
    def copy(app: Sphinx) -> None:
        if app.builder.format == "html":
            write_if_changed(Path(app.outdir, "_static", file.name), file.read_text("utf-8"))

    def load_file(
        _app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: Any
    ) -> None:
        if isinstance(doctree, nodes.document) and needed(doctree):
            load(file.name)

    add_step(app, "builder-inited", Turn.AMONG, copy, f"copy {file.name}", when=always)
    description = f"load {file.name} on pages that need it"
    add_step(app, "html-page-context", Turn.AMONG, load_file, description, when=always)
