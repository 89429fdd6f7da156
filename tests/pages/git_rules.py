"""Ask git about generated rules of ``.gitignore``: ``python -m tests.pages.git_rules 20000``.

One repository holds files and folders with every name that a piece of a rule is about. Rules are
put together from the pieces, and git says which of the paths they ignore. A letter outside ASCII
is in none of the names: for git it is two characters, for us one.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from sphinx_docsjson.pages.ignored import parse_rules

NAMES = [
    *("a", "b", "ab", "a.md", "b.mdx", "[x]", "#n", "!n", "a b", "a ", "x-y", ".h", "A", "a-b"),
    *("]", "^", "\\x"),
]
FOLDERS, INNER_FOLDERS = ("b", "ab", "[x]", "c"), ("a", "ab", "d")
PATHS = {
    **dict.fromkeys(NAMES, False),
    **dict.fromkeys(FOLDERS, True),
    **{f"{folder}/{name}": False for folder in FOLDERS for name in NAMES},
    **{f"{folder}/{name}": True for folder in FOLDERS for name in INNER_FOLDERS},
    **{f"{f}/{g}/{name}": False for f in FOLDERS for g in INNER_FOLDERS for name in NAMES[::2]},
}
"""Each path, and whether it is a folder."""

PIECES = [
    *("a", "b", "A", "a.md", "x-y", ".h", "#n", "!n", "\\#n", "\\!n", "^", "a ", "a\\ ", " "),
    *("*", "**", "***", "?", "a*", "*b", "*.*", "*.md", "a**", "**a", "?b", "a?*", "*[ab]*"),
    *("[ab]", "[!a]", "[^a]", "[a-c]", "[]a]", "[!]]", "[a", "[b-a]", "[a-]", "[!a-b].md", "[[]"),
    *("[--a]", "[^^]", "[x]", "\\[x]", "[\\]]", "[!\\]]", "[a\\-c]", "[a-\\]]", "[\\\\]", "\\["),
    *("[a-c-x]", "[x/y]", "[[:alpha:]]", "[[:digit:]]", "[[:upper:]x]", "[^[:alnum:]]"),
    *("[[:x:]]", "\\a", "\\*", "\\\\x", "a\\", "a\\b", ".", ".."),
]
WHOLE = ["", "/", "!", "//", "a//b", "!/", "\\", "**/", "/**", "!\\", " a", "\ta", "/ ", "a\r"]


def generated(count: int, seed: int) -> list[str]:
    """Return the texts of *count* files, of one to five rules each."""
    chance = random.Random(seed)
    return [
        "\n".join(_rule(chance) for _ in range(chance.choice((1, 1, 2, 3, 5))))
        for _ in range(count)
    ]


def _rule(chance: random.Random) -> str:
    if chance.random() < 0.03:
        return chance.choice(WHOLE)
    depth = chance.choices((1, 2, 3), (5, 3, 1))[0]
    rule = "/".join(chance.choice(PIECES) for _ in range(depth))
    before = chance.choice(("", "", "", "/", "!", "!", "!/"))
    after = chance.choice(("", "", "", "", "/", "/", "  ", "\t", " \\"))
    return f"{before}{rule}{after}"


def missing() -> str:
    """Return what has to be installed first, or nothing."""
    return "" if shutil.which("git") else "git: not installed"


def ignored_by_git(texts: Sequence[str]) -> Iterator[set[str]]:
    """Yield the paths that git ignores, for each file of rules."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        git = ["git", "-C", folder, "-c", "core.excludesFile=", "-c", "core.ignoreCase=false"]
        subprocess.run([*git, "init", "--quiet"], check=True)
        for path, is_folder in sorted(PATHS.items(), key=lambda item: not item[1]):
            if is_folder:
                (top / path).mkdir(parents=True)
            else:
                (top / path).touch()
        for text in texts:
            (top / ".git" / "info" / "exclude").write_bytes(f"{text}\n".encode())
            done = subprocess.run(
                [*git, "check-ignore", "--no-index", "--stdin", "-z"],
                input="\0".join(PATHS),
                capture_output=True,
                text=True,
                encoding="utf-8",
            )
            yield set(done.stdout.split("\0")) - {""}


def ignored_by_us(text: str) -> set[str]:
    """Return the paths that we ignore."""
    rules = parse_rules(text)
    found: set[str] = set()
    for path, is_folder in PATHS.items():
        if path.rpartition("/")[0] in found or rules.match(path, is_folder=is_folder):
            found.add(path)
    return found


def differences(texts: Sequence[str]) -> Iterator[str]:
    """Yield a line for each file of rules that is read otherwise."""
    for text, theirs in zip(texts, ignored_by_git(texts), strict=True):
        if differing := sorted(ignored_by_us(text) ^ theirs):
            yield f"{text!r}: {differing}"


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    lines = list(differences(generated(count, seed=random.randrange(10**9))))
    print(*lines, f"{count} files of rules, {len(lines)} read otherwise than by git", sep="\n")
    sys.exit(bool(lines))
