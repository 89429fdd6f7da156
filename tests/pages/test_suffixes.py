"""Files that another extension reads stay with it; ours are read beside it."""

from __future__ import annotations

from io import StringIO

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tests._support.building import build_site, write_files

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

# As nbsphinx registers what `nbsphinx_custom_formats` names.
LATE = PARSER.replace(
    'app.add_source_suffix(".md", "markdown")',
    'app.connect("config-inited", lambda app, _: app.add_source_suffix(".md", "markdown"))',
)

ORDERS = [
    ["sphinx_docsjson", "loud_parser"],
    ["loud_parser", "sphinx_docsjson"],
]


@pytest.mark.parametrize("parser", [PARSER, LATE])
@pytest.mark.parametrize("extensions", ORDERS)
def test_a_parser_of_another_extension_keeps_its_files(
    site, monkeypatch, tmp_path, extensions, parser
):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "loud_parser.py").write_text(parser)
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


GUEST = """
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.sphinx_ext.main import setup_sphinx

class Renderer(SphinxRenderer):
    def render_em(self, token):
        self.render_strong(token)

class Strong(MystParser):
    supported = ("strong",)

    def parse(self, text, document):
        parser = create_md_parser(document.settings.env.myst_config, Renderer)
        parser.options["document"] = document
        parser.render(text)

def setup(app):
    setup_sphinx(app)
    app.add_source_parser(Strong)
    app.add_source_suffix(".md", "strong", override=True)
"""


@pytest.mark.parametrize("tags", [True, False])
@pytest.mark.parametrize(
    "extensions", [["sphinx_docsjson", "strong_parser"], ["strong_parser", "sphinx_docsjson"]]
)
def test_a_parser_on_top_of_myst_reads_tags(site, monkeypatch, tmp_path, extensions, tags: bool):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "strong_parser.py").write_text(GUEST)
    files = {"a.md": "---\nsidebarTitle: Short\n---\n# A\n\n*word*\n\n<Note>*said*</Note>\n"}
    built = site(files, conf={"extensions": extensions, "docsjson_tags_in_md": tags})
    assert built.warning_lines == []
    article = built.article("a")
    assert article.strong.get_text() == "word"
    assert bool(article.select_one(".dj-callout strong")) is tags
    assert built.app.env.metadata["a"]["sidebarTitle"] == "Short"


def test_the_parser_of_another_extension_is_as_before_after_a_build(site, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "strong_parser.py").write_text(GUEST)
    site({"a.md": "# A\n"}, conf={"extensions": ["strong_parser", "sphinx_docsjson"]})
    import strong_parser
    from myst_parser.parsers.mdit import create_md_parser

    assert strong_parser.create_md_parser is create_md_parser


def test_the_suffixes_of_conf_py_stay_and_ours_are_added(site):
    files = {"index.txt": "Home\n====\n", "notes.md": "# Notes\n", "drafts/idea.md": "# Idea\n"}
    conf = {"source_suffix": {".txt": "restructuredtext"}, "exclude_patterns": ["drafts"]}
    built = site(files, config={"navigation": ["index"]}, conf=conf)
    assert built.warning_lines == []
    assert built.app.env.found_docs == {"index", "notes"}


def test_a_page_that_gets_another_suffix_is_read_again_whatever_its_time_says(tmp_path):
    site = {"docs.json": '{"name": "X", "navigation": [{"group": "G", "pages": ["a"]}]}'}
    source = tmp_path / "src"
    build_site(source, {**site, "a.mdx": "# A\n\n{1 + 1}\n"})
    times = (source / "a.mdx").stat()
    (source / "a.mdx").rename(source / "a.md")
    assert (source / "a.md").stat().st_mtime_ns == times.st_mtime_ns
    assert "{1 + 1}" in build_site(source, {}).article("a").text


PROJECT = {
    "conf.py": 'extensions = ["myst_parser", "sphinx_docsjson"]\nhtml_theme = "basic"\n',
    "index.md": "# Home\n\n```{toctree}\n\nplain\n```\n",
    "plain.md": "# Plain\n\n<Note>As before.</Note>\n",
    "stray.mdx": "# Stray\n\n<Note>Said.</Note>\n",
}
NAMED = "# Home\n\n```{toctree}\n\nplain\nstray\n```\n"


@pytest.mark.parametrize(
    ("files", "is_page"),
    [
        ({}, False),
        ({"docs.json": '{"name": "A", "navigation": ["index", "plain"]}'}, False),
        ({"docs.json": '{"name": "A", "navigation": ["index", "plain", "stray"]}'}, True),
        ({"index.md": NAMED}, True),
    ],
)
def test_a_stray_mdx_is_a_page_of_a_myst_project_where_somebody_names_it(tmp_path, files, is_page):
    write_files(tmp_path / "site", PROJECT | files)
    output = tmp_path / "out"
    warnings = StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            *(tmp_path / "site", tmp_path / "site", output, output / "doctrees", "html"),
            status=None,
            warning=warnings,
        )
        app.build()

    assert (output / "stray.html").is_file() is is_page
    assert warnings.getvalue() == ""
    assert "<Note>As before.</Note>" in (output / "plain.html").read_text()
