"""Converts what mkdocstrings and autorefs read: ``::: package.Class`` and ``[text][heading]``.

https://mkdocstrings.github.io/usage/, https://mkdocstrings.github.io/autorefs/
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from sphinx_docsjson import yaml12
from sphinx_docsjson.base.markdown import slugs
from sphinx_docsjson.cli.other_tools import text_of
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.mdx.scan import scan
from sphinx_docsjson.pages.ignored import IGNORED_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_docsjson.cli.convert_page import PageConversion

_DEFINITION = re.compile(r"^([ \t]*+)(?:async[ \t]++)?(class|def)[ \t]++(\w++)", re.MULTILINE)


_HEADING = re.compile(r"^#{1,6}[ \t]++(.+?)[ \t]*+(?:\{[^{}\n]*\})?[ \t]*+$", re.MULTILINE)
_ANCHOR = re.compile(r"\{:?[ \t]*+#([\w.:-]++)|\bid=[\"']([\w.:-]++)[\"']")


@dataclass
class References:
    """What the pages of a site refer to by its name alone.

    :param sources: the folders in which packages of Python are. Their code is not run.
    """

    files: Mapping[str, Path]
    sources: Sequence[Path]

    @cached_property
    def definitions(self) -> dict[str, str]:
        """What the packages define: name → ``class``, ``def`` or ``method``.

        A package is documented by the names that it exports, from whatever module they are.
        """
        found: dict[str, str] = {}
        for place, folders, files in (each for root in self.sources for each in os.walk(root)):
            folders[:] = sorted(n for n in folders if n[:1] != "." and n not in IGNORED_FOLDERS)
            for path in (Path(place, name) for name in sorted(files) if name.endswith(".py")):
                for match in _DEFINITION.finditer(text_of(path)):
                    kind = "method" if match[1] and match[2] == "def" else match[2]
                    if found.get(match[3], "method") == "method":
                        found[match[3]] = kind
        return found

    @cached_property
    def anchors(self) -> dict[str, str]:
        """The headings and anchors of pages: id → the address of the first that has it."""
        found: dict[str, str] = {}
        for name, path in self.files.items():
            text = text_of(path)
            code = scan(text).code_lines
            lines = [line for number, line in enumerate(text.split("\n")) if number not in code]
            kept = "\n".join(lines)
            ids = [match[1] or match[2] for match in _ANCHOR.finditer(kept)]
            for match in _HEADING.finditer(kept):
                ids += slugs(match[1].replace("`", "").replace("*", ""))
            for each in ids:
                found.setdefault(each, f"/{name}#{each}")
        return found

    def directive(self, dotted: str) -> str:
        """Return the directive of autodoc for an object."""
        *around, name = dotted.split(".")
        for folder in self.sources:
            place = folder.joinpath(*around, name)
            if place.is_dir() or place.with_suffix(".py").is_file():
                return "automodule"
        kind = self.definitions.get(name, "")
        if around and self.definitions.get(around[-1]) == "class":
            return {"": "autoattribute", "class": "autoclass"}.get(kind, "automethod")
        return {"class": "autoclass", "def": "autofunction"}.get(kind, "autodata")


def autodoc(
    conversion: PageConversion, references: References, name: str, told: Sequence[str]
) -> list[str] | None:
    """Return the lines that ``::: name`` becomes; nothing where it is for another handler.

    :param told: the lines indented below it, of YAML.
    """
    try:
        asked = mapping(yaml12.read(dedent("\n".join(told))).value)
    except yaml12.UnreadableYaml:
        asked = {}
    if asked.get("handler", "python") != "python" or (asked and "options" not in asked):
        return None
    options = mapping(asked.get("options"))
    directive, members = references.directive(name), options.get("members", True)
    lines = [f".. {directive}:: {name}"]
    if directive in ("automodule", "autoclass") and members:
        lines.append(f"   :members: {', '.join(map(str, items(members)))}".rstrip())
        lines += ["   :inherited-members:"] if options.get("inherited_members") is True else []
    conversion.changed["::: package.module"] += 1
    return ["```{eval-rst}", *lines, "```"]


# A reference to a heading, an anchor or an object, by its name alone.

_REFERENCE = re.compile(
    r"(?<![!\\\]\w])\[((?>(?:[^\[\]\\]|\\.|\[[^\[\]]*+\])+))\]\[([^\[\]\s]*+)\](?!\()"
)
_DEFINED = re.compile(r"^ {0,3}\[([^\]\n]++)\]:", re.MULTILINE)
_CODE = re.compile(r"`+[^`]*`+")
_OBJECT = re.compile(r"[A-Za-z_]\w*+(?:\.\w++)+(?:\(\))?")


def with_references(text: str, conversion: PageConversion) -> str:
    """Return *text* with the references of autorefs as links, and as roles of Python."""
    references = conversion.site.references
    if references is None or "][" not in text:
        return text
    code = scan(text).code_lines
    defined = {found[1].casefold() for found in _DEFINED.finditer(text)}

    def reference(found: re.Match[str]) -> str:
        shown, target = found[1], found[2] or found[1].strip("`")
        start = found.string.rfind("\n", 0, found.start()) + 1
        number = found.string.count("\n", 0, start)
        spans = _CODE.finditer(found.string[start:].partition("\n\n")[0])
        inside = any(each.start() < found.start() - start < each.end() for each in spans)
        if number in code or inside or {target.casefold(), shown.casefold()} & defined:
            return found[0]
        if address := references.anchors.get(target):
            conversion.changed["[text][heading]"] += 1
            return f"[{shown}]({address})"
        is_code = shown == f"`{target}`" and target.isidentifier()
        if is_code or _OBJECT.fullmatch(target) or target in references.definitions:
            conversion.changed["[text][package.name]"] += 1
            words = re.sub(r"[`*<>]|\\(?=\W)", "", shown)
            return f"{{py:obj}}`{' '.join(words.split())} <{target.removesuffix('()')}>`"
        conversion.leave("[text][name]", number)
        return found[0]

    return _REFERENCE.sub(reference, text)
