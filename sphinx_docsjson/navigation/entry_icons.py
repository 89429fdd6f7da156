"""The icons of the navigation, each made once; unknown ones are reported once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.icons import IconSource, icon_hint, resolve_icon
from sphinx_docsjson.icons.resolve import is_path
from sphinx_docsjson.site.containers import Container, LinkEntry
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.site.appearance import Icon


class Icons:
    """Makes icons into HTML for one build.

    :param folders: the icon folders of licence holders (``docsjson_icon_dirs``).
    """

    def __init__(self, build: Build, folders: Mapping[str, str]) -> None:
        library, srcdir = build.site.icon_library, build.srcdir
        self._source = IconSource(library=library, srcdir=srcdir, folders=folders)
        self._made: dict[tuple[Icon, str], str | None] = {}

    def html(self, icon: Icon, way: str) -> str | None:
        """Return an icon as HTML, or ``None`` when no icon set has it.

        :param way: the way from the page to the root of the site.
        """
        key = (icon, way)
        if key not in self._made:
            self._made[key] = resolve_icon(icon, self._source, root=way)
        return self._made[key]

    def report_unknown(self, nav: Nav) -> None:
        """Warn about each icon of the navigation that no icon set has."""
        for icon, docname in icons_of(nav):
            if self.html(icon, "") is None:
                if is_path(icon.name):
                    message = f"no icon file {icon.name!r} in the source directory"
                    warn(Warn.ICON, message, location=icon.location or docname, once=True)
                    continue
                hint = icon_hint(icon.name) or "it is left out"
                warn(
                    Warn.ICON,
                    f"no icon is called {icon.name!r} ({hint})",
                    location=icon.location or docname,
                    once=True,
                )


def icons_of(nav: Nav) -> Iterator[tuple[Icon, str | None]]:
    """Yield the icons of containers, links and pages; for pages with their docname."""
    for _ancestors, node in nav.tree.root.walk():
        if isinstance(node, (Container, LinkEntry)) and node.icon is not None:
            yield node.icon, None
    for docname in nav.tree.listed:
        icon = nav.info(docname).icon
        if icon is not None:
            yield icon, docname
