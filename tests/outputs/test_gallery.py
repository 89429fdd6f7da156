"""A Markdown parser finds in the twins of our component gallery all that the pages hold."""

from __future__ import annotations

import re
from collections import Counter

from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]

NO_CONTENT = "[data-markdown-ignore], .headerlink, [role=tablist], .linenos"


def squeezed(text):
    return " ".join(text.split())


def content(html, selector):
    """Return the content of a page; what is drawn by scripts or for people only is left out."""
    soup = BeautifulSoup(html, "html.parser").select_one(selector)
    for part in soup.select(NO_CONTENT):
        part.decompose()
    # Steps are a numbered list in the twin; the name of a field links to itself.
    for title in soup.select(".dj-step-title"):
        title.name = "p"
    # A button stands where the comment with the number of a note was.
    for mark in soup.select(".dj-note-mark"):
        mark.replace_with(f" # ({mark['data-note']})")
    for link in soup.select(".dj-field-head > a"):
        link.unwrap()
    return soup


def found_in(soup):
    return {
        "headings": Counter(squeezed(tag.text) for tag in soup.find_all(HEADINGS)),
        # A twin has the marks of changed lines, which a page shows by its style.
        "code": Counter(
            squeezed(re.sub(r"^[-+] ", "", tag.text, flags=re.MULTILINE))
            for tag in soup.find_all("pre")
        ),
        "tables": len(soup.find_all("table")),
        "links": Counter(
            squeezed(tag.text) for tag in soup.find_all("a", href=True) if tag.text.strip()
        ),
    }


def test_headings_links_code_and_tables_are_read_back(docs_folder):
    markdown = MarkdownIt("commonmark").enable("table")
    pages = sorted((docs_folder / "components").glob("*.html"))
    assert pages
    lost = {}
    for page in pages:
        twin = page.with_suffix(".md").read_text(encoding="utf-8")
        expected = found_in(content(page.read_text(encoding="utf-8"), "article"))
        body = markdown.render(twin[twin.index("# ") :])
        found = found_in(content(f"<article>{body}</article>", "article"))
        for kind, value in expected.items():
            if gone := value - found[kind]:
                lost[page.stem, kind] = gone
    assert lost == {}
