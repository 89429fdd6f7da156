"""The words that `init --convert` keeps, beside another tool: `python -m tests.init_words`.

    python -m tests.init_words CHECKOUT [BUILT] [--base docs] [--show 40]

CHECKOUT is a clean clone of a repository, which is copied; BUILT is the folder into which its own
tool has built its site. Each article of it is compared with ours: what is said here and there, as
a multiset of words. Pages that only one of the two has are named. Without BUILT, our articles are
compared with the Markdown that stands in the checkout, as markdown-it reads it: tags, imports and
the marks of other tools are no words there.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup, Tag
from markdown_it import MarkdownIt

import sphinx_docsjson

if TYPE_CHECKING:
    from collections.abc import Iterable

ARTICLES = (
    *("article.md-content__inner", ".theme-doc-markdown", ".vp-doc", ".sl-markdown-content"),
    *("article.bd-article", "div[role=main]", "main article", "main", ".wy-nav-content"),
)
"""Where Material, Docusaurus, VitePress, Starlight, Jupyter Book and MkDocs write an article."""

OURS = ".dj-content"
FURNITURE = (
    "script, style, svg, button, template, nav, footer, .headerlink, .hash-link, .header-anchor, "
    ".anchor-link, .sl-anchor-link, .md-source-file, .md-content__button, .line-numbers-wrapper, "
    ".linenos, .lang, .sr-only, .visually-hidden, .theme-doc-toc-mobile, "
    ".theme-doc-version-badge, .theme-edit-this-page, "
    "math, .math, details.hide > summary"
)
"""What stands around the words of the author in either of them; formulas are written otherwise."""

GENERATED = frozenset({"search", "genindex", "404"})
"""Pages that nobody wrote."""

BLOCKS = (
    "p li h1 h2 h3 h4 h5 h6 div td th tr dt dd pre br summary label blockquote figcaption section"
)


def main(arguments: list[str]) -> int:
    """Print a line for each page that lost words, and the sum; return 1 when there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.init_words", description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("built", type=Path, nargs="?")
    parser.add_argument("--folder", default=".", help="where `init` is called")
    parser.add_argument("--base", default="", help="where the pages are in BUILT")
    parser.add_argument("--show", type=int, default=20, help="words of a page")
    parser.add_argument("--keep", type=Path, help="where our site and the pages are left")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        work = options.keep or Path(scratch)
        ours, site = convert(options.checkout.resolve(), work.resolve(), options.folder)
        theirs = (
            articles(options.built / options.base, ARTICLES)
            if options.built
            else written(options.checkout / site.relative_to(work.resolve() / "copy"))
        )
        own = articles(ours, [OURS])
    lost = 0
    for name in sorted(theirs.keys() & own.keys()):
        missing = theirs[name] - own[name]
        if missing:
            lost += missing.total()
            words = " ".join(word for word, _n in missing.most_common(options.show))
            print(f"{name}: {missing.total()} of {theirs[name].total()}: {words}")
    for what, names in (
        ("only there", theirs.keys() - own.keys()),
        ("only here", own.keys() - theirs.keys()),
    ):
        print(f"{what}: {len(names)}: {' '.join(sorted(names)[:12])}")
    both = theirs.keys() & own.keys()
    words = sum(theirs[name].total() for name in both)
    print(f"{len(both)} pages, {words} words, {lost} lost")
    return 1 if lost else 0


def convert(checkout: Path, work: Path, folder: str) -> tuple[Path, Path]:
    """Copy a repository, let ``init`` rewrite it; return our site, and the folder of the pages."""
    copy, out = work / "copy", work / "site"
    for each in (copy, out):
        shutil.rmtree(each, ignore_errors=True)
    left_out = shutil.ignore_patterns(".git", "node_modules", "site", ".venv", "build")
    shutil.copytree(checkout, copy, symlinks=True, ignore=left_out)
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-qm", "before"]):
        subprocess.run(["git", *identity, *words], cwd=copy, check=True)
    where = copy / folder
    command = [sys.executable, "-m", "sphinx_docsjson"]
    root = str(Path(sphinx_docsjson.__file__).parents[1])
    told = {**os.environ, "PYTHONPATH": root}
    done = subprocess.run(
        [*command, "init", "--convert"], cwd=where, env=told, capture_output=True, text=True
    )
    print(done.stdout + done.stderr)
    (site,) = re.findall(r"^Next: .* serve (\S+)", done.stdout, re.MULTILINE)
    build = [*command, "build", site, str(out), "-q"]
    done = subprocess.run(build, cwd=where, env=told, capture_output=True, text=True)
    (work / "warnings.txt").write_text(done.stderr, encoding="utf-8")
    kinds = Counter(re.findall(r"\[([\w.-]+)\]$", done.stderr, re.MULTILINE))
    print("warnings:", dict(kinds.most_common()))
    return out, (where / site).resolve()


