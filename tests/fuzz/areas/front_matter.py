"""Front matter: any block gives a page, and nothing of it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from hypothesis import strategies as st

from tests._support.inputs import input_data
from tests.fuzz.area import Area
from tests.fuzz.from_schema import strings
from tests.fuzz.odd import ODD_STRINGS
from tests.fuzz.promises import broken, dangerous, unclear

_INPUTS = input_data(__file__, "front_matter.yaml")

FIELDS = tuple(_INPUTS["fields"])
VALUES = (
    *("true", "no", "1.10", "2024-01-01", "[a, b]", "{a: b}", "|\n  two\n  lines", ">-\n  a\n  b"),
    *("'quoted'", '"dou\\nble"', "GET /a", "POST /b/{c}", "&a x", "*a", "!!str 5", "# none", "~"),
    *(
        "wide",
        "custom",
        "frame",
        "center",
        "api.yaml GET /a",
        "https://x.example",
        "lucide:rocket",
    ),
)
TOKENS = (
    *("---\n", "...\n", "title: ", ": ", "- ", "? ", "[", "{", "|\n", ">\n", "\t", "&a "),
    *("*a", "<<: "),
)

value = st.one_of(st.sampled_from(VALUES), strings)
field = st.tuples(st.one_of(st.sampled_from(FIELDS), strings), value).map(": ".join)
block = st.lists(field, max_size=6).map(
    lambda lines: "---\n" + "\n".join(lines) + "\n---\n\nText.\n"
)


SEEDS = ("docs/**/*.md", "sites/*/**/*.mdx")


def check(batch: Sequence[str], folder: Path) -> Iterator[str]:
    files: dict[str, str | bytes] = {
        f"p{number}.mdx": text.encode("utf-8", "surrogatepass")
        for number, text in enumerate(batch)
    }
    files |= {"index.md": "# Start\n", "docs.json": '{"name": "F", "navigation": ["index"]}'}
    for built in broken(folder, files):
        if isinstance(built, str):
            yield built
            continue
        # A script element in the text of a page is the author's (docs/publish/trust.md).
        yield from (danger for danger in dangerous(built) if "<script" not in danger)
        yield from unclear(built)
        for number in range(len(batch)):
            if not (built.outdir / f"p{number}.html").exists():
                yield "a page is missing"


AREA = Area(
    name="front-matter",
    suffix=".mdx",
    grammar=block,
    seeds=SEEDS,
    tokens=(*TOKENS, *ODD_STRINGS),
    check=check,
    batch=30,
)
