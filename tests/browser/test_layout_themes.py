"""The layout themes of docs.json in a browser: each is what it is, and nothing overlaps."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.site.fields import layout_themes
from tests._support.building import build_site

pytestmark = pytest.mark.browser

THEMES = layout_themes()
SPEC = """openapi: 3.1.0
info: {title: Plants, version: "1"}
servers: [{url: https://api.example}]
paths:
  /plants/{id}:
    get:
      operationId: getPlant
      summary: Get a plant
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: Fine}}
"""
CARDS = '<Columns cols={2}>\n<Card title="One" icon="star" href="/guide">Words.</Card>\n\n\
<Card title="Two">Words.</Card>\n</Columns>\n'
PAGES = {
    "index.mdx": f"---\ntitle: Start\ndescription: It is.\n---\n\n{CARDS}\n## Part\n\nText.\n",
    "guide.mdx": "---\ntitle: Guide\n---\n\n" + "## Part\n\nText of the part.\n\n" * 30,
    "api.yaml": SPEC,
}
CONFIG = {
    "name": "Acme",
    "colors": {"primary": "#0b6e99"},
    "navbar": {
        "links": [{"label": "Status", "href": "https://x.test"}],
        "primary": {"type": "button", "label": "Sign up", "href": "https://x.test"},
    },
    "navigation": {
        "tabs": [
            {"tab": "Guides", "groups": [{"group": "All", "pages": ["index", "guide"]}]},
            {"tab": "API", "openapi": "api.yaml"},
        ],
        "global": {"anchors": [{"anchor": "Chat", "icon": "users", "href": "https://x.test"}]},
    },
    "banner": {"content": "We moved."},
}
OPERATION = "api-reference/get-a-plant.html"

LIES_OVER = """() => {
  const parts = '.dj-logo, .dj-search-field, .dj-toplinks > *, .dj-tabs, .dj-side, .dj-page-head,'
    + '.dj-article h1, .dj-examples-inner, .dj-main > .dj-toc';
  const seen = [...document.querySelectorAll(parts)]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.offsetWidth)
    .map((one) => [one.className, one.getBoundingClientRect()]);
  const found = [];
  seen.forEach(([a, x], i) => seen.slice(i + 1).forEach(([b, y]) => {
    const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (wide > 1 && high > 1) found.push(`${a} | ${b}`);
  }));
  if (document.documentElement.scrollWidth > innerWidth) found.push('too wide');
  return found;
}"""
SHIFT = """() => new Promise((done) => new PerformanceObserver((list, watch) => {
  watch.disconnect();
  done(list.getEntries().reduce((sum, one) => sum + one.value, 0));
}).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 50))"""
FACTS = """() => {
  const root = getComputedStyle(document.documentElement);
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [logo, tabs, side] = ['.dj-logo', '.dj-tabs', '.dj-side'].map(box);
  return {
    logoInSidebar: logo.right <= side.right && tabs.left >= side.right,
    tabsBesideLogo: tabs.left >= logo.right && tabs.right <= box('.dj-search').left,
    sidebar: Math.round(box('.dj-side').width),
    card: getComputedStyle(document.querySelector('.dj-card')).borderTopLeftRadius,
    mono: getComputedStyle(document.querySelector('p')).fontFamily.includes('JetBrains'),
    panel: getComputedStyle(document.querySelector('.dj-main')).borderTopWidth,
    title: getComputedStyle(document.querySelector('h1')).fontWeight,
    current: getComputedStyle(document.querySelector('.dj-entry[aria-current]')).backgroundColor,
  };
}"""


QUICK = {"almond", "linden", "maple", "palm"}
EACH = [pytest.param(name, marks=() if name in QUICK else pytest.mark.nightly) for name in THEMES]


@pytest.fixture(scope="module", params=EACH)
def theme(request, tmp_path_factory, serve):
    source = tmp_path_factory.mktemp("themes") / request.param
    files = {**PAGES, "docs.json": json.dumps({**CONFIG, "theme": request.param})}
    built = build_site(source, files)
    assert built.warning_lines == []
    return request.param, serve(built.outdir)


@pytest.mark.parametrize("width", [390, 1060, 1440, pytest.param(1920, marks=pytest.mark.nightly)])
def test_nothing_lies_over_anything_and_nothing_moves(theme, visit, width):
    _name, base = theme
    mode = "dark" if width in {390, 1440} else "light"
    for page in ("index.html", OPERATION):
        opened = visit(f"{base}/{page}", width=width, height=900, color_scheme=mode)

        assert opened.page.evaluate(LIES_OVER) == [], page
        assert round(opened.page.evaluate(SHIFT), 2) == 0
        assert opened.errors == []


def test_a_header_of_which_half_has_come_is_not_shown_as_its_rest_would_move_it(theme, visit):
    _name, base = theme
    page = visit(f"{base}/index.html").page
    whole = page.request.get(f"{base}/index.html").text()
    for sent, seen in ((whole[: whole.index("dj-mode")], "hidden"), (whole, "visible")):
        page.set_content(sent)

        found = page.evaluate(
            "getComputedStyle(document.querySelector('#dj-search-input')).visibility"
        )
        assert found == seen


def test_the_frame_holds_while_the_reader_scrolls_and_without_scripts(theme, visit):
    _name, base = theme
    page = visit(f"{base}/guide.html#part-20", width=1440, height=700, java_script_enabled=False)

    assert page.page.evaluate("scrollY") > 0
    assert page.page.evaluate(LIES_OVER) == []


def test_a_theme_is_what_it_is_chosen_for(theme, visit):
    name, base = theme
    facts = visit(f"{base}/index.html", width=1440, height=900).page.evaluate(FACTS)

    assert facts["logoInSidebar"] == (name in {"maple", "willow"})
    assert facts["tabsBesideLogo"] == (name in {"palm", "sequoia"})
    assert facts["mono"] == (name == "linden")
    assert facts["panel"] == ("1px" if name == "almond" else "0px")
    assert facts["card"] == {"linden": "0px", "willow": "6px"}.get(name, "16px")
    assert facts["title"] == THEMES[name].sizes.get("title-weight", "720")
    assert (facts["current"] == "rgba(0, 0, 0, 0)") == (name in {"willow", "linden", "sequoia"})


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(
    "page", ["index.html", pytest.param(OPERATION, marks=pytest.mark.nightly)]
)
def test_axe_finds_nothing(theme, visit, mode, page):
    _name, base = theme

    opened = visit(f"{base}/{page}", width=1440, height=900, color_scheme=mode)
    assert opened.accessibility_violations() == []
