"""The Markdown twin of a page says what the page says."""

from __future__ import annotations

import json
import re

from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES
from sphinx_docsjson.outputs.markdown.writer import Writer

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8"
    "cfc0f01f0005000201a5c9b4d70000000049454e44ae426082"
)
BASE = {"html_baseurl": "https://docs.example.com/en/"}


def twin(built, docname="index"):
    return built.text(f"{docname}.md")


def test_every_page_has_a_twin_beside_it(site):
    built = site({"index.md": "# Hello\n\nWorld.\n", "guide/a.md": "# A\n\nText.\n"})

    assert "# Hello\n\nWorld." in twin(built)
    assert "# A\n\nText." in twin(built, "guide/a")


def test_dirhtml_twins_have_the_address_of_the_page_and_md(site):
    built = site(
        {
            "index.md": "# Hello\n",
            "guide/a.md": "# A\n\n[b](b.md#part)\n",
            "guide/b.md": "# B\n\n## Part\n",
        },
        "dirhtml",
        conf=BASE,
    )

    assert "[b](https://docs.example.com/en/guide/b.md#part)" in twin(built, "guide/a")


def test_links_to_pages_lead_to_their_twins_with_anchors(site):
    files = {"index.md": "# Hello\n\n[x](guide/a.md#part)\n", "guide/a.md": "# A\n\n## Part\n"}

    assert "[x](guide/a.md#part)" in twin(site(files))
    absolute = site(files, conf=BASE)
    assert "[x](https://docs.example.com/en/guide/a.md#part)" in twin(absolute)


def test_front_matter_gives_title_and_description(site):
    built = site({"index.md": "---\ntitle: The title_\ndescription: What it is.\n---\n\nBody.\n"})

    assert "# The title\\_\n\nWhat it is.\n\nBody." in twin(built)


def test_a_twin_begins_with_a_pointer_to_the_index(site):
    built = site({"index.md": "# Hello\n"}, conf=BASE)

    first = twin(built).splitlines()[0]
    assert first.startswith("> ")
    assert "https://docs.example.com/en/llms.txt" in first


def test_the_builder_writes_the_same_without_html(site):
    files = {"index.md": "# Hello\n\n[x](guide/a.md#part)\n", "guide/a.md": "# A\n\n## Part\n"}
    built = site(files, "docsjson-markdown")

    assert "[x](guide/a.md#part)" in twin(built)
    assert not list(built.outdir.rglob("*.html"))


def test_escaped_blanks_of_rst_leave_no_trace(site):
    page = "Wa\\ *t*\\ er\n=========\n\nH\\ :sub:`2`\\ O\n\n.. py:function:: f(a) \\ b\n"
    built = site({"index.rst": page})

    assert "H₂O" in twin(built)
    texts = [path for end in ("md", "txt", "html", "js") for path in built.outdir.glob(f"*.{end}")]
    assert len(texts) > 3
    assert [path.name for path in texts if "\0" in path.read_text(encoding="utf-8")] == []


def test_diagrams_without_text_between_them_are_blocks_of_their_own(site):
    diagram = ".. graphviz::\n\n   digraph { a -> b; }\n\n"
    built = site(
        {"index.rst": f"T\n=\n\n{diagram}{diagram}End.\n"},
        "docsjson-markdown",
        conf={"extensions": ["sphinx_docsjson", "sphinx.ext.graphviz"]},
    )

    fence = "```dot\ndigraph { a -> b; }\n```\n\n"
    assert fence + fence + "End." in twin(built)


def test_titles_and_captions_have_their_numbers(site):
    page = "\n".join(
        [
            "Page\n====\n\nPart\n----\n",
            ".. figure:: a.png\n\n   A caption.\n",
            ".. code-block:: text\n   :caption: Code\n\n   x\n",
            ".. list-table:: Cells\n\n   * - a\n",
        ]
    )
    index = "Top\n===\n\n.. toctree::\n   :numbered:\n\n   page\n"
    built = site(
        {"index.rst": index, "page.rst": page, "a.png": PIXEL},
        config={"navigation": ["index"]},
        conf={"numfig": True},
    )

    body = twin(built, "page")
    for line in ("# 1. Page", "## 1.1. Part", "Fig. 1.1 A caption.", "**Listing 1.1 Code**"):
        assert f"{line}\n" in body
    assert "**Table 1.1 Cells**\n" in body


