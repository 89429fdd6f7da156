"""The text of ``llms.txt``: an index of the site that the rules of llmstxt.org can read.

Those rules are stricter than Markdown: the summary is one line, everything under a second-level
heading is an item ``- [title](address): notes``, and a title or an address ends at the first
closing bracket. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_docsjson.text.spelling import destination, escape_text, joined

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.crawlers.announced_pages import Outline, OutlineSection

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
