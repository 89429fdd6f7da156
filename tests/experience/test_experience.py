"""The measures find what is wrong with a page, and find nothing on pages of ours."""

import json
from contextlib import ExitStack

import pytest

from tests._support import npm
from tests._support.browser import FLAGS, chromium_path, serving
from tests._support.building import build_site
from tests._support.pictures import picture
from tests.experience import lighthouse
from tests.experience.accessibility import violations_in
from tests.experience.first_paint import before_paint, serve_page
from tests.experience.page_types import PageType, choose
from tests.experience.report import STEADY, Figures, findings, is_short, table
from tests.experience.visiting import COLORED, HERE, SETTLED, SLOW, measure
from tests.experience.weight import Site

pytestmark = pytest.mark.browser

BAD = """<!doctype html><html lang="en"><head><title>Bad</title><style></style></head><body>
<header style="position: sticky; top: 0; height: 200px">Head</header>
<main id="dj-content-area"><article><h1>Bad</h1><h4>Deep</h4><p id="late"></p><p>Text</p>
<p style="white-space: nowrap">{long}</p><div style="height: 3000px"></div></article></main>
<img src="x.png"><iframe title="A film" src="https://films.example/1"></iframe>
<script src="late.js"></script><script>'refused'</script></body></html>"""
LATE = """requestAnimationFrame(() => requestAnimationFrame(() => {
  document.getElementById('late').textContent = 'late '.repeat(400);
}));"""
WORDS = "Word " * 60
PAGES = {
    "index.mdx": f"---\ntitle: Start\n---\n\n{WORDS}\n\n## One\n\n{WORDS}\n\n"
    '![A picture](/images/grey.png)\n\n<Card title="A" href="/wide">Words.</Card>\n\n'
    "## Two\n\n"
    "<CodeGroup>\n```bash One\n" + "x " * 120 + "\n```\n```bash Two\ny\n```\n</CodeGroup>\n",
    "wide.mdx": "---\ntitle: Wide\n---\n\n## Table\n\n"
     "|" + " a |" * 14 + "\n|" + "---|" * 14 + "\n|" + " `unbreakable_word` |" * 14 + "\n\n"
    '<Tooltip tip="Long words about it, and more of them.">term</Tooltip> at the edge.\n',
    "changes.mdx": '---\ntitle: Changes\n---\n\n<Update label="May">\n\n## New\n\n'
    "```bash\n" + "word " * 60 + "\n```\n\n</Update>\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def chromium(playwright):
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
    yield browser
    browser.close()


@pytest.mark.nightly
def test_what_is_wrong_with_a_page_is_found(tmp_path, chromium):
    (tmp_path / "index.html").write_text(BAD.format(long="long" * 200), encoding="utf-8")
    (tmp_path / "late.js").write_text(LATE, encoding="utf-8")

    with serving(tmp_path, policy="default-src 'self'; style-src 'unsafe-inline'") as base:
        found = measure(
            chromium,
            Site(folder=tmp_path, base=base),
            PageType(name="home", path="index.html"),
            widths=(375,),
        )

    assert found.shift_cold > 0.02
    assert any("p" in line for line in found.shifts)
    assert any("404" in line for line in found.console)
    assert any(line.startswith("script-src") for line in found.refused)
    assert any("320" in line and "too far" in line for line in found.lost)
    assert found.share < 0.5
    assert any("image-alt" in line for line in found.axe)
    assert any("heading-order" in line for line in found.authors)
    assert not any("heading-order" in line for line in found.axe)
    assert [url.startswith("https://films.example") for url in found.foreign] == [True]
    assert not any("films.example" in line for line in found.refused + found.console)
    assert is_short(found)
    assert "!" in table([found])
    assert findings([found])


@pytest.mark.nightly
def test_pages_of_ours_do_not_move_and_lose_nothing(tmp_path, chromium):
    pages = [name.rpartition(".")[0] for name in PAGES]
    config = {"name": "Acme", "tabs": [{"name": "More", "url": "changes"}]}
    files = {**PAGES, "docs.json": json.dumps({**config, "navigation": pages})}
    files["images/grey.png"] = picture(600, 400)
    built = build_site(tmp_path / "site", files, conf={"html_theme": "docsjson"})
    assert built.warning_lines == []

    with serving(built.outdir, slow=SLOW) as base:
        rows = [
            measure(
                chromium,
                Site(folder=built.outdir, base=base),
                PageType(name=name, path=f"{name}.html"),
                widths=(375, 1440),
                with_axe=False,
            )
            for name in pages
        ]

    assert findings(rows) == []
    assert not any(map(is_short, rows)), table(rows)


LATE_WORDS = "Words with `code` in them, **strong** ones and [links](https://x.test), " * 6
LATE_PAGE = (
    f"# A title that is long enough for a second line\n\n{LATE_WORDS}\n\n"
    "| Field | `Type` | Meaning |\n| --- | --- | --- |\n"
    "| `limit` | number | How many answers come at once |\n"
    "| `cursor` | string | Where the next answers begin |\n\n"
    f"- {LATE_WORDS}\n\n```python\nclient.get(1)\n```\n\n{LATE_WORDS}\n"
)


def test_a_font_that_comes_late_takes_the_place_of_a_stand_in_that_is_as_wide(tmp_path, chromium):
    """The text of a page is in one typeface once the file is there, and hardly moves for it."""
    site = build_site(tmp_path / "site", {"index.md": LATE_PAGE}, conf={"html_theme": "docsjson"})
    with serving(site.outdir, slow=SLOW) as base:
        context = chromium.new_context(viewport={"width": 375, "height": 800})
        context.add_init_script(path=HERE / "watch.js")
        tab = context.new_page()
        tab.goto(f"{base}/index.html")
        tab.evaluate(SETTLED)
        loaded = "[...document.fonts].filter((face) => face.status === 'loaded')"
        assert tab.evaluate(f"{loaded}.some((face) => face.family.includes('Inter'))")
        assert sum(value for value, _parts in tab.evaluate("djShifts")) < STEADY
        context.close()


FENCES = """<style>.k { color: red } .n { color: inherit }</style><article>
<div class="highlight-python"><table><td class="linenos"><pre>1\n2\n3\n4</pre></td><td><pre>
<span class="k">if</span> a:
    <span class="n">b</span> = 1
)
    <span class="k">pass</span></pre></td></table></div>
<div class="highlight-text"><pre>Words of a terminal</pre></div>
<div class="highlight-md"><pre>Words of a page</pre></div></article>"""


def test_lines_of_code_without_a_colour_are_found(chromium):
    tab = chromium.new_page()
    tab.set_content(FENCES)
    assert tab.evaluate(COLORED) == [3, ["b = 1"]]
    tab.close()

    page = PageType(name="code", path="code.html")
    good, short = (
        Figures(page=page, code_lines=20, colorless=["a = b"] * count) for count in (4, 5)
    )
    assert not is_short(good)
    assert is_short(short)
    assert findings([good, short]) == ["code: colourless: a = b"]


CODE = "# A guide\n\n" + f"{WORDS}\n\n```python\nclient.get(1)\n```\n\n" * 6
MORE_BYTES = 1.9
"""How many bytes an article may wait for, beside Furo's, with one file less."""


def test_an_article_waits_for_fewer_files_than_one_of_furo(tmp_path, chromium):
    ours = build_site(tmp_path / "ours", {"index.md": CODE}, conf={"html_theme": "docsjson"})
    furo = build_site(
        tmp_path / "furo",
        {"index.md": CODE},
        conf={"html_theme": "furo", "extensions": ["myst_parser"]},
    )

    with ExitStack() as stack:
        paints = [
            before_paint(chromium, serve_page(stack, built.outdir / "index.html"))
            for built in (ours, furo)
        ]

    assert [len(paint.waited) for paint in paints] == [3, 4]
    assert paints[0].bytes < MORE_BYTES * paints[1].bytes


QUICK_KINDS = ("article", "operation")
FEWEST_KINDS = 20


def kinds_of(docs):
    """Return the pages of our documentation that stand for their kind, and more kinds by hand."""
    return [*choose(docs), *(PageType(name=path, path=f"{path}.html") for path in MORE_PAGES)]


MORE_PAGES = (
    *("components/callouts", "components/code", "components/fields", "components/media"),
    *("components/steps", "components/tabs", "components/trees", "sphinx/kitchen-sink"),
    *("publish/search", "reference/cli", "reference/settings", "start/quickstart"),
)


@pytest.mark.parametrize("kinds", [QUICK_KINDS, pytest.param((), marks=pytest.mark.nightly)])
def test_axe_finds_nothing_in_our_documentation(kinds, docs_folder, chromium):
    pages = [page for page in kinds_of(docs_folder) if not kinds or page.name in kinds]
    found = {}
    with serving(docs_folder) as base:
        for page in pages:
            for width in (1440,) if kinds else (375, 1440):
                window = {"width": width, "height": 800}
                context = chromium.new_context(viewport=window, reduced_motion="reduce")
                tab = context.new_page()
                tab.goto(f"{base}/{page.path}")
                found[page.path, width] = violations_in(tab)
                context.close()

    assert len({page.path for page in pages}) >= (2 if kinds else FEWEST_KINDS)
    assert {where: lines for where, lines in found.items() if lines} == {}


MEANT = ["seo: is-crawlable"]
"""What Lighthouse says of the search page, which machines are asked not to list."""

JUDGED = ("accessibility", "best-practices", "seo")
"""What Lighthouse says of a page whatever else the machine does; performance is printed."""


@pytest.mark.nightly
def test_lighthouse_gives_all_points_that_do_not_depend_on_time(docs_folder, capsys):
    if reason := npm.missing() or lighthouse.missing():
        pytest.skip(reason)
    chosen = {page.name: page.path for page in choose(docs_folder)}
    short = {}
    with serving(docs_folder, packed=True) as base:
        for name in ("home", "article", "search", "operation", "tables"):
            report = lighthouse.report_of(f"{base}/{chosen[name]}")
            with capsys.disabled():
                print(f"\n{lighthouse.row(chosen[name], report)}", end="")
            lost = [line for line in lighthouse.shortcomings(report) if line.startswith(JUDGED)]
            if lost != (MEANT if name == "search" else []):
                short[name] = lost

    assert short == {}


def test_a_page_of_each_kind_is_chosen_once(tmp_path):
    article = "<article><h2>a</h2><h2>b</h2>{}</article>"
    (tmp_path / "index.html").write_text(article.format(""), encoding="utf-8")
    (tmp_path / "plain.html").write_text('<link href="_static/a.css">' + article.format(""))
    (tmp_path / "tables.html").write_text(
        '<link href="_static/a.css"><link href="_static/b.css">' + article.format("<table>")
    )

    assert [(each.name, each.path) for each in choose(tmp_path)] == [
        ("home", "index.html"),
        ("unknown", "no/such/page"),
        ("article", "plain.html"),
        ("tables", "tables.html"),
    ]


def test_points_that_are_short_are_marked_with_what_costs_them():
    categories = {
        "performance": {"score": 0.98, "auditRefs": [{"id": "slow", "weight": 1}]},
        "accessibility": {"score": 1, "auditRefs": []},
        "best-practices": {"score": 0.96, "auditRefs": [{"id": "console", "weight": 1}]},
        "seo": {"score": 1, "auditRefs": [{"id": "robots", "weight": 0}]},
    }
    times = {name: {"score": 0.9, "numericValue": 1234} for name in lighthouse.TIMES}
    audits = {"slow": {"score": 0.5}, "console": {"score": 0}, "robots": {"score": 0}, **times}
    report = {"categories": categories, "audits": audits}

    assert lighthouse.row("index.html", report).split() == [
        *("98", "100", "96!", "100", "1.2", "s", "1.2", "s"),
        "index.html",
    ]
    assert lighthouse.shortcomings(report) == ["best-practices: console"]
