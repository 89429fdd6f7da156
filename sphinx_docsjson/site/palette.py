"""The colours of ``docs.json`` → all colours of a mode, each readable where it stands. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from sphinx_docsjson.site.appearance import Grounds
from sphinx_docsjson.site.colors import Oklch, Rgb, best_text_on, readable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_docsjson.site.appearance import Colors

Mode = Literal["light", "dark"]

_NEUTRAL_CHROMA = 0.008
"""How much of the primary hue the greys take on."""

_MOST_CHROMA = 0.03
"""How much of the hue of a coloured background the greys take on."""

_GREYS: dict[Mode, dict[str, float]] = {
    "light": {
        "surface": 0.984,
        "surface-raised": 1.0,
        "border": 0.922,
        "border-strong": 0.85,
        "text": 0.23,
        "text-muted": 0.45,
        "text-faint": 0.54,
    },
    "dark": {
        "surface": 0.2,
        "surface-raised": 0.215,
        "border": 0.272,
        "border-strong": 0.37,
        "text": 0.955,
        "text-muted": 0.75,
        "text-faint": 0.66,
    },
}
_GROUND: dict[Mode, float] = {"light": 1.0, "dark": 0.165}
_GROUND_IS_LIGHT = 0.18

_OTHERS = Grounds(light="#ffffff", dark="#131416")
"""The backgrounds that themes of others have, or nearly so."""

_HUES: dict[str, dict[Mode, str]] = {
    "note": {"light": "#1d5fd6", "dark": "#7cb0ff"},
    "info": {"light": "#4b5563", "dark": "#a9b3c1"},
    "tip": {"light": "#0f7a55", "dark": "#4ade9d"},
    "check": {"light": "#15803d", "dark": "#5fdc84"},
    "warning": {"light": "#a15c07", "dark": "#f7c04a"},
    "danger": {"light": "#c81e3a", "dark": "#ff8296"},
    "patch": {"light": "#7c3aed", "dark": "#b79bff"},
}
_METHODS = {"get": "check", "post": "note", "put": "warning", "patch": "patch", "delete": "danger"}
"""A method of HTTP → its hue."""

_CODE: dict[str, dict[Mode, str]] = {
    "text": {"light": "#242830", "dark": "#e4e7ee"},
    "comment": {"light": "#6b7280", "dark": "#8a93a3"},
    "keyword": {"light": "#8b3fc7", "dark": "#c8a0ff"},
    "string": {"light": "#177245", "dark": "#93dba2"},
    "number": {"light": "#b0500c", "dark": "#f5b47d"},
    "function": {"light": "#1f5fd0", "dark": "#8bbaff"},
    "type": {"light": "#8a5a00", "dark": "#edcf86"},
    "property": {"light": "#0b6f80", "dark": "#7cd5de"},
    "output": {"light": "#565d6b", "dark": "#a7afbd"},
    "deleted": {"light": "#b91c35", "dark": "#ff939f"},
    "inserted": {"light": "#157a3c", "dark": "#74dd93"},
}
_SOLID = ("warning", "danger")
"""The hues that white text stands on: banners, the button that stops a request."""

_BADGES = {
    "blue": "#2f6fed",
    "green": "#16884a",
    "yellow": "#a8730a",
    "orange": "#c4570e",
    "red": "#d03030",
    "purple": "#7c4ddb",
}
_TINTS = {"light": 0.09, "dark": 0.15}
_MARKED_LINES = ("check", "danger")
"""The hues of added and removed lines of code."""

_HUE_TINT = 0.14
"""The strongest tint of a hue that its own text stands on."""


BADGE_TINT = 0.12
"""How much of its hue the ground of a badge has."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Palette:
    """The colours of one mode.

    :param properties: custom property without ``--dj-`` → value.
    :param adjusted: colours of the configuration that could not be read as text and were
        changed: field → (configured, used).
    """

    properties: Mapping[str, str]
    adjusted: Mapping[str, tuple[str, str]]


def make_palette(
    colors: Colors, mode: Mode, *, dark_code: bool = False, neutral: bool = False
) -> Palette:
    """Return the colours of a mode.

    Links and other text in the accent reach WCAG AA on the page, on raised surfaces and on their
    own tint; text on buttons is black or white, whichever reaches it.

    :param dark_code: code blocks are dark in this mode too.
    :param neutral: greys have no hue.
    """
    brand = Rgb.from_hex(_accent(colors, mode))
    button = Rgb.from_hex(colors.dark or colors.primary)
    ground = _ground(colors, mode, brand)
    kind: Mode = "light" if ground.luminance > _GROUND_IS_LIGHT else "dark"
    tone = _tone(ground if _own_ground(colors, mode) else None, brand)
    if neutral:
        tone = replace(tone, chroma=0)
    greys = _greys(kind, tone, ground)
    grounds = (ground, Rgb.from_hex(greys["surface"]))
    tint = Rgb.from_hex(readable(brand, *grounds).mixed(ground, _TINTS[kind]).hex)
    primary = readable(brand, *grounds, tint)
    properties = {
        "bg": ground.hex,
        **greys,
        "brand": brand.hex,
        "primary": primary.hex,
        "primary-soft": tint.hex,
        "on-primary": best_text_on(primary).hex,
        "button": button.hex,
        "on-button": best_text_on(button).hex,
        **_hues(kind, ground),
        **_code(kind, greys["surface"], brand, None if not dark_code else tone),
        **_shadows(kind),
    }
    adjusted = {}
    if readable(brand, ground).hex != brand.hex:
        field = "colors.light" if mode == "dark" and colors.light else "colors.primary"
        adjusted[field] = (brand.hex, primary.hex)
    return Palette(properties=properties, adjusted=adjusted)


