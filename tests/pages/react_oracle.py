"""Compare what components of pages show with React: ``python -m tests.pages.react_oracle SITE…``.

Each use of a function component, and each expression that makes elements, becomes a page of its
own. It is built here, and rendered by MDX and React on a server; words and elements are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bs4 import BeautifulSoup, Tag

import sphinx_docsjson.extension  # noqa: F401  # fills the registry
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.mdx.javascript import Import, Module
from sphinx_docsjson.mdx.scan import Scan, scan
from sphinx_docsjson.pages.front_matter import read_front_matter
from tests._support import npm
from tests._support.building import build_site

PACKAGES = (
    "@mdx-js/mdx@3.1.1",
    "react@18.3.1",
    "react-dom@18.3.1",
    "esbuild@0.25.10",
    "remark-gfm@4.0.1",
)
SCRIPT = Path(__file__).with_name("react.mjs")
SCRIPTS = (".jsx", ".tsx", ".js", ".ts")
COUNTED = ("a", "img", "li", "tr", "heading", "strong", "em")
_MAKES_ELEMENTS = re.compile(r"<[A-Za-z]|\.map\(")
_HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
_SPACE = re.compile(r"\s+")
SOURCE = re.compile(r"=>|className=|\.map\(|useState\(|\bconst [a-zA-Z]+ = ")


NOT_DRAWN = ("need JavaScript", "needs JavaScript", "cannot be drawn", "which is not defined")
"""What a build says of a component that it does not draw."""


@dataclass
class Use:
    """One use of a component: the page it becomes, and what came of it."""

    page: str
    name: str
    text: str
    react: str = ""
    error: str = ""
    ours: str = ""
    told: list[str] = field(default_factory=list)

    def verdict(self) -> str:
        """Say how much of what React shows is shown here."""
        refused = any(words in line for line in self.told for words in NOT_DRAWN)
        if self.error:
            return "not React's"
        missing = self.missing()
        if not missing:
            return "equal"
        return "refused" if refused else "less"

    def missing(self) -> list[str]:
        """Return the words and elements that React shows and that are not here."""
        theirs, ours = soup_of(self.react), soup_of(self.ours)
        found = missing_words(words_of(theirs), words_of(ours))
        platform = theirs.find("platform-part") is not None
        for name in COUNTED:
            wanted, given = count_of(theirs, name), count_of(ours, name)
            if wanted > given or (
                given > wanted and not platform and name not in {"strong", "em"}
            ):
                found.append(f"<{name}> {given} of {wanted}")
        return found

    def shows_source(self) -> bool:
        """Whether readers see JavaScript that React does not show."""
        shown = words_of(soup_of(self.ours))
        theirs = words_of(soup_of(self.react))
        return any(match[0] not in theirs for match in SOURCE.finditer(shown))


def soup_of(html: str) -> BeautifulSoup:
    """Return HTML without what is no text of it."""
    soup = BeautifulSoup(html, "html.parser")
    for tag in soup.find_all(["style", "script", "svg", "template", "iframe", "video", "audio"]):
        tag.decompose()
    for tag in soup.find_all(["input"]):
        shown = tag.get("placeholder") or tag.get("value") or ""
        tag.replace_with(f" {shown} " if tag.get("type") not in {"checkbox", "radio"} else "")
    return soup


def count_of(soup: BeautifulSoup, name: str) -> int:
    """Return how many elements of a name there are; of links, to how many places they lead."""
    # The first heading of a page is its title, so that one of an author is one level lower.
    found = soup.find_all(_HEADINGS if name == "heading" else name)
    if name == "a":  # without an address it is no link; Sphinx leads from a picture to its file
        found = [each for each in found if each.get("href") and not _is_picture(each)]
    return len({str(each.get("href")) for each in found}) if name == "a" else len(found)


def _is_picture(link: Tag) -> bool:
    image = link.find("img")
    return image is not None and image.get("src") == link["href"]


def words_of(soup: BeautifulSoup) -> str:
    """Return the text of a page; typographic marks are as they were typed."""
    text = soup.get_text(" ")
    for typed, marks in (
        ("'", "\u2018\u2019"),
        ('"', "\u201c\u201d"),
        ("--", "\u2013"),
        ("...", "\u2026"),
    ):
        for mark in marks:
            text = text.replace(mark, typed)
    text = text.replace("---", "--").replace("\u2014", "--")
    return text.replace("\u200b", "")  # nobody sees it


def missing_words(theirs: str, ours: str) -> list[str]:
    """Return the words of *theirs* that do not stand in *ours* in their order."""
    lost: list[str] = []
    rest = _SPACE.sub("", ours)
    for word in theirs.split():
        found = rest.find(word)
        if found < 0:
            lost.append(word)
        else:
            rest = rest[found + len(word) :]
    return lost


# What is used where.


def uses_of(text: str, page: str, scripts: set[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the name and the source of each use in a page, with the statements it needs."""
    front = read_front_matter(text)
    body = text[front.length :]
    found = scan(body)
    module = Module.of(body, found)
    exported = {
        name
        for name, value in module.exports.items()
        if name[:1].isupper() and _is_function(value)
    }
    names = exported | {each.name for each in module.imports if _script(each, page, scripts)}
    statements = "\n\n".join(body[begin:end] for begin, end in sorted(found.modules.items()))
    done = -1
    for begin, element in sorted(found.elements.items()):
        if begin >= done and element.tag.name.split(".")[0] in names:
            done = element.end
            yield element.tag.name, body[begin : element.end], statements
    for begin, end in sorted(found.expressions.items()):
        if begin >= done and not _inside(begin, found):
            source = body[begin:end]
            if _MAKES_ELEMENTS.search(source):
                yield "{…}", source, statements


