"""The pages that are announced, in the order and the sections of the navigation. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.tree import is_default_edition
from sphinx_docsjson.outputs.crawlers.visibility import is_indexed
from sphinx_docsjson.site.containers import Kind, LinkEntry
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.tree import Place
    from sphinx_docsjson.site.containers import Container
    from sphinx_docsjson.site.model import Site

EDITIONS = frozenset({Kind.SITE, Kind.LANGUAGE, Kind.VERSION})


@dataclass(frozen=True, kw_only=True, slots=True)
class OutlineSection:
    """Pages under one group of the navigation.

    :param division: the labels of the tab, anchor, … around the group; empty where there is none.
    :param folder: the folder that the pages of the outermost division share, or ``""``.
    :param group: the label of the outermost group; may be empty.
    """

    division: tuple[str, ...]
    folder: str
    group: str
    pages: tuple[str, ...]

    @property
    def title(self) -> str:
        """The heading of the section."""
        return ": ".join(part for part in (*self.division, self.group) if part)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outline:
    """What the indexes list.

    :param sections: the pages of the default language and version.
    :param others: announced pages outside of these: other versions, languages, hidden pages.
    :param links: navigation entries that leave the site: label and address.
    """

    sections: tuple[OutlineSection, ...]
    others: tuple[str, ...]
    links: tuple[tuple[str, str], ...]

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages of all sections, each once."""
        return tuple(dict.fromkeys(page for part in self.sections for page in part.pages))


def adopted_pages(nav: Nav, toctrees: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the pages that only the toctree of a listed page leads to → that page.

    Reference pages that an extension makes of code are such pages: part of the documentation,
    although ``docs.json`` does not name them.
    """
    adopted: dict[str, str] = {}
    for listed in nav.tree.listed:
        waiting = list(toctrees.get(listed, ()))
        while waiting:
            page = waiting.pop(0)
            if page in nav.tree.docnames and page not in nav.tree.listed and page not in adopted:
                adopted[page] = listed
                waiting += toctrees.get(page, ())
    return adopted


def outline_of(
    nav: Nav,
    site: Site,
    fronts: Mapping[str, Mapping[str, object]],
    toctrees: Mapping[str, Sequence[str]],
) -> Outline:
    """Return the outline of a site.

    :param fronts: the front matter of every document.
    :param toctrees: the documents in the toctrees of each document.
    """
    adopted = adopted_pages(nav, toctrees)
    pages: dict[tuple[tuple[str, ...], str, str], list[str]] = {}
    others = []
    listed = list(nav.tree.listed)
    outside = sorted(set(nav.tree.docnames) - set(listed) - set(nav.stand_ins))
    for docname in [*listed, *outside]:
        places = nav.tree.places(adopted.get(docname, docname))
        if not is_indexed(fronts.get(docname, {}), places, site) or nav.info(docname).url:
            continue
        place = places[0]
        if place.listed and is_default_edition(place.chain):
            pages.setdefault(_section_of(nav, place), []).append(docname)
        else:
            others.append(docname)
    sections = tuple(
        OutlineSection(division=division, folder=folder, group=group, pages=tuple(names))
        for (division, folder, group), names in pages.items()
    )
    return Outline(sections=sections, others=tuple(others), links=tuple(_links(site)))


def _section_of(nav: Nav, place: Place) -> tuple[tuple[str, ...], str, str]:
    divisions = [part for part in place.chain if part.kind not in EDITIONS and part.label]
    folder = nav.tree.contents(divisions[0]).prefix.strip("/") if divisions else ""
    labels = tuple(part.label for part in divisions)
    group = next((part.label for part in place.groups if part.label), "")
    return labels, folder, group


def _links(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the external entries of the navigation of the default language and version."""
    seen = set()
    for ancestors, node in site.navigation.walk():
        if (
            isinstance(node, LinkEntry)
            and not node.hidden
            and is_external(node.href)
            and node.href not in seen
            and _is_shown(ancestors)
        ):
            seen.add(node.href)
            yield node.label or node.href, node.href


def _is_shown(chain: tuple[Container, ...]) -> bool:
    return is_default_edition(chain) and not any(part.hidden for part in chain)
