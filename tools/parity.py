"""Compare the words of each page with those of its Markdown twin.

    python3 tools/parity.py docs/_build/html [--limit 2] [--words]

For each page that differs by more than the limit, in per cent of the words of the page's article,
a line is printed; the exit code is 1 when there is one. ``--words`` shows the words that differ.
What is no content is left out: buttons, menus, links to headings, the pointer to the index.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import normalize

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

WORD = re.compile(r"\w+")
OTHER_LANGUAGES = re.compile(r"^Other languages: .*$", re.MULTILINE)
"""The line that names the languages of samples that the page shows behind tabs."""

SILENT_TAGS = frozenset({"script", "style", "svg", "button", "template", "math", "noscript"})
SILENT_CLASSES = frozenset(
    {
        "contents",
        "dj-added",
        "dj-callout-icon",
        "dj-code-header-label",
        "dj-eyebrow",
        "dj-labels",
        "dj-media-choice",
        "dj-page-menu",
        "dj-playground",
        "dj-tablist",
        "dj-toc",
        "dj-toc-short",
        "headerlink",
        "linenos",
        "math",
        "viewcode-link",
    }
)
"""Classes of what stands around the text, or names a second time what is named already."""

OTHER_VERSION = re.compile(r"\A(\s*# [^\n]*\n\n)> (?!\*\*)[^\n]*\]\([^\n]*\)\n")
"""The note under the title that leads to the current version; a page has it above its article."""

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"})
VOID |= {"source", "track", "wbr"}
INLINE = frozenset(
    {"a", "abbr", "b", "code", "del", "em", "i", "kbd", "mark", "s", "samp", "span"}
)
INLINE |= {"strong", "sub", "sup", "u", "var", "wbr"}

FRAMES = frozenset({"iframe", "audio", "img", "video"})
"""What is known by its title: a player is a link in the twin, a caption the title of an image."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """How the words of a page and of its twin differ."""

    page: str
    words: int
    missing: Counter[str]
    added: Counter[str]

    @property
    def percent(self) -> float:
        """The words that only one of the two has, in per cent of those of the page."""
        return 100 * (self.missing.total() + self.added.total()) / max(self.words, 1)


class Words(HTMLParser):
    """Collects the words of an element, or of all when it has no name."""

    def __init__(self, element: str = "") -> None:
        super().__init__(convert_charrefs=True)
        self.element = element
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._repeats = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element, and whether what it holds counts."""
        self._separate(tag)
        values = dict(attrs)
        silent = bool(self._open and self._open[-1][1])
        classes = (values.get("class") or "").split()
        silent = silent or tag in SILENT_TAGS or not SILENT_CLASSES.isdisjoint(classes)
        silent = silent or (tag == "summary" and self._repeats)
        silent = silent or "data-markdown-ignore" in values
        if any(name.startswith("dj-") or name == "classifier" for name in classes):
            self.found.append(" ")
        self._repeats = "dj-fields-more" in classes or "dj-opening" in classes
        if tag in FRAMES and (title := values.get("title")):
            self.handle_data(f" {title} ")
        if tag in VOID:
            return
        self._open.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        """Close the element."""
        self._separate(tag)
        names = [name for name, _ in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        """Take text."""
        inside = not self.element or any(name == self.element for name, _ in self._open)
        if inside and not (self._open and self._open[-1][1]):
            self.found.append(data)

    def _separate(self, tag: str) -> None:
        """Keep the words of two blocks apart."""
        if tag not in INLINE:
            self.found.append(" ")


def words_of_html(html: str, element: str = "") -> Counter[str]:
    """Return how often each word stands in *html*."""
    reader = Words(element)
    reader.feed(html)
    reader.close()
    # Raised and lowered digits are those of Unicode in the twin.
    found = WORD.findall(normalize("NFKC", "".join(reader.found)).casefold())
    # Lowered words stand behind ``_`` in the twin.
    return Counter(word for each in found if (word := each.lstrip("_")))


def words_of_markdown(text: str, *, has_math: bool = False) -> Counter[str]:
    """Return how often each word stands in a twin, below its pointer to the index.

    :param has_math: whether the page has formulas, which have letters of their own there.
    """
    lines = text.split("\n")
    while lines and lines[0].startswith(">"):
        del lines[0]
    markdown = MarkdownIt("commonmark").enable("table")
    setattr(markdown, "normalizeLinkText", str)  # noqa: B010  an address is shown as it is written
    if has_math:
        markdown.use(dollarmath_plugin)
    text = OTHER_LANGUAGES.sub("", "\n".join(lines))
    return words_of_html(markdown.render(OTHER_VERSION.sub(r"\1", text)))


def differences(folder: Path) -> Iterator[Difference]:
    """Yield the difference of each page in a folder that has a twin."""
    for page in sorted(folder.rglob("*.html")):
        twin = twin_of(page, folder)
        if twin is None:
            continue
        html = page.read_text(encoding="utf-8")
        ours = words_of_html(html, "article")
        text = twin.read_text(encoding="utf-8")
        theirs = words_of_markdown(text, has_math='class="math' in html)
        yield Difference(
            page=page.relative_to(folder).as_posix(),
            words=ours.total(),
            missing=ours - theirs,
            added=theirs - ours,
        )


def twin_of(page: Path, folder: Path) -> Path | None:
    """Return the twin of a page of the builders html and dirhtml."""
    candidates = [page.with_suffix(".md")]
    if page.name == "index.html" and page.parent != folder:
        candidates.append(page.parent.with_suffix(".md"))
    return next((path for path in candidates if path.is_file()), None)


def main() -> int:
    """Print the pages that differ too much."""
    parser = argparse.ArgumentParser(description="Compare pages with their Markdown twins.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=float, default=2, help="per cent; default: 2")
    parser.add_argument("--words", action="store_true", help="show the words that differ")
    options = parser.parse_args()
    found = list(differences(options.folder))
    beyond = [each for each in found if each.percent > options.limit]
    for each in sorted(beyond, key=lambda each: -each.percent):
        print(f"{each.percent:6.2f} %  {each.page}  ({each.words} words)")
        if options.words:
            print(f"          only on the page: {dict(each.missing.most_common(12))}")
            print(f"          only in the twin: {dict(each.added.most_common(12))}")
    total = sum(each.words for each in found)
    apart = sum(each.missing.total() + each.added.total() for each in found)
    print(
        f"{len(found)} pages, {100 * apart / max(total, 1):.2f} % of {total} words; "
        f"{len(beyond)} beyond {options.limit} %"
    )
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
