"""The pages of a group, for the page that is its root and lists them below its text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.site.containers import Container, PageEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_docsjson.html.configured_addresses import SiteAddresses
    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.site.appearance import Icon
    from sphinx_docsjson.site.containers import Listing


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedPage:
    """A page in the list."""

    label: str
    url: str
    icon: Icon | None = None
    description: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedGroup:
    """Pages under a heading; the group itself has none."""

    label: str
    pages: tuple[ListedPage, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PageList:
    """What a page lists, and how: as cards, or as accordions."""

    kind: Listing
    groups: tuple[ListedGroup, ...]


def page_list(
    pagename: str,
    nav: Nav,
    addresses: SiteAddresses,
    metadata: Mapping[str, Mapping[str, object]],
) -> PageList | None:
    """Return what the page lists, ``None`` when it is no root of a group that is listed.

    :param metadata: the front matter of all pages.
    """
    group = nav.groups_by_root.get(pagename)
    if group is None or group.listing is None:
        return None
    groups = tuple(found for found in _groups(group, "", nav, addresses, metadata) if found.pages)
    return PageList(kind=group.listing, groups=groups) if groups else None


def _groups(
    group: Container,
    label: str,
    nav: Nav,
    addresses: SiteAddresses,
    metadata: Mapping[str, Mapping[str, object]],
) -> Iterator[ListedGroup]:
    """Yield the pages of a group, then those of each group inside it."""
    inside = [child for child in group.children if isinstance(child, Container)]
    entries = [PageEntry(path=group.root)] if label and group.root else []
    entries += [child for child in group.children if isinstance(child, PageEntry)]
    labels: dict[str | None, str] = {}
    for entry in entries:
        labels.setdefault(resolve_page(entry.path, nav.tree.docnames), entry.label)
    pages = (_page(name, own, nav, addresses, metadata) for name, own in labels.items() if name)
    yield ListedGroup(label=label, pages=tuple(page for page in pages if page is not None))
    for child in inside:
        if not child.hidden:
            yield from _groups(child, child.label, nav, addresses, metadata)


def _page(
    docname: str,
    label: str,
    nav: Nav,
    addresses: SiteAddresses,
    metadata: Mapping[str, Mapping[str, object]],
) -> ListedPage | None:
    info = nav.info(docname)
    if info.hidden:
        return None
    description = str(metadata.get(docname, {}).get("description") or "").strip()
    return ListedPage(
        label=label or info.label,
        url=info.url or addresses.page(docname),
        icon=info.icon,
        description=description or None,
    )
