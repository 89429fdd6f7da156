"""What the article of a page says, without regard to the elements that it is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Comment, NavigableString, Tag

ARTICLES = (
    *(".dj-content", "article.bd-article", "[itemprop=articleBody]", "article[role=main]"),
    *("div.body[role=main]", "[role=main]", "div.body", "article", "main"),
)
"""Where themes put the text of a page; the first that is there holds it."""

INLINE = frozenset(
    [
        *("a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font"),
        *("i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike"),
        *("strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    ]
)
"""Elements that stand in a line; all others end a word."""

FORMULA = "∑"
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
MAIN_STYLES = re.compile(r"[^/?]+\.(?:css|js)(?=\?|$)")


@dataclass(frozen=True, kw_only=True)
class Article:
    """The facts of a page that must not change.

    :param links: the address of each link, in order.
    :param anchors: what links from elsewhere can lead to.
    :param code: class and text of each piece of highlighted code.
    :param heading: the first heading.
    :param title: the title of the window.
    :param files: the style sheets and scripts that the page loads.
    :param around: the address of each link outside of the article: sidebars, neighbours, footer.
    """

    words: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    anchors: frozenset[str] = field(default_factory=frozenset)
    code: tuple[tuple[str, str], ...] = ()
    heading: str = ""
    title: str = ""
    files: frozenset[str] = field(default_factory=frozenset)
    around: tuple[str, ...] = ()


def read_article(html: str, *, of_theme: bool = True) -> Article:
    """Return the facts of a page. The marks behind headings are no words, but they are links.

    :param of_theme: whether what each theme draws its own way counts: formulas, and links to the
        neighbours of a page inside its article.
    """
    page = BeautifulSoup(html, "html.parser")
    if not of_theme:
        for formula in page.select(".math"):
            formula.string = FORMULA
        for neighbours in page.select("nav:not(.contents), [role=navigation]:not(.contents)"):
            neighbours.decompose()
    found = next((each for way in ARTICLES if (each := page.select_one(way))), None)
    title = page.title.get_text() if page.title else ""
    files = frozenset(_files(page))
    if found is None:
        return Article(title=_plain(title), files=files)
    _drop_repeated(found)
    heading = found.find("h1")
    found.extract()
    return Article(
        words=tuple("".join(_text(found)).split()),
        links=_addresses(found),
        around=_addresses(page),
        anchors=frozenset(str(each["id"]) for each in found.find_all(id=True)),
        code=tuple(_code(found)),
        heading=_plain("".join(_text(heading))) if isinstance(heading, Tag) else "",
        title=_plain(title),
        files=files,
    )


def _drop_repeated(article: Tag) -> None:
    """Take out what our theme repeats: facts of a signature, the link of a field to itself."""
    for added in article.select(".dj-added"):
        space = added.previous_sibling
        if isinstance(space, NavigableString):
            space.replace_with(space.rstrip())
        added.decompose()
    for anchor in article.select("a.dj-field-anchor"):
        anchor.unwrap()


def _text(element: Tag) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, Tag):
            if child.name in ("script", "style") or "headerlink" in child.get_attribute_list(
                "class"
            ):
                continue
            if child.name in INLINE:
                yield from _text(child)
            else:
                yield " "
                yield from _text(child)
                yield " "
        elif isinstance(child, NavigableString) and not isinstance(child, Comment):
            yield ADDRESS.sub("0x", str(child))


def _code(element: Tag) -> Iterator[tuple[str, str]]:
    for block in element.select(".highlight"):
        for span in block.find_all("span"):
            names = [name for name in span.get_attribute_list("class") if name]
            if names and span.find("span") is None:
                yield " ".join(names), ADDRESS.sub("0x", span.get_text())


PICTURE = re.compile(r"^(?!https?:).*/([^/?#]+\.(?:svg|png|jpe?g|gif|webp))$")
"""The address of a picture: with a docs.json it keeps the path that it has in its folder."""


def _addresses(element: Tag) -> tuple[str, ...]:
    links = element.find_all("a", href=True)
    return tuple(PICTURE.sub(r"\1", str(link["href"])) for link in links)


def _files(page: BeautifulSoup) -> Iterator[str]:
    tags = [(tag.get("href") or "") for tag in page.select("link[rel=stylesheet]")]
    tags += [(tag.get("src") or "") for tag in page.select("script[src]")]
    for address in tags:
        if name := MAIN_STYLES.search(str(address)):
            yield name[0]


def _plain(text: str) -> str:
    return " ".join(text.split())
