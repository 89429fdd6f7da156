"""One round: the sites that are attacked, built, and looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_docsjson.base.messages import words
from tests._support.building import Built, build_site
from tests.hostile.configured import configured
from tests.hostile.described import described
from tests.hostile.judge import Judge, pages_of
from tests.hostile.outputs import malformed
from tests.hostile.site_parts import Attack
from tests.hostile.varied import VALUES, varied
from tests.hostile.vectors import ALL, TEXTS
from tests.hostile.written_pages import pages

SHAPES = 4
MARKDOWN = words(
    """a b blockquote br code dd del dl dt em h2 h3 h4 h5 h6 hr img li ol p pre s span strong
    sub sup table tbody td th thead tr ul"""
) | {
    *("a href", "a class", "a title", "code class", "img alt", "img src", "img title"),
    *("img class", "img loading", "img decoding"),  # an icon may be a picture
    "empty span id",  # the other spellings of the id of a heading: docutils writes one for each
    *("ol start", "p class", "span class", "td class", "th class", "tr class", "table class"),
}
"""What Markdown makes of texts, beside what is on every page."""

CONF = {"html_theme": "docsjson", "docsjson_base_url": "https://docs.example.com/"}
_FIELD = re.compile(r"zq\d+q")


@dataclass
class Result:
    """What one attacked site gave."""

    name: str
    built: Built
    fields: int = 0
    tried: int = 0
    reached: int = 0
    nodes: int = 0
    found: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.tried} texts in {self.fields} fields, {self.reached} of them "
            f"shown; {self.nodes} nodes judged, {len(self.found)} findings"
        )


def attacks(number: int) -> Iterator[Attack]:
    """Yield the sites of a round; another *number* tries other texts in each field."""
    for shape in range(SHAPES):
        yield configured(number * SHAPES + shape, TEXTS)
        yield configured(number * SHAPES + shape, ALL, addresses=True)
    yield described(number * 13, ALL)
    yield varied(number * VALUES, ALL)
    yield varied(number * VALUES, ALL, tags=True)
    yield pages(number * 13, ALL)


PICTURES = tuple(f"https://x.example/{name}.png" for name in "abc")


def plain_sites(number: int) -> Iterator[Attack]:
    """Yield the sites of a round with harmless words of the same lengths, or addresses."""
    for shape in range(SHAPES):
        yield configured(number * SHAPES + shape, TEXTS, plain=True)
    # Even shapes have every field: one icon for each mode, too.
    yield configured(number * SHAPES, PICTURES, addresses=True)
    yield described(number * 13, TEXTS, plain=True)
    yield varied(number * VALUES, ALL, plain=True)


def build(attack: Attack, folder: Path) -> Built:
    """Build an attacked site."""
    return build_site(folder / re.sub(r"\W+", "-", attack.name), dict(attack.files), conf=CONF)


def known_names(judge: Judge, folder: Path, number: int) -> set[str]:
    """Return the names of elements and attributes of a round whose texts are harmless."""
    found: set[str] = set()
    for site in plain_sites(number):
        built = build(site, folder / "plain")
        found |= judge.of(pages_of(built.outdir)).pairs
    return found | MARKDOWN


def looked_at(attack: Attack, folder: Path, judge: Judge, known: set[str]) -> Result:
    """Build a site and judge every file of it."""
    built = build(attack, folder)
    strict = attack.strict
    texts = pages_of(built.outdir)
    verdict = judge.of(texts, known if strict else None, strict=strict)
    shown = {word for text in texts.values() for word in _FIELD.findall(text)}
    return Result(
        name=attack.name,
        built=built,
        fields=len(attack.handing.fields),
        tried=sum(attack.handing.fields.values()),
        reached=len(shown),
        nodes=verdict.nodes,
        found=[*dict.fromkeys(verdict.found), *malformed(built.outdir, strict=strict)],
    )
