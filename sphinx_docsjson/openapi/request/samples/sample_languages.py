"""The languages that samples can be written in: one TOML file each, read by Python and browser."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("curl", "python", "javascript", "go", "java", "php", "ruby", "csharp")
"""All languages, in the order in which they are shown."""


@cache
def language(name: str) -> dict[str, Any]:
    """Return the definition of one of the :data:`LANGUAGES`."""
    text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return {"name": name, **tomllib.loads(text)}


def chosen(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the languages that *names* mean, in their order, and the names nobody knows.

    :param names: ``api.examples.languages``; nothing means all languages.
    """
    known: dict[str, None] = {}
    unknown = []
    for name in names:
        meant = _names().get(name.strip().lower())
        if meant is None:
            unknown.append(name)
        else:
            known[meant] = None
    return list(known) or list(LANGUAGES), unknown


@cache
def _names() -> dict[str, str]:
    """Return every name of every language → its own name."""
    return {
        alias: name for name in LANGUAGES for alias in (name, *language(name).get("aliases", ()))
    }
