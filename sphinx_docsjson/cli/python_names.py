"""Knows what pages of MkDocs refer to by name alone: objects of Python, headings and anchors."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import text_of
from sphinx_docsjson.base.markdown import slugs
from sphinx_docsjson.mdx.scan import scan
from sphinx_docsjson.pages.ignored import IGNORED_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
