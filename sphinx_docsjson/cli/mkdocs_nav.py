"""Reads the navigation of MkDocs, also from the files that its plugins read.

- ``literate-nav``: lists of pages in a file of each folder, folders as ``guide/``, ``*``;
  https://oprypin.github.io/mkdocs-literate-nav/
- ``awesome-pages`` and ``awesome-nav``: ``.pages`` and ``.nav.yml`` in each folder, ``...`` for
  what else is there; https://lukasgeiter.github.io/mkdocs-awesome-nav/
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import text_of, title_from_name
from sphinx_docsjson.cli.other_tools import (
    START_PAGES,
    FoundSite,
    NavEntry,
    SummaryItem,
    item_of,
    read_data,
    text_in,
)
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

DEEPEST = 12
"""How many folders a navigation leads into at most."""

_REST = re.compile(r"\.{3}[ \t]*+(?:\|[ \t]*+flat[ \t]*+)?(?:\|[ \t]*+(?:glob=)?(.*+))?")
_MARK = re.compile(r"<!--[ \t]*+nav[ \t]*+-->")
_DIGITS = re.compile(r"(\d+)")


@dataclass(kw_only=True)
class Navigation:
    """Reads ``nav``.

    :param literate: the file of a folder that lists its pages; empty without the plugin.
    :param implicit_index: whether the start page of a folder is before that list.
    :param settings: the file of a folder that says how its pages are listed; empty as well.
    """

    site: FoundSite
    literate: str = ""
    implicit_index: bool = False
    settings: str = ""
    _listed: set[str] = field(default_factory=set)

    @classmethod
    def of_plugins(cls, site: FoundSite, plugins: Mapping[str, Any]) -> Navigation:
        """Return what reads the navigation of a site with these plugins."""
        found = cls(site=site)
        if "literate-nav" in plugins:
            asked = mapping(plugins["literate-nav"])
            found.literate = text_in(asked, "nav_file") or "SUMMARY.md"
            found.implicit_index = asked.get("implicit_index") is True
        for name, file in (("awesome-pages", ".pages"), ("awesome-nav", ".nav.yml")):
            if name in plugins:
                found.settings = text_in(mapping(plugins[name]), "filename") or file
        return found

    def entries(self, nav: Any) -> Iterator[NavEntry]:
        """Yield what ``nav`` lists; without it, what is in the folder of the pages."""
        listed = self._of_file("") if self.literate or not isinstance(nav, list) else None
        if listed is None and isinstance(nav, list):
            yield from self._of_list(nav, "", 0)
        elif listed is None:
            yield from self._folder("", 0)
        else:
            yield from self._of_list(listed, "", 0)

    # -- what is listed -----------------------------------------------------------------------

    def _of_list(self, listed: Sequence[Any], base: str, depth: int) -> Iterator[NavEntry]:
        self._listed |= {path for each in listed for path in self._named(each, base)}
        for each in listed:
            yield from self._of_item(each, base, depth)

    def _named(self, item: Any, base: str) -> Iterator[str]:
        """Yield the pages and folders that an item names, which a pattern leaves out then."""
        given = mapping(item)
        values = [v for name, v in given.items() if name != "glob"] if given else [item]
        for value in values:
            if isinstance(value, list):
                yield from chain.from_iterable(self._named(each, base) for each in value)
            elif isinstance(value, str) and not is_external(value) and not _is_pattern(value):
                path = _path(base, value)
                yield path if path in self._folders else self.site.name_of(path) or path

    def _of_item(self, item: Any, base: str, depth: int) -> Iterator[NavEntry]:
        if isinstance(item, str):
            yield from self._target(item, "", base, depth)
        elif pattern := text_in(mapping(item), "glob"):
            yield from self._matching(pattern, base, depth)
        else:
            for title, value in mapping(item).items():
                label = title if isinstance(title, str) else ""
                if isinstance(value, list):
                    yield from self._group(label, list(self._of_list(value, base, depth)))
                elif isinstance(value, str):
                    yield from self._target(value, label, base, depth)

    def _group(self, title: str, inside: list[NavEntry]) -> Iterator[NavEntry]:
        first = inside[0] if inside and isinstance(inside[0], str) else ""
        starts = first.rpartition("/")[2] in START_PAGES and len(inside) > 1
        yield from self.site.group(title, inside, first if starts and not title else "")

    def _target(self, value: str, title: str, base: str, depth: int) -> Iterator[NavEntry]:
        path = _path(base, value)
        if is_external(value):
            yield from self.site.link(value, title)
        elif _is_pattern(value):
            found = list(self._matching(value, base, depth))
            yield from self.site.group(title, found) if title and found else found
        elif path in self._folders and self._leads_to_folder(value, path):
            yield from self._section(path, title, depth)
        else:
            yield from self.site.page(path, title)

    def _leads_to_folder(self, value: str, path: str) -> bool:
        """Whether a path that is a folder means all of it, and not its start page."""
        if self.literate and value.endswith("/"):
            return True
        return bool(self.settings) or not self._has_start(path)

    def _has_start(self, folder: str) -> bool:
        return any(_path(folder, each) in self.site.files for each in START_PAGES)

    # -- what is in a folder --------------------------------------------------------------

    @cached_property
    def _folders(self) -> set[str]:
        found: set[str] = set()
        for each in self.site.files:
            while each := dirname(each):
                found.add(each)
        return found

    def _section(self, folder: str, title: str, depth: int) -> Iterator[NavEntry]:
        """Yield the group of a folder, which its settings may call otherwise, or hide."""
        said = self._settings_of(folder)
        if depth >= DEEPEST or said.get("hide") is True:
            return
        self._listed.add(folder)
        listed = self._of_file(folder)
        inside = list(
            self._folder(folder, depth + 1)
            if listed is None
            else self._of_list(listed, folder, depth + 1)
        )
        starts = (_path(folder, each) for each in START_PAGES)
        first = next((each for each in starts if each in inside), "")
        label = title or text_in(said, "title") or title_from_name(folder)
        yield from self.site.group(label, inside, first)

    def _folder(self, folder: str, depth: int) -> Iterator[NavEntry]:
        """Yield the start page of a folder, its other pages, then its folders."""
        for name in START_PAGES:
            start = _path(folder, name)
            if start in self.site.files and start not in self._listed:
                self._listed.add(start)
                yield from self.site.page(start)
                break
        yield from self._matching("*", folder, depth)

    def _matching(self, pattern: str, base: str, depth: int) -> Iterator[NavEntry]:
        """Yield the pages and folders of a pattern that nothing else names."""
        pattern = pattern.strip()
        if rest := _REST.fullmatch(pattern):
            pattern = rest[1] or "*"
        parts = _path(base, pattern).split("/")
        only_folders = pattern.endswith("/")
        for name in self._sorted(self.site.files):
            suffix = self.site.files[name].suffix
            if (
                name not in self._listed
                and not only_folders
                and (_fits(f"{name}{suffix}".split("/"), parts) or _fits(name.split("/"), parts))
            ):
                self._listed.add(name)
                yield from self.site.page(name)
        for name in self._sorted(self._folders):
            if name not in self._listed and _fits(name.split("/"), parts):
                yield from self._section(name, "", depth)

    def _sorted(self, names: Iterable[str]) -> list[str]:
        """Return names in the order of their folder, numbers by their value with awesome-nav."""
        return sorted(names, key=_by_number if self.settings == ".nav.yml" else None)

    def _settings_of(self, folder: str) -> Mapping[str, Any]:
        file = self.site.folder / folder / self.settings
        return mapping(read_data(file)) if self.settings and file.is_file() else {}

    def _of_file(self, folder: str) -> list[Any] | None:
        """Return what a file of a folder lists; nothing where it has no such file."""
        if self.literate:
            file = self.site.folder / folder / self.literate
            found = _list_in(text_of(file)) if file.is_file() else []
            if found:
                name = _path(folder, self.literate.removesuffix(".md"))
                starts = name.rpartition("/")[2] in START_PAGES
                if not (self.implicit_index and starts):
                    self._listed.add(name)
                index = next((e for e in START_PAGES if _path(folder, e) in self.site.files), "")
                return [*([{"glob": index}] if self.implicit_index and index else []), *found]
        said = self._settings_of(folder)
        listed = items(said.get("nav")) or items(said.get("arrange"))
        if listed:
            more = ["..."] if "nav" not in said or said.get("append_unmatched") is True else []
            return [*listed, *(more if "..." not in listed else [])]
        if text_in(said, "order") == "desc":
            found = [each for each in self._sorted(self.site.files) if dirname(each) == folder]
            below = [each for each in self._sorted(self._folders) if dirname(each) == folder]
            return [each.rpartition("/")[2] for each in (*found[::-1], *below[::-1])]
        return None


def _by_number(name: str) -> list[tuple[int, str]]:
    parts = _DIGITS.split(name)
    return [(int(each), "") if each.isdigit() else (0, each) for each in parts]


def _path(base: str, value: str) -> str:
    path = normpath(join(base, value.partition("#")[0].strip().lstrip("/") or "."))
    return "" if path == "." else path


def _is_pattern(value: str) -> bool:
    return "*" in value or value.strip().startswith("...")


def _fits(path: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the parts of a path are those of a pattern; ``**`` means any number of them."""
    ends = {0}
    for part in pattern:
        if part == "**":
            ends = set(range(min(ends, default=0), len(path) + 1)) if ends else ends
        else:
            ends = {end + 1 for end in ends if end < len(path) and fnmatchcase(path[end], part)}
    return len(path) in ends


def _list_in(text: str) -> list[Any]:
    """Return the navigation that a file lists: below ``<!--nav-->``, else its last list."""
    marked = _MARK.split(text, maxsplit=1)
    lists: list[list[SummaryItem]] = [[]]
    fresh = False
    for line in marked[-1].splitlines():
        made = item_of(line)
        if made is not None and made.depth >= 0:
            if fresh and made.depth < 4:
                lists.append([])
            place, fresh = lists[-1], False
            while place and place[-1].depth < made.depth:
                place = place[-1].inside
            place.append(made)
        elif line.strip() and not line.startswith((" ", "\t")):
            fresh = bool(lists[-1])
            if fresh and len(marked) > 1:
                break
    return [_as_nav(each) for each in lists[-1]]


def _as_nav(item: SummaryItem) -> Any:
    if item.inside:
        own = [item.target] if item.target else []
        return {item.title: [*own, *map(_as_nav, item.inside)]}
    if item.target:
        return {item.title: item.target} if item.title else item.target
    return item.title.replace("\\", "")
