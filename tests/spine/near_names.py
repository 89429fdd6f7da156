"""How often a suggestion is right, and how often that of :mod:`difflib`.

Each name of a site is taken out once: whoever wrote it means none of those that are left, so every
suggestion is wrong. Then it stays, and a slip of the hand is written: only the name is right.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from sphinx_docsjson.base.markdown import github_slug

Rule = Callable[[str, Sequence[str]], str | None]

_HEADING = re.compile(r"^#{2,6} +(.+?) *#*$", re.MULTILINE)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class Count:
    """How many names were taken out and what was suggested; the same of slips."""

    gone: int = 0
    gone_wrong: int = 0
    slips: int = 0
    slips_right: int = 0
    slips_wrong: int = 0

    def __str__(self) -> str:
        wrong = self.gone_wrong / max(self.gone, 1)
        right, other = (n / max(self.slips, 1) for n in (self.slips_right, self.slips_wrong))
        return (
            f"gone {self.gone:5}: wrong {wrong:6.1%}   "
            f"slips {self.slips:5}: right {right:6.1%}, wrong {other:6.1%}"
        )


def slip(name: str, choice: random.Random) -> str:
    """Return *name* with one slip: a letter left out, doubled, exchanged or another one."""
    at = choice.choice([n for n, letter in enumerate(name) if letter.isalpha()] or [0])
    kind = choice.randrange(4)
    if kind == 0:
        return name[:at] + name[at + 1 :]
    if kind == 1:
        return name[:at] + name[at] + name[at:]
    if kind == 2:
        return name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :]
    return name[:at] + choice.choice(_LETTERS) + name[at + 1 :]


def count(rule: Rule, names: Iterable[str], into: Count, most: int = 300) -> None:
    """Count what *rule* suggests for *names*, at most *most* of them, always the same."""
    choice = random.Random(7)
    known = sorted(set(names))
    for name in choice.sample(known, min(most, len(known))):
        into.gone += 1
        into.gone_wrong += rule(name, [other for other in known if other != name]) is not None
        written = slip(name, choice)
        if written in known:
            continue
        found = rule(written, known)
        into.slips += 1
        into.slips_right += found == name
        into.slips_wrong += found not in {None, name}


def pages_of(site: Path) -> list[str]:
    """Return the names of the pages below a folder."""
    files = (path for path in site.rglob("*.md*") if path.suffix in {".md", ".mdx"})
    return [path.relative_to(site).with_suffix("").as_posix() for path in files]


def headings_of(site: Path) -> list[list[str]]:
    """Return the ids of the headings of each page that has several."""
    texts = (p.read_text("utf-8", "replace") for p in sorted(site.rglob("*.md*")))
    found = [[github_slug(each) for each in _HEADING.findall(text)] for text in texts]
    return [ids for ids in found if len(ids) > 4]


def fields_of(part: object) -> list[list[str]]:
    """Return the fields of each object of a schema."""
    found: list[list[str]] = []
    if isinstance(part, dict):
        if isinstance(part.get("properties"), dict):
            found.append(list(part["properties"]))
        for each in part.values():
            found += fields_of(each)
    elif isinstance(part, list):
        for each in part:
            found += fields_of(each)
    return [names for names in found if len(names) > 1]


def difference(cutoff: float) -> Rule:
    """Return the rule of :mod:`difflib`, as it stood before."""
    return lambda name, known: next(iter(get_close_matches(name, known, 1, cutoff)), None)
