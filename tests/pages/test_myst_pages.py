"""``.md`` pages: MyST and what we add to it, and the switch that leaves MyST alone."""

from __future__ import annotations

import pytest
from docutils import nodes

from tests._support.building import build_site

TAGS = "# Page\n\n<Note>\nhello\n</Note>\n\n{/* gone */} <b className='x'>y</b> <i>z</i>\n"


def texts_of(built, name: str, kind: type[nodes.Node] = nodes.raw) -> list[str]:
    return [node.astext() for node in built.doctree(name).findall(kind)]


def test_tags_are_added_to_myst_and_its_html_stays(site):
    built = site({"index.md": TAGS})
    assert built.warning_lines == []
    assert texts_of(built, "index", nodes.note) == ["hello"]
    assert texts_of(built, "index") == ["<i>", "</i>"]
    assert "gone" not in built.doctree("index").astext()


def test_a_switch_leaves_md_to_myst_and_mdx_to_us(site, tmp_path):
    conf = {"docsjson_tags_in_md": False}
    files = {"index.rst": "T\n=\n", "page.md": TAGS + "\n## What's new?\n"}
    built = site({**files, "other.mdx": "<Note>hello</Note>"}, conf=conf)
    extensions = built.app.config.myst_enable_extensions
    plain = build_site(
        tmp_path / "plain",
        files,
        conf={"extensions": ["myst_parser"], "myst_enable_extensions": extensions},
    )
    written = [b.doctree("page").pformat().replace(str(b.srcdir), "") for b in (built, plain)]
    assert written[0] == written[1]
    assert texts_of(built, "other", nodes.note) == ["hello"]


HTML = {
    "<div className='x'>*a*</div>": "a",
    "<div>\n<Note>\na\n</Note>\n</div>": "a",
    '<p align="center"><img src="/a.png" alt="a" /></p>': "a",
    "text <a href='/other'>a</a>": "text a",
}


@pytest.mark.parametrize("html", HTML)
def test_html_that_means_nothing_to_myst_is_ours(site, html: str):
    built = site({"index.md": f"# T\n\n{html}\n", "other.md": "# O\n", "a.png": b""})
    assert built.warning_lines == []
    assert texts_of(built, "index") == []


def test_names_of_the_page_stand_in_text_and_other_braces_are_text(site):
    built = site({"index.md": 'export const x = "A"\n\n# T\n\n{x} {y} {1} {*z*}\n'})
    assert built.warning_lines == []
    assert built.doctree("index").astext().strip().endswith("A {y} {1} {z}")


MATTER = "---\ntitle: Front\ndescription: Lead\n---\n\n"


@pytest.mark.parametrize(
    ("body", "titles"),
    [
        ("## A\n", ["Front", "A"]),
        ("# Body\n\n## A\n", ["Body", "A"]),
        ("# One\n\n# Two\n", ["Front", "One", "Two"]),
        ("## A\n\n# B\n", ["Front", "A", "B"]),
        ("text\n", ["Front"]),
    ],
)
def test_the_title_of_the_front_matter_is_shown_where_the_page_has_none(site, body, titles):
    built = site({"index.md": MATTER + body})
    assert built.warning_lines == []
    assert texts_of(built, "index", nodes.title) == titles
    assert ("Lead" in built.doctree("index").astext()) == (titles[0] == "Front")


LABELLED = """(above)=
# The *target*

## What's new?

```{py:function} pkg.call(x)
```
"""


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
def test_links_without_a_text_show_what_they_lead_to(site, name: str):
    links = (
        "[](target.md) [](#above) [](above) [](target) [](pkg.call) [`a`](pkg.call) [*b*](above)"
    )
    built = site({name: f"# T\n\n{links} {{ref}}`above`\n", "target.md": LABELLED})
    assert built.warning_lines == []
    found = built.article("index").select("p a")
    assert [a.get_text() for a in found] == [
        *["The target"] * 4,
        "pkg.call",
        "a",
        "b",
        "The target",
    ]
    assert all(a["href"].startswith("target.html") for a in found)
    assert found[4]["href"] == "target.html#pkg.call"


def test_addresses_of_the_site_are_found_where_myst_finds_nothing(site):
    links = "[a](/target/) [b](target.md#whats-new) [c](#whats-new) [d](/old) [e](/TARGET#above)"
    built = site(
        {"index.md": f"# T\n\n{links}\n\n## What's new?\n", "target.md": LABELLED},
        config={"redirects": [{"source": "/old", "destination": "/target"}]},
    )
    assert built.warning_lines == []
    assert [a["href"] for a in built.article("index").select("p a")] == [
        "target.html",
        "target.html#whats-new",
        "#whats-new",
        "target.html",
        "target.html#above",
    ]


def test_a_dead_link_is_told_once(site):
    built = site({"index.md": "# T\n\n[x](/nowhere)\n"})
    assert len(built.warning_lines) == 1
    assert "[docsjson.link]" in built.warning_lines[0]


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
def test_the_encoding_of_an_address_elsewhere_stays(site, name: str):
    address = "https://en.wikipedia.org/wiki/Space%E2%80%93time_don%27t"
    built = site({name: f"# T\n\n[x]({address})\n"})
    assert [a["href"] for a in built.article("index").select("p a")] == [address]


def test_no_extension_is_told_that_components_are_no_objects(site):
    built = site({"index.rst": "T\n=\n\n`nothing`\n"}, conf={"default_role": "any"})
    assert [w for w in built.warning_lines if "resolve_any_xref" in w] == []


def test_the_settings_of_myst_are_those_of_conf_py(site):
    conf = {
        "myst_enable_extensions": ["substitution", "dollarmath"],
        "myst_substitutions": {"who": "*you*"},
    }
    built = site({"index.md": "# T\n\n{{ who }} $x$ ~~a~~\n"}, conf=conf)
    assert texts_of(built, "index", nodes.emphasis) == ["you"]
    assert texts_of(built, "index", nodes.math) == ["x"]
    assert "~~a~~" in built.doctree("index").astext()


def test_a_project_that_had_myst_keeps_its_defaults(site):
    files = {"index.md": "# T\n\n~~a~~\n", "other.mdx": "~~b~~"}
    built = site(files, conf={"extensions": ["myst_parser", "sphinx_docsjson"]})
    assert "~~a~~" in built.doctree("index").astext()
    assert "~~" not in built.doctree("other").astext()