def lent_palette(colors: Colors, mode: Mode) -> Palette:
    """Return the colours of a mode on pages of another theme: only the accent is of the site."""
    return make_palette(replace(colors, background=_OTHERS), mode, neutral=True)


def constant_colors() -> dict[str, str]:
    """Return the colours that are the same in both modes and on every site."""
    white = Rgb(1, 1, 1)
    hues = {name: Rgb.from_hex(_HUES[name]["light"]) for name in _SOLID}
    solid = {f"solid-{name}": readable(hue, white).hex for name, hue in hues.items()}
    badges = {f"badge-{name}": value for name, value in _BADGES.items()}
    return {"on-solid": white.hex, **solid, **badges}


def printed_badges(colors: Colors) -> dict[str, str]:
    """Return the colours of badges on white paper, where they are text on their own tint."""
    white = Rgb(1, 1, 1)
    grey = make_palette(colors, "light").properties["text-muted"]
    hues = {name: Rgb.from_hex(value) for name, value in {"gray": grey, **_BADGES}.items()}
    return {
        name: readable(hue, white, Rgb.from_hex(hue.mixed(white, BADGE_TINT).hex)).hex
        for name, hue in hues.items()
    }


def _accent(colors: Colors, mode: Mode) -> str:
    return (colors.light or colors.primary) if mode == "dark" else colors.primary


def _ground(colors: Colors, mode: Mode, brand: Rgb) -> Rgb:
    own = _own_ground(colors, mode)
    return _grey(_GROUND[mode], _tone(None, brand)) if own is None else Rgb.from_hex(own)


def _own_ground(colors: Colors, mode: Mode) -> str | None:
    """Return the background that the author chose for a mode."""
    return colors.background.light if mode == "light" else colors.background.dark


def _tone(ground: Rgb | None, brand: Rgb) -> Oklch:
    """Return the hue and chroma of the greys: of a background of the author, else of the brand."""
    if ground is not None:
        own = Oklch.from_rgb(ground)
        if own.chroma > _NEUTRAL_CHROMA / 2:
            return Oklch(0, min(own.chroma, _MOST_CHROMA), own.hue)
    accent = Oklch.from_rgb(brand)
    return Oklch(0, min(_NEUTRAL_CHROMA, accent.chroma * 0.1), accent.hue)


def _grey(lightness: float, tone: Oklch) -> Rgb:
    chroma = tone.chroma if lightness < 1 else 0
    return Oklch(lightness, chroma, tone.hue).to_rgb()


def _greys(kind: Mode, tone: Oklch, ground: Rgb) -> dict[str, str]:
    """Return the greys; on a background of the author they keep their distance to it."""
    shift = Oklch.from_rgb(ground).lightness - _GROUND[kind]
    greys: dict[str, str] = {}
    for name, lightness in _GREYS[kind].items():
        if name.startswith("text"):
            grey = readable(_grey(lightness, tone), ground, Rgb.from_hex(greys["surface"]))
        else:
            grey = _grey(min(max(lightness + shift, 0.0), 1.0), tone)
        greys[name] = grey.hex
    return greys


def _hues(kind: Mode, ground: Rgb) -> dict[str, str]:
    hues = {}
    for name, by_mode in _HUES.items():
        hue = Rgb.from_hex(by_mode[kind])
        hues[name] = readable(hue, ground, Rgb.from_hex(hue.mixed(ground, _HUE_TINT).hex)).hex
    return hues | {method: hues[name] for method, name in _METHODS.items()}


def _code(kind: Mode, surface: str, brand: Rgb, dark: Oklch | None) -> dict[str, str]:
    """Return the colours of code, each readable on a code block and on its marked lines.

    :param dark: the tone of blocks that are dark in both modes.
    """
    ground = Rgb.from_hex(surface)
    if dark is not None:
        kind, ground = "dark", _grey(_GREYS["dark"]["surface"], dark)
    highlight = Rgb.from_hex(brand.mixed(ground, _TINTS[kind]).hex)
    marked = [Rgb.from_hex(_HUES[hue][kind]).mixed(ground, _HUE_TINT) for hue in _MARKED_LINES]
    colors = {
        f"code-{name}": readable(Rgb.from_hex(by_mode[kind]), ground, highlight, *marked).hex
        for name, by_mode in _CODE.items()
    }
    return {"code-bg": ground.hex, "code-highlight": highlight.hex, **colors}


def _shadows(kind: Mode) -> dict[str, str]:
    strength = (0.05, 0.07, 0.12) if kind == "light" else (0.3, 0.35, 0.5)
    small, middle, far = strength
    return {
        "shadow-s": f"0 1px 2px rgb(0 0 0 / {small}), 0 2px 8px -2px rgb(0 0 0 / {middle})",
        "shadow-m": f"0 2px 6px rgb(0 0 0 / {small}), 0 16px 40px -8px rgb(0 0 0 / {far})",
    }
