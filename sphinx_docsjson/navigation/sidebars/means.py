"""What every sidebar of a build is written with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.sidebars.closed_entries import ClosedEntries
    from sphinx_docsjson.navigation.sidebars.drawn_entries import DrawnEntries
    from sphinx_docsjson.navigation.sidebars.entry_labels import IconHtml
    from sphinx_docsjson.navigation.sidebars.stretches import Stretches
    from sphinx_docsjson.site.containers import Container
    from sphinx_docsjson.site.tiles import TileColor


@dataclass(frozen=True, kw_only=True)
class Means:
    """What every sidebar of a build is written with.

    :param target_uri: docname → address relative to the site root, as the builder knows it.
    :param icon: makes the HTML of an icon.
    :param deprecated: the badge of deprecated pages.
    :param translate: words, and a page → the words in its language.
    :param colors: colour of an anchor → number of its tile.
    :param is_large: whether a group holds too many entries to write all of them on every page.
    :param open_levels: how many levels of groups are open at first; the first one always is.
    """

    nav: Nav
    drawn: DrawnEntries
    stretches: Stretches
    closed: ClosedEntries
    target_uri: Callable[[str], str]
    icon: IconHtml
    deprecated: str
    translate: Callable[[str, str], str]
    colors: Mapping[TileColor, int]
    is_large: Callable[[Container], bool]
    open_levels: int = 1
