"""What holds for a component wherever it stands: build cases, and say what is wrong with them."""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import html5lib
from docutils import nodes

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.pages.renderer_base import is_block
from tests._support.building import Built, build_site
from tests._support.pictures import picture
from tests.components.matrix import ONE_OF_TWO, Case

ON_A_PAGE = 16
SUFFIX = {"mdx": ".mdx", "md": ".md", "myst": ".md", "rst": ".rst"}
_WORD = re.compile(r"q\d+x\d+q")
_MATH = re.compile(r"\s*</?m(?:i|n|o|row|text)\b[^>]*>\s*")
_CODE = re.compile("Code|Example|Mermaid|Latex|Prompt|Snippet")
_PLACE = re.compile(r"^(?:snippets/[smr](\d+)|(p\d+))\.\w+:(\d+)")


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What is wrong with a case.

    :param law: which law it breaks.
    """

    law: str
    case: str
    what: str
    text: str = ""


@dataclass(kw_only=True)
class Page:
    """Some cases, and the line that each of them begins on."""

    name: str
    cases: list[Case]
    text: str
    lines: list[int]

    def case_at(self, line: int) -> Case:
        """Return the case that stands on a line."""
        return self.cases[max(0, bisect(self.lines, line) - 1)]


def page_of(name: str, syntax: str, cases: Sequence[Case]) -> Page:
    """Put cases below each other, with a heading of each."""
    head = "".join(case.head for case in cases)
    text = f"{head}\n" if head else ""
    text += f"{name}\n=========\n\n" if syntax == "rst" else f"# {name}\n\n"
    lines = []
    for case in cases:
        lines.append(text.count("\n") + 1)
        text += f"{case.text}\n\n" + (".. end\n\n" if syntax == "rst" else "<!-- end -->\n\n")
    return Page(name=name, cases=list(cases), text=text, lines=lines)


def broken(syntax: str, cases: Sequence[Case], builder: str, folder: Path) -> Iterator[Finding]:
    """Build the cases at once, and yield what is wrong with each."""
    pages = [
        page_of(f"p{begin}", syntax, cases[begin : begin + ON_A_PAGE])
        for begin in range(0, len(cases), ON_A_PAGE)
    ]
    files: dict[str, str | bytes] = {
        "index.md": "# Start\n",
        "images/sample.png": picture(),
        **{f"{page.name}{SUFFIX[syntax]}": page.text for page in pages},
        **{path: text for case in cases for path, text in case.files.items()},
        "docs.json": json.dumps({
            "name": "Matrix",
            "navigation": [{"group": "All", "pages": ["index", *(p.name for p in pages)]}],
        }),
    }  # fmt: skip
    conf = {"extensions": ["sphinx_docsjson"], "exclude_patterns": ["snippets/*.txt"]}
    source = folder / f"{syntax}-{cases[0].words[0] if cases[0].words else 0}-{len(cases)}"
    try:
        built = build_site(source, files, builder, conf=conf, each_place=True)
    except Exception as error:
        if len(cases) == 1:
            what = f"{builder}: {error!r}"
            yield Finding(law="no exception", case=cases[0].name, what=what, text=cases[0].text)
            return
        middle = len(cases) // 2
        yield from broken(syntax, cases[:middle], builder, folder)
        yield from broken(syntax, cases[middle:], builder, folder)
        return
    yield from _messages(built, pages, builder)
    if builder in {"html", "dirhtml"}:
        for page in pages:
            yield from _tree(built, page, builder)
            if builder == "html":
                yield from _nodes(built, page)
                yield from _words(built.text(f"{page.name}.md"), page.cases, "the twin")
    written = {"html": "p*.html", "dirhtml": "p*/index.html", "epub": "p*.xhtml"}.get(builder, "*")
    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in built.outdir.rglob(written)
        if path.suffix in {".html", ".xhtml", ".tex", ".txt", ".1", ".pot"}
    ]
    yield from _words(_of_articles(texts), cases, builder)


def _of_articles(texts: Iterable[str]) -> str:
    """Return texts without the parts of a website that are around its articles."""
    parts = ((re.search(r"<article.*</article>", text, re.S), text) for text in texts)
    return "\n".join(found[0] if found else text for found, text in parts)


# -- the laws -------------------------------------------------------------------------------------


def _messages(built: Built, pages: Sequence[Page], builder: str) -> Iterator[Finding]:
    every = {int(c.name.split(":")[0].split()[1]): c for page in pages for c in page.cases}
    by_name = {page.name: page for page in pages}
    for line in built.warning_lines:
        place = _PLACE.match(line)
        if place is None:
            yield Finding(law="no message", case="?", what=f"{builder}: {line}")
            continue
        page = by_name.get(place[2])
        case = page.case_at(int(place[3])) if page else every[int(place[1])]
        what = f"{builder}: {line}"
        yield Finding(law="no message", case=case.name, what=what, text=case.text)


def _words(text: str, cases: Iterable[Case], where: str) -> Iterator[Finding]:
    there = set(_WORD.findall(_MATH.sub("", text)))
    for case in cases:
        if ONE_OF_TWO & set(re.findall(r"[\w.]+", case.name)):
            continue
        if where == "gettext" and _CODE.search(case.name):
            continue  # Sphinx translates code and formulas only where a project asks for it
        if lost := [word for word in case.words if word not in there]:
            what = f"{where}: {' '.join(lost)} of {' '.join(case.words)}"
            yield Finding(law="all words", case=case.name, what=what, text=case.text)


def _nodes(built: Built, page: Page) -> Iterator[Finding]:
    """Text and what marks it stands in elements of text, and blocks do not."""
    for node in built.doctree(page.name).findall():
        parent = node.parent
        if parent is None or isinstance(node, nodes.Invisible | nodes.raw | nodes.image):
            continue
        in_text = isinstance(parent, nodes.TextElement)
        inline = isinstance(node, nodes.Text) or (
            isinstance(node, nodes.Inline) and isinstance(node, nodes.TextElement)
        )
        if (inline and not in_text) or (in_text and is_block(node)):
            yield _at(page, parent, "nodes", f"<{node.tagname}> in <{parent.tagname}>: {node}")


def _at(page: Page, node: nodes.Node, law: str, what: str) -> Finding:
    found = _WORD.search(node.astext())
    number = re.match(r"q(\d+)", found[0])[1] if found else ""
    case = next((c for c in page.cases if f" {number}:" in c.name), None)
    name, text = (case.name, case.text) if case else ("?", "")
    return Finding(law=law, case=name, what=what[:300], text=text)


def _tree(built: Built, page: Page, builder: str) -> Iterator[Finding]:
    """What a parser of HTML reads is what is written: no tag is missing, moved or closed early."""
    path = f"{page.name}.html" if builder == "html" else f"{page.name}/index.html"
    (article,) = re.findall(r"<article.*</article>", built.text(path), re.S)
    written = Written()
    written.feed(article)
    read = list(_read(html5lib.parseFragment(article, namespaceHTMLElements=False), 0))
    last = "?"
    for ours, theirs in zip(written.seen, read, strict=False):
        if ours != theirs:
            number = re.search(r"q(\d+)", last)
            case = next((c for c in page.cases if number and f" {number[1]}:" in c.name), None)
            name, text = (f"near {case.name}", case.text) if case else ("?", "")
            what = f"{builder}: {ours} is read as {theirs}, after {last!r}"
            yield Finding(law="valid HTML", case=name, what=what, text=text)
            return
        last = ours[1] if _WORD.search(ours[1]) else last
    if written.problems:
        yield Finding(law="valid HTML", case=page.name, what=f"{written.problems[:3]}")


VOID = words("area base br col embed hr img input link meta source track wbr")


class Written(HTMLParser):
    """The elements and words of HTML as they are written, with their depths, nothing mended."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[int, str]] = []
        self.problems: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((len(self.open), f"<{tag}>"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((len(self.open), f"<{tag}>"))

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.problems.append(f"</{tag}> in {self.open[-3:]}")

    def handle_data(self, data: str) -> None:
        self.seen += [(len(self.open), word) for word in data.split()]


def _read(element: object, depth: int) -> Iterator[tuple[int, str]]:
    """Yield what :class:`Written` sees, of a tree that a parser made."""
    text = getattr(element, "text", None)
    yield from ((depth, word) for word in (text or "").split())
    for child in element:  # type: ignore[attr-defined]  # an element of ElementTree
        if isinstance(child.tag, str):
            name = child.tag.rpartition("}")[2].lower()
            yield depth, f"<{name}>"
            yield from _read(child, depth + 1)
        yield from ((depth, word) for word in (child.tail or "").split())
