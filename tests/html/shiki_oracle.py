"""Count the colours of each line of code, by Shiki's grammars and by ours.

    python -m tests.html.shiki_oracle path/to/site path/to/another

It needs Node and npm, looks at the fences of all pages in those folders, and prints a row for each
language that Shiki knows: lines, how many of them have a colour by Shiki and by us, and how many
colours each of those lines has. ``!`` marks a language that is short.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from docutils import nodes
from sphinx.highlighting import PygmentsBridge

from sphinx_docsjson.components.code_languages import lexer_name
from sphinx_docsjson.html.code import CodeHighlighter, DocsjsonStyle
from tests._support.npm import ask

PACKAGES = ("shiki@4.6.0",)
PAGES = (".md", ".mdx")
LEAST_SHARE = 0.8
"""So many of the lines that Shiki colours have a colour here, too."""

FEWEST_LINES = 20
"""With fewer lines a language is only asked whether it is grey."""

_FENCE = re.compile(
    r"^([ \t]*+)(`{3,}+|~{3,}+)[ \t]*+\{?([\w+#.-]++)[^\n`]*+\n(.*?)^[ \t]*+\2[`~]*+[ \t]*+$",
    re.M | re.S,
)

Fence = tuple[str, str]
"""The language that an author wrote, and the code."""


@dataclass(kw_only=True)
class Row:
    """The lines of one language, those without a letter left out.

    :ivar theirs: how many looks Shiki gives each of them.
    :ivar ours: how many we give.
    """

    language: str
    theirs: list[int] = field(default_factory=list)
    ours: list[int] = field(default_factory=list)

    @property
    def is_short(self) -> bool:
        """Whether code has colours in editors and none, or clearly fewer lines of them, here."""
        theirs, both = sum(map(bool, self.theirs)), 0
        for one, other in zip(self.theirs, self.ours, strict=True):
            both += bool(one and other)
        if theirs and not any(self.ours):
            return True
        return len(self.ours) >= FEWEST_LINES and both < LEAST_SHARE * theirs

    def __str__(self) -> str:
        cells = [f"{self.language + '!' * self.is_short:<16}{len(self.ours):>8}"]
        for found in (self.theirs, self.ours):
            share = sum(map(bool, found)) / len(found)
            cells.append(f"{share:>9.1%}{sum(found) / len(found):>8.2f}")
        return "".join(cells)


def fences_in(folder: Path) -> Iterator[Fence]:
    """Yield the fences of all pages below *folder*."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in PAGES and path.is_file() and "node_modules" not in path.parts:
            text = path.read_text(encoding="utf-8", errors="replace")
            for indent, _marks, language, code in _FENCE.findall(text):
                yield language.lower(), code.replace(f"\n{indent}", "\n").removeprefix(indent)


def looks_of(highlighter: CodeHighlighter, language: str, code: str) -> list[int]:
    """Return how many looks, other than that of plain text, each line has."""
    written = nodes.literal_block(written_language=language)
    lexer = highlighter.get_lexer(code, lexer_name(language), force=True, location=written)
    lexer.stripnl = lexer.ensurenl = False
    styles = dict(DocsjsonStyle)
    plain = _look(styles, next(iter(styles)))
    found: list[set[tuple[object, ...]]] = [set()]
    for kind, value in lexer.get_tokens(code):
        known = kind
        while known not in styles and known.parent is not None:
            known = known.parent
        for number, piece in enumerate(value.split("\n")):
            if number:
                found.append(set())
            if piece.strip() and (look := _look(styles, known)) != plain:
                found[-1].add(look)
    return [len(looks) for looks in found]


def _look(styles: dict[object, dict[str, object]], kind: object) -> tuple[object, ...]:
    return tuple(styles[kind][name] for name in ("color", "bold", "italic"))


def compare(fences: Iterable[Fence]) -> list[Row]:
    """Return a row for each language that Shiki knows, the one with most lines first."""
    each = list(dict.fromkeys(fences))
    highlighter = CodeHighlighter(PygmentsBridge("html"))
    rows: dict[str, Row] = {}
    for (language, code), theirs in zip(each, ask_shiki(each), strict=True):
        if theirs is None:
            continue
        row = rows.setdefault(language, Row(language=language))
        lines = zip(code.split("\n"), theirs, looks_of(highlighter, language, code), strict=False)
        for line, one, other in lines:
            if any(map(str.isalnum, line)):
                row.theirs.append(one)
                row.ours.append(other)
    return sorted((row for row in rows.values() if row.ours), key=lambda row: -len(row.ours))


def ask_shiki(fences: Sequence[Fence]) -> list[list[int] | None]:
    """Return the counts of Shiki, and ``None`` for languages that it does not know."""
    found: list[list[int] | None] = ask(
        Path(__file__).with_suffix(".mjs"), PACKAGES, [list(fence) for fence in fences]
    )
    return found


def main(folders: Sequence[str]) -> int:
    """Print a row a language, and how many folders name it."""
    named: dict[str, set[str]] = defaultdict(set)
    fences: list[Fence] = []
    for folder in folders:
        for language, code in fences_in(Path(folder)):
            named[language].add(folder)
            fences.append((language, code))
    rows = compare(fences)
    print(f"{'language':<16}{'lines':>8}{'Shiki':>17}{'ours':>17}{'sites':>7}")
    for row in rows:
        print(f"{row}{len(named[row.language]):>7}")
    return 1 if any(row.is_short for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
