"""The text of pages, in three syntaxes: any text gives a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hypothesis import strategies as st

from sphinx_docsjson.components.domain import registry
from tests._support.inputs import input_data
from tests.fuzz.area import Area
from tests.fuzz.from_schema import words
from tests.fuzz.odd import odd_strings
from tests.fuzz.promises import broken

NAMES = tuple(component.name for component in registry)
ATTRIBUTES = tuple(dict.fromkeys(a.name for component in registry for a in component.attributes))
DIRECTIVES = tuple(component.directive_name for component in registry)
BUILDERS = ("html", "html", "html", "latex", "text", "gettext", "docsjson-markdown")
IMPOSSIBLE = (".rst", "text")
"""Sphinx's own writer of texts stops at tables in tables."""

_INPUTS = input_data(__file__, "pages.yaml")

PIECES = tuple(_INPUTS["pieces"])
RST_PIECES = tuple(_INPUTS["rst_pieces"])

text = st.one_of(words, odd_strings)
quoted = text.map(lambda t: '"' + t.replace('"', "'") + '"')
attribute = st.one_of(
    st.sampled_from(ATTRIBUTES),
    st.tuples(st.sampled_from(ATTRIBUTES), st.one_of(quoted, text.map("{{{}}}".format))).map(
        "=".join
    ),
)
opening = st.tuples(st.sampled_from(NAMES), st.lists(attribute, max_size=3)).map(
    lambda tag: f"<{tag[0]} {' '.join(tag[1])}>"
)
closing = st.sampled_from(NAMES).map("</{}>".format)
option = st.tuples(st.sampled_from(ATTRIBUTES), text).map(lambda o: f":{o[0].lower()}: {o[1]}\n")
fence = st.tuples(
    st.sampled_from((":::", "::::", "```")),
    st.sampled_from(DIRECTIVES),
    text,
    st.lists(option, max_size=2),
).map(lambda d: f"\n{d[0]}{{{d[1]}}} {d[2]}\n{''.join(d[3])}")
rst = st.tuples(st.sampled_from(DIRECTIVES), text, st.lists(option, max_size=2)).map(
    lambda d: f"\n.. {d[0]}:: {d[1]}\n   {'   '.join(d[2])}\n   "
)
tags = st.one_of(opening, closing, st.sampled_from(PIECES), st.sampled_from(PIECES), text)
fences = st.one_of(fence, st.sampled_from((":::\n", "::::\n", "```\n")), tags)
directives = st.one_of(rst, st.sampled_from(RST_PIECES), text)


def builds(suffix: str) -> Callable[[Sequence[str], Path], Iterator[str]]:
    def check(batch: Sequence[str], folder: Path) -> Iterator[str]:
        files: dict[str, str | bytes] = {
            f"p{number}{suffix}": page.encode("utf-8", "surrogatepass")
            for number, page in enumerate(batch)
        }
        files |= {
            "index.md": "# Start\n",
            "a/b.mdx": "# Other\n\n## X\n",
            "a.mdx": "Snippet {x} <Note>of</Note> it.\n",
            "docs.json": '{"name": "F", "navigation": ["index"], "variables": {"x": "y"}}',
        }
        builders = [b for b in BUILDERS if (suffix, b) != IMPOSSIBLE]
        one = builders[sum(map(len, batch)) % len(builders)]
        for builder in (one,) if len(batch) > 1 else sorted(set(builders)):
            for built in broken(folder / builder, files, builder):
                if isinstance(built, str):
                    yield f"{builder}: {built}"

    return check


def area(name: str, suffix: str, pieces: st.SearchStrategy[str], seeds: Sequence[str]) -> Area:
    found = st.lists(pieces, min_size=1, max_size=25).map("".join)
    tokens = (*PIECES, *(f"<{tag}>" for tag in NAMES), *(f"</{tag}>" for tag in NAMES))
    return Area(
        name=name,
        suffix=suffix,
        grammar=found,
        seeds=seeds,
        tokens=RST_PIECES if suffix == ".rst" else tokens,
        check=builds(suffix),
        batch=25,
    )


AREAS = (
    area("mdx", ".mdx", tags, ("docs/**/*.md", "sites/*/**/*.mdx")),
    area("md", ".md", fences, ("docs/**/*.md", "tests/**/fixtures/*.md")),
    area("rst", ".rst", directives, ("docs/**/*.rst", "tests/**/*.rst")),
)
