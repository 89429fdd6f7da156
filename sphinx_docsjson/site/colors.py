"""Colours as numbers: hex, OKLCH, mixing, and the contrast of two of them. Pure.

Sources: Björn Ottosson's Oklab (https://bottosson.github.io/posts/oklab/) and the contrast ratio
of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

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
        """Return the colour of ``#rrggbb`` or ``#rgb``; an opacity at the end is left out.

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

    The hue stays. When neither way reaches the contrast, the better of black and white is taken.
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
