"""The navigation of a site, as frozen data: one tree of containers, pages, operations and links.

Membership in the tree is all that counts after loading; URL prefixes are kept only so that pages
outside the navigation find the tab or anchor they fall under.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from sphinx_docsjson.site.appearance import ColorPair, Gradient, Icon
from sphinx_docsjson.site.frame import Overrides
from sphinx_docsjson.site.place import Location

API_FOLDERS = ("api-reference", "api", "reference", "rest")
"""Folders that tell a tab or anchor of the flat shape to be the place of the API reference."""

Listing = Literal["accordion", "card"]
TagPages = Literal["page", "lead", "none"]


class Kind(StrEnum):
    """What a container of the navigation is."""

    SITE = "site"
    LANGUAGE = "language"
    VERSION = "version"
    PRODUCT = "product"
    DROPDOWN = "dropdown"
    TAB = "tab"
    ITEM = "item"
    ANCHOR = "anchor"
    GROUP = "group"


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenApiSource:
    """OpenAPI files of a container: paths or URLs, and the folder of generated pages.

    :param overlays: files that change them; ``None``: those that lie beside them.
    :param overview: the path of the page about each file; without one it is in that folder.
    :param has_overview: whether there is such a page.
    :param tags: what a tag gets: a page, a part of the overview, or nothing.
    :param download: whether readers can have the files.
    """

    sources: tuple[str, ...]
    directory: str | None = None
    overview: str | None = None
    has_overview: bool = True
    tags: TagPages = "page"
    download: bool = True
    overlays: tuple[str, ...] | None = None
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PageEntry:
    """A page of the navigation by its path from the site root, without extension.

    :param label: what it is called here; empty: as the page calls itself.
    """

    path: str
    location: Location | None = None
    fragment: str = ""
    label: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OperationEntry:
    """An operation of an OpenAPI file as an entry of the navigation.

    ``method`` is upper-case, or ``WEBHOOK`` with the webhook's name as ``path``.
    """

    method: str
    path: str
    spec: str | None = None
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkEntry:
    """A container or entry that only leads somewhere else.

    ``href`` is a URL or a path from the site root (``/blog``), and passed ``safe_url``. A link
    that is a child of the root of the tree is shown in every scope.
    """

    kind: Kind
    label: str
    href: str
    icon: Icon | None = None
    color: str | ColorPair | Gradient | None = None
    description: str | None = None
    tag: str | None = None
    default: bool = False
    hidden: bool = False
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Container:
    """A part of the navigation with a label and entries of its own.

    :param kind: language, version, product, dropdown, tab, item (of a tab's menu), anchor or
        group. The root of the tree has the kind ``site``. Pages and operations stand in groups
        only: those directly under another container are put into a group without label.
    :param label: the name; for a language, its code; empty for a group without a title.
    :param prefix: the start of the URL that marks which pages belong here (flat shape), so that
        pages outside the navigation find their tab or anchor. Empty: none.
    :param hidden: never drawn, its pages are built.
    :param searchable: searches and indexes have its pages; a hidden container must say so.
    :param boost: how many times as much its pages count in the search.
    :param default_hidden: drawn only while a page inside it is open (``isDefaultHidden``).
    :param default: the version or language that is shown first.
    :param primary: the tab or anchor that stands for all pages without one.
    :param root: the page that a group's title links to.
    :param expanded: whether a nested group is open at first.
    :param tag: a badge beside the label.
    :param directory: the folder of pages generated from the specifications of this part.
    :param listing: how a page that is the ``root`` of a group lists its pages below its text;
        already inherited from the containers around.
    :param openapi: the specifications that this container itself names; they hold for what is
        inside too (:meth:`Site.openapi_of`).
    :param overrides: what a language shows instead of the site's own.
    """

    kind: Kind
    label: str
    children: tuple[Node, ...] = ()
    icon: Icon | None = None
    color: str | ColorPair | Gradient | None = None
    prefix: str = ""
    hidden: bool = False
    default_hidden: bool = False
    searchable: bool = True
    boost: float = 1.0
    default: bool = False
    primary: bool = False
    root: str | None = None
    expanded: bool = False
    tag: str | None = None
    description: str | None = None
    directory: str | None = None
    listing: Listing | None = None
    openapi: OpenApiSource | None = None
    overrides: Overrides | None = None
    location: Location | None = None

    def walk(self) -> Iterator[tuple[tuple[Container, ...], Node]]:
        """Yield every node below this one in file order, with its ancestors, nearest last."""
        stack: list[tuple[tuple[Container, ...], Node]] = [((self,), c) for c in self.children]
        stack.reverse()
        while stack:
            ancestors, node = stack.pop()
            yield ancestors, node
            if isinstance(node, Container):
                below = (*ancestors, node)
                stack.extend((below, child) for child in reversed(node.children))


Node: TypeAlias = Container | PageEntry | OperationEntry | LinkEntry
