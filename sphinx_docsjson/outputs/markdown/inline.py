"""Handlers of inline nodes, of HTML elements and of the nodes of sphinx-design."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from posixpath import normpath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from docutils import nodes

from sphinx_docsjson.base.markdown import (
    STRUCK,
    code_span,
    destination,
    emphasized,
    escape_text,
    fenced,
    heading,
    image,
    joined,
    link,
    list_item,
    marks_of,
    one_line,
    shifted,
)
from sphinx_docsjson.base.nodes import ancestors
from sphinx_docsjson.outputs.markdown.writer import (
    HANDLERS,
    Handler,
    children_in_line,
    handles,
    nothing,
)
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer


# Handlers of sphinx-design's nodes: cards, grids, tabs, dropdowns, badges, icons.
#
# Its components are containers with an attribute ``design_component``. Before HTML is written some
# of them are rebuilt for HTML; both forms are read here, so nothing needs to be kept aside.

COMPONENTS: dict[str, Handler] = {}
"""Value of ``design_component`` → handler; others render their content."""

HANDLERS["sd_tab_input"] = nothing
HANDLERS["sd_line_break"] = lambda writer, node: " "


@handles("container")
def container(writer: Writer, node: nodes.container) -> str:
    """A container: its content, unless it is a component that reads better otherwise."""
    handler = COMPONENTS.get(str(node.get("design_component", "")))
    if handler is not None:
        return handler(writer, node)
    return writer.blocks(node.children)


@handles("sd_tab_label", "dropdown_title", "aside_title")
def label(writer: Writer, node: nodes.Element) -> str:
    """The title of a tab or of something that folds."""
    return emphasized("**", one_line(writer.inline(node.children)))


@handles("PassthroughTextElement")
def passthrough(writer: Writer, node: nodes.Element) -> str:
    """Text that HTML shows without an element around it."""
    return writer.blocks(node.children)


@handles("dropdown_main", "aside_main")
def folded(writer: Writer, node: nodes.Element) -> str:
    """Something that folds: its title and its content."""
    return writer.blocks(node.children)


def dropdown(writer: Writer, node: nodes.container) -> str:
    """A dropdown before it is rebuilt for HTML."""
    children = list(node.children)
    title = ""
    if node.get("has_title") and children:
        first = children.pop(0)
        if isinstance(first, nodes.Element):
            title = emphasized("**", one_line(writer.inline(first.children)))
    return joined([title, writer.blocks(children)])


def tab_label(writer: Writer, node: nodes.container) -> str:
    """The title of a tab before it is rebuilt for HTML."""
    return emphasized("**", one_line(writer.inline(node.children)))


def card(writer: Writer, node: nodes.container) -> str:
    """A card: its title is the link when the whole card is one."""
    cover = _cover(node)
    parts = list(_parts_of(node))
    title = next((part for part in parts if _is(part, "card-title")), None)
    blocks = []
    linked = False
    for part in parts:
        if part is title:
            text = one_line(writer.inline(_inline_children(part)))
            linked = cover is not None
            blocks.append(f"**{_link_to(writer, cover, text)}**" if text else "")
        elif not _holds(part, cover):
            blocks.append(writer.blocks([part]))
    if cover is not None and not linked:
        blocks.append(writer.write(cover))
    return joined(blocks)


def _parts_of(node: nodes.Element) -> Iterator[nodes.Element]:
    """Give the parts of a card; those of a card in it belong to that one."""
    for child in node.children:
        if _is(child, "card-body"):
            assert isinstance(child, nodes.Element)
            yield from (part for part in child.children if isinstance(part, nodes.Element))
        elif isinstance(child, nodes.Element):
            yield child


def _link_to(writer: Writer, target: nodes.Element | None, text: str) -> str:
    if target is None:
        return text
    refid = target.get("refid")
    uri = f"#{refid}" if refid else str(target.get("refuri", ""))
    return link(text, _address(writer, target, uri)) if uri else text


def _address(writer: Writer, node: nodes.Element, uri: str) -> str:
    """Return the address of a link; one that leads to nothing stays what its author wrote."""
    return uri if node.get("as_written") else writer.addresses.link(uri)


def _cover(node: nodes.Element) -> nodes.Element | None:
    """Return the link that covers a whole card."""
    for reference in node.findall(nodes.reference):
        if "sd-stretched-link" in reference.get("classes", ()) and _card_around(reference) is node:
            return reference
    return None


def _card_around(node: nodes.Element) -> nodes.Element | None:
    return next((around for around in ancestors(node) if _is(around, "card")), None)


def _holds(part: nodes.Element, cover: nodes.Element | None) -> bool:
    return cover is not None and (part is cover or cover.parent is part)


def _inline_children(node: nodes.Element) -> list[nodes.Node]:
    """Return the text of a title, out of the element that wraps it."""
    wrappers = ("PassthroughTextElement", "paragraph")
    if len(node.children) == 1 and type(node.children[0]).__name__ in wrappers:
        return list(node.children[0].children)
    return list(node.children)


def _is(node: nodes.Node | None, component: str) -> bool:
    return isinstance(node, nodes.Element) and node.get("design_component") == component


def grid_row(writer: Writer, node: nodes.container) -> str:
    """A row of a grid; when it holds only cards they are a list."""
    children = [child for child in node.children if isinstance(child, nodes.Element)]
    cards = [_card_of(child) for child in children]
    if not cards or any(found is None for found in cards):
        return writer.blocks(node.children)
    return "\n\n".join(list_item("-", card(writer, found)) for found in cards if found is not None)


def _card_of(item: nodes.Element) -> nodes.container | None:
    if len(item.children) == 1 and _is(item.children[0], "card"):
        found = item.children[0]
        return found if isinstance(found, nodes.container) else None
    return None


@handles("reference", "number_reference")
def reference(writer: Writer, node: nodes.Element) -> str:
    """A link; to a page of the site it leads to the page's twin."""
    refid = node.get("refid")
    uri = f"#{refid}" if refid else str(node.get("refuri", ""))
    if not uri or _leads_to_itself(writer, node, uri):
        return writer.inline(node.children)
    if _is_its_address(node, uri):
        return f"<{uri}>"
    with writer.link_label():
        label = one_line(writer.inline(node.children))
    if "\\" in label and all(isinstance(part, _WORDS) for part in node.findall()):
        # A name such as ``__init__`` needs no escapes as code.
        name = node.astext()
        label = label if "`" in name or len(name.split()) > 1 else code_span(name)
    return link(label, _address(writer, node, uri))


