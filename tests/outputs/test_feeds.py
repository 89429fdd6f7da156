"""The feeds of a changelog hold what its page says, with ids and dates that stay."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from xml.etree import ElementTree

import feedparser
import pytest

from sphinx_docsjson.ext.feeds import date_in
from tests._support.building import build_site

ATOM = "{http://www.w3.org/2005/Atom}"
LOG = """---
title: What is new & why
description: Each release.
rss: true
---

<Update label="March 9, 2026" description="v1.2" tags={["New", "Fixes"]}
  rss={{ title: "Espresso & more", description: "A <button>" }}>
  Not in the feed.
</Update>

<Update label="v1.1" tags={["Fixes"]}>
  ## Fixed

  * See [the guide](/guide) and **this**
  * `code` & <b>more</b>
</Update>

<Update label="February 2026">
  Text.
</Update>

<Update label="v1.0" date="2025-12-24">
  The first.
</Update>
"""
TITLES = ["Espresso & more", "v1.1", "February 2026", "v1.0 — 2025-12-24"]
SITE = """{"name": "Acme", "navigation": ["log", "guide", "undated"]}"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    files = {
        "docs.json": SITE,
        "log.mdx": LOG,
        "guide.mdx": "---\ntitle: Guide\n---\n\nText.\n",
        "undated.mdx": "---\ntitle: Releases\n---\n\n<Update label='v1'>\n  One.\n</Update>\n",
    }
    conf = {"html_baseurl": "https://acme.example/docs"}
    return build_site(tmp_path_factory.mktemp("feeds") / "site", files, conf=conf)


def test_an_rss_feed_has_each_update_with_its_address_and_date(built):
    items = ElementTree.fromstring(built.text("log/rss.xml")).findall("channel/item")

    assert [(item.findtext("title"), item.findtext("pubDate")) for item in items] == [
        ("Espresso & more", "Mon, 09 Mar 2026 00:00:00 +0000"),
        ("v1.1", None),
        ("February 2026", "Sun, 01 Feb 2026 00:00:00 +0000"),
        ("v1.0 — 2025-12-24", "Wed, 24 Dec 2025 00:00:00 +0000"),
    ]
    page = built.soup("log")
    for item in items:
        address, _, anchor = item.findtext("guid").partition("#")
        assert address == "https://acme.example/docs/log.html"
        assert page.find(id=anchor)
    assert items[0].findtext("description") == "<p>A &lt;button&gt;</p>"
    assert [tag.text for tag in items[0].findall("category")] == ["New", "Fixes"]
    assert items[1].findtext("description") == (
        '<h3>Fixed</h3><ul><li><p>See <a href="https://acme.example/docs/guide.html">the guide</a>'
        " and <strong>this</strong></p></li><li><p><code>code</code> &amp; "
        "<strong>more</strong></p></li></ul>"
    )


def test_the_head_names_the_feed_and_the_page_shows_it_where_asked_for(built):
    kinds = [
        (link["type"], link["href"]) for link in built.soup("log").select("link[rel=alternate]")
    ]

    assert ("application/rss+xml", "https://acme.example/docs/log/rss.xml") in kinds
    assert built.soup("log").select_one("a[href$='log/rss.xml']")
    assert not built.soup("undated").select_one("a[href$='rss.xml']")


def test_a_page_that_has_no_updates_any_more_has_no_feed(built, tmp_path):
    files = {"docs.json": SITE, "log.mdx": LOG}
    conf = {"html_baseurl": "https://acme.example/docs"}
    first = build_site(tmp_path / "site", files, conf=conf)
    assert (first.outdir / "log/rss.xml").is_file()

    files["log.mdx"] = "---\ntitle: Log\n---\n\nNothing is new by now.\n"
    again = build_site(tmp_path / "site", files, conf=conf)

    assert not (again.outdir / "log/rss.xml").exists()


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("2026-03-09", "en", (2026, 3, 9)),
        ("v1.2.0 (2026-03)", "en", (2026, 3, 1)),
        ("March 9, 2026", "en", (2026, 3, 9)),
        ("9th Mar 2026", "en", (2026, 3, 9)),
        ("March 2026", "de", (2026, 3, 1)),
        ("9. März 2026", "de", (2026, 3, 9)),
        ("9 mars 2026", "fr", (2026, 3, 9)),
        ("9.3.2026", "de", (2026, 3, 9)),
        ("v1.2026", "en", None),
        ("2026-13-45", "en", None),
        ("Marches on", "en", None),
        ("", "en", None),
    ],
)
def test_a_label_says_when_it_was(text, language, day):
    assert date_in(text, language) == (datetime(*day, tzinfo=UTC) if day else None)


RFC_822 = re.compile(
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000"
)
"""A date as the validator of the W3C wants it in RSS."""


def test_a_program_for_feeds_reads_it_without_a_complaint(built):
    read = feedparser.parse(built.text("log/rss.xml").encode())

    assert read.bozo == 0, read.get("bozo_exception")
    assert read.version == "rss20"
    assert "What is new & why" in read.feed.title
    assert read.feed.link == "https://acme.example/docs/log.html"
    assert [entry.title for entry in read.entries] == TITLES
    assert len({entry.id for entry in read.entries}) == len(read.entries)
    assert all(
        entry.link.startswith("https://acme.example/docs/log.html#") for entry in read.entries
    )
    assert "<strong>this</strong>" in read.entries[1].summary


def test_a_feed_holds_to_the_rules_of_rss(built):
    """What the validator of the W3C finds missing, wrong or doubled in RSS 2.0."""
    root = ElementTree.fromstring(built.text("log/rss.xml"))
    (channel,) = root
    own = channel.find(f"{ATOM}link[@rel='self']")

    assert (root.tag, root.get("version")) == ("rss", "2.0")
    assert all(channel.findtext(name) for name in ("title", "link", "description"))
    assert own.attrib == {
        "rel": "self",
        "type": "application/rss+xml",
        "href": "https://acme.example/docs/log/rss.xml",
    }
    for item in channel.findall("item"):
        names = [part.tag for part in item if part.tag != "category"]
        assert len(names) == len(set(names))
        assert item.findtext("title") or item.findtext("description")
        assert item.find("guid").get("isPermaLink", "true") == "true"
        assert item.findtext("guid").startswith("https://")
        date = item.findtext("pubDate")
        assert date is None or RFC_822.fullmatch(date)
        assert "../" not in item.findtext("description")
        assert not re.search(
            r"<(script|style|iframe|form)\b| on\w+=", item.findtext("description")
        )
