"""What the files of a built site show."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from tests.projects.site_source import Link, Operation

_SIDEBAR = re.compile(r"<nav id=\"dj-sidebar\".*?</nav>", re.S)
_ENDPOINT = re.compile(
    r"<div class=\"dj-endpoint[^\"]*\"><span class=\"dj-method[^\"]*\">([^<]*)</span> "
    r"<code class=\"dj-endpoint-path\">"
    r"(?:<span class=\"dj-endpoint-base\">.*?</span>)?(?:<a .*?</a>)?(.*?)</code>"
)
_REFRESH = re.compile(r"<meta http-equiv=\"refresh\" content=\"0; url=([^\"]*)\"")
_LOADED = re.compile(r"<(?:link[^>]*\shref|script[^>]*\ssrc)=\"([^\"?]*)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_NAME = re.compile(r"\.((?:\\.|[\w-])+)")

CODE = frozenset({"pre", "code", "kbd", "samp", "script", "style", "svg", "math", "button", "nav"})
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
CODE_CLASSES = frozenset({"dj-field-head", "dj-playground", "dj-api", "dj-api-header", "math"})
LEAK = re.compile(r"</?[A-Za-z][\w.]*(?:\s[^<>]{0,200})?/?>|\{[^{}\n]{1,80}\}|\*/\s*\}|\{/\*")


class Article(HTMLParser):
    """The article of a page: classes, links, pictures and the text that is no code; all ids."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.classes: Counter[str] = Counter()
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.ids: set[str] = set()
        self.text: list[str] = []
        self._open: list[tuple[str, bool, bool]] = [("", False, False)]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        names = given.get("class", "").split()
        _tag, inside, code = self._open[-1]
        self.ids.add(given.get("id", ""))
        if inside:
            self.classes.update(names)
            if tag == "img":
                self.pictures.append(given.get("src", ""))
            if tag == "a" and "href" in given:
                self.links.append(given["href"])
        if tag not in VOID:
            code = code or tag in CODE or not CODE_CLASSES.isdisjoint(names)
            self._open.append((tag, inside or tag == "article", code))

    def handle_endtag(self, tag: str) -> None:
        if any(each[0] == tag for each in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._open[-1][1:] == (True, False):
            self.text.append(data)

    @property
    def leaks(self) -> list[str]:
        """Return what looks like a tag or an expression in the text."""
        return LEAK.findall("".join(self.text))


class Built:
    """The folder of a built site."""

    def __init__(self, html: Path) -> None:
        self.html = html
        self._texts: dict[str, str] = {}
        self._articles: dict[str, Article] = {}

    def text(self, page: str) -> str:
        """Return the HTML of a page, nothing where it is not built."""
        if page not in self._texts:
            path = self.html / f"{page}.html"
            found = path.is_file()
            self._texts[page] = path.read_text(encoding="utf-8") if found else ""
        return self._texts[page]

    @cached_property
    def pages(self) -> set[str]:
        """Return the pages, without those that only lead elsewhere."""
        found = set()
        for path in self.html.rglob("*.html"):
            page = path.relative_to(self.html).with_suffix("").as_posix()
            if not page.startswith("_") and "<article>" in self.text(page):
                found.add(page)
        return found

    def article(self, page: str) -> Article:
        """Return what the author of a page wrote."""
        if page not in self._articles:
            self._articles[page] = Article(self.text(page))
        return self._articles[page]

    def hrefs(self, page: str) -> tuple[set[str], set[str]]:
        """Return the files that links of a page lead to, and the other links as they are.

        A link to a page that only leads elsewhere leads to both.
        """
        files: set[str] = set()
        others: set[str] = set()
        for href in self.article(page).links:
            path = unquote(re.split(r"[?#]", href)[0])
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
            if re.match(r"[a-z][a-z0-9+.-]*:|//|/", href, re.IGNORECASE) or not path:
                others.add(href)
            elif (self.html / target).is_file():
                files.add(target)
                files.add(self.leads_to(target.removesuffix(".html")) + ".html")
            else:
                others.add(href)
        return files, others

    def leads_to(self, page: str) -> str:
        """Return the page that a file is, or that it sends its readers to."""
        found = _REFRESH.search(self.text(page)[:2000])
        if found is None or re.match(r"[a-z]+:|/", found[1]):
            return page
        path = unquote(re.split(r"[?#]", unescape(found[1]))[0])
        return posixpath.normpath(posixpath.join(posixpath.dirname(page), path)).removesuffix(
            ".html"
        )

    def resolves(self, link: Link) -> bool:
        """Whether a link that stands on a page leads on to what its author meant."""
        files, others = self.hrefs(link.page)
        if link.target == link.page:
            return f"{link.page}.html" in files or any(each.startswith("#") for each in others)
        if link.kind == "file":
            # Files are copied to a folder of their own.
            return any(
                posixpath.basename(each) == posixpath.basename(link.target) for each in files
            )
        # What no file on Windows can be called is left out of addresses.
        target = re.sub(r"[<>:\"|?*]", "", link.target)
        for name in (target, f"{target}/index", target or "index"):
            name = name.strip("/")
            if self.text(name) and not {f"{name}.html", f"{self.leads_to(name)}.html"}.isdisjoint(
                files
            ):
                return True
        if link.kind == "redirect":
            # A pattern, whose pages are not written one by one, or a way out of the site.
            inside = link.destination.strip("/")
            return any(each.startswith(inside) for each in files) or any(
                each.startswith(link.destination) for each in others if "://" in each
            )
        return False

    @cached_property
    def operations(self) -> dict[Operation, list[str]]:
        """Return the pages that show each operation."""
        found: dict[Operation, list[str]] = {}
        for page in sorted(self.pages):
            for method, path in _ENDPOINT.findall(self.text(page)):
                shown = unescape(re.sub(r"<[^>]*>", "", path))
                found.setdefault((method.upper(), shown), []).append(page)
        return found

    def in_sidebar(self, page: str) -> bool:
        """Whether the sidebar of a page has the page itself."""
        found = _SIDEBAR.search(self.text(page))
        return found is not None and 'aria-current="page"' in found[0]

    def broken(self, page: str) -> Iterator[str]:
        """Yield the pictures and links of a page that lead to no file, or no place in it."""
        article = self.article(page)
        for href in [*article.pictures, *article.links]:
            if re.match(r"[a-z][a-z0-9+.-]*:|//", href, re.IGNORECASE):
                continue
            address, _, fragment = href.partition("#")
            path = unquote(address.partition("?")[0])
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
            if path and not (self.html / target).exists():
                yield href
            name = target.removesuffix(".html") if path else page
            if fragment and name in self.pages and unquote(fragment) not in self.article(name).ids:
                yield href

    def loaded(self, page: str) -> set[str]:
        """Return the names of the styles and scripts that a page loads."""
        return {posixpath.basename(each) for each in _LOADED.findall(self.text(page))}

    @cached_property
    def rules(self) -> dict[str, list[tuple[str, set[str]]]]:
        """Return the rules of each utility class: selector, declarations."""
        path = self.html / "_static/docsjson-classes.css"
        found: dict[str, list[tuple[str, set[str]]]] = {}
        for selector, body in _RULE.findall(path.read_text("utf-8") if path.is_file() else ""):
            declared = {tight(each) for each in body.split(";")} - {""}
            for name in _NAME.findall(selector):
                found.setdefault(re.sub(r"\\(.)", r"\1", name), []).append(
                    (tight(selector), declared)
                )
        return found

    def styled(self, name: str, meant: list[set[str]]) -> bool:
        """Whether a class has, in one rule each, all the declarations that are *meant*."""
        given: set[str] = set()
        for _selector, declared in self.rules.get(name, ()):
            given |= declared
        return all(declared <= given for declared in meant)


def tight(text: str) -> str:
    """Return a piece of CSS without what does not matter in it."""
    return re.sub(r"[\s\\]+", "", text).replace('"', "'").lower()


# The classes of each component, by the name of its tag.

DRAWN: Mapping[str, tuple[str, ...]] = {
    "Accordion": ("dj-accordion",),
    "AccordionGroup": ("dj-accordion-group",),
    "Badge": ("dj-badge",),
    **dict.fromkeys(
        ("Callout", "Check", "Danger", "Info", "Note", "Tip", "Warning"), ("dj-callout",)
    ),
    "Card": ("dj-card",),
    **dict.fromkeys(("CardGroup", "Columns"), ("dj-columns",)),
    "CodeGroup": ("dj-code-group", "dj-code-block"),
    "Color": ("dj-color",),
    "Column": ("dj-columns-item",),
    "Expandable": ("dj-expandable",),
    "Frame": ("dj-figure",),
    "Icon": ("dj-icon",),
    "Latex": ("math",),
    "Panel": ("dj-panel-box",),
    **dict.fromkeys(("ParamField", "ResponseField"), ("dj-field",)),
    "Prompt": ("dj-prompt",),
    **dict.fromkeys(("RequestExample", "ResponseExample"), ("dj-example",)),
    "Step": ("dj-step",),
    "Steps": ("dj-steps",),
    "Tab": ("dj-panel",),
    "Tabs": ("dj-tabset",),
    "Tile": ("dj-picture-tile",),
    "Tooltip": ("dj-tooltip",),
    "Tree": ("dj-tree",),
    "Update": ("dj-update",),
    "View": ("dj-view",),
    "Visibility": ("dj-visibility",),
}


def drawn(wanted: Mapping[str, int], classes: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Return how many of the components of a page are drawn, and how many there are, by class."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in wanted:
        if name in DRAWN:
            groups.setdefault(DRAWN[name], []).append(name)
    found = {}
    for marks, names in groups.items():
        total = sum(wanted[name] for name in names)
        given = sum(classes.get(mark, 0) for mark in marks)
        found["/".join(sorted(names))] = (min(given, total), total)
    return found
