"""What becomes of the pages of text cases, with one build for all pages of a file.

An input is the text of one ``.mdx`` page. Lines ``=== name`` divide it into files: those that are
called ``page`` are the same page in other syntaxes, and have to give the same; any other files
are a site of their own, whose first page is looked at. What is looked at stands in the name of the
file: ``cards.html+markdown.md`` has the article and the Markdown twin.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from bs4 import Tag
from docutils import nodes

from tests._support.building import Built, build_site
from tests._support.markup import readable
from tests._support.pictures import picture
from tests._support.texts import Case, read_cases

BUILDERS = frozenset({"text", "latex"})
"""The kinds that the builder of that name writes; the others come of one build of HTML."""

AROUND: dict[str, str | bytes] = {
    "guide/other.mdx": "---\ntitle: Another page\n---\n\n## A part\n\nWords.\n",
    "images/grey.png": picture(),
}
"""Files that every page may lead to and show."""

TITLES = {".rst": "Page\n====\n\n", ".md": "# Page\n\n"}
"""What pages begin with that have no title of their own otherwise."""


def files_of(source: str) -> dict[str, str]:
    """Return the files of an input."""
    parts = re.split(r"^=== (\S+)\n", source, flags=re.MULTILINE)
    if len(parts) == 1:
        return {"page.mdx": f"{source}\n"}
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def title_above(name: str, text: str) -> str:
    """Return the title that a page is given."""
    return "" if text.startswith(("---", "# ")) else TITLES.get(Path(name).suffix, "")


class PageCases:
    """Builds the files of cases, each once, in folders below *top*."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.sites: dict[Path, tuple[Built, dict[str, dict[str, str]]]] = {}

    def outcome(self, case: Case) -> str:
        """Return what becomes of the page of *case*, and the warnings about it."""
        files = files_of(case.source)
        if any(Path(name).stem != "page" for name in files):
            folder = self.top / f"site{len(list(self.top.iterdir()))}"
            first = next(name for name in files if name != "docs.json")
            return _outcome(self._build(folder, files, case.kind), first, case.kind)
        built, documents = self._built(case)
        found = {
            suffix: _outcome(built, document, case.kind)
            for suffix, document in documents[case.title].items()
        }
        (first, outcome), *others = found.items()
        for suffix, other in others:
            assert other == outcome, f"{suffix} gives something else than {first}"
        return outcome

    def _built(self, case: Case) -> tuple[Built, dict[str, dict[str, str]]]:
        if case.path not in self.sites:
            pages: dict[str, str] = {}
            documents: dict[str, dict[str, str]] = defaultdict(dict)
            for number, each in enumerate(read_cases(case.path), 1):
                files = files_of(each.source)
                if any(Path(name).stem != "page" for name in files):
                    continue
                for name, text in files.items():
                    suffix = Path(name).suffix
                    page = f"case{number}{suffix.replace('.', '_')}{suffix}"
                    pages[page] = title_above(page, text) + text
                    documents[each.title][suffix] = page
            folder = self.top / f"site{len(list(self.top.iterdir()))}"
            self.sites[case.path] = self._build(folder, pages, case.kind), documents
        return self.sites[case.path]

    def _build(self, folder: Path, files: dict[str, str], kind: str) -> Built:
        if "docs.json" not in files:
            pages = [Path(name).with_suffix("").as_posix() for name in files]
            config = {"name": "Cases", "navigation": [{"group": "Cases", "pages": pages}]}
            files = {**files, "docs.json": json.dumps(config)}
        return build_site(
            folder / "source",
            {**AROUND, **files},
            kind if kind in BUILDERS else "html",
            each_place=True,
        )


def _outcome(built: Built, name: str, kind: str) -> str:
    document = Path(name).with_suffix("").as_posix()
    source = (built.srcdir / name).read_text(encoding="utf-8")
    title = TITLES.get(Path(name).suffix, "\0")
    above = title.count("\n") if document.startswith("case") and source.startswith(title) else 0
    lines: list[str] = []
    for each in kind.split("+"):
        view = VIEWS[each](built, document).strip("\n")
        lines += [f"=== {each}"] if lines else []
        lines.append(view.replace(document, "page") if document.startswith("case") else view)
    return "\n".join([*lines, *_warnings(built, name, above)])


def _warnings(built: Built, name: str, above: int) -> list[str]:
    """Return the warnings about a page, or about any file of a site of its own."""
    found = []
    for line in built.warning_lines:
        place, _, rest = line.partition(" WARNING: ")
        file, _, number = place.rstrip(":").partition(":")
        if not name.startswith("case"):
            found.append(f"! {place} {rest}")
        elif file == name:
            found.append(f"! {int(number) - above}: {rest}")
    return found


def _html(built: Built, document: str) -> str:
    section = built.article(document).select_one(".dj-content")
    assert isinstance(section, Tag)
    inner = section.select_one(":scope > section")
    inner = section if inner is None else inner
    for heading in inner.select(":scope > h1"):
        heading.decompose()
    return readable(inner)


def _nodes(built: Built, document: str) -> str:
    tree = built.doctree(document)
    section = tree.next_node(nodes.section)
    children = (section or tree).children[1 if section else 0 :]
    return "".join(child.pformat() for child in children)


def _markdown(built: Built, document: str) -> str:
    return built.text(f"{document}.md").partition("\n# ")[2].partition("\n")[2]


def _text(built: Built, document: str) -> str:
    return built.text(f"{document}.txt").partition("\n\n")[2]


_ICON = re.compile(r"(\\docsjsonIcon)\{[\d.]+\}\{(?:\\dj\w(?:\{[-\d.]+\})* ?)*\}")


def _latex(built: Built, document: str) -> str:
    """Return what stands between the title of a page and that of the next one."""
    text = built.text("cases.tex").partition(f"{{{document}::doc}}}}")[2]
    own = re.split(r"\\sphinxstepscope|\\renewcommand\{\\indexname", text, maxsplit=1)[0]
    return _ICON.sub(r"\1{…}", own)


VIEWS: dict[str, Callable[[Built, str], str]] = {
    "html": _html,
    "nodes": _nodes,
    "markdown": _markdown,
    "text": _text,
    "latex": _latex,
}
