"""The search in a browser: under a strict policy, from a disk, with the keyboard."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests._support.building import build_site
from tests._support.inputs import input_data, input_text
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.browser

PAGES = {
    "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "index.md": "---\ntitle: Start\n---\n\nWelcome.\n",
    "guides/deploy.md": "---\ntitle: Deploy\ndescription: Publish the site.\n---\n\nText.\n\n"
    + "".join(f"## Part {n}\n\n{'Words of a part. ' * 60}\n\n" for n in range(1, 7))
    + '<Accordion title="Rollback">Take the former <code>release_id</code>.</Accordion>\n\n'
    '<Tabs><Tab title="Linux">First.</Tab><Tab title="Windows">Use the marmalade.</Tab></Tabs>\n',
    "guides/errors.md": "---\ntitle: Errors\nkeywords: [crash]\n---\n\n## Retries\n\nAgain.\n",
    "guides/secret.md": "---\ntitle: Deploy in secret\nhidden: true\n---\n\nDeploy.\n",
}
CONFIG = {
    "name": "Acme",
    "colors": {"primary": "#4f46e5"},
    "favicon": "/icon.svg",
    "tabs": [{"name": "API", "url": "api-reference"}],
    "navigation": [
        {"group": "Guides", "pages": ["index", "guides/deploy", "guides/errors", "guides/secret"]}
    ],
    "api": {"openapi": "api.json"},
}
API = input_data(__file__, "search-api.yaml")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    source = tmp_path_factory.mktemp("search") / "site"
    files = {**PAGES, "docs.json": json.dumps(CONFIG), "api.json": json.dumps(API)}
    return build_site(source, files, conf={"html_theme": "docsjson"}).outdir


@pytest.fixture(scope="module")
def base(folder, serve):
    return serve(folder)


def find(page, query):
    """Open the dialog, type, and return the options."""
    page.keyboard.press("Control+k")
    page.wait_for_selector(".dj-find[open]")
    page.keyboard.type(query)
    options = page.locator('.dj-find [role="option"]')
    expect(page.locator(".dj-find [role=status]")).to_have_text(re.compile(r"\w"))
    return options


def test_nothing_is_loaded_before_the_search_is_wanted(base, visit):
    opened = visit(f"{base}/index.html")
    loaded = "performance.getEntriesByType('resource').map((one) => one.name)"

    assert [name for name in opened.page.evaluate(loaded) if "search" in name] == []
    opened.page.keyboard.press("/")
    expect(opened.page.locator(".dj-find").get_by_text("Suggestions")).to_be_visible()
    assert any("/search/index.js" in name for name in opened.page.evaluate(loaded))
    assert opened.errors == []


def test_escape_before_the_search_has_come_lets_none_open(base, visit):
    page = visit("about:blank").page
    held = []
    page.route("**/docsjson-search.js*", lambda route: held.append(route))
    page.goto(f"{base}/index.html")
    with page.expect_request("**/docsjson-search.js*"):
        page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    held[0].continue_()
    style = 'link[href*="docsjson-search.css"]'
    page.locator(style).wait_for(state="attached")
    wait_until(page, f"document.querySelector('{style}').sheet !== null")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    assert page.locator(".dj-find").count() == 0
    find(page, "deploy")


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1440])
def test_the_dialog_is_accessible_and_breaks_no_policy(base, visit, width, mode):
    opened = visit(f"{base}/index.html", width=width, color_scheme=mode)
    find(opened.page, "deploy")

    assert opened.accessibility_violations() == []
    assert opened.errors == []


def test_the_keyboard_chooses_and_the_place_is_opened_and_marked(base, visit):
    opened = visit(f"{base}/index.html")
    page = opened.page
    options = find(page, "rollback")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.wait_for_url("**/guides/deploy.html#rollback")

    expect(page.locator("#rollback")).to_have_attribute("open", "")
    expect(page.locator("#rollback summary")).to_be_in_viewport()
    wait_until(page, "CSS.highlights.get('dj-found')?.size > 0")
    assert opened.errors == []


def test_a_word_in_a_closed_tab_is_shown(base, visit):
    page = visit(f"{base}/index.html").page
    find(page, "marmalade")
    page.keyboard.press("Enter")
    page.wait_for_url("**/guides/deploy.html#windows")

    expect(page.get_by_text("Use the marmalade.")).to_be_in_viewport()


NESTED = input_text(__file__, "search-nested.mdx")


@pytest.mark.parametrize(
    ("address", "width", "query"),
    [
        ("served", 375, "quartzite"),
        ("served", 1440, "weight_in_stones"),
        ("file", 1440, "quartzite"),
    ],
)
def test_what_is_folded_in_what_is_folded_is_shown(
    address, width, query, nested, nested_base, visit
):
    root = f"{nested_base}/a/b/site" if address == "served" else (nested / "a/b/site").as_uri()
    opened = visit(f"{root}/index.html", width=width)
    page = opened.page
    expect(find(page, query).first).to_contain_text("weight_in_stones")
    page.keyboard.press("Enter")
    page.wait_for_url("**/a/b/site/nested.html#*")

    expect(page.get_by_text("Heavy as quartzite.")).to_be_in_viewport()
    wait_until(page, "CSS.highlights.get('dj-found')?.size > 0")
    assert opened.errors == []


@pytest.fixture(scope="module")
def nested(tmp_path_factory):
    """Return the root of a host that has the site in a folder in a folder."""
    source = tmp_path_factory.mktemp("nested")
    config = {**CONFIG, "navigation": ["index", "nested"], "tabs": []}
    config.pop("api")
    files = {"docs.json": json.dumps(config), "icon.svg": PAGES["icon.svg"]}
    files |= {"index.md": PAGES["index.md"], "nested.mdx": NESTED}
    built = build_site(source / "site", files, conf={"html_theme": "docsjson"})
    (source / "www" / "a" / "b").mkdir(parents=True)
    built.outdir.rename(source / "www" / "a" / "b" / "site")
    return source / "www"


@pytest.fixture(scope="module")
def nested_base(nested, serve):
    return serve(nested)


def test_enter_with_control_opens_another_tab(base, visit):
    page = visit(f"{base}/index.html").page
    find(page, "rollback")
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    other = opened.value
    other.wait_for_url("**/guides/deploy.html#rollback")

    expect(other.locator("#rollback")).to_have_attribute("open", "")
    expect(page.locator(".dj-find")).to_be_visible()


def test_on_a_phone_the_dialog_is_the_whole_screen(base, visit):
    page = visit(f"{base}/index.html", width=375, height=700, has_touch=True).page
    page.locator("#dj-search-input").click()
    dialog = page.locator(".dj-find")
    page.keyboard.type("words of a part")
    expect(dialog.locator('[role="option"]').first).to_be_visible()

    assert dialog.bounding_box() == {"x": 0, "y": 0, "width": 375, "height": 700}
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_without_scripts_the_page_of_the_search_says_what_to_do(base, visit):
    page = visit(f"{base}/search.html?q=deploy", java_script_enabled=False).page

    message = page.locator("#dj-content noscript").first
    assert "Search needs JavaScript" in message.inner_html()
    assert message.bounding_box()["height"] > 40


def test_arrows_move_and_escape_gives_the_focus_back(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, "deploy")
    field = page.get_by_role("combobox", name="Search")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", options.first.get_attribute("id"))
    page.keyboard.press("Escape")
    expect(page.locator(".dj-find")).not_to_be_visible()


def test_what_is_found_has_its_kind(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, "GET /v1/users")

    expect(options.first).to_contain_text("List users")
    expect(options.first.locator(".dj-method-get")).to_have_text("GET")
    page.get_by_role("combobox", name="Search").fill("page_size")
    expect(options.first.locator(".dj-find-code")).to_have_text("page_size")
    page.get_by_role("combobox", name="Search").fill("crash")
    expect(options.first).to_contain_text("Errors")
    page.get_by_role("combobox", name="Kind").select_option("Fields")
    expect(page.locator(".dj-find [role=status]")).to_contain_text("Nothing was found")


def test_a_hidden_page_is_not_found(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, "deploy secret")

    expect(options.first).to_contain_text("Deploy")
    expect(page.locator(".dj-find").get_by_text("in secret")).to_have_count(0)


def test_searches_that_led_somewhere_are_offered_again(base, visit):
    page = visit(f"{base}/index.html").page
    page.keyboard.press("Control+k")
    expect(page.get_by_text("Suggestions")).to_be_visible()
    page.keyboard.type("retries")
    expect(page.locator('.dj-find [role="option"]').first).to_contain_text("Retries")
    page.keyboard.press("Enter")
    page.wait_for_url("**/guides/errors.html#retries")
    page.keyboard.press("Control+k")
    page.get_by_role("option", name="retries", exact=True).click()

    expect(page.locator('.dj-find [role="option"]').first).to_contain_text("Retries")


def test_the_field_of_the_header_opens_the_dialog_with_what_was_typed(base, visit):
    page = visit(f"{base}/index.html").page
    page.locator("#dj-search-input").press_sequentially("de")

    expect(page.get_by_role("combobox", name="Search")).to_have_value(re.compile("^de"))


@pytest.mark.parametrize("address", ["served", "file"])
def test_the_page_of_the_search_answers_the_query_in_its_address(address, base, folder, visit):
    root = base if address == "served" else folder.as_uri()
    opened = visit(f"{root}/search.html?q=retries")
    link = opened.page.locator('#search-results [role="option"]').first

    expect(link).to_contain_text("Retries")
    link.click()
    opened.page.wait_for_url("**/guides/errors.html#retries")
    assert opened.errors == []


def test_a_page_that_was_opened_as_a_file_finds_what_lies_beside_it(folder, visit):
    opened = visit(f"{folder.as_uri()}/guides/errors.html")
    find(opened.page, "page_size")
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_url("**/list-users.html#*page-size")

    assert opened.errors == []


def test_versions_and_other_sites_are_chosen_among(tmp_path, serve, visit):
    page = "---\ntitle: Deploy {0}\n---\n\nDeploy with {0}.\n"
    versions = [
        {"version": name, "groups": [{"group": "All", "pages": [f"{name}/deploy"]}]}
        for name in ("v2", "v1")
    ]
    config = {"name": "Acme", "colors": {"primary": "#4f46e5"}, "favicon": "/icon.svg"}
    files = {"docs.json": json.dumps({**config, "navigation": {"versions": versions}})}
    files |= {f"{name}/deploy.md": page.format(name) for name in ("v2", "v1")}
    files["icon.svg"] = PAGES["icon.svg"]
    conf = {"html_theme": "docsjson", "docsjson_search_indexes": ["../client", "../gone/"]}
    build_site(tmp_path / "docs", files, conf=conf, outdir=tmp_path / "out" / "docs")
    other = {"index.md": page.format("a client"), "icon.svg": PAGES["icon.svg"]}
    other["docs.json"] = json.dumps({**config, "navigation": ["index"]})
    built = build_site(
        tmp_path / "client",
        other,
        conf={"html_theme": "docsjson"},
        outdir=tmp_path / "out" / "client",
    )
    (tmp_path / "www").mkdir()
    (tmp_path / "out" / "docs" / "html").rename(tmp_path / "www" / "docs")
    built.outdir.rename(tmp_path / "www" / "client")

    opened = visit(f"{serve(tmp_path / 'www')}/docs/v1/deploy.html").page
    options = find(opened, "deploy")
    expect(options.filter(has_text="Deploy v1")).to_have_count(1)
    expect(options.filter(has_text="Deploy v2")).to_have_count(0)
    expect(options.filter(has_text="Deploy a client")).to_have_count(1)
    opened.get_by_role("combobox", name="Version").select_option("v2")
    expect(options.filter(has_text="Deploy v2")).to_have_count(1)
    expect(options.filter(has_text="Deploy v1")).to_have_count(0)


def test_an_enter_before_the_answer_opens_what_was_typed(base, visit):
    page = visit(f"{base}/index.html").page
    find(page, "errors")
    field = page.get_by_role("combobox", name="Search")
    field.fill("marmalade")
    field.press("Enter")

    page.wait_for_url("**/guides/deploy.html#windows")


def test_the_enter_that_ends_a_composition_opens_nothing(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, "errors")
    expect(options.first).to_have_attribute("aria-selected", "true")
    event = "{key: 'Enter', isComposing: true, bubbles: true, cancelable: true}"
    field = page.get_by_role("combobox", name="Search")
    field.evaluate(f"field => field.dispatchEvent(new KeyboardEvent('keydown', {event}))")

    expect(page.locator(".dj-find")).to_be_visible()
    assert page.url.endswith("/index.html")


def test_a_recent_search_can_be_removed(base, visit):
    page = visit(f"{base}/index.html").page
    for query in ("retries", "crash"):
        expect(find(page, query).first).to_contain_text("E" if query == "crash" else "R")
        page.keyboard.press("Enter")
        page.wait_for_url("**/guides/errors.html*")
        expect(page.locator(".dj-find")).not_to_be_visible()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search").fill("")
    recent = page.locator(".dj-find [data-query]")
    expect(recent).to_have_text(["crash", "retries"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    expect(recent).to_have_text(["retries"])
    page.locator(".dj-find-remove").click()
    expect(recent).to_have_count(0)
    expect(page.get_by_role("combobox", name="Search")).to_be_focused()


def test_what_was_sought_is_there_again_and_the_next_letter_replaces_it(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, "part")
    page.keyboard.press("ArrowDown")
    second = options.nth(1)
    expect(second).to_have_attribute("aria-selected", "true")
    title = second.inner_text().splitlines()[0]
    page.keyboard.press("Escape")
    expect(page.locator(".dj-find")).not_to_be_visible()
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Search")

    expect(field).to_have_value("part")
    expect(second).to_have_attribute("aria-selected", "true")
    expect(second).to_contain_text(title)
    page.keyboard.type("retries")
    expect(field).to_have_value("retries")
    expect(options.first).to_contain_text("Retries")


def test_the_texts_of_a_long_page_come_where_they_are_in_view(base, visit):
    page = visit(f"{base}/index.html").page
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    options = find(page, "words part")
    excerpt = options.filter(has_text="Part 3").locator(".dj-find-excerpt")
    height = excerpt.bounding_box()["height"]

    expect(excerpt).to_contain_text("Words of a part")
    assert excerpt.bounding_box()["height"] == height
    assert [name for name in asked if re.match(r"p\w+-\d+\.js", name)]


def test_what_stands_in_quotation_marks_is_found_as_it_is(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, '"use the marmalade"')

    expect(options).to_have_count(1)
    expect(options).to_contain_text("Windows")
    field = page.get_by_role("combobox", name="Search")
    field.fill('"the marmalade use"')
    expect(page.locator(".dj-find [role=status]")).to_contain_text("Nothing was found")


def test_escape_gives_the_focus_back(base, visit):
    page = visit(f"{base}/index.html").page
    link = page.locator("a[href]:visible").nth(2)
    link.focus()
    find(page, "deploy")
    page.keyboard.press("Escape")

    expect(link).to_be_focused()


def test_a_version_has_pages_anywhere_and_other_sites_have_other_versions(tmp_path, serve, visit):
    page = "---\ntitle: Deploy {0}\n---\n\nDeploy {0}.\n"
    look = {"colors": {"primary": "#4f46e5"}, "favicon": "/icon.svg"}

    def build(name, versions, pages, **conf):
        made = [
            {"version": label, "groups": [{"group": "All", "pages": listed}]}
            for label, listed in versions.items()
        ]
        config = {"name": name, **look, "navigation": {"versions": made}}
        files = {"docs.json": json.dumps(config), "icon.svg": PAGES["icon.svg"]}
        files |= {f"{path}.md": page.format(path.rpartition("/")[2]) for path in pages}
        conf = {"html_theme": "docsjson", **conf}
        outdir = tmp_path / "out" / name
        built = build_site(tmp_path / name, files, conf=conf, outdir=outdir)
        built.outdir.rename(tmp_path / "www" / name)

    (tmp_path / "www").mkdir()
    others = ["../client", "../gone/", {"label": "Older", "path": "../older/"}]
    versions = {"v2": ["now", "guide/both"], "v1": ["old/then", "guide/both"]}
    pages = ["now", "guide/both", "old/then"]
    build("docs", versions, pages, docsjson_search_indexes=others)
    build("client", {"1.0": ["one"], "0.9": ["zero"]}, ["one", "zero"])
    older = tmp_path / "www" / "older" / "_static" / "search"
    older.mkdir(parents=True)
    (older / "index.js").write_text('docsjsonSearch("a1", {"counts": "A"});')

    opened = visit(f"{serve(tmp_path / 'www')}/docs/now.html").page
    options = find(opened, "deploy")
    titles = options.locator(".dj-find-title")
    said = opened.locator(".dj-find [role=status]")
    expect(said).to_contain_text("gone could not be searched. · Older could not be searched.")
    shown = {
        "v2": "both now one zero",
        "v1": "both then",
        "1.0": "one",
        "": "both now one then zero",
    }
    for version, names in shown.items():
        if version != "v2":
            opened.get_by_role("combobox", name="Version").select_option(version)
        expect(options).to_have_count(len(names.split()))
        assert sorted(titles.all_inner_texts()) == [f"Deploy {name}" for name in names.split()]


def test_a_site_that_is_written_anew_while_its_index_is_open_is_searched_as_it_is(
    tmp_path, serve, visit
):
    def write(text, count):
        files = {"index.md": "---\ntitle: Home\n---\n\nHello.\n", "icon.svg": PAGES["icon.svg"]}
        files |= {f"page{n}.md": f"---\ntitle: Page {n}\n---\n\nText.\n" for n in range(count)}
        files["walrus.md"] = f"---\ntitle: Walrus\n---\n\n{text}\n"
        config = {"name": "Acme", "favicon": "/icon.svg", "navigation": [*sorted(files)]}
        config["navigation"] = [n[:-3] for n in config["navigation"] if n.endswith(".md")]
        files["docs.json"] = json.dumps(config)
        return build_site(tmp_path / "site", files, conf={"html_theme": "docsjson"}).outdir

    page = visit(f"{serve(write('It swims.', 20))}/index.html").page
    expect(find(page, "home")).not_to_have_count(0)
    write("It flies now.", 24)
    page.locator(".dj-find input").fill("walrus")

    expect(page.locator('.dj-find [role="option"]').first).to_contain_text("It flies now.")


def test_the_search_of_read_the_docs_is_shown_where_it_is(tmp_path, serve, visit):
    conf = {"html_theme": "docsjson", "docsjson_search": "readthedocs"}
    files = {**PAGES, "docs.json": json.dumps(CONFIG), "api.json": json.dumps(API)}
    built = build_site(tmp_path / "site", files, conf=conf)
    page = visit(f"{serve(built.outdir)}/index.html").page
    page.evaluate(
        "document.addEventListener('readthedocs-search-show', () => (window.isShown = true));"
        "document.dispatchEvent(new Event('readthedocs-addons-data-ready'))"
    )
    page.keyboard.press("Control+k")
    wait_until(page, "window.isShown")

    expect(page.locator(".dj-find")).to_have_count(0)


def test_letters_that_are_typed_before_the_dialog_is_open_are_kept(base, visit):
    page = visit("about:blank").page
    held = []
    page.route("**/docsjson-search.js*", lambda route: held.append(route))
    page.goto(f"{base}/index.html")
    with page.expect_request("**/docsjson-search.js*"):
        page.keyboard.press("Control+k")
    page.keyboard.type("rx/")
    for _ in range(2):
        page.keyboard.press("Backspace")
    page.keyboard.type("etries")
    held[0].continue_()

    expect(page.get_by_role("combobox", name="Search")).to_have_value("retries")
    expect(page.locator(".dj-find .dj-find-group-title").first).to_have_text(
        "Documentation › Guides › Errors"
    )
    expect(page.locator(".dj-find-row .dj-visually-hidden").first).to_have_text("· Errors")


def test_a_question_without_an_answer_shows_what_is_near_and_what_there_is(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, "marmzxyte")

    expect(page.locator(".dj-find [role=status]")).to_contain_text("Nothing was found")
    expect(options.first).to_have_text("marmalade")
    expect(page.locator(".dj-find").get_by_text("Suggestions")).to_be_visible()
    options.first.click()
    expect(options.first).to_contain_text("Windows")


def test_a_word_is_marked_whole_and_those_around_it_are_not(base, visit):
    page = visit(f"{base}/index.html").page
    options = find(page, "take the release of a")

    expect(options.first.locator("mark").first).to_have_text(re.compile("^(Take|release_?)"))
    assert "the" not in options.locator("mark").all_inner_texts()
