"""In which windows a page is looked at. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

PAGES = {
    "home": "index.html",
    "article": "berths.html",
    "gallery": "components.html",
    "code": "code.html",
    "tables": "tables.html",
    "pictures": "pictures.html",
    "changelog": "changelog.html",
    "operation": "api-reference/places/hold-a-place.html",
    "objects": "reference/objects.html",
    "search": "search.html?q=berth",
    "index": "genindex.html",
    "unknown": "old-berths",
}
"""A kind of page → its address in the site that is looked at."""

LATE = {"search": ".dj-find-row", "unknown": ".dj-not-found-near li"}
"""A kind of page → what a script of it shows in the end."""

LANGUAGES = {"ltr": "en", "rtl": "yi"}
"""A direction → a language that is written so; for Yiddish there is no catalogue, so that every
word is shown in a font that we ship."""

SIZES = {375: 1600, 768: 1400, 1024: 1200, 1440: 1200}
"""Width → height of a window, in pixels."""

PAPER = (794, 1123)
"""A sheet of A4 at 96 pixels an inch."""


@dataclass(frozen=True, kw_only=True)
class Window:
    """What a page is looked at in.

    :param medium: ``screen`` or ``print``.
    :param mode: what the reader's system prefers, ``light`` or ``dark``.
    """

    direction: str
    medium: str
    mode: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.direction} {self.medium} {self.mode} {self.width}"


def _windows() -> tuple[Window, ...]:
    return tuple(
        window
        for direction in LANGUAGES
        for window in (
            *(
                Window(direction=direction, medium="screen", mode=mode, width=width, height=height)
                for (width, height), mode in product(SIZES.items(), ("light", "dark"))
            ),
            # A reader of the dark mode prints black on white, too.
            Window(
                direction=direction, medium="print", mode="dark", width=PAPER[0], height=PAPER[1]
            ),
        )
    )


WINDOWS = _windows()
"""Every window, in the order in which they stand on a sheet."""

QUICK = tuple(
    window
    for window in WINDOWS
    if (window.direction, window.medium) == ("ltr", "screen")
    and (window.mode, window.width) in {("light", 1440), ("dark", 375)}
)
"""One width a mode: what is looked at with every change; the others at night."""
