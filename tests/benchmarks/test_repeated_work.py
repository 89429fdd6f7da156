"""What all documents share is made once a build: counted, never timed."""

from __future__ import annotations

from collections import Counter

import pygments
import pytest
import sphinx.util.docutils
from docutils import nodes
from docutils.frontend import OptionParser
from docutils.readers import standalone
from pygments.formatters import HtmlFormatter
from pygments.lexers.data import JsonLexer
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.parsers import RSTParser

from sphinx_docsjson.compat import builders
from sphinx_docsjson.compat.docutils import make_settings_once
from sphinx_docsjson.html.code import CodeFormatter, _seen_as
from tests._support.building import build_site


def site(count):
    names = [f"page{number}" for number in range(count)]
    pages = {f"{name}.md": f"---\ntitle: The {name}\n---\n\nWords.\n" for name in names}
    return {"docs.json": f'{{"name": "T", "navigation": {names}}}'.replace("'", '"'), **pages}


def test_docutils_declares_its_options_as_often_for_many_pages_as_for_few(tmp_path, monkeypatch):
    made = Counter()
    given = OptionParser.__init__

    def counted(self, *args, **kwargs):
        made[size] += 1
        given(self, *args, **kwargs)

    monkeypatch.setattr(OptionParser, "__init__", counted)
    for size in (2, 8):
        build_site(tmp_path / str(size), site(size))

    assert 0 < made[8] <= made[2]


def test_a_title_is_written_once_for_its_page_and_those_beside_it(tmp_path, monkeypatch):
    written = Counter()
    given = StandaloneHTMLBuilder.render_partial

    def counted(self, node):
        if isinstance(node, nodes.title):
            written[node.astext()] += 1
        return given(self, node)

    monkeypatch.setattr(StandaloneHTMLBuilder, "render_partial", counted)
    build_site(tmp_path / "site", site(8))

    assert set(written.values()) == {1}
    assert len(written) >= 8


def test_contents_are_written_as_sphinx_writes_them_and_by_it_only_at_first(tmp_path, monkeypatch):
    asked = Counter()
    given = StandaloneHTMLBuilder.render_partial

    def counted(self, node):
        asked[type(node)] += 1
        return given(self, node)

    body = "\n## One & two\n\n### `Three`\n\n## Four\n\n### Five\n"
    files = {
        name: text + (body if name.startswith("page1") and name.endswith("2.md") else "## A\n")
        for name, text in site(30).items()
        if name != "docs.json"
    }
    files["docs.json"] = site(30)["docs.json"]
    shown = build_site(tmp_path / "site", files)
    monkeypatch.setattr(StandaloneHTMLBuilder, "render_partial", counted)
    monkeypatch.setattr(builders, "MANY_COMPARED", 8)
    again = build_site(tmp_path / "again", files)
    counts = asked[nodes.bullet_list]
    monkeypatch.setattr(builders, "MANY_COMPARED", 1000)
    slow = build_site(tmp_path / "slow", files)

    assert counts < 15
    assert asked[nodes.bullet_list] > 40
    for page in ("page3.html", "page12.html"):
        assert shown.text(page) == again.text(page) == slow.text(page)
    assert "One &amp; two" in shown.text("page12.html")


def test_settings_made_once_are_those_that_docutils_would_make(tmp_path, monkeypatch):
    place = sphinx.util.docutils
    given = getattr(place, "_get_settings", None)
    if given is None:
        pytest.skip("this Sphinx makes one parser a kind of file")
    monkeypatch.setattr(place, "_get_settings", given)
    monkeypatch.chdir(tmp_path)
    make_settings_once()
    ask = partial(defaults={"title": "T"}, read_config_files=True)

    for conf in ("", "[general]\ntab_width: 3\n", "[general]\ntab_width: 5\n"):
        (tmp_path / "docutils.conf").write_text(conf)
        first = ask(getattr(given, "docsjson_given", given), standalone.Reader, RSTParser())
        for _again in range(2):
            made = ask(place._get_settings, standalone.Reader, RSTParser())
            assert plain(made) == plain(first)
            made.strip_classes = ["mine"]
            made.record_dependencies.add("mine")


def partial(**fixed):
    return lambda function, *args: function(*args, **fixed)


def plain(settings):
    found = dict(vars(settings))
    assert found.pop("record_dependencies").list == []
    return found


def test_code_is_written_as_pygments_writes_it_with_neighbours_that_look_the_same(tmp_path):
    code = '{\n  "a": [1, {"b": null}],\n\n  "c": "x\\n<y>"\n}\n'
    tokens = list(JsonLexer().get_tokens(code))
    brief, usual = CodeFormatter(style="default"), HtmlFormatter(style="default")
    seen = [(_seen_as(brief.style, ttype), value) for ttype, value in tokens]

    assert pygments.format(tokens, brief) == pygments.format(seen, usual)
    assert "<span" in pygments.format(tokens, brief)
