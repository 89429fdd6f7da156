"""``{{name}}`` in pages: the variables that ``docs.json`` defines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_USE = re.compile(r"\{\{[ \t]*([A-Za-z0-9-]+)[ \t]*\}\}")


def with_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return *text* with every defined variable replaced; what is not defined stays.

    A value is text, never markup: what would start a tag or an expression is escaped, and it
    never changes the number of lines.
    """
    if not variables or "{{" not in text:
        return text

    def replace(match: re.Match[str]) -> str:
        value = variables.get(match[1])
        return match[0] if value is None else _sanitised(value)

    return _USE.sub(replace, text)


def _sanitised(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line.replace("<", "&lt;").replace("{", "&#123;")
