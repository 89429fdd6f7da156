"""What EPUB needs in addition to a website: metadata, contents, well-formed XML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote
from uuid import NAMESPACE_URL, uuid5
from xml.dom import minidom

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.builders import around_package
from sphinx_docsjson.components.assets import found_on, has_components
from sphinx_docsjson.configuration import is_set, set_default
from sphinx_docsjson.navigation.tree import default_among
from sphinx_docsjson.site.model import Kind, html_language, text_direction
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder


UNNAMED_VERSION = "1"
READABLE = re.compile(r"(?:https?|mailto|tel|ftp):", re.IGNORECASE)


def set_metadata(app: Sphinx, _builder: Builder | None = None) -> None:
    """Set the metadata of an EPUB that conf.py does not set."""
    build, config = the_build(app.config), app.config
    site, language = build.site, language_of_book(app)
    if not config.epub_copyright:
        config.epub_copyright = site.name
    if not config.version:
        version = default_among(site.navigation, Kind.VERSION)
        config.version = version.label if version else UNNAMED_VERSION
    if not is_set(config, "author"):
        set_default(config, "epub_author", site.name)
        set_default(config, "epub_publisher", site.name)
    set_default(config, "epub_contributor", config.epub_author)
    set_default(config, "epub_description", site.description or site.name)
    set_default(config, "epub_language", language)
    if not is_set(config, "epub_identifier"):
        # The same in each build, so that readers replace the book; the older contents repeat it.
        of_book = f"{config.html_baseurl or site.name} {language}"
        config.epub_identifier = f"uuid-{uuid5(NAMESPACE_URL, of_book)}"
        set_default(config, "epub_uid", config.epub_identifier)
    if not build.has_own_book:
        set_default(config, "epub_tocscope", "includehidden")


def reset_metadata(app: Sphinx) -> None:
    """Undo what the user did not set, until pages are written.

    It is part of the stored environment, and another value for one builder would make the others
    read every document again.
    """
    set_default(app.config, "version", "")
    set_default(app.config, "epub_tocscope", "default")
    set_default(app.config, "epub_uid", "unknown")


def language_of_book(app: Sphinx) -> str:
    """Return the language that a book begins in."""
    default = default_among(the_build(app.config).site.navigation, Kind.LANGUAGE)
    return html_language(default.label if default else app.config.language or "en")


_NOT_IN_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")
"""What a title or an author of conf.py may have and XML has not, as UTF-8."""


def correct_package(app: Sphinx) -> None:
    """List each page of the book once, and say what its pages are.

    Sphinx lists a page as often as the navigation does, and has no place for the properties.
    """

    def declare() -> None:
        path = Path(app.outdir, "content.opf")
        direction = text_direction(language_of_book(app))
        path.write_bytes(describe_pages(path.read_bytes(), Path(app.outdir), direction))

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


def describe_pages(package: bytes, folder: Path, direction: str) -> bytes:
    """Return the XML of a package that says which pages hold MathML, and how they are turned."""
    document = minidom.parseString(_NOT_IN_XML.sub(b"", package))
    for item in document.getElementsByTagName("item"):
        page = folder / unquote(item.getAttribute("href"))
        if page.suffix == ".xhtml" and page.is_file() and "<math" in page.read_text("utf-8"):
            known = item.getAttribute("properties").split()
            item.setAttribute("properties", " ".join([*known, "mathml"]))
    (spine,) = document.getElementsByTagName("spine")
    listed: set[str] = set()
    for reference in document.getElementsByTagName("itemref"):
        # Sphinx adds pages that it does not find by their names again.
        if reference.getAttribute("idref") in listed:
            spine.removeChild(reference)
        listed.add(reference.getAttribute("idref"))
    if direction == "rtl":
        spine.setAttribute("page-progression-direction", "rtl")
    return document.toxml(encoding="utf-8")


def leave_out_doctrees(app: Sphinx, builder: Builder) -> None:
    """Keep what Sphinx stores between builds out of the book.

    Without ``-d`` it is in the output folder, of which the builder packs whatever it knows
    and warns about the rest.
    """
    output, doctrees = Path(app.outdir), Path(app.doctreedir)
    if not doctrees.is_relative_to(output):
        return
    files = [path.relative_to(output) for path in doctrees.rglob("*") if path.is_file()]
    app.config.epub_exclude_files = [*app.config.epub_exclude_files, *sorted(map(str, files))]


def mend_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Set the language of a page, and make its text valid (``html-page-context``)."""
    if app.builder.name != "epub":
        return
    build = the_build(app.config)
    if build.improves_books:
        view = build.nav.view(pagename).nav_view
        own = view.language if view else None
        language = html_language(own) if own else language_of_book(app)
        written = f' lang="{language}" xml:lang="{language}" dir="{text_direction(language)}">'
        context["html_tag"] = context["html_tag"].removesuffix(">") + written
    if not context.get("body"):
        return
    if not (build.improves_books or has_components(found_on(doctree))):
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


