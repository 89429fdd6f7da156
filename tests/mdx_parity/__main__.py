"""Compare ``.mdx`` pages with remark-mdx: ``python -m tests.mdx_parity FOLDER…``.

Compared are the tags with their attributes and nesting. A page that remark-mdx refuses has to be
shown, with a message that says why. DOCSJSON_INPUTS adds the sites of its folder.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests._support import npm
from tests.mdx_parity import addresses, tags
from tests.mdx_parity.cases import cases
from tests.mdx_parity.check import (
    PACKAGES,
    SCRIPT,
    Checked,
    body_of,
    check_folder,
    check_slips,
    files_of,
    real_sites,
    trees_of,
)
from tests.mdx_parity.outline import (
    difference,
    lines,
    mdx_parser,
    outline_of_text,
    outline_of_tree,
)


def check_cases() -> int:
    """Ask remark-mdx about what the tests expect; return how many cases are not its own."""
    blocks, written = cases("cases.txt"), cases("tags.txt")
    wrong = 0
    trees = trees_of([source for _, source, _ in (*blocks, *written)])
    for title, _, expected in blocks:
        tree = next(trees)
        theirs = "error" if "error" in tree else "\n".join(lines(outline_of_tree(tree)))
        wrong += _tell_case(title, theirs, expected)
    for title, _, expected in written:
        tree = next(trees)
        theirs = "refused" if "error" in tree else "\n".join(tags.of_tree(tree))
        wrong += _tell_case(title, theirs, "refused" if expected[:7] == "refused" else expected)
    print(f"{len(blocks) + len(written)} cases, {wrong} are not what remark-mdx says")
    return wrong


def _tell_case(title: str, theirs: str, expected: str) -> bool:
    if theirs != expected:
        print(f"{title}\n.\n{theirs}\n.")
    return theirs != expected


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


def tell(name: str, checked: Checked, *, quiet: bool) -> int:
    """Print what was found, and a row; return how many pages differ."""
    if not quiet:
        for finding in checked.differing:
            print("\n".join(line[:160] for line in finding.split("\n")))
        for finding in checked.silent:
            print(f"without a message: {finding}")
    print(
        f"{name}: {checked.pages} pages, {len(checked.differing)} differ, {len(checked.refused)} "
        f"are no MDX, {len(checked.silent)} of them without a message",
        flush=True,
    )
    return len(checked.differing)


def check_blocks(folder: Path, options: argparse.Namespace) -> int:
    """Compare the blocks of pages, or the addresses in their text; return how many differ."""
    ours = mdx_parser()
    files = files_of(folder)
    texts = [body_of(file) for file in files]
    unread, different = 0, 0
    for file, text, tree in zip(files, texts, trees_of(texts), strict=True):
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
    print(f"{folder.name}: {len(files)} pages, {unread} are no MDX, {different} differ")
    return different


def main(arguments: list[str]) -> int:
    """Print what differs in each page, and a row for each folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.mdx_parity", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="none: the cases of the tests")
    parser.add_argument("--lines", type=int, default=20, help="how many lines of each difference")
    parser.add_argument("--blocks", action="store_true", help="compare blocks instead of tags")
    parser.add_argument("--addresses", action="store_true", help="compare bare addresses instead")
    parser.add_argument("--count", type=int, default=1000, help="how many texts at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="print the rows only")
    options = parser.parse_args(arguments)
    if lacking := npm.missing():
        print(lacking)
        return 2
    folders = [*options.folders, *(real_sites() if "DOCSJSON_INPUTS" in os.environ else ())]
    if options.addresses and not folders:
        return 1 if check_addresses(options.count, options.seed) else 0
    wrong = 0
    if not folders:
        made = check_slips(options.count, options.seed)
        wrong += check_cases() + tell("slips", made, quiet=options.quiet) + len(made.silent)
    for folder in folders:
        if options.blocks or options.addresses:
            wrong += check_blocks(folder, options)
        else:
            wrong += tell(folder.name, check_folder(folder), quiet=options.quiet)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
