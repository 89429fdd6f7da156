"""Each row of the older format has its effect: one site has them all, and each row its own test.

A row is a field, a value or a component with its attribute, as a reader of the format finds it.
What is asked is what a reader of the site sees, not what we read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from sphinx_docsjson.ext.openapi.content.playground import mode_of
from sphinx_docsjson.icons.lookup import icon_svg
from sphinx_docsjson.site.model import Api
from tests._support.building import Built, build_site

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
ICON_TYPES = ("brands", "duotone", "light", "sharp-solid", "solid", "thin")
SOCIALS = (
    *("website", "facebook", "x", "discord", "slack", "github", "linkedin", "instagram"),
    "hacker-news",
)
CONFIG: dict[str, Any] = {
    "name": "Older",
    "logo": {"light": "light.svg", "dark": "dark.svg", "href": "https://acme.example/home"},
    "favicon": "/favicon.svg",
    "colors": {
        "primary": "#0a5f38",
        "light": "#7fe0a8",
        "dark": "#123456",
        "background": {"light": "#fdfcf7", "dark": "#101314"},
    },
    "topbarLinks": [{"name": "Blog", "url": "https://acme.example/blog"}],
    "topbarCtaButton": {"type": "link", "url": "https://acme.example/go", "name": "Go"},
    "versions": ["v2", "v1"],
    "topAnchor": {"name": "Manual", "icon": "rocket", "iconType": "solid"},
    "anchors": [
        {
            "name": "Guides",
            "url": "guides",
            "icon": "map",
            "color": "#aa2255",
            "iconType": "light",
        },
        {
            "name": "Kit",
            "url": "kit",
            "icon": "cube",
            "version": "v1",
            "color": {"from": "#112233", "to": "#445566"},
        },
        {"name": "Secret", "url": "secret", "icon": "key", "isDefaultHidden": True},
        *(
            {
                "name": f"A {kind}",
                "url": f"https://acme.example/{kind}",
                "icon": icon,
                "iconType": kind,
            }
            for kind, icon in zip(
                ICON_TYPES, ("github", "bell", "book", "bolt", "bug", "car"), strict=True
            )
        ),
    ],
    "tabs": [{"name": "Reference", "url": "reference"}],
    "api": {
        "baseUrl": ["https://a.acme.example", "https://b.acme.example"],
        "auth": {"method": "basic", "name": "user:password", "inputPrefix": "Acme "},
        "playground": {"mode": "show"},
        "maintainOrder": True,
    },
    "openapi": ["plants.json"],
    "footerSocials": {name: f"https://social.example/{name}" for name in SOCIALS},
    "feedback": {"suggestEdit": True, "raiseIssue": True},
    "modeToggle": {"default": "dark", "isHidden": True},
    "backgroundImage": "/back.svg",
    "navigation": [
        {"group": "Start", "pages": ["index", "callouts", "parts"]},
        {"group": "More", "pages": ["guides/first", "secret/only"]},
        {"group": "Kit of one", "version": "v1", "pages": ["kit/part"]},
        {"group": "API", "pages": ["reference/list", "reference/fields"]},
    ],
}
PLANTS = {
    "openapi": "3.1.0",
    "info": {"title": "Plants", "version": "1"},
    "paths": {
        "/plants": {
            "get": {
                "summary": "List",
                "parameters": [
                    {"name": name, "in": "query", "schema": {"type": "string"}}
                    for name in ("zebra", "apple")
                ],
                "responses": {"200": {"description": "Ok"}},
            }
        }
    },
}
CALLOUTS = ("Note", "Tip", "Warning", "Info", "Check")
CALLOUT_PAGE = "".join(f"<{name}>\nText of {name}.\n</{name}>\n\n" for name in CALLOUTS)
PARTS = """
## Level two

<CodeGroup>
```python One
1
```
```js Two
2
```
</CodeGroup>

<Steps>
<Step title="First step">
Do.
</Step>
</Steps>

<Tabs>
<Tab title="Tab one">
A.
</Tab>
<Tab title="Tab two">
B.
</Tab>
</Tabs>

<AccordionGroup>
<Accordion title="Folded">
Inside.
</Accordion>
</AccordionGroup>

<CardGroup cols={3}>
<Card title="A card" icon="rocket" href="/callouts">
Words.
</Card>
</CardGroup>

