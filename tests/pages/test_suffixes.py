"""Files that another extension reads stay with it; ours are read beside it."""

from __future__ import annotations

import pytest

PARSER = """
from docutils import nodes
from docutils.parsers import Parser

class Loud(Parser):
    supported = ("markdown",)

    def parse(self, text, document):
        section = nodes.section(ids=["loud"])
        section += nodes.title("", text.strip().upper())
        document += section

def setup(app):
    app.add_source_suffix(".md", "markdown")
    app.add_source_parser(Loud)
"""

ORDERS = [
    ["sphinx_docsjson", "loud_parser"],
    ["loud_parser", "sphinx_docsjson"],
]


@pytest.mark.parametrize("extensions", ORDERS)
def test_a_parser_of_another_extension_keeps_its_files(site, monkeypatch, tmp_path, extensions):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "loud_parser.py").write_text(PARSER)
    files = {"a.md": "whisper", "b.mdx": "# B\n\n<Note>said</Note>\n"}
    built = site(files, conf={"extensions": extensions})
    assert built.warning_lines == []
    assert built.article("a").h1.get_text() == "WHISPER"
    assert built.article("b").select_one(".dj-callout").get_text(strip=True).endswith("said")
    assert built.article("index").h1.get_text() == "WHISPER"


@pytest.mark.parametrize("extensions", [["sphinx_docsjson"], ["sphinx_docsjson", "myst_parser"]])
def test_we_read_markdown_where_nobody_else_does(site, extensions):
    built = site({"a.md": "# A\n\n<Note>said</Note>\n"}, conf={"extensions": extensions})
    assert built.warning_lines == []
    assert built.article("a").select_one(".dj-callout")
