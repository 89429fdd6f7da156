"""Tags in pages: what they become, where they may stand, and how mistakes are told."""

# ruff: noqa: E501  (pages are written as their authors write them)

from __future__ import annotations

import pytest
from docutils import nodes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sphinx_docsjson.mdx.grammar import Grammar
from sphinx_docsjson.mdx.parsing.plugin import tags_plugin
from sphinx_docsjson.mdx.shapes import Shape


def doctree(site, body: str, name: str = "index.mdx", **files: str):
    built = site({name: body, **files})
    return built, built.doctree(name.partition(".")[0])


def text_of(site, body: str) -> str:
    built, tree = doctree(site, body)
    assert built.warning_lines == []
    return tree.astext()


PLACES = [
    "<Note>\nhello **you**\n</Note>",
    "<Note>hello **you**</Note>",
    "<Note>\n\n        hello **you**\n\n</Note>",
    "text\n<Note>\n  hello **you**\n</Note>\ntext",
    "- item\n\n  <Note>\n  hello **you**\n  </Note>",
    "- <Note>hello **you**</Note>",
    "> <Note>\n> hello **you**\n> </Note>",
    "| a |\n|---|\n| <Note>hello **you**</Note> |",
    "text <Note>hello **you**</Note> text",
    "<Note\n\n>\nhello **you**\n</Note>",
    "<Frame><Note>hello **you**</Note></Frame>",
    "<div>\n  <div>\n      <Note>\n          hello **you**\n      </Note>\n  </div>\n</div>",
]


def test_a_component_may_stand_anywhere(site):
    pages = {f"page{number}.mdx": body for number, body in enumerate(PLACES)}
    built = site(pages)
    assert built.warning_lines == []
    for number, body in enumerate(PLACES):
        tree = built.doctree(f"page{number}")
        notes = [n for n in tree.findall(nodes.Element) if n.get("component") == "Note"]
        assert len(notes) == 1, body
        assert "hello you" in notes[0].astext()
        assert [n.astext() for n in notes[0].findall(nodes.strong)] == ["you"], body
        assert not isinstance(notes[0].parent, nodes.paragraph), body


def test_a_fence_in_a_component_keeps_the_tags_in_it(site):
    _, tree = doctree(site, "<Note>\n    ```mdx\n    <Tip>\n      x\n    </Tip>\n    ```\n</Note>")
    block = next(tree.findall(nodes.literal_block))
    assert block.astext() == "<Tip>\n  x\n</Tip>"


def test_deeply_indented_lists_and_tables_are_no_code(site):
    body = "<Tabs>\n    <Tab title='a'>\n        - one\n          - two\n\n        | a |\n        |---|\n        | b |\n    </Tab>\n</Tabs>"
    _, tree = doctree(site, body)
    assert len(list(tree.findall(nodes.list_item))) == 2
    assert len(list(tree.findall(nodes.table))) == 1
    assert not list(tree.findall(nodes.literal_block))


def test_indented_code_stays_code_in_md_pages_outside_of_components(site):
    _, tree = doctree(site, "text\n\n    code\n", name="index.md")
    assert [n.astext() for n in tree.findall(nodes.literal_block)] == ["code\n"]


def test_comments_and_module_lines_are_not_shown(site):
    text = text_of(
        site,
        "{/* one */}\n\na {/* two\nlines */} b\n\n{/*\n\nthree\n\n*/}\n\n<!-- four -->\n",
    )
    assert "a  b" in text
    for word in ("one", "two", "three"):
        assert word not in text


def test_a_fragment_shows_what_it_holds(site):
    assert "inside" in text_of(site, "<>\n\ninside\n\n</>")


def test_values_of_the_page_are_put_into_text_and_attributes(site):
    body = 'export const plan = {name: "Pro", seats: [1, 2]}\n\nThe {plan.name} plan, {" "}{plan.seats[1]} seats.\n\n<Card title={`${plan.name}!`} href="/">x</Card>\n'
    text = text_of(site, body)
    assert "The Pro plan,  2 seats." in text
    assert "Pro!" in text


def test_a_footnote_that_is_not_there_is_text(site):
    text = text_of(site, "one[^1] two[^2]\n\n<Note>three[^2]</Note>\n\n[^2]: Foot.")
    assert "one[^1]" in text
    assert "Foot." in text


