"""Two builds of a project → what differs; nothing here runs Sphinx."""

from __future__ import annotations

import difflib
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.projects.article import Article, read_article
from tests.projects.building import Build
from tests.projects.table import Named

OUR_THEME = ("pages", "words", "links", "anchors", "objects", "warnings")
SAME_THEME = (*OUR_THEME, "code", "title", "files", "around")
"""What must not change: in the theme of the project, and in ours, which draws formulas anew."""

SHOWN = 8
MESSAGE = re.compile(r"\b(?:WARNING|ERROR|CRITICAL|SEVERE)\b")


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Something that is not the same after as before.

    :param kind: one of :data:`SAME_THEME`.
    """

    kind: str
    page: str
    text: str

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.page}: {self.text}" if self.page else f"{self.kind}: {self.text}"
        )


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What was compared, and what differs.

    :param named: the differences that are meant, each with its reason.
    """

    pages: int
    differences: tuple[Difference, ...]
    named: tuple[tuple[Difference, str], ...] = ()

    def count(self, kind: str) -> int:
        """Return how many differences of a kind there are."""
        return sum(1 for each in self.differences if each.kind == kind)


def compare(
    before: Build, after: Build, kinds: Sequence[str], named: Sequence[Named] = ()
) -> Comparison:
    """Compare every page of two builds, and what they said.

    :param named: the differences that are meant.
    """
    found = [
        Difference(kind="warnings", page="", text=line) for line in new_messages(before, after)
    ]
    if before.status != after.status:
        last = after.output.strip().splitlines()[-1:] or [""]
        text = f"sphinx-build ends with {after.status}, not {before.status}: {last[0]}"
        found.append(Difference(kind="warnings", page="", text=text))
    pages = list(_pages(before.html, only_documents=kinds is OUR_THEME))
    for page in pages:
        if not (after.html / page).is_file():
            found.append(
                Difference(kind="pages", page=page, text="the page is not there any more")
            )
            continue
        of_theme = kinds is not OUR_THEME
        old, new = (_read(build, page, of_theme=of_theme) for build in (before, after))
        found += (each for each in compare_articles(page, old, new) if each.kind in kinds)
    found += (
        Difference(kind="objects", page="objects.inv", text=f"{line} is not there any more")
        for line in sorted(_objects(before.html) - _objects(after.html))
    )
    documents = set(_pages(after.html, only_documents=True))
    found += (
        Difference(kind="pages", page=page, text="a new page")
        for page in sorted(documents - set(pages))
    )
    reasons = [(each, _reason(each, named)) for each in found]
    return Comparison(
        pages=len(pages),
        differences=tuple(each for each, reason in reasons if reason is None),
        named=tuple((each, reason) for each, reason in reasons if reason is not None),
    )


def _reason(difference: Difference, named: Sequence[Named]) -> str | None:
    """Return why a difference stays, if it has a name."""
    line = str(difference)
    return next((n.reason for n in named if n.kind == difference.kind and n.text in line), None)


def compare_articles(page: str, old: Article, new: Article) -> Iterator[Difference]:
    """Yield the differences between a page before and after."""
    for kind in ("words", "links", "code", "around"):
        before, after = getattr(old, kind), getattr(new, kind)
        if before != after:
            for text in changes(before, after):
                yield Difference(kind=kind, page=page, text=text)
    for anchor in sorted(old.anchors - new.anchors):
        yield Difference(kind="anchors", page=page, text=f"#{anchor} is not there any more")
    for name in ("title", "heading"):
        if getattr(old, name) != getattr(new, name):
            text = f"the {name} {getattr(old, name)!r} becomes {getattr(new, name)!r}"
            yield Difference(kind="title", page=page, text=text)
    if old.files != new.files:
        more, less = sorted(new.files - old.files), sorted(old.files - new.files)
        yield Difference(kind="files", page=page, text=f"- {less} + {more}")


def changes(before: Sequence[object], after: Sequence[object]) -> Iterator[str]:
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
            yield f"- {_shown(old[low:high])} + {_shown(new[left:right])}"


def _shown(items: Sequence[object]) -> str:
    words = " ".join(str(item) for item in items[:SHOWN])
    return f"[{words}{' …' if len(items) > SHOWN else ''}]"


def new_messages(before: Build, after: Build) -> list[str]:
    """Return the warnings and errors that the second build has and the first has not."""
    return sorted((_messages(after) - _messages(before)).elements())


def _messages(build: Build) -> Counter[str]:
    lines = build.warnings.replace(f"{build.tree}/", "").splitlines()
    return Counter(line for line in lines if MESSAGE.search(line))


def _pages(html: Path, *, only_documents: bool) -> Iterator[str]:
    doctrees = html.parent / "doctrees"
    for path in sorted(html.rglob("*.html")):
        page = path.relative_to(html).as_posix()
        if page.startswith("_static/"):
            continue
        if not only_documents or (doctrees / page).with_suffix(".doctree").is_file():
            yield page


def _objects(html: Path) -> set[str]:
    """Return what other projects link to, with its places."""
    path = html / "objects.inv"
    if not path.is_file():
        return set()
    *_head, body = path.read_bytes().split(b"\n", 4)
    return set(zlib.decompress(body).decode("utf-8").splitlines())


def _read(build: Build, page: str, *, of_theme: bool) -> Article:
    text = (build.html / page).read_text("utf-8", errors="replace")
    return read_article(text.replace(str(build.tree), ""), of_theme=of_theme)
