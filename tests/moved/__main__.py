"""The command: build the sites named and say what of each is kept, a row a site."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests._support import npm
from tests._support.browser import FLAGS, chromium_path
from tests.html.class_oracle import PACKAGE, tailwind_rules, words_in
from tests.moved.built import DRAWN, Built, drawn, tight
from tests.moved.source import Site
from tests.realsites.source import plain

COLUMNS = ("links", "generated", "operations", "components", "classes", "files", "diagrams")
TITLES = (
    "Site",
    "Pages",
    "Links",
    "To generated pages",
    "Operations",
    "Components",
    "Classes",
    "Files",
    "Diagrams",
)
LEAST = 0.98


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
    """What one site keeps."""

    name: str
    pages: Column = field(default_factory=Column)
    columns: dict[str, Column] = field(
        default_factory=lambda: {name: Column() for name in COLUMNS}
    )
    dead: int = 0

    def __str__(self) -> str:
        return line([self.name, str(self.pages), *(str(self.columns[name]) for name in COLUMNS)])


def build(folder: Path, output: Path) -> None:
    """Build a site as its owner does."""
    output.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-C", "-D", "extensions=sphinx_docsjson"]
    command += ["-d", str(output / "doctrees"), "-w", str(output / "warnings.txt"), "--no-color"]
    done = subprocess.run(
        [*command, str(folder), str(output / "html")], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{folder}: {done.stderr[-2000:]}")


def measured(folder: Path, output: Path, tools: Path | None, *, browser: bool) -> Row:
    """Return what is kept of the site *folder* in what was built of it in *output*.

    :param tools: where npm works for Tailwind; ``None``: classes are not looked at.
    :param browser: whether Chromium draws the diagrams; else those count whose script is loaded.
    """
    site, built = Site(folder), Built(output / "html")
    row = Row(name=folder.name)
    for page in dict.fromkeys(site.navigation.pages):
        if page in site.pages:
            row.pages.add(page, page in built.pages)
    written = sorted(built.pages & set(site.pages))
    log = output / "warnings.txt"
    told = log.read_text(encoding="utf-8") if log.is_file() else ""
    refused = refused_uses(told, site.folder)
    words, rendered = Counter[str](), Counter[str]()
    shown: dict[str, int] = {}
    own: Counter[str] = Counter()
    users: dict[str, list[str]] = {}
    for page in written:
        count_links(row, site, built, page)
        classes = built.classes(page)
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


def count_operations(row: Row, site: Site, built: Built) -> None:
    """Count the operations that a sidebar leads to."""
    for operation, source in site.expected_operations(built.pages).items():
        pages = built.operations.get(operation, [])
        reached = any(built.in_sidebar(page) for page in pages)
        where = "in no sidebar" if pages else "no page"
        row.columns["operations"].add(f"{' '.join(operation)} ({source}): {where}", reached)


NOT_DRAWN = ("cannot be drawn", "which nothing defines", "is not a component")
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


def main(arguments: list[str]) -> int:
    """Print the table; return 1 when a column of a site is below 98 %."""
    parser = argparse.ArgumentParser(prog="python -m tests.moved", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, help="where to build; what is there is not built")
    parser.add_argument("--all", action="store_true", help="print everything that is missing")
    parser.add_argument("--no-browser", action="store_true", help="do not draw the diagrams")
    parser.add_argument("--write", type=Path, help="a page whose rows of these sites to renew")
    options = parser.parse_args(arguments)
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        tools = None if npm.missing() else npm.installed("tailwind", (PACKAGE,))
        print(line(TITLES), line(["---"] * len(TITLES)), sep="\n")
        for folder in options.folders:
            output = (options.output or Path(scratch)) / name_of(folder.resolve())
            if not (output / "html").is_dir():
                build(folder, output)
            browser = not options.no_browser and chromium_path() is not None
            row = measured(folder.resolve(), output, tools, browser=browser)
            row.name = output.name.replace("+", "/")
            rows.append(row)
            print(row, flush=True)
            for name, column in {"pages": row.pages, **row.columns}.items():
                most = None if options.all else 5
                for missing, count in column.missing.most_common(most):
                    print(f"    {name}: {missing} ({count})", file=sys.stderr, flush=True)
    print(total_of([str(row) for row in rows]))
    if options.write:
        text = options.write.read_text(encoding="utf-8")
        options.write.write_text(renewed(text, rows), encoding="utf-8")
    short = [column for row in rows for column in row.columns.values() if column.share < LEAST]
    return 1 if short else 0


BEGIN, END = "<!-- sites -->\n", "<!-- end of sites -->\n"


def renewed(page: str, rows: Sequence[Row]) -> str:
    """Return the text of a page in whose table these rows are new, and the sum with them."""
    before, _, rest = page.partition(BEGIN)
    table, _, after = rest.partition(END)
    lines = [each for each in table.splitlines() if each.startswith("| ") and "/" in each]
    kept = {each.split(" | ")[0]: each for each in lines if not each.startswith("| All ")}
    kept |= {f"| {row.name}": str(row) for row in rows}
    listed = [kept[name] for name in sorted(kept, key=str.lower)]
    head = [line(TITLES), line(["---"] * len(TITLES))]
    whole = "\n".join(["", *head, *listed, total_of(listed), ""])
    return f"{before}{BEGIN}{whole}\n{END}{after}"


def total_of(rows: Sequence[str]) -> str:
    """Return the row of the sums of all *rows*."""
    sums = [Column() for _ in TITLES[1:]]
    for each in rows:
        for column, cell in zip(sums, each.strip("| ").split(" | ")[1:], strict=True):
            if found := re.match(r"(\d+)/(\d+)", cell):
                column.there += int(found[1])
                column.total += int(found[2])
    return line([f"All {len(rows)}", *map(str, sums)])


def name_of(folder: Path) -> str:
    """Return the name of a site: of the repository where its folder is called docs."""
    usual = {"docs", "src", "apps"}
    return next(each.name for each in (folder, *folder.parents) if each.name not in usual)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
