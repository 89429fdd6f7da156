"""Where pages stand, as far as the search shows it, chooses or counts by it.

Readers choose by tab, version and language.

Each combination of the three is written once, and pages name it by its number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.build import build_of
from sphinx_docsjson.site.boosts import HIGHEST, LOWEST, boost_of
from sphinx_docsjson.site.containers import Kind

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.navigation.nav import Nav

KINDS = (Kind.TAB, Kind.VERSION, Kind.LANGUAGE)
MOST_SUGGESTIONS = 6


@dataclass(kw_only=True)
class Facets:
    """The labels of tabs, versions and languages, and which pages have which."""

    labels: tuple[dict[str, int], ...] = field(default_factory=lambda: ({}, {}, {}))
    combinations: dict[tuple[tuple[int, ...], ...], int] = field(default_factory=dict)

    def number(self, groups: tuple[dict[str, None], ...]) -> int:
        """Return the number of a combination of labels."""
        key = tuple(
            tuple(known.setdefault(label, len(known)) for label in group)
            for known, group in zip(self.labels, groups, strict=True)
        )
        return self.combinations.setdefault(key, len(self.combinations))

    def as_data(self) -> dict[str, Any]:
        """Return what scripts are told."""
        return {
            "labels": [list(known) for known in self.labels],
            "combinations": [list(map(list, key)) for key in self.combinations],
        }


def page_facets(nav: Nav | None, docname: str) -> tuple[dict[str, None], ...]:
    """Return the tabs, versions and languages of a page, the primary ones first."""
    found: tuple[dict[str, None], ...] = ({}, {}, {})
    for place in nav.tree.places(docname) if nav else ():
        if not place.adrift:
            for labels, kind in zip(found, KINDS, strict=True):
                label = place.label_of(kind)
                if label:
                    labels[label] = None
    return found


def page_boost(nav: Nav | None, docname: str, written: object) -> float:
    """Return how many times as much a page counts as others.

    :param written: what its author says; so do the parts of the navigation around it.
    """
    boost = boost_of(str(written)) or 1.0
    for place in nav.tree.places(docname)[:1] if nav else ():
        boost *= prod(part.boost for part in (*place.chain, *place.groups))
    return round(max(LOWEST, min(boost, HIGHEST)), 3)


def path_to(nav: Nav | None, docname: str) -> list[str]:
    """Return the labels of what is around a page."""
    if nav is None:
        return []
    return [crumb.label for crumb in nav.view(docname).place.breadcrumb]


def suggested_pages(app: Sphinx, docnames: list[str]) -> list[str]:
    """Return the pages that a reader is offered who has not typed anything.

    These are the first pages of each tab, and then what follows the first page of the site.
    """
    build = build_of(app.config)
    if build is None:
        return docnames[:MOST_SUGGESTIONS]
    nav, known = build.nav, set(docnames)
    home = nav.tree.home()
    found: dict[str, None] = {}
    if home is not None:
        found[home] = None
        tabs = nav.choices(nav.tree.places(home)[0], Kind.TAB)
        found.update({tab.docname: None for tab in tabs if tab.docname})
        following: str | None = home
        while following is not None and len(found) < 2 * MOST_SUGGESTIONS:
            found[following] = None
            following = nav.tree.neighbours(nav.tree.places(following)[0])[1]
    return [name for name in found if name in known][:MOST_SUGGESTIONS]
