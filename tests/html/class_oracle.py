"""Ask Tailwind CSS 3 what the classes of pages mean, and compare each declaration with ours.

    python -m tests.html.class_oracle path/to/site path/to/another

It needs Node and npm, and prints a row a site: how many uses of classes Tailwind knows, how many
of those have the same declarations in the same place here, and which have not.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.ext.utility_classes.rules import escaped, rules_of

PACKAGE = "tailwindcss@3.4.17"

SAMPLE = words(
    "flex grid hidden inline-flex mx-auto -mt-2 px-4 py-2.5 w-full h-56 max-w-5xl size-6 "
    "gap-x-6 space-y-4 items-center justify-between text-sm text-sm/6 text-gray-500 "
    "dark:text-zinc-400 bg-white/50 border border-b-2 border-gray-200/80 rounded-t-2xl "
    "shadow-md ring-1 ring-black/5 hover:bg-gray-100/80 group-hover:scale-[1.03] "
    "sm:grid-cols-2 lg:text-[3.25rem] leading-[1.1] tracking-tight from-blue-500 via-white/20 "
    "to-indigo-100 bg-gradient-to-br transition-colors duration-300 line-clamp-2 aspect-video "
    "object-cover inset-0 z-10 translate-x-1/2 rotate-45 blur-sm backdrop-blur divide-y "
    "first:mt-0 last:border-0 [&_code]:text-xs peer-checked:bg-blue-600 !mb-0 "
    "after:content-[''] w-[calc(100%-2rem)] bg-[#fff]/10 fill-gray-600 stroke-2 opacity-75 "
    "sr-only animate-spin placeholder-gray-400 aria-expanded:flex data-[open]:block "
    "max-md:hidden min-[500px]:flex md:dark:hover:underline"
)
"""One class of each kind."""

_CLASSES = re.compile(
    r"(?:className|class)=(?:\"([^\"]*+)\"|'([^']*+)'|\{`([^`]*+)`\}|\{\"([^\"]*+)\"\})"
)
_COMPILE = Path(__file__).with_suffix(".cjs")


@dataclass(frozen=True, kw_only=True)
class Row:
    """What became of one class."""

    name: str
    uses: int
    equal: bool


def words_in(text: str) -> Counter[str]:
    """Return how often each class stands in the source of a page."""
    found: Counter[str] = Counter()
    for match in _CLASSES.finditer(text):
        written = next(group for group in match.groups() if group is not None)
        found.update(re.sub(r"\$\{[^{}]*\}", " ", written).split())
    return found


def equal_uses(words: Mapping[str, int], folder: Path) -> list[Row]:
    """Return a row for each class that Tailwind knows; *folder* is where npm works."""
    return [
        Row(name=name, uses=words[name], equal=_ours(name) == _theirs(meant))
        for name, meant in tailwind_rules(words, folder).items()
    ]


def tailwind_rules(words: Mapping[str, int], folder: Path) -> dict[str, list[list[Any]]]:
    """Return the rules of each class that Tailwind knows: selector, around it, declarations."""
    if not (folder / "node_modules").is_dir():
        command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), PACKAGE]
        subprocess.run(command, check=True, capture_output=True)
    (folder / "words.json").write_text(json.dumps(sorted(words)), encoding="utf-8")
    (folder / "compile.cjs").write_bytes(_COMPILE.read_bytes())
    subprocess.run(["node", "compile.cjs"], cwd=folder, check=True)
    rules = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    found = {}
    for name in words:
        if name in {"group", "peer", "dark"}:
            continue
        if meant := [rule for rule in rules if _is_of(rule[0], name)]:
            found[name] = meant
    return found


def _is_of(selector: str, name: str) -> bool:
    plain = re.escape(_plain(f".{escaped(name)}"))
    return re.search(rf"{plain}(?![\w/.%\[-])", _plain(selector)) is not None


def _ours(name: str) -> list[tuple[str, str, list[str]]]:
    dark = re.compile(r'^html(?:\[data-mode="dark"\]|:not\(\[data-mode\]\)) ')
    first = list(rules_of(name, {}))[:1]
    return [
        (
            _plain(dark.sub("", rule.selector)),
            _plain(" ".join(each for each in rule.around if "screen" not in each)),
            [_plain(each) for each in rule.declarations.split("; ")],
        )
        for rule in first
    ]


def _theirs(rules: list[list[Any]]) -> list[tuple[str, str, list[str]]]:
    selector = _plain(rules[0][0].replace(":is(.dark *)", ""))
    declared = [_plain(each) for rule in rules for each in rule[2]]
    return [(selector, _plain(rules[0][1]), declared)]


def _plain(text: str) -> str:
    return re.sub(r"[\s\\]+", "", text).replace('"', "'").lower()


def _pages(site: Path) -> Iterator[str]:
    for suffix in ("mdx", "md", "jsx"):
        for page in site.rglob(f"*.{suffix}"):
            if "node_modules" not in page.parts:
                yield page.read_text(encoding="utf-8", errors="replace")


def main(sites: list[str]) -> int:
    """Print a row a site; return 1 when one is below 98 %."""
    short = False
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'site':40} {'uses':>6} {'equal':>6} {'share':>7}")
        for site in sites:
            found: Counter[str] = Counter()
            for text in _pages(Path(site)):
                found += words_in(text)
            rows = equal_uses(found, Path(folder))
            uses = sum(row.uses for row in rows)
            equal = sum(row.uses for row in rows if row.equal)
            share = equal / uses if uses else 1.0
            others = " ".join(row.name for row in rows if not row.equal)
            print(f"{Path(site).name:40} {uses:6} {equal:6} {share:7.2%}  {others}")
            short |= share < 0.98
    return int(short)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