# HTML as people write it → XHTML as readers of EPUB require it. Pure.
#
# A browser tolerates an unclosed tag, a bare ``&`` or a block in a line; a book with one of them
# does not open. What a book cannot show (players, forms, scripts) becomes a link or is removed.

VOID = words("br col hr img wbr")
INLINE = words(
    "abbr b bdi bdo cite code data del dfn em i ins kbd mark q rp rt ruby s samp small span "
    "strong sub sup time u var"
)
"""Elements that hold no blocks; ``a`` holds what its parent may hold."""

LINES = words("h1 h2 h3 h4 h5 h6 p pre summary")
"""Blocks that hold no blocks."""

BLOCKS = words(
    "address article aside blockquote caption colgroup dd details div dl dt figcaption figure "
    "footer header li main nav ol section table tbody td tfoot th thead tr ul"
)
PLAIN_BLOCKS = words("address article aside div footer header main nav p section")
"""Blocks that can be a ``<span>`` where no block may be."""

RENAMED = {"center": "div", "font": "span", "strike": "s", "tt": "code", "big": "span"}
PLAYERS = words("audio embed iframe object video")
DROPPED = words(
    "canvas datalist noscript object script select style svg template textarea video audio iframe"
)
"""Elements that go with all that is in them."""

CLOSED_BY = {
    "li": ({"li"}, {"ol", "ul"}),
    "dt": ({"dt", "dd"}, {"dl"}),
    "dd": ({"dt", "dd"}, {"dl"}),
    "td": ({"td", "th"}, {"tr", "table"}),
    "th": ({"td", "th"}, {"tr", "table"}),
    "tr": ({"tr", "td", "th"}, {"thead", "tbody", "tfoot", "table"}),
}
"""Element → the open elements that it ends, and the elements that it does not look beyond."""

GLOBAL = words("class dir id lang role style tabindex title xml:lang")
OWN = {
    "a": {"href", "rel", "target"},
    "abbr": {"title"},
    "col": {"span"},
    "colgroup": {"span"},
    "data": {"value"},
    "del": {"cite", "datetime"},
    "details": {"open"},
    "img": {"alt", "height", "src", "width"},
    "ins": {"cite", "datetime"},
    "li": {"value"},
    "ol": {"reversed", "start", "type"},
    "td": {"colspan", "headers", "rowspan"},
    "th": {"abbr", "colspan", "headers", "rowspan", "scope"},
    "time": {"datetime"},
}
NUMBERS = words("colspan height rowspan span start value width")
ALLOWED_IN_URI = "!#$&'()*+,/:;=?@~%-._"

Resolve = Callable[[str], str | None]
"""Takes the address of a link or an image; returns the one to write, or ``None`` for no link."""


def to_xhtml(html: str, *, link: Resolve, image: Resolve) -> str:
    """Return *html* as well-formed XHTML that is valid in an EPUB."""
    writer = _Writer(link, image)
    writer.feed(html)
    writer.close()
    writer.finish()
    return "".join(writer.out)


def valid_uri(uri: str) -> str:
    """Return *uri* with what no URI may hold percent-encoded."""
    whole = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", uri.strip())
    head, mark, fragment = whole.partition("#")
    return (
        quote(head, safe=ALLOWED_IN_URI)
        + mark
        + quote(fragment, safe=ALLOWED_IN_URI.replace("#", ""))
    )


@dataclass(slots=True)
class _OpenElement:
    """An element that was opened: what the source calls it, and what was written for it."""

    source: str
    written: str | None
    after: str = ""


