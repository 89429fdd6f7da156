"""What is nested deeper than anyone writes costs its marks and one message, never the build."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.ext.openapi.schema.patterns import finds, matching
from sphinx_docsjson.html import context


def shapes(n):
    """Yield the names and texts of deep pages."""
    most = min(n, 300)  # markdown-it reads these in squares
    yield "quotes", "> " * most + "zebra"
    yield "lists", "- " * n + "zebra"
    yield "items", "\n".join("  " * i + "- a" for i in range(most)) + " zebra"
    yield "footnote", "zebra[^a]\n\n[^a]: " + "> " * most + "quagga"
    yield "elements", "<div>" * n + "zebra" + "</div>" * n
    yield "marks", "**a " * n + "zebra" + " a**" * n
    yield "links", "[" * n + "zebra" + "](https://a.example)" * n
    yield "style", "<div style='" + '{"a":' * n + "1" + "}" * n + "'>zebra</div>"
    yield "title", f"---\ntitle: '{'[' * n}{']' * n}'\n---\n\nzebra"


def api(n):
    """Return a description that is deep in each text that we read."""
    deep = "**a " * n + "zebra" + " a**" * n
    marks = {"x": "<b>" * n + "okapi" + "</b>" * n, "y": "> " * 300 + "quagga"}
    fields = {name: {"type": "string", "description": text} for name, text in marks.items()}
    fields["z"] = {"type": "string", "pattern": "(" * n + "a" + ")" * n}
    body = {"application/json": {"schema": {"type": "object", "properties": fields}}}
    text = {"application/json": {"example": "[" * n + "]" * n, "schema": {}}}
    operation = {
        "summary": "Deep",
        "description": deep,
        "requestBody": {"content": body},
        "responses": {"200": {"description": deep, "content": text}},
    }
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "T", "version": "1", "description": deep},
            "servers": [{"url": "https://api.example"}],
            "paths": {"/deep": {"post": operation}},
        }
    )


@pytest.mark.parametrize(
    "n", [pytest.param(900), pytest.param(5000, marks=pytest.mark.nightly)], ids=str
)
def test_every_page_is_written_with_its_words_whatever_is_deep_in_it(site, n):
    pages = {f"{kind}/{name}.{kind}": text for kind in ("md", "mdx") for name, text in shapes(n)}
    pages = {path: text if text[0] == "-" else f"# T\n\n{text}\n" for path, text in pages.items()}
    indents = ["   " * level for level in range(300)]
    notes = "\n\n".join(f"{indent}.. note::" for indent in indents)
    pages["rst/notes.rst"] = f"T\n=\n\n{notes}\n\n{indents[-1]}   zebra\n"
    names = [path.rpartition(".")[0] for path in pages]
    config = {"name": "S", "openapi": "api.json", "navigation": {"pages": ["index", *names]}}
    files = {"docs.json": json.dumps(config), "index.md": "# I\n", "api.json": api(n), **pages}
    built = site(files, conf={"html_theme": "docsjson"})

    lost = [name for name in names if "zebra" not in built.text(f"{name}.html")]
    assert lost == []
    assert all("quagga" in built.text(f"{kind}/footnote.html") for kind in ("md", "mdx"))
    (docname,) = [name for name in built.app.env.found_docs if name.endswith("deep")]
    words = built.soup(docname).text
    assert all(word in words for word in ("zebra", "okapi", "quagga"))
    # Equal messages of many pages are one line, which says how many.
    kinds = [line.rpartition("[docsjson.")[2].rstrip("]") for line in built.warning_lines]
    assert set(kinds) <= {"nesting", "tag"}
    deep = [line for line in built.warning_lines if "blocks are nested too deeply" in line]
    assert deep
    assert deep[0].startswith(("md/", "mdx/"))
    assert len(kinds) < 8


def test_text_that_is_deep_is_no_json_and_no_pattern():
    with pytest.raises(ValueError, match="nested"):
        read_json("[" * 5000 + "]" * 5000)
    with pytest.raises(ValueError, match="nested"):
        read_json("[" * 500 + "]" * 500)
    assert read_json('{"a": [1]}') == {"a": [1]}
    deep = "(" * 900 + "a" + ")" * 900
    assert matching(deep) is None
    assert finds("(" * 5000 + "a" + ")" * 5000, "text")


def test_a_step_that_fails_for_a_page_costs_that_page_only_what_it_gives(site, monkeypatch):
    made = context.make_frame

    def failing(page):
        if page.pagename == "bad":
            raise RecursionError("maximum depth")
        return made(page)

    monkeypatch.setattr(context, "make_frame", failing)
    config = {"name": "S", "navigation": {"pages": ["index", "bad"]}}
    files = {"docs.json": json.dumps(config), "index.md": "# I\n", "bad.md": "# Bad\n\nWords.\n"}
    built = site(files, conf={"html_theme": "docsjson"})

    assert "<p>Words.</p>" in built.text("bad.html")
    assert "dj-sidebar" in built.text("index.html")
    (line,) = built.warning_lines
    assert "bad.md: WARNING: " in line
    assert "give_frame failed for this page" in line
    assert "RecursionError: maximum depth" in line
    assert line.endswith("[docsjson.failed]")
