"""Every block of every page is run, built, read or compared, or says why it is not run."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

from tests.docs_say.blocks import EVERY_PAGE, ROOT, Block, blocks_in, blocks_of
from tests.docs_say.classes import TABLE, Held, every_part
from tests.docs_say.examples import problems_of_examples
from tests.docs_say.formats import NotJudged, problems_of

PARTS = every_part()
READ = {part.block.place: part.block for part in PARTS if part.held in (Held.READ, Held.RUN)}
"""What a program that knows its format reads, also where a nightly test runs it."""


def test_each_block_is_held_true_in_one_way():
    assert [part.place for part in PARTS if part.held is None] == []
    counted = Counter(part.held for part in PARTS)
    assert counted.keys() == set(Held)


def test_no_rule_is_there_for_nothing():
    said = [part for part in PARTS if part.held in (Held.NOT_RUN, Held.SHOWN)]
    known = {**TABLE["not-run"], **TABLE["shown"]}

    assert [key for key in known if not any(part.text.startswith(key) for part in said)] == []
    assert [page for page in TABLE["run"] if not (ROOT / page).is_file()] == []
    assert all(len(reason) > 20 for reason in TABLE["not-run"].values())


def test_a_test_that_is_named_is_there():
    named = {part.why for part in PARTS if part.held in (Held.RUN, Held.SHOWN)}

    assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("page", sorted({block.page for block in READ.values()}))
def test_the_blocks_of_a_page_are_written_well(page, tmp_path):
    problems = []
    for number, block in enumerate(block for block in READ.values() if block.page == page):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            problems += [f"{block.place}: {problem}" for problem in problems_of(block, folder)]
        except NotJudged as missing:
            print(f"{block.place}: {missing} is not installed, so this block is not judged")
    assert problems == []


def test_the_examples_of_pages_are_built_without_a_warning(tmp_path):
    examples = {
        part.block.place: part.block
        for part in PARTS
        if (part.held is Held.BUILT and not part.block.language.startswith("{"))
        or part.block.title.startswith("snippets/")
    }
    wrong = Block(page="p.md", line=7, language="md", title="", text="<Nope>\n")

    assert len(examples) > 35
    (problem,) = problems_of_examples([*examples.values(), wrong], tmp_path / "examples")
    assert problem.startswith("p.md:7:")  # the one that is wrong is found among them


@pytest.mark.parametrize("page", [page for page in EVERY_PAGE if page.endswith(".md")])
def test_no_block_is_overlooked(page):
    """Another reader, which makes a tree of the page, finds the same blocks."""
    reader = MarkdownIt("commonmark", {"html": False}).disable("code").use(front_matter_plugin)
    # A fence may stand deep inside of components, which are no blocks for this reader.
    text = re.sub(r"^ +(?=```|~~~)", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.M)
    tokens = reader.parse(text)
    fences = [token.map[0] + 1 for token in tokens if token.type == "fence"]

    assert fences == [block.line for block in blocks_in(page)]


def test_the_reader_knows_what_a_block_is():
    text = "Text\n\n  ````md a b.md\n  ```sh\n  x\n  ```\n  ````\n\n~~~\n```\n~~~\n"

    assert [(b.line, b.language, b.title, b.text) for b in blocks_of(text, "p")] == [
        (3, "md", "a b.md", "```sh\nx\n```\n"),
        (9, "", "", "```\n"),
    ]
    with pytest.raises(ValueError, match="p:2: this block is never closed"):
        list(blocks_of("a\n```sh\nb\n", "p"))


@pytest.mark.parametrize("page", [page for page in EVERY_PAGE if page.endswith(".rst")])
def test_no_block_of_restructuredtext_is_overlooked(page):
    """What docutils finds is among them, and each directive is one."""
    text = (ROOT / page).read_text(encoding="utf-8")
    read = publish_doctree(text, settings_overrides={"report_level": 5, "halt_level": 5})
    known = [node for node in read.findall(nodes.literal_block) if "code" in node["classes"]]
    found = [block.text.rstrip("\n") for block in blocks_in(page)]

    assert {node.astext() for node in known} <= {*found}  # it leaves out those with options
    assert len(found) == text.count(".. code-block::") > 0


def test_a_command_may_have_a_comment_and_go_on_in_the_next_line():
    (block,) = blocks_of("```sh\n# first\na --x#y   # what\nb \\\n  c\n\n```\n", "p")

    assert block.commands == [(3, "a --x#y"), (5, "b   c")]


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        ("css", "a.css", "p { color }"),
        ("jinja", "layout.html", "{% block %}"),
        ("js", "a.js", "let = = 1;"),
        ("json", ".mcp.json", "{}"),
        ("json", "", '{"group": "A", "pagse": []}'),
        ("json", "docs.json", "{"),
        ("json", "docs.json", '{"nmae": "x"}'),
        ("json", "docs.json", '{"colors": {"primary": 3}}'),
        ("python", "conf.py", "extensons = []"),
        ("python", "conf.py", "x ="),
        ("sh", "", "if x"),
        ("sh", "", "sphinx-docsjson chek docs"),
        ("sh", "", "sphinx-docsjson check docs --nope"),
        ("sh", "", "sphinx-build --nope docs out"),
        ("sh", "", 'pip install "sphinx-docsjson[nope]"'),
        ("sh", "", "python -m tests.nope"),
        ("sh", "", "python -m tests.fuzz all --nope"),
        ("text", "", "said by nobody"),
        ("text", "requirements.txt", "a b"),
        ("toml", "netlify.toml", "["),
        ("yaml", ".readthedocs.yaml", "a: ["),
        ("yaml", "other.yaml", "a: 1"),
        ("yaml", "", "---\nnope: 1\n---"),
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
