"""CSS variables that conf.py sets per mode → custom properties of our style sheet. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sphinx_docsjson.site.colors import Rgb, best_text_on
from sphinx_docsjson.theme_options.values import WrongValue

OURS: Mapping[str, tuple[str, ...]] = {
    "--color-brand-primary": ("--dj-brand", "--dj-button"),
    "--color-brand-content": ("--dj-primary",),
    "--color-link": ("--dj-primary",),
    "--color-background-primary": ("--dj-bg",),
    "--color-background-secondary": ("--dj-surface",),
    "--color-background-border": ("--dj-border",),
    "--color-foreground-primary": ("--dj-text",),
    "--color-foreground-secondary": ("--dj-text-muted",),
    "--color-foreground-muted": ("--dj-text-faint",),
    "--color-foreground-border": ("--dj-border-strong",),
    "--color-card-background": ("--dj-surface-raised",),
    "--color-code-background": ("--dj-code-bg",),
    "--color-code-foreground": ("--dj-code-text",),
    "--color-announcement-background": ("--dj-banner",),
    "--color-announcement-text": ("--dj-on-banner",),
    "--font-stack": ("--dj-font-sans",),
    "--font-stack--headings": ("--dj-font-heading",),
    "--font-stack--monospace": ("--dj-font-mono",),
}
"""Variables of Furo that mean what one of ours does; they keep their own name as well."""

_BESIDE: Mapping[str, Callable[[str], dict[str, str]]] = {
    "--dj-primary": lambda value: {
        "--dj-primary-soft": "color-mix(in srgb, var(--dj-primary) 10%, var(--dj-bg))",
        **_text_on("--dj-on-primary", value),
    },
    "--dj-button": lambda value: _text_on("--dj-on-button", value),
}
"""What goes with a colour of ours and is made from it, unless it is set as well."""

_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
_NAME = re.compile(r"[A-Za-z_][\w-]*")
_ENDS_A_VALUE = re.compile(r"[;{}<>\\\x00-\x1f]|/\*")


def css_variables(value: Any) -> dict[str, str]:
    """Return the declarations for a mapping of names, with or without ``--``, to values.

    :raises WrongValue: when a name is none, or a value would not end where it should.
    """
    if not isinstance(value, Mapping):
        raise WrongValue(f"write {{'color-brand-primary': '#0a7d63'}}, not {value!r}")
    found: dict[str, str] = {}
    for key, written in value.items():
        name = str(key).removeprefix("--")
        if not _NAME.fullmatch(name):
            raise WrongValue(f"{key!r} is no name of a CSS variable")
        content = str(written).strip()
        if isinstance(written, bool) or not isinstance(written, str | int | float):
            raise WrongValue(f"write the value of {key!r} as a text, not {written!r}")
        if not is_one_value(content):
            raise WrongValue(
                f"the value of {key!r} is not one CSS value: {content!r}; write it without "
                "';', braces, angle brackets, backslashes and comments, and close each quote"
            )
        found |= dict.fromkeys((*OURS.get(f"--{name}", ()), f"--{name}"), content)
    beside: dict[str, str] = {}
    for name in sorted(found.keys() & _BESIDE.keys()):
        beside |= _BESIDE[name](found[name])
    return beside | found


def _text_on(name: str, value: str) -> dict[str, str]:
    """Return black or white for text on a colour, where it can be computed."""
    return {name: best_text_on(Rgb.from_hex(value)).hex} if _HEX.fullmatch(value) else {}


def is_one_value(text: str) -> bool:
    """Whether nothing in *text* ends the declaration that it is the value of."""
    if not text or _ENDS_A_VALUE.search(text):
        return False
    open_brackets, quote = [], ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([":
            open_brackets.append(")" if character == "(" else "]")
        elif character in ")]" and (not open_brackets or open_brackets.pop() != character):
            return False
    return not open_brackets and not quote
