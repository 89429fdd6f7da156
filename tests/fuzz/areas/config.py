"""``docs.json``: any text gives a site, and nothing of it runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from sphinx_docsjson.site.loading import load_site
from tests._support.building import write_files
from tests.fuzz.area import Area
from tests.fuzz.from_schema import from_schema
from tests.fuzz.promises import broken, dangerous, unclear, wrong
from tests.fuzz.texts import ROOT

SCHEMA = json.loads((ROOT / "sphinx_docsjson/site/schema.json").read_text(encoding="utf-8"))

BESIDE = {
    "index.md": "# Start\n\nSee [other](a/b.mdx).\n",
    "a/b.mdx": "---\ntitle: Other\n---\n\nText.\n",
    "logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h1v1z'/></svg>",
    "api.yaml": (
        "openapi: 3.1.0\ninfo: {title: A, version: '1'}\n"
        "paths:\n  /a: {get: {operationId: getA, tags: [t], responses: {'200': {}}}}\n"
    ),
}
TOKENS = (
    *('{"group": "G", "pages": ["a/b"]}', '"index"', '"openapi": "api.yaml"', '"api.yaml"'),
    *('"GET /a"', '"tabs": [', '"anchors": [', '"versions": [', '"$ref": "part.json"', "//", ","),
    *("{", "}", "[", "]", '"', ":", "null", "/*", "*/", "'", "\\u0000", "\\ud800", "1e9999"),
)

BUILT = 4


SEEDS = ("docs/docs.json", "tests/**/docs.json", "sites/*/docs.json", "sites/*/mint.json")


def check(batch: Sequence[str], folder: Path) -> Iterator[str]:
    """Read every text, which takes milliseconds, and build the first of them."""
    for number, text in enumerate(batch):
        files = BESIDE | {"docs.json": text.encode("utf-8", "surrogatepass")}
        if number >= BUILT:
            try:
                write_files(folder / str(number), files)
                load_site(folder / str(number))
            except Exception as error:
                yield wrong(error)
            continue
        for built in broken(folder / str(number), files):
            if isinstance(built, str):
                yield built
            else:
                yield from dangerous(built)
                yield from unclear(built)


AREA = Area(
    name="docs-json",
    suffix=".json",
    grammar=from_schema(SCHEMA, SCHEMA).map(lambda value: json.dumps(value, indent=1)),
    seeds=SEEDS,
    tokens=TOKENS,
    check=check,
    batch=40,
)
