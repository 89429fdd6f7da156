"""Converts the code blocks and include lines of other tools."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.cli.convert_code import (
    NON_ANNOTATED,
    between,
    chosen_lines,
    lines_of,
    of_include,
    options_of,
    our_info,
    versions_of,
    with_marks,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_docsjson.cli.convert_page import PageConversion

_TOC = re.compile(r"\[TOC\]|\[\[_?TOC_?\]\]", re.IGNORECASE)
_SNIPPET = re.compile(r"-{1,}+8<-{1,}+[ \t]++[\"']([^\"'\n]++)[\"'][ \t]*+")
_VARIANTS = re.compile(r"\{\*[ \t]*+([^\s*]++)([^*\n]*+)\*\}")
"""``{* main.py ln[1:3] hl[2] *}`` of markdown-include-variants, which FastAPI's pages have."""
_MARKDOWN_INCLUDE = re.compile(r"\{!>?[ \t]*+([^\s!]++)[ \t]*+!\}")

WHOLE, OTHERS = "Full file preview", "Other versions and variants"
ANNOTATED = "Prefer to use the `Annotated` version if possible."
"""What markdown-include-variants says around further versions of a file."""


@dataclass(frozen=True)
class Includes:
    """Writes code and included files of one page."""

    conversion: PageConversion

    def fence(self, block: Sequence[str], fence: re.Match[str], line: int) -> list[str]:
        """Return a fence, with what its first line says and what it includes in our words."""
        space, info = fence[1], fence[3]
        before, body = info, list(block[1:])
        info, told = our_info(info, self.conversion.site.tool)
        code = body[:-1] if _closes(block) else body
        info, code, marks = with_marks(info, code)
        self.conversion.changed.update([*told, *marks])
        body[: len(body) - _closes(block)] = code
        inside = [each.strip() for each in block[1:-1] if each.strip()]
        if len(inside) == 1 and not info.strip().startswith("{"):
            language = re.split(r"[\s,{]", info.strip(), maxsplit=1)[0]
            directive = self.include(inside[0], space, line + 1, language or "text")
            if directive is not None:
                asked = [f"{space}{each}" for each in options_of(info)]
                return [*directive[:-1], *asked, directive[-1]]
        elif any(_SNIPPET.fullmatch(e) for e in inside):
            self.conversion.leave("--8<-- among other code", line)
        return [f"{space}{fence[2]}{info}", *body] if info != before else [block[0], *body]

    def include(self, text: str, space: str, line: int, language: str = "") -> list[str] | None:
        """Return the directive that a line which includes a file becomes."""
        text = text.strip()
        options: list[str] = []
        titled = None
        if _TOC.fullmatch(text) and not language:
            self.conversion.changed["[TOC]"] += 1
            return []
        if found := _SNIPPET.fullmatch(text):
            what, (name, *parts) = "--8<--", found[1].split(":")
            if len(parts) == 1 and parts[0]:
                options = between(f"[start:{parts[0]}]", f"[end:{parts[0]}]")
            elif parts:
                options = lines_of(*[*parts, ""][:2])
        elif (found := _VARIANTS.fullmatch(text)) and not language:
            what, name = "{* file *}", found[1]
            language = Path(name).suffix.lstrip(".") or "text"
            titled = re.search(r"\btitle\[\"([^\"\]]*+)\"\]", found[2])
            options = [f":caption: {titled[1]}"] if titled else []
            options += chosen_lines(found[2])
        elif found := _MARKDOWN_INCLUDE.fullmatch(text):
            what, name = "{!file!}", found[1]
        else:
            return None
        file = self._file(name)
        if file is None:
            self.conversion.leave(what, line)
            return None
        path = relative_path(file, self.conversion.page.parent)
        self.conversion.changed[what] += 1
        if language:
            options = [f":language: {language}", *options]
        else:
            options = [of_include(each) for each in options]
        name, more = "literalinclude" if language else "include", list[str]()
        if what == "{* file *}" and file.suffix == ".py":
            versions = versions_of(file)
            own = next((title for title, each in versions if each == file), "")
            options += [f":caption: {own}"] if own and not titled else []
            others = [each for each in versions if each[1] != file]
            more = self._variants(file, others, whole="ln[" in text)
        made = [f"```{{{name}}} {path}", *options, "```", *more]
        return [f"{space}{each}" if each else "" for each in made]

    def _variants(
        self, file: Path, versions: Sequence[tuple[str, Path]], *, whole: bool
    ) -> list[str]:
        """Return what follows a sample of FastAPI's: the whole file, and other versions of it."""

        def code(path: Path) -> list[str]:
            shown = relative_path(path, self.conversion.page.parent)
            return [f"```{{literalinclude}} {shown}", ":language: py", "```"]

        made: list[str] = []
        if whole:
            made += ["", f'<Accordion title="{WHOLE}">', "", *code(file), "", "</Accordion>"]
        tabs: list[str] = []
        for title, each in versions:
            hint = ["", f"<Tip>{ANNOTATED}</Tip>"] if title.endswith(NON_ANNOTATED) else []
            tabs += [f'<Tab title="{title}">', *hint, "", *code(each), "", "</Tab>"]
        if tabs:
            made += ["", f'<Accordion title="{OTHERS}">', "<Tabs>", *tabs, "</Tabs>"]
            made.append("</Accordion>")
        return made

    def _file(self, name: str) -> Path | None:
        """Return an included file."""
        folders = [self.conversion.page.parent, *self.conversion.site.includes]
        return next((path for each in folders if (path := each / name).is_file()), None)


def _closes(block: Sequence[str]) -> bool:
    """Whether the last line of a fence closes it."""
    last = block[-1].strip(" \t>")
    return len(block) > 1 and last[:3] in {"```", "~~~"} and not last.strip(last[0])
