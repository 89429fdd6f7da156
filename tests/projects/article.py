"""What a page says, to compare it with the same page of another build."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Comment, NavigableString, Tag

ARTICLES = (
    *(".dj-content", "article.bd-article", "[itemprop=articleBody]", "article[role=main]"),
    *("div.body[role=main]", "[role=main]", "div.body", "article", "main"),
)
"""Where themes put the text of a page; the first that is there holds it, else what is around the
section of the title.
"""

INLINE = frozenset(
    [
        *("a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font"),
        *("i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike"),
        *("strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    ]
)
"""Elements that stand in a line; all others end a word."""

PICTURE = re.compile(r"^(?!https?:).*/([^/?#]+\.(?:svg|png|jpe?g|gif|webp))$")
SHOWN_PICTURE = re.compile(r'(?<=")(?!https?:)[^"]*/([^/"?#]+\.(?:svg|png|jpe?g|gif|webp))(?=")')
DOWNLOAD = re.compile(r'(?<= download="" href=")(?!https?:)[^"]*/')
"""The address of a picture or a download: with a docs.json it keeps the path in its folder."""

ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
FORMULA = "∑"

Facts = dict[str, tuple[str, ...]]
"""Kind → the items of a page that must not change."""


def facts_in_theme(html: str) -> Facts:
    """Return what must stay in the theme of the project: the markup of the article, byte for byte,
    the title, the style sheets and scripts, and the links around the article.
    """
    page = BeautifulSoup(html, "html.parser")
    found = _article(page)
    files = [str(tag) for tag in page.select("link[rel=stylesheet], script[src]")]
    if found is not None:
        found.extract()
    markup = DOWNLOAD.sub("", SHOWN_PICTURE.sub(r"\1", str(found or "")))
    return {
        "title": (str(page.title),),
        "files": tuple(files),
        "article": tuple(ADDRESS.sub("0x", markup).splitlines()),
        "around": _links(page),
    }


def facts_in_any_theme(html: str) -> Facts:
    """Return what must stay in our theme: words, links, and what links from elsewhere lead to.

    What each theme draws its own way is no difference: formulas, marks behind headings, links to
    the neighbours of a page inside its article.
    """
    page = BeautifulSoup(html, "html.parser")
    for formula in page.select(".math"):
        formula.string = FORMULA
    for neighbours in page.select("nav:not(.contents), [role=navigation]:not(.contents)"):
        neighbours.decompose()
    found = _article(page)
    if found is None:
        return {"words": (), "links": (), "anchors": ()}
    _drop_repeated(found)
    return {
        "words": tuple("".join(_text(found)).split()),
        "links": _links(found),
        "anchors": tuple(sorted({str(each["id"]) for each in found.find_all(id=True)})),
    }


def _article(page: BeautifulSoup) -> Tag | None:
    title = page.select_one("section[id] > h1")
    around = title and title.parent and title.parent.parent
    return next((each for way in ARTICLES if (each := page.select_one(way))), around)


def _drop_repeated(article: Tag) -> None:
    """Take out what our theme repeats: facts of a signature, what a glossary says of a term, the
    link of a field to itself.
    """
    for added in article.select(".dj-added, .dj-tooltip-tip[data-markdown-ignore]"):
        space = added.previous_sibling
        if isinstance(space, NavigableString):
            space.replace_with(space.rstrip())
        added.decompose()
    for anchor in article.select("a.dj-field-anchor"):
        anchor.unwrap()


def _text(element: Tag) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, Tag):
            headerlink = "headerlink" in child.get_attribute_list("class")
            if child.name not in ("script", "style") and not headerlink:
                space = "" if child.name in INLINE else " "
                yield space
                yield from _text(child)
                yield space
        elif isinstance(child, NavigableString) and not isinstance(child, Comment):
            yield ADDRESS.sub("0x", str(child))


def _links(element: Tag) -> tuple[str, ...]:
    for link in element.find_all("a", download=True, href=True):
        link["href"] = str(link["href"]).rpartition("/")[2]
    links = element.find_all("a", href=True)
    return tuple(PICTURE.sub(r"\1", str(link["href"])) for link in links)
