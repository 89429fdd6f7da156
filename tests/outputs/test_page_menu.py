"""Each entry of the page menu leads where the platform says, or is left out and said."""

from __future__ import annotations

import json
from base64 import b64decode
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from sphinx_docsjson.outputs.page_menu import ASSISTANTS, MenuPage, chosen, page_menu
from sphinx_docsjson.site.loading import WANTED_TARGETS, missing_targets
from sphinx_docsjson.site.model import Container, ContextualLink, Kind, Site
from sphinx_docsjson.site.validation import schema

TWIN = "https://docs.example.com/guide/a.md"
PAGE = MenuPage(twin="a.md", path="guide/a", address=TWIN, description="api/open api.yaml")
TARGETS = {"mcp": "https://docs.example.com/mcp?a=1&b", "assistant": "/ask?about=$path"}
SERVER = TARGETS["mcp"]


def site_with(*options, **targets):
    tree = Container(kind=Kind.SITE, label="Acme")
    return Site(
        name="Acme & Co",
        navigation=tree,
        contextual_options=options,
        contextual_targets=targets,
    )


def item(option, page=PAGE):
    site = site_with(option, **TARGETS, pdf="files/guide.pdf")
    (found,) = page_menu((option,), site, page).items
    return found


NAMES = schema()["$defs"]["contextualOption"]["else"]["enum"]


@pytest.mark.parametrize("option", NAMES)
def test_each_named_entry_is_there_when_it_has_what_it_leads_to(option):
    found = item(option)

    assert found.label
    assert found.url or found.text or found.kind == "copy"
    without = page_menu((option,), site_with(option), PAGE).items
    assert without == () or option not in WANTED_TARGETS or without[0].kind == "print"


def test_editors_and_agents_are_given_the_server():
    cursor = parse_qs(urlsplit(item("cursor").url).query)
    assert json.loads(b64decode(cursor["config"][0])) == {"url": SERVER}
    assert cursor["name"] == ["Acme & Co"]
    code = unquote(item("vscode").url.removeprefix("vscode:mcp/install?"))
    assert json.loads(code) == {"type": "http", "name": "Acme & Co", "url": SERVER}
    devin = parse_qs(urlsplit(item("devin-mcp").url).query)["config"][0]
    assert json.loads(b64decode(devin))["url"] == SERVER


def test_the_server_and_the_command_that_adds_it_are_copied():
    assert (item("mcp").kind, item("mcp").text) == ("text", SERVER)
    assert item("add-mcp").text == f"npx add-mcp '{SERVER}'"


def test_files_are_downloaded():
    assert item("download-pdf").url == "/files/guide.pdf"
    assert item("download-spec").url == "/api/open%20api.yaml"
    assert page_menu(("download-spec",), site_with(), MenuPage(twin="a.md", path="a")).items == ()


@pytest.mark.parametrize("option", ["devin", "windsurf"])
def test_programs_are_asked_to_read_the_twin(option):
    url = item(option).url

    assert url.startswith(ASSISTANTS[option][1])
    assert TWIN in unquote(url)


def test_the_assistant_of_the_owner_is_asked_about_the_page():
    assert item("assistant").url == "/ask?about=guide/a"


def test_an_entry_of_the_author_gets_the_path_the_server_and_place_for_the_text():
    query = (("text", "$page of $path"), ("server", "$mcp"))
    found = item(
        ContextualLink(title="T", description="D", href="https://x.org/$path", query=query)
    )

    start, server = "https://x.org/guide/a?text=", "&server=https%3A%2F%2Fdocs.example.com%2Fmcp"
    assert found.fill.startswith(f"{start}$page+of+guide%2Fa{server}")
    assert found.url.startswith(f"{start}https%3A%2F%2Fdocs.example.com%2Fguide%2Fa.md+of+guide")


def test_a_path_that_reads_like_a_place_for_the_text_is_none():
    page = MenuPage(twin="a.md", path="cost/$page")
    query = (("q", "$path: $page"),)
    found = item(ContextualLink(title="T", description="", href="/a", query=query), page)

    assert found.fill == "/a?q=cost%2F%24page%3A+$page"


def test_entries_stand_in_the_order_of_the_author():
    own = ContextualLink(title="Own", description="", href="/a")
    menu = page_menu(("view", own, "copy"), site_with(), PAGE)

    assert [each.label for each in menu.items] == ["View as Markdown", "Own", "Copy page"]


def test_what_is_left_out_is_said_with_what_to_write():
    own = ContextualLink(title="Own", description="", href="/a?b=$mcp")
    lost = list(missing_targets(site_with("mcp", "copy", own, "download-pdf")))

    assert [line.partition(":")[2].partition(":")[0] for line in lost] == [
        " the page menu does not show 'mcp', 'Own'",
    ]
    assert list(missing_targets(site_with("mcp", mcp=SERVER))) == []


def test_a_page_has_a_menu_of_its_own(tmp_path):
    own = {"options": ["copy", {"title": "T", "href": "/t"}], "display": "toc"}
    site = site_with("view")

    (copy, link), display = chosen(site, {"contextual": json.dumps(own)}, tmp_path)
    assert (copy, link.title, display) == ("copy", "T", "toc")
    for wrong in ("{", "[]", '{"display": "toc"}', 7):
        assert chosen(site, {"contextual": wrong}, tmp_path) == (("view",), "header")
    assert chosen(site, {"contextual": {"options": []}}, tmp_path) == ((), "header")