class _Writer(HTMLParser):
    """Writes what it reads, fixed."""

    def __init__(self, link: Resolve, image: Resolve) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.link = link
        self.image = image
        self.stack: list[_OpenElement] = []
        self.ids: set[str] = set()
        self.dropping: list[str] = []
        self.in_math = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._start(tag, {name: value or "" for name, value in reversed(attrs)})

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self.dropping:
            return
        if data.strip() and self._inside() in {"ol", "ul"}:
            self._open("li", "li", {})
        text = "".join(c for c in data if c >= " " or c in "\t\n\r")
        self.out.append(escape(text, quote=False))

    def handle_endtag(self, tag: str) -> None:
        if self.dropping:
            if tag == self.dropping[-1]:
                self.dropping.pop()
            return
        if tag in VOID or not any(entry.source == tag for entry in self.stack):
            return
        while self._close().source != tag:
            pass

    def finish(self) -> None:
        """Close what is still open."""
        while self.stack:
            self._close()

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.dropping:
            if tag == self.dropping[-1]:
                self.dropping.append(tag)
            return
        if tag == "math" or self.in_math:
            self._open(tag, tag, attributes, kept=True)
            return
        if tag in PLAYERS:
            self._player(attributes)
        if tag in DROPPED:
            self.dropping.append(tag)
            return
        name = RENAMED.get(tag, tag)
        if name == "img":
            self._image(attributes)
        elif name in VOID:
            self._void(name, attributes)
        elif name == "a" or name in INLINE | LINES | BLOCKS:
            self._element(tag, name, attributes)
        elif tag == "input" and attributes.get("type") == "checkbox":
            self.out.append("[x] " if "checked" in attributes else "[ ] ")
        elif tag not in {"embed", "input", "link", "meta", "param", "source", "track"}:
            self.stack.append(_OpenElement(tag, None))

    def _element(self, tag: str, name: str, attributes: dict[str, str]) -> None:
        if name == "a":
            address = self.link(attributes.get("href", "")) if "href" in attributes else None
            if any(entry.written == "a" for entry in self.stack):
                self.stack.append(_OpenElement(tag, None))
                return
            attributes.pop("href", None)
            if address is not None:
                attributes["href"] = valid_uri(address)
        if name in CLOSED_BY:
            self._end_before(*CLOSED_BY[name])
        if name in LINES | BLOCKS and self._in_line():
            if name in PLAIN_BLOCKS and not self._open_paragraph():
                self._open(tag, "span", attributes)
                return
            self._leave_line()
        if name != "li" and self._inside() in {"ol", "ul"}:
            self._open("li", "li", {})
        self._open(tag, name, attributes)

    def _void(self, name: str, attributes: dict[str, str]) -> None:
        if name == "hr" and self._in_line():
            self._leave_line()
        self.out.append(f"<{name}{self._written(name, attributes)} />")

    def _image(self, attributes: dict[str, str]) -> None:
        source = self.image(attributes.pop("src", ""))
        alt = attributes.setdefault("alt", "")
        if source is None:
            self.out.append(escape(alt, quote=False))
            return
        attributes["src"] = valid_uri(source)
        if attributes.get("width"):
            attributes.pop("height", None)  # it would stay where a narrow screen cuts the width
        self._void("img", attributes)

    def _player(self, attributes: dict[str, str]) -> None:
        """Write a link to what is played, where it can be reached from a book."""
        source = attributes.get("src") or attributes.get("data") or ""
        address = self.link(source) if re.match(r"https?:", source) else None
        in_link = any(entry.written == "a" for entry in self.stack)
        if address is not None and not in_link:
            text = attributes.get("title") or address
            link = f'<a href="{escape(valid_uri(address))}">{escape(text, quote=False)}</a>'
            self.out.append(link)

    def _open(
        self, source: str, written: str, attributes: dict[str, str], *, kept: bool = False
    ) -> None:
        # What a reader sees when a pointer rests on the word: a book has none.
        said = attributes.pop("title", "") if written == "abbr" else ""
        after = f" ({escape(said, quote=False)})" if said else ""
        self.stack.append(_OpenElement(source, written, after))
        self.in_math += written == "math"
        if kept:
            found = "".join(
                f' {name}="{escape(value)}"'
                for name, value in attributes.items()
                if name != "id" and re.fullmatch(r"[a-z][a-z:]*", name)
            )
        else:
            found = self._written(written, attributes)
        self.out.append(f"<{written}{found}>")

    def _close(self) -> _OpenElement:
        entry = self.stack.pop()
        if entry.written is not None:
            self.in_math -= entry.written == "math"
            self.out.append(f"</{entry.written}>{entry.after}")
        return entry

    def _written(self, name: str, attributes: dict[str, str]) -> str:
        return "".join(f' {key}="{escape(value)}"' for key, value in self._kept(name, attributes))

    def _kept(self, name: str, attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the attributes that the element may have, in the order of their names."""
        for key in sorted(attributes):
            value = attributes[key]
            if key == "id":
                if not value or re.search(r"\s", value) or value in self.ids:
                    continue
                self.ids.add(value)
            elif key in NUMBERS and key in OWN.get(name, ()):
                if not re.fullmatch(r"\d{1,5}", value.removesuffix("px")):
                    continue
                value = value.removesuffix("px")
            elif not (
                key in GLOBAL
                or key in OWN.get(name, ())
                or re.fullmatch(r"(?:aria|data)-[a-z][a-z0-9-]*", key)
                or key == "epub:type"
            ):
                continue
            elif key in {"open", "reversed"}:
                value = key
            yield key, value

    def _inside(self) -> str | None:
        """Return the innermost element that was written."""
        entries = (e.written for e in reversed(self.stack) if e.written is not None)
        return next(entries, None)

    def _in_line(self) -> bool:
        """Whether no block may be here."""
        for entry in reversed(self.stack):
            if entry.written in INLINE | LINES:
                return True
            if entry.written in BLOCKS:
                return False
        return False

    def _open_paragraph(self) -> bool:
        """Whether the line that is open is one of a paragraph, which a block ends."""
        for entry in reversed(self.stack):
            if entry.written in LINES | BLOCKS:
                return entry.written == "p"
        return False

    def _leave_line(self) -> None:
        while self._in_line():
            self._close()

    def _end_before(self, ended: set[str], limits: set[str]) -> None:
        """End the open elements *ended*, as HTML does where their end tags are omitted."""
        written = [entry.written for entry in self.stack]
        inner = next((n for n in range(len(written) - 1, -1, -1) if written[n] in limits), -1)
        found = [n for n in range(inner + 1, len(written)) if written[n] in ended]
        if found:
            while len(self.stack) > found[0]:
                self._close()
