"""Links that stand for what a page does not write of a very large navigation. Pure."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.sidebars.entry_labels import label_html, tag_html
from sphinx_docsjson.navigation.sidebars.stretches import Stretch

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_docsjson.navigation.sidebars.drawn_entries import DrawnEntries
    from sphinx_docsjson.navigation.sidebars.entry_labels import IconHtml
    from sphinx_docsjson.navigation.sidebars.ways import PageWay
    from sphinx_docsjson.site.containers import Container

ENTRY_CLOSED = ' class="dj-entry dj-subgroup-closed"'


class ClosedEntries:
    """Writes such links, each once for all pages of a folder, which are written in turn.

    A page of a navigation of ten thousand groups has two hundred of them.
    """

    def __init__(
        self, drawn: DrawnEntries, target_uri: Callable[[str], str], icon: IconHtml
    ) -> None:
        self._drawn = drawn
        self._target_uri = target_uri
        self._icon = icon
        self._way: PageWay | None = None
        self._written: dict[tuple[int, bool], str] = {}

    def html(self, closed: Container | Stretch, way: PageWay, *, inside: bool) -> str:
        """Return the link to the first page of a group or of a stretch.

        :param inside: whether it stands among the entries of a group.
        """
        if way != self._way:
            self._way, self._written = way, {}
        key = (id(closed), inside)
        if key not in self._written:
            self._written[key] = self._html(closed, way, inside=inside)
        return self._written[key]

    def _html(self, closed: Container | Stretch, way: PageWay, *, inside: bool) -> str:
        if isinstance(closed, Stretch):
            page, words = closed.page, label_html(closed.name)
        else:
            page = self._drawn.first_page([closed])
            icon = closed.icon and self._icon(closed.icon, way.root)
            label = label_html(closed.label) if inside else escape(closed.label)
            words = f"{icon or ''}{label}{tag_html(closed.tag)}"
        if page is None:
            return ""
        href = escape(way.to(self._target_uri(page)))
        return f'<li><a{ENTRY_CLOSED if inside else ""} href="{href}">{words}</a></li>'