def test_a_twin_takes_one_step_for_each_node_however_deep_it_stands(site, monkeypatch):
    steps = []
    write = Writer.write
    monkeypatch.setattr(
        Writer, "write", lambda self, node: steps.append(node) or write(self, node)
    )
    deep = "\n".join(f"{'  ' * level}- *item* {level}" for level in range(9))
    table = "| A | B |\n|---|---|\n| 1 | 2 |\n"
    page = f"# Start\n\n{deep}\n\n<Note>**Bold** and `code`.</Note>\n\n{table}"

    built = site({"index.md": page})

    assert "**Bold** and `code`" in twin(built)
    assert len(steps) == len({id(node) for node in steps}) > 30


API = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "paths": {"/a": {"get": {"summary": "A", "responses": {"200": {"description": "ok"}}}}},
}


def test_a_twin_has_a_request_in_one_language_and_names_the_others(site, tmp_path):
    page = "---\ntitle: A\nopenapi: GET /a\n---\n"
    files = {"index.md": "# Home\n", "a.md": page, "api.json": json.dumps(API)}
    config = {"api": {"openapi": "api.json"}, "navigation": {"pages": ["index", "a"]}}
    built = site(files, config=config, conf=BASE, srcdir=tmp_path / "src")

    assert "curl --request GET" in twin(built, "a")
    assert "import requests" not in twin(built, "a")
    assert f"Other languages: {', '.join(LANGUAGES[1:])}\n" in twin(built, "a")
    hidden = built.soup("a").select("details.dj-panel[data-markdown-ignore]")
    assert len(hidden) == len(LANGUAGES) - 1

    config["api"]["examples"] = {"languages": ["python", "go"]}
    built = site(files, config=config, conf=BASE, srcdir=tmp_path / "src")

    assert "import requests" in twin(built, "a")
    assert "Other languages: go" in twin(built, "a")


def test_the_link_to_the_source_of_an_object_is_no_part_of_its_heading(site):
    conf = {"extensions": ["sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_docsjson"]}
    built = site({"index.rst": "A\n=\n\n.. autofunction:: textwrap.indent\n"}, conf=conf)

    assert "[source]" in built.article("index").get_text()
    assert "## `textwrap.indent(text, prefix, predicate=None)`\n" in twin(built)


def test_no_backslash_stands_in_the_text_of_a_link(site):
    page = r"[\_\_init\_\_](a.md), [f(*args)](a.md), [x[0]](a.md), [a [b] c](a.md)"
    built = site({"index.md": f"# Home\n\n{page}\n", "a.md": "# A\n"})

    expected = "[`__init__`](a.md), [`f(*args)`](a.md), [x[0]](a.md), [a [b] c](a.md)"
    assert expected in twin(built)


def test_no_twin_of_our_documentation_has_what_costs_tokens_and_says_nothing(docs_folder):
    twins = [path for path in docs_folder.rglob("*.md") if path.with_suffix(".html").is_file()]
    found = []
    for path in twins:
        text = re.sub(r"^(`{3,}).*?^\1$", "", path.read_text("utf-8"), flags=re.M | re.S)
        text = re.sub(r"(`+)[^`].*?\1", "`code`", text)
        found += [(path.name, each) for each in re.findall(r"\[[^\[\]\n]*\\[^\n\]]*\]\(", text)]
        found += [
            (path.name, each) for each in re.findall(r"</?su[bp]>|^#.*\[source\]", text, re.M)
        ]

    assert len(twins) > 50
    assert found == []


def test_a_raised_icon_that_leads_to_the_source_is_no_part_of_a_heading(site):
    icon = '<sup><a href="https://x.example/f.py"><Icon icon="github" /></a></sup>'
    built = site({"index.mdx": f"# Home\n\n### `f` {icon}\n\nWords<sup>2</sup>.\n"})

    assert "`f`\n" in twin(built)
    assert "x.example" not in twin(built)
    assert "Words²." in twin(built)
