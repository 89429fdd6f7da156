"""A site of the hosted platform, built as its owner does → what is kept of it, as a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it.common.html_re import HTML_TAG_RE

from tests._support.browser import FLAGS, chromium_path
from tests.html.class_oracle import tailwind_rules, words_in
from tests.projects.building import build_in
from tests.projects.site_output import DRAWN, Built, drawn, tight
from tests.projects.site_source import Site, plain

COLUMNS = {
    "pages": "Pages",
    "links": "Links",
    "generated": "To generated pages",
    "operations": "Operations",
    "components": "Components",
    "classes": "Classes",
    "files": "Files",
    "diagrams": "Diagrams",
}
TITLES = ("Site", *COLUMNS.values())
LEAST = 0.98
STRAIGHT = str.maketrans("“”‘’", "\"\"''")
"""Smart quotes, back to what the author wrote."""


@dataclass
class Column:
    """How many of something are there, and what is missing."""

    there: int = 0
    total: int = 0
    missing: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, there: int, total: int = 1) -> None:
        """Count *there* of *total*."""
        self.there += there
        self.total += total
        if there < total:
            self.missing[name] += total - there

    @property
    def share(self) -> float:
        """Return how many of one are there."""
        return self.there / self.total if self.total else 1.0

    def __str__(self) -> str:
        if not self.total:
            return "–"
        # Rounded down, so that 100 says that nothing is missing.
        return f"{self.there}/{self.total} {int(self.share * 1000) / 10:g}\N{NO-BREAK SPACE}%"


def line(cells: Sequence[str]) -> str:
    """Return a row of a table in Markdown."""
    return "| " + " | ".join(cells) + " |"


@dataclass
class Row:
    """What one site keeps.

    :param wrong: what must not be: a leak, a dead link of ours, a message that is not ours.
    :param dead: how many links lead nowhere in the source.
    """

    name: str
    columns: dict[str, Column] = field(
        default_factory=lambda: {name: Column() for name in COLUMNS}
    )
    wrong: list[str] = field(default_factory=list)
    dead: int = 0

    @property
    def missing(self) -> list[str]:
        """Return what is missing, a line each."""
        return [
            f"{name}: {missing} ({count})"
            for name, column in self.columns.items()
            for missing, count in column.missing.most_common()
        ]

    @property
    def good(self) -> bool:
        """Whether nothing is wrong and each column has 98 %."""
        return not self.wrong and all(each.share >= LEAST for each in self.columns.values())

    def __str__(self) -> str:
        return line([self.name, *map(str, self.columns.values())])


def build_twice(folder: Path, output: Path) -> list[str]:
    """Build a site; return what is wrong with the build, and that it does not build it again."""
    first = build_in(folder, output, ("html",))
    found = [f"sphinx-build ends with {first.statuses['html']}"] if first.statuses["html"] else []
    warnings = first.warnings("html")
    foreign = r"^.*(?:WARNING|ERROR|CRITICAL): (?!.*\[docsjson\.[\w.-]+\]$).*"
    found += [f"not our message: {line}" for line in re.findall(foreign, warnings, re.M)]
    again = build_in(folder, output, ("html",)).log("html")
    if not re.search(r"\b0 added, 0 changed, 0 removed", again) or "writing output... [" in again:
        found.append("a second build does not leave the pages as they are")
    (output / "html.warnings").write_text(warnings, "utf-8")
    return found


def measured(folder: Path, output: Path, tools: Path | None, *, browser: bool) -> Row:
    """Return what is kept of the site *folder* in what was built of it in *output*.

    :param tools: where npm works for Tailwind; ``None``: classes are not looked at.
    :param browser: whether Chromium draws the diagrams; else those count whose script is loaded.
    """
    site, built = Site(folder), Built(output / "html")
    row = Row(name=folder.name)
    for page in dict.fromkeys(site.navigation.pages):
        if page in site.pages:
            row.columns["pages"].add(page, page in built.pages)
    written = sorted(built.pages & set(site.pages))
    told = (output / "html.warnings").read_text(encoding="utf-8")
    refused = refused_uses(told, site.folder)
    words, rendered = Counter[str](), Counter[str]()
    shown: dict[str, int] = {}
    own: Counter[str] = Counter()
    users: dict[str, list[str]] = {}
    for page in written:
        count_links(row, site, built, page)
        row.wrong += wrong_in(site, built, page, told)
        classes = built.article(page).classes
        rendered += classes
        wanted = site.components(page)
        theirs = site.own_components(page)
        platform = {name: uses for name, uses in wanted.items() if name not in theirs}
        for names, (there, total) in drawn(platform, classes).items():
            row.columns["components"].add(f"{names} {page}", there, total)
        own += theirs
        for name in theirs:
            users.setdefault(name, []).append(page)
        words += words_in(elements_of_modes(row, plain(site.text(page)), classes))
        if fences := site.diagrams(page):
            shown[page] = fences
    for path in sorted({each for page in written for each in site.imported(page)}):
        # Of a snippet, what a page shows: its other branches are nowhere.
        text = plain(path.read_text(encoding="utf-8", errors="replace"))
        words += Counter({name: uses for name, uses in words_in(text).items() if rendered[name]})
    for name, uses in own.items():
        if name not in DRAWN:
            there = max(0, uses - sum(refused[page, name] for page in users[name]))
            row.columns["components"].add(f"<{name}>", there, uses)
    count_operations(row, site, built)
    home = "index" if "index" in built.pages else next(iter(sorted(built.pages)), "")
    for name in site.files():
        row.columns["files"].add(name, name in built.loaded(home))
    if tools is not None and words:
        meant = meanings(words, tools)
        for name, declared in meant.items():
            there = words[name] if built.styled(name, declared) else 0
            row.columns["classes"].add(name, there, words[name])
    for page, count in drawings(built, shown, browser=browser).items():
        row.columns["diagrams"].add(page, min(count, shown[page]), shown[page])
    return row


_OF_A_MODE = re.compile(
    r"<\w+\b(?=[^>]*\bclass(?:Name)?=\{?[\"'][^\"']*\bdark:(?:hidden|block)\b)[^>]*>"
)


def elements_of_modes(row: Row, text: str, classes: Counter[str]) -> str:
    """Count the elements for one mode, whose classes have a rule of their own; return the rest."""
    count = len(_OF_A_MODE.findall(text))
    if count:
        there = classes["dj-only-light"] + classes["dj-only-dark"]
        row.columns["classes"].add("elements for one mode", min(there, count), count)
    return _OF_A_MODE.sub("", text)


def count_links(row: Row, site: Site, built: Built, page: str) -> None:
    """Count the links of a page; those to generated pages by their address, too."""
    for link in site.links(page):
        if link.kind == "dead":
            row.dead += 1
            continue
        row.columns["links"].add(f"{link.page}: {link.written}", built.resolves(link))
        if link.kind == "generated":
            there = link.target in built.pages
            row.columns["generated"].add(f"{link.page}: {link.written}", there)


def wrong_in(site: Site, built: Built, page: str, told: str) -> Iterator[str]:
    """Yield what a page shows that nobody means: dead links of ours, tags and expressions as text.

    What the log says is a mistake of the author.
    """
    for href in built.broken(page):
        if f"no page or file {href!r}" not in told:
            yield f"leads nowhere on {page}: {href}"
    of_api = any(site.front(page, name) for name in ("openapi", "api", "asyncapi"))
    for leak in built.article(page).leaks:
        leak = " ".join(leak.translate(STRAIGHT).split())
        name = leak.strip("<>/{} ").split(" ", 1)[0]
        said = f"<{name}>" in told or f"</{name}>" in told or leak in told
        # In a description, a type such as ``map<string>``.
        typed = of_api and leak.startswith("<")
        # ``<name_of_key>`` is text for CommonMark, and so for MyST.
        text = site.pages[page].suffix == ".md" and not HTML_TAG_RE.match(leak)
        if not (said or typed or text or is_meant(leak, site.front_matter(page), site.text(page))):
            yield f"tag or expression as text on {page}: {leak}"


def is_meant(leak: str, front: str, text: str) -> bool:
    """Whether the author meant text: in front matter, an address, or behind ``\\`` or ``&lt;``.

    Code inside is not part of the text of a page, so only the beginning is compared.
    """
    opening = r"(?:\\<|&lt;)" if leak[0] == "<" else r"(?:\\\{|&#123;|&#x7b;)"
    begin = r"(?:`[^`]*`|\*)*" + re.escape(leak[1:8].split(" ")[0].rstrip(">}"))
    # In an address without a mark, braces are text, as remark-gfm reads them.
    address = rf"https?://[^\s<]*{re.escape(leak)}"
    return leak in front or bool(re.search(f"{opening}{begin}|{address}", text))


def count_operations(row: Row, site: Site, built: Built) -> None:
    """Count the operations that a sidebar leads to."""
    for operation, source in site.expected_operations(built.pages).items():
        pages = built.operations.get(operation, [])
        reached = any(built.in_sidebar(page) for page in pages)
        where = "in no sidebar" if pages else "no page"
        row.columns["operations"].add(f"{' '.join(operation)} ({source}): {where}", reached)


NOT_DRAWN = ("cannot be drawn", "which is not defined", "is not a component")
"""What a build says of a component that it does not draw."""


def refused_uses(log: str, folder: Path) -> Counter[tuple[str, str]]:
    """Return how many uses of each component the log says are not drawn, by the first page."""
    found: Counter[tuple[str, str]] = Counter()
    for line in log.splitlines():
        if any(words in line for words in NOT_DRAWN):
            more = re.search(r"the same at (\d+) more", line)
            page = re.sub(r"\.mdx?:.*", "", line).removeprefix(f"{folder}/")
            for name in re.findall(r"<(\w+)>", line)[:1]:
                found[page, name] += 1 + (int(more[1]) if more else 0)
    return found


def meanings(words: Counter[str], tools: Path) -> dict[str, list[set[str]]]:
    """Return what Tailwind declares for each class that it knows."""
    found: dict[str, list[set[str]]] = {}
    for name, rules in tailwind_rules(words, tools).items():
        found[name] = [{tight(each) for each in rule[2]} for rule in rules]
    return found


def drawings(built: Built, pages: dict[str, int], *, browser: bool) -> dict[str, int]:
    """Return how many diagrams are drawn on each page."""
    if not browser or not pages:
        return {
            page: count if "mermaid.min.js" in built.loaded(page) else 0
            for page, count in pages.items()
        }
    from playwright.sync_api import Error, sync_playwright

    found = dict.fromkeys(pages, 0)
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        tab = chromium.new_page()
        for page, wanted in pages.items():
            tab.goto((built.html / f"{page}.html").resolve().as_uri())
            enough = f"document.querySelectorAll('.dj-diagram svg').length >= {wanted}"
            with suppress(Error):
                tab.wait_for_function(enough, timeout=20000)
            found[page] = tab.locator(".dj-diagram svg").count()
        chromium.close()
    return found


def total_of(rows: Sequence[str]) -> str:
    """Return the row of the sums of all *rows*."""
    sums = [Column() for _ in TITLES[1:]]
    for each in rows:
        for column, cell in zip(sums, each.strip("| ").split(" | ")[1:], strict=True):
            if found := re.match(r"(\d+)/(\d+)", cell):
                column.there += int(found[1])
                column.total += int(found[2])
    return line([f"All {len(rows)}", *map(str, sums)])
