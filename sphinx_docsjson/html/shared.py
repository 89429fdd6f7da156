"""What all pages of a build share: site, base URL, repository, icons."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from sphinx_docsjson.base.autolinks import autolinks_plugin
from sphinx_docsjson.base.markdown import destination
from sphinx_docsjson.configuration import set_default
from sphinx_docsjson.html.meta import Repository, change_dates, contributors, find_repository
from sphinx_docsjson.icons.lookup import IconSource, resolve_icon, unknown_icon
from sphinx_docsjson.icons.sanitize import IconRequest
from sphinx_docsjson.site.model import Icon, Location, Site
from sphinx_docsjson.theme_options import ThemeOptions
from sphinx_docsjson.urls import safe_url, site_address
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.config import Config


# What the machine that builds the site tells about where it will be read (Read the Docs).


def take_base_url(app: Sphinx, config: Config) -> None:
    """Set ``html_baseurl`` from Read the Docs, unless conf.py sets it.

    Source: https://docs.readthedocs.com/platform/stable/reference/environment-variables.html
    """
    url = site_address(os.environ.get("READTHEDOCS_CANONICAL_URL", ""))
    if url and not config.html_baseurl:
        set_default(config, "html_baseurl", url)


# One line of Markdown from the configuration → safe inline HTML: no tags, no unsafe links.


def inline_html(text: str, link: Callable[[str], str | None]) -> Markup:
    """Return *text* as HTML with emphasis, code and links; HTML in it is shown as text.

    :param link: turns the target of a link into an address; ``None`` leaves the link out.
    """
    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.disable(["image"])
    autolinks_plugin(markdown)
    # markdown-it asks its own method and has no option for another rule.
    markdown.validateLink = lambda url: safe_url(url) is not None  # type: ignore[method-assign]  # markdown-it-py has it changed this way
    tokens = markdown.parseInline(text)
    for token in tokens[0].children or ():
        if token.type == "link_open":
            token.attrSet("href", link(str(token.attrGet("href") or "")) or "#")
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


def markdown_of(html: str) -> str:
    """Return the text of an announcement as inline Markdown; tags of no known use stay text."""
    reader = _Announcement()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Announcement(HTMLParser):
    """Reads what announcements of Furo and pydata-sphinx-theme are written with."""

    marks = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"} | dict.fromkeys(
        ("br", "div", "p", "span"), " "
    )

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._link: tuple[int, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a link or an emphasis."""
        address = dict(attrs).get("href")
        if tag == "a" and address and self._link is None:
            self._link = (len(self._parts), address)
        self._parts.append(self.marks.get(tag) or self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element that is empty."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """End it."""
        if tag == "a" and self._link is not None:
            (begin, address), self._link = self._link, None
            self._parts[begin] = "["
            self._parts.append(f"]({destination(address)})")
        else:
            self._parts.append(self.marks.get(tag, f"</{tag}>"))

    def handle_data(self, data: str) -> None:
        """Take text."""
        self._parts.append(data)

    def text(self) -> str:
        """Return what was read."""
        return "".join(self._parts).strip()


# What every page of a build shares: the site, its icons, its repository. Made once per build.


@dataclass(kw_only=True)
class SiteData:
    """What the pages of one build have in common.

    :param srcdir: the source directory.
    :param folders: the icon folders of licence holders (``docsjson_icon_dirs``).
    :param options: returns what conf.py chose for the theme, once the builder knows its theme.
    """

    site: Site
    srcdir: Path
    html_context: dict[str, Any]
    folders: dict[str, str]
    options: Callable[[], ThemeOptions] = ThemeOptions
    _icons: dict[tuple[Icon, str, str], Markup] = field(default_factory=dict)
    _unknown: set[tuple[str, Location | None]] = field(default_factory=set)
    _tags: dict[tuple[Hashable, str], str] = field(default_factory=dict)

    @cached_property
    def repository(self) -> Repository | None:
        """Where the sources are kept; reported once when it is needed and not known."""
        links = self.site.topbar_links
        return find_repository(self.options(), self.html_context, os.environ, self.srcdir, links)

    @cached_property
    def change_dates(self) -> dict[str, datetime]:
        """When each source file was last changed; empty when the site does not show it."""
        return change_dates(self.srcdir)

    @cached_property
    def contributors(self) -> dict[str, tuple[str, ...]]:
        """Who changed each source file; empty where that is not shown."""
        return contributors(self.srcdir) if self.options().contributors else {}

    def prepare(self) -> None:
        """Ask git what pages need, before the build forks into several processes."""
        if self.site.timestamps:
            len(self.change_dates)
        len(self.contributors)

    @property
    def icon_source(self) -> IconSource:
        """Where the icons of this build come from."""
        return IconSource(library=self.site.icon_library, srcdir=self.srcdir, folders=self.folders)

    def icon(self, icon: Icon | str, css_class: str = "dj-icon", root: str = "") -> Markup:
        """Return an icon as HTML; an unknown one is reported, once a place, and leaves nothing.

        :param icon: an icon of the configuration, or ``set:name`` in our own templates.
        """
        wanted = own_icon(icon) if isinstance(icon, str) else icon
        key = (wanted, css_class, root)
        if key not in self._icons:
            html = resolve_icon(
                wanted, self.icon_source, wish=IconRequest(classes=css_class), root=root
            )
            self._icons[key] = Markup(html or "")
        if not self._icons[key] and (place := (wanted.name, wanted.location)) not in self._unknown:
            self._unknown.add(place)
            warn(Warn.ICON, unknown_icon(wanted.name), location=wanted.location)
        return self._icons[key]

    def written_once(self, tag: Callable[[Any], str], folder: str) -> Callable[[Any], str]:
        """Return what writes the element that loads a file as *tag* does, once a folder of pages.

        Sphinx looks for the file on each page.
        """

        def element(file: Hashable) -> str:
            if (file, folder) not in self._tags:
                self._tags[file, folder] = tag(file)
            return self._tags[file, folder]

        return element


def own_icon(name: str) -> Icon:
    """Return the icon that our templates call *name*: ``lucide:sun``, ``brands:github``, ``x``."""
    prefix, _, rest = name.rpartition(":")
    if prefix in {"lucide", "tabler"}:
        return Icon(name=rest, library=prefix)
    return Icon(name=rest, type=prefix or None, library="fontawesome")