def articles(folder: Path, where: Iterable[str]) -> dict[str, Counter[str]]:
    """Return the words of each page by its path, however the builder ends addresses.

    :param where: selectors of the article; the first that finds one counts.
    """
    found = {}
    for path in folder.rglob("*.html"):
        soup = BeautifulSoup(path.read_text("utf-8", "replace"), "html.parser")
        if path.stem in GENERATED:
            continue
        article = next((each for one in where for each in soup.select(one)), None)
        if article is not None:
            name = path.relative_to(folder).with_suffix("").as_posix().lower()
            name = re.sub(r"(?:^|/)(?:index|readme)$", "", name) or "index"
            found[name] = words_of(article)
    return found


_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_TITLE = re.compile(r"^title:\s*(.+)$", re.MULTILINE)
_SCRIPT = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|\{/\*.*?\*/\}", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z](?:[^<>\"'{}]|\"[^\"]*\"|'[^']*'|\{[^{}]*\}|\{\{[^{}]*\}\})*>|</?>")
_MARKS = re.compile(
    r"^[ \t]*(?::::+|!!!|\?\?\?\+?)[ \t]*[\w-]*"
    r"|\{\{?#.*?\}\}?|^\s*<<<.*$|\[\[toc\]\]|\{\.[^{}]*\}",
    re.MULTILINE,
)
_HIGHLIGHTED = re.compile(r"^.*\bhighlight-(?:start|end|next-line)\b.*$", re.MULTILINE)


def written(folder: Path) -> dict[str, Counter[str]]:
    """Return the words of each page as its author wrote them."""
    found = {}
    for path in (*folder.rglob("*.md"), *folder.rglob("*.mdx")):
        if not {"node_modules", ".git"} & set(path.parts):
            name = path.relative_to(folder).with_suffix("").as_posix().lower()
            name = re.sub(r"(?:^|/)(?:index|readme)$", "", name) or "index"
            found[name] = Counter(re.findall(r"\w+", written_text(path.read_text("utf-8"))))
    return found


def written_text(text: str) -> str:
    """Return the text of a page of Markdown without its marks."""
    front = _FRONT.match(text)
    title = _TITLE.search(front[0]) if front else None
    text = _MARKS.sub("", _SCRIPT.sub("", text[front.end() :] if front else text))
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    has_heading = any(token.type == "heading_open" and token.tag == "h1" for token in tokens)
    parts = [title[1] if title and not has_heading else ""]
    for token in tokens:
        if token.info.startswith("rust"):  # mdBook hides lines, too
            parts.append(re.sub(r"^\s*# .*$", "", token.content, flags=re.MULTILINE))
        elif token.type in ("fence", "code_block"):
            parts.append(_HIGHLIGHTED.sub("", token.content))
        elif token.type == "html_block":
            parts.append(_TAG.sub(" ", token.content))
        elif token.type == "inline":
            if token.content.startswith(("import ", "export ")):
                continue
            inner = "".join(
                each.content
                if each.type in ("text", "code_inline")
                else "\n"
                if each.type in ("softbreak", "hardbreak")
                else ""
                for each in token.children or ()
            )
            parts.append(_TAG.sub(" ", inner))
    return html.unescape("\n".join(parts))


def words_of(article: Tag) -> Counter[str]:
    """Return the words of an article; the blocks of it end words, its marks do not."""
    for each in article.select(FURNITURE):
        each.decompose()
    for each in article.find_all(BLOCKS.split()):
        each.insert(0, "\n")
        each.append("\n")
    return Counter(re.findall(r"\w+", article.get_text("")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
