"""Converts the icons and buttons of other tools.

Those of Material for MkDocs are ``:material-check:`` and ``{ .md-button }``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.convert_code import attribute
from sphinx_docsjson.icons.lookup import find_drawing, icon_set

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHORTCODE = re.compile(
    r":(material|octicons|fontawesome|simple)-([a-z0-9-]++):(?:\{[ \t]*+:?[^{}\n]*+\})?"
)
_ICON = re.compile(_SHORTCODE.pattern + r"| title=(?P<title>\"[^\"\n]*+\"|'[^'\n]*+')")
_BUTTON = re.compile(
    r"\[((?>[^\[\]\n]++))\]\([ \t]*+<?([^\s()<>]++)>?(?:[ \t]++\"[^\"\n]*+\")?[ \t]*+\)"
    r"\{([^{}\n]*+)\}"
)
_SIZE = re.compile(r"-(?:12|16|24|48|96)$")
_ENDS = re.compile(r"-(?:fill|outline|variant|variant-outline)$")

MATERIAL_NAMES = {
    "account": "user",
    "account-group": "users",
    "account-multiple": "users",
    "alert": "triangle-exclamation",
    "alert-circle": "circle-exclamation",
    "alert-decagram": "badge-alert",
    "api": "webhook",
    "arrow-bottom-left": "arrow-down-left",
    "arrow-bottom-right": "arrow-down-right",
    "arrow-top-left": "arrow-up-left",
    "arrow-top-right": "arrow-up-right",
    "brightness-4": "moon",
    "brightness-7": "sun",
    "brightness-auto": "sun-moon",
    "cached": "rotate",
    "check-all": "check-double",
    "checkbox-blank-circle": "circle",
    "checkbox-marked-circle": "circle-check",
    "check-bold": "check",
    "chat": "message",
    "chevron-double-right": "angles-right",
    "clipboard-text": "clipboard-list",
    "clock-fast": "clock",
    "close": "xmark",
    "close-circle": "circle-xmark",
    "cog": "gear",
    "cogs": "gears",
    "comment-text": "message",
    "connection": "plug",
    "console": "terminal",
    "content-copy": "copy",
    "cursor-default-click": "mouse-pointer-click",
    "delete": "trash",
    "dots-horizontal": "ellipsis",
    "dots-vertical": "ellipsis-vertical",
    "email": "envelope",
    "emoticon-happy": "face-smile",
    "emoticon-sad": "face-frown",
    "file-document": "file-lines",
    "file-tree": "folder-tree",
    "format-font": "font",
    "format-list-bulleted": "list",
    "hammer-wrench": "screwdriver-wrench",
    "help": "question",
    "help-circle": "circle-question",
    "home": "house",
    "incognito": "user-secret",
    "information": "circle-info",
    "language-markdown": "markdown",
    "language-python": "python",
    "lightbulb-on": "lightbulb",
    "lightning-bolt": "bolt",
    "magnify": "magnifying-glass",
    "microsoft-windows": "windows",
    "minus-circle": "circle-minus",
    "notebook": "book",
    "open-in-new": "arrow-up-right-from-square",
    "package-variant-closed": "package",
    "play-circle": "circle-play",
    "plus-circle": "circle-plus",
    "pound": "hashtag",
    "rocket-launch": "rocket",
    "run-fast": "person-running",
    "scale-balance": "scale-balanced",
    "school": "graduation-cap",
    "security": "shield",
    "shield-account": "user-shield",
    "source-pull": "code-pull-request",
    "tag-text": "tag",
    "text-box": "file-lines",
    "timer-sand": "hourglass",
    "toggle-switch": "toggle-on",
    "toggle-switch-off": "toggle-off",
    "translate": "language",
    "weather-night": "moon",
    "weather-sunny": "sun",
}
"""Names of Material Design Icons → ours of the same look, where the names differ."""

OCTICON_NAMES = {
    "alert": "triangle-exclamation",
    "check-circle": "circle-check",
    "codescan": "scan-search",
    "comment-discussion": "comments",
    "container": "box",
    "cross-reference": "arrow-up-right",
    "device-desktop": "desktop",
    "git-pull-request": "code-pull-request",
    "issue-opened": "circle-dot",
    "kebab-horizontal": "ellipsis",
    "law": "scale-balanced",
    "light-bulb": "lightbulb",
    "link-external": "arrow-up-right-from-square",
    "mail": "envelope",
    "mark-github": "github",
    "no-entry": "ban",
    "people": "users",
    "person": "user",
    "question": "circle-question",
    "repo": "book",
    "repo-template": "book-copy",
    "search": "magnifying-glass",
    "smiley": "face-smile",
    "stop": "octagon-alert",
    "sync": "rotate",
    "tools": "screwdriver-wrench",
    "versions": "layers",
    "x": "xmark",
    "x-circle": "circle-xmark",
    "zap": "bolt",
}
"""The same for Octicons."""


@cache
def icon_of(collection: str, name: str) -> str:
    """Return the attributes for an icon of Material, an empty text where we have none of it."""
    kind = ""
    if collection in {"material", "octicons"}:
        names = list(_names(collection, _SIZE.sub("", name)))
    else:
        if collection == "simple":
            kind, name = "brands", {"x": "x-twitter"}.get(name, name)
        else:
            kind, _, name = name.partition("-")
        if kind not in _STYLES:
            return ""
        names = [name] if icon_set(f"fontawesome-{kind}").get(name) else []
    found = next((each for each in names if find_drawing(each, kind or None, "fontawesome")), "")
    if not found:
        return ""
    style = f' iconType="{kind}"' if kind in {"brands", "regular"} else ""
    return f'icon="{found}"{style}'


_STYLES = ("solid", "regular", "brands")


def _names(collection: str, name: str) -> Iterator[str]:
    table = MATERIAL_NAMES if collection == "material" else OCTICON_NAMES
    while True:
        yield table.get(name, name)
        shorter = _ENDS.sub("", name)
        if shorter == name:
            return
        name = shorter


def with_icons(text: str) -> tuple[str, list[str], list[str]]:
    """Return a text with our icons and buttons, what was rewritten, and what has none.

    :param text: a part of a line that is not code.
    """
    told: list[str] = []
    left: list[str] = []

    def icon(found: re.Match[str]) -> str:
        if found["title"]:
            return in_title(found)
        known = icon_of(found[1], found[2])
        (told if known else left).append(f":{found[1]}-…:")
        return f"<Icon {known} />" if known else found[0]

    def button(found: re.Match[str]) -> str:
        label, address, classes = found[1].strip(), found[2], found[3]
        if ".md-button" not in classes or '"' in address:
            return found[0]
        told.append("{ .md-button }")
        own = ""
        if (first := _SHORTCODE.match(label)) and (known := icon_of(first[1], first[2])):
            told.append(f":{first[1]}-…:")
            own, label = f" {known}", label[first.end() :].lstrip()
        variant = "" if ".md-button--primary" in classes else ' variant="secondary"'
        return f'<Button href="{address}"{own}{variant}>{label}</Button>'

    def in_title(found: re.Match[str]) -> str:
        """Make the icon in a title an attribute beside it."""
        first = _SHORTCODE.search(found[0])
        known = icon_of(first[1], first[2]) if first else ""
        if first:
            (told if known else left).append(f":{first[1]}-…:")
        if not first or not known:
            return found[0]
        words = " ".join(found["title"][1:-1].replace(first[0], " ").split())
        return f"{attribute('title', words)} {known}"

    return _ICON.sub(icon, _BUTTON.sub(button, text)), told, left
