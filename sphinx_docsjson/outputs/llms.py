"""The texts of ``llms.txt`` and ``llms-full.txt``, and which pages they announce. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_docsjson.base.markdown import destination, escape_text, joined
from sphinx_docsjson.navigation.tree import is_default_edition, is_true
from sphinx_docsjson.site.model import Kind, LinkEntry
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.tree import NavPosition
    from sphinx_docsjson.site.model import Container, Site


# The text of ``llms-full.txt``: every page, one after the other, out of the twins. Pure.


def full_text(
    name: str, summary: str, pages: Iterable[tuple[str, str]], *, absolute: bool
) -> Iterator[str]:
    """Yield the text of the file piece by piece: it may be longer than all else that is known.

    :param pages: the address and the twin of each page.
    :param absolute: whether the links in the twins are absolute.
    """
    note = "" if absolute else "Links are relative to the source of the page they stand in."
    yield joined([f"# {plain(name)}", f"> {plain(summary)}" if summary else "", note])
    for address, twin in pages:
        yield f"\n\n{with_source(address, twin)}"
    yield "\n"


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

LIMIT = 50_000
"""Characters that agents read of one file without cutting it."""

DESCRIPTION_LIMIT = 300
NAME = "llms.txt"
UNNAMED = "Docs"

_SLUG = re.compile(r"[^a-z0-9]+")


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
    tail: Sequence[IndexPart] = (),
    limit: int = LIMIT,
) -> Mapping[str, str]:
    """Return path → text of all index files.

    One file as long as it is short enough; else the root file leads to one file for each tab,
    or for each group where there are no tabs, so that nothing is cut.

    :param index: name, summary and notes; its parts are ignored.
    :param entry_of: gives the item of a page.
    :param address: gives the address of an index file from its path.
    :param tail: sections at the end of the root file.
    """
    whole = _merged(
        [
            IndexPart(title=part.title or UNNAMED, entries=tuple(map(entry_of, part.pages)))
            for part in outline.sections
        ]
    )
    text = index_text(replace(index, parts=(*whole, *tail)))
    names = _nested_names(outline.sections)
    if len(text) <= limit or len(names) < 2:
        return {NAME: text}
    files = {}
    entries = []
    by_label: dict[str, list[OutlineSection]] = {}
    for part in outline.sections:
        by_label.setdefault(_label(part, names), []).append(part)
    for label, path in names.items():
        sections = by_label.get(label, [])
        parts = _merged(
            [
                IndexPart(
                    title=": ".join((*part.division[1:], part.group)).strip(": ") or label,
                    entries=tuple(map(entry_of, part.pages)),
                )
                for part in sections
            ]
        )
        count = sum(len(part.pages) for part in sections)
        entries.append(IndexEntry(title=label, url=address(path), notes=f"index of {count} pages"))
        files[path] = index_text(
            Index(name=f"{index.name}: {label}", summary="", notes=(), parts=parts)
        )
    root = replace(index, parts=(IndexPart(title="Sections", entries=tuple(entries)), *tail))
    return {NAME: index_text(root), **files}


def _merged(parts: Sequence[IndexPart]) -> tuple[IndexPart, ...]:
    """Return *parts* with the entries of those of the same title together."""
    by_title: dict[str, tuple[IndexEntry, ...]] = {}
    for part in parts:
        by_title[part.title] = by_title.get(part.title, ()) + part.entries
    return tuple(IndexPart(title=title, entries=entries) for title, entries in by_title.items())


def _nested_names(sections: Sequence[OutlineSection]) -> dict[str, str]:
    """Return label → path of the nested files: in the folder of a tab, else in a new one."""
    by_tab = any(part.division for part in sections)
    names: dict[str, str] = {}
    for part in sections:
        label = (part.division[0] if part.division else part.group) if by_tab else part.group
        label = label or UNNAMED
        if label in names:
            continue
        folder = (part.folder if by_tab else "") or _SLUG.sub("-", label.lower()).strip("-")
        path = f"{folder or 'docs'}/{NAME}"
        while path in names.values():
            path = f"{path.removesuffix(f'/{NAME}')}-{len(names)}/{NAME}"
        names[label] = path
    return names


def _label(part: OutlineSection, names: Mapping[str, str]) -> str:
    first = part.division[0] if part.division else part.group
    return first if first in names else UNNAMED


# The pages that are announced, in the order and the sections of the navigation. Pure.

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
    listed = [name for name in nav.tree.listed if name not in nav.made]
    outside = sorted(set(nav.tree.docnames) - {*listed, *nav.stand_ins, *nav.made})
    for docname in [*listed, *outside]:
        positions = nav.tree.positions(adopted.get(docname, docname))
        if not is_indexed(fronts.get(docname, {}), positions, site) or nav.info(docname).url:
            continue
        position = positions[0]
        if position.listed and is_default_edition(position.chain):
            pages.setdefault(_section_of(nav, position), []).append(docname)
        else:
            others.append(docname)
    sections = tuple(
        OutlineSection(division=division, folder=folder, group=group, pages=tuple(names))
        for (division, folder, group), names in pages.items()
    )
    return Outline(sections=sections, others=tuple(others), links=tuple(_links(site)))


def _section_of(nav: Nav, position: NavPosition) -> tuple[tuple[str, ...], str, str]:
    divisions = [part for part in position.chain if part.kind not in EDITIONS and part.label]
    folder = nav.tree.contents(divisions[0]).prefix.strip("/") if divisions else ""
    labels = tuple(part.label for part in divisions)
    group = next((part.label for part in position.groups if part.label), "")
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


# Which pages crawlers and agents are told about: one answer for every output.
#
# The rules are those of docs.json: a page that is in no container of the navigation or hidden is
# reachable by its address only, unless the site indexes all pages; ``noindex`` always holds.


def is_indexed(front: Mapping[str, object], positions: Iterable[NavPosition], site: Site) -> bool:
    """Whether ``llms.txt``, ``llms-full.txt`` and ``sitemap.xml`` have the page.

    :param front: the front matter of the page.
    :param positions: where the page stands in the navigation.
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

    A page outside the navigation does not: it is not announced, but it is no secret either.
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
    """Whether no container around the page takes it out: the innermost hidden one decides."""
    for container in reversed(chain):
        if container.hidden:
            return container.searchable
    return True
