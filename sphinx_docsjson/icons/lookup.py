"""Finds an icon by name, file, URL or SVG, and returns its HTML."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_docsjson.base.files import file_below
from sphinx_docsjson.base.near_names import near_names
from sphinx_docsjson.icons.sanitize import AS_TEXT, IconRequest, clean_svg
from sphinx_docsjson.urls import is_external, safe_source

if TYPE_CHECKING:
    from sphinx_docsjson.site.model import Icon


# What an author wrote as an icon → HTML: a name, a file of the project, a URL, or SVG text.


@dataclass(frozen=True, kw_only=True, slots=True)
class IconSource:
    """Where the icons of a build come from.

    :param library: the set that names without a library belong to.
    :param srcdir: the source directory; paths of icon files start here and stay inside.
    :param folders: ``{"fontawesome/light": folder}``, the SVG folders of licence holders, each
        asked before the data of the package. Relative folders start at *srcdir*.
    """

    library: str = "fontawesome"
    srcdir: Path | None = None
    folders: Mapping[str, str] = field(default_factory=dict)


def resolve_icon(
    icon: Icon,
    source: IconSource | None = None,
    *,
    root: str = "",
    wish: IconRequest = AS_TEXT,
) -> str | None:
    """Return an icon as HTML, decorative and in the colour of the text where it can be.

    :param icon: what the author named; see :class:`~sphinx_docsjson.site.model.Icon`.
    :param root: the way from the page to the root of the site, ``""`` or ``"../"`` and so on;
        needed for pictures that are not SVG and are linked instead of drawn.
    :returns: ``<svg …>`` or ``<img …>``, or ``None`` when there is no such icon.
    """
    source = source or IconSource()
    name = icon.name.strip()
    if name.startswith("<"):
        return clean_svg(name, wish=wish)
    if is_external(name):
        url = safe_source(name, picture=True)
        return wish.picture(url) if url else None
    if is_path(name):
        return _from_file(name, source, root, wish)
    library = icon.library or source.library
    return _from_folders(name, icon.type, library, source, wish) or icon_svg(
        name, icon.type, library, wish=wish
    )


def is_path(name: str) -> bool:
    """Whether an icon is named by the path of a file rather than by a name of a set."""
    return name.startswith(("/", "./", "../")) or Path(name).suffix.lower() in {
        ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".ico",
    }  # fmt: skip


def linked_picture(name: str) -> str:
    """Return the path of the picture of the project that HTML names instead of drawing it.

    Nothing is returned for an icon that is drawn, or that is elsewhere.
    """
    name = name.strip()
    is_drawn = is_external(name) or not is_path(name) or Path(name).suffix.lower() == ".svg"
    return "" if is_drawn else name


def _from_file(name: str, source: IconSource, root: str, wish: IconRequest) -> str | None:
    path = file_below(source.srcdir, name) if source.srcdir else None
    if path is None or source.srcdir is None:
        return None
    if path.suffix.lower() == ".svg":
        return clean_svg(path.read_text(encoding="utf-8", errors="replace"), wish=wish)
    return wish.picture(root + quote(path.relative_to(source.srcdir.resolve()).as_posix()))


def _from_folders(
    name: str, icon_type: str | None, library: str, source: IconSource, wish: IconRequest
) -> str | None:
    """Return an icon of a folder that the licence holder named for this library and style."""
    for key in (f"{library}/{icon_type or 'solid'}", library):
        folder = source.folders.get(key)
        if folder is None:
            continue
        base = (source.srcdir or Path()) / folder
        path = file_below(base, f"{plain_name(name)}.svg")
        if path is not None:
            return clean_svg(path.read_text(encoding="utf-8"), wish=wish)
    return None


# Which drawing stands for an icon name: the order of the sets, and what replaces Pro icons.
#
# Font Awesome's Pro styles may not be redistributed. ``light`` and ``thin`` become thin line icons
# of Lucide, ``duotone`` and ``sharp-solid`` become ``solid``; a name that only Pro has becomes the
# free icon that looks most like it (:mod:`~sphinx_docsjson.icons.lookup`).

_STYLE_ORDER: dict[str | None, tuple[str, ...]] = {
    "brands": ("fontawesome-brands", "fontawesome-solid", "fontawesome-regular"),
    # Outlines next to outlines: a filled icon would look heavier than its neighbours.
    "regular": ("fontawesome-regular", "lucide", "fontawesome-solid", "fontawesome-brands"),
    "light": ("lucide", "fontawesome-regular", "fontawesome-solid", "fontawesome-brands"),
    "thin": ("lucide", "fontawesome-regular", "fontawesome-solid", "fontawesome-brands"),
}
_STROKES = {"light": 1.5, "thin": 1.25}
_MISSING = 2
"""How many letters at most are missing: ``sound`` is a whole word, ``soundcloud`` is a brand."""

_CLASS_PREFIX = re.compile(r"^(?:(?:fa|fas|far|fab|fal|fat|fad)\s+|fa-(?:\w+\s+fa-)?)")


def icon_svg(
    name: str,
    icon_type: str | None = None,
    library: str = "fontawesome",
    *,
    wish: IconRequest = AS_TEXT,
) -> str | None:
    """Return an icon of the package as inline SVG.

    :param name: such as ``rocket``; older names, ``fa-rocket`` and upper case are understood.
    :param icon_type: a Font Awesome style; the nearest free one is drawn.
    :param library: the set that is asked first: ``fontawesome``, ``lucide`` or ``tabler``.
    :returns: ``<svg …>`` in the colour of the text, or ``None`` when no set has the icon.
    """
    drawing = find_drawing(plain_name(name), icon_type, library)
    if drawing is None:
        return None
    return drawing.svg(wish, stroke_width=_STROKES.get(icon_type or "", 2))


def icon_hint(name: str) -> str:
    """Return what to write in place of *name*: the icon that is meant, else some like it."""
    near = near_names(plain_name(name), _all_names())
    if near and len(near[0]) - len(plain_name(name)) <= _MISSING:
        return f"did you mean {near[0]!r}?"
    words = plain_name(name).split("-")
    parts = set(words)
    related = sorted(
        (n for n in _all_names() if parts & set(n.split("-"))),
        key=lambda n: (-len(parts & set(n.split("-"))), n.split("-")[0] != words[0], len(n), n),
    )
    return f"there are {', '.join(map(repr, related[:3]))}" if related else ""


def unknown_icon(name: str) -> str:
    """Return the message about an icon that is neither in a set nor a file, once for all."""
    if name.strip().startswith("<"):
        return "this SVG text is not well-formed, so no icon is drawn"
    if is_external(name) or is_path(name):
        return f"no icon file {name!r} in the source directory"
    if plain_name(name) in pro_names():
        return (
            f"the icon {name!r} is part of Font Awesome Pro, which may not be redistributed "
            f"({icon_hint(name) or 'choose another'}; with a licence, set docsjson_icon_dirs)"
        )
    return f"no icon is called {name!r} ({icon_hint(name) or 'see fontawesome.com'})"


def plain_name(name: str) -> str:
    """Return *name* as the sets spell it: lower case, without the prefix of a CSS class."""
    return _CLASS_PREFIX.sub("", name.strip().lower())


def find_drawing(name: str, icon_type: str | None, library: str) -> IconDrawing | None:
    """Return the drawing for a plain name, from the first set that has one."""
    order = sets_in_order(icon_type, library)
    for set_name in order:
        if drawing := icon_set(set_name).get(name):
            return drawing
    stand_in = STAND_INS.get(name)
    if stand_in is None:
        return None
    set_name, _, other = stand_in.rpartition(":")
    return icon_set(set_name).get(other) if set_name else find_drawing(other, icon_type, library)


@cache
def sets_in_order(icon_type: str | None, library: str) -> tuple[str, ...]:
    """Return the sets to ask: those of the library in the order of the style, then the rest."""
    styles = _STYLE_ORDER.get(icon_type, FONT_AWESOME)
    first = styles if library == "fontawesome" else (library, *styles)
    return tuple(dict.fromkeys(n for n in (*first, *ALL_SETS) if n in ALL_SETS))


@cache
def _all_names() -> tuple[str, ...]:
    return tuple(sorted(frozenset().union(*(icon_set(name).names() for name in ALL_SETS))))


# The icon sets of the package, each read once and only when one of its icons is needed.

DATA = Path(__file__).parent / "data"

FONT_AWESOME = ("fontawesome-solid", "fontawesome-regular", "fontawesome-brands")
ALL_SETS = (*FONT_AWESOME, "lucide", "tabler")

_GRID = {"lucide": 24, "tabler": 24}
_FONT_AWESOME_HEIGHT = 512


@dataclass(frozen=True, kw_only=True, slots=True)
class IconDrawing:
    """One icon: what is inside its ``<svg>``, and how it is painted.

    :param line: drawn with strokes, so that its weight can be chosen.
    """

    body: str
    width: int
    height: int
    line: bool

    def svg(self, wish: IconRequest, *, stroke_width: float = 2) -> str:
        """Return the inline ``<svg>``."""
        paint = (
            f'fill="none" stroke="currentColor" stroke-width="{stroke_width:g}"'
            ' stroke-linecap="round" stroke-linejoin="round"'
            if self.line
            else 'fill="currentColor"'
        )
        return wish.svg(self.body, box=f"0 0 {self.width} {self.height}", paint=paint)


@dataclass(frozen=True, kw_only=True, slots=True)
class IconSet:
    """The drawings of one set by name, and the other names that lead to them."""

    line: Mapping[str, str]
    solid: Mapping[str, str]
    widths: Mapping[str, int]
    aliases: Mapping[str, str]
    height: int

    def get(self, name: str) -> IconDrawing | None:
        """Return the icon called *name*, by its own name or an older one."""
        name = self.aliases.get(name, name)
        line = name in self.line
        body = self.line.get(name) or self.solid.get(name)
        if body is None:
            return None
        width = self.widths.get(name, self.height)
        return IconDrawing(body=body, width=width, height=self.height, line=line)

    def names(self) -> frozenset[str]:
        """Return every name that :meth:`get` knows."""
        return frozenset(self.line) | frozenset(self.solid) | frozenset(self.aliases)


@cache
def icon_set(name: str) -> IconSet:
    """Return one of :data:`ALL_SETS`."""
    data = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
    return IconSet(
        line=MappingProxyType(data.get("line", {})),
        solid=MappingProxyType(data["solid"]),
        widths=MappingProxyType(data.get("widths", {})),
        aliases=MappingProxyType(data["aliases"]),
        height=_GRID.get(name, _FONT_AWESOME_HEIGHT),
    )


@cache
def pro_names() -> frozenset[str]:
    """Return the names that only Font Awesome Pro has."""
    return frozenset(json.loads(gzip.decompress((DATA / "fontawesome-pro.json.gz").read_bytes())))


# The platforms that a footer links to: their icon and the name that a screen reader says.

PLATFORMS: dict[str, tuple[str, str]] = {
    "website": ("Website", "globe"),
    "facebook": ("Facebook", "brands:facebook"),
    "x": ("X", "brands:x-twitter"),
    "x-twitter": ("X", "brands:x-twitter"),
    "twitter": ("Twitter", "brands:twitter"),
    "discord": ("Discord", "brands:discord"),
    "slack": ("Slack", "brands:slack"),
    "github": ("GitHub", "brands:github"),
    "gitlab": ("GitLab", "brands:gitlab"),
    "linkedin": ("LinkedIn", "brands:linkedin"),
    "instagram": ("Instagram", "brands:instagram"),
    "hacker-news": ("Hacker News", "brands:hacker-news"),
    "youtube": ("YouTube", "brands:youtube"),
    "medium": ("Medium", "brands:medium"),
    "telegram": ("Telegram", "brands:telegram"),
    "bluesky": ("Bluesky", "brands:bluesky"),
    "threads": ("Threads", "brands:threads"),
    "reddit": ("Reddit", "brands:reddit"),
    "mastodon": ("Mastodon", "brands:mastodon"),
    "podcast": ("Podcast", "podcast"),
    "earth-americas": ("Website", "earth-americas"),
}


def social(platform: str) -> tuple[str, str]:
    """Return the name and the icon of a platform; an unknown one is called by its key."""
    return PLATFORMS.get(platform.lower(), (platform.replace("-", " ").title(), "link"))


# Icons that only Font Awesome Pro has, and the free icon that looks most like each.
#
# The right side is a name for any set, or ``set:name`` for the one icon that fits.

STAND_INS = {
    "alarm-exclamation": "lucide:alarm-clock",
    "arrow-progress": "lucide:route",
    "arrows-retweet": "retweet",
    "arrows-repeat": "lucide:repeat",
    "badge-check": "lucide:badge-check",
    "bells": "bell",
    "bolt-slash": "lucide:zap-off",
    "book-font": "lucide:book-type",
    "book-open-cover": "book-open",
    "books": "lucide:library",
    "box-check": "lucide:package-check",
    "brackets-curly": "lucide:braces",
    "brackets-round": "lucide:parentheses",
    "brackets-square": "lucide:brackets",
    "brain-circuit": "lucide:brain-circuit",
    "browsers": "lucide:app-window",
    "calendar-clock": "lucide:calendar-clock",
    "camera-cctv": "lucide:cctv",
    "chart-mixed": "lucide:chart-no-axes-combined",
    "chart-network": "circle-nodes",
    "chart-user": "lucide:presentation",
    "circle-bolt": "bolt",
    "clapperboard-play": "lucide:clapperboard",
    "cloud-word": "cloud",
    "code-simple": "code",
    "comments-question": "comments",
    "diagram-cells": "lucide:table-2",
    "diagram-nested": "lucide:list-tree",
    "diagram-subtask": "lucide:list-tree",
    "display-code": "lucide:monitor-check",
    "file-chart-column": "lucide:file-chart-column",
    "files": "lucide:files",
    "flask-gear": "flask",
    "folder-gear": "lucide:folder-cog",
    "function": "lucide:square-function",
    "game-board-simple": "lucide:grid-2x2",
    "gear-code": "gear",
    "grid-2": "lucide:layout-grid",
    "hand-wave": "hand",
    "head-side-brain": "brain",
    "input-text": "lucide:text-cursor-input",
    "key-skeleton": "key",
    "laptop-mobile": "laptop",
    "memo": "lucide:notebook-text",
    "memo-pad": "lucide:notepad-text",
    "merge": "code-merge",
    "message-bot": "lucide:bot-message-square",
    "message-lines": "lucide:message-square-text",
    "message-smile": "face-smile",
    "messages": "comments",
    "microchip-ai": "microchip",
    "money-check-pen": "money-check",
    "page": "file",
    "paintbrush-pencil": "paintbrush",
    "pancakes": "layer-group",
    "people-arrows-left-right": "people-arrows",
    "person-carry-box": "people-carry-box",
    "person-running-fast": "person-running",
    "pipe": "lucide:pipette",
    "plug-circle-bolt": "plug",
    "rectangle-code": "lucide:square-code",
    "rectangle-history": "lucide:gallery-vertical-end",
    "rectangle-terminal": "lucide:square-terminal",
    "rocket-launch": "rocket",
    "screencast": "lucide:screen-share",
    "screwdriver-wrench-simple": "screwdriver-wrench",
    "sidebar": "lucide:panel-left",
    "signal-stream": "tower-broadcast",
    "sliders-simple": "sliders",
    "sparkle": "lucide:sparkle",
    "spinner-third": "spinner",
    "split": "lucide:split",
    "square-list": "lucide:list",
    "telescope": "lucide:telescope",
    "toggle-large-on": "toggle-on",
    "traffic-light-go": "traffic-light",
    "up": "lucide:arrow-big-up",
    "down": "lucide:arrow-big-down",
    "left": "lucide:arrow-big-left",
    "right": "lucide:arrow-big-right",
    "user-robot": "robot",
    "waveform": "lucide:audio-waveform",
    "waveform-lines": "lucide:audio-lines",
    "wave-pulse": "lucide:activity",
    "webhook-simple": "lucide:webhook",
    "wand-sparkles-simple": "wand-magic-sparkles",
}
