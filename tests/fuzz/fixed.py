"""The texts that CI tries: the same whatever else changes, so that CI never fails by chance.

``seeds/<area>`` has small texts of our own and ``grown.json``: texts of the grammar and what is
put into texts, as they were on a day, and the digest of all that is tried. Hypothesis draws other
texts after an update and after any change of the code; our documentation is written every day.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.area import Area
from tests.fuzz.generation import grown
from tests.fuzz.mutation import mutated

FOLDER = Path(__file__).with_name("seeds")
SIZES = {
    "docs-json": 14,
    "front-matter": 20,
    "mdx": 18,
    "md": 25,
    "rst": 25,
    "links": 8,
    "openapi": 24,
    "samples": 40,
}
"""How many batches are tried: about half a minute of each area, measured once."""

GROWN = 40
LONGEST = 2_500
"""Characters of a text of the grammar that is kept."""


def written(area: Area) -> list[str]:
    """Return the texts of an area that a person wrote."""
    files = sorted(file for file in (FOLDER / area.name).iterdir() if file.name != "grown.json")
    return [file.read_text(encoding="utf-8") for file in files]


def kept(area: Area) -> dict[str, Any]:
    """Return what ``grown.json`` says."""
    data: dict[str, Any] = json.loads(_file(area).read_text(encoding="utf-8"))
    return data


def batches(area: Area) -> list[list[str]]:
    """Return the batches that CI tries."""
    known = kept(area)
    return list(_batches(area, known["texts"], known["tokens"]))


def digest(tried: list[list[str]]) -> str:
    """Return what tells one choice of texts from another."""
    return sha256(json.dumps(tried).encode()).hexdigest()[:16]


def freeze(area: Area) -> Path:
    """Draw texts of the grammar and keep them; return their file."""
    drawn = (text for number in range(4) for text in grown(area, number))
    texts = list(islice((text for text in drawn if 20 < len(text) < LONGEST), GROWN))
    tokens = list(area.tokens)
    tried = list(_batches(area, texts, tokens))
    data = {"digest": digest(tried), "tokens": tokens, "texts": texts}
    _file(area).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return _file(area)


def _batches(area: Area, texts: list[str], tokens: list[str]) -> Iterator[list[str]]:
    random, pool = Random(area.name), [*written(area), *texts]
    yield pool[: area.batch]
    for _ in range(SIZES[area.name] - 1):
        yield [mutated(random.choice(pool), pool, tokens, random) for _ in range(area.batch)]


def _file(area: Area) -> Path:
    return FOLDER / area.name / "grown.json"
