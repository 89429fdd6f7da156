"""The languages that samples can be written in: one TOML file each, read by Python and browser."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

DEFAULT = ("curl", "python", "javascript", "go", "java", "php", "ruby", "csharp")
"""All languages, in the order in which they are shown."""

ALIASES = {
    "bash": "curl",
    "shell": "curl",
    "sh": "curl",
    "py": "python",
    "requests": "python",
    "js": "javascript",
    "node": "javascript",
    "nodejs": "javascript",
    "fetch": "javascript",
    "golang": "go",
    "rb": "ruby",
    "c#": "csharp",
    "cs": "csharp",
    "dotnet": "csharp",
}


@cache
def language(name: str) -> dict[str, Any]:
    """Return the definition of one of the languages of :data:`DEFAULT`."""
    text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return {"name": name, **tomllib.loads(text)}


def chosen(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the languages that *names* mean, in their order, and the names nobody knows.

    :param names: ``api.examples.languages``; nothing means all languages.
    """
    known: dict[str, None] = {}
    unknown = []
    for name in names:
        key = name.strip().lower()
        key = ALIASES.get(key, key)
        if key in DEFAULT:
            known[key] = None
        else:
            unknown.append(name)
    return list(known) or list(DEFAULT), unknown
