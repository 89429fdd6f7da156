"""The files that features and other packages write beside each page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from docutils import nodes

from sphinx_docsjson.base.files import write_if_changed
from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.steps import Turn, add_step, with_theme

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PageText: TypeAlias = Callable[["Sphinx", str, nodes.document], str | None]
"""Returns the text of a file, given the application, the document name and its resolved doctree;
``None`` where the page has none."""

PageFiles: TypeAlias = Callable[[str], Iterable[str]]
"""Returns the paths, below the output folder, of the files that a document may have."""

_files: WeakKeyDictionary[Sphinx, list[PageFiles]] = WeakKeyDictionary()


def add_page_output(app: Sphinx, suffix: str, text: PageText) -> None:
    """Write a file beside each HTML page, and remove it when the page has none any more.

    :param suffix: what follows the document name: ``.json`` gives ``guide/install.json``.
    """
    add_page_files(app, lambda docname: (docname + suffix,))
    write = partial(_write, suffix=suffix, text=text)
    write.__doc__, write.__name__, write.__module__ = (  # type: ignore[attr-defined]
        text.__doc__,
        text.__name__,
        text.__module__,
    )
    description = f"write `{suffix}` beside the page"
    add_step(app, "html-page-context", Turn.LAST, write, description, when=with_theme)


def add_page_files(app: Sphinx, files: PageFiles) -> None:
    """Let the files that a document may have be removed when the document is."""
    _files.setdefault(app, []).append(files)


def page_files(app: Sphinx, docname: str) -> Iterator[str]:
    """Yield the paths, below the output folder, of the files that a document may have."""
    for files in _files.get(app, ()):
        yield from files(docname)


def _write(
    app: Sphinx,
    docname: str,
    _template: str,
    _context: dict[str, Any],
    doctree: Any,
    *,
    suffix: str,
    text: PageText,
) -> None:
    path = app.outdir / f"{docname}{suffix}"
    if not isinstance(doctree, nodes.document) or app.builder.name == "epub":
        return
    if is_authors(app, path):
        return
    written = text(app, docname, doctree)
    if written is None:
        path.unlink(missing_ok=True)
    else:
        write_if_changed(path, written)
