"""The text of ``llms.txt`` and ``llms-full.txt``, and which pages they list. Pure."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from sphinx_docsjson.base.markdown import destination, escape_text, joined
from sphinx_docsjson.navigation.tree import is_default_edition, is_true
from sphinx_docsjson.site.model import Kind, LinkEntry
from sphinx_docsjson.urls import is_external, path_of_site

if TYPE_CHECKING:
    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.tree import NavPosition
    from sphinx_docsjson.site.model import Container, Site


# The text of ``llms-full.txt``: every page, one after the other, out of the twins. Pure.


def full_text(name: str, summary: str, pages: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the text of the file piece by piece: it may be longer than all else that is known.

    :param pages: the address and the twin of each page.
    """
    yield joined([f"# {plain(name)}", f"> {plain(summary)}" if summary else ""])
    for address, twin in pages:
        yield f"\n\n{with_source(address, twin)}"
    yield "\n"


_LINK_OR_CODE = re.compile(
    r"^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*+(?P<fence>(?P<mark>[`~])(?P=mark){2,}+)[^\n`]*+\n"
    r"(?:.*?\n)??[ \t>]*(?P=fence)(?P=mark)*[ \t]*$"
    r"|(?<![`\\])(?P<ticks>`+)(?!`)[^\n]{1,1000}?(?<!`)(?P=ticks)(?!`)"
    r"|(?<!\\)\]\((?P<url>[^\s()]+)",
    re.MULTILINE | re.DOTALL,
)


def with_links_from_root(twin: str, path: str, base: str) -> str:
    """Return a twin whose links lead to the same places from the root of the site.

    :param path: the address of the twin, from the root of the site.
    :param base: the address of the site, or ``""`` when it is unknown.
    """

    def from_root(match: re.Match[str]) -> str:
        url = match["url"]
        if not url or is_external(url) or url.startswith("/"):
            return match[0]
        place, mark, rest = url.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), place))
        found = path_of_site(target if place else path) + ("/" if place.endswith("/") else "")
        return f"]({base}{found}{mark}{rest}"

    return _LINK_OR_CODE.sub(from_root, twin)


def with_source(address: str, twin: str) -> str:
    """Return a twin without the pointer to the index, with its source under its title."""
    lines = twin.strip().split("\n")
    while lines and (lines[0].startswith(">") or not lines[0]):
        del lines[0]
    source = f"Source: {address}"
    if lines and lines[0].startswith("# "):
        return "\n".join([lines[0], "", source, *lines[1:]])
    return "\n".join([source, "", *lines])


# The text of ``llms.txt``: an index of the site that the rules of llmstxt.org can read.
#
# Those rules are stricter than Markdown: the summary is one line, everything under a second-level
# heading is an item ``- [title](address): notes``, and a title or an address ends at the first
# closing bracket. Pure.

LIMIT = 5_000
"""Characters of an index that agents read whole, whatever they look for."""

DESCRIPTION_LIMIT = 300
NAME = "llms.txt"
UNNAMED = "Docs"

