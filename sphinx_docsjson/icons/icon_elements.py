"""The HTML element that an icon is, decorative in any case: its text stands beside it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """How an icon is wanted: its classes, and the size in pixels and the colour, if any."""

    classes: str = "dj-icon"
    size: str | None = None
    color: str | None = None

    def svg(self, body: str, *, box: str, paint: str, more_classes: str = "") -> str:
        """Return a drawing inline, in the colour of the text unless it is painted."""
        color = f' color="{escape(self.color)}"' if self.color else ""
        return (
            f'<svg{color}{self._size}{self._class(more_classes)} viewBox="{escape(box)}" {paint}'
            f' aria-hidden="true" focusable="false">{body}</svg>'
        )

    def picture(self, url: str) -> str:
        """Return a picture that is linked; nothing can give it another colour."""
        return f'<img{self._size}{self._class()} src="{escape(url)}" alt="" loading="lazy">'

    @property
    def _size(self) -> str:
        size = escape(self.size) if self.size else ""
        return f' width="{size}" height="{size}"' if size else ""

    def _class(self, more: str = "") -> str:
        return f' class="{escape(" ".join(filter(None, [self.classes, more])))}"'


AS_TEXT: Final = Wish()
"""As large as the text around it, and in its colour."""
