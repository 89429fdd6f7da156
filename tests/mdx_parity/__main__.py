"""Compare ``.mdx`` pages with micromark: ``python -m tests.mdx_parity FOLDER…``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinx_docsjson.pages.front_matter import read_front_matter
from tests._support import npm
from tests.mdx_parity.cases import cases
from tests.mdx_parity.outline import (
    difference,
    lines,
    mdx_parser,
    outline_of_text,
    outline_of_tree,
)

PACKAGES = (
    "mdast-util-from-markdown@2.1.0",
    "micromark-extension-mdxjs@3.0.0",
    "mdast-util-mdx@3.0.0",
    "micromark-extension-gfm@3.0.0",
    "mdast-util-gfm@3.1.0",
)
SCRIPT = Path(__file__).with_name("oracle.mjs")


def body_of(file: Path) -> str:
    """Return a page without its front matter, its lines where they were."""
    text = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    front = read_front_matter(text)
    return "\n" * text.count("\n", 0, front.length) + text[front.length :]


def check_cases() -> int:
    """Ask micromark about the outlines that the tests expect; return how many are not its own."""
    found = cases()
    trees = npm.ask(SCRIPT, PACKAGES, [source for _, source, _ in found])
    wrong = 0
    for (title, _, expected), tree in zip(found, trees, strict=True):
        theirs = "error" if "error" in tree else "\n".join(lines(outline_of_tree(tree)))
        if theirs != expected:
            wrong += 1
            print(f"{title}\n.\n{theirs}\n.")
    print(f"{len(found)} cases, {wrong} are not what micromark says")
    return wrong


def main(arguments: list[str]) -> int:
    """Print what differs in each page, and a row for each folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.mdx_parity", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="none: the cases of the tests")
    parser.add_argument("--lines", type=int, default=20, help="how many lines of each difference")
    parser.add_argument("--quiet", action="store_true", help="print the rows only")
    options = parser.parse_args(arguments)
    if lacking := npm.missing():
        print(lacking)
        return 2
    ours = mdx_parser()
    wrong = 0 if options.folders else check_cases()
    for folder in options.folders:
        files = sorted(folder.rglob("*.mdx"))
        texts = [body_of(file) for file in files]
        unread, different = 0, 0
        for file, text, tree in zip(files, texts, npm.ask(SCRIPT, PACKAGES, texts), strict=True):
            if "error" in tree:
                unread += 1
                continue
            found = list(difference(outline_of_text(text, ours), outline_of_tree(tree)))
            if found:
                different += 1
                if not options.quiet:
                    print(f"{file}")
                    print("\n".join(f"    {line[:160]}" for line in found[: options.lines]))
        wrong += different
        print(f"{folder.name}: {len(files)} pages, {unread} are no MDX, {different} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
