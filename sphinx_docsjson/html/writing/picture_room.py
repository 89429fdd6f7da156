"""The attributes of a picture by which a page keeps its room before it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.files.picture_sizes import picture_size

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILLS = "dj-fills"
"""The class of a picture that is as wide as the line."""

SHARES = (*range(5, 100, 5), 33, 66)
"""The shares of the line, in percent, that a class of the style sheet says: ``dj-w-50``."""


def room_of(
    attributes: Mapping[str, object], file: Path | None, *, has_styles: bool
) -> dict[str, str]:
    """Return the attributes that say the width and height that *attributes* leave open.

    One that is given in pixels gives the other. A share of the line needs both as well, as the
    shape of the picture, and a class instead of itself.

    :param file: the picture, if it is one of the project.
    :param has_styles: whether our style sheets, and so those classes, decide how wide it is.
    """
    given = {name: str(attributes[name]) for name in ("width", "height") if name in attributes}
    size = picture_size(file) if file is not None and len(given) < 2 else None
    if size is None:
        return {}
    written = given.get("width", "")
    shape = {"width": str(size.width), "height": str(size.height)}
    if "%" in written and (name := share_class(written)) and has_styles:
        return shape | _with_class(attributes, name)
    if not all(map(str.isdecimal, given.values())):
        return {}
    if "width" in given:
        return {"height": str(max(1, round(int(written) * size.height / size.width)))}
    if "height" in given:
        return {"width": str(max(1, round(int(given["height"]) * size.width / size.height)))}
    if size.fills:
        return shape | _with_class(attributes, FILLS) if has_styles else {}
    return shape


def is_of_author(name: str) -> bool:
    """Whether a class of a picture is one that a style sheet of the author may give a size."""
    return not name.startswith(("dj-", "align-"))


def share_class(width: str) -> str | None:
    """Return the class that makes a picture as wide as a share of the line."""
    number = width.removesuffix("%").strip().removesuffix(".0")
    if number == "100":
        return FILLS
    return f"dj-w-{number}" if number.isdecimal() and int(number) in SHARES else None


def _with_class(attributes: Mapping[str, object], name: str) -> dict[str, str]:
    key = next((key for key in attributes if key.lower() == "class"), "class")
    return {key: f"{attributes.get(key, '')} {name}".strip()}
