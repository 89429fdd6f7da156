"""Every block that templates for Sphinx's own themes override can be overridden in ours."""

from __future__ import annotations

import json
import re

import pytest
from bs4 import BeautifulSoup, Comment

from tests.theme.blocks import BASIC, OURS, blocks_of, mark, overriding_each

LAYOUT = blocks_of(OURS / "layout.html")

REGIONS = {
    "doctype": "",
    "htmltitle": "head",
    "css": "head",
    "scripts": "head",
    "linktags": "head",
    "extrahead": "head",
    "body_tag": "",
    "header": "body",
    "announcement": "body",
    "sidebarlogo": ".dj-topbar",
    "sidebarsearch": ".dj-topbar",
    "content": ".dj-frame",
    "sidebar1": ".dj-frame",
    "sidebarrel": ".dj-side",
    "sidebarextra": ".dj-side",
    "page_head": "article",
    "relbar1": "article .dj-page-head",
    "rootrellink": "nav ol.dj-eyebrow",
    "relbaritems": "nav ol.dj-eyebrow",
    "document": "article",
    "body": "article .dj-content",
    "page_foot": ".dj-column",
    "sidebarsourcelink": ".dj-column",
    "relbar2": ".dj-column",
    "footer": ".dj-column",
    "sidebar2": ".dj-main",
    "sidebartoc": "aside.dj-toc",
}
"""Where on the page a block stands: the element around what is written there."""

HEARD = {
    "htmltitle": "title",
    "css": "link[href*='docsjson-page.css']",
    "scripts": "script[src*='/docsjson.js']",
    "header": "header.dj-header",
    "sidebarlogo": ".dj-logo",
    "sidebarsearch": "form.dj-search",
    "content": "article",
    "sidebar1": ".dj-side",
    "page_head": ".dj-page-head",
    "relbar1": ".dj-eyebrow",
    "document": ".dj-content",
    "body": "article h1",
    "page_foot": ".dj-pagination",
    "relbar2": ".dj-pagination",
    "footer": "footer.dj-footer",
    "sidebar2": "aside.dj-toc",
    "sidebartoc": "aside.dj-toc ul",
}
"""What a block draws by itself: it stays with ``super()``, and goes without."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory, module_site):
    return module_site(LAYOUT, "docsjson")


@pytest.fixture(scope="module")
def module_site(tmp_path_factory):
    """Return ``build(blocks, theme)`` → the text of each page that overrides one of them."""
    from tests._support.building import build_site

    def build(blocks: list[str], theme: str) -> dict[str, str]:
        folder = tmp_path_factory.mktemp(theme)
        (folder / "templates").mkdir()
        files = overriding_each(blocks, folder / "templates")
        entries = [f"   {name.removesuffix('.rst')}\n" for name in files]
        files["index.rst"] = "Start\n=====\n\n.. toctree::\n\n" + "".join(entries)
        (folder / "templates" / "child-index.html").write_text('{% extends "!page.html" %}')
        names = [name.removesuffix(".rst") for name in files]
        site = {"name": "Test", "navigation": [{"group": "Group", "pages": names}]}
        files["docs.json"] = json.dumps(site)
        built = build_site(
            folder / "source",
            files,
            conf={
                "extensions": ["sphinx_docsjson"] if theme == "docsjson" else [],
                "html_theme": theme,
                "templates_path": ["../templates"],
                "copyright": "2026, Somebody",
            },
        )
        assert built.warning_lines == []
        return {path.stem: path.read_text("utf-8") for path in built.outdir.glob("*-[kr]e*.html")}

    return build


@pytest.mark.parametrize("template", sorted(path.name for path in BASIC.glob("*.html")))
def test_no_block_of_the_installed_sphinx_is_missing(template):
    """A release of Sphinx with another block makes this test tell which."""
    ours = OURS / template
    known = {*LAYOUT, *(blocks_of(ours) if ours.is_file() else blocks_of(BASIC / template))}
    assert set(blocks_of(BASIC / template)) - known == set()


@pytest.mark.parametrize("block", LAYOUT)
@pytest.mark.parametrize("way", ["keeps", "replaces"])
def test_what_a_child_template_puts_into_a_block_is_once_where_it_belongs(pages, block, way):
    text = pages[f"{block.replace('_', '-')}-{way}"]
    assert text.count(mark(block)) == 1
    soup = BeautifulSoup(text, "html.parser")
    [comment] = soup.find_all(string=lambda each: isinstance(each, Comment))
    if region := REGIONS[block]:
        around = soup.select(region)
        assert any(each in comment.parents for each in around), f"not in {region}"


@pytest.mark.parametrize("block", HEARD)
def test_super_keeps_what_a_block_draws_and_nothing_else_does(pages, block):
    name, selector = block.replace("_", "-"), HEARD[block]
    assert BeautifulSoup(pages[f"{name}-keeps"], "html.parser").select(selector)
    assert not BeautifulSoup(pages[f"{name}-replaces"], "html.parser").select(selector)


def test_a_page_with_other_content_keeps_its_neighbours_and_the_footer(pages):
    soup = BeautifulSoup(pages["content-replaces"], "html.parser")
    assert len(soup.select(".dj-pagination")) == 1
    assert len(soup.select("footer.dj-footer")) == 1


@pytest.fixture(scope="module")
def basic(module_site):
    """The same child templates in Sphinx's own theme."""
    return module_site(blocks_of(BASIC / "layout.html"), "basic")


