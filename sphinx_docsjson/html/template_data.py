"""What the templates are given about one page, as plain data that is ready to print."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

    from sphinx_docsjson.files.picture_sizes import PictureSize
    from sphinx_docsjson.html.listing import PageList
    from sphinx_docsjson.site.appearance import Icon


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownLink:
    """A link with a text; ``repository`` is ``owner/name`` on GitHub."""

    label: str
    url: str
    icon: Icon | str | None = None
    repository: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CrumbLink:
    """A step of the breadcrumb."""

    label: str
    url: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Tab:
    """A tab under the top bar."""

    label: str
    url: str
    active: bool
    icon: Icon | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """An entry of a switch. ``label`` is the key of a version or language, ``name`` the text."""

    label: str
    name: str
    url: str
    active: bool
    icon: Icon | None = None
    tag: str | None = None
    description: str | None = None
    lang: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Switch:
    """A menu above the sidebar: of versions, languages, products or parts."""

    kind: str
    name: str
    current: Option
    choices: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceFrame:
    """What depends on the version and language in which the page is read."""

    version: str | None = None
    tabs: tuple[Tab, ...] = ()
    switches: tuple[Switch, ...] = ()
    previous: ShownLink | None = None
    next: ShownLink | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LogoFrame:
    """The logo per mode, and where it leads; no picture means the name of the site.

    :param text: what stands beside the picture, or in place of the name.
    """

    url: str
    light: str | None = None
    dark: str | None = None
    light_size: PictureSize | None = None
    dark_size: PictureSize | None = None
    text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Favicon:
    """An icon of the window, with the media query it is for."""

    url: str
    media: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BannerFrame:
    """The line on top of the page; a dismissal is kept under ``key``."""

    html: Markup
    type: str
    dismissible: bool
    key: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A column of links in the footer."""

    header: str | None
    links: tuple[ShownLink, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Label:
    """A label above the title, such as ``deprecated``."""

    kind: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """When a page was last changed: a sentence, and the date for machines."""

    text: str
    date: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Helpful:
    """The question whether a page helped: two links, or an address that a form is sent to."""

    page: str
    yes: str = ""
    no: str = ""
    endpoint: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class MetaTag:
    """A ``<meta>`` element; ``kind`` is ``name`` or ``property``."""

    kind: str
    name: str
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """Everything around the text of a page; templates know it as ``dj``."""

    site_name: str
    language: str
    direction: str
    classes: str
    logo: LogoFrame
    search_prompt: str
    search_engine: str
    window_title: Callable[[str], str]
    head_tags: Callable[[str], tuple[MetaTag, ...]]
    favicons: tuple[Favicon, ...] = ()
    font_files: tuple[str, ...] = ()
    canonical: str | None = None
    forced_mode: str | None = None
    first_mode: str | None = None
    shows_mode_toggle: bool = True
    shows_toc: bool = False
    menu_in_toc: bool = False
    toc: Markup | str = ""
    backdrops: tuple[str, ...] = ()
    banner: BannerFrame | None = None
    top_links: tuple[ShownLink, ...] = ()
    call_to_action: ShownLink | None = None
    places: tuple[PlaceFrame, ...] = (PlaceFrame(),)
    eyebrow: str | None = None
    breadcrumb: tuple[CrumbLink, ...] = ()
    labels: tuple[Label, ...] = ()
    edit_url: str | None = None
    issue_url: str | None = None
    helpful: Helpful | None = None
    changed: Changed | None = None
    page_list: PageList | None = None
    footer_columns: tuple[Column, ...] = ()
    socials: tuple[ShownLink, ...] = field(default=())
    copyright: str | None = None
    icon_links: tuple[ShownLink, ...] = ()
    more_links: tuple[ShownLink, ...] = ()
    more_label: str = ""
    page_buttons: tuple[ShownLink, ...] = ()
    hides_name: bool = False
    shows_neighbours: bool = True
    toctree_depth: int = 3
    toctree_collapse: bool = True
    navbar_end: tuple[str, ...] = ()
    sidebar_end: tuple[str, ...] = ()
    contents_parts: tuple[str, ...] = ()
    footer_parts: tuple[str, ...] = ()

    @property
    def previous(self) -> ShownLink | None:
        """The page before this one, in its primary place."""
        return self.places[0].previous

    @property
    def next(self) -> ShownLink | None:
        """The page after this one, in its primary place."""
        return self.places[0].next
