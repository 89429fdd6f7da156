"""Components in a browser: by keyboard, by mouse, without a script, in both modes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests._support.building import build_site
from tests._support.inputs import input_text
from tests.components.samples import PAGES
from tests.components.samples import PICTURE as SAMPLE_PICTURE

pytestmark = pytest.mark.browser

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200">'
    '<rect width="400" height="200" fill="#888"/></svg>'
)
COMMANDS = """
```console
$ pip install docs
Collecting docs

Installed.
$ docs build
```

```bash
$ pip install docs
$ docs build --define a=b
```
"""
NOTES = (
    "# Notes\n\n<CodeNotes>\n```python\nx = 1  # (1)\n```\n\n1. Said of it.\n</CodeNotes>\n\n"
    '<Gallery>\n![One](/picture.svg "First")\n![Two](/picture.svg "Second")\n</Gallery>\n'
)
GALLERY = input_text(__file__, "components.mdx")


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    pages = ["index", "other", "all", "notes"]
    config = json.dumps({"name": "Test", "navigation": [{"group": "Start", "pages": pages}]})
    files = {
        "docs.json": config,
        "index.mdx": GALLERY,
        "other.md": "# Other\n\n<Tabs><Tab title='Go'>G</Tab><Tab title='Ruby'>R</Tab></Tabs>\n",
        "notes.md": NOTES,
        "picture.svg": PICTURE,
        "all.mdx": f"{PAGES['tag'][1]}\n```python focus=2\na = 1\nb = 2\n```\n{COMMANDS}",
        **SAMPLE_PICTURE,
    }
    built = build_site(tmp_path_factory.mktemp("gallery") / "src", files)
    assert built.warning_lines == []
    return built.outdir


@pytest.fixture
def open_gallery(gallery, serve, visit):
    def open_page(path="index.html", **options):
        return visit(f"{serve(gallery)}/{path}", **options).page

    return open_page


def panel(page, words):
    return page.locator(".dj-panel", has_text=words).first


@pytest.mark.parametrize("scripts", [True, False])
def test_a_note_of_code_opens_and_closes_with_and_without_scripts(open_gallery, scripts):
    page = open_gallery("notes.html", java_script_enabled=scripts)
    said = page.get_by_text("Said of it.")

    expect(said).to_be_hidden()
    page.get_by_role("button", name="Note 1").click()
    expect(said).to_be_visible()
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()


def test_arrow_keys_lead_through_the_pictures_of_a_gallery(open_gallery):
    page = open_gallery("notes.html")
    page.click(".dj-gallery .dj-zoom >> nth=0")
    caption = page.locator(".dj-zoom-caption")

    for key, shown in (("ArrowRight", "Second"), ("ArrowRight", "First"), ("ArrowLeft", "Second")):
        page.keyboard.press(key)
        expect(caption).to_have_text(shown)


def test_arrow_keys_move_between_tabs_and_only_one_is_in_the_tab_order(open_gallery):
    page = open_gallery()
    tabs = page.locator(".dj-tabset [role=tab]")
    tabs.first.focus()

    page.keyboard.press("ArrowRight")

    assert tabs.nth(1).get_attribute("aria-selected") == "true"
    assert tabs.evaluate_all("tabs => tabs.map(t => t.tabIndex)") == [-1, 0, -1]
    expect(panel(page, "gems")).to_be_visible()
    expect(panel(page, "snakes")).not_to_be_visible()

    page.keyboard.press("End")
    expect(panel(page, "gophers")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(panel(page, "snakes")).to_be_visible()


def test_the_open_tab_shows_where_the_system_chooses_the_colours(gallery, serve, visit):
    page = visit(f"{serve(gallery)}/index.html", forced_colors="active").page
    marks = page.evaluate(
        "[...document.querySelectorAll('.dj-tab-button')]"
        ".map((tab) => [tab.getAttribute('aria-selected') === 'true',"
        " getComputedStyle(tab, '::after').backgroundColor])"
    )
    shown = {colour for is_open, colour in marks if is_open}

    assert len(shown) == 1
    assert shown.isdisjoint(colour for is_open, colour in marks if not is_open)
    assert shown != {page.evaluate("getComputedStyle(document.documentElement).backgroundColor")}


def test_a_choice_reaches_equal_titles_on_this_page_and_on_the_next(open_gallery, gallery, serve):
    page = open_gallery()

    page.locator(".dj-tabset [role=tab]", has_text="Ruby").click()

    group = page.locator(".dj-code-group [role=tab][aria-selected=true]")
    assert group.inner_text() == "Ruby"
    page.goto(page.url.replace("index.html", "other.html"))
    assert page.locator("[role=tab][aria-selected=true]").inner_text() == "Ruby"


def test_hidden_panels_can_be_found_in_the_page(open_gallery):
    page = open_gallery()
    hidden = page.locator(".dj-tabset > .dj-panel").nth(1)

    assert hidden.get_attribute("hidden") == "until-found"
    hidden.evaluate("panel => panel.dispatchEvent(new Event('beforematch'))")
    expect(hidden).to_be_visible()


@pytest.mark.parametrize("anchor", ["param-inside", "param-deep"])
def test_an_anchor_opens_the_part_that_holds_it(open_gallery, anchor):
    page = open_gallery(f"index.html#{anchor}")

    expect(page.locator(f"#{anchor}")).to_be_visible()


def test_an_accordion_opens_by_keyboard_and_names_itself_in_the_address(open_gallery):
    page = open_gallery()
    page.locator("summary", has_text="Closed part").focus()

    page.keyboard.press("Enter")

    expect(page.locator("#param-deep")).to_be_visible()
    assert page.url.endswith("#closed-part")


def test_everything_is_open_in_print(open_gallery):
    page = open_gallery()

    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")

    expect(panel(page, "gems")).to_be_visible()
    expect(page.locator("#param-deep")).to_be_visible()
    expect(page.locator("text=Beta words.")).to_be_visible()


def test_everything_can_be_read_without_a_script(open_gallery):
    page = open_gallery(java_script_enabled=False)

    for words in ("snakes", "gems", "gophers"):
        assert panel(page, words).is_visible()
    assert page.locator(".dj-panel-title", has_text="Ruby").first.is_visible()
    expect(page.locator("text=Beta words.")).to_be_visible()
    assert not page.locator("[role=tablist]").first.is_visible()


def copied(page, button):
    page.evaluate(
        "navigator.clipboard.writeText = text => (window.copied = text, Promise.resolve())"
    )
    button.focus()
    page.keyboard.press("Enter")
    return page.evaluate("window.copied")


def test_code_is_copied_by_keyboard_without_its_line_numbers(open_gallery):
    page = open_gallery()
    button = page.locator(".highlight-python").get_by_role("button", name="Copy")

    assert copied(page, button) == "first = 1\nsecond = 2"
    expect(page.get_by_role("status")).to_have_text("Copied")


def test_the_button_of_a_group_copies_the_open_tab(open_gallery):
    page = open_gallery()
    page.locator(".dj-code-group [role=tab]", has_text="Ruby").click()

    button = page.locator(".dj-code-group").get_by_role("button", name="Copy")
    assert copied(page, button) == 'puts "two"'


def test_a_tooltip_shows_by_keyboard_and_escape_closes_it(open_gallery):
    page = open_gallery()
    tip = page.locator("[role=tooltip]")
    term = page.locator(".dj-tooltip-term")
    expect(tip).not_to_be_visible()

    term.focus()
    expect(tip).to_be_visible()
    assert term.get_attribute("aria-describedby") == tip.get_attribute("id")
    page.keyboard.press("Escape")
    expect(tip).not_to_be_visible()

    term.blur()
    term.hover()
    expect(tip).to_be_visible()


def test_a_tooltip_stays_inside_a_narrow_window(open_gallery):
    page = open_gallery(width=320)
    page.locator(".dj-tooltip-term").focus()
    box = page.locator("[role=tooltip]").bounding_box()

    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320


def test_a_picture_is_enlarged_by_keyboard_and_escape_returns(open_gallery):
    page = open_gallery()
    button = page.locator("button.dj-zoom")
    assert button.get_attribute("aria-label") == "Enlarge image: A grey picture"
    button.focus()

    page.keyboard.press("Enter")
    expect(page.locator("dialog.dj-zoom-dialog[open] img")).to_be_visible()
    page.keyboard.press("Escape")

    assert page.locator("dialog.dj-zoom-dialog[open]").count() == 0
    assert page.evaluate("document.activeElement.className") == "dj-zoom"


def test_a_click_anywhere_on_a_card_follows_its_link(open_gallery):
    page = open_gallery()

    page.locator("text=Selectable words").click(position={"x": 5, "y": 5})
    page.wait_for_url("**/other.html")


def test_text_of_a_card_can_be_selected_without_following_the_link(open_gallery):
    page = open_gallery()
    words = page.locator("text=Selectable words")
    words.scroll_into_view_if_needed()
    box = words.bounding_box()

    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()

    assert "Selectable" in page.evaluate("String(getSelection())")
    assert page.url.endswith("index.html")


def test_one_switch_chooses_the_view_of_the_page(open_gallery):
    page = open_gallery()
    expect(page.locator("text=Alpha words.")).to_be_visible()
    expect(page.locator("text=Beta words.")).not_to_be_visible()

    page.locator(".dj-view-choice", has_text="Beta").click()

    expect(page.locator("text=Beta words.")).to_be_visible()
    expect(page.locator("text=Alpha words.")).not_to_be_visible()


@pytest.mark.parametrize("name", ["index", "all"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_nobody_is_shut_out_of_the_gallery(gallery, serve, visit, mode, name):
    opened = visit(f"{serve(gallery)}/{name}.html", color_scheme=mode)

    assert opened.errors == []

    assert opened.accessibility_violations() == []


def test_steps_and_updates_are_in_the_contents(gallery):
    html = Path(gallery, "index.html").read_text()

    assert 'href="#first"' in html.partition("dj-toc")[2]
    assert 'href="#v1"' in html.partition("dj-toc")[2]


def test_a_theme_that_numbers_every_list_does_not_number_steps_twice(visit, tmp_path):
    rule = "div.body.body section ol li { list-style: decimal }"
    steps = "<Steps>\n<Step title='One'>\n1. Inner\n</Step>\n</Steps>\n"
    built = build_site(
        tmp_path / "src",
        {"index.mdx": f"# Page\n\n{steps}", "docs.json": '{"name": "A", "navigation": ["index"]}'}
        | {"look/own.css": rule},
        conf={"html_theme": "basic", "html_static_path": ["look"], "html_css_files": ["own.css"]},
    )
    page = visit((built.outdir / "index.html").as_uri()).page

    styles = {
        place: page.locator(place).first.evaluate("item => getComputedStyle(item).listStyleType")
        for place in (".dj-step", ".dj-step-body ol:not(.dj-steps) > li")
    }
    assert styles == {".dj-step": "none", ".dj-step-body ol:not(.dj-steps) > li": "decimal"}


def test_what_is_copied_of_commands_has_no_prompt_no_output_and_no_empty_line(open_gallery):
    page = open_gallery("all.html")
    page.evaluate("addEventListener('dj-copy', ({ detail }) => { window.copied = detail.text; })")
    copied = []
    for language in ("console", "bash"):
        block = page.locator(f".highlight-{language} > .highlight").last
        block.hover()
        block.locator(".dj-copy:not(.dj-wrap)").click()
        copied.append(page.evaluate("window.copied"))

    assert copied == [
        "pip install docs\ndocs build",
        "pip install docs\ndocs build --define a=b",
    ]


CUT = (
    "# Cut\n\n<AccordionGroup>\n<Accordion title='One'>A</Accordion>\n"
    "<Accordion title='Two'>B</Accordion>\n</AccordionGroup>\n\n"
    "<Frame>\n"
    '<img src="/picture.svg" className="block dark:hidden" alt="Light" />\n'
    '<img src="/picture.svg" className="hidden dark:block" alt="Dark" />\n</Frame>\n\n'
    + "".join(f"## Heading {number}\n\nText.\n\n" for number in range(40))
)


def test_a_ring_is_whole_and_no_ring_is_on_what_nobody_sees(tmp_path, serve, visit):
    config = json.dumps({"name": "Acme", "navigation": ["index"]})
    files = {"docs.json": config, "index.mdx": CUT, "picture.svg": PICTURE}
    built = build_site(tmp_path, files, conf={"html_theme": "docsjson"})
    page = visit(serve(built.outdir), width=1440, height=600, color_scheme="light").page

    first = page.locator(".dj-accordion-summary").first
    first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(first).to_be_focused()
    # The group cuts what is outside of it.
    assert first.evaluate("one => getComputedStyle(one).outlineOffset") == "-3px"
    buttons = page.locator(".dj-zoom")
    assert buttons.evaluate_all("all => all.map((one) => one.checkVisibility())") == [True, False]
    # What goes on below fades, the contents list as well as the sidebar.
    expect(page.locator("aside.dj-toc")).to_have_attribute("data-more", "below")


AUTHORS_PARTS = """---
title: Parts
---

