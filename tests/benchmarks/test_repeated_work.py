"""What all documents share is made once a build: counted, never timed."""

from __future__ import annotations

import json
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
from sphinx_docsjson.compat.docutils import _walking, make_settings_once
from sphinx_docsjson.html.code import CodeFormatter, _seen_as
from sphinx_docsjson.openapi.model.operations import specification
from sphinx_docsjson.openapi.schema.constraints import Describer
from sphinx_docsjson.openapi.schema.fields import TreeMaker
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


def a_document():
    parts = [
        nodes.section("", nodes.title("", f"T{number}"), nodes.paragraph("", "", nodes.strong()))
        for number in range(3)
    ]
    return nodes.section("", *parts, nodes.paragraph("", "", nodes.Text("x")), nodes.comment())


@pytest.mark.parametrize(
    "wanted",
    [None, nodes.Element, nodes.Text, nodes.section, lambda node: isinstance(node, nodes.strong)],
)
def test_a_walk_finds_what_docutils_finds_also_where_nodes_change_meanwhile(wanted):
    given = getattr(nodes.Node.findall, "docsjson_given", nodes.Node.findall)
    ours = _walking(given)
    ways = (
        {},
        {"include_self": False},
        {"descend": False},
        {"siblings": True},
        {"ascend": True},
    )

    def found(walk, way):
        start = a_document()[1]
        return [repr(node) for node in walk(start, wanted, **way)]

    def changing(walk):
        document, seen = a_document(), []
        for node in walk(document, wanted):
            seen.append(repr(node))
            if isinstance(node, nodes.title):
                node.parent.append(nodes.image())
            elif isinstance(node, nodes.paragraph) and node.parent.index(node) < 3:
                node.replace_self([nodes.rubric("", "r"), nodes.rubric("", "s")])
        return seen, document.pformat()

    assert [found(ours, way) for way in ways] == [found(given, way) for way in ways]
    assert changing(ours) == changing(given)


def test_what_a_schema_is_is_said_once_however_many_fields_are_of_it(monkeypatch):
    owner = {"type": "object", "properties": {f"f{n}": {"type": "string"} for n in range(9)}}
    answer = {"schema": {"$ref": "#/components/schemas/Owner"}}
    responses = {"200": {"description": "Some.", "content": {"application/json": answer}}}
    paths = {f"/p{number}": {"get": {"responses": responses}} for number in range(6)}
    text = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"schemas": {"Owner": owner}},
    }
    spec = specification(text, "a.json")
    said = Counter()
    given = Describer.type_of

    def counted(self, view, *more):
        said[view.pointer] += 1
        return given(self, view, *more)

    monkeypatch.setattr(Describer, "type_of", counted)
    maker = TreeMaker(spec=spec)
    trees = [maker.trees(each) for each in spec.operations]

    shared = {pointer: count for pointer, count in said.items() if "/components/" in pointer}
    assert set(shared.values()) == {1}
    assert len(shared) == 9
    assert {len(list(tree.walk())) for each in trees for tree in each.contents.values()} == {10}


BYTES_A_FIELD = 330
"""A field with a name of three letters and no text takes no more of its page."""


def test_more_fields_are_no_more_nodes_or_walks_and_few_bytes(tmp_path, monkeypatch):
    walks = Counter()
    given = nodes.Node.findall

    def counted(self, *args, **kwargs):
        walks[size] += isinstance(self, nodes.document)
        return given(self, *args, **kwargs)

    counted.docsjson_given = given
    monkeypatch.setattr(nodes.Node, "findall", counted)
    found, length = {}, {}
    for size in (5, 50):
        owner = {"type": "object", "properties": {f"f{n:02}": {} for n in range(size)}}
        content = {"application/json": {"schema": owner}}
        answers = {"200": {"description": "Some.", "content": content}}
        spec = {
            "openapi": "3.1.0",
            "info": {"title": "T", "version": "1"},
            "paths": {"/p": {"get": {"summary": "Get", "responses": answers}}},
        }
        site = {"name": "T", "openapi": "a.json", "navigation": ["index"]}
        files = {
            "index.md": "# Start\n",
            "a.json": json.dumps(spec),
            "docs.json": json.dumps(site),
        }
        built = build_site(tmp_path / str(size), files)
        page = next(name for name in built.app.env.found_docs if name.endswith("/get"))
        found[size] = sum(1 for _node in given(built.doctree(page)))
        length[size] = len(str(built.article(page).select_one(".dj-fields")))

    assert found[5] == found[50] < 60
    assert walks[5] == walks[50] > 0
    assert (length[50] - length[5]) / 45 < BYTES_A_FIELD