<Frame caption="A caption">
![Alt of it](/light.svg)
</Frame>

<Tooltip tip="What it means">term</Tooltip>

<Update label="May 2024" description="v9">
News.
</Update>
"""
FIELDS = """
<ParamField path="at" type="string" required>
In the path.
</ParamField>
<ParamField body="inside" type="object" default="{}">
In the body.
</ParamField>
<ParamField query="asked" type="integer">
In the query.
</ParamField>
<ParamField header="X-Head" type="string">
In a header.
</ParamField>
<ResponseField name="answer" type="object" required>
What is there.
<Expandable title="deeper">
<ResponseField name="inner" type="string">
Nested.
</ResponseField>
</Expandable>
</ResponseField>

<RequestExample>
```bash
curl x
```
</RequestExample>
<ResponseExample>
```json
{}
```
</ResponseExample>
"""


def written(title: str, body: str = "Text.\n", **front: str) -> str:
    fields = {"title": title, "description": f"About {title}.", **front}
    lines = [f"{name}: {json.dumps(value)}" for name, value in fields.items()]
    return "\n".join(("---", *lines, "---", "", body))


@pytest.fixture(scope="module")
def older(tmp_path_factory):
    files = {
        "docs.json": json.dumps(CONFIG),
        "plants.json": json.dumps(PLANTS),
        "index.mdx": written("Home"),
        "callouts.mdx": written("Callouts", CALLOUT_PAGE),
        "parts.mdx": written("Parts", PARTS),
        "guides/first.mdx": written("First"),
        "secret/only.mdx": written("Only"),
        "kit/part.mdx": written("Part"),
        "reference/list.mdx": written("List of plants", openapi="GET /plants"),
        "reference/fields.mdx": written("Fields", FIELDS, api="POST /plants"),
        **{f"{name}.svg": SVG for name in ("light", "dark", "favicon", "back")},
    }
    conf = {"html_theme_options": {"source_repository": "https://github.com/acme/docs"}}
    return build_site(tmp_path_factory.mktemp("older") / "site", files, conf=conf)


Row = Callable[[Built], Any]


def words(built: Built, page: str, selector: str) -> list[str]:
    return [" ".join(each.get_text(" ").split()) for each in built.soup(page).select(selector)]


def first(built: Built, page: str, selector: str) -> str:
    return next(iter(words(built, page, selector)), "")


def has(page: str, selector: str, count: int | None = None) -> Row:
    def look(built: Built) -> bool:
        found = len(built.soup(page).select(selector))
        return bool(found) if count is None else found == count

    return look


def says(page: str, selector: str, text: str) -> Row:
    return lambda built: any(text in each for each in words(built, page, selector))


def styled(text: str) -> Row:
    return lambda built: text in built.text("_static/docsjson-site.css")


def lacks(row: Row) -> Row:
    return lambda built: not row(built)


SWITCH = ".dj-switch[data-switch=version]"
ANCHORS = ".dj-anchors a"
CARD = ".dj-card, .sd-card"

ROWS: dict[str, Row] = {
    "name": says("index", "title", "Older"),
    "navigation.group": says("index", ".dj-sidebar", "Start"),
    "navigation.pages": has("index", ".dj-sidebar a[href='callouts.html']"),
    "logo.light": has("index", ".dj-logo img[src$='light.svg']"),
    "logo.dark": has("index", ".dj-logo img[src$='dark.svg']"),
    "logo.href": has("index", "a.dj-logo[href='https://acme.example/home']"),
    "favicon": has("index", "link[rel=icon][href$='favicon.svg']"),
    "colors.primary": styled("#0a5f38"),
    "colors.light": styled("#7fe0a8"),
    "colors.dark": styled("#123456"),
    "colors.background.light": styled("#fdfcf7"),
    "colors.background.dark": styled("#101314"),
    "topbarLinks.name": says("index", ".dj-toplinks a", "Blog"),
    "topbarLinks.url": has("index", ".dj-toplinks a[href='https://acme.example/blog']"),
    "topbarCtaButton.type": has("index", "a.dj-button"),
    "topbarCtaButton.url": has("index", "a.dj-button[href='https://acme.example/go']"),
    "topbarCtaButton.name": says("index", "a.dj-button", "Go"),
    "versions": lambda built: words(built, "index", f"{SWITCH} li a")[:2] == ["v2", "v1"],
    "topAnchor.name": says("index", ANCHORS, "Manual"),
    "topAnchor.icon": has("index", f"{ANCHORS} svg"),
    "anchors.name": says("index", ANCHORS, "Guides"),
    "anchors.icon": lambda built: all(a.svg for a in built.soup("index").select(ANCHORS)),
    "anchors.url": has("guides/first", f"{ANCHORS}[aria-current]"),
    "anchors.color": styled("#aa2255"),
    "anchors.color.from": styled("#112233"),
    "anchors.color.to": styled("#445566"),
    "anchors.version": lambda built: (
        [*("Manual", "Guides", *(f"A {kind}" for kind in ICON_TYPES))]
        == [
            each.get_text(" ", strip=True)
            for each in built.soup("guides/first").select_one(".dj-anchors").select("a")
        ]
    ),
    "anchors.version.selected": says("kit/part", ANCHORS, "Kit"),
    "anchors.isDefaultHidden": lacks(says("index", ANCHORS, "Secret")),
    "anchors.isDefaultHidden.linked": says("secret/only", ANCHORS, "Secret"),
    "tabs.name": says("index", ".dj-tabs a", "Reference"),
    "tabs.url": has("reference/list", ".dj-tabs a[aria-current]"),
    "api.baseUrl": has(
        "reference/fields", ".dj-endpoint [data-copy-text*='https://a.acme.example']"
    ),
    "api.baseUrl.array": has("reference/fields", "main [data-copy-text*='a.acme.example']"),
    "api.playground.mode": has("reference/list", "[data-playground], .dj-playground, .dj-try"),
    "api.maintainOrder": lambda built: (
        [
            name
            for name in words(built, "reference/list", ".dj-field-head > a > code")
            if name in ("zebra", "apple")
        ][:2]
        == ["zebra", "apple"]
    ),
    "api.auth.method": says("reference/list", "main", "Basic"),
    "openapi": has("reference/list", ".dj-endpoint"),
    "feedback.suggestEdit": has("index", "a[href*='github.com/acme/docs/edit/']"),
    "feedback.raiseIssue": has("index", "a[href*='github.com/acme/docs/issues/new']"),
    "modeToggle.default": has("index", "html[data-theme=dark], html[data-mode=dark], html.dark"),
    "modeToggle.isHidden": lacks(has("index", "[data-mode-toggle], .dj-mode-toggle")),
    "backgroundImage": styled("back.svg"),
    "page.title": says("guides/first", "h1", "First"),
    "page.description": says("guides/first", ".dj-lead", "About First."),
    "page.heading": says("parts", "h2", "Level two"),
    "page.image.alt": has("parts", "figure img[alt='Alt of it']"),
    "CodeGroup": lambda built: (
        {"One", "Two"}
        <= {each.strip() for each in built.article("parts").get_text("\n").split("\n")}
    ),
    "Steps": has("parts", "ol.dj-steps, .dj-steps"),
    "Step.title": says("parts", ".dj-steps", "First step"),
    "Tabs": has("parts", ".dj-tabset, .sd-tab-set"),
    "Tab.title": says("parts", "article", "Tab two"),
    "AccordionGroup": has("parts", ".dj-accordions, .dj-accordion-group"),
    "Accordion.title": says("parts", "details summary", "Folded"),
    "CardGroup.cols": has("parts", "[class*='cols-3'], [class*='columns-3'], [data-cols='3']"),
    "Card.title": says("parts", CARD, "A card"),
    "Card.icon": has("parts", ":is(.dj-card, .sd-card) svg"),
    "Card.href": has(
        "parts",
        ":is(.dj-card, .sd-card)[href='callouts.html'], "
        ":is(.dj-card, .sd-card) a[href='callouts.html']",
    ),
    "Frame": has("parts", "figure"),
    "Frame.caption": says("parts", "figcaption", "A caption"),
    "Tooltip.tip": says("parts", "[role=tooltip]", "What it means"),
    "Update.label": says("parts", ".dj-update", "May 2024"),
    "Update.description": says("parts", ".dj-update", "v9"),
    **{
        f"callout.{name}.kind": has("callouts", f".dj-callout-{name.lower()} svg")
        for name in CALLOUTS
    },
    "RequestExample": says("reference/fields", ".dj-examples", "curl x"),
    "ResponseExample": has("reference/fields", ".dj-examples"),
    "ParamField.path": says("reference/fields", ".dj-field", "at"),
    "ParamField.body": says("reference/fields", ".dj-field", "inside"),
    "ParamField.query": says("reference/fields", ".dj-field", "asked"),
    "ParamField.header": says("reference/fields", ".dj-field", "X-Head"),
    "ParamField.type": says("reference/fields", ".dj-field-head", "integer"),
    "ParamField.required": says("reference/fields", ".dj-field-head", "required"),
    "ParamField.default": says("reference/fields", ".dj-field-head", "{}"),
    "ResponseField.name": says("reference/fields", ".dj-field-head", "answer"),
    "ResponseField.type": says("reference/fields", ".dj-field-head", "object"),
    "ResponseField.required": says("reference/fields", ".dj-field-head", "answer object required"),
    "Expandable.title": says("reference/fields", "details summary", "deeper"),
    "Expandable": says("reference/fields", "details", "inner"),
    "llms.txt": lambda built: "[First](guides/first.md): About First." in built.text("llms.txt"),
    **{f"callout.{name}": says("callouts", "article", f"Text of {name}.") for name in CALLOUTS},
    **{
        f"footerSocials.{name}": has("index", f"footer a[href='https://social.example/{name}']")
        for name in SOCIALS
    },
    **{
        f"iconType.{kind}": has("index", f"{ANCHORS}[href='https://acme.example/{kind}'] svg")
        for kind in ICON_TYPES
    },
}
"""A row of the format → what a reader of the site sees of it."""


@pytest.mark.parametrize("row", ROWS)
def test_the_row_has_its_effect(older, row):
    assert ROWS[row](older)


def test_a_site_with_every_row_has_nothing_to_mend(older):
    assert older.warning_lines == []


COLORS = {"primary": "#123456"}
NEEDED = {
    "name": ('{"navigation": []}', "'name' is missing"),
    "navigation": ('{"name": "A"}', "'navigation' is missing"),
    "colors.primary": ({"colors": {"light": "#7fe0a8"}}, "colors: 'primary' is missing"),
    "colors.background.dark": (
        {"colors": {**COLORS, "background": {"light": "#fdfcf7"}}},
        "colors.background: 'dark' is missing",
    ),
    "colors.background.light": (
        {"colors": {**COLORS, "background": {"dark": "#101314"}}},
        "colors.background: 'light' is missing",
    ),
    "colors=hex": ({"colors": {"primary": "green"}}, "a colour is written as"),
    "topbarLinks.url": ({"topbarLinks": [{"name": "A"}]}, "topbarLinks[0]: 'url' is missing"),
    "topbarCtaButton.name": (
        {"topbarCtaButton": {"url": "https://acme.example"}},
        "a button of type link needs a 'name'",
    ),
    "tabs.url": ({"tabs": [{"name": "A"}]}, "tabs[0]: 'url' is missing"),
    "anchors.url": ({"anchors": [{"name": "A"}]}, "anchors[0]: 'url' is missing"),
    "api.auth.method": ({"api": {"auth": {"name": "n"}}}, '"method" is missing'),
    "api.auth.method=other": ({"api": {"auth": {"method": "oauth"}}}, "must be one of bearer"),
    "api.playground.mode=other": (
        {"api": {"playground": {"mode": "full"}}},
        "must be one of show, simple, hide",
    ),
    "feedback.suggestEdit=other": ({"feedback": {"suggestEdit": "yes"}}, "true or false"),
    "modeToggle.default=other": ({"modeToggle": {"default": "blue"}}, "one of light, dark"),
    "footerSocials=other": (
        {"footerSocials": {"myspace": "https://acme.example"}},
        "'myspace' is not a field here",
    ),
}
"""A row that is required or has a few values → a site without it, and what is said."""


@pytest.mark.parametrize("row", NEEDED)
def test_what_a_row_needs_is_said(load, row):
    given, said = NEEDED[row]

    assert any(said in message for message in load(given).messages)


NAMELESS = {
    "ParamField": "<ParamField> needs a name",
    "ResponseField": "<ResponseField> needs a name or a type",
    "Tooltip": "<Tooltip> needs the attribute 'tip'",
    "Accordion": "<Accordion> needs the attribute 'title'",
    "Update": "<Update> needs the attribute 'label'",
}
"""A component → what is said of one without the attribute that names it."""


def test_a_component_without_the_attribute_that_it_needs_is_said(site):
    page = "".join(f"<{name}>\nText.\n</{name}>\n\n" for name in NAMELESS)
    lines = site({"index.mdx": written("Home", page)}).warning_lines

    assert len(lines) == len(NAMELESS)
    assert [said for said in NAMELESS.values() if not any(said in line for line in lines)] == []


API_ROWS = {
    "api.playground.mode=show": ({"playground": {"mode": "show"}}, "playground", "show"),
    "api.playground.mode=simple": ({"playground": {"mode": "simple"}}, "playground", "simple"),
    "api.playground.mode=hide": ({"playground": {"mode": "hide"}}, "playground", "hide"),
    "api.maintainOrder=false": ({"maintainOrder": False}, "maintain_order", False),
    "api.baseUrl=string": ({"baseUrl": "https://x.org"}, "base_urls", ("https://x.org",)),
}


@pytest.mark.parametrize("row", API_ROWS)
def test_the_row_of_the_api_is_read(load, row):
    given, field, value = API_ROWS[row]
    assert getattr(load({"api": given}).site.api, field) == value


@pytest.mark.parametrize("method", ["bearer", "basic", "key"])
def test_each_method_of_api_auth_is_read_with_its_name_and_prefix(load, method):
    given = {"method": method, "name": "n", "inputPrefix": "Acme "}
    auth = load({"api": {"auth": given}}).site.api.auth
    assert (auth.method, auth.name, auth.input_prefix) == (method, "n", "Acme ")


MODES = ["show", "simple", "hide", "interactive", "none", "auth"]


@pytest.fixture(scope="module")
def in_each_mode(tmp_path_factory):
    """A page in each mode that its front matter names; the last one has that of docs.json."""
    pages = {mode: written(mode, openapi="GET /plants", playground=mode) for mode in MODES}
    pages |= {f"by-hand-{mode}": written(mode, api="GET /p", playground=mode) for mode in MODES}
    pages["unsaid"] = written("Unsaid", openapi="GET /plants")
    config = {
        "name": "Modes",
        "openapi": "plants.json",
        "api": {**CONFIG["api"], "playground": {"mode": "simple"}},
        "navigation": [*pages],
    }
    files = {f"{name}.mdx": text for name, text in pages.items()}
    files |= {"docs.json": json.dumps(config), "plants.json": json.dumps(PLANTS)}
    return build_site(tmp_path_factory.mktemp("modes") / "site", files)


@pytest.mark.parametrize("prefix", ["", "by-hand-"])
@pytest.mark.parametrize(
    ("mode", "form", "samples"),
    [
        ("show", True, True),
        ("interactive", True, True),
        ("simple", False, True),
        ("auth", False, True),
        ("hide", False, False),
        ("none", False, False),
    ],
)
def test_a_page_shows_as_much_of_the_playground_as_its_mode_says(
    in_each_mode, mode, form, samples, prefix
):
    page = in_each_mode.soup(f"{prefix}{mode}")
    block = page.select_one(".dj-playground script")
    assert (block is not None and "simple" not in json.loads(block.text)) == form
    assert bool(page.select(".dj-examples pre")) == samples


def test_the_mode_of_docs_json_counts_where_the_page_says_none(in_each_mode):
    page = in_each_mode.soup("unsaid")
    assert page.select_one(".dj-playground") is None
    assert page.select(".dj-examples pre")
    assert in_each_mode.warnings == ""


@pytest.fixture(scope="module")
def with_each_method(tmp_path_factory):
    """A page for each method that its front matter names; docs.json names another one's header."""
    names = ("bearer", "basic", "key", "api-key", "cobo", "none")
    endpoint = "GET https://a.example/p"
    pages = {each: written(each, api=endpoint, authMethod=each) for each in names}
    auth = {"method": "key", "name": "X-Key", "inputPrefix": "Acme "}
    config = {"name": "M", "api": {"auth": auth}, "navigation": [*pages]}
    files = {f"{name}.mdx": text for name, text in pages.items()}
    files |= {"docs.json": json.dumps(config)}
    return build_site(tmp_path_factory.mktemp("methods") / "site", files)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("bearer", {"type": "http", "scheme": "bearer"}),
        ("basic", {"type": "http", "scheme": "basic"}),
        ("key", {"type": "apiKey", "name": "X-Key", "prefix": "Acme "}),
        ("api-key", {"type": "apiKey", "name": "X-Key", "prefix": "Acme "}),
        ("cobo", {"type": "apiKey", "name": "X-Key", "prefix": "Acme "}),
        ("none", None),
    ],
)
def test_a_page_names_its_method_in_the_words_of_docs_json(with_each_method, method, expected):
    data = json.loads(with_each_method.soup(method).select_one(".dj-playground script").text)
    schemes = list(data.get("schemes", {}).values())
    assert with_each_method.warnings == ""
    if expected is None:
        assert schemes == []
    else:
        assert expected.items() <= schemes[0].items()