@pytest.mark.parametrize(
    "block",
    [each for each in blocks_of(BASIC / "layout.html") if not each.startswith("sidebar")],
)
def test_a_mark_stands_before_or_behind_the_text_as_in_the_theme_basic(basic, pages, block):
    """The sidebar is left out: in ``basic`` it is written behind the text."""
    name = f"{block.replace('_', '-')}-keeps"
    assert order(pages[name], mark(block)) == order(basic[name], mark(block))


def order(text: str, marked: str) -> tuple[bool, bool]:
    """Return whether a mark stands behind the head, and behind the first heading."""
    at = text.index(marked)
    return at > text.index("</head>"), at > text.index("<h1")


PAGE = {"index.md": "# Home\n\nText.\n"}


def build_with(site, tmp_path, templates, **conf):
    folder = tmp_path / "templates"
    for name, text in templates.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return site(PAGE, conf={"templates_path": [str(folder)], **conf})


def test_a_layout_of_the_project_that_extends_ours_holds_on_every_page(site, tmp_path):
    layout = '{% extends "!layout.html" %}{% block htmltitle %}<title>Mine</title>{% endblock %}'
    built = build_with(site, tmp_path, {"layout.html": layout})

    for page in ("index", "search", "genindex"):
        assert [each.text for each in built.soup(page).select("title")] == ["Mine"]


def test_the_blocks_of_the_search_page_are_those_of_basic(site, tmp_path):
    names = ("scriptwarning", "searchtext", "searchbox", "searchresults")
    text = "".join(f"{{% block {name} %}}{mark(name)}{{% endblock %}}" for name in names)
    built = build_with(site, tmp_path, {"search.html": '{% extends "!search.html" %}' + text})

    assert all(built.text("search.html").count(mark(name)) == 1 for name in names)


def test_the_page_for_unknown_addresses_can_be_changed(site, tmp_path):
    text = '{% extends "!404.html" %}{% block body %}<h1>Lost</h1>{% endblock %}'
    built = build_with(site, tmp_path, {"404.html": text})

    assert [each.text for each in built.soup("404").select("h1")] == ["Lost"]


def test_a_template_of_html_sidebars_stands_below_the_navigation(site, tmp_path):
    """Sphinx's own ones are left out: the theme has the same at places of its own."""
    sidebars = ["localtoc.html", "searchbox.html", "mine.html", "gone.html"]
    built = build_with(
        site, tmp_path, {"mine.html": '<p class="mine">Here</p>'}, html_sidebars={"**": sidebars}
    )

    soup = built.soup("index")
    assert [each.text for each in soup.select(".dj-side .mine")] == ["Here"]
    assert soup.select("#searchbox, .sphinxsidebar") == []


def test_what_a_project_takes_out_of_a_part_of_the_theme_is_gone(site, tmp_path):
    built = build_with(site, tmp_path, {"partials/logo.html": '<a class="own" href="/">Own</a>'})

    soup = built.soup("index")
    assert (len(soup.select(".own")), len(soup.select(".dj-logo"))) == (1, 0)


def test_the_breadcrumb_takes_items_of_child_templates(site, tmp_path):
    page = (
        '{% extends "!page.html" %}{% block rootrellink %}<li>First</li>{% endblock %}'
        "{% block relbaritems %}<li>Last</li>{% endblock %}"
    )
    built = build_with(site, tmp_path, {"page.html": page})

    steps = [each.text for each in built.soup("index").select("ol.dj-eyebrow > li")]
    assert (steps[0], steps[-1]) == ("First", "Last")


def test_the_forms_of_the_search_say_to_agents_what_they_find():
    found = [
        re.findall(r'\b(tool\w+)="([^"]+)"', (OURS / name).read_text("utf-8"))
        for name in ("partials/search-box.html", "search.html")
    ]

    # A page with both forms has two tools; no script of ours and no style knows the attributes.
    assert found[0][0] != found[1][0]
    assert [[name for name, _text in form] for form in found] == [
        ["toolname", "tooldescription", "toolparamdescription"]
    ] * 2
    known = [path for kind in ("*.js", "*.css") for path in OURS.rglob(kind)]
    assert [path.name for path in known if "[tool" in path.read_text("utf-8")] == []
