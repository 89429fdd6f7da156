"""Which pages crawlers and agents are told about: one answer for every output.

The rules are those of docs.json: a page that is in no container of the navigation or hidden is
reachable by its address only, unless the site indexes all pages; ``noindex`` always holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.pageinfo import is_true

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_docsjson.navigation.tree import Place
    from sphinx_docsjson.site.containers import Container
    from sphinx_docsjson.site.model import Site


def is_indexed(front: Mapping[str, object], places: Iterable[Place], site: Site) -> bool:
    """Whether ``llms.txt``, ``llms-full.txt`` and ``sitemap.xml`` have the page.

    :param front: the front matter of the page.
    :param places: where the page stands in the navigation.
    """
    if _flag(front, "noindex") or "noindex" in str(front.get("robots", "")).lower():
        return False
    if site.index_hidden_pages:
        return True
    if _flag(front, "hidden"):
        return False
    listed = [place for place in places if place.listed]
    # ``hidden: false`` brings a page back below a hidden container.
    return any(
        _is_found(place.chain + place.groups) or says_no(front, "hidden") for place in listed
    )


def wants_noindex(front: Mapping[str, object], places: Iterable[Place], site: Site) -> bool:
    """Whether the HTML page asks crawlers not to index it.

    A page outside the navigation does not: it is not announced, but it is no secret either.
    """
    places = list(places)
    if is_indexed(front, places, site):
        return False
    if _flag(front, "noindex") or _flag(front, "hidden"):
        return True
    return any(place.listed for place in places)


def _flag(front: Mapping[str, object], name: str) -> bool:
    value = front.get(name)
    return value is not None and is_true(str(value).strip())


def says_no(front: Mapping[str, object], name: str) -> bool:
    """Whether the front matter says that *name* is false."""
    value = front.get(name)
    return value is not None and not is_true(str(value).strip())


def _is_found(chain: tuple[Container, ...]) -> bool:
    """Whether no container around the page takes it out: the innermost hidden one decides."""
    for container in reversed(chain):
        if container.hidden:
            return container.searchable
    return True
