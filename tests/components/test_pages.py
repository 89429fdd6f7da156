"""What stands in the pages: wrong input, contents, files that a page loads, other themes."""

import pytest


def page(*parts):
    return {"index.mdx": "# Page\n\n" + "\n\n".join(parts) + "\n"}


def test_an_unknown_attribute_is_a_warning_at_its_line_and_the_rest_is_shown(site):
    built = site(page("Text.", "<Note titel='x'>Words.</Note>"))

    (line,) = built.warning_lines
    assert line.startswith("index.mdx:5: WARNING: <Note> has no attribute 'titel'.")
    assert line.endswith("Did you mean 'title'? [docsjson.attribute]")
    assert "Words." in built.article("index").text


def test_a_field_without_a_name_is_a_warning_and_its_text_is_shown(site):
    built = site(page("<ParamField type='string'>Words.</ParamField>"))

    assert ["<ParamField> needs a name" in line for line in built.warning_lines] == [True]
    assert "Words." in built.article("index").text


@pytest.mark.parametrize(
    ("tag", "outer"),
    [("Step", "ol.dj-steps"), ("Tab", ".dj-tabset"), ("Column", ".dj-columns-item")],
)
def test_a_component_outside_its_parent_is_a_warning_and_is_shown(site, tag, outer):
    title = "" if tag == "Column" else " title='Lost'"
    built = site(page(f"<{tag}{title}>Words.</{tag}>"))

    (line,) = built.warning_lines
    assert f"<{tag}> belongs directly inside <" in line
    assert "Words." in built.article("index").select_one(outer).text


def test_a_note_between_steps_joins_the_step_before_it(site):
    built = site(
        page("<Steps><Step title='One'>1</Step>\n\nBetween.\n\n<Step title='Two'>2</Step></Steps>")
    )
    steps = built.article("index").select("ol.dj-steps > li")

    assert built.warning_lines == []
    assert len(steps) == 2
    assert "Between." in steps[0].text


def test_equal_names_of_fields_get_anchors_of_their_own(site):
    field = "<ResponseField name='id'>x</ResponseField>"
    article = site(page(field, field)).article("index")

    assert [node["id"] for node in article.select(".dj-field")] == ["param-id", "param-id-2"]


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


def test_an_external_card_opens_a_new_tab_only_when_asked(site):
    card = "<Card title='A' href='https://example.org/'{}>x</Card>"
    links = (
        site(page(card.format(""), card.format(" newTab")))
        .article("index")
        .select("a.dj-card-link")
    )

    assert [link.get("target") for link in links] == [None, "_blank"]
    assert "noopener" in links[1]["rel"]


def test_an_icon_that_does_not_exist_is_a_warning(site):
    (line,) = site(page("<Card title='A' icon='rockett'>x</Card>")).warning_lines

    assert "There is no icon 'rockett'. Did you mean 'rocket'? [docsjson.icon]" in line


def test_content_for_agents_is_in_the_twin_and_not_in_the_page(site):
    built = site(
        page(
            "<Visibility for='agents'>For agents.</Visibility>",
            "<Visibility for='humans'>For people.</Visibility>",
        )
    )

    assert "For agents." not in built.text("index.html")
    assert "For agents." in built.text("index.md")
    assert "For people." in built.text("index.html")


def files_of(built, name="index"):
    soup = built.soup(name)
    links = [link["href"] for link in soup.select("link[rel=stylesheet]")]
    return " ".join([*links, *(script["src"] for script in soup.select("script[src]"))])


def test_a_page_loads_only_what_it_needs(site):
    design = "```{grid} 2\n:::{grid-item}\nA\n:::\n```"
    built = site(
        {
            "index.md": "# Plain\n\nWords.\n",
            "ours.md": "# Ours\n\n<Card title='A'>x</Card>\n",
            "design.md": f"# Design\n\n{design}\n",
        }
    )

    assert "components.css" not in files_of(built)
    assert "sphinx-design" not in files_of(built)
    assert "components.css" in files_of(built, "ours")
    assert "components.js" in files_of(built, "ours")
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


def test_an_own_admonition_looks_like_a_callout_and_keeps_its_title(site):
    built = site({"index.rst": "Page\n====\n\n.. admonition:: Own title\n\n   Words.\n"})
    callout = built.article("index").select_one(".dj-callout")

    assert callout.select_one(".admonition-title:not(.dj-visually-hidden)").text == "Own title"


def test_examples_stand_together_beside_the_page(site):
    built = site(
        page(
            "Words.",
            "<RequestExample>\n```bash cURL\ncurl\n```\n</RequestExample>",
            "## Part",
            "<ResponseExample>\n```json 200\n{}\n```\n</ResponseExample>",
        )
    )
    (aside,) = built.article("index").select("aside.dj-examples")

    assert [part["aria-label"] for part in aside.select("[role=group]")] == ["Request", "Response"]


def test_a_build_in_parallel_writes_the_same(site, tmp_path):
    files = {f"p{n}.mdx": f"# P{n}\n\n<Tabs><Tab title='a'>{n}</Tab></Tabs>\n" for n in range(8)}
    files["index.md"] = "# Index\n"
    one = site(files)
    two = site(files, parallel=2)

    assert two.warning_lines == []
    assert one.text("p3.html") == two.text("p3.html")
