"""Build generated pages, and say where they are not what they were made to be."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.configuration import MYST_EXTENSIONS
from sphinx_docsjson.pages.front_matter import TEXT_FIELDS, read_front_matter
from tests._support import npm
from tests._support.building import Built, build_site, write_files
from tests.generated.made import Kind, Made
from tests.mdx_parity.check import PACKAGES, SCRIPT
from tests.mdx_parity.outline import difference, mdx_parser, outline_of_text, outline_of_tree

WORD = re.compile(r"(?<![A-Za-z0-9])w\d+x(?![A-Za-z0-9])")
UNSEEN = re.compile(r"(?<![A-Za-z0-9])u\d+x(?![A-Za-z0-9])")
_HIDDEN = re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL)
_CODE = re.compile(r"<pre\b.*?</pre>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)
_PLACE = re.compile(r"\b(p\d+)\.mdx?\b")


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """What is wrong with a page."""

    page: str
    what: str


def check(batch: Sequence[Made], folder: Path, *, ask_micromark: bool) -> Iterator[Finding]:
    """Give everything that is wrong with the pages of a batch."""
    yield from _front_matter(batch)
    yield from _built(batch, folder)
    plain = [made for made in batch if made.kind is Kind.PLAIN]
    if plain:
        yield from _as_myst(plain, folder / "plain")
    if ask_micromark:
        yield from _as_micromark([made for made in batch if made.kind is Kind.MDX])


def _front_matter(batch: Sequence[Made]) -> Iterator[Finding]:
    for made in batch:
        front = read_front_matter(made.source)
        expected = {name: value for name, value in made.fields.items() if name not in TEXT_FIELDS}
        read = {name: value for name, value in front.fields.items() if name not in TEXT_FIELDS}
        if read != expected or front.problem:
            yield Finding(page=made.file, what=f"front matter {read} {front.problem}")


# -- our build ------------------------------------------------------------------------------------


def _built(batch: Sequence[Made], folder: Path) -> Iterator[Finding]:
    """Build the pages at once; when that fails, halves of them, until one page is found."""
    try:
        built = build_site(folder / f"{batch[0].name}-{len(batch)}", _files(batch), fresh=True)
    except Exception as error:
        if len(batch) == 1:
            yield Finding(page=batch[0].file, what=f"exception {error!r}")
            return
        middle = len(batch) // 2
        yield from _built(batch[:middle], folder)
        yield from _built(batch[middle:], folder)
        return
    for line in built.warning_lines:
        place = _PLACE.search(line)
        # In .md MyST, docutils and Pygments speak for themselves, as they do without us.
        if not place or place[0].endswith(".mdx") or "[docsjson." in line:
            yield Finding(page=place[0] if place else "?", what=f"warning {line}")
    for made in batch:
        yield from _words(made, built)


def _files(batch: Sequence[Made]) -> dict[str, str | bytes]:
    names = ["index", *(made.name for made in batch)]
    site = {
        "$schema": "", "name": "x", "theme": "mint", "colors": {"primary": "#123456"},
        "navigation": {"pages": names},
    }  # fmt: skip
    files: dict[str, str | bytes] = {made.file: made.source for made in batch}
    return {**files, "index.md": "# Index\n", "docs.json": json.dumps(site)}


def _words(made: Made, built: Built) -> Iterator[Finding]:
    article = _ARTICLE.search(built.text(f"{made.name}.html"))
    outputs = {
        "HTML": _text(article[0]) if article else "",
        "the twin": built.text(f"{made.name}.md"),
    }
    for name, text in outputs.items():
        found = Counter(WORD.findall(text))
        wrong = [f"{word}: {found[word]}" for word in made.words.body if found[word] != 1]
        wrong += [f"{word}: none" for word in made.words.shown if not found[word]]
        if wrong:
            yield Finding(page=made.file, what=f"words in {name}: {', '.join(wrong)}")
    if unseen := UNSEEN.findall(outputs["HTML"]):
        yield Finding(page=made.file, what=f"shown in HTML: {unseen}")


def _text(html: str) -> str:
    """Return the text of a page; colours part the words of code, elements those of text."""
    code = _CODE.sub(lambda match: f" {_TAG.sub('', match[0])} ", _HIDDEN.sub("", html))
    return _TAG.sub(" ", code)


# -- plain MyST -----------------------------------------------------------------------------------


def _as_myst(batch: Sequence[Made], folder: Path) -> Iterator[Finding]:
    """Compare the blocks and marks that each word stands in with those that MyST gives it."""
    ours = _trees(batch, folder / "ours", ours=True)
    theirs = _trees(batch, folder / "theirs", ours=False)
    for made in batch:
        mine, other = _paths(ours[made.name]), _paths(theirs[made.name])
        wrong = [
            f"{word}: {mine.get(word)}, in MyST {other.get(word)}"
            for word in made.words.body
            if mine.get(word) != other.get(word)
        ]
        if wrong:
            yield Finding(page=made.file, what=f"not as MyST: {'; '.join(wrong[:3])}")


def _trees(batch: Sequence[Made], folder: Path, *, ours: bool) -> dict[str, nodes.document]:
    files = _files(batch)
    if not ours:
        del files["docs.json"]
        files["index.md"] = "# Index\n"
    write_files(folder, files)
    settings: dict[str, Any] = {
        "extensions": ["myst_parser", *(["sphinx_docsjson"] if ours else [])],
        "myst_enable_extensions": sorted(MYST_EXTENSIONS),
        "suppress_warnings": ["toc", "myst"],
    }
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            srcdir=folder,
            confdir=None,
            outdir=folder / "_out",
            doctreedir=folder / "_trees",
            buildername="dummy",
            confoverrides=settings,
            status=None,
            warning=None,
            freshenv=True,
        )
        app.build()
        return {made.name: app.env.get_doctree(made.name) for made in batch}


def _paths(tree: nodes.document) -> dict[str, str]:
    """Return for each word the elements that it stands in, from the outside."""
    found: dict[str, str] = {}
    for text in tree.findall(nodes.Text):
        words = WORD.findall(text)
        if not words:
            continue
        path: list[str] = []
        node = text.parent
        while node is not None and not isinstance(node, nodes.document):
            path.append(node.tagname)
            node = node.parent
        for word in words:
            found[word] = " ".join(reversed(path))
    return found


# -- micromark ------------------------------------------------------------------------------------


def _as_micromark(batch: Sequence[Made]) -> Iterator[Finding]:
    bodies = [made.source[read_front_matter(made.source).length :] for made in batch]
    parser = mdx_parser()
    trees = npm.ask(SCRIPT, PACKAGES, bodies)
    for made, body, tree in zip(batch, bodies, trees, strict=True):
        if "error" in tree:
            yield Finding(page=made.file, what=f"no MDX: {tree['error']}")
            continue
        wrong = list(difference(outline_of_text(body, parser), outline_of_tree(tree)))
        if wrong:
            lines = "\n        ".join(wrong[2:10])
            yield Finding(page=made.file, what=f"not as micromark:\n        {lines}")
