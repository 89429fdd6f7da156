"""Generated pages with a slip in a tag, as hands make them: nearly MDX."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_docsjson.pages.front_matter import read_front_matter
from tests.generated.made import Kind, make

_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>")
_MARKS = "<>/\"'={} "


@dataclass(frozen=True, kw_only=True, slots=True)
class Slip:
    """A page with a slip.

    :param place: where it is, and the lines there.
    :param meant: the page without it.
    :param words: what a reader has to see.
    """

    name: str
    place: str
    text: str
    meant: str
    words: list[str]


def slips(count: int, seed: int) -> Iterator[Slip]:
    """Give *count* pages."""
    number = 0
    while count:
        number += 1
        made = make(number, seed)
        if made.kind is not Kind.MDX:
            continue
        meant = made.source[read_front_matter(made.source).length :]
        tags = list(_TAG.finditer(meant))
        if not tags:
            continue
        chosen = random.Random(f"{seed}/{number}")
        tag = chosen.choice(tags)
        written = chosen.choice(SLIPS)(tag[0], chosen)
        text = meant[: tag.start()] + written + meant[tag.end() :]
        lines = text[text.rfind("\n", 0, tag.start()) + 1 :].split("\n")[:3]
        place = "\n    ".join([f"{made.name} of {seed}", *lines])
        name = made.name
        yield Slip(name=name, place=place, text=text, meant=meant, words=made.words.body)
        count -= 1


def _without_a_mark(tag: str, chosen: random.Random) -> str:
    at = chosen.choice([at for at, char in enumerate(tag) if char in _MARKS])
    return tag[:at] + tag[at + 1 :]


def _with_a_mark(tag: str, chosen: random.Random) -> str:
    # Behind ``<``, a quote or ``=`` makes text of the tag, which readers see and nobody reports.
    at = chosen.choice([at for at in range(len(tag) + 1) if at != 1])
    return tag[:at] + chosen.choice(_MARKS) + tag[at:]


def _with_another_mark(tag: str, chosen: random.Random) -> str:
    at = chosen.choice([at for at, char in enumerate(tag) if char in _MARKS])
    return tag[:at] + chosen.choice(_MARKS) + tag[at + 1 :]


def _doubled(tag: str, chosen: random.Random) -> str:
    at = chosen.choice([at for at, char in enumerate(tag) if char in _MARKS])
    return tag[:at] + tag[at] + tag[at:]


def _unquoted(tag: str, chosen: random.Random) -> str:
    return re.sub(r"=\"([^\"]*)\"", r"=\1", tag, count=1)


def _broken_line(tag: str, chosen: random.Random) -> str:
    return tag.replace(" ", "\n", 1)


def _commented(tag: str, chosen: random.Random) -> str:
    return chosen.choice(["{/* u1x */}%s", "%s{/* u1x */}", "%s {/* u1x */}"]) % tag


def _nothing(tag: str, chosen: random.Random) -> str:
    return tag


SLIPS = (
    *(_without_a_mark, _with_a_mark, _with_another_mark, _doubled),
    *(_unquoted, _broken_line, _commented, _nothing),
)
