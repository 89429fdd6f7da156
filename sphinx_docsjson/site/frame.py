"""What stands around every page, as frozen data: top bar, banner, page menu, footer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sphinx_docsjson.site.appearance import ColorPair, Icon
from sphinx_docsjson.site.place import Location


@dataclass(frozen=True, kw_only=True, slots=True)
class TopbarLink:
    """A link in the top bar. ``type`` is set for ``github`` and ``discord`` links."""

    name: str
    url: str
    icon: Icon | None = None
    type: str | None = None
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CallToAction:
    """The button in the top bar: a link, or the numbers of a GitHub repository."""

    type: Literal["link", "github", "discord"]
    url: str
    name: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Feedback:
    """The feedback buttons."""

    suggest_edit: bool = False
    raise_issue: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class FooterColumn:
    """A column of links in the footer."""

    header: str | None
    links: tuple[TopbarLink, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Banner:
    """A line on top of every page; ``content`` is inline Markdown."""

    content: str
    dismissible: bool = False
    type: Literal["info", "warning", "critical"] = "info"
    color: ColorPair | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Overrides:
    """What a language shows instead of the site's own; ``None`` means the site's own."""

    topbar_links: tuple[TopbarLink, ...] | None = None
    call_to_action: CallToAction | None = None
    socials: Mapping[str, str] | None = None
    footer_columns: tuple[FooterColumn, ...] | None = None
    banner: Banner | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class NotFound:
    """The text of the page for unknown addresses. ``description`` is Markdown."""

    title: str | None = None
    description: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextualLink:
    """An entry of the page menu made by the author.

    ``href`` may hold ``$page``, ``$path`` and ``$mcp``, as may the values of ``query``.
    """

    title: str
    description: str
    href: str
    icon: Icon | None = None
    query: tuple[tuple[str, str], ...] = ()
