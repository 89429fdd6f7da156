"""Our theme writes some of what docutils, Sphinx and MyST write otherwise, and nothing else."""

import pytest
from sphinx.writers.html5 import HTML5Translator

TASKS = "# T\n\n- [x] sown\n- [ ] reaped\n"
DESCRIBED = ":description: What it is & <does>.\n\nT\n=\n\nText.\n\nPart\n----\n"


def test_the_checkbox_of_a_task_says_what_it_means(site):
    soup = site({"index.md": TASKS}, conf={"html_theme": "docsjson"}).soup("index")
    boxes = soup.select("input.task-list-item-checkbox")

    assert [box["aria-label"] for box in boxes] == ["Done", "To do"]
    assert [box.has_attr("checked") for box in boxes] == [True, False]
    assert all(box["type"] == "checkbox" and box.has_attr("disabled") for box in boxes)


def test_another_theme_keeps_the_checkbox_of_myst(site):
    soup = site({"index.md": TASKS}, conf={"html_theme": "basic"}).soup("index")

    assert len(soup.select(".task-list-item-checkbox")) == 2
    assert soup.select(".task-list-item-checkbox[aria-label]") == []


class Loud(HTML5Translator):
    """The translator of a project."""

    def visit_strong(self, node):
        self.body.append(self.starttag(node, "b", ""))

    def depart_strong(self, node):
        self.body.append("</b>")


def test_the_translator_of_a_project_still_writes_its_pages(site, tmp_path, monkeypatch):
    (tmp_path / "loud.py").write_text(
        "from tests.html.test_page_translator import Loud\n"
        "def setup(app):\n    app.set_translator('html', Loud)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    page = "T\n=\n\n**Loud**\n\n.. image:: p.svg\n   :width: 9px\n   :alt: P\n"
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'
    soup = site(
        {"index.rst": page, "p.svg": svg},
        conf={"html_theme": "docsjson", "extensions": ["sphinx_docsjson", "loud"]},
    ).soup("index")

    assert soup.b.text == "Loud"
    assert soup.select_one("img[width='9']")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_description_of_an_rst_page_is_its_lead(site, builder):
    built = site(
        {"index.rst": DESCRIBED, "a.md": "# A\n"}, builder, conf={"html_theme": "docsjson"}
    )

    assert built.soup("index").select_one("h1 + .dj-lead").text == "What it is & <does>."
    assert built.text("index.md").count("What it") == 1


def test_a_lead_is_said_once(site):
    own = DESCRIBED.replace("Text.", ".. rst-class:: lead\n\nMy words.")
    soup = site({"index.rst": own}, conf={"html_theme": "docsjson"}).soup("index")

    assert soup.select(".dj-lead") == []
    assert soup.select_one(".lead").text == "My words."


def test_no_other_theme_shows_the_description(site):
    built = site({"index.rst": DESCRIBED}, conf={"html_theme": "basic"})

    assert "What it" not in built.soup("index").body.text


def test_a_long_path_in_a_heading_may_take_several_lines(site):
    title = "GET /v1/payment_intents/{intent}/confirm_now"
    text = f"# {title}\n\n## docs.json\n\n/a/very/long/path/of/text\n"
    built = site({"index.md": text}, conf={"html_theme": "docsjson"})
    soup = built.soup("index")

    assert "/v1/<wbr/>payment_intents/<wbr/>{intent}/" in str(soup.h1)
    assert soup.h1.get_text().startswith(title)
    assert soup.h2.wbr is None
    assert "/a/very/long/path/of/text" in [each.get_text() for each in soup.select("article p")]
    assert soup.select("article p wbr") == []


def test_a_cell_of_the_head_without_words_is_no_header(site):
    text = "# T\n\n| A |   | C |\n|---|---|---|\n| 1 | 2 | 3 |\n"
    head = site({"index.md": text}, conf={"html_theme": "docsjson"}).soup("index").thead

    assert [cell.name for cell in head.select("th, td")] == ["th", "td", "th"]


def test_short_options_go_to_the_next_line_whole(site):
    page = "# T\n\n`--watch`, `-W`, `plain`, `--an-option-that-is-much-longer=x`\n"
    codes = site({"index.md": page}).article("index").select("code")

    assert ["dj-whole" in code["class"] for code in codes] == [True, True, False, False]
    assert "literal" in codes[0]["class"]
