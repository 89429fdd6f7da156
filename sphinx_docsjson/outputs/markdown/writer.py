"""The Markdown writer: walks the doctree, and keeps the state that handlers share.

It is recursive and only reads the tree: each handler returns the Markdown of its node. The same
writer serves the twin beside an HTML page, the builder ``docsjson-markdown`` and, through the
twins on disk, ``llms-full.txt``.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar
from urllib.parse import quote

from docutils import nodes
from sphinx.errors import SphinxError
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.base.markdown import (
    beside,
    escape_block_start,
    escape_brackets,
    escape_text,
    joined,
)
from sphinx_docsjson.base.nodes import shown_text
from sphinx_docsjson.urls import is_external, path_of_site
from sphinx_docsjson.warnings import INSTEAD, LEFT_OUT, place_of, report_failure

if TYPE_CHECKING:
    from sphinx import addnodes


Visit = Callable[[Any, Any], None]
Visitors = Mapping[str, tuple[Visit, Visit | None]]

_TOO_GENERAL = frozenset(
    {
        "Element",
        "TextElement",
        "FixedTextElement",
        "General",
        "Body",
        "Inline",
        "Special",
        "Node",
        "Text",
        "object",
    }
)


class Writer:
    """Writes one document as Markdown.

    :param addresses: where links lead.
    :param image_path: gives the path of an image from the site root, for the URI of its node.
    :param resolve_toctree: gives the list of links that a toctree stands for.
    :param number_of: gives the number before the title of a section or the caption of a node.
    :param visitors: the handlers that extensions registered with
        ``app.add_node(…, docsjson_markdown=(visit, depart))``, by node class name.
    :param unknown: called with each node that has no handler.
    """

    def __init__(
        self,
        *,
        addresses: TwinAddresses,
        image_path: Callable[[str], str | None] = lambda uri: None,
        visitors: Visitors | None = None,
        resolve_toctree: Callable[[addnodes.toctree], nodes.Node | None] = lambda node: None,
        number_of: Callable[[nodes.Node], str] = lambda node: "",
        unknown: Callable[[nodes.Element], None] = lambda node: None,
    ) -> None:
        self.addresses = addresses
        self.image_path = image_path
        self.resolve_toctree = resolve_toctree
        self._number_of = number_of
        self.level = 0
        """The level of the heading that the text is under."""
        self.in_cell = False
        """Whether everything must fit on the one line of a table's cell."""
        self.in_label = False
        """Whether the text of a link is written, in which brackets have a meaning."""
        self.body: list[str] = []
        """What the ``visit`` function of an extension appends to."""
        self._visitors = visitors or {}
        self._unknown = unknown
        self._handlers: dict[type, Handler] = {}
        self.other_marker = False
        """Whether a list follows directly on one of its kind, which would be read as one."""

    # --- what handlers call

    def blocks(self, children: Iterable[nodes.Node]) -> str:
        """Return *children* as blocks; runs of text and inline nodes become paragraphs."""
        return joined(self.each_block(children))

    def each_block(self, children: Iterable[nodes.Node]) -> Iterator[str]:
        """Yield the Markdown of each block of *children*."""
        line: list[nodes.Node] = []
        previous = ""
        flip = False
        for child in children:
            if _stands_in_a_line(child):
                line.append(child)
                continue
            if line:
                yield self.paragraph(line)
                line, previous = [], ""
            kind = _kind_of_list(child)
            flip = kind == previous != "" and not flip
            self.other_marker = flip
            block = self.write(child)
            if block:
                previous = kind
            yield block
        if line:
            yield self.paragraph(line)

    def inline(self, children: Iterable[nodes.Node]) -> str:
        """Return *children* as a piece of a line."""
        parts = []
        for child in children:
            if isinstance(child, nodes.Text):
                parts.append(self.text(child.astext()))
            else:
                parts.append(self.write(child))
        return beside(parts)

    def numbered(self, title: nodes.Element) -> str:
        """Return a title or a caption for a line, with the number that Sphinx gives it."""
        number = self._number_of(title.parent) if title.parent is not None else ""
        return escape_text(number) + self.inline(title.children)

    def text(self, text: str) -> str:
        """Return plain text of one or more lines as a piece of a line.

        A text node keeps the backslashes of rst as NUL characters; its ``astext`` removes them.
        """
        escaped = escape_text(text.replace("\n", " "))
        return escape_brackets(escaped) if self.in_label else escaped

    def paragraph(self, children: Iterable[nodes.Node]) -> str:
        """Return *children*, which are inline, as a paragraph."""
        text = self.inline(children).strip()
        if not text:
            return ""
        if "\n" in text:
            return "\n".join(escape_block_start(line) for line in text.split("\n"))
        return escape_block_start(text)

    def write(self, node: nodes.Node) -> str:
        """Return the Markdown of one node."""
        if isinstance(node, nodes.Text):
            return self.text(node.astext())
        kind = type(node)
        handler = self._handlers.get(kind)
        if handler is None:
            handler = self._handlers[kind] = self._find_handler(kind)
        try:
            return handler(self, node)
        except (SphinxError, RecursionError):
            raise
        except Exception as error:  # it costs only the element
            text = self.text(shown_text(node))
            result = INSTEAD if text else LEFT_OUT
            name = type(node).__name__  # a text has no tag name
            report_failure(f"writing <{name}> as Markdown", error, place_of(node), instead=result)
            return text

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Write headings one level deeper within this context."""
        self.level += 1
        try:
            yield
        finally:
            self.level -= 1

    @contextmanager
    def cell(self) -> Iterator[None]:
        """Write for the cell of a table within this context."""
        before, self.in_cell = self.in_cell, True
        try:
            yield
        finally:
            self.in_cell = before

    @contextmanager
    def link_label(self) -> Iterator[None]:
        """Write the text of a link within this context."""
        before, self.in_label = self.in_label, True
        try:
            yield
        finally:
            self.in_label = before

    # --- what the handlers of extensions call

    def add(self, markdown: str) -> None:
        """Append *markdown*; for the ``visit`` and ``depart`` functions of extensions."""
        self.body.append(markdown)

    # --- how a handler is found

    def _find_handler(self, kind: type) -> Handler:
        for base in kind.__mro__:
            name = base.__name__
            if name in _TOO_GENERAL:
                continue
            if name in self._visitors:
                return _visiting(*self._visitors[name])
            if name in HANDLERS:
                return HANDLERS[name]
        return self._write_unknown

    def _write_unknown(self, writer: Writer, node: nodes.Element) -> str:
        self._unknown(node)
        return contents(self, node)


def _stands_in_a_line(node: nodes.Node) -> bool:
    """Whether *node*, met among blocks, is a part of a paragraph.

    Raw HTML is a block there, and so are the diagrams of extensions (graphviz, mermaid), which
    call themselves inline although their directives put them between paragraphs.
    """
    if isinstance(node, nodes.Text):
        return True
    if isinstance(node, nodes.raw) or not isinstance(node, nodes.Inline):
        return False
    if isinstance(node, nodes.image | nodes.Referential):
        return True
    return not isinstance(node, nodes.General)


def _kind_of_list(node: nodes.Node) -> str:
    """Return the kind of list that *node* is written as, or nothing."""
    if isinstance(node, nodes.enumerated_list):
        return "numbered"
    return "bullet" if isinstance(node, nodes.Sequential) else ""


def contents(writer: Writer, node: nodes.Element) -> str:
    """Return the content of *node*, in a line or as blocks as it may be itself."""
    if isinstance(node, nodes.Inline):
        return writer.inline(node.children)
    return writer.blocks(node.children)


def _visiting(visit: Visit, depart: Visit | None) -> Handler:
    """Return a handler that calls the ``visit`` and ``depart`` functions of an extension."""

    def handler(writer: Writer, node: Any) -> str:
        before, writer.body = writer.body, []
        try:
            try:
                visit(writer, node)
            except (nodes.SkipNode, nodes.SkipChildren, nodes.SkipDeparture) as skipped:
                if isinstance(skipped, nodes.SkipDeparture):
                    writer.body.append(contents(writer, node))
                elif isinstance(skipped, nodes.SkipChildren) and depart is not None:
                    depart(writer, node)
                return "".join(writer.body)
            writer.body.append(contents(writer, node))
            if depart is not None:
                depart(writer, node)
            return "".join(writer.body)
        finally:
            writer.body = before

    return handler


# Which function writes which node; the modules beside this one fill the table.
#
# A handler is given the writer and a node and returns Markdown: for a node that is among
# paragraphs one or more blocks, for a node inside a line a piece of that line.

Handler: TypeAlias = Callable[[Any, Any], str]
_H = TypeVar("_H", bound=Callable[..., str])


class Writes(Protocol):
    """The writer, as far as the handlers here ask it."""

    def blocks(self, children: Iterable[nodes.Node]) -> str:
        """Return nodes as blocks."""

    def inline(self, children: Iterable[nodes.Node]) -> str:
        """Return nodes as a piece of a line."""


HANDLERS: dict[str, Handler] = {}
"""Node class name → handler. Names, because extensions that may be absent declare nodes too."""


def handles(*names: str) -> Callable[[_H], _H]:
    """Declare a function as the handler of the node classes with these *names*.

    :raises ValueError: when a node class has a handler already.
    """

    def declare(function: _H) -> _H:
        for name in names:
            if name in HANDLERS:
                raise ValueError(f"node {name} has two Markdown handlers")
            HANDLERS[name] = function
        return function

    return declare


def nothing(writer: Writes, node: Any) -> str:
    """Leave the node out: it is not part of what a reader sees."""
    return ""


def children_as_blocks(writer: Writes, node: Any) -> str:
    """Write the content of the node."""
    return writer.blocks(node.children)


def children_in_line(writer: Writes, node: Any) -> str:
    """Write the content of the node as a piece of a line."""
    return writer.inline(node.children)


# Where the links of a Markdown twin lead: absolute when the base URL is known, else relative.


def twin_name(docname: str) -> str:
    """Return the path of a twin in the output folder."""
    return f"{docname}.md"


def twin_path(docname: str) -> str:
    """Return the address of a twin relative to the site root."""
    return quote(twin_name(docname))


@dataclass(frozen=True, kw_only=True, slots=True)
class TwinAddresses:
    """The addresses of a site as seen from one document.

    :param base_url: the address of the site with a slash at its end, or ``""`` when unknown.
    :param page_uri: the URI of the HTML page of the document, relative to the site root.
    :param twin: the path of the document's twin, relative to the site root.
    :param twins: URI of each HTML page → path of its twin, both relative to the site root.
    """

    base_url: str
    page_uri: str
    twin: str
    twins: Mapping[str, str]

    def site(self, path: str) -> str:
        """Return the address of *path*, which is relative to the site root."""
        if self.base_url:
            return self.base_url + path
        return path_of_site(relative_uri(self.twin, path) or posixpath.basename(path))

    def document(self, docname: str) -> str:
        """Return the address of the twin of a document."""
        return self.site(twin_path(docname))

    def link(self, uri: str) -> str:
        """Return where a link of the page leads: to the twin, when *uri* is a page of the site.

        :param uri: a URI as it is in the page: absolute, relative to the page, or an anchor.
        """
        if not uri or uri.startswith("#") or is_external(uri):
            return uri
        path, mark, fragment = uri.partition("#")
        target = self._from_root(path)
        if target is None:
            return uri
        twin = self.twins.get(target)
        if twin == self.twin and fragment:
            return f"#{fragment}"
        return self.site(target if twin is None else twin) + mark + fragment

    def _from_root(self, path: str) -> str | None:
        """Return a path of the page as a path from the site root, or ``None`` outside it."""
        if path.startswith("/"):
            return path[1:]
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(self.page_uri), path))
        if joined.startswith(".."):
            return None
        if joined == ".":
            return ""
        return f"{joined}/" if path.endswith(("/", "/.", "..")) or path in (".", "") else joined
