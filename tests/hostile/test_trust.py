"""What each kind of file can make the browser of a reader run (docs/publish/trust.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup

from tests._support.building import Built, build_site

PAGE_SCRIPT = "<script>alert('page')</script>"


def attack(place: str) -> str:
    return f"<img src=x onerror=alert({place})>"


CONFIG = {
    "name": attack("name"),
    "description": attack("site"),
    "banner": {"content": attack("banner")},
    "variables": {"word": attack("variable")},
    "footer": {
        "links": [{"header": attack("footer"), "items": [{"label": attack("l"), "href": "/"}]}]
    },
    "navigation": [
        {"group": attack("group"), "pages": ["index", "tags", "directives", "raw"]},
        {"group": "API", "openapi": "api.json"},
    ],
}
PARAMETER = {
    "name": "q" + attack("parameter"),
    "in": "query",
    "description": attack("parameter-description"),
    "schema": {"type": "string", "default": attack("default"), "enum": [attack("enum")]},
}
OPERATION = {
    "summary": "Get it " + attack("summary"),
    "description": f"Text {attack('operation')}\n\n```{{raw}} html\n{attack('raw')}\n```\n",
    "parameters": [PARAMETER],
    "responses": {"200": {"description": attack("response")}},
}
API = {
    "openapi": "3.1.0",
    "info": {"title": attack("title"), "version": "1", "description": attack("info")},
    "paths": {"/a": {"get": OPERATION}},
}
INDEX = f"""---
title: Title {attack("front-title")}
description: Text {attack("front-description")}
sidebarTitle: {attack("sidebar")}
---

import Part from '/snippets/part.mdx'

<Part />

{{{{word}}}} and {{`{attack("expression")}`}}

<img src='x' onerror='alert(attribute)'/> <a href='javascript:alert(1)'>link</a>

<div dangerouslySetInnerHTML={{{{__html: "{attack("inner")}"}}}} />

<Note><b onclick="alert('bold')">bold</b></Note>
"""
TAGS = f"""# Tags

<Card title='Card {attack("card")}' cta='{attack("cta")}' href="/">Text.</Card>

<Tooltip tip='{attack("tip")}'>term</Tooltip> <Badge color='"{attack("badge")}'>badge</Badge>

<Frame caption='<i onclick=alert(caption)>c</i>'>Text.</Frame>

<ParamField path="a" type='{attack("type")}' default='{attack("field")}'>Text.</ParamField>
"""
DIRECTIVES = f"""Directives
==========

.. card:: Card {attack("card")}
   :cta: {attack("cta")}

   Text {attack("text")}
"""
RAW = f"""# Raw

:::{{card}} Card {attack("card")}
:cta: {attack("cta")}
Text.
:::

{PAGE_SCRIPT}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Built:
    files = {
        "docs.json": json.dumps(CONFIG),
        "api.json": json.dumps(API),
        "index.mdx": INDEX,
        "tags.mdx": TAGS,
        "directives.rst": DIRECTIVES,
        "raw.md": RAW,
        "snippets/part.mdx": attack("snippet"),
    }
    return build_site(
        tmp_path_factory.mktemp("trust") / "src", files, conf={"html_theme": "docsjson"}
    )


def running(html: str) -> Iterator[str]:
    """Yield what a browser runs of a page beside the files that it loads."""
    for tag in BeautifulSoup(html, "html.parser").find_all(True):
        if tag.name == "script" and not tag.get("src") and "json" not in tag.get("type", ""):
            yield tag.get_text()
        for name, value in tag.attrs.items():
            if name.startswith("on") or str(value).lstrip().lower().startswith("javascript:"):
                yield f"{name}={value}"


def test_only_raw_html_of_a_page_runs(built):
    pages = {page: list(running(page.read_text("utf-8"))) for page in built.outdir.rglob("*.html")}

    assert len(pages) > 6
    found = {page.name: scripts for page, scripts in pages.items() if scripts}
    assert found == {"raw.html": ["alert('page')"]}


def test_the_words_of_an_attack_are_shown(built):
    assert attack("group") in built.soup("index").get_text()
    assert "Get it" in built.soup("index").get_text()
