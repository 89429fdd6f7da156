"""Values of a file that may be anything, read as what they should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class SourceFloat(float):
    """A number whose text says more than its value, such as ``1.10``."""

    text: str

    def __new__(cls, text: str) -> SourceFloat:
        """Read the number in *text*, which is kept."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[SourceFloat], tuple[str]]:
        return (SourceFloat, (self.text,))


def text(value: Any) -> str:
    """Return a scalar as the text that the author wrote, anything else as ``""``."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, SourceFloat):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return ""


def optional_text(value: Any) -> str | None:
    """Return a scalar as text, or ``None`` when it is missing."""
    return text(value) or None


def mapping(value: Any) -> Mapping[str, Any]:
    """Return *value* when it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: Any) -> Sequence[Any]:
    """Return *value* when it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def texts(value: Any) -> tuple[str, ...]:
    """Return the scalars of a list as text."""
    return tuple(text(item) for item in items(value) if text(item))


def extensions(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``x-`` fields of an object."""
    return {name: item for name, item in value.items() if name.startswith("x-")}