@pytest.mark.parametrize("mode", MODES)
def test_docs_json_and_pages_read_the_same_words(load, mode):
    field = "mode" if mode in ("show", "simple", "hide") else "display"
    api = load({"api": {"playground": {field: mode}}}).site.api
    assert api.playground == mode_of(mode, Api())


def test_the_form_has_the_names_and_the_prefix_of_docs_json(older):
    block = older.soup("reference/fields").select_one(".dj-playground script")
    (scheme,) = json.loads(block.text)["schemes"].values()
    assert (scheme["labels"], scheme["prefix"]) == (["user", "password"], "Acme ")


G = [{"name": "G", "url": "g"}]
PAGES = [{"group": "A", "pages": ["a", "g/b"]}]

VALUE_ROWS = {
    "topAnchor.iconType": (
        {"topAnchor": CONFIG["topAnchor"], "anchors": G, "navigation": PAGES},
        lambda s: s.navigation.children[0].icon.type == "solid",
    ),
    "topAnchor unset": (
        {"anchors": G, "navigation": PAGES},
        lambda s: (
            (
                s.navigation.children[0].label,
                s.navigation.children[0].icon.name,
                s.navigation.children[0].icon.type,
            )
            == ("Documentation", "book-open", "duotone")
        ),
    ),
    "anchors.iconType unset": (
        {"anchors": [{**G[0], "icon": "map"}], "navigation": PAGES},
        lambda s: (
            icon_svg("map", s.navigation.children[1].icon.type) == icon_svg("map", "duotone")
        ),
    ),
    "topbarCtaButton.type unset": (
        {"topbarCtaButton": {"url": "https://acme.example", "name": "Go"}},
        lambda s: s.call_to_action.type != "github",
    ),
    "versions unset": ({"navigation": PAGES}, lambda s: "version" not in str(s.navigation)),
    "openapi=array": ({"openapi": ["a.json", "b.json"]}, lambda s: len(s.openapi.sources) == 2),
    "modeToggle.default=light": (
        {"modeToggle": {"default": "light"}},
        lambda s: s.appearance.default == "light",
    ),
    "logo=string": ({"logo": "a.svg"}, lambda s: s.logo.image.dark == "a.svg"),
    "logo.href unset": ({"logo": "a.svg"}, lambda s: s.logo.href == "/"),
    "topbarCtaButton.type=github": (
        {"topbarCtaButton": {"type": "github", "url": "https://github.com/a/b"}},
        lambda s: s.call_to_action.type == "github",
    ),
    "openapi=string": ({"openapi": "a.json"}, lambda s: s.openapi.sources == ("a.json",)),
    "modeToggle.default unset": ({"modeToggle": {}}, lambda s: s.appearance.default is None),
    "modeToggle.isHidden unset": ({"modeToggle": {}}, lambda s: not s.appearance.toggle_hidden),
    "feedback unset": ({}, lambda s: not (s.feedback.suggest_edit or s.feedback.raise_issue)),
    "api.playground.mode unset": ({}, lambda s: s.api.playground == "show"),
}


@pytest.mark.parametrize("row", VALUE_ROWS)
def test_the_other_value_of_the_row_is_read(load, row):
    config, holds = VALUE_ROWS[row]
    assert holds(load(config, {"a.svg": SVG, "a.json": "{}", "b.json": "{}"}).site)
