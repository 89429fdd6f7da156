"""Only harmless URLs reach a page."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.urls import (
    REFUSED_SCHEMES,
    is_external,
    safe_source,
    safe_url,
    scheme_of,
    why_refused,
)

PICTURE = "data:image/png;base64,iVBORw0KGgo="
DRAWING = "data:image/svg+xml,%3Csvg/%3E"

UNSEEN = ["", "", "\t", "\n", "\r", "\x00", "\x0b", " ", "\u200b", "\ufeff", "&Tab;", "&NewLine;"]


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a?b=c#d",
        "//example.org/a",
        "mailto:me@example.org",
        "tel:+123",
        "sms:+123?body=hi",
        "cursor://anysphere.cursor-deeplink/mcp/install?name=x",
        "vscode:mcp/install?%7B%7D",
        "slack://channel?team=T1&id=C1",
        "intercom:open",
        "geo:48.2,16.4",
        "obsidian://open?vault=x",
        "web+mastodon://follow",
        "/a/b",
        "../a",
        "a/b:c",
        "#part",
        "?file:x",
        "",
        PICTURE,
    ],
)
def test_links_that_authors_write_pass(url):
    assert safe_url(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "javascript&colon;alert(1)",
        "&#106;avascript:alert(1)",
        "&amp;#106;avascript:alert(1)",
        "java&Tab;script:alert(1)",
        "vbscript:x",
        "data:text/html,<script>alert(1)</script>",
        "data:image/svg+xml,<svg onload='x()'/>",
        "data:image/png",
        "data:,x",
        "file:///etc/passwd",
        "blob:https://example.org/1",
        "view-source:https://example.org",
        "feed:javascript:alert(1)",
        "Feed:feed:javascript:alert(1)",
        "\u200bjavascript:alert(1)",
        "\xa0javascript:alert(1)",
    ],
)
def test_schemes_that_run_or_read_are_refused_however_they_are_spelled(url):
    assert safe_url(url) is None
    assert safe_source(url) is None


@pytest.mark.parametrize("url", ["localhost:3000/x", "docs.example.com:8080"])
def test_a_host_and_a_port_are_no_scheme(url):
    assert safe_url(url) is None
    assert "write 'http://" in why_refused(url)


@pytest.mark.parametrize("url", ["/a.png", "a b.png", "https://example.org/a.png", "//e.org/a"])
def test_a_page_loads_files_and_what_comes_by_http(url):
    assert safe_source(url) == url


@pytest.mark.parametrize("url", ["cursor:x", "mailto:a@b.c", PICTURE, "blob:x", "ftp://e.org/a"])
def test_a_page_loads_nothing_else_by_itself(url):
    assert safe_source(url) is None


def test_pictures_may_be_in_the_page():
    assert safe_source(PICTURE, picture=True) == PICTURE
    assert safe_source(DRAWING, picture=True) == DRAWING
    assert safe_source("data:text/html,x", picture=True) is None


@st.composite
def disguised(draw: st.DrawFn) -> str:
    """A refused scheme with unseen characters in it, in any case, partly as entities."""
    parts = []
    for letter in f"{draw(st.sampled_from(sorted(REFUSED_SCHEMES)))}:":
        spelled = draw(st.sampled_from([letter, letter.upper(), f"&#{ord(letter)};"]))
        spelled = draw(st.sampled_from([spelled, spelled, f"&#x{ord(letter):x};"]))
        parts += [draw(st.sampled_from(UNSEEN)), spelled]
    return "".join(parts) + draw(st.sampled_from(["x", "//x/y", "text/html,x", ""]))


@given(disguised())
def test_no_disguise_hides_a_refused_scheme(url):
    assert safe_url(url) is None
    assert safe_source(url) is None


@given(st.text())
def test_what_passes_has_no_refused_scheme(url):
    passed = safe_url(url)
    if passed is not None and not why_refused(url).startswith("of"):
        assert scheme_of(passed) not in REFUSED_SCHEMES - {"data"}
        assert escape(passed) == escape(url.strip())


def test_a_browser_sees_no_refused_scheme_in_what_passes():
    """The parser of URLs in Node.js is that of browsers (WHATWG); it is asked once for all."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here: no browser's view of URLs to compare with")
    chance = random.Random(7)
    pieces = [*UNSEEN, *"jJ:/#?%.\\@&; -", "javascript", "JAVA", "script", "data", "file", "blob"]
    pieces += ["https", "cursor", "&colon;", "%3A", "text/html,", "image/png,", "\u2028", "//"]
    written = ["".join(chance.choices(pieces, k=chance.randint(1, 8))) for _ in range(6000)]
    passed = [url for url in map(safe_url, written) if url is not None]
    script = (
        "const urls = JSON.parse(require('fs').readFileSync(0));"
        "console.log(JSON.stringify(urls.map(u => { try {"
        " return new URL(u, 'https://base.example/').protocol } catch { return '' } })))"
    )
    done = subprocess.run(
        [node, "-e", script], input=json.dumps(passed), text=True, capture_output=True
    )
    seen = dict(zip(passed, json.loads(done.stdout), strict=True))

    assert len(passed) > 1000
    assert [url for url, scheme in seen.items() if scheme[:-1] in REFUSED_SCHEMES - {"data"}] == []
    assert all("image/png," in url for url, scheme in seen.items() if scheme == "data:")


def test_only_urls_with_a_scheme_or_a_host_are_external():
    assert is_external("https://example.org")
    assert is_external("//example.org")
    assert is_external("cursor:x")
    assert not is_external("/a")
    assert not is_external("a/b")
    assert not is_external("my page: one")


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
def test_links_to_programs_are_kept_everywhere(site, name):
    page = """---
title: Home
---

[a](cursor://x?a=1&b=2) <slack://open> <a href="sms:+1">s</a> [t](tel:+2)

<Card title="Call" href="tel:+1">Us</Card>

<Tooltip tip="x" href="vscode:x">t</Tooltip>
"""
    config = {"navbar": {"links": [{"label": "Chat", "href": "slack://open?x=1"}]}}
    built = site({name: page}, config=config)
    found = {link.get("href") for link in built.soup("index").select("a[href]")}

    assert built.warning_lines == []
    assert {
        "cursor://x?a=1&b=2",
        "slack://open",
        "sms:+1",
        "tel:+1",
        "tel:+2",
        "vscode:x",
        "slack://open?x=1",
    } <= found


def test_what_is_refused_is_said_once_at_its_place(site):
    page = """---
title: Home
---

<a href="blob:x">b</a>

<blob:y>

<Card title="C" href="vbscript:x" img="file:///etc/passwd">Us</Card>

<iframe src="cursor:x"></iframe>

<img src="javascript:x" alt="alt"/>
"""
    built = site({"index.mdx": page})

    assert [line.partition(" WARNING")[0] for line in built.warning_lines] == [
        "index.mdx:5:",
        "index.mdx:7:",
        "index.mdx:9:",
        "index.mdx:9:",
        "index.mdx:11:",
        "index.mdx:13:",
    ]
    assert all(line.endswith("[docsjson.url]") for line in built.warning_lines)
    for scheme in ("blob:x", "vbscript", "file:", "cursor", "javascript:x"):
        assert scheme not in str(built.article("index"))
