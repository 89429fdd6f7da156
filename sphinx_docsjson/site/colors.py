"""Colours: hex notation, WCAG 2 contrast, and the readable variant of a colour.

Contrast and its thresholds are those of WCAG 2.2, success criterion 1.4.3.
"""

from __future__ import annotations

import colorsys
import re
from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson.site.model import ColorPair

if TYPE_CHECKING:
    from sphinx_docsjson.site.model import Location, Site
    from sphinx_docsjson.site.problems import Report

AA_TEXT = 4.5
DEFAULT_BACKGROUND = ColorPair(light="#ffffff", dark="#0b0d10")
"""The page backgrounds of the theme where the config sets none."""

Rgb: TypeAlias = tuple[int, int, int]

_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def parse_hex(text: str) -> Rgb:
    """Return red, green and blue of ``#rgb`` or ``#rrggbb``.

    :raises ValueError: when *text* is something else.
    """
    match = _HEX.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no hex colour")
    digits = match[1] if len(match[1]) == 6 else "".join(2 * digit for digit in match[1])
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def to_hex(color: Rgb) -> str:
    """Return ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def normal(text: str) -> str:
    """Return a hex colour as lower-case ``#rrggbb``.

    :raises ValueError: when *text* is no hex colour.
    """
    return to_hex(parse_hex(text))


def luminance(color: str) -> float:
    """Return the relative luminance of a colour, 0 for black to 1 for white (WCAG 2.2)."""
    red, green, blue = (_linear(channel / 255) for channel in parse_hex(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def text_on(background: str) -> str:
    """Return white if it is readable on *background*, else black, which then is.

    One of the two always reaches AA: their contrasts with any colour multiply to 21.
    """
    return "#ffffff" if contrast("#ffffff", background) >= AA_TEXT else "#000000"


def readable(color: str, background: str, ratio: float = AA_TEXT) -> str:
    """Return *color*, or the nearest lighter or darker one that reaches *ratio*.

    Hue and saturation stay. The direction is away from the background: darker on a light one,
    lighter on a dark one. Where even black or white does not reach *ratio*, that is returned.
    """
    if contrast(color, background) >= ratio:
        return normal(color)
    hue, start, saturation = colorsys.rgb_to_hls(*(c / 255 for c in parse_hex(color)))
    end = 1.0 if text_on(background) == "#ffffff" else 0.0
    near, far = start, end
    if contrast(_hls(hue, end, saturation), background) < ratio:
        return _hls(hue, end, saturation)
    for _ in range(16):
        middle = (near + far) / 2
        if contrast(_hls(hue, middle, saturation), background) >= ratio:
            far = middle
        else:
            near = middle
    return _hls(hue, far, saturation)


def _hls(hue: float, lightness: float, saturation: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, saturation)
    return to_hex((round(red * 255), round(green * 255), round(blue * 255)))


def page_background(site: Site) -> ColorPair:
    """Return the background that text of this site stands on in each mode."""
    return site.colors.background or DEFAULT_BACKGROUND


def check_colors(site: Site, report: Report) -> None:
    """Report the colours that cannot be read where they are text on the page background.

    Text are: the accent colour of each mode (links), and the page's own text, which is near
    black in light mode and near white in dark mode. A mode that readers can never see is not
    checked. Buttons are not: the colour of their text is chosen by :func:`text_on`. Nor is
    ``primary`` in dark mode when ``light`` is unset: the theme derives that accent itself.
    """
    background = page_background(site)
    forced = site.appearance.default if site.appearance.toggle_hidden else None
    if forced != "dark":
        _check_accent(site, "primary", site.colors.primary, "light", background.light, report)
        _check_page(site, "light", background.light, "#000000", report)
    if forced != "light":
        if site.colors.light:
            _check_accent(site, "light", site.colors.light, "dark", background.dark, report)
        _check_page(site, "dark", background.dark, "#ffffff", report)


def _check_accent(
    site: Site, field: str, color: str, mode: str, background: str, report: Report
) -> None:
    place = _place(site, f"colors.{field}")
    ratio = contrast(color, background)
    if place is None or ratio >= AA_TEXT:
        return
    better = readable(color, background)
    report.add(
        f"colors.{field}: {color} on the {mode} background {background} has a contrast of "
        f"{ratio:.1f}:1, text needs {AA_TEXT}:1 (WCAG AA); text uses {better} instead",
        place,
        kind="color",
    )


def _check_page(site: Site, mode: str, background: str, text: str, report: Report) -> None:
    place = _place(site, "colors.background") or _place(site, "background.color")
    ratio = contrast(text, background)
    if place is None or ratio >= AA_TEXT:
        return
    side = "dark" if mode == "light" else "light"
    report.add(
        f"the {mode} background {background} is too {side} for the text of {mode} mode: even "
        f"{text} has a contrast of {ratio:.1f}:1, text needs {AA_TEXT}:1 (WCAG AA); "
        f"choose another colour",
        place,
        kind="color",
    )


def _place(site: Site, path: str) -> Location | None:
    return site.location(path)
