"""Sites whose OpenAPI files hold what is tried at every place that a description has."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.hostile.site_parts import Attack, Handing

MAXIMAL = Path(__file__).with_name("maximal.yaml")
_KEY = re.compile(r"\bK[a-z]*\b")
_EVERY = 9
"""Of so many words that have a meaning, one is replaced as well."""


class Description:
    """The maximal description with other texts.

    :param addresses: also addresses are what is tried, and words that have a meaning.
    """

    def __init__(self, handing: Handing, *, addresses: bool) -> None:
        self.handing = handing
        self.addresses = addresses
        self.keys: dict[str, str] = {}

    def made(self, value: Any, path: str) -> Any:
        """Return *value* with what is tried in the place of every text."""
        if isinstance(value, dict):
            return {
                self._named(name): self.made(part, f"{path}/{name}")
                for name, part in value.items()
            }
        if isinstance(value, list):
            return [self.made(part, f"{path}/{n}") for n, part in enumerate(value)]
        if value == "T":
            several, one = self.handing.several, self.handing.one
            return one(path) if self.addresses else several(path, " " if len(path) % 2 else "\n\n")
        if value == "U":
            return self.handing.one(path) if self.addresses else "https://x.example/a"
        if not isinstance(value, str):
            return value
        if self.addresses and hash_of(path) % _EVERY == self.handing.start % _EVERY:
            return self.handing.one(path)
        return self._named(value)

    def _named(self, text: str) -> str:
        def other(match: re.Match[str]) -> str:
            if match[0] not in self.keys:
                self.keys[match[0]] = self.handing.one(f"key {match[0]}")
            key = self.keys[match[0]]
            return key.replace("~", "~0").replace("/", "~1") if text.startswith("#/") else key

        return _KEY.sub(other, text)


def hash_of(path: str) -> int:
    """Return a number that is the same in every run."""
    return sum(path.encode())


def described(start: int, tried: Sequence[str], *, plain: bool = False) -> Attack:
    """Return a site with two maximal descriptions and an overlay."""
    handing = Handing(tried, start=start, plain=plain)
    maximal = yaml.safe_load(MAXIMAL.read_text(encoding="utf-8"))
    overlay = {
        "overlay": "1.0.0",
        "info": {"title": handing.several("overlay/title"), "version": handing.one("overlay/v")},
        "extends": "./texts.json",
        "actions": [
            {
                "target": "$.info",
                "description": handing.several("overlay/description"),
                "update": {"description": handing.several("overlay/update")},
            },
            {"target": handing.one("overlay/target"), "update": {}},
            {"target": "$.paths[*].head", "update": {"x-extra": handing.several("overlay/extra")}},
        ],
    }
    texts = Description(handing, addresses=False).made(maximal, "texts")
    odd = Description(handing, addresses=True).made(maximal, "odd")
    groups = [
        {"group": "Texts", "openapi": {"source": "texts.json", "directory": "texts"}},
        {"group": "Odd", "openapi": {"source": "odd.json", "directory": "odd"}},
    ]
    config = {"name": "T", "navigation": ["index", *groups]}
    files: dict[str, str | bytes] = {
        "docs.json": json.dumps(config),
        "index.md": "# Start\n\n## Part\n",
        "texts.json": json.dumps(texts),
        "odd.json": json.dumps(odd),
        "texts.overlay.json": json.dumps(overlay),
    }
    return Attack(name=f"OpenAPI {start}", files=files, handing=handing)