def test_money_is_not_mathematics(site):
    assert "from $5 to $10" in text_of(site, "from $5 to $10")


LINES = [
    ("one\n\n<Nope>\n", ":3:", "<Nope> is not a component"),
    ("a\nb <Nope/> c\n", ":2:", "<Nope> is not a component"),
    ("<Note>\n\n\n  x {gone}\n</Note>", ":4:", "uses the name gone"),
    ("<Steps>\n  <Step title='a'>\n    <Nope/>\n  </Step>\n</Steps>", ":3:", "<Nope>"),
    ("- a\n- b\n\n  <Note>\n  c\n\n  {gone}\n  </Note>", ":7:", "gone"),
    ("text\n\n</Note>\n", ":3:", "</Note> closes nothing"),
    ("one\n\n<Note>\nkept\n", ":3:", "<Note> is never closed"),
    ("<Tabs>\n<Tab title='a'>\nkept\n</Tabs>\n", ":2:", "<Tab> is never closed"),
    ("---\ntitle: T\n---\n\n<Note>\n<Nope/>\n</Note>", ":6:", "<Nope>"),
]


def test_a_mistake_is_told_once_with_its_line(site):
    built = site({f"page{number}.mdx": body for number, (body, _, _) in enumerate(LINES)})
    assert len(built.warning_lines) == len(LINES)
    for number, (body, line, message) in enumerate(LINES):
        told = [w for w in built.warning_lines if w.startswith(f"page{number}.mdx{line}")]
        assert len(told) == 1, body
        assert message in told[0]


def test_what_is_not_valid_is_shown_as_text(site):
    built, tree = doctree(site, "a <Nope x=1> b </Nope> {gone} <b>c")
    assert "a <Nope x=1> b </Nope> {gone} <b>c" in tree.astext()
    assert all("[docsjson." in line for line in built.warning_lines)


def test_the_content_of_an_unclosed_component_is_kept(site):
    _, tree = doctree(site, "<Note>\nkept\n\n## Next\n\nouter")
    note = next(n for n in tree.findall(nodes.Element) if n.get("component") == "Note")
    assert "kept" in note.astext()
    assert "outer" not in note.astext()


def test_an_event_handler_is_dropped_without_a_word(site):
    built, _ = doctree(site, "<div onClick={() => alert(1)} onmouseover='x()'>text</div>")
    assert built.warning_lines == []
    assert "alert" not in built.text("index.html")
    assert "onmouseover" not in built.text("index.html")


def test_very_deep_nesting_ends_in_a_warning(site):
    built, _ = doctree(site, "<div>\n" * 60 + "x\n" + "</div>\n" * 60)
    assert len(built.warning_lines) == 1
    assert "nested deeper" in built.warning_lines[0]


def test_without_docs_json_a_page_is_what_myst_makes_of_it(tmp_path):
    from tests._support.building import build_site

    built = build_site(tmp_path / "s", {"index.md": "# T\n\n<b>x</b> $5"})
    raws = [n.astext() for n in built.doctree("index").findall(nodes.raw)]
    assert "<b>" in raws


class _Names:
    """A page on which ``A`` and ``C`` are components and ``b`` is HTML."""

    def shape_of(self, name: str) -> Shape:
        shapes = {"A": Shape.BLOCK, "b": Shape.INLINE, "C": Shape.EITHER, "": Shape.EITHER}
        return shapes.get(name, Shape.UNKNOWN)

    def is_component(self, name: str) -> bool:
        return name in {"A", "C"}

    def similar_component(self, name: str) -> str | None:
        return "A" if name == "AA" else None

    def inside_component(self) -> bool:
        return False

    def is_site_path(self, path: str) -> bool:
        return True

    def defined_names(self) -> list[str]:
        return ["b"]


@pytest.mark.parametrize("whole", [True, False])
@given(st.text(alphabet="<>/{}AbC \n`-*#|!x=\"'1.", max_size=120))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_makes_the_plugin_fail(whole: bool, text: str):
    md = MarkdownIt("commonmark").enable("table")
    tags_plugin(md, Grammar(_Names(), whole=whole))
    for token in md.parse(text):
        assert token.map is None or token.map[0] <= token.map[1] <= text.count("\n") + 1
