"""Compare ``.mdx`` pages with micromark: ``python -m tests.mdx_parity FOLDER…``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sphinx_docsjson.pages.front_matter import read_front_matter
from tests._support import npm
from tests.mdx_parity import addresses
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


def check_addresses(count: int, seed: int) -> int:
    """Compare the links of the cases and of texts made at random; return how many differ."""
    ours, wrong = mdx_parser(), 0
    texts = [text for text, _ in addresses.cases()] + addresses.random_texts(count, seed)
    for text, tree in zip(texts, npm.ask(SCRIPT, PACKAGES, texts), strict=True):
        if "error" not in tree:
            wrong += tell_addresses(addresses.of_text(text, ours), tree, repr(text))
    print(f"{len(texts)} texts, the links of {wrong} are not those of micromark")
    return wrong


def tell_addresses(ours: list[str], tree: dict[str, Any], name: str) -> bool:
    """Print the addresses that are links on one side only; return whether there are some."""
    found = [unquote(url) for url in ours]
    theirs = [unquote(url) for url in addresses.of_tree(tree)]
    if found != theirs:
        print(f"{name}\n    ours   {found}\n    theirs {theirs}")
    return found != theirs


def main(arguments: list[str]) -> int:
    """Print what differs in each page, and a row for each folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.mdx_parity", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="none: the cases of the tests")
    parser.add_argument("--lines", type=int, default=20, help="how many lines of each difference")
    parser.add_argument("--addresses", action="store_true", help="compare bare addresses")
    parser.add_argument("--count", type=int, default=1000, help="how many texts at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="print the rows only")
    options = parser.parse_args(arguments)
    if lacking := npm.missing():
        print(lacking)
        return 2
    if options.addresses and not options.folders:
        return 1 if check_addresses(options.count, options.seed) else 0
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
            if options.addresses:
                different += tell_addresses(addresses.of_text(text, ours), tree, str(file))
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
