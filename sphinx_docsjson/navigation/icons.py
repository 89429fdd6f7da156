"""The icons of the navigation, each made once; unknown ones are reported once."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.site.model import Container, LinkEntry
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.site.model import Icon
    from sphinx_docsjson.state import State


class Icons:
    """Makes icons into HTML for one build."""

    def __init__(self, state: State) -> None:
        self._icons: Any = import_module("sphinx_docsjson.icons")
        self._source = None
        if hasattr(self._icons, "IconSource"):
            self._source = self._icons.IconSource(
                library=state.site.icon_library, srcdir=state.srcdir
            )
        self._made: dict[tuple[Icon, str], str | None] = {}

    def html(self, icon: Icon, way: str) -> str | None:
        """Return an icon as HTML, or ``None`` when nobody knows it.

        :param way: the way from the page to the root of the site.
        """
        key = (icon, way)
        if key not in self._made:
            self._made[key] = None
            if self._source is not None:
                self._made[key] = self._icons.resolve_icon(icon, self._source, root=way)
        return self._made[key]

    def report_unknown(self, nav: Nav) -> None:
        """Warn about each icon of the navigation that no icon set has."""
        if self._source is None:
            return
        for icon, place in icons_of(nav):
            if self.html(icon, "") is None:
                near = self._icons.suggestions(icon.name)
                hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "no such icon"
                warn(
                    Warn.ICON,
                    f"unknown icon {icon.name!r} ({hint}); it is left out",
                    location=icon.location or place,
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
