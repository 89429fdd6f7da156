"""What stands in the pages: wrong input, contents, files that a page loads, other themes."""

from dataclasses import replace

import pytest
from component_samples import Written, as_tag, sample

from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.pages.renderer_base import HTML_BLOCKS, HTML_INLINES


def page(*parts):
    return {"index.mdx": "# Page\n\n" + "\n\n".join(parts) + "\n"}


def test_steps_are_in_the_contents_unless_they_are_in_a_closed_part(site):
    steps = "<Steps><Step title='{}'>x</Step></Steps>"
    built = site(
        page(
            "## Part",
            steps.format("Shown"),
            f"<Accordion title='A'>{steps.format('Closed')}</Accordion>",
            f"<Tabs><Tab title='1'>{steps.format('First tab')}</Tab>"
            f"<Tab title='2'>{steps.format('Second tab')}</Tab></Tabs>",
        )
    )
    contents = built.app.env.tocs["index"].astext().split("\n")

    assert [line for line in contents if line] == ["Page", "Part", "Shown", "First tab"]


def files_of(built, name="index"):
    scripts = [script["src"] for script in built.soup(name).select("script[src]")]
    return " ".join([*built.sheets(name), *scripts])


def test_a_page_loads_only_what_it_needs(site):
    design = "```{grid} 2\n:::{grid-item}\nA\n:::\n```"
    built = site(
        {
            "index.md": "# Plain\n\nWords.\n",
            "ours.md": "# Ours\n\n<Card title='A'>x</Card>\n",
            "design.md": f"# Design\n\n{design}\n",
        }
    )

    assert "sphinx-design" not in files_of(built)
    assert "sphinx-design" not in files_of(built, "ours")
    assert "sphinx-design-docsjson.css" in files_of(built, "design")
    assert "design-tabs.js" not in files_of(built, "design")


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_components_bring_their_style_and_script_to_other_themes(site, theme):
    if theme != "alabaster":
        pytest.importorskip(theme)
    built = site(
        page("<Note>x</Note>", "<Card title='A' href='/index'>x</Card>"),
        conf={"html_theme": theme},
    )

    assert built.warning_lines == []
    assert "components-tokens.css" in files_of(built)
    assert (built.outdir / "_static" / "components.js").is_file()
    assert built.soup("index").select_one("div.admonition.note > p.admonition-title")


@pytest.mark.parametrize("own", [False, True])
def test_a_page_without_components_loads_in_another_theme_what_it_did_before(site, own):
    extensions = ["sphinx_docsjson", *(["sphinx_design"] if own else [])]
    built = site(
        {
            "index.rst": "Page\n====\n\n.. code:: python\n\n   import x\n",
            "cards.rst": "Cards\n=====\n\n.. grid:: 2\n\n   .. grid-item-card:: A\n\n      x\n",
        },
        conf={"html_theme": "basic", "extensions": extensions},
    )

    assert "components" not in files_of(built)
    assert ("sphinx-design" in files_of(built)) is own
    assert "sphinx-design.min.css" in files_of(built, "cards")


def test_a_link_to_a_term_says_what_the_glossary_says_also_when_that_changes(site, tmp_path):
    page = "# A\n\nA {term}`twin`.\n\n```{toctree}\nterms\n```\n"
    for said in ("One", "Another"):
        terms = f"# Terms\n\n```{{glossary}}\nTwin\n  {said} *page*.\n\n  More.\n```\n"
        files = {
            "index.md": page,
            "terms.md": terms,
        }
        built = site(files, srcdir=tmp_path / "docs")
        (link,) = built.article("index").select("a[aria-describedby]")
        tip = built.article("index").select_one(f"#{link['aria-describedby']}")

        assert link["href"] == "terms.html#term-Twin"
        assert tip.text == f"{said} page."


def test_an_own_admonition_looks_like_a_callout_and_keeps_its_title(site):
    built = site({"index.rst": "Page\n====\n\n.. admonition:: Own title\n\n   Words.\n"})
    callout = built.article("index").select_one(".dj-callout")

    assert callout.select_one(".admonition-title:not(.dj-visually-hidden)").text == "Own title"


def test_a_build_in_parallel_writes_the_same(site, tmp_path):
    files = {f"p{n}.mdx": f"# P{n}\n\n<Tabs><Tab title='a'>{n}</Tab></Tabs>\n" for n in range(8)}
    files["index.md"] = "# Index\n"
    one = site(files)
    two = site(files, parallel=2)

    assert two.warning_lines == []
    assert one.text("p3.html") == two.text("p3.html")


def test_a_tooltip_in_a_heading_keeps_its_word_wherever_the_title_is_shown(site):
    term = '<Tooltip tip="An explanation">term</Tooltip>'
    built = site(
        {
            "index.md": "# Home\n\n```{toctree}\npage\n```\n",
            "page.md": f"# The {term}\n\n## A {term} below\n\nWords.\n",
        }
    )
    entries = [link.get_text() for link in built.soup("index").select("main .toctree-wrapper a")]
    page = built.soup("page")

    assert entries == ["The term", "A term below"]
    assert page.title.get_text().startswith("The term")
    assert [tip.get_text() for tip in page.select("h1 [role=tooltip]")] == ["An explanation"]


def test_no_element_shows_the_marks_of_a_template_string(site):
    def filled(written):
        inner = [filled(part) for part in written.content if isinstance(part, Written)]
        return replace(written, content=tuple(inner) or ("{`let a = 1`}",))

    written = [filled(sample(component, registry)) for component in registry]
    parts = [as_tag(each) for each in written]
    parts += [f"<{name}>{{`let a = 1`}}</{name}>" for name in sorted(HTML_BLOCKS | HTML_INLINES)]
    html = site(page(*parts)).article("index").decode()

    assert "{`" not in html
    assert "`}" not in html
    assert html.count("let a = 1") > len(parts) / 2


def test_a_heading_by_attributes_stands_in_the_contents_at_its_level(site):
    page = """# Page

## One

<Heading level={2}>Two</Heading>

<Heading level={3}>Two and a half</Heading>

## Three
"""
    contents = (
        site({"index.mdx": page}).soup("index").select_one(".dj-toc, .dj-contents, aside nav")
    )
    top = [item.a.text for item in contents.select_one("ul").find_all("li", recursive=False)]

    assert top == ["One", "Two", "Three"]
    assert [link.text for link in contents.select("ul ul a")] == ["Two and a half"]
