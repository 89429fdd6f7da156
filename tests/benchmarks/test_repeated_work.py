"""What all documents share is made once a build: counted, never timed."""

from __future__ import annotations

import json
import pickle
from collections import Counter

import pygments
import pytest
import sphinx.util.docutils
from docutils import nodes
from docutils.frontend import OptionParser
from docutils.readers import standalone
from docutils.utils import new_document
from pygments.formatters import HtmlFormatter
from pygments.lexers.data import JsonLexer
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.parsers import RSTParser
from sphinx.transforms import SphinxSmartQuotes, SphinxTransformer

from sphinx_docsjson.compat import builders, docutils
from sphinx_docsjson.compat.docutils import (
    Held,
    _walking,
    become,
    make_settings_once,
    walk_briefly,
)
from sphinx_docsjson.html.code import CodeFormatter, _seen_as
from sphinx_docsjson.openapi.model.operations import specification
from sphinx_docsjson.openapi.schema.constraints import Describer
from sphinx_docsjson.openapi.schema.fields import TreeMaker
from sphinx_docsjson.pages import checks
from tests._support.building import build_site
from tests._support.finite import steps
from tests._support.inputs import input_text


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


def after(change, *, old):
    """What a document that is being transformed holds of a class, after a change of it."""
    document = new_document("page")
    document += [nodes.section("", nodes.title("", "T")), nodes.paragraph("", "Words.")]
    Held.begin(document)
    try:
        change(document, old)
        return [type(node) for node in document.findall(nodes.strong)]
    finally:
        Held.end()


COMING = {
    "is appended": lambda document, old: document.append(nodes.paragraph("", "", nodes.strong())),
    "was there before": lambda document, old: document[0].insert(0, old),
    "takes the place of another": lambda document, old: document[1].replace_self([old]),
    "is a slice": lambda document, old: document.__setitem__(slice(0, 1), [old]),
    "was stored": lambda document, old: document.extend([pickle.loads(pickle.dumps(old))]),
    "becomes another": lambda document, old: become(document[1], nodes.strong),
    "is made and kept by hand": lambda document, old: setattr(
        document[1], "children", [nodes.strong()]
    ),
    "is of a class below": lambda document, old: document.append(
        type("loud", (nodes.strong,), {})()
    ),
}


@pytest.mark.parametrize("change", COMING.values(), ids=COMING)
def test_a_node_that_comes_while_transforms_run_is_found(change, monkeypatch):
    see_walks(monkeypatch)
    old = nodes.paragraph("", "", nodes.emphasis("", "", nodes.strong()))

    assert len(after(change, old=old)) == 1


def see_walks(monkeypatch):
    """Let nodes be found and seen our way, whatever ran before."""
    for kind, name in ((nodes.Node, "findall"), (nodes.Node, "setup_child")):
        monkeypatch.setattr(kind, name, getattr(kind, name))
    monkeypatch.setattr(nodes.Element, "__init__", nodes.Element.__init__)
    monkeypatch.setattr(SphinxTransformer, "apply_transforms", SphinxTransformer.apply_transforms)
    walk_briefly()


def test_a_class_that_a_document_does_not_hold_costs_the_same_on_a_long_page(monkeypatch):
    see_walks(monkeypatch)
    taken = []
    for size in (3, 300):
        document = new_document("page")
        document += [nodes.paragraph("", "Words.") for _ in range(size)]
        Held.begin(document)
        taken.append(steps(lambda found=document: list(found.findall(nodes.table))))
        Held.end()

    assert taken[0] == taken[1]


def test_what_is_moved_time_and_again_is_looked_at_a_few_times_and_then_walked_for(monkeypatch):
    see_walks(monkeypatch)
    document = new_document("page")
    document += nodes.section("", *(nodes.paragraph("", "Words.") for _ in range(50)))
    Held.begin(document)
    looked = steps(lambda: [document.replace(document[0], document[0]) for _ in range(2000)])
    document[0].children.append(nodes.strong())
    found = list(document.findall(nodes.strong))
    Held.end()

    assert looked < 20_000
    assert len(found) == 1


def test_no_walk_of_a_build_is_left_out_that_would_have_found_something(tmp_path, monkeypatch):
    see_walks(monkeypatch)
    walk, left_out = docutils._of_class, Counter()

    def checked(node, wanted):
        found = list(walk(node, wanted))
        if not found and node in Held.documents:
            held = Held.documents[:]
            Held.documents.clear()
            assert not list(walk(node, wanted))
            Held.documents[:] = held
            left_out[node["source"]] += wanted not in Held.classes
        return iter(found)

    monkeypatch.setattr(docutils, "_of_class", checked)
    files = {"page.mdx": input_text(__file__, "constructs.mdx"), **site(2)}
    build_site(tmp_path, files | {"docs.json": '{"name": "T", "navigation": ["page", "page0"]}'})

    assert min(left_out.values()) > 20


def test_typography_leaves_blocks_alone_in_which_it_has_nothing_to_do(tmp_path, monkeypatch):
    asked = []
    given = SphinxSmartQuotes.get_tokens

    def counted(self, txtnodes):
        asked.append("".join(txtnodes))
        return given(self, txtnodes)

    monkeypatch.setattr(SphinxSmartQuotes, "get_tokens", counted)
    lines = ["Plain, *words*.", "It's *so*.", "a -- b", "and so on...", 'A "b".', "Done (all) 1."]
    files = site(1) | {"page0.md": "# Title\n\n" + "\n\n".join(lines) + "\n"}
    shown = build_site(tmp_path, files).text("page0.html")

    assert asked == ["It's so.", "a -- b", "and so on...", 'A "b".']
    for text in ("Plain, <em>words</em>.", "It’s <em>so</em>.", "a – b", "so on…", "A “b”."):
        assert text in shown


def test_a_field_that_all_pages_have_is_compared_with_the_known_ones_once(tmp_path, monkeypatch):
    compared = Counter()
    given = checks.near_name

    def counted(name, known):
        compared[name] += 1
        return given(name, known)

    monkeypatch.setattr(checks, "near_name", counted)
    checks.near_field.cache_clear()
    pages = {f"page{n}.md": f"---\ntitle: T{n}\nouter_width: 1\n---\n\nWords.\n" for n in range(5)}
    build_site(tmp_path, site(5) | pages)

    assert compared["outer_width"] == 1


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
