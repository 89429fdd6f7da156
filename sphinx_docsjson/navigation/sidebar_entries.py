"""Sidebar entries as HTML: links, labels, badges. Long groups are written in chunks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import isqrt
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from sphinx_docsjson.base.messages import breakable
from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.site.model import Container, Kind, LinkEntry, PageEntry
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.tree import PageInfo
    from sphinx_docsjson.site.model import Icon, TileColor

    IconHtml: TypeAlias = Callable[[Icon, str], str | None]
    """An icon and the way to the root of the site → HTML."""
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_docsjson.site.model import Node


@dataclass(frozen=True, kw_only=True)
class SidebarContext:
    """What every sidebar of a build is written with.

    :param target_uri: docname → address relative to the site root, as the builder knows it.
    :param icon: makes the HTML of an icon.
    :param deprecated: the badge of deprecated pages.
    :param translate: words, and a page → the words in its language.
    :param colors: colour of an anchor → number of its tile.
    :param is_large: whether a group holds too many entries to write all of them on every page.
    :param open_levels: how many levels of groups are open at first; the first one always is.
    :param shows_heads: whether a group that is not open shows its own entries all the same.
    """

    nav: Nav
    drawn: DrawnEntries
    stretches: Stretches
    closed: ClosedEntries
    target_uri: Callable[[str], str]
    icon: IconHtml
    deprecated: str
    translate: Callable[[str, str], str]
    colors: Mapping[TileColor, int]
    is_large: Callable[[Container], bool]
    open_levels: int = 1
    shows_heads: bool = False


# Links that stand for what a page does not write of a very large navigation. Pure.

ENTRY_CLOSED = "dj-entry dj-subgroup-closed"


class ClosedEntries:
    """Writes such links, each once for all pages of a folder, which are written in turn.

    A page of a navigation of ten thousand groups has two hundred of them.
    """

    def __init__(
        self, drawn: DrawnEntries, target_uri: Callable[[str], str], icon: IconHtml
    ) -> None:
        self._drawn = drawn
        self._target_uri = target_uri
        self._icon = icon
        self._way: RelativeUrls | None = None
        self._written: dict[tuple[int, bool], str] = {}

    def html(self, closed: Container | Chunk, way: RelativeUrls, *, inside: bool) -> str:
        """Return the link to the first page of a group or of a stretch.

        :param inside: whether it is among the entries of a group.
        """
        if way != self._way:
            self._way, self._written = way, {}
        key = (id(closed), inside)
        if key not in self._written:
            self._written[key] = self._html(closed, way, inside=inside)
        return self._written[key]

    def _html(self, closed: Container | Chunk, way: RelativeUrls, *, inside: bool) -> str:
        if isinstance(closed, Chunk):
            page, inner = closed.page, label_html(closed.name)
        else:
            page = self._drawn.first_page([closed])
            icon = closed.icon and self._icon(closed.icon, way.root)
            label = self._drawn.label_html(closed) if inside else escape(closed.label)
            inner = f"{icon or ''}{label}{tag_html(closed.tag)}"
        if page is None:
            return ""
        css_class = ENTRY_CLOSED if inside else ""
        return "".join(link_html(way.to(self._target_uri(page)), inner, css_class=css_class))


# An entry of the sidebar as HTML: its link, its label, its method, its badges. Pure.


def link_html(href: str, inner: str, *, css_class: str, state: str = "") -> tuple[str, str]:
    """Return the entry that leads to *href*, in two parts.

    Between them is the mark of the current page, so that the rest is written once for all pages.

    :param inner: what it says, as HTML.
    :param state: further attributes, with a space before each.
    """
    attribute = f'class="{css_class}" ' if css_class else ""
    return f'<li><a {attribute}href="{escape(href)}"{state}', f">{inner}</a></li>"


LONG_LABEL = 24
"""A longer label takes several lines, which may end inside a path or a dotted name."""

SHORT_METHODS = {"DELETE": "DEL", "OPTIONS": "OPT", "WEBHOOK": "HOOK"}


def page_label_html(info: PageInfo, deprecated: str, *, brief: bool) -> str:
    """Return what the entry of a page says.

    :param deprecated: the badge of a deprecated page; without words there is none.
    :param brief: whether it says so in few elements.
    """
    method, label = "", info.label
    if info.method:
        label = label.removeprefix(f"{info.method} ")
        word, name = SHORT_METHODS.get(info.method, info.method), info.method.lower()
        method = f'<span class="dj-method dj-method-{name}">{word}</span> '
        method = f'<b class="dj-method-{name}">{word}</b> ' if brief else method
    mark = (
        f' <span class="dj-tag dj-tag-deprecated">{escape(deprecated)}</span>'
        if deprecated
        else ""
    )
    inner = f"<span>{_breakable(label)}</span>" if brief else label_html(label, info.parts)
    return f"{method}{inner}{tag_html(info.tag)}{mark if deprecated else ''}"


_DOTTED = re.compile(r"[\w.]+")


def short_name(label: str, around: Sequence[str]) -> str:
    """Return a dotted name without what the nearest of the labels *around* it says already.

    ``acme.client.Client`` is ``Client`` below ``acme.client``, and below ``acme.client module``.
    """
    for outer in reversed(around):
        name = outer.partition(" ")[0]
        rest = label[len(name) + 1 :]
        if _DOTTED.fullmatch(name) and label.startswith(f"{name}.") and rest[:1].isidentifier():
            return rest
    return label


def label_html(text: str, parts: Sequence[tuple[str, bool]] = ()) -> str:
    """Return the label of an entry.

    :param parts: those of the title of its page; the label may have a number before that.
    """
    title = "".join(part for part, _is_code in parts)
    if not title or not text.endswith(title):
        title, parts = text, [(text, False)]
    shown = (f"<code>{_breakable(p)}</code>" if code else _breakable(p) for p, code in parts)
    before = escape(text[: len(text) - len(title)])
    return f'<span class="dj-entry-label">{before}{"".join(shown)}</span>'


def _breakable(text: str) -> str:
    """Return a label of which a long path may take several lines."""
    shown = escape(text)
    return breakable(shown) if len(text) > LONG_LABEL else shown


def tag_html(tag: str | None) -> str:
    """Return the badge beside a label, or nothing."""
    return f' <span class="dj-tag">{escape(tag)}</span>' if tag else ""


# HTML that is written once and differs from page to page in a few marked places.
#
# A sidebar of a thousand entries is the same on a thousand pages, except for the entry of the page
# itself and the open groups around it. Each page costs a handful of slices.

Edit: TypeAlias = tuple[int, int, str]
"""Replace the text from the first to the second offset."""


class PatchedText:
    """A text under construction, then the variants of it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._text: str | None = None
        self._edits: dict[str, tuple[Edit, ...]] = {}

    def write(self, text: str) -> None:
        """Append *text*."""
        self._parts.append(text)
        self._length += len(text)

    def here(self, text: str, *, instead_of: str = "") -> Edit:
        """Return the edit that puts *text* at the end of what is written so far.

        :param instead_of: what is there in the common text; it is appended.
        """
        start = self._length
        self.write(instead_of)
        return (start, self._length, text)

    def variant(self, name: str, edits: tuple[Edit, ...]) -> None:
        """Declare a variant, edits in ascending order; the first one of a name counts."""
        self._edits.setdefault(name, edits)

    @property
    def common(self) -> str:
        """The text without any edit."""
        if self._text is None:
            self._text = "".join(self._parts)
            self._parts = [self._text]
        return self._text

    def text(self, name: str) -> str:
        """Return the variant *name*, or the common text when there is none."""
        common = self.common
        pieces = []
        position = 0
        for start, end, replacement in self._edits.get(name, ()):
            pieces += [common[position:start], replacement]
            position = end
        pieces.append(common[position:])
        return "".join(pieces)