def _is_its_address(node: nodes.Element, uri: str) -> bool:
    """Whether a link elsewhere says nothing but where it leads, as one without a label does."""
    words = node.astext()
    plain = all(isinstance(part, nodes.Text) for part in node.children)
    named = uri in (words, f"mailto:{words}") and is_external(uri)
    return plain and named and not node.get("as_written") and destination(uri) == uri


# Handlers of the inline nodes of docutils and Sphinx: emphasis, code, links, images.


_WORDS = (nodes.reference, nodes.inline, nodes.Text)
"""What the text of a link consists of that has no markup."""


def _leads_to_itself(writer: Writer, node: nodes.Element, uri: str) -> bool:
    """Whether *node* is the link that Sphinx's HTML builder puts around an image with a size."""
    only = node.children[0] if len(node.children) == 1 else None
    if not isinstance(only, nodes.image) or not node.get("internal"):
        return False
    path = writer.image_path(str(only["uri"]))
    return uri == only["uri"] or (path is not None and uri.endswith(path))


@handles("label")
def footnote_label(writer: Writer, node: nodes.label) -> str:
    """The number of a footnote, written by the footnote."""
    return ""


COMPONENTS.update(
    {"card": card, "grid-row": grid_row, "dropdown": dropdown, "tab-label": tab_label}
)


# Handlers of elements of HTML, and of what plays or embeds something.
#
# Components have their Markdown beside their declaration. Those that give none (Tabs, CodeGroup,
# Frame, Tree, …) are made of nodes that read well as they are: bold titles, images with captions,
# lists, quotes.

INLINE_TAGS = frozenset({"a", "button", "code", "kbd", "span", "summary"})


def abbreviation(writer: Writer, node: nodes.Element) -> str:
    """A term with its explanation in brackets."""
    text = writer.inline(node.children)
    meaning = one_line(str(node.get("explanation", "")))
    return f"{text} ({escape_text(meaning)})" if meaning else text


def html_element(writer: Writer, node: nodes.Element) -> str:
    """An element that a transform made for HTML: its content; buttons are for browsers."""
    classes = node.get("classes", ())
    if node.get("needs_script") or "headerlink" in classes:
        return ""
    if node.get("tag") in INLINE_TAGS:
        return writer.inline(node.children)
    return writer.blocks(node.children)


def media(writer: Writer, node: nodes.Element) -> str:
    """A player or an embedded page, as a link to what it plays, and the words instead of it."""
    if "filename" in node:
        url = writer.addresses.site(normpath(f"_downloads/{node['filename']}"))
    elif "output" in node:
        url = writer.addresses.site(node["output"])
    elif node.get("uri"):
        url = writer.addresses.link(str(node["uri"]))
    else:
        return writer.inline(node.children)
    given: Mapping[str, str] = node.get("attributes_html") or {}
    name = str(given.get("title") or node.get("label", ""))
    played = link(escape_text(one_line(name)), url)
    return f"{played} {writer.inline(node.children)}".rstrip()


