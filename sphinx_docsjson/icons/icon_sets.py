"""The icon sets of the package, each read once and only when an icon of it is asked for."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_docsjson.icons.icon_elements import Wish

DATA = Path(__file__).parent / "data"

FONT_AWESOME = ("fontawesome-solid", "fontawesome-regular", "fontawesome-brands")
ALL_SETS = (*FONT_AWESOME, "lucide", "tabler")

_GRID = {"lucide": 24, "tabler": 24}
_FONT_AWESOME_HEIGHT = 512


@dataclass(frozen=True, kw_only=True, slots=True)
class IconDrawing:
    """One icon: what stands inside its ``<svg>``, and how it is painted.

    :param line: drawn with strokes, so that its weight can be chosen.
    """

    body: str
    width: int
    height: int
    line: bool

    def svg(self, wish: Wish, *, stroke_width: float = 2) -> str:
        """Return the inline ``<svg>``."""
        paint = (
            f'fill="none" stroke="currentColor" stroke-width="{stroke_width:g}"'
            ' stroke-linecap="round" stroke-linejoin="round"'
            if self.line
            else 'fill="currentColor"'
        )
        return wish.svg(self.body, box=f"0 0 {self.width} {self.height}", paint=paint)


@dataclass(frozen=True, kw_only=True, slots=True)
class IconSet:
    """The drawings of one set by name, and the other names that lead to them."""

    line: Mapping[str, str]
    solid: Mapping[str, str]
    widths: Mapping[str, int]
    aliases: Mapping[str, str]
    height: int

    def get(self, name: str) -> IconDrawing | None:
        """Return the icon called *name*, by its own name or an older one."""
        name = self.aliases.get(name, name)
        line = name in self.line
        body = self.line.get(name) or self.solid.get(name)
        if body is None:
            return None
        width = self.widths.get(name, self.height)
        return IconDrawing(body=body, width=width, height=self.height, line=line)

    def names(self) -> frozenset[str]:
        """Return every name that :meth:`get` knows."""
        return frozenset(self.line) | frozenset(self.solid) | frozenset(self.aliases)


@cache
def icon_set(name: str) -> IconSet:
    """Return one of :data:`ALL_SETS`."""
    data = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
    return IconSet(
        line=MappingProxyType(data.get("line", {})),
        solid=MappingProxyType(data["solid"]),
        widths=MappingProxyType(data.get("widths", {})),
        aliases=MappingProxyType(data["aliases"]),
        height=_GRID.get(name, _FONT_AWESOME_HEIGHT),
    )