export const Panel = ({ children }) => (
  <div style={{ background: "#101010", color: "rgb(250, 240, 230)" }}>{children}</div>
);

<Panel>
  ## On a dark panel
</Panel>

<button className="flex px-4">Narrow</button>

<button className="flex w-full">Wide</button>

<Steps>
  <Step title="First">
    ### Below the title

    Words.
  </Step>
</Steps>
"""


def test_parts_of_authors_have_their_colour_and_room(tmp_path, serve, visit):
    config = json.dumps({"name": "Test", "navigation": [{"group": "Start", "pages": ["index"]}]})
    built = build_site(tmp_path / "src", {"docs.json": config, "index.mdx": AUTHORS_PARTS})
    page = visit(f"{serve(built.outdir)}/index.html").page

    heading = page.get_by_role("heading", name="On a dark panel")
    colour = heading.evaluate("element => getComputedStyle(element).color")
    title = page.locator(".dj-step-title").bounding_box()
    below = page.get_by_role("heading", name="Below the title").bounding_box()

    narrow, wide = (
        page.get_by_text(name, exact=True).evaluate("element => element.offsetWidth")
        for name in ("Narrow", "Wide")
    )

    assert colour == "rgb(250, 240, 230)"
    assert narrow < 150 < wide
    assert title is not None
    assert below is not None
    assert below["y"] - title["y"] - title["height"] >= 12
