"""Every block of README and the first pages is what it says it is."""

from __future__ import annotations

import ast
import json

import pytest

from tests.docs_say.blocks import PAGES, ROOT, Block, blocks_in, blocks_of
from tests.docs_say.formats import NotJudged, no_fields, no_settings, problems_of

BLOCKS = [block for page in PAGES for block in blocks_in(page)]
OTHERS = [
    block
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if (page := str(path.relative_to(ROOT))) not in PAGES and "_build" not in path.parts
    for block in blocks_in(page)
]
"""Those of all other pages of the documentation."""


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_a_block_is_written_well(block, tmp_path):
    try:
        problems = problems_of(block, tmp_path)
    except NotJudged as missing:
        pytest.skip(f"{block.place}: {missing} is not installed, so this block is not judged")
    assert [f"{block.place}: {problem}" for problem in problems] == []


def test_files_on_the_other_pages_have_only_fields_and_settings_that_there_are(site):
    config = site({"index.md": "# Hello\n"}).app.config
    found, count = [], 0
    for block in OTHERS:
        if "docs.json" in block.title:
            problems = no_fields(json.loads(block.text))
        elif "conf.py" in block.title:
            problems = no_settings(ast.parse(block.text), config)
        else:
            continue
        count += 1
        found += [f"{block.place}: {problem}" for problem in problems]

    assert found == []
    assert count > 30


def test_no_block_is_overlooked():
    text = [line.strip() for page in PAGES for line in (ROOT / page).read_text().splitlines()]

    assert len(BLOCKS) > 20
    assert sum(line.startswith(("```", "~~~")) for line in text) == 2 * len(BLOCKS)


def test_the_reader_knows_what_a_block_is():
    text = "Text\n\n  ````md a b.md\n  ```sh\n  x\n  ```\n  ````\n\n~~~\n```\n~~~\n"

    assert [(b.line, b.language, b.title, b.text) for b in blocks_of(text, "p")] == [
        (3, "md", "a b.md", "```sh\nx\n```\n"),
        (9, "", "", "```\n"),
    ]
    with pytest.raises(ValueError, match="p:2: this block is never closed"):
        list(blocks_of("a\n```sh\nb\n", "p"))


def test_a_command_may_have_a_comment_and_go_on_in_the_next_line():
    (block,) = blocks_of("```sh\n# first\na --x#y   # what\nb \\\n  c\n\n```\n", "p")

    assert block.commands == [(3, "a --x#y"), (5, "b   c")]


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        ("", "", "x"),
        ("caddy", "Caddyfile", "x"),
        ("json", "docs.json", "{"),
        ("json", "docs.json", '{"nmae": "x"}'),
        ("json", "docs.json", '{"colors": {"primary": 3}}'),
        ("mdx", "index.mdx", "---\ntitle: A\ndescription: B.\n---\n\n<Nope>\n"),
        ("md", "index.md", "# No front matter\n"),
        ("python", "conf.py", "extensons = []"),
        ("python", "conf.py", "x ="),
        ("python", "", "x = 1"),
        ("rst", "api.rst", ".. openapi:: nowhere.yaml"),
        ("sh", "", "if x"),
        ("text", "requirements.txt", "a b"),
        ("toml", "netlify.toml", "["),
        ("yaml", ".readthedocs.yaml", "a: ["),
        ("yaml", "other.yaml", "a: 1"),
    ],
)
def test_a_block_that_is_wrong_is_found(language, title, text, tmp_path):
    block = Block(page="p.md", line=1, language=language, title=title, text=text)

    assert problems_of(block, tmp_path)


@pytest.mark.parametrize(
    ("package", "block"),
    [
        ("crossplane", ("nginx", "", "add_headr x;")),
        ("check_jsonschema", ("yaml", ".readthedocs.yaml", "version: 3\n")),
        ("check_jsonschema", ("yaml", ".github/workflows/docs.yml", "jobs: {a: {stps: []}}\n")),
    ],
)
def test_the_configuration_of_a_service_that_is_wrong_is_found(package, block, tmp_path):
    pytest.importorskip(package)
    language, title, text = block

    assert problems_of(
        Block(page="p", line=1, language=language, title=title, text=text), tmp_path
    )
