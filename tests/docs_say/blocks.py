"""A page → its blocks of code, each with its place.

A block that includes a file of this repository is that file: so a page and a sample are one text.
The reader is as plain as can be and shares nothing with the parser of this project.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[2]

PAGES = (
    "README.md",
    "docs/index.md",
    *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "start").iterdir()),
    "docs/publish/hosting.md",
    "docs/publish/translation.md",
    "docs/publish/versions.md",
    "docs/reference/cli.md",
)

EVERY_PAGE = (
    "CONTRIBUTING.md",
    "README.md",
    *sorted(
        str(path.relative_to(ROOT))
        for path in (ROOT / "docs").rglob("*.*")
        if path.suffix in (".md", ".rst") and "_build" not in path.parts
    ),
)

INCLUDE = "{literalinclude}"

_FENCE = re.compile(r"^(?P<indent>\s*)(?P<marks>`{3,}|~{3,})(?P<info>.*)$")


@dataclass(frozen=True, kw_only=True)
class Block:
    """A fenced block.

    :param line: the line of its opening fence.
    :param title: the rest of the info string, or what ``title="…"`` says in it: the file that the
        block is. The caption of what is included.
    """

    page: str
    line: int
    language: str
    title: str
    text: str

    @property
    def place(self) -> str:
        """Where the block stands, as editors understand it."""
        return f"{self.page}:{self.line}"

    @property
    def commands(self) -> list[tuple[int, str]]:
        """The commands of a shell block, each with its line; comments are none."""
        found, waiting = [], ""
        for number, line in enumerate(self.text.split("\n"), start=self.line + 1):
            waiting += line
            if line.endswith("\\"):
                waiting = waiting.removesuffix("\\")
            else:
                command = re.sub(r"(^|\s)#.*$", "", waiting).strip()
                if command:
                    found.append((number, command))
                waiting = ""
        return found


def blocks_of(text: str, page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page.

    :raises ValueError: when a fence is never closed.
    """
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        opening = _FENCE.match(line)
        if opening is None:
            continue
        language, _, title = opening["info"].strip().partition(" ")
        content = []
        for _inner, following in lines:
            closing = _FENCE.match(following)
            if closing and closing["marks"].startswith(opening["marks"]) and not closing["info"]:
                break
            content.append(following.removeprefix(opening["indent"]))
        else:
            raise ValueError(f"{page}:{number}: this block is never closed")
        text = "".join(f"{part}\n" for part in content)
        if language == INCLUDE:
            included = (ROOT / page).parent / title.strip()
            caption = re.search(r"^:caption: (.+)$", text, re.MULTILINE)
            title = caption[1] if caption else ""
            text = included.read_text(encoding="utf-8")
        said = re.search(r'\btitle="([^"]+)"', title)
        name = said[1] if said else title.strip()
        yield Block(page=page, line=number, language=language, title=name, text=text)


_DIRECTIVE = re.compile(r"^(?P<indent> *)\.\. code-block:: (?P<language>\S+)$")
_OPTION = re.compile(r"^:(?P<name>[\w-]+):(?: (?P<value>.+))?$")
_SHORT = {"shell": "sh", "javascript": "js"}


def blocks_of_rst(text: str, page: str) -> Iterator[Block]:
    """Yield the blocks of a page in reStructuredText that have a language."""
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        opening = _DIRECTIVE.match(line)
        if opening is None:
            continue
        within = re.compile(rf"$|{opening['indent']} ")
        content = [*takewhile(within.match, lines[number:])]
        body = dedent("\n".join(content)).split("\n")
        options = [*takewhile(bool, map(_OPTION.match, body))]
        caption = [found["value"] for found in options if found and found["name"] == "caption"]
        yield Block(
            page=page,
            line=number,
            language=_SHORT.get(opening["language"], opening["language"]),
            title="".join(caption),
            text="\n".join(body[len(options) :]).strip("\n") + "\n",
        )


def blocks_in(page: str) -> list[Block]:
    """Return the blocks of a page of this repository."""
    reader = blocks_of_rst if page.endswith(".rst") else blocks_of
    return list(reader((ROOT / page).read_text(encoding="utf-8"), page))
