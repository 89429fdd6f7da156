"""Turns the value in the name of a utility class into CSS declarations. Pure.

It is a value of a scale (``p-4``), a colour with or without an opacity (``bg-red-500/50``), or a
text in brackets (``w-[12rem]``); one that could load a file is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.sanitize import is_harmless_value


@dataclass(frozen=True, kw_only=True, slots=True)
class UtilityFamily:
    """A name, and the values that may follow it."""

    name: str
    template: str
    order: tuple[int, int]
    scale: Mapping[str, str]
    colors: Mapping[str, str]
    """The colours that it takes, which those of the site win over."""
    takes: tuple[str, ...]
    negative: bool
    alpha: str
    on: str
    slash: Mapping[str, str]


def declarations_of(
    family: UtilityFamily, value: str, colors: Mapping[str, str], *, negative: bool
) -> tuple[str, bool]:
    """Return the declarations of a value of a family, and whether its kind is certain."""
    if value in family.scale:
        given = family.scale[value]
        return _with_value(family, _negated(given) if negative else given), True
    plain, slash, after = value.rpartition("/")
    if slash and family.slash and plain in family.scale:
        height = family.slash.get(after) or bracketed(after.removeprefix("[").removesuffix("]"))
        size = family.scale[plain].partition(";")[0]
        return (f"{_with_value(family, size)}; line-height: {height}" if height else ""), True
    if family.colors and (color := _color(value, family, colors)):
        return color, True
    if not (value.startswith("[") and value.endswith("]")):
        return "", False
    hint, colon, rest = value[1:-1].partition(":")
    typed = bool(colon) and hint in _HINTS
    text = bracketed(rest if typed else value[1:-1])
    if not text:
        return "", False
    kind = _HINTS[hint] if typed else _kind(text)
    if kind in family.takes or (family.takes == ("any",) and not typed):
        return _with_value(family, _negated(text) if negative else text), kind != "any"
    return (
        (_with_value(family, text), False) if "any" in family.takes and not typed else ("", False)
    )


def _with_value(family: UtilityFamily, value: str) -> str:
    """Return the template with a value; of several declarations in a value, the first is it."""
    first, more, rest = value.partition("; ")
    colored = _COLORED.sub("var(--tw-shadow-color)", first)
    return f"{_fill(family.template, first, CLEAR, colored)}{more}{rest}"


CLEAR = "rgb(255 255 255 / 0)"
"""Where a gradient goes to when it is not said."""

_HOLE = re.compile(r"\{(0|colored)?\}")


def _fill(template: str, value: str, clear: str, colored: str = "") -> str:
    """Return a template with the value, the same without opacity, and a shadow without colours."""
    given = {"0": clear, "colored": colored}
    return _HOLE.sub(lambda hole: given.get(hole[1], value), template)


_COLORED = re.compile(r"rgb\([^()]*\)|rgba\([^()]*\)|hsla?\([^()]*\)|#[0-9a-fA-F]{3,8}(?!000)\b")


def _negated(value: str) -> str:
    if value[:1].isdigit() or value[:1] == ".":
        return value if value == "0" else f"-{value}"
    if value.startswith("-") and len(value) > 1 and value[1].isdigit():
        return value[1:]
    return f"calc({value} * -1)" if value.startswith(("calc(", "var(")) else value


# Colours, with an opacity behind a stroke.

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)


def _color(value: str, family: UtilityFamily, colors: Mapping[str, str]) -> str:
    """Return the declarations of a colour: a name, or one in brackets, perhaps ``/50``."""
    name, slash, opacity = _opacity(value)
    color = colors.get(name) or family.colors.get(name, "")
    if not color and name.startswith("[") and name.endswith("]"):
        hint, colon, rest = name[1:-1].partition(":")
        color = bracketed(rest if colon and hint == "color" else name[1:-1])
        if not (color and (hint == "color" or _kind(color) == "color")):
            return ""
        if not _HEX.fullmatch(color) and slash:
            return ""
    if not color:
        return ""
    channels = _channels(color)
    if slash:
        if channels is None or not opacity:
            return ""
        return _with_color(family, f"rgb({channels} / {opacity})", channels)
    if channels is None or (len(color) in {5, 9}):
        return _with_color(family, color, channels)
    if family.alpha:
        with_alpha = f"rgb({channels} / var({family.alpha}, 1))"
        return f"{family.alpha}: 1; {_with_color(family, with_alpha, channels)}"
    return _with_color(family, _short(color), channels)


def _with_color(family: UtilityFamily, color: str, channels: str | None) -> str:
    other = "0 0 0" if color == "transparent" else "255 255 255"
    clear = f"rgb({channels or other} / 0)"
    return _fill(family.template, color, clear)


def _opacity(value: str) -> tuple[str, bool, str]:
    """Return a colour without its opacity, whether it has one, and which."""
    name, slash, after = value.rpartition("/")
    if not slash or ("[" in after and not after.startswith("[")) or after.endswith(")]"):
        return value, False, ""
    if after.startswith("["):
        return name, True, bracketed(after[1:-1]) if after.endswith("]") else ""
    scale = {each: f"{each / 100:g}" for each in range(0, 101, 5)}
    return name, True, scale.get(int(after), "") if after.isdecimal() and len(after) < 4 else ""


def _channels(color: str) -> str | None:
    """Return red, green and blue of a colour that is written in hexadecimal digits."""
    if not _HEX.fullmatch(color):
        return None
    digits = color[1:]
    pairs = [c * 2 for c in digits] if len(digits) < 6 else re.findall("..", digits)
    return " ".join(str(int(pair, 16)) for pair in pairs[:3])


def _short(color: str) -> str:
    digits = color[1:]
    doubled = len(digits) == 6 and digits[::2] == digits[1::2]
    return f"#{digits[::2]}" if doubled and set(digits) <= set("0f") else color


# A value in brackets, and what kind of value it is.

_HINTS = {
    "length": "length",
    "percentage": "length",
    "color": "color",
    "number": "number",
    "image": "image",
    "position": "position",
    "shadow": "shadow",
    "family-name": "family",
    "generic-name": "family",
}
_LENGTH = re.compile(
    r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[+-]?\d+)?"
    r"(?:%|cm|mm|q|in|pc|pt|px|r?em|ex|r?ch|r?cap|r?ic|r?lh|[sld]?v[wh]|[sld]?v(?:i|b|min|max)|cq(?:[whib]|min|max))"
    r"|0|(?:calc|min|max|clamp)\(.*\)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
_COLOR_WORDS = words(
    "aqua black blue crimson cyan fuchsia gold gray green grey indigo lime magenta maroon navy "
    "olive orange pink purple red silver teal tomato transparent violet white yellow currentcolor"
)
_POSITIONS = frozenset({"center", "top", "right", "bottom", "left"})
_COLORFUL = re.compile(r"(?:rgb|hsl)a?\(|(?:hwb|lab|lch|oklab|oklch|color|color-mix)\(")
_OPERATOR = re.compile(r"(?<=[\w%)])\s*+([*/+-])\s*+(?=[\d.(]|var\(|calc\()")
_CALCULATED = re.compile(r"\b(?:calc|min|max|clamp)\(")


def bracketed(text: str) -> str:
    """Return a value in brackets as CSS has it, or nothing when it must not be written."""
    if not text or not is_harmless_value(text):
        return ""
    value = re.sub(r"(?<!\\)_", " ", text).strip()
    if _CALCULATED.search(value):
        value = _OPERATOR.sub(r" \1 ", value)
    return value


def _kind(text: str) -> str:
    if _HEX.fullmatch(text) or text.lower() in _COLOR_WORDS or _COLORFUL.match(text):
        return "color"
    if _LENGTH.fullmatch(text):
        return "length"
    if _NUMBER.fullmatch(text):
        return "number"
    if text.startswith(("linear-gradient(", "radial-gradient(", "conic-gradient(", "repeating-")):
        return "image"
    if all(word in _POSITIONS or _LENGTH.fullmatch(word) for word in text.split()):
        return "position"
    first = text.removeprefix("inset ").split(" ")
    if len(first) > 2 and _LENGTH.fullmatch(first[0]) and _LENGTH.fullmatch(first[1]):
        return "shadow"
    return "any"
