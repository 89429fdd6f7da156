"""Converts addresses, icons and attribute lists of other tools."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname, normpath
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.cli.convert_attributes import with_attribute_lists, with_escaped_bars
from sphinx_docsjson.cli.convert_icons import with_icons
from sphinx_docsjson.cli.other_tools import START_PAGES
from sphinx_docsjson.mdx.scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.cli.convert_page import PageConversion

_COMPUTED = re.compile(
    r"\b([A-Za-z]++)=\{(useBaseUrl|require)\(\s*+['\"]([^'\"\n]++)['\"][^()\n]*+\)(?:\.default)?\}"
)
_ADDRESS = re.compile(
    r"(\]\(\s*+<?|\b(?:src|href|to|img|url|image|link|poster)(?:=|:[ \t]*+)['\"]"
    r"|^[ \t]*+\[[^\]\n]++\]:[ \t]*+)((?:pathname://|@site/static)?[^\s()<>\"'#?]++)"
)


@dataclass
class Addresses:
    """Rewrites the addresses and icons of one page."""

    conversion: PageConversion

    def rewritten(self, text: str) -> str:
        """Return *text* with addresses that the other tool looks up elsewhere."""
        code = scan(text).code_lines
        made = []
        for number, line in enumerate(text.split("\n")):
            if number not in code and any(each in line for each in ("](", "=", ":")):
                parts = re.split(r"(`+[^`]*`+)", line)
                if self.conversion.site.tool == "MkDocs":
                    parts[::2] = [self._icons(each, number) for each in parts[::2]]
                parts[::2] = [self._line_of_addresses(each) for each in parts[::2]]
                line = "".join(parts)
            made.append(line)
        return "\n".join(made)

    def _icons(self, text: str, number: int) -> str:
        text, told, left = with_icons(text)
        self.conversion.changed.update(told)
        for each in left:
            self.conversion.leave(f"{each} of a name that no icon has here", number)
        return text

    def _line_of_addresses(self, line: str) -> str:
        line = _COMPUTED.sub(self._computed, line)
        return _ADDRESS.sub(self._address, line)

    def _computed(self, found: re.Match[str]) -> str:
        self.conversion.changed["src={useBaseUrl(…)}"] += 1
        root = "/" if found[2] == "useBaseUrl" and found[3][:1] != "/" else ""
        return f'{found[1]}="{root}{found[3]}"'

    def _address(self, found: re.Match[str]) -> str:
        """Return an address as it is, unless it is one of the other tool only."""
        site = self.conversion.site
        path = found[2].removeprefix("pathname://").removeprefix("@site/static")
        if ":" in path or path.startswith("//") or not path.strip("./"):
            return found[0]
        own = normpath(path if path[0] == "/" else f"/{dirname(self._name)}/{path}").strip("/")
        ends = path.endswith("/")
        if (site.folder / own).is_file() or (site.name_of(own) and not ends):
            return found[0]
        told = "/…/" if ends else "/… of an id"
        for name in site.below(path) if path[0] == "/" else self._below(path):
            page = site.addresses.get(name) or (site.name_of(name) and name)
            if page or (site.folder / name).is_file():
                begin = path.strip("/")
                start = begin.removesuffix(name) if path[0] == "/" else ""
                self.conversion.changed[f"/{start.strip('/')}/…" if start else told] += 1
                return f"{found[1]}/{page or name}"
            for folder in site.static:
                if (folder / name).is_file():
                    self.conversion.changed[f"/… of {folder.name}/"] += 1
                    return f"{found[1]}{relative_path(folder / name, self.conversion.page.parent)}"
        return found[0]

    @cached_property
    def _name(self) -> str:
        page = self.conversion.page
        return page.relative_to(self.conversion.site.folder).with_suffix("").as_posix()

    def _below(self, path: str) -> Iterator[str]:
        """Yield the paths that an address may mean which is relative to that of its page."""
        site, name = self.conversion.site, self._name
        url = next((each for each, page in site.addresses.items() if page == name), name)
        around, _slash, last = url.rpartition("/")
        own = around if last in START_PAGES else url
        for start in (own, around) if site.tool == "MkDocs" else (around, own):
            meant = normpath(f"{start}/{path}").strip("/")
            if not meant.startswith(".."):
                yield meant


def with_attributes(text: str, conversion: PageConversion) -> str:
    """Return *text* with attribute lists and tables of Python-Markdown as MyST reads them."""
    if conversion.site.tool != "MkDocs":
        return text
    code = scan(text).code_lines
    lines, bars = with_escaped_bars(text.split("\n"), code)
    if bars:
        conversion.changed["`|` in a table"] += bars
    lines, count = with_attribute_lists(lines, code)
    if count:
        conversion.changed["{ #id .class }"] += count
    return "\n".join(lines)
