"""Which drawing stands for an icon name: the order of the sets, and what replaces Pro icons.

Font Awesome's Pro styles may not be redistributed. ``light`` and ``thin`` become thin line icons
of Lucide, ``duotone`` and ``sharp-solid`` become ``solid``; a name that only Pro has becomes the
free icon that looks most like it (:mod:`~sphinx_docsjson.icons.stand_ins`).
"""

from __future__ import annotations

import re
from functools import cache

from sphinx_docsjson.icons.icon_elements import AS_TEXT, Wish
from sphinx_docsjson.icons.icon_sets import ALL_SETS, FONT_AWESOME, IconDrawing, icon_set
from sphinx_docsjson.icons.stand_ins import STAND_INS
from sphinx_docsjson.text.near_names import near_names

_STYLE_ORDER: dict[str | None, tuple[str, ...]] = {
    "brands": ("fontawesome-brands", "fontawesome-solid", "fontawesome-regular"),
    "regular": ("fontawesome-regular", "fontawesome-solid", "fontawesome-brands"),
    "light": ("lucide", "fontawesome-regular", "fontawesome-solid", "fontawesome-brands"),
    "thin": ("lucide", "fontawesome-regular", "fontawesome-solid", "fontawesome-brands"),
}
_STROKES = {"light": 1.5, "thin": 1.25}
_MISSING = 2
"""So many letters at most are missing: ``sound`` is a whole word, ``soundcloud`` is a brand."""

_CLASS_PREFIX = re.compile(r"^(?:(?:fa|fas|far|fab|fal|fat|fad)\s+|fa-(?:\w+\s+fa-)?)")


def icon_svg(
    name: str,
    icon_type: str | None = None,
    library: str = "fontawesome",
    *,
    wish: Wish = AS_TEXT,
) -> str | None:
    """Return an icon of the package as inline SVG.

    :param name: such as ``rocket``; older names, ``fa-rocket`` and upper case are understood.
    :param icon_type: a Font Awesome style; the nearest free one is drawn.
    :param library: the set that is asked first: ``fontawesome``, ``lucide`` or ``tabler``.
    :returns: ``<svg …>`` in the colour of the text, or ``None`` when no set has the icon.
    """
    drawing = find_drawing(plain_name(name), icon_type, library)
    if drawing is None:
        return None
    return drawing.svg(wish, stroke_width=_STROKES.get(icon_type or "", 2))


def icon_hint(name: str) -> str:
    """Return what to write in the place of *name*: the icon that is meant, else some like it."""
    near = near_names(plain_name(name), _all_names())
    if near and len(near[0]) - len(plain_name(name)) <= _MISSING:
        return f"did you mean {near[0]!r}?"
    parts = set(plain_name(name).split("-"))
    related = sorted(
        (n for n in _all_names() if parts & set(n.split("-"))),
        key=lambda n: (-len(parts & set(n.split("-"))), len(n), n),
    )
    return f"there are {', '.join(map(repr, related[:3]))}" if related else ""


def plain_name(name: str) -> str:
    """Return *name* as the sets spell it: lower case, without the prefix of a CSS class."""
    return _CLASS_PREFIX.sub("", name.strip().lower())


def find_drawing(name: str, icon_type: str | None, library: str) -> IconDrawing | None:
    """Return the drawing for a plain name, from the first set that has one."""
    order = sets_in_order(icon_type, library)
    for set_name in order:
        if drawing := icon_set(set_name).get(name):
            return drawing
    stand_in = STAND_INS.get(name)
    if stand_in is None:
        return None
    set_name, _, other = stand_in.rpartition(":")
    return icon_set(set_name).get(other) if set_name else find_drawing(other, icon_type, library)


@cache
def sets_in_order(icon_type: str | None, library: str) -> tuple[str, ...]:
    """Return the sets to ask: those of the library in the order of the style, then the rest."""
    styles = _STYLE_ORDER.get(icon_type, FONT_AWESOME)
    first = styles if library == "fontawesome" else (library, *styles)
    return tuple(dict.fromkeys(n for n in (*first, *ALL_SETS) if n in ALL_SETS))


@cache
def _all_names() -> tuple[str, ...]:
    return tuple(sorted(frozenset().union(*(icon_set(name).names() for name in ALL_SETS))))