def html_inline(writer: Writer, node: nodes.Element) -> str:
    """An element inside a line: its text, between marks where it means more."""
    text = writer.inline(node.children)
    if node["tagname"] in STRUCK:
        return text if node.parent.get("tagname") in STRUCK else emphasized("~~", text)
    return text.join(map(escape_text, marks_of(node)))


HANDLERS.update(
    {
        "abbreviation": abbreviation,
        "html_element": html_element,
        "HtmlBlock": lambda writer, node: writer.blocks(node.children),
        "HtmlInline": html_inline,
        "Media": media,
        "Script": lambda _writer, _node: "",
    }
)

_STRIKES = {f"<{mark}{name}>" for name in STRUCK for mark in ("", "/")}
"""A tag that MyST writes alone, before or behind struck text."""

for _name in (
    "inline",
    "generated",
    "problematic",
    "substitution_reference",
    "target",
    "pending_xref",
    "pending_xref_condition",
    "acronym",
):
    HANDLERS[_name] = children_in_line

HANDLERS["index"] = nothing
HANDLERS["sd_icon"] = HANDLERS["fontawesome"] = nothing


@handles("emphasis", "title_reference", "literal_emphasis", "manpage")
def emphasis(writer: Writer, node: nodes.Element) -> str:
    """Emphasis, the title of a work, the name of a manual page."""
    if isinstance(node.parent, nodes.emphasis):
        return writer.inline(node.children)
    return emphasized("*", writer.inline(node.children))


@handles("strong", "literal_strong")
def strong(writer: Writer, node: nodes.Element) -> str:
    """Strong emphasis."""
    bold = isinstance(node.parent, nodes.strong | nodes.term)
    if isinstance(node.parent, nodes.title):  # of what is beside the text
        bold = isinstance(node.parent.parent, nodes.topic | nodes.sidebar)
    if bold or node.parent.tagname == "callout_title":
        return writer.inline(node.children)
    return emphasized("**", writer.inline(node.children))


@handles("literal")
def literal(writer: Writer, node: nodes.literal) -> str:
    """Code in a line, and behind it what explains a word of it."""
    tips = []
    for part in node.findall(nodes.Element):
        if _is_tip(part):
            tips.append(writer.write(part).strip())
        elif (text := part.get("explanation")) and not any(map(_is_tip, part.children)):
            tips.append(f"({escape_text(one_line(str(text)))})")
    return " ".join([code_span("".join(_text_of(node))), *filter(None, tips)])


