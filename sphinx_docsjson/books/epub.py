"""What an EPUB needs and a website does not: a rights holder, a version, pages without a flaw."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from xml.dom import minidom

from sphinx_docsjson.books.xhtml import to_xhtml
from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.epub_builder import around_package
from sphinx_docsjson.configuration import is_set
from sphinx_docsjson.navigation.tree import default_among
from sphinx_docsjson.site.containers import Kind
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

UNNAMED_VERSION = "1"
READABLE = re.compile(r"(?:https?|mailto|tel|ftp):", re.IGNORECASE)


def fill_in(app: Sphinx, _builder: Builder | None = None) -> None:
    """Set copyright and version of an EPUB unless the user did."""
    build = the_build(app.config)
    if not app.config.epub_copyright:
        app.config.epub_copyright = build.site.name
    if not app.config.version:
        version = default_among(build.site.navigation, Kind.VERSION)
        app.config.version = version.label if version else UNNAMED_VERSION


def take_version_back(app: Sphinx) -> None:
    """Undo a version that the user did not set, until pages are written.

    It is part of the stored environment, and another value for one builder would make the others
    read every document again.
    """
    if not is_set(app.config, "version"):
        app.config.version = ""


_NOT_IN_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")
"""What a title or an author of conf.py may have and XML has not, as UTF-8."""


def correct_package(app: Sphinx) -> None:
    """List each page of the book once, and say which pages hold formulas.

    Sphinx does the first as often as the navigation does, and has no place for the second.
    """

    def declare() -> None:
        path = Path(app.outdir, "content.opf")
        path.write_bytes(declare_formulas(path.read_bytes(), Path(app.outdir)))

    # Pictures are converted while pages are written.
    around_package(
        app.builder,
        partial(leave_out_doctrees, app, app.builder),
        declare,
        partial(leave_out_odd_characters, Path(app.outdir)),
    )


def leave_out_odd_characters(folder: Path) -> None:
    """Take out of the files of a book what XML does not have: one such character ends a book.

    Texts and titles of pages, of conf.py and of other extensions may hold it.
    """
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".xhtml", ".ncx", ".opf"} and path.is_file():
            data = path.read_bytes()
            clean = _NOT_IN_XML.sub(b"", data)
            if clean != data:
                path.write_bytes(clean)


def declare_formulas(package: bytes, folder: Path) -> bytes:
    """Return the XML of a package with the property of pages that hold MathML."""
    document = minidom.parseString(_NOT_IN_XML.sub(b"", package))
    for item in document.getElementsByTagName("item"):
        page = folder / unquote(item.getAttribute("href"))
        if page.suffix == ".xhtml" and page.is_file() and "<math" in page.read_text("utf-8"):
            known = item.getAttribute("properties").split()
            item.setAttribute("properties", " ".join([*known, "mathml"]))
    return document.toxml(encoding="utf-8")


def leave_out_doctrees(app: Sphinx, builder: Builder) -> None:
    """Keep what Sphinx stores between builds out of the book.

    Without ``-d`` it lies in the output folder, of which the builder packs whatever it knows
    and warns about the rest.
    """
    output, doctrees = Path(app.outdir), Path(app.doctreedir)
    if not doctrees.is_relative_to(output):
        return
    files = [path.relative_to(output) for path in doctrees.rglob("*") if path.is_file()]
    app.config.epub_exclude_files = [*app.config.epub_exclude_files, *sorted(map(str, files))]


def mend_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Listen to ``html-page-context``: make the text of a page valid."""
    if not context.get("body"):
        return
    builder: Any = app.builder
    known = {builder.get_target_uri(name) for name in app.env.found_docs}
    known |= {f"{builder.imagedir}/{name}" for name in builder.images.values()}
    own = builder.get_target_uri(pagename)
    context["body"] = to_xhtml(
        context["body"],
        link=partial(address_in_book, own=own, known=known),
        image=partial(picture_in_book, own=own, known=known),
    )


def address_in_book(address: str, *, own: str, known: set[str]) -> str | None:
    """Return the address of a link if it leads to a page of the book or to the web."""
    if is_external(address):
        return address if READABLE.match(address) else None
    path, _mark, _fragment = address.partition("#")
    if not path:
        return address or None
    target = normpath(join(dirname(own), unquote(path.partition("?")[0])))
    return address if target in known else None


def picture_in_book(address: str, *, own: str, known: set[str]) -> str | None:
    """Return the address of a picture that is in the book; one of another host is not."""
    if is_external(address):
        return None
    target = normpath(join(dirname(own), unquote(address.partition("?")[0])))
    return address if target in known or target.startswith("_static/") else None
