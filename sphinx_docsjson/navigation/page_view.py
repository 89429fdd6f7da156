"""What a page shows of the navigation: tabs, anchors, switches, breadcrumb and neighbours.

Targets are docnames or external addresses, never relative URLs, so that a view holds for every
builder; templates turn docnames into URLs with ``pathto``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_docsjson.site.appearance import ColorPair, Gradient, Icon
    from sphinx_docsjson.site.containers import Kind
    from sphinx_docsjson.site.frame import Overrides


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One entry of a switch: a tab, an anchor, a version, a language, a product, …

    :param docname: the page that it leads to, or ``None`` when it leaves the site.
    :param href: the address that it leads to when it is not a page.
    :param fragment: ``#section`` on the page, or empty.
    :param active: the page that is open stands inside.
    :param menu: the entries of a tab's or product's own menu.
    """

    kind: Kind
    label: str
    docname: str | None = None
    href: str | None = None
    fragment: str = ""
    active: bool = False
    default: bool = False
    icon: Icon | None = None
    color: str | ColorPair | Gradient | None = None
    description: str | None = None
    tag: str | None = None
    menu: tuple[Choice, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Crumb:
    """A step of the breadcrumb; ``docname`` is ``None`` where it is no link."""

    label: str
    docname: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbour:
    """The page before or after."""

    docname: str
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceView:
    """What is shown while a page is read in one of its places.

    :param version: the version of this place, as named in the dropdown.
    :param eyebrow: the label of the nearest group with a name.
    :param items: the menu entries of the open tab.
    :param overrides: what the language shows instead of the site's own links and banner.
    """

    version: str | None = None
    language: str | None = None
    eyebrow: str | None = None
    breadcrumb: tuple[Crumb, ...] = ()
    tabs: tuple[Choice, ...] = ()
    items: tuple[Choice, ...] = ()
    anchors: tuple[Choice, ...] = ()
    versions: tuple[Choice, ...] = ()
    languages: tuple[Choice, ...] = ()
    products: tuple[Choice, ...] = ()
    dropdowns: tuple[Choice, ...] = ()
    previous: Neighbour | None = None
    next: Neighbour | None = None
    overrides: Overrides | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PageView:
    """What a page shows of the navigation.

    :param docname: the page whose content is shown; for a root document that shows the first
        page of the navigation, that page.
    :param places: one view per version and language that the page stands in, the primary first.
    """

    docname: str
    places: tuple[PlaceView, ...]

    @property
    def place(self) -> PlaceView:
        """The primary place: of the default version and language, else the first."""
        return self.places[0]