_SLUG = re.compile(r"[^a-z0-9]+")
LONGEST_NAME = 60
"""How many letters of a title name a folder; file systems take 255 bytes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexEntry:
    """An item of the index: plain text, and an address."""

    title: str
    url: str
    notes: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexPart:
    """A second-level section."""

    title: str
    entries: tuple[IndexEntry, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Index:
    """A whole ``llms.txt``.

    :param name: the name of the site.
    :param summary: one sentence about it, or nothing.
    :param notes: paragraphs before the sections.
    """

    name: str
    summary: str
    notes: tuple[str, ...]
    parts: tuple[IndexPart, ...]


def index_text(index: Index) -> str:
    """Return the text of the file."""
    blocks = [f"# {plain(index.name)}", f"> {plain(index.summary)}" if index.summary else ""]
    blocks += [note.lstrip("#").strip() for note in index.notes]
    for part in index.parts:
        if part.entries:
            blocks.append(f"## {plain(part.title)}")
            blocks.append("\n".join(entry_line(entry) for entry in part.entries))
    return joined(blocks) + "\n"


def entry_line(entry: IndexEntry) -> str:
    """Return one item; brackets in its title are written as entities."""
    notes = f": {plain(entry.notes)}" if entry.notes.strip() else ""
    return f"- [{title_text(entry.title.strip() or entry.url)}]({destination(entry.url)}){notes}"


def title_text(text: str) -> str:
    """Return plain *text* as the text of a link without any square bracket."""
    parts = (escape_text(part) for part in re.split(r"([\[\]])", " ".join(text.split())))
    return "".join({"[": "&#91;", "]": "&#93;"}.get(part, part) for part in parts)


def plain(text: str) -> str:
    """Return plain *text* on one line."""
    return escape_text(" ".join(text.split()))


def short(description: str) -> str:
    """Return the first paragraph of a description, cut at a word when it is long."""
    first = " ".join(description.strip().split("\n\n")[0].split())
    if len(first) <= DESCRIPTION_LIMIT:
        return first
    return first[:DESCRIPTION_LIMIT].rsplit(" ", 1)[0].rstrip(".,;:") + "…"


def index_files(
    index: Index,
    outline: Outline,
    entry_of: Callable[[str], IndexEntry],
    address: Callable[[str], str],
    *,
    tokens_of: Callable[[str], int] = lambda _page: 0,
    tail: Sequence[IndexPart] = (),
    limit: int = LIMIT,
) -> Mapping[str, str]:
    """Return path → text of all index files.

    One file while it is short enough. Otherwise the root file names the pages of each tab, or of
    each group if tabs are long, and leads to an index of them; it contains only a few pages
    itself.

    :param index: name, summary and notes; its parts are ignored.
    :param entry_of: gives the item of a page.
    :param address: gives the address of an index file from its path.
    :param tokens_of: says how long a page is; 0 if unknown.
    :param tail: sections at the end of the root file.
    """
    entry_of = cache(entry_of)  # a page is in the whole index, and in that of its folder
    whole = _merged(
        [
            IndexPart(title=part.title or UNNAMED, entries=tuple(map(entry_of, part.pages)))
            for part in outline.sections
        ]
    )
    text = index_text(replace(index, parts=(*whole, *tail)))
    folders = _folders(outline.sections, entry_of, limit)
    if len(text) <= limit or len(folders) < 2:
        return {NAME: text}
    files, entries, parts = {}, [], []
    room = max(MOST_NAMED // len(folders), LEAST_NAMED)
    for folder in folders:
        listed = [entry_of(page) for page in folder.pages]
        if len(listed) <= FEW_PAGES:
            parts.append(IndexPart(title=folder.label, entries=tuple(listed)))
            continue
        counts = {page: tokens_of(page) for page in folder.pages}
        total = (
            f", about {_rounded(sum(counts.values())):,} tokens" if any(counts.values()) else ""
        )
        named = _named((entry.title for entry in listed), room)
        notes = f"{len(listed)} pages{total}: {named}"
        entries.append(IndexEntry(title=folder.label, url=address(folder.path), notes=notes))
        files[folder.path] = index_text(folder.index(index.name, entry_of, counts))
    parts.insert(0, IndexPart(title="Sections", entries=tuple(entries)))
    return {NAME: index_text(replace(index, parts=(*_merged(parts), *tail))), **files}


FEW_PAGES = 3
"""Up to this many pages of a tab or group are in the root file: an index would save nothing."""

LEAST_NAMED, MOST_NAMED = 120, 5_000
"""How many characters of the titles of its pages the root file has for each section at least, and
of all sections together."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexFolder:
    """The part of a site that has an index of its own, a tab or a group."""

    label: str
    path: str
    sections: tuple[OutlineSection, ...]

    @property
    def pages(self) -> tuple[str, ...]:
        """Its pages, in order."""
        return tuple(page for part in self.sections for page in part.pages)

    def index(
        self, site: str, entry_of: Callable[[str], IndexEntry], counts: Mapping[str, int]
    ) -> Index:
        """Return its index; each page says how many tokens it has, where that is known."""

        def entry(page: str) -> IndexEntry:
            found, count = entry_of(page), counts[page]
            counted = f"{found.notes} ({_rounded(count):,} tokens)" if count else found.notes
            return replace(found, notes=counted.strip())

        parts = [
            IndexPart(
                title=": ".join((*part.division[1:], part.group)).strip(": ") or self.label,
                entries=tuple(map(entry, part.pages)),
            )
            for part in self.sections
        ]
        return Index(name=f"{site}: {self.label}", summary="", notes=(), parts=_merged(parts))


