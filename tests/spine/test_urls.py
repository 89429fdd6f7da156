"""Only harmless URLs reach a page."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.ext.openapi.content.markdown import link_target, to_html
from sphinx_docsjson.urls import (
    APPLICATION_SCHEMES,
    LINK_SCHEMES,
    REFUSED_SCHEMES,
    WEB_SCHEMES,
    is_external,
    path_of_site,
    rooted,
    safe_source,
    safe_url,
    scheme_of,
    site_address,
    why_refused,
)

PICTURE = "data:image/png;base64,iVBORw0KGgo="
DRAWING = "data:image/svg+xml,%3Csvg/%3E"

UNSEEN_IN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
UNSEEN = ["", "", "\t", "\n", "\r", "\x00", "\x0b", " ", "\u200b", "\ufeff", "&Tab;", "&NewLine;"]


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a?b=c#d",
        "//example.org/a",
        "mailto:me@example.org",
        "tel:+123",
        "cursor://anysphere.cursor-deeplink/mcp/install?name=a",
        "vscode:mcp/install?%7B%7D",
        "vscode-insiders:mcp/install",
        "windsurf://x",
        "zed://x",
        "slack://channel?id=1",
        "sms:+123",
        "webcal://example.org/a.ics",
        "/a/b",
        "../a",
        "a/b:c",
        "#part",
        "?file:x",
        "http://example.org",
        "HTTPS://example.org",
        "my page: one",
        "",
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


@pytest.mark.parametrize(
    "url",
    [
        "ms-msdt:/id PCWDiagnostic",
        "intent://x#Intent;scheme=y;end",
        "about:blank",
        "x:javascript:alert(1)",
        "search-ms:query=x",
        "ftp://example.org/a",
        "data:image/png;base64,iVBORw0KGgo=",
        "\u200b ms-msdt:x",
        "ms\u2060-msdt:x",
        "&#109;s-msdt:x",
        "&amp;amp;#109;s-msdt:x",
        "&" + "amp;" * 20 + "#106;avascript:x",
    ],
)
def test_no_other_schemes_are_targets_of_links(url):
    assert safe_url(url) is None
    assert why_refused(url)


def test_applications_are_opened_from_pages_only():
    for scheme in APPLICATION_SCHEMES:
        assert safe_url(f"{scheme}:x") == f"{scheme}:x"
        assert safe_url(f"{scheme}:x", schemes=WEB_SCHEMES) is None
        assert safe_source(f"{scheme}:x") is None
        assert link_target(f"{scheme}:x") is None
        assert "<a" not in to_html(f"[x]({scheme}:x) <{scheme}:x>")
    assert not APPLICATION_SCHEMES & (REFUSED_SCHEMES | WEB_SCHEMES)


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
    if passed is not None:
        assert scheme_of(passed) in LINK_SCHEMES | {None}
        assert safe_url(passed) == passed
        assert passed in url.translate(dict.fromkeys(map(ord, "\t\n\r")))


def test_a_browser_sees_no_other_scheme_in_what_passes():
    """The parser of URLs in Node.js is that of browsers (WHATWG); it is asked once for all.

    Every character of Unicode that is a space, a control or a format stands before, behind and
    within a scheme; beside them are words put together at random.
    """
    chance = random.Random(7)
    pieces = [*UNSEEN, *"jJ:/#?%.\\@&; -", "javascript", "JAVA", "script", "data", "file", "blob"]
    pieces += ["https", "cursor", "&colon;", "%3A", "text/html,", "image/png,", "\u2028", "//"]
    written = ["".join(chance.choices(pieces, k=chance.randint(1, 8))) for _ in range(6000)]
    odd = [
        c for c in map(chr, range(sys.maxunicode + 1)) if c.isspace() or category(c) in UNSEEN_IN
    ]
    for scheme in ("javascript", "ms-msdt", "x"):
        for c in odd:
            written += [f"{c}{scheme}:y", f" {c} {scheme}:y", f"{scheme}{c}:y", f"{scheme}:{c}y"]
            written += [f"{scheme[0]}{c}{scheme[1:]}:y", f"/{c}/{scheme}:y", f"&{c}{scheme}:y"]
    judged = [(url, safe_url(url), safe_source(url)) for url in written]
    passed = list(dict.fromkeys(url for _written, *each in judged for url in each if url))
    seen = dict(zip(passed, in_a_browser(passed), strict=True))

    assert len(odd) > 200
    assert len(passed) > 3000
    assert {seen[url] for _, url, _ in judged if url} <= {"", *(f"{s}:" for s in LINK_SCHEMES)}
    assert {seen[url] for _, _, url in judged if url} <= {"", "http:", "https:"}


def test_what_stays_in_the_site_stays_there_for_a_browser():
    """Whatever stands before a path, no browser finds a host or a scheme in what is written."""
    chance = random.Random(8)
    odd = [
        c for c in map(chr, range(sys.maxunicode + 1)) if c.isspace() or category(c) in UNSEEN_IN
    ]
    pieces = [*odd, *("/", "\\", ":", "evil.example", ".", "javascript") * 40]
    written = ["".join(chance.choices(pieces, k=chance.randint(1, 6))) for _ in range(4000)]
    written += [f"/{c}/evil.example" for c in odd] + [f"{c}//evil.example" for c in odd]
    inside = [url for url in written if not is_external(url)]

    assert set(in_a_browser([rooted(url) for url in written], part="host")) == {"base.example"}
    assert set(in_a_browser([path_of_site(url) for url in written], part="host")) == {
        "base.example"
    }
    assert set(in_a_browser(inside, part="host")) == {"base.example"}


def in_a_browser(urls: list[str], part: str = "protocol") -> list[str]:
    """Return a part of each URL as Node.js reads it on a page; nothing where it cannot."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here: no browser's view of URLs to compare with")
    script = (
        "const urls = JSON.parse(require('fs').readFileSync(0));"
        "console.log(JSON.stringify(urls.map(u => { try {"
        f" return new URL(u, 'https://base.example/').{part} }} catch {{ return '' }} }})))"
    )
    done = subprocess.run(
        [node, "-e", script], input=json.dumps(urls), text=True, capture_output=True, check=True
    )
    return list(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("https://x.example/docs/", "https://x.example/docs/"),
        ("https://x.example/\"><b>'(\n)", "https://x.example/%22%3E%3Cb%3E%27%28%29"),
        ("//x.example/", ""),
        ("mailto:a@x.example", ""),
        ("https://[x/", ""),
        ("", ""),
    ],
)
def test_the_address_of_a_site_means_nothing_else_in_any_format(given, address):
    assert site_address(given) == address


