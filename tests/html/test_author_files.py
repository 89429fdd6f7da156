"""What authors add works as on the platform: files beside docs.json, classes, blank pages."""

import re

from sphinx_docsjson.base.theme_files import theme_path
from sphinx_docsjson.html.author_files import HOOKS, with_hooks

PAGE = "---\ntitle: T\n---\n\nWords.\n"


def loaded(soup):
    named = [one["href"] for one in soup.select('link[rel="stylesheet"]')]
    named += [one["src"] for one in soup.select("script[src]")]
    return [name.partition("?")[0] for name in named]


def test_every_page_loads_the_files_of_the_root_after_ours_in_order_of_name(site):
    files = {
        "index.mdx": PAGE, "guide/more.mdx": PAGE, "z.css": "a{}", "b.css": "b{}", "a.js": "1;",
        "guide/c.css": "c{}",
    }  # fmt: skip
    built = site(files)

    styles = [name for name in loaded(built.soup("index")) if name.endswith(".css")]
    assert styles[-2:] == ["_static/site/b.css", "_static/site/z.css"]
    assert "../_static/site/a.js" in loaded(built.soup("guide/more"))
    assert (built.outdir / "_static/site/z.css").read_text() == "a{}"
    assert built.warnings == ""


def test_a_setting_turns_them_off(site):
    built = site({"index.mdx": PAGE, "z.css": "a{}"}, conf={"docsjson_site_files": False})

    assert not [name for name in loaded(built.soup("index")) if "/site/" in name]


def test_modules_scripts_for_tools_and_what_is_ignored_are_not_loaded(site):
    files = {
        "index.mdx": PAGE, "app.js": "import x from './x'\nx()\n", "vite.config.js": "x;",
        "node.js": "const fs = require('fs')\n", "no.css": "n{}", ".mintignore": "no.css\n",
        "mermaid.min.js": "var mermaid;",
    }  # fmt: skip
    built = site(files)

    assert not [name for name in loaded(built.soup("index")) if "/site/" in name]


def test_what_a_style_sheet_shows_is_found_from_its_copy(site):
    sheet = "@import url(b.css); a { b: url('/img/x.svg?v=1#a') } c { d: url(gone.woff) }"
    files = {"index.mdx": PAGE, "a.css": sheet, "b.css": "", "img/x.svg": "<svg/>"}
    built = site(files)

    text = (built.outdir / "_static/site/a.css").read_text()
    assert 'url("b.css")' in text
    assert 'url("../../img/x.svg?v=1#a")' in text
    assert "url(gone.woff)" in text
    assert (built.outdir / "img/x.svg").exists()


def test_the_names_that_the_platform_documents_mean_our_parts():
    text = "#footer a, .my-card .card:hover { color: #fff }"
    note = '[data-callout-type="note"]'

    assert with_hooks(text) == (
        ":is(#footer, .dj-footer) a, .my-card :is(.card, .dj-card):hover { color: #fff }"
    )

    assert with_hooks(f".callout{note} p") == (
        f":is(.callout, .dj-callout):is({note}, .dj-callout-note) p"
    )


def test_every_part_of_ours_that_a_name_means_is_styled_by_the_theme():
    styles = "".join(path.read_text() for path in (theme_path() / "styles").rglob("*.css"))

    names = {name for ours in HOOKS.values() for name in re.findall(r"\.(dj-[\w-]+)", ours)}
    assert [name for name in names if f".{name}" not in styles] == []


def test_a_page_with_utility_classes_loads_their_rules_and_others_do_not(site):
    files = {
        "index.mdx": PAGE + '\n<div className="flex dark:hidden my-own">\n\nA\n\n</div>\n',
        "plain.mdx": PAGE,
    }
    built = site(files)

    assert "_static/docsjson-classes.css" in loaded(built.soup("index"))
    assert "_static/docsjson-classes.css" not in loaded(built.soup("plain"))
    sheet = (built.outdir / "_static/docsjson-classes.css").read_text()
    assert "@layer dj.classes {\n.flex { display: flex; }" in sheet
    assert "my-own" not in sheet


def test_the_classes_of_a_drawn_icon_have_their_rules_too(site):
    icon = '<svg className="h-6 w-6" viewBox="0 0 9 9"><path d="M0 0"/></svg>'
    built = site({"index.mdx": PAGE + f'\n<Card title="C" icon={{{icon}}}>\n\nA\n\n</Card>\n'})

    assert built.soup("index").select_one("svg.dj-icon.h-6.w-6")
    sheet = (built.outdir / "_static/docsjson-classes.css").read_text()
    assert ".h-6 { height: 1.5rem; }" in sheet


def test_no_sheet_is_written_where_no_class_is_a_utility(site):
    built = site({"index.mdx": PAGE + '\n<div className="own">\n\nA\n\n</div>\n'})

    assert not (built.outdir / "_static/docsjson-classes.css").exists()


def test_a_page_of_the_mode_custom_shows_nothing_of_ours_but_the_header(site):
    page = "---\ntitle: T\ndescription: D\nmode: custom\n---\n\n<h1 className='big'>Own</h1>\n"
    built = site({"index.mdx": page, "more.mdx": PAGE}, conf={"html_theme": "docsjson"})

    soup = built.soup("index")
    assert [each.text for each in soup.select("h1:not(.dj-off-canvas)")] == ["Own"]
    assert soup.select_one("h1.big.dj-heading")
    assert "dj-off-canvas" in soup.select_one(".dj-lead")["class"]
    assert not soup.select(".dj-page-head, .dj-footer, .dj-pagination, .dj-toc")
    assert soup.select_one("header.dj-header")


def test_the_heading_of_the_body_is_not_hidden_where_it_is_the_title(site):
    built = site({"index.mdx": "---\nmode: custom\n---\n\n# Own\n\nWords.\n"})

    assert not built.soup("index").select(".dj-off-canvas")


def test_a_link_around_blocks_on_one_line_is_one_link_and_no_empty_one(site):
    link = '<a href="/more"><div>A</div><div><svg viewBox="0 0 1 1"></svg></div></a>\n'
    built = site({"index.mdx": PAGE + "\n" + link, "more.mdx": PAGE})

    [found] = built.soup("index").select(".dj-content a[href='more.html']")
    assert found.text.strip() == "A"
    assert found.select_one("svg")


def test_a_link_around_blocks_is_one_link(site):
    link = (
        '<a className="card" href="/more">\n  <div>\n<h3>Title</h3>\n<p>Words</p>\n</div>\n</a>\n'
    )
    built = site({"index.mdx": PAGE + "\n" + link, "more.mdx": PAGE})

    [found] = built.soup("index").select(".dj-content a[href='more.html']")
    assert found["class"][0] == "card"
    assert found.select_one("h3").text == "Title"
    assert not found.select("a")
    markdown = (built.outdir / "index.md").read_text()
    assert "### [Title](more.md)" in markdown
    assert "[Words](more.md)" in markdown
