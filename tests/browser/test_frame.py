"""The frame of a page in a browser: with a strict policy, without scripts, with the keyboard."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests._support.building import build_site
from tests._support.inputs import input_text
from tests._support.pictures import picture
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.browser

LONG = "".join(f"\n## Part {n}\n\n{'Text of the part. ' * 120}\n" for n in range(1, 9))
PAGES = {
    "index.md": f"---\ntitle: Start\ndescription: What it is.\n---\n{LONG}",
    "guide.md": "---\ntitle: Guide\n---\n\n## Code\n\n```python\nx = 1  # one\n```\n\n"
    "```{note}\nA note.\n```\n\n- [x] done\n- [ ] open\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n$a^2$\n",
    "objects.rst": "Objects\n=======\n\n.. py:module:: acme\n\n"
    ".. py:function:: charge(amount)\n\n   Take it.\n\n.. index:: money\n",
    "end.md": "# End\n\n"
    + "Words of an introduction. " * 300
    + "".join(f"\n\n## {name}\n\nShort.\n" for name in ("First", "Second", "Third", "Last")),
    "api/first.md": "---\ntitle: First\n---\n\nText.\n",
}
CONFIG = {
    "name": "Acme",
    "colors": {"primary": "#4f46e5", "light": "#a5b4fc", "dark": "#4338ca"},
    "topbarLinks": [{"name": "Blog", "url": "https://x.test"}],
    "topbarCtaButton": {"name": "Sign up", "url": "https://x.test"},
    "tabs": [{"name": "API", "url": "api"}],
    "anchors": [
        {"name": "Chat", "icon": "discord", "url": "https://x.test", "color": "#5865f2"},
    ],
    "footerSocials": {"github": "https://x.test"},
    "banner": {"content": "We **moved**. [Read](/guide)", "dismissible": True},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pages = [name.rpartition(".")[0] for name in PAGES]
    config = {**CONFIG, "navigation": [{"group": "All", "pages": pages}]}
    source = tmp_path_factory.mktemp("frame") / "site"
    built = build_site(source, {**PAGES, "docs.json": json.dumps(config)})
    assert built.warning_lines == []
    return built.outdir


@pytest.fixture(scope="module")
def base(folder, serve):
    return serve(folder)


def wait_until_still(page):
    """Wait for what moves on the page, such as a drawer."""
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(
    "page", ["index", "guide", "objects", "search", "genindex", "py-modindex"]
)
def test_a_page_is_accessible_and_breaks_no_policy(base, visit, page, mode):
    opened = visit(f"{base}/{page}.html", color_scheme=mode)

    assert opened.errors == []
    assert opened.accessibility_violations() == []


def test_a_small_screen_is_accessible_with_the_drawer_open(base, visit):
    opened = visit(f"{base}/index.html", width=375, height=740)
    opened.page.click(".dj-menu-button")
    wait_until_still(opened.page)

    assert opened.accessibility_violations() == []


def background(page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_the_mode_goes_round_and_is_kept(base, visit):
    page = visit(f"{base}/index.html", color_scheme="light").page
    light = background(page)
    page.click(".dj-mode")
    dark = background(page)

    assert light == "rgb(255, 255, 255)"
    assert dark != light
    assert page.get_attribute(".dj-mode", "aria-label") == "Colour mode: dark"
    page.goto(f"{base}/guide.html")
    assert background(page) == dark
    page.click(".dj-mode")
    page.click(".dj-mode")
    assert page.get_attribute("html", "data-mode") is None


def test_the_chosen_mode_is_there_before_the_first_paint(base, visit):
    page = visit(f"{base}/index.html", color_scheme="light").page
    page.evaluate("localStorage.setItem('dj-mode', 'dark')")
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => window.first = document.documentElement"
        ".getAttribute('data-mode'));"
        "new MutationObserver(() => { if (document.body && !window.atBody) window.atBody = "
        "document.documentElement.getAttribute('data-mode') || 'none'; })"
        ".observe(document, {childList: true, subtree: true});"
    )
    page.reload()

    assert page.evaluate("window.atBody") == "dark"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_drawer_keeps_the_focus_and_gives_it_back(base, visit, motion):
    page = visit(f"{base}/index.html", width=375, height=740, reduced_motion=motion).page
    page.focus(".dj-menu-button")
    page.keyboard.press("Enter")
    expect(page.locator("#dj-side:focus-within")).to_have_count(1)
    wait_until_still(page)

    seen = []
    for _ in range(30):
        seen.append(page.evaluate("Boolean(document.activeElement.closest('#dj-side'))"))
        page.keyboard.press("Tab")
    assert all(seen)
    assert page.evaluate("document.querySelector('.dj-header').inert")

    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className").endswith("dj-menu-button")
    assert not page.evaluate("document.querySelector('.dj-header').inert")
    expect(page.locator("#dj-sidebar")).not_to_be_visible()


def test_the_drawer_opens_without_scripts(base, visit):
    page = visit(f"{base}/index.html", width=375, height=740, java_script_enabled=False).page
    expect(page.locator("#dj-sidebar")).not_to_be_visible()
    page.click(".dj-menu-button")
    expect(page.locator("#dj-sidebar")).to_be_visible()
    page.click(".dj-side-close")
    expect(page.locator("#dj-sidebar")).not_to_be_visible()


def test_the_first_stop_of_the_keyboard_leads_past_the_navigation(base, visit):
    page = visit(f"{base}/index.html").page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "dj-skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "dj-content"


def test_every_stop_of_the_keyboard_is_visible(base, visit):
    page = visit(f"{base}/index.html").page
    unseen = []
    for _ in range(25):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            "(() => { const e = document.activeElement; const s = getComputedStyle(e);"
            " const field = e.closest('.dj-search-field');"
            " return {name: e.className || e.tagName, outline: s.outlineStyle,"
            " shadow: field ? getComputedStyle(field).boxShadow : 'none'}; })()"
        )
        if stop["outline"] == "none" and stop["shadow"] == "none" and stop["name"] != "BODY":
            unseen.append(stop["name"])
    assert unseen == []


def test_the_contents_list_marks_what_is_read(base, visit):
    page = visit(f"{base}/index.html", width=1440, height=800).page
    marked = page.locator("#dj-table-of-contents a[aria-current]")
    page.evaluate("document.getElementById('part-5').scrollIntoView({behavior: 'instant'})")
    expect(marked).to_have_text("Part 5")
    page.evaluate("window.scrollTo({top: 1e6, behavior: 'instant'})")
    expect(marked).to_have_text("Part 8")
    page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
    expect(marked).to_have_count(0)


def test_the_contents_list_marks_what_an_address_names_until_the_reader_scrolls_on(base, visit):
    page = visit(f"{base}/end.html#second", width=1440, height=800).page
    marked = page.locator("#dj-table-of-contents a[aria-current]")
    expect(marked).to_have_text("Second")
    page.click("#dj-table-of-contents a[href='#third']")
    expect(marked).to_have_text("Third")
    page.locator("#first").hover()
    page.mouse.wheel(0, 4000)
    expect(marked).to_have_text("Last")
    page.mouse.wheel(0, -9000)
    expect(marked).to_have_count(0)


def test_a_heading_is_not_hidden_behind_the_header(base, visit):
    page = visit(f"{base}/index.html#part-4").page
    expect(page.locator("#part-4 h2")).to_be_in_viewport()
    heading = page.locator("#part-4 h2").bounding_box()
    header = page.locator(".dj-header").bounding_box()
    assert heading["y"] >= header["y"] + header["height"]


def test_the_sidebar_keeps_its_place_on_the_next_page(folder, base, visit):
    page = visit(f"{base}/index.html", height=260).page
    page.evaluate("document.getElementById('dj-side').scrollTop = 40")
    before = page.evaluate("document.getElementById('dj-side').scrollTop")
    page.goto(f"{base}/genindex.html")
    assert before > 0
    assert page.evaluate("document.getElementById('dj-side').scrollTop") == before


def test_the_sidebar_shows_the_open_page_wherever_it_was_left(base, visit):
    page = visit(f"{base}/genindex.html", height=260).page
    page.evaluate("sessionStorage.setItem('dj-sidebar', '4000')")
    page.evaluate(
        "addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)"
    )
    for _time in range(3):
        page.goto(f"{base}/index.html")
        wait_until_still(page)
        expect(page.locator('#dj-sidebar [aria-current="page"]')).to_be_in_viewport()
        assert page.evaluate("scrollY") == 0


def test_a_dismissed_banner_stays_away(base, visit):
    page = visit(f"{base}/index.html").page
    expect(page.locator("#dj-banner")).to_be_visible()
    page.click(".dj-banner-close")
    page.goto(f"{base}/guide.html")
    expect(page.locator("#dj-banner")).not_to_be_visible()


def test_the_banner_links_to_a_page(base, visit):
    page = visit(f"{base}/api/first.html").page
    assert page.get_attribute("#dj-banner a", "href") == "../guide.html"


def test_a_page_works_as_a_file(folder, visit):
    opened = visit((folder / "index.html").as_uri())
    opened.page.click(".dj-mode")
    opened.page.click("text=Guide >> nth=0")
    opened.page.wait_for_selector("h1:has-text('Guide')")
    assert opened.errors == []


def test_without_scripts_the_page_is_complete(base, visit):
    page = visit(f"{base}/guide.html", java_script_enabled=False, color_scheme="dark").page
    expect(page.locator("#dj-sidebar a[aria-current=page]")).to_be_visible()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".dj-mode")).not_to_be_visible()


def test_without_storage_nothing_fails(base, visit):
    opened = visit(f"{base}/index.html")
    opened.page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, {get() { throw new Error('no storage'); }});"
    )
    opened.page.goto(f"{base}/guide.html")
    opened.page.click(".dj-mode")
    assert opened.page.get_attribute("html", "data-mode") in {"light", "dark"}
    assert [error for error in opened.errors if "docsjson" in error] == []


def test_no_page_scrolls_sideways(base, visit):
    for width in (320, 375, 768, 1024, 1440):
        page = visit(f"{base}/guide.html", width=width).page
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_stars_and_forks_are_asked_once_and_kept(site, serve, visit):
    built = site(
        {"index.md": "# Hello\n"},
        config={"topbarCtaButton": {"type": "github", "url": "https://github.com/acme/tool"}},
    )
    opened = visit("about:blank")
    asked = []

    def answer(route):
        asked.append(route.request.url)
        headers = {"Access-Control-Allow-Origin": "*"}
        route.fulfill(json={"stargazers_count": 12345, "forks_count": 67}, headers=headers)

    opened.page.route("https://api.github.com/**", answer)
    url = f"{serve(built.outdir, policy='')}/index.html"
    opened.page.goto(url)
    assert asked == []
    opened.page.hover("h1")
    opened.page.wait_for_selector(".dj-topbar .dj-repo-counts:not([hidden])")
    assert opened.page.inner_text(".dj-topbar [data-count=stars]") == "12k"
    opened.page.goto(url)
    opened.page.wait_for_selector(".dj-topbar .dj-repo-counts:not([hidden])")
    assert asked == ["https://api.github.com/repos/acme/tool"]


def test_when_github_does_not_answer_the_name_stands_alone(site, serve, visit):
    built = site(
        {"index.md": "# Hello\n"},
        config={"topbarCtaButton": {"type": "github", "url": "https://github.com/acme/tool"}},
    )
    opened = visit("about:blank")
    opened.page.route("https://api.github.com/**", lambda route: route.abort())
    with opened.page.expect_event("requestfailed"):
        opened.page.goto(f"{serve(built.outdir, policy='')}/index.html")
        opened.page.hover("h1")
    assert opened.page.inner_text(".dj-topbar .dj-repo-name") == "acme/tool"
    expect(opened.page.locator(".dj-topbar .dj-repo-counts")).not_to_be_visible()


def test_a_version_is_chosen_once_for_all_pages(site, serve, visit):
    built = site(
        {"index.md": "# Hello\n", "old.md": "# Old\n", "new.md": "# New\n"},
        config={
            "versions": ["v2", "v1"],
            "navigation": [
                {"group": "Both", "pages": ["index"]},
                {"group": "Now", "version": "v2", "pages": ["new"]},
                {"group": "Then", "version": "v1", "pages": ["old"]},
            ],
        },
    )
    page = visit(f"{serve(built.outdir)}/index.html").page

    def groups() -> list[str]:
        return [
            title.strip() for title in page.locator(".dj-group-title:visible").all_inner_texts()
        ]

    assert groups() == ["Both", "Now"]
    page.click(".dj-switch:visible summary")
    page.click(".dj-switch:visible a:has-text('v1')")
    expect(page.locator(".dj-group-title:visible")).to_have_text(["Both", "Then"])
    page.reload()
    assert groups() == ["Both", "Then"]


@pytest.mark.parametrize("width", [1030, 1200, 1440])
def test_the_links_of_the_top_bar_do_not_cover_the_search_field(site, serve, visit, width):
    names = ["Switch to version two", "Community", "Blog", "Changelog"]
    built = site(
        {"index.md": "# Hello\n"},
        config={
            "topbarLinks": [{"name": name, "url": "https://x.test"} for name in names],
            "topbarCtaButton": {"name": "Dashboard", "url": "https://x.test"},
        },
    )
    page = visit(f"{serve(built.outdir)}/index.html", width=width).page
    # Both at one moment: the header is laid out again when its font has come.
    search, first = page.evaluate(
        """['.dj-search-field', '.dj-topbar .dj-toplink'].map(
            (name) => document.querySelector(name).getBoundingClientRect().toJSON())"""
    )
    assert first["x"] >= search["x"] + search["width"]


def test_a_page_without_sidebar_has_its_navigation_in_the_drawer(site, serve, visit):
    built = site({"index.md": "---\ntitle: Hello\nmode: center\n---\n\nText.\n"})
    base = serve(built.outdir)

    expect(visit(f"{base}/index.html").page.locator("#dj-sidebar")).not_to_be_visible()
    page = visit(f"{base}/index.html", width=375).page
    page.click(".dj-menu-button")
    expect(page.locator("#dj-sidebar")).to_be_visible()


def test_text_and_lines_are_as_the_reader_wants_them_on_every_page(base, visit):
    page = visit(f"{base}/index.html", width=1440).page
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    page.click(".dj-reading summary")
    large = page.locator(".dj-reading button[data-text=large]")
    expect(large).to_have_attribute("aria-pressed", "false")
    large.click()
    page.click(".dj-reading button[data-width=wide]")
    assert page.evaluate(size) > before
    page.goto(f"{base}/guide.html")
    assert page.evaluate(size) > before
    assert page.get_attribute("html", "data-width") == "wide"
    page.hover(".dj-reading summary")
    expect(large).to_have_attribute("aria-pressed", "true")


def test_the_key_f_hides_what_is_beside_the_text_on_every_page(base, visit):
    page = visit(f"{base}/index.html", width=1440).page
    page.keyboard.press("f")
    expect(page.locator(".dj-side")).to_be_hidden()
    page.goto(f"{base}/guide.html")
    expect(page.locator(".dj-side")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator(".dj-side")).to_be_visible()


def test_lines_of_text_have_65_to_80_letters(base, visit):
    page = visit(f"{base}/index.html", width=1440).page
    page.evaluate("document.fonts.ready")
    letters = page.evaluate(
        """() => {
          const part = document.querySelector('.dj-content section > p');
          const style = getComputedStyle(part);
          const line = document.createElement('canvas').getContext('2d');
          line.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
          const text = 'Plain words of a sentence that somebody reads to the end. '.repeat(3);
          return part.clientWidth / (line.measureText(text).width / text.length);
        }"""
    )
    assert 65 <= letters <= 90  # a fallback font may be narrower than ours


INTER_IS_SHOWN = """(() => {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.textContent = 'How wide is this?';
  probe.style.position = 'absolute';
  const widths = ['Inter, serif', 'serif'].map((families) => {
    probe.style.fontFamily = families;
    return probe.offsetWidth;
  });
  probe.remove();
  return widths[0] !== widths[1];
})()"""


@pytest.mark.parametrize("first", ["index.html", "404.html"])
def test_a_font_that_comes_after_the_first_paint_is_shown_on_the_first_page(base, visit, first):
    page = visit("about:blank").page
    held = []
    page.route("**/*.woff2", lambda route: held.append(route))
    with page.expect_request("**/*.woff2"):
        page.goto(f"{base}/{first}", wait_until="commit")
    wait_until(page, "performance.getEntriesByName('first-contentful-paint').length")
    assert not page.evaluate(INTER_IS_SHOWN)

    for route in held:
        route.continue_()
    page.unroute("**/*.woff2")
    wait_until(page, INTER_IS_SHOWN)


def test_the_link_of_a_heading_has_a_name_and_copies_its_address(base, visit):
    page = visit(f"{base}/index.html", permissions=["clipboard-read", "clipboard-write"]).page
    link = page.locator("#part-3 .headerlink")
    expect(link).to_have_accessible_name("Link to this heading: Part 3")
    link.focus()
    wait_until(page, "document.querySelector('.dj-reading [aria-pressed]')")
    page.keyboard.press("Enter")
    expect(page.locator("#dj-status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{base}/index.html#part-3"


def test_copying_the_link_of_a_heading_is_seen(base, visit):
    page = visit(f"{base}/index.html", permissions=["clipboard-read", "clipboard-write"]).page
    page.hover("#part-1 h2")
    wait_until(page, "document.querySelector('.dj-reading [aria-pressed]')")
    page.click("#part-1 .headerlink")
    done = page.locator("#part-1 .headerlink[data-done='Copied']")
    expect(done).to_be_visible()
    assert "✓" in done.evaluate("(one) => getComputedStyle(one, '::after').content")


def test_a_finger_does_not_hit_the_link_of_a_heading(base, visit):
    page = visit(f"{base}/index.html", width=390, has_touch=True, is_mobile=True).page
    style = "getComputedStyle(document.querySelector('.headerlink')).pointerEvents"
    assert page.evaluate(style) == "none"


def test_the_keys_of_a_page_are_listed_on_a_question_mark(base, visit):
    page = visit(f"{base}/index.html").page
    page.keyboard.press("?")
    expect(page.locator("#dj-keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dj-keys")).not_to_be_visible()


def test_the_colour_of_the_frame_follows_the_chosen_mode(base, visit):
    page = visit(f"{base}/index.html").page
    media = "[...document.querySelectorAll('meta[name=theme-color]')].map((one) => one.media)"
    assert page.evaluate(media)[0] == "(prefers-color-scheme: light)"
    page.evaluate("document.documentElement.dataset.mode = 'dark'")
    wait_until(page, f"{media}.join() === 'not all,all'")


def test_the_drawer_opens_at_its_top_with_the_logo(base, visit):
    page = visit(f"{base}/index.html", width=375, height=700).page
    page.evaluate("document.getElementById('dj-side').scrollTop = 50")
    page.click(".dj-menu-button")
    wait_until_still(page)
    assert page.evaluate("document.getElementById('dj-side').scrollTop") == 0
    expect(page.locator("#dj-side .dj-side-top .dj-logo")).to_be_visible()


def test_the_menu_of_a_page_stands_above_its_title(base, visit):
    for width in (1440, 390):
        page = visit(f"{base}/index.html", width=width).page
        title, menu = (page.locator(one).bounding_box() for one in ("h1", ".dj-page-menu-button"))
        assert menu["y"] + menu["height"] <= title["y"] + 2
        assert title["x"] + title["width"] >= menu["x"] + menu["width"]


def test_tasks_have_a_box_in_place_of_a_bullet(base, visit):
    page = visit(f"{base}/guide.html").page
    item = page.locator("li.task-list-item").first
    assert item.evaluate("(one) => getComputedStyle(one).listStyleType") == "none"
    box, text = item.locator("input").bounding_box(), item.bounding_box()
    assert box["x"] + box["width"] <= text["x"] + 4


def test_a_page_is_fetched_when_its_link_is_pointed_at(base, visit):
    opened = visit(f"{base}/index.html")
    opened.page.hover("h1")
    expect(opened.page.locator(".dj-reading [aria-pressed]").first).to_be_attached()
    with opened.page.expect_request("**/guide.html"):
        opened.page.hover("#dj-sidebar a[href='guide.html']")
    assert opened.errors == []


def test_the_header_goes_and_comes_back_on_a_phone(base, visit):
    page = visit(f"{base}/index.html", width=375, height=700).page
    assert page.locator(".dj-header").bounding_box()["height"] <= 61 + 44
    contents = page.locator(".dj-local > summary")
    expect(contents).to_have_text("On this page")
    assert contents.bounding_box()["height"] >= 44
    page.evaluate("scrollTo({top: 900, behavior: 'instant'})")
    expect(page.locator(".dj-header[data-away]")).to_have_count(1)
    expect(contents).to_be_in_viewport(ratio=1)
    expect(page.locator(".dj-local-here")).not_to_be_empty()
    page.evaluate("scrollTo({top: 700, behavior: 'instant'})")
    expect(page.locator(".dj-header[data-away]")).to_have_count(0)


def test_the_contents_list_comes_before_the_article_for_the_keyboard(base, visit):
    page = visit(f"{base}/index.html", width=1440).page
    order = "document.querySelector('#dj-table-of-contents').compareDocumentPosition("
    order += "document.querySelector('article')) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert page.evaluate(order)


def test_tabs_stand_in_the_drawer_of_a_phone(base, visit):
    page = visit(f"{base}/index.html", width=375, height=740).page
    expect(page.locator(".dj-tab").first).not_to_be_visible()
    page.click(".dj-menu-button")
    expect(page.locator(".dj-side-tab")).to_have_text(["Documentation", "API"])


def test_1024_pixels_show_the_sidebar(base, visit):
    page = visit(f"{base}/guide.html", width=1024).page
    expect(page.locator("#dj-sidebar")).to_be_visible()
    expect(page.locator(".dj-menu-button")).not_to_be_visible()


def test_groups_of_the_sidebar_stay_as_they_were_left(site, serve, visit):
    inner = {"group": "Inner", "pages": ["c"]}
    built = site(
        {name: f"# {name}\n" for name in ("index.md", "b.md", "c.md")},
        config={"navigation": [{"group": "All", "pages": ["index", "b", inner]}]},
    )
    base = serve(built.outdir)
    page = visit(f"{base}/index.html").page
    group = page.locator("#dj-sidebar details")
    expect(group).not_to_have_attribute("open", "")
    group.locator("summary").click()
    page.goto(f"{base}/b.html")
    expect(group).to_have_attribute("open", "")
    group.locator("summary").click()
    page.goto(f"{base}/index.html")
    expect(group).not_to_have_attribute("open", "")


@pytest.mark.parametrize(("drilldown", "page"), [(True, "c"), (False, "index")])
def test_a_group_of_the_sidebar_leads_to_its_first_page_where_docs_json_says_so(
    site, serve, visit, drilldown, page
):
    inner = {"group": "Inner", "pages": ["c", "d"]}
    built = site(
        {name: f"# {name}\n" for name in ("index.md", "b.md", "c.md", "d.md")},
        config={
            "navigation": [{"group": "All", "pages": ["index", "b", inner]}],
            "interaction": {"drilldown": drilldown},
        },
    )
    opened = visit(f"{serve(built.outdir)}/index.html").page
    group = opened.locator("#dj-sidebar details")
    group.locator("summary").click()
    opened.wait_for_url(f"**/{page}.html")
    expect(group).to_have_attribute("open", "")
    group.locator("summary").click()
    expect(group).not_to_have_attribute("open", "")
    assert opened.url.endswith(f"/{page}.html")


def test_a_chosen_tab_is_open_before_the_first_paint(site, serve, visit):
    group = "<CodeGroup>\n```bash One\n1\n```\n```bash Two\n" + "2\n" * 30 + "```\n</CodeGroup>\n"
    built = site({"index.mdx": f"# Hello\n\n{group}\nAfter.\n"})
    page = visit(f"{serve(built.outdir)}/index.html").page
    page.get_by_role("tab", name="Two").click()
    # Where the script of the components does not come, what was chosen is open all the same.
    page.route("**/components.js*", lambda route: route.abort())
    page.reload()
    assert page.locator(".dj-panel-active").all_inner_texts()[0].startswith("2")


def test_on_paper_stands_what_is_read(base, visit):
    page = visit(f"{base}/guide.html", width=1440).page
    page.emulate_media(media="print")
    for part in (".dj-header", ".dj-side", ".dj-pagination", ".dj-copy", ".headerlink"):
        expect(page.locator(part).first).not_to_be_visible()
    wrap = "getComputedStyle(document.querySelector('.dj-content pre')).whiteSpace"
    assert page.evaluate(wrap) == "pre-wrap"


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_on_paper_a_picture_of_two_is_the_light_one(site, serve, visit, mode):
    pictures = "".join(
        f'<img className="{names}" src="/{name}.png" alt="{name}" />'
        for name, names in (("day", "block dark:hidden"), ("night", "hidden dark:block"))
    )
    files = {name: picture(40, 40) for name in ("day.png", "night.png")}
    built = site({"index.mdx": f"# Hello\n\n{pictures}\n", **files})
    page = visit(f"{serve(built.outdir)}/index.html").page
    page.evaluate(f"document.documentElement.dataset.mode = '{mode}'")

    expect(page.get_by_alt_text("day" if mode == "light" else "night")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_alt_text("day")).to_be_visible()
    expect(page.get_by_alt_text("night")).not_to_be_visible()


RING = input_text(__file__, "frame.js")


@pytest.mark.parametrize(("page", "width"), [("guide", 1440), ("objects", 375)])
def test_each_part_that_has_the_focus_shows_its_whole_ring(base, visit, page, width):
    opened = visit(f"{base}/{page}.html", width=width).page
    found = {}
    for _step in range(60):
        opened.keyboard.press("Tab")
        if opened.evaluate("document.activeElement === document.body"):
            break
        name = opened.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        found[name] = opened.evaluate(RING)

    assert len(found) >= 10
    assert {name: problem for name, problem in found.items() if problem} == {}


def test_tabs_stand_below_the_logo_on_a_wide_screen(base, visit):
    page = visit(f"{base}/index.html", width=2560).page
    left = "(name) => { const range = document.createRange();"
    left += "range.selectNodeContents(document.querySelector(name));"
    left += "return range.getBoundingClientRect().left; }"

    assert page.evaluate(left, ".dj-tab") == pytest.approx(page.evaluate(left, ".dj-logo"), abs=1)


def test_a_page_that_comes_never_adds_its_light_to_that_of_the_last(base, visit):
    page = visit(f"{base}/index.html").page
    page.emulate_media(reduced_motion="no-preference")
    blend = """async () => {
        const change = document.startViewTransition(() => {});
        await change.ready;
        const name = (part) => `::view-transition-${part}(root)`;
        const of = (part) => getComputedStyle(document.documentElement, name(part));
        return [of('old').mixBlendMode, of('new').mixBlendMode, of('old').opacity];
    }"""
    assert page.evaluate(blend) == ["normal", "normal", "1"]


def test_a_long_word_of_a_title_is_no_wider_than_a_phone(base, visit):
    page = visit(f"{base}/index.html", width=360, height=700).page
    page.evaluate("document.querySelector('h1').firstChild.data = 'w'.repeat(90)")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


MENU = {
    "name": "Acme",
    "navigation": {
        "tabs": [
            {"tab": "Guides", "pages": ["index"]},
            {
                "tab": "Develop",
                "menu": [
                    {"item": "REST", "description": "Each call", "pages": ["rest"]},
                    {"item": "SDK", "description": "In your words", "pages": ["sdk"]},
                ],
            },
        ]
    },
}


@pytest.fixture(scope="module")
def menu(tmp_path_factory, serve):
    names = ("index", "rest", "sdk")
    files = {f"{name}.md": f"# {name}\n\nText.\n" for name in names}
    folder = tmp_path_factory.mktemp("menu") / "site"
    return serve(build_site(folder, files | {"docs.json": json.dumps(MENU)}).outdir)


@pytest.mark.parametrize("scripts", [True, False])
def test_the_menu_of_a_tab_opens_by_the_keyboard_and_leads_on(menu, visit, scripts):
    opened = visit(f"{menu}/index.html", width=1440, java_script_enabled=scripts)
    page = opened.page
    summary = page.locator(".dj-tabs summary", has_text="Develop")
    link = page.locator(".dj-tabs").get_by_role("link", name="SDK")
    assert not link.is_visible()

    summary.focus()
    page.keyboard.press("Enter")
    assert link.is_visible()
    box, header = link.bounding_box(), page.locator(".dj-header").bounding_box()
    assert box["y"] > header["y"] + header["height"] - 12
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sdk.html")
    assert page.locator(".dj-tabs summary[data-active]").count() == 1


def test_the_menu_of_a_tab_opens_by_touch(menu, visit):
    wide = visit(f"{menu}/index.html", width=1280, has_touch=True)
    wide.page.locator(".dj-tabs summary", has_text="Develop").tap()
    wide.page.locator(".dj-tabs").get_by_role("link", name="REST").tap()
    wide.page.wait_for_url("**/rest.html")
    assert wide.errors == []

    narrow = visit(f"{menu}/index.html", width=390, has_touch=True, is_mobile=True)
    narrow.page.get_by_role("button", name="Open navigation").tap()
    narrow.page.locator(".dj-side-tabs summary", has_text="Develop").tap()
    entry = narrow.page.locator(".dj-side-tabs").get_by_role("link", name="SDK")
    assert "In your words" in entry.inner_text()
    entry.tap()
    narrow.page.wait_for_url("**/sdk.html")
    assert narrow.accessibility_violations() == []
