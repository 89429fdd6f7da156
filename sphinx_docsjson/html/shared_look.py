"""What every page of a build shares: the site, its icons, its repository. Made once per build."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sphinx_docsjson.html.last_changed import change_dates
from sphinx_docsjson.html.repository import Repository, find_repository
from sphinx_docsjson.icons import IconSource, Wish, icon_hint, resolve_icon
from sphinx_docsjson.icons.resolve import is_path
from sphinx_docsjson.site.appearance import Icon
from sphinx_docsjson.site.model import Site
from sphinx_docsjson.theme_options.taken import ThemeOptions
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path


@dataclass(kw_only=True)
class Look:
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
    _tags: dict[tuple[Hashable, str], str] = field(default_factory=dict)

    @cached_property
    def repository(self) -> Repository | None:
        """Where the sources are kept; reported once when it is needed and not known."""
        return find_repository(self.options(), self.html_context, os.environ, self.srcdir)

    @cached_property
    def change_dates(self) -> dict[str, datetime]:
        """When each source file was last changed; empty when the site does not show it."""
        return change_dates(self.srcdir)

    def prepare(self) -> None:
        """Ask git what pages need, before the build forks into several processes."""
        if self.site.timestamps:
            len(self.change_dates)

    @property
    def icon_source(self) -> IconSource:
        """Where the icons of this build come from."""
        return IconSource(library=self.site.icon_library, srcdir=self.srcdir, folders=self.folders)

    def icon(self, icon: Icon | str, css_class: str = "dj-icon", root: str = "") -> Markup:
        """Return an icon as HTML; an unknown one is reported once and leaves nothing.

        :param icon: an icon of the configuration, or ``set:name`` in our own templates.
        """
        wanted = own_icon(icon) if isinstance(icon, str) else icon
        key = (wanted, css_class, root)
        if key not in self._icons:
            html = resolve_icon(wanted, self.icon_source, wish=Wish(classes=css_class), root=root)
            if html is None:
                report_unknown_icon(wanted)
            self._icons[key] = Markup(html or "")
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


def report_unknown_icon(icon: Icon, location: Any = None) -> None:
    """Warn once that no icon set has *icon*, and say which names are near."""
    if icon.name.strip().startswith("<"):
        message = "this SVG text is not well-formed, so no icon is drawn"
    elif is_external(icon.name) or is_path(icon.name):
        message = f"no icon file {icon.name!r} in the source directory"
    else:
        hint = icon_hint(icon.name) or "see fontawesome.com"
        message = f"no icon is called {icon.name!r} ({hint})"
    warn(Warn.ICON, message, location=location or icon.location, once=True)
