"""Every builder writes every component, without a warning and without losing words."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

from tests._support.building import build_site
from tests._support.inputs import input_text
from tests.components.samples import PAGES, PICTURE

SITES = ["html", "dirhtml", "singlehtml", "epub"]
HELP = ["json", "pickle", "htmlhelp", "qthelp", "devhelp", "applehelp"]
BUILDERS = [
    *SITES, *HELP, "latex", "text", "man", "texinfo", "gettext", "xml", "pseudoxml", "changes",
    "linkcheck", "dummy", "doctest", "coverage", "docsjson-markdown",
]  # fmt: skip

SETTINGS = {
    "applehelp_bundle_id": "org.example.help",
    "applehelp_disable_external_tools": True,
    "extensions": ["sphinx_docsjson", "sphinx.ext.doctest", "sphinx.ext.coverage"],
    # No test asks the network; links within the gallery are checked.
    "linkcheck_ignore": ["https?://"],
}

SPECIFICATION = Path(__file__).parents[2] / "docs" / "api" / "plant-store.yaml"

SMALL = input_text(__file__, "builders.mdx")
WORDS = [
    "A note.", "Done.", "Read on", "A card.", "Install it", "Second.", "One", "Tab one.", "Two",
    "Tab two.", "Python", "JavaScript", "Closed", "Inside.", "limit", "integer", "How many.",
    "A caption", "term", "badge", "v1", "Today", "New", "News.",
]  # fmt: skip


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    """Return ``build(builder, theme)``: every component in each syntax, and an API."""
    files = {f"{syntax}{Path(name).suffix}": text for syntax, (name, text) in PAGES.items()}
    files |= {"index.md": "# Start\n", **PICTURE, "plants.yaml": SPECIFICATION.read_text()}
    navigation = [
        {"group": "Components", "pages": ["index", *PAGES]},
        {"group": "Plants", "openapi": "plants.yaml"},
    ]
    files["docs.json"] = json.dumps({"name": "Gallery", "navigation": navigation})
    folder = tmp_path_factory.mktemp("gallery")

    def build(builder, theme="docsjson"):
        # Doctrees of gettext do not serve other builders; the others share theirs.
        out = folder / (builder if builder == "gettext" else theme)
        conf = {**SETTINGS, "html_theme": theme}
        return build_site(folder / "source", files, builder, conf=conf, outdir=out)

    return build


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_writes_the_gallery_without_a_warning(gallery, builder):
    built = gallery(builder)

    assert built.warning_lines == []
    assert built.app.statuscode == 0


@pytest.mark.parametrize("theme", ["basic", "alabaster"])
@pytest.mark.parametrize(
    "builder", [*SITES, *(pytest.param(each, marks=pytest.mark.nightly) for each in HELP)]
)
def test_every_website_of_the_gallery_has_no_warning_in_another_theme(gallery, builder, theme):
    assert gallery(builder, theme).warning_lines == []


def test_no_builder_of_sphinx_is_left_out(gallery):
    known = set(gallery("dummy").app.registry.builders)

    assert known - set(BUILDERS) == set()


def test_json_and_pickle_hold_the_article_and_nothing_of_the_frame(gallery):
    as_json = gallery("json")
    pages = [json.loads(page.read_text("utf-8")) for page in as_json.outdir.rglob("*.fjson")]
    pickled = pickle.loads((gallery("pickle").outdir / "tag.fpickle").read_bytes())
    bodies = {page["current_page_name"]: page.get("body", "") for page in pages}

    assert pickled["body"] == bodies["tag"]
    assert "dj-card-title" in bodies["tag"]
    assert any("dj-endpoint" in body for body in bodies.values())
    assert [name for page in pages for name in page if name.startswith("dj")] == []


def test_internal_links_of_cards_are_checked(site):
    page = "# Page\n\n<Card title='Lost' href='/nowhere'>x</Card>\n"
    (line,) = site({"index.mdx": page}, "linkcheck").warning_lines

    assert "index.mdx:3" in line
    assert "nowhere" in line


def output(built, builder):
    name = {"text": "index.txt", "latex": "testsite.tex", "man": "testsite.1"}.get(builder)
    if name is None:
        return str(built.article("index").select_one(".dj-content > section"))
    text = built.text(name)
    if builder == "latex":
        text = text.partition(r"\begin{document}")[2].partition(r"\begin{theindex}")[0]
    return text


@pytest.mark.parametrize("builder", ["html", "text", "latex", "man"])
def test_no_word_is_lost(site, builder):
    text = output(site({"index.mdx": SMALL, **PICTURE}, builder), builder)
    text = re.sub(r"\\sphinx\w+\{|\\-|\\&|\\f[BIRP]", "", re.sub(r"<[^>]+>", " ", text))
    flat = " ".join(text.replace("\\", "").split())

    assert [word for word in WORDS if word not in flat] == []


def test_a_book_has_no_buttons_and_all_parts_open(site):
    built = site({"index.mdx": SMALL, **PICTURE}, "epub")
    page = built.text("index.xhtml")

    assert "<button" not in page
    assert "<svg" not in page
    assert page.count("<details") == page.count('open="open"')
    assert "An explanation" in page