def _is_tip(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and "dj-tooltip-tip" in node["classes"]


def _text_of(node: nodes.Element) -> Iterator[str]:
    for child in node.children:
        if not isinstance(child, nodes.Element):
            yield child.astext()
        elif not _is_tip(child):
            yield from _text_of(child)


@handles("math")
def math(writer: Writer, node: nodes.math) -> str:
    """A formula in a line."""
    return f"${one_line(node.astext())}$"


@handles("subscript")
def subscript(writer: Writer, node: nodes.subscript) -> str:
    """Lowered text; Markdown has no syntax of its own."""
    return shifted("sub", writer.inline(node.children))


@handles("superscript")
def superscript(writer: Writer, node: nodes.superscript) -> str:
    """Raised text; Markdown has no syntax of its own."""
    if not node.astext().strip() and not any(node.findall(nodes.image)):
        # An icon that leads to the source, as [source] does: its address would be its text.
        return ""
    return shifted("sup", writer.inline(node.children))


@handles("download_reference")
def download_reference(writer: Writer, node: nodes.Element) -> str:
    """A link to a file that the build copies."""
    with writer.link_label():
        label = one_line(writer.inline(node.children))
    if "filename" in node:
        return link(label, writer.addresses.site(normpath(f"_downloads/{node['filename']}")))
    if "refuri" in node:
        return link(label, str(node["refuri"]))
    return label


@handles("footnote_reference", "citation_reference")
def footnote_reference(writer: Writer, node: nodes.Element) -> str:
    """The mark of a footnote."""
    return f"[^{node.astext()}]"


@handles("image")
def image_node(writer: Writer, node: nodes.image) -> str:
    """An image, with the address it has in the output."""
    uri = str(node.get("uri", ""))
    chosen = (writer.image_path(str(path)) for path in (uri, *node.get("candidates", {}).values()))
    path = next((found for found in chosen if found is not None), None)
    url = writer.addresses.site(path) if path is not None else writer.addresses.link(uri)
    return image(str(node.get("alt", "")), url, str(node.get("caption", "")))


@handles("raw")
def raw(writer: Writer, node: nodes.raw) -> str:
    """Markdown as it is; of HTML what a reader sees; nothing of other formats."""
    formats = str(node.get("format", "")).split()
    if "markdown" in formats:
        return node.astext()
    if "html" in formats:
        if node.astext() in _STRIKES:
            return "~~"
        return html_to_markdown(node.astext(), writer.addresses.link)
    return ""


# What a reader sees of raw HTML, as Markdown: text, links, images, code, headings, list items.
#
# Only HTML that an author put into a page as such arrives here; the pages' own tags are nodes.

_SILENT = frozenset({"script", "style", "svg", "template", "noscript", "head", "math"})
_LINE = STRUCK | {"a", "b", "strong", "i", "em", "code", "kbd", "samp", "sub", "sup"}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCK_NAMES = """
address article aside blockquote details dd div dl dt fieldset figcaption figure footer
form header hr li main nav ol p section summary table tbody tfoot thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split()) | frozenset(_HEADINGS)
_MEDIA = frozenset({"iframe", "video", "audio", "source", "embed"})
_FRAMES = frozenset({"iframe", "embed"})
_BOXES = ("[ ] ", "[x] ")
_SPACE = re.compile(r"\s+")


def html_to_markdown(html: str, address: Callable[[str], str]) -> str:
    """Return the visible content of *html*.

    :param address: gives the address of a link or image as it is in the page.
    """
    reader = _RawReader(address)
    reader.feed(html)
    reader.close()
    return reader.result()


class _RawReader(HTMLParser):
    """Collects blocks; a stack of open inline elements holds what is inside them."""

    def __init__(self, address: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self._address = address
        self._blocks: list[str] = []
        self._stack: list[tuple[str, str, list[str]]] = [("", "", [])]
        self._silent = 0
        self._pre: list[str] | None = None
        self._item = False
        self._level = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        values = {name: value or "" for name, value in attrs}
        if tag in _SILENT:
            self._silent += 1
        elif self._silent or self._pre is not None:
            return
        elif tag == "pre":
            self._end_block()
            self._pre = []
        elif tag == "br":
            self._write("\\\n")
        elif tag == "img":
            self._write(image(values.get("alt", ""), self._address(values.get("src", ""))))
        elif tag == "input" and values.get("type") == "checkbox":
            self._write(_BOXES["checked" in values])
        elif tag in _MEDIA and values.get("src"):
            host = urlsplit(values["src"]).netloc if tag in _FRAMES else ""
            name = values.get("title") or host or values["src"]
            self._write(link(escape_text(name), self._address(values["src"])))
        elif tag in _BLOCKS:
            self._end_block()
            self._item = tag == "li"
            self._level = _HEADINGS.get(tag, 0)
        elif tag in _LINE:
            self._stack.append((tag, values.get("href", ""), []))
        elif tag in {"td", "th"}:
            self._write(" ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open and close an element."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element; one that is not open is ignored."""
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif self._silent:
            return
        elif tag == "pre" and self._pre is not None:
            self._blocks.append(fenced("".join(self._pre).strip("\n")))
            self._pre = None
        elif tag in _BLOCKS:
            self._end_block()
        elif any(name == tag for name, _, _ in self._stack):
            while self._close() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Take text."""
        if self._silent:
            return
        if self._pre is not None:
            self._pre.append(data)
            return
        inside_code = any(name in {"code", "kbd", "samp"} for name, _, _ in self._stack)
        text = _SPACE.sub(" ", data)
        if self._stack[-1][2][-1:] and self._stack[-1][2][-1] in _BOXES:
            text = text.lstrip()
        self._write(text if inside_code else escape_text(text))

    def _write(self, markdown: str) -> None:
        self._stack[-1][2].append(markdown)

    def _close(self) -> str:
        """Close the innermost inline element and return its name."""
        tag, href, parts = self._stack.pop()
        text = "".join(parts)
        if tag == "a":
            text = link(one_line(text), self._address(href)) if href else text
        elif tag in {"b", "strong"}:
            text = emphasized("**", text)
        elif tag in {"i", "em"}:
            text = emphasized("*", text)
        elif tag in STRUCK:
            text = emphasized("~~", text)
        elif tag in {"code", "kbd", "samp"}:
            text = code_span(text)
        elif tag in {"sub", "sup"}:
            text = shifted(tag, text)
        self._write(text)
        return tag

    def _end_block(self) -> None:
        while len(self._stack) > 1:
            self._close()
        text = "".join(self._stack[0][2]).strip()
        self._stack[0][2].clear()
        if text and self._level:
            text = heading(self._level, text)
        elif text and self._item:
            text = f"- {one_line(text)}"
        self._blocks.append(text)
        self._item, self._level = False, 0

    def result(self) -> str:
        """Return all blocks; inline HTML is a single one without anything around it."""
        if self._pre is not None:
            self._blocks.append(fenced("".join(self._pre).strip("\n")))
        if not any(self._blocks):
            while len(self._stack) > 1:
                self._close()
            return "".join(self._stack[0][2])
        self._end_block()
        return joined(self._blocks)
