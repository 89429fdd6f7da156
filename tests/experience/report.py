"""The figures of a page as a row of the table, and which of them are short of what we want."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.experience.page_types import PageType
from tests.experience.weight import KB, Weight

STEADY = 0.01
"""A layout shift below this is one that nobody sees: a line of text that is a pixel higher."""

TEXT_SHARE = 0.7

LEAST_COLORED = 0.8
"""Of the lines of code whose language is known, so many have a colour at least."""

FEWEST_LINES = 20
"""With fewer lines of code a page is not judged by their colours."""

MOST_BLOCKING = 3
"""What the first paint may wait for: the page, a style sheet, the script that sets its mode."""


@dataclass
class Figures:
    """What was measured on one page; lists hold a sentence for each finding.

    :ivar first_paint: milliseconds until contents appeared, which depend on the machine.
    :ivar colorless: lines of code whose language is known, and that have no colour.
    :ivar foreign: what of other hosts the policy refuses: films, pictures, stars of a forge. Their
        authors put them there, so they are counted and no defect.
    :ivar authors: what axe finds in the text of a page that only its author can mend.
    """

    page: PageType
    plain: bool = False
    shift_cold: float = 0.0
    shift_warm: float = 0.0
    shifts: list[str] = field(default_factory=list)
    weight: Weight = field(default_factory=Weight)
    console: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    foreign: set[str] = field(default_factory=set)
    lost: list[str] = field(default_factory=list)
    share: float = 1.0
    first_paint: float = 0.0
    blocking: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)
    code_lines: int = 0
    colorless: list[str] = field(default_factory=list)
    axe: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)

    @property
    def colored(self) -> float:
        """The share of lines of code that have a colour."""
        return 1 - len(self.colorless) / self.code_lines if self.code_lines else 1.0


@dataclass(frozen=True, kw_only=True)
class Column:
    """A figure of the table.

    :param show: the figure as text.
    :param short: whether it is not what we want.
    """

    name: str
    show: Callable[[Figures], str]
    short: Callable[[Figures], bool]


def _size(kind: str, limit: float) -> Column:
    def size(figures: Figures) -> float:
        if kind == "document":
            return figures.weight.frame / KB
        return figures.weight.kinds[kind] / KB

    return Column(
        name={"document": "frame", "stylesheet": "css", "script": "js"}[kind],
        show=lambda figures: f"{size(figures):.1f}",
        short=lambda figures: figures.plain and size(figures) > limit,
    )


def _none_of(name: str, found: Callable[[Figures], list[str]]) -> Column:
    return Column(
        name=name,
        show=lambda figures: str(len(found(figures))),
        short=lambda figures: bool(found(figures)),
    )


_COLORS = Column(
    name="colour",
    show=lambda figures: f"{figures.colored:.0%}" if figures.code_lines else "–",
    short=lambda figures: figures.code_lines >= FEWEST_LINES and figures.colored < LEAST_COLORED,
)

COLUMNS = (
    Column(
        name="shift",
        show=lambda figures: f"{figures.shift_cold:.3f}",
        short=lambda figures: figures.shift_cold >= STEADY,
    ),
    Column(
        name="warm",
        show=lambda figures: f"{figures.shift_warm:.3f}",
        short=lambda figures: figures.shift_warm >= STEADY,
    ),
    _size("stylesheet", 27),
    _size("script", 18),
    _size("document", 8),
    Column(
        name="requests",
        show=lambda figures: str(figures.weight.requests),
        short=lambda _figures: False,
    ),
    Column(
        name="blocking",
        show=lambda figures: str(len(figures.blocking)),
        short=lambda figures: (
            len(figures.blocking) > MOST_BLOCKING + (figures.page.name == "search")
            and figures.page.name != "unknown"
        ),
    ),
    Column(
        name="fcp",
        show=lambda figures: f"{figures.first_paint:.0f}",
        short=lambda _figures: False,
    ),
    _COLORS,
    _none_of("lazy", lambda figures: figures.pictures),
    _none_of("last", lambda figures: figures.unmarked),
    _none_of("console", lambda figures: figures.console),
    _none_of("csp", lambda figures: figures.refused),
    Column(
        name="foreign",
        show=lambda figures: str(len(figures.foreign)),
        short=lambda _figures: False,
    ),
    _none_of("lost", lambda figures: figures.lost),
    Column(
        name="text",
        show=lambda figures: f"{figures.share:.0%}",
        short=lambda figures: figures.share < TEXT_SHARE,
    ),
    _none_of("axe", lambda figures: figures.axe),
    Column(
        name="author",
        show=lambda figures: str(len(figures.authors)),
        short=lambda _figures: False,
    ),
)


def table(rows: Iterable[Figures]) -> str:
    """Return the figures of all pages; what is short has a mark."""
    lines = [["page", *(column.name for column in COLUMNS), "address"]]
    for figures in rows:
        cells = [
            column.show(figures) + ("!" if column.short(figures) else "") for column in COLUMNS
        ]
        lines.append([figures.page.name, *cells, figures.page.path])
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def findings(rows: Iterable[Figures]) -> list[str]:
    """Return a line for each thing that was found, with the page."""
    return [
        f"{figures.page.name}: {kind}: {text}"
        for figures in rows
        for kind, texts in (
            ("colourless", figures.colorless if _COLORS.short(figures) else []),
            ("moved", figures.shifts),
            ("console", figures.console),
            ("refused", figures.refused),
            ("lost", figures.lost),
            ("lazy", figures.pictures),
            ("last", figures.unmarked),
            ("axe", figures.axe),
            ("author", figures.authors),
        )
        for text in dict.fromkeys(texts)
    ]


def is_short(figures: Figures) -> bool:
    """Whether any figure of a page is not what we want."""
    return any(column.short(figures) for column in COLUMNS)
