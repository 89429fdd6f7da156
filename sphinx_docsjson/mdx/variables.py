"""``{{name}}`` in pages: the variables that ``docs.json`` defines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_docsjson.mdx.budget import page_budget

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
        if value is None or not page_budget().take("characters", len(value)):
            return match[0]
        return _sanitised(value)

    return _USE.sub(replace, text)


def without_values(text: str, source: str, variables: Mapping[str, str]) -> str:
    """Return *text*, a part of a page with its variables replaced, as its author wrote it.

    Translators are shown the names: a new value is no new text.

    :param source: the page as its author wrote it.
    """
    names: dict[str, list[str]] = {}
    for name in {match[1] for match in _USE.finditer(source)}:
        if value := variables.get(name):
            names.setdefault(_sanitised(value), []).append(re.escape(name))
    values = sorted((value for value in names if value in text), key=len, reverse=True)
    if not values:
        return text
    parts = re.split(f"({'|'.join(map(re.escape, values))})", text)
    for number, part in enumerate(parts):
        one = re.escape(part)
        use = f"{{{{[ \\t]*(?:{'|'.join(names.get(part, ()))})[ \\t]*}}}}"
        parts[number] = f"(?:{one}|{use})" if number % 2 else one
    found = re.search("".join(parts), source)
    return found[0] if found else text


def _sanitised(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line.replace("<", "&lt;").replace("{", "&#123;")