def _inside(begin: int, found: Scan) -> bool:
    return any(start < begin < each.end for start, each in found.elements.items())


def _is_function(value: object) -> bool:
    return type(value).__name__ in {"Function", "Dynamic", "Builtin"}


def _script(wanted: Import, page: str, scripts: set[str]) -> bool:
    """Whether an import leads to a file of JavaScript, or to a function of a snippet."""
    path = wanted.path.lstrip("/")
    if wanted.path.startswith("."):
        path = os.path.normpath(f"{Path(page).parent}/{wanted.path}")
    is_script = any(path + end in scripts for end in ("", *SCRIPTS))
    is_name = wanted.source != "default" and path.endswith(".mdx")
    return (is_script or is_name) and wanted.name[:1].isupper()


def prepared(root: Path, into: Path, most: int = 0) -> list[Use]:
    """Make a site of the uses of *root*; return them.

    :param most: how many uses of one component are looked at; 0 for all.
    """
    pages: list[tuple[str, str]] = []
    scripts: set[str] = set()
    imported: set[str] = set()
    files = [
        path for path in root.rglob("*") if path.is_file() and "node_modules" not in path.parts
    ]
    for path in files:
        name = path.relative_to(root).as_posix()
        if path.suffix in {".mdx", ".md"}:
            text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
            if "import" in text or "export" in text or ".map(" in text:
                pages.append((name, text))
                imported |= set(re.findall(r"from\s+['\"]([^'\"]+)['\"]", text))
        if path.suffix in SCRIPTS:
            scripts.add(name)
            text = path.read_text(encoding="utf-8", errors="replace")
            imported |= set(re.findall(r"from\s+['\"]([^'\"]+)['\"]", text))
    ends = tuple(Path(each).name for each in imported)
    for path in files:
        name = path.relative_to(root)
        page = path.suffix in {".mdx", ".md", ".rst", ".txt"}
        if name.as_posix().startswith(".") or path.name in {"docs.json", "mint.json", "conf.py"}:
            continue
        if not page or (path.name in ends or path.stem in ends):
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            if path.stat().st_size < 5_000_000:
                os.link(path, into / name)
    uses = []
    seen: Counter[str] = Counter()
    for name, text in pages:
        for number, (tag, source, statements) in enumerate(uses_of(text, name, scripts)):
            seen[tag] += 1
            if most and seen[tag] > most:
                continue
            page = f"{Path(name).with_suffix('')}--use-{number}.mdx".replace("_", "-")
            page = str(Path(name).parent / Path(page).name)
            (into / page).parent.mkdir(parents=True, exist_ok=True)
            (into / page).write_text(f"{statements}\n\n{source}\n", encoding="utf-8")
            uses.append(Use(page=page, name=tag, text=source))
    return uses


