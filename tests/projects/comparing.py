"""Two builds of a project → what differs, and a project in each way → all that differs."""

from __future__ import annotations

import difflib
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.projects.article import facts_in_any_theme, facts_in_theme
from tests.projects.building import BUILDERS, PLAIN, SITE, THEME, WITH, Build, Way, build
from tests.projects.table import Project

BOOKS = ("latex", "epub", "text", "man", "gettext", "texinfo")
"""What a docs.json leaves as it was, too."""

NOT_READ = (".buildinfo",)
"""What Sphinx notes for itself beside a book."""

MESSAGE = re.compile(r"\b(?:WARNING|ERROR|CRITICAL|SEVERE)\b")
ALIKE = re.compile(r" \(the same at \d+ more places?\b.*\)(?= \[[\w.-]+\]$|$)")
"""What our theme makes of the messages that are equal but for their place."""

SHOWN = 8


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Something that is not the same after as before.

    :param kind: a builder, or what of a page: its words, its links and so on.
    """

    kind: str
    file: str
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n    ".join((f"{self.kind}: {self.file}", *(line[:300] for line in self.lines)))


@dataclass(kw_only=True)
class Comparison:
    """What came of a project: way → differences, and those that are meant."""

    plain: Build
    found: dict[str, list[Difference]] = field(default_factory=dict)
    meant: int = 0

    def add(self, way: str, found: Sequence[Difference], project: Project) -> None:
        """Keep the differences of a way, but for those that are meant."""
        wrong = [d for d in found if not any(text in str(d) for text in project.expected)]
        self.meant += len(found) - len(wrong)
        self.found[way] = wrong


def compare(
    project: Project,
    source: Path,
    work: Path,
    builders: Sequence[str] = BUILDERS,
    python: Path | str = sys.executable,
    *,
    theme: bool = True,
) -> Comparison:
    """Build a project without us and in each other way, and compare.

    :param theme: whether our theme is one of the ways.
    :raises RuntimeError: when it does not build without us.
    """

    def built(way: Way, builders: Sequence[str], listed: str = "") -> Build:
        more: Any = {"docs": project.docs, "lines": project.lines, "python": python}
        more["options"] = project.options
        if project.shared:
            more["options"] += ("-d", str(work / "output" / "doctrees"))
        return build(source, work, way, builders, listed=listed, **more)

    plain = built(PLAIN, builders)
    if plain.statuses[builders[0]]:
        last = plain.log(builders[0]).strip().splitlines()[-1:]
        raise RuntimeError(f"does not build without us: {' '.join(last)}")
    result = Comparison(plain=plain)
    builders = tuple(plain.statuses)
    added = built(WITH, builders)
    result.add(WITH.name, [*file_differences(plain, added, builders)], project)
    if "html" in builders:
        books = [name for name in builders if name in BOOKS]
        site = built(SITE, ("html", *books), plain.docs_json())
        # With a docs.json, a build repeats what was said of pages that it did not read again.
        but = (*NOT_READ, "(warnings)") if project.shared else NOT_READ
        of_books = file_differences(plain, site, books, but)
        result.add(SITE.name, [*of_books, *page_differences(plain, site)], project)
    if "html" in builders and theme:
        themed = built(THEME, ("html",), plain.docs_json())
        result.add(THEME.name, [*page_differences(plain, themed, our_theme=True)], project)
    return result


def file_differences(
    before: Build, after: Build, builders: Sequence[str], but: Sequence[str] = ()
) -> Iterator[Difference]:
    """Yield the files that differ by a byte, but for some."""
    for builder in builders:
        if before.statuses[builder] != after.statuses[builder]:
            yield Difference(kind=builder, file="(status)")
        old, new = before.files(builder), after.files(builder)
        # The report of a builder that fails in both names a file of its own, and all extensions.
        left_out = ("(warnings)", *but) if before.statuses[builder] else but
        for file in sorted(old.keys() | new.keys()):
            if file in left_out or old.get(file) == new.get(file):
                continue
            texts = [each.get(file, b"").decode("utf-8", "replace") for each in (old, new)]
            lines = tuple(changes(*(text.splitlines() for text in texts)))
            gone = "is gone" if file not in new else "is new" if file not in old else ""
            yield Difference(kind=builder, file=file, lines=(gone,) if gone else lines)


def page_differences(
    before: Build, after: Build, *, our_theme: bool = False
) -> Iterator[Difference]:
    """Yield what differs between the pages that two builds wrote as HTML, and what they said.

    :param our_theme: whether the second build is in our theme; else both are in the same.
    """
    if before.statuses["html"] != after.statuses["html"]:
        last = after.log("html").strip().splitlines()[-1:]
        yield Difference(kind="html", file="(status)", lines=tuple(last))
    for line in (_messages(after) - _messages(before)).elements():
        yield Difference(kind="warnings", file=line)
    old, new = ({*_documents(each)} for each in (before, after))
    for page in sorted(new - old):
        yield Difference(kind="pages", file=page, lines=("is new",))
    read = facts_in_any_theme if our_theme else facts_in_theme
    empty = Counter[bool]()
    for page in sorted(old if our_theme else old | {*_pages(before)}):
        path = after.folder / "html" / page
        if not path.is_file():
            yield Difference(kind="pages", file=page, lines=("is gone",))
            continue
        facts = read((before.folder / "html" / page).read_text("utf-8", errors="replace"))
        others = read(path.read_text("utf-8", errors="replace"))
        if page in old:
            empty[not (facts.get("words") or facts.get("article"))] += 1
        for kind, items in facts.items():
            lines = tuple(changes(items, others[kind]))
            if kind in ("anchors", "around"):
                # A theme may have more anchors, and a docs.json leads to more pages.
                lost = Counter(items) - Counter(others[kind])
                lines = (f"- {sorted(lost.elements())}",) if lost else ()
            if lines:
                yield Difference(kind=kind, file=page, lines=lines)
    if empty[True] > empty[False]:
        lost = f"{empty[True]} of {empty.total()} pages seem empty: add their theme to ARTICLES"
        yield Difference(kind="articles", file=lost)
    for line in sorted(_objects(before) - _objects(after)):
        yield Difference(kind="objects", file=line, lines=("is gone",))


def changes(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield each run of items that differs."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=len(old) > 2000)
    for kind, low, high, left, right in matcher.get_opcodes():
        if kind != "equal":
            yield f"- [{_shown(old[low:high])}] + [{_shown(new[left:right])}]"


def _shown(items: Sequence[str]) -> str:
    return " ".join(items[:SHOWN]) + " …" * (len(items) > SHOWN)


def _messages(build: Build) -> Counter[str]:
    lines = (ALIKE.sub("", line) for line in build.warnings("html").splitlines())
    return Counter(line for line in lines if MESSAGE.search(line))


def _pages(build: Build) -> Iterator[str]:
    top = build.folder / "html"
    for path in top.rglob("*.html"):
        page = path.relative_to(top).as_posix()
        if not page.startswith("_static/"):
            yield page


def _documents(build: Build) -> Iterator[str]:
    folders = [each for each in build.folder.glob("*doctrees") if each.name != "gettext.doctrees"]
    for page in _pages(build):
        if any((each / page).with_suffix(".doctree").is_file() for each in folders):
            yield page


def _objects(build: Build) -> set[str]:
    """Return what other projects link to, with its places."""
    path = build.folder / "html" / "objects.inv"
    if not path.is_file():
        return set()
    *_head, body = path.read_bytes().split(b"\n", 4)
    return set(zlib.decompress(body).decode("utf-8").splitlines())
