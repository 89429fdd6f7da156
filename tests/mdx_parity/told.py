"""What our build shows and says of pages that are no MDX."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests._support.building import build_site

_PLACE = re.compile(r"p(\d+)\.mdx:(?:(\d+):)? WARNING: (.*)")
_ABOVE = "---\ntitle: x\n---\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """A page as it was built.

    :param messages: each with the line of the text that it is about.
    """

    text: str
    messages: list[str]


def told(pages: Sequence[str], folder: Path) -> list[Told]:
    """Build pages without front matter, and return what is shown and said of each."""
    names = [f"p{number}" for number in range(len(pages))]
    files: dict[str, str | bytes] = {
        f"{name}.mdx": _ABOVE + page for name, page in zip(names, pages, strict=True)
    }
    files["docs.json"] = json.dumps({"name": "x", "navigation": {"pages": names}})
    built = build_site(folder, files, "dummy", fresh=True, each_place=True)
    found = [Told(text=built.doctree(name).astext(), messages=[]) for name in names]
    for line in built.warning_lines:
        if place := _PLACE.match(line):
            at = int(place[2] or 0) - _ABOVE.count("\n")
            found[int(place[1])].messages.append(f"{at}: {place[3]}")
    return found