# Of very many siblings in the navigation, which a page shows: its own stretch of them. Pure.
#
# Ten thousand groups on each of ten thousand pages would be gigabytes that nobody reads. A long
# row is cut into stretches. The one around the page is written whole, each other one as a link.

MANY_ENTRIES = 350
"""Beyond these, writing every entry on every page would take more room than all contents."""

STRETCH = 100
"""How many siblings are written together at least."""


def is_large(container: Container) -> bool:
    """Whether a container holds too many entries to write all of them on every page."""
    entries = 0
    for _above, node in container.walk():
        entries += not isinstance(node, Container) or node.root is not None
        if entries > MANY_ENTRIES:
            return True
    return False


def are_few(container: Container) -> bool:
    """Whether the groups of a container have so few entries of their own that all are written."""
    groups = (one for one in container.children if isinstance(one, Container))
    return sum(len(group.children) for group in groups) <= MANY_ENTRIES // 2


def stretches(siblings: Sequence[Node]) -> list[Sequence[Node]]:
    """Cut a row of siblings: into few stretches, none of them very long; a short row stays one."""
    if len(siblings) <= MANY_ENTRIES:
        return [siblings]
    length = max(STRETCH, isqrt(len(siblings)))
    return [siblings[start : start + length] for start in range(0, len(siblings), length)]


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Some siblings that are written together."""

    nodes: Sequence[Node]
    drawn: DrawnEntries

    @cached_property
    def page(self) -> str | None:
        """The page that a link to it leads to; there is none where all links leave the site."""
        return self.drawn.first_page(self.nodes)

    @cached_property
    def name(self) -> str:
        """What it is called: by its first and its last entry."""
        return self.drawn.range_name(self.nodes)


class Stretches:
    """The stretches of the containers of a navigation, each cut once for all pages."""

    def __init__(self, drawn: DrawnEntries) -> None:
        self._drawn = drawn
        self._known: dict[tuple[int, bool], list[Chunk]] = {}
        self._numbers: dict[tuple[int, bool], dict[int, int]] = {}

    def of(self, container: Container, *, groups: bool = False) -> list[Chunk]:
        """Return the stretches of what is in *container*, or of its groups only."""
        key = (id(container), groups)
        if key not in self._known:
            nodes = [one for one in container.children if not groups or is_group(one)]
            rows = stretches(nodes)
            self._known[key] = [Chunk(nodes=row, drawn=self._drawn) for row in rows]
            self._numbers[key] = {id(one): n for n, row in enumerate(rows) for one in row}
        return self._known[key]

    def number_of(self, node: Node, container: Container, *, groups: bool = False) -> int | None:
        """Return which of the stretches of *container* a node is in, if it is in any."""
        self.of(container, groups=groups)
        return self._numbers[id(container), groups].get(id(node))


def is_group(node: Node) -> TypeGuard[Container]:
    """Whether a node is a group: what a sidebar writes, unlike tabs and versions."""
    return isinstance(node, Container) and node.kind is Kind.GROUP


# Which nodes of the navigation have an entry, what it leads to first, and what it is called.

MAX_END = 32
"""How many characters of a title are enough to tell where a stretch of entries begins or ends."""


def clipped(title: str) -> str:
    """Return a title, of a long one its first words."""
    if len(title) <= MAX_END:
        return title
    text = title[:MAX_END].rpartition(" ")[0] or title[: MAX_END - 1]
    return f"{text.rstrip(' ,;:–-')}…"


class DrawnEntries:
    """The entries of a navigation, whose pages are looked up once."""

    def __init__(self, nav: Nav) -> None:
        self._nav = nav
        self._pages: dict[str, str | None] = {}

    def of(self, nodes: Iterable[Node]) -> Iterator[Node]:
        """Yield those of *nodes* that have an entry."""
        for child in nodes:
            if isinstance(child, Container):
                if not child.hidden and self.are_in(child):
                    yield child
            elif isinstance(child, LinkEntry):
                if not child.hidden and safe_url(child.href) is not None:
                    yield child
            elif isinstance(child, PageEntry):
                docname = self.page(child.path)
                if docname is not None and not self._nav.info(docname).hidden:
                    yield child

    def are_in(self, group: Container) -> bool:
        """Whether a group has a page of its own or an entry inside."""
        return bool(group.root and self.page(group.root)) or any(self.of(group.children))

    def page(self, path: str | None) -> str | None:
        """Return the document that a path of the navigation names, or ``None``."""
        if not path:
            return None
        if path not in self._pages:
            self._pages[path] = resolve_page(path, self._nav.tree.docnames)
        return self._pages[path]

    def first_page(self, nodes: Iterable[Node]) -> str | None:
        """Return the first page that the entries of *nodes* lead to, or ``None``."""
        for node in self.of(nodes):
            found = None
            if isinstance(node, PageEntry):
                found = self.page(node.path)
            elif isinstance(node, Container):
                found = self.page(node.root) or self.first_page(node.children)
            if found:
                return found
        return None

    def name(self, node: Node) -> str:
        """Return what an entry is called; a group without a name like its first entry."""
        if isinstance(node, PageEntry):
            return node.label or self._nav.info(self.page(node.path) or "").label
        if isinstance(node, Container):
            return node.label or next(map(self.name, self.of(node.children)), "")
        return node.label if isinstance(node, LinkEntry) else ""

    def label_html(self, group: Container) -> str:
        """Return the label of a group; that of a page may have code in it."""
        docname = self.page(group.root)
        return label_html(group.label, self._nav.info(docname).parts if docname else ())

    def range_name(self, row: Sequence[Node]) -> str:
        """Return what a stretch of entries is called: by its first and its last one."""
        ends = [next(self.of(row), None), next(self.of(reversed(row)), None)]
        return " – ".join(dict.fromkeys(clipped(self.name(node)) for node in ends if node))

    def is_operation(self, node: Node) -> bool:
        """Whether a node is the page of an operation of the site."""
        docname = self.page(node.path) if isinstance(node, PageEntry) else None
        info = self._nav.info(docname) if docname else None
        return info is not None and bool(info.method) and info.url is None


# From the pages of one folder to all others: what is before and in each address. Pure.


@dataclass(frozen=True, kw_only=True, slots=True)
class RelativeUrls:
    """The way from some pages to others.

    :param root: the way to the root of the site, such as ``../``.
    :param folder: the folder that the pages share, with a slash at its end, when addresses are to
        be the shortest; they begin at the root otherwise, and do for pages at one depth.
    :param up: the way from a page to that folder: ``../`` where each page is a folder.
    """

    root: str = ""
    folder: str = ""
    up: str = ""

    def to(self, target: str) -> str:
        """Return the address of *target*, which is relative to the root of the site."""
        if not self.folder:
            return f"{self.root}{target}" or "./"
        ours, theirs = self.folder.split("/")[:-1], target.split("/")
        common = 0
        for one, other in zip(ours, theirs[:-1], strict=False):
            if one != other:
                break
            common += 1
        back = "../" * (len(ours) - common)
        return f"{self.up}{back}{'/'.join(theirs[common:])}" or "./"


def way_from(uri: str, docname: str, *, shortest: bool = False) -> RelativeUrls:
    """Return the way from a page.

    :param uri: the address of the page, relative to the root of the site.
    :param shortest: whether addresses begin at the folder of the page.
    """
    root = "../" * uri.count("/")
    folder = docname.rpartition("/")[0]
    # The address of a page begins with its folder, unless a builder has names of its own.
    if not (shortest and folder and uri.startswith(f"{folder}/")):
        return RelativeUrls(root=root)
    return RelativeUrls(root=root, folder=f"{folder}/", up="../" * uri.count("/", len(folder) + 1))
