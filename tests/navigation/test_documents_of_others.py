"""Extensions may write documents just before Sphinx reads: PEPs writes its index then."""

from __future__ import annotations

from tests._support.building import build_site

EXTENSION = """
def write(app, env, docnames):
    (app.srcdir / "made.rst").write_text("Made\\n====\\n\\n:doc:`index`\\n")
    docnames.append("made")
    env.found_docs.add("made")


def setup(app):
    app.connect("env-before-read-docs", write)
"""


def test_a_document_that_an_extension_writes_is_in_the_navigation(tmp_path, monkeypatch):
    (tmp_path / "ext").mkdir()
    (tmp_path / "ext/writing_made.py").write_text(EXTENSION)
    monkeypatch.syspath_prepend(tmp_path / "ext")
    files = {
        "docs.json": '{"name": "A", "navigation": ["index", "made", "lost"]}',
        "index.md": "# Start\n\n[To the page](/made)\n",
    }

    built = build_site(
        tmp_path / "site", files, conf={"extensions": ["sphinx_docsjson", "writing_made"]}
    )

    (said,) = built.warning_lines
    assert "names the page 'lost', which does not exist" in said
    page = built.soup("index")
    assert page.select_one(".dj-side a[href='made.html']")
    assert page.select_one(".dj-content a[href='made.html']")
