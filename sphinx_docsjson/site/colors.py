"""Derives the colours of both modes from ``docs.json``, all with enough contrast. Pure."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from sphinx_docsjson.site.model import Grounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_docsjson.site.model import CodeTheme, Colors


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
_OF_THEMES = ("text", "comment", "keyword", "string", "number", "function", "type", "property")
"""What a theme of an editor has a colour for, beside its ground, in the order of the table."""

_SOLID = ("warning", "danger")
"""The hues that white text is on: banners, the button that stops a request."""

_AMBER = "#f59e0b"
"""What tints the ground of a warning, whose own hue is brown, and grey where it is thin."""

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
"""The strongest tint of a hue that its own text is on."""


_ASIDE_TINTS: dict[Mode, str] = {"light": "6%", "dark": "10%"}
"""How much of its hue the ground of a callout has: on black an eye sees less of it."""

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
    colors: Colors,
    mode: Mode,
    *,
    dark_code: bool = False,
    code: CodeTheme | None = None,
    neutral: bool = False,
) -> Palette:
    """Return the colours of a mode.

    Links and other text in the accent reach WCAG AA on the page, on raised surfaces and on their
    own tint; text on buttons is black or white, whichever reaches it.

    :param dark_code: code blocks are dark in this mode too.
    :param code: the colours of code that the author chose.
    :param neutral: greys have no hue.
    """
    brand = Rgb.from_hex(_accent(colors, mode))
    button = Rgb.from_hex(colors.dark or colors.primary)
    ground = _ground(colors, mode, brand)
    kind: Mode = "light" if ground.luminance > _GROUND_IS_LIGHT else "dark"
    tone = _tone(ground if _own_ground(colors, mode) else None, brand)
    if neutral or colors.neutral:
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
        "aside-tint": _ASIDE_TINTS[kind],
        **_code(kind, greys["surface"], brand, None if not dark_code else tone, code),
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
    return {"on-solid": white.hex, "amber": _AMBER, **solid, **badges}


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
    tone = replace(_tone(None, brand), chroma=0) if colors.neutral else _tone(None, brand)
    return _grey(_GROUND[mode], tone) if own is None else Rgb.from_hex(own)


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
            grey = _apart(lightness, shift, tone, kind, ground)
        greys[name] = grey.hex
    return greys


_STEP = 0.01


def _apart(lightness: float, shift: float, tone: Oklch, kind: Mode, ground: Rgb) -> Rgb:
    """Return a grey at its distance to the ground.

    Close to black the same distance gives no contrast: there it is moved until it has the contrast
    that it has on our own background.
    """
    moved = min(max(lightness + shift, 0.0), 1.0)
    grey = _grey(moved, tone)
    if kind == "dark" and shift < 0:
        wanted = _grey(lightness, tone).contrast(_grey(_GROUND[kind], tone))
        while grey.contrast(ground) < wanted and moved < 1:
            moved += _STEP
            grey = _grey(min(moved, 1.0), tone)
    return grey


def _hues(kind: Mode, ground: Rgb) -> dict[str, str]:
    hues = {}
    for name, by_mode in _HUES.items():
        hue = Rgb.from_hex(by_mode[kind])
        hues[name] = readable(hue, ground, Rgb.from_hex(hue.mixed(ground, _HUE_TINT).hex)).hex
    return hues | {method: hues[name] for method, name in _METHODS.items()}


def _code(
    kind: Mode, surface: str, brand: Rgb, dark: Oklch | None, theme: CodeTheme | None
) -> dict[str, str]:
    """Return the colours of code, each readable on a code block and on its marked lines.

    :param dark: the tone of blocks that are dark in both modes.
    :param theme: the colours that the author chose in place of ours.
    """
    ground = Rgb.from_hex(surface)
    chosen: dict[str, str] = {}
    if theme is not None:
        kind, ground = theme.mode, Rgb.from_hex(theme.colors[0])
        chosen = dict(zip(_OF_THEMES, theme.colors[1:], strict=True))
    elif dark is not None:
        kind, ground = "dark", _grey(_GREYS["dark"]["surface"], dark)
    highlight = Rgb.from_hex(brand.mixed(ground, _TINTS[kind]).hex)
    marked = [Rgb.from_hex(_HUES[hue][kind]).mixed(ground, _HUE_TINT) for hue in _MARKED_LINES]
    colors = {
        f"code-{name}": readable(
            Rgb.from_hex(chosen.get(name, by_mode[kind])), ground, highlight, *marked
        ).hex
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


# Colours as numbers: hex, OKLCH, mixing, and the contrast of two of them. Pure.
#
# Sources: Björn Ottosson's Oklab (https://bottosson.github.io/posts/oklab/) and the contrast ratio
# of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).

AA_TEXT = 4.5
"""The least contrast of text on its background at level AA."""

_HEX = re.compile(r"#?(?:([0-9a-fA-F]{3})[0-9a-fA-F]?|([0-9a-fA-F]{6})(?:[0-9a-fA-F]{2})?)")


@dataclass(frozen=True, slots=True)
class Rgb:
    """A colour of sRGB; each part runs from 0 to 1."""

    red: float
    green: float
    blue: float

    @classmethod
    def from_hex(cls, text: str) -> Rgb:
        """Return the colour of ``#rrggbb`` or ``#rgb``; an opacity at the end is omitted.

        :raises ValueError: when *text* is neither.
        """
        match = _HEX.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"not a hex colour: {text!r}")
        digits = match[2] or "".join(digit * 2 for digit in match[1])
        return cls(*(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)))

    @property
    def hex(self) -> str:
        """The colour as ``#rrggbb``."""
        parts = (self.red, self.green, self.blue)
        return "#" + "".join(f"{round(min(max(part, 0), 1) * 255):02x}" for part in parts)

    @property
    def luminance(self) -> float:
        """The relative luminance of WCAG."""
        red, green, blue = (_linear(part) for part in (self.red, self.green, self.blue))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(self, other: Rgb) -> float:
        """Return the contrast ratio with *other*, from 1 to 21."""
        low, high = sorted((self.luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)

    def mixed(self, other: Rgb, share: float) -> Rgb:
        """Return this colour laid over *other* with an opacity of *share*."""
        return Rgb(
            self.red * share + other.red * (1 - share),
            self.green * share + other.green * (1 - share),
            self.blue * share + other.blue * (1 - share),
        )


@dataclass(frozen=True, slots=True)
class Oklch:
    """A colour by perceived lightness (0 to 1), chroma (0 to about .37) and hue in degrees."""

    lightness: float
    chroma: float
    hue: float

    @classmethod
    def from_rgb(cls, color: Rgb) -> Oklch:
        """Return the same colour as seen by the eye."""
        red, green, blue = (_linear(part) for part in (color.red, color.green, color.blue))
        long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
        a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
        b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
        return cls(lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360)

    def to_rgb(self) -> Rgb:
        """Return the nearest colour of sRGB: the chroma gives way, lightness and hue stay."""
        color = self
        while not _is_in_gamut(rgb := color._to_rgb_unbounded()) and color.chroma > 0.001:
            color = replace(color, chroma=color.chroma * 0.95)
        return Rgb(*(min(max(part, 0.0), 1.0) for part in (rgb.red, rgb.green, rgb.blue)))

    def _to_rgb_unbounded(self) -> Rgb:
        a = self.chroma * math.cos(math.radians(self.hue))
        b = self.chroma * math.sin(math.radians(self.hue))
        long = (self.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
        middle = (self.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
        short = (self.lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
        return Rgb(
            _encoded(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
            _encoded(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
            _encoded(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
        )


def readable(color: Rgb, *backgrounds: Rgb, contrast: float = AA_TEXT) -> Rgb:
    """Return *color*, made darker or lighter until it can be read on all *backgrounds*.

    The hue is kept. If neither direction reaches the contrast, the better of black and white is
    used.
    """

    def reaches(candidate: Rgb) -> bool:
        return all(candidate.contrast(ground) >= contrast for ground in backgrounds)

    if reaches(color):
        return color
    origin = Oklch.from_rgb(color)
    darker_first = max(ground.luminance for ground in backgrounds) > 0.18
    for direction in (-1, 1) if darker_first else (1, -1):
        for step in range(1, 101):
            lightness = origin.lightness + direction * step / 100
            if not 0 <= lightness <= 1:
                break
            candidate = Rgb.from_hex(replace(origin, lightness=lightness).to_rgb().hex)
            if reaches(candidate):
                return candidate
    return best_text_on(backgrounds[0])


def best_text_on(ground: Rgb) -> Rgb:
    """Return white when it can be read on *ground*, else near black, else black, which then can.

    The contrasts of white and black with any colour multiply to 21, so that one of them is at
    least 4.58.
    """
    white, near_black, black = Rgb(1, 1, 1), Rgb.from_hex("#0a0a0a"), Rgb(0, 0, 0)
    candidates = (color for color in (white, near_black) if color.contrast(ground) >= AA_TEXT)
    return next(candidates, black)


def _is_in_gamut(color: Rgb) -> bool:
    return all(-0.0005 <= part <= 1.0005 for part in (color.red, color.green, color.blue))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _encoded(part: float) -> float:
    if part <= 0.0031308:
        return 12.92 * part
    return 1.055 * math.pow(part, 1 / 2.4) - 0.055