def tokens(size: int) -> int:
    """Return about how many tokens a text of *size* bytes has, as models count them."""
    return -(-size // 4)


def _rounded(count: int) -> int:
    """Return a count of tokens as exact as it is: two digits."""
    return int(float(f"{count:.1e}"))


def _named(titles: Iterable[str], room: int) -> str:
    """Return as many titles as there is room for."""
    found = ""
    for title in titles:
        more = f"{found}; {title}" if found else title
        if len(more) > room:
            return f"{found or more[:room]}; …"
        found = more
    return found


def _merged(parts: Sequence[IndexPart]) -> tuple[IndexPart, ...]:
    """Return *parts* with the entries of those of the same title together."""
    by_title: dict[str, tuple[IndexEntry, ...]] = {}
    for part in parts:
        by_title[part.title] = by_title.get(part.title, ()) + part.entries
    return tuple(IndexPart(title=title, entries=entries) for title, entries in by_title.items())


def _folders(
    sections: Sequence[OutlineSection], entry_of: Callable[[str], IndexEntry], limit: int
) -> list[IndexFolder]:
    """Return the parts that get an index: tabs, and the groups of those that are too long."""
    by_tab: dict[str, list[OutlineSection]] = {}
    for part in sections:
        label = part.division[0] if part.division else part.group
        by_tab.setdefault(label or UNNAMED, []).append(part)
    found: dict[str, list[OutlineSection]] = {}
    for label, parts in by_tab.items():
        length = sum(len(entry_line(entry_of(page))) for part in parts for page in part.pages)
        for part in parts:
            own = label if length <= limit // 2 else part.title or UNNAMED
            found.setdefault(own, []).append(part)
    folders: list[IndexFolder] = []
    for label, parts in found.items():
        path = _index_path(label, parts, sections, [folder.path for folder in folders])
        folders.append(IndexFolder(label=label, path=path, sections=tuple(parts)))
    return folders


def _index_path(
    label: str,
    parts: Sequence[OutlineSection],
    sections: Sequence[OutlineSection],
    taken: Sequence[str],
) -> str:
    """Return where an index is: in the folder that only its pages are in, or a new one."""
    own = {page for part in parts for page in part.pages}
    folder = posixpath.commonpath([posixpath.dirname(page) for page in own]) if own else ""
    others = {page for part in sections for page in part.pages} - own
    if not folder or any(page.startswith(f"{folder}/") for page in others):
        folder = _SLUG.sub("-", label.lower())[:LONGEST_NAME].strip("-") or "docs"
    path, number = f"{folder}/{NAME}", 2
    while path in taken:
        path, number = f"{folder}-{number}/{NAME}", number + 1
    return path


# The pages that are announced, in the order and the sections of the navigation. Pure.

EDITIONS = frozenset({Kind.SITE, Kind.LANGUAGE, Kind.VERSION})


@dataclass(frozen=True, kw_only=True, slots=True)
class OutlineSection:
    """Pages under one group of the navigation.

    :param division: the labels of the tab, anchor, … around the group; empty where there is none.
    :param group: the label of the outermost group; may be empty.
    """

    division: tuple[str, ...]
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
    :param others: announced pages outside these: other versions, languages, hidden pages.
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

    Reference pages that an extension generates from code are such pages: part of the
    documentation, although ``docs.json`` does not name them.
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
    pages: dict[tuple[tuple[str, ...], str], list[str]] = {}
    others = []
    listed = [name for name in nav.tree.listed if name not in nav.made]
    outside = sorted(set(nav.tree.docnames) - {*listed, *nav.stand_ins, *nav.made})
    for docname in [*listed, *outside]:
        positions = nav.tree.positions(adopted.get(docname, docname))
        if not is_indexed(fronts.get(docname, {}), positions, site) or nav.info(docname).url:
            continue
        position = positions[0]
        if position.listed and is_default_edition(position.chain):
            pages.setdefault(_section_of(position), []).append(docname)
        else:
            others.append(docname)
    sections = tuple(
        OutlineSection(division=division, group=group, pages=tuple(names))
        for (division, group), names in pages.items()
    )
    return Outline(sections=sections, others=tuple(others), links=tuple(_links(site)))


def _section_of(position: NavPosition) -> tuple[tuple[str, ...], str]:
    divisions = [part for part in position.chain if part.kind not in EDITIONS and part.label]
    labels = tuple(part.label for part in divisions)
    group = next((part.label for part in position.groups if part.label), "")
    return labels, group


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


# Which pages crawlers and agents are told about: one answer for every output.
#
# The rules are those of docs.json: a page that is in no container of the navigation or hidden is
# reachable by its address only, unless the site indexes all pages; ``noindex`` always holds.


def is_indexed(front: Mapping[str, object], positions: Iterable[NavPosition], site: Site) -> bool:
    """Whether ``llms.txt``, ``llms-full.txt`` and ``sitemap.xml`` have the page.

    :param front: the front matter of the page.
    :param positions: where the page is in the navigation.
    """
    if says_yes(front, "noindex") or "noindex" in str(front.get("robots", "")).lower():
        return False
    if site.index_hidden_pages:
        return True
    if says_yes(front, "hidden"):
        return False
    listed = [position for position in positions if position.listed]
    # ``hidden: false`` brings a page back below a hidden container.
    return any(
        _is_found(position.chain + position.groups) or says_no(front, "hidden")
        for position in listed
    )


def wants_noindex(
    front: Mapping[str, object], positions: Iterable[NavPosition], site: Site
) -> bool:
    """Whether the HTML page asks crawlers not to index it.

    A page outside the navigation does not: it is not announced, but it is not a secret either.
    """
    positions = list(positions)
    if is_indexed(front, positions, site):
        return False
    if says_yes(front, "noindex") or says_yes(front, "hidden"):
        return True
    return any(position.listed for position in positions)


def says_yes(front: Mapping[str, object], name: str) -> bool:
    """Whether the front matter says that *name* is true."""
    value = front.get(name)
    return value is not None and is_true(str(value).strip())


def says_no(front: Mapping[str, object], name: str) -> bool:
    """Whether the front matter says that *name* is false."""
    value = front.get(name)
    return value is not None and not is_true(str(value).strip())


def _is_found(chain: tuple[Container, ...]) -> bool:
    """Whether no container around the page removes it: the innermost hidden one decides."""
    for container in reversed(chain):
        if container.hidden:
            return container.searchable
    return True
