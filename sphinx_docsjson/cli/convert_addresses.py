"""Converts addresses, icons and attribute lists of other tools."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.cli.convert_attributes import with_attribute_lists
from sphinx_docsjson.cli.convert_icons import with_icons
from sphinx_docsjson.mdx.scan import scan

if TYPE_CHECKING:
    from sphinx_docsjson.cli.convert_page import PageConversion

_COMPUTED = re.compile(
    r"\b([A-Za-z]++)=\{(?:useBaseUrl|require)\(\s*+['\"]([^'\"\n]++)['\"][^()\n]*+\)(?:\.default)?\}"
)
_ADDRESS = re.compile(
    r"(\]\(\s*+<?|(?:src|href|img|url|image|poster)=['\"]|^[ \t]*+\[[^\]\n]++\]:[ \t]*+)((?:pathname://|@site/static)?/[^\s()<>\"'#?]++)"
)


@dataclass(frozen=True)
class Addresses:
    """Rewrites the addresses and icons of one page."""

    conversion: PageConversion

    def rewritten(self, text: str) -> str:
        """Return *text* with addresses that the other tool looks up elsewhere."""
        code = scan(text).code_lines
        made = []
        for number, line in enumerate(text.split("\n")):
            if number not in code and any(each in line for each in ("/", "useBaseUrl", ":")):
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
        return f'{found[1]}="{found[2]}"'

    def _address(self, found: re.Match[str]) -> str:
        site = self.conversion.site
        address = found[2]
        path = address.removeprefix("pathname://").removeprefix("@site/static")
        name = path.strip("/")
        ends = path.endswith("/")
        if not name or (site.folder / name).is_file() or (site.name_of(name) and not ends):
            return found[0]
        prefix = f"{site.prefix}/" if site.prefix else ""
        below = f"{name}/".removeprefix(prefix).rstrip("/")
        for inside in dict.fromkeys((name, below)):
            page = site.addresses.get(inside) or (site.name_of(inside) and inside)
            if page is not None:
                told = f"/{prefix}…" if inside != name else "/…/" if ends else "/… of an id"
                self.conversion.changed[told] += 1
                return f"{found[1]}/{page}"
        for folder in site.static:
            if (folder / name).is_file():
                self.conversion.changed[f"/… of {folder.name}/"] += 1
                return f"{found[1]}{relative_path(folder / name, self.conversion.page.parent)}"
        return found[0]


def with_attributes(text: str, conversion: PageConversion) -> str:
    """Return *text* with the attribute lists of Python-Markdown as MyST reads them."""
    if conversion.site.tool != "MkDocs" or "{" not in text:
        return text
    lines, count = with_attribute_lists(text.split("\n"), scan(text).code_lines)
    if count:
        conversion.changed["{ #id .class }"] += count
    return "\n".join(lines)