def compared(root: Path, most: int = 0) -> list[Use]:
    """Return the uses of the site *root*, with what each becomes here and in React."""
    with tempfile.TemporaryDirectory(dir=root.parent, prefix=".uses-") as folder:
        into = Path(folder).resolve() / "src"
        into.mkdir()
        uses = prepared(root, into, most)
        if not uses:
            return []
        components = sorted({c.name for c in registry} | PLATFORM)
        asked = [{"root": str(into), "file": use.page, "components": components} for use in uses]
        for use, answer in zip(uses, npm.ask(SCRIPT, PACKAGES, asked), strict=True):
            use.react, use.error = answer.get("html", ""), answer.get("error", "")
        add_pictures(uses, into)
        pages = [use.page.removesuffix(".mdx") for use in uses]
        site = {"name": "T", "navigation": [{"group": "G", "pages": pages}]}
        built = build_site(into, {"docs.json": json.dumps(site)}, each_place=True)
        for use in uses:
            html = built.outdir / use.page.replace(".mdx", ".html")
            if html.exists():
                use.ours = article_of(html.read_text(encoding="utf-8"))
            use.told = [
                line
                for line in built.warning_lines
                # Of a component that is not drawn the first place only is named.
                if line.startswith(use.page)
                or (f"<{use.name}>" in line and any(words in line for words in NOT_DRAWN))
            ]
    return uses


def add_pictures(uses: list[Use], into: Path) -> None:
    """Make the pictures that the uses show: a copy of a repository may lack them."""
    for use in uses:
        for image in soup_of(use.react).find_all("img"):
            source = str(image.get("src", "")).partition("?")[0]
            folder = into if source.startswith("/") else (into / use.page).parent
            path = folder / source.lstrip("/")
            inside = ":" not in source and path.resolve().is_relative_to(into)
            if inside and path.suffix and not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(PICTURE)


PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63"
    "000100000500010d0a2db40000000049454e44ae426082"
)

PLATFORM = words(
    "Accordion AccordionGroup Badge Banner Callout Card CardGroup Check CodeBlock CodeGroup Color "
    "Column Columns Danger Expandable Frame Icon Info Latex Mermaid Note Panel ParamField Prompt "
    "RequestExample ResponseExample ResponseField Step Steps Tab Tabs Tile Tip Tooltip Tree "
    "Update View Visibility Warning"
)


def article_of(html: str) -> str:
    """Return what a page shows between its title and its end."""
    soup = BeautifulSoup(html, "html.parser")
    article = soup.select_one("article .dj-content") or soup
    inner = article.select_one(":scope > section") or article
    for heading in inner.select(":scope > h1"):
        heading.decompose()
    for tag in inner.select("a.headerlink, .dj-visually-hidden"):
        tag.decompose()
    return str(inner)


def main(arguments: list[str]) -> int:
    """Print a row for each site, and with ``--verbose`` what is missing in each use.

    Return 1 when readers see source, or more than one use of fifty shows less than React.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tests.pages.react_oracle", description=__doc__
    )
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--most", type=int, default=0, help="uses of one component in a site")
    options = parser.parse_args(arguments)
    if lacking := npm.missing():
        print(lacking)
        return 2
    total: Counter[str] = Counter()
    kinds = ("equal", "less", "refused", "not React's", "source")
    print(f"{'site':40}{'uses':>6}" + "".join(f"{kind:>13}" for kind in kinds))
    for root in options.sites:
        uses = compared(root, options.most)
        if not uses:
            continue
        found = Counter(use.verdict() for use in uses)
        found["source"] = sum(use.shows_source() for use in uses)
        found["uses"] = len(uses)
        total += found
        row = "".join(f"{found[kind]:>13}" for kind in kinds)
        print(f"{root.name[:39]:40}{len(uses):>6}{row}", flush=True)
        for use in uses if options.verbose else ():
            if use.verdict() != "equal" or use.shows_source():
                print(f"    {use.verdict()} {use.page} <{use.name}> {use.error}")
                print(f"        missing: {' '.join(use.missing())[:200]}")
                print("\n".join(f"        told: {line[:200]}" for line in use.told[:3]))
    print(f"{'all':40}{total['uses']:>6}" + "".join(f"{total[kind]:>13}" for kind in kinds))
    lost = total["less"] + total["refused"]
    return 1 if total["source"] or lost * 50 > total["uses"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