def test_only_urls_with_a_scheme_or_a_host_are_external():
    assert is_external("https://example.org")
    assert is_external("//example.org")
    assert is_external("cursor:x")
    assert not is_external("/a")
    assert not is_external("a/b")
    assert not is_external("my page: one")


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
def test_links_open_applications_that_ask_first_and_no_others(site, name):
    page = """---
title: Home
---

[t](tel:+2) [m](zed://x)

<Card title="Call" href="tel:+1">Us</Card>

<Tooltip tip="x" href="vscode:x">t</Tooltip>

<Card title="Help" href="ms-msdt:x">Us</Card>

<a href="cursor://x/mcp/install">x</a>
"""
    hrefs = ("slack://open?x=1", "search-ms:x")
    config = {"navbar": {"links": [{"label": "Chat", "href": href} for href in hrefs]}}
    built = site({name: page}, config=config)
    found = {str(link.get("href")) for link in built.soup("index").select("a[href]")}

    applications = {"vscode:x", "slack://open?x=1", "cursor://x/mcp/install", "zed://x"}
    assert {"tel:+1", "tel:+2"} | applications <= found
    assert not [url for url in found if url.startswith(("ms-msdt:", "search-ms:"))]
    assert len(built.warning_lines) == 2
    assert all(line.endswith("[docsjson.url]") for line in built.warning_lines)


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
