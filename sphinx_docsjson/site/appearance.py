"""How a site looks, as frozen data: icons, images, colours, fonts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sphinx_docsjson.site.place import Location


@dataclass(frozen=True, kw_only=True, slots=True)
class Icon:
    """An icon as the author named it: a name of an icon set, a URL, a path, or inline SVG.

    ``location`` is where the config names it; two icons that differ only there are equal.
    """

    name: str
    type: str | None = None
    library: str | None = None
    location: Location | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class ColorPair:
    """A colour per mode."""

    light: str
    dark: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Gradient:
    """A colour that runs from one to another."""

    start: str
    end: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ImagePair:
    """An image per mode; both are the same path when the config names one."""

    light: str
    dark: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Logo:
    """The logo in the top bar and where a click on it leads.

    Image paths of a site (logo, favicon, background) are relative to the source directory,
    without a leading slash, and exist; an image may also be an ``http(s)`` URL.
    """

    image: ImagePair
    href: str = "/"


@dataclass(frozen=True, kw_only=True, slots=True)
class Grounds:
    """The background of the page per mode; ``None`` is the theme's own."""

    light: str | None = None
    dark: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Colors:
    """The colours of the site, each ``#rrggbb``.

    ``primary`` is the accent in light mode, ``light`` the accent in dark mode, ``dark`` the
    colour of important buttons. ``sphinx_docsjson.site.colors`` chooses readable text on them
    and derives readable variants of them. ``anchors`` colours the icon tiles of anchors that
    have no colour of their own.
    """

    primary: str = "#16a34a"
    light: str | None = None
    dark: str | None = None
    background: Grounds = field(default_factory=Grounds)
    anchors: str | Gradient | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Appearance:
    """The first colour mode (``None``: the reader's system) and whether it can be changed."""

    default: Literal["light", "dark"] | None = None
    toggle_hidden: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Background:
    """What stands behind every page."""

    image: ImagePair | None = None
    decoration: Literal["gradient", "grid", "windows"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Font:
    """A font; ``source`` is a font file in the source tree, ``None`` an installed font."""

    family: str
    weight: int | None = None
    source: str | None = None
    format: Literal["woff", "woff2"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Fonts:
    """The fonts of headings and of everything else; ``None`` is the theme's own."""

    heading: Font | None = None
    body: Font | None = None
