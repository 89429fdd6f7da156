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


def test_an_atom_feed_has_a_date_for_each_update(built):
    feed = ElementTree.fromstring(built.text("log/atom.xml"))

    assert feed.findtext(f"{ATOM}updated") == "2026-03-09T00:00:00+00:00"
    assert [entry.findtext(f"{ATOM}updated")[:10] for entry in feed.findall(f"{ATOM}entry")] == [
        "2026-03-09",
        "2026-03-09",
        "2026-02-01",
        "2025-12-24",
    ]
    # Without any date there is nothing to say when an entry came.
    assert (built.outdir / "undated/rss.xml").is_file()
    assert not (built.outdir / "undated/atom.xml").exists()


def test_the_head_names_the_feeds_and_the_page_shows_the_one_that_was_asked_for(built):
    kinds = [
        (link["type"], link["href"]) for link in built.soup("log").select("link[rel=alternate]")
    ]

    assert ("application/rss+xml", "https://acme.example/docs/log/rss.xml") in kinds
    assert ("application/atom+xml", "https://acme.example/docs/log/atom.xml") in kinds
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
RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)")
"""And in Atom."""


@pytest.mark.parametrize(("name", "version"), [("rss", "rss20"), ("atom", "atom10")])
def test_a_program_for_feeds_reads_it_without_a_complaint(built, name, version):
    read = feedparser.parse(built.text(f"log/{name}.xml").encode())

    assert read.bozo == 0, read.get("bozo_exception")
    assert read.version == version
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


def test_a_feed_holds_to_the_rules_of_atom(built):
    """What the validator of the W3C finds missing, wrong or doubled in Atom (RFC 4287)."""
    feed = ElementTree.fromstring(built.text("log/atom.xml"))

    assert feed.tag == f"{ATOM}feed"
    own = feed.find(f"{ATOM}link[@rel='self']")
    assert own.get("href") == "https://acme.example/docs/log/atom.xml"
    for part in (feed, *feed.findall(f"{ATOM}entry")):
        single = [part.findall(f"{ATOM}{name}") for name in ("id", "title", "updated")]
        assert [len(found) for found in single] == [1, 1, 1]
        assert part.findtext(f"{ATOM}id").startswith("https://")
        assert RFC_3339.fullmatch(part.findtext(f"{ATOM}updated"))
    # A feed whose entries name no author has one itself.
    entries = feed.findall(f"{ATOM}entry")
    assert feed.find(f"{ATOM}author") is not None or all(
        entry.find(f"{ATOM}author") is not None for entry in entries
    )
    for entry in entries:
        body = entry.find(f"{ATOM}content")
        assert (entry.find(f"{ATOM}summary") is not None) or body is not None
        assert body is None or body.get("type") in ("html", "xhtml", "text")
