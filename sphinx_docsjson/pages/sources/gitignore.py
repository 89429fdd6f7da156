"""The rules of a file in the syntax of ``.gitignore``, which ``.mintignore`` uses.

Sources of the rules: gitignore(5), "Pattern format", and for brackets and stars what
``wildmatch.c`` of git does. ``pathspec`` is not used: it judges files only, so it answers
otherwise than git where a folder is taken back (see ``tests/pages/test_gitignore.py``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MAX_RULES = 10_000

CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r"\x20\t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": r"\x20-~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
"""What git reads in ``[[:alpha:]]``, as a regular expression writes it."""

_TOKEN = re.compile(
    r"(?P<stars>\*+)|(?P<any>\?)|(?P<bracket>\[[!^]?)|\\(?P<escaped>.)|(?P<char>[^\\])", re.DOTALL
)
_MEMBER = re.compile(
    r"\[:(?P<name>[^]]*):\]|\\?(?P<first>(?<=\\).|[^\\])(?:-(?!\])\\?(?P<last>(?<=\\).|[^\\]))?",
    re.DOTALL,
)


class Nothing(Exception):
    """A pattern that no path matches: an open bracket, a backslash at the end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One line: what it matches, and whether it takes a match back."""

    pattern: re.Pattern[str]
    negated: bool
    folders_only: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """All lines of a file; the last one that matches decides."""

    rules: tuple[Rule, ...] = ()

    def match(self, path: str, *, is_folder: bool) -> bool:
        """Whether *path*, relative to the folder of the file, is to be ignored.

        The folders around it are not looked at.
        """
        ignored = False
        for rule in self.rules:
            if rule.negated != ignored or (rule.folders_only and not is_folder):
                continue
            if rule.pattern.fullmatch(path):
                ignored = not rule.negated
        return ignored

    def ignores_file(self, path: str) -> bool:
        """Whether the file *path*, or a folder around it, is to be ignored."""
        parts = path.split("/")
        folders = ("/".join(parts[:end]) for end in range(1, len(parts)))
        return self.match(path, is_folder=False) or any(
            self.match(folder, is_folder=True) for folder in folders
        )


def read_rules(path: Path) -> Rules:
    """Return the rules of a file; none when it does not exist or is no text."""
    try:
        return parse_rules(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return Rules()


def parse_rules(text: str) -> Rules:
    """Return the rules of the text of a file."""
    rules = map(parse_rule, text.split("\n")[:MAX_RULES])
    return Rules(rules=tuple(rule for rule in rules if rule is not None))


def _without_last_spaces(line: str) -> str:
    """Return *line* without spaces at its end, but one behind a backslash that is for it."""
    text = line.rstrip(" ")
    backslashes = len(text) - len(text.rstrip("\\"))
    return f"{text} " if backslashes % 2 and text != line else text


def parse_rule(line: str) -> Rule | None:
    """Return the rule of a line, or ``None`` for blank lines, comments and nonsense."""
    text = _without_last_spaces(line.removesuffix("\r"))
    if text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text[1:] if negated else text
    folders_only = text.endswith("/")
    text = text[:-1] if folders_only else text
    if not text:
        return None
    try:
        expression = _translate(text.removeprefix("/"), of_path="/" in text)
    except Nothing:
        return None
    start = "" if "/" in text else "(?:.*/)?"
    pattern = re.compile(start + expression, re.DOTALL)
    return Rule(pattern=pattern, negated=negated, folders_only=folders_only)


def _translate(glob: str, *, of_path: bool) -> str:
    """Return *glob* as a regular expression.

    :param of_path: it is compared with a whole path, and not with the name of a file.
    :raises Nothing: when it can match none.
    """
    result = []
    position, literal = 0, True
    while position < len(glob):
        token = _TOKEN.match(glob, position)
        if token is None:
            raise Nothing
        # What git compares before its pattern begins does not count as being in front of stars.
        is_start = literal or glob[position - 1] == "/"
        position = token.end()
        literal = literal and token["char"] is not None
        if token["stars"]:
            is_segment = is_start and glob[position : position + 1] in "/"
            is_deep = of_path and is_segment and len(token["stars"]) > 1
            if is_deep and position < len(glob):
                position += 1
                result.append("(?:.*/)?")
            else:
                result.append(".*" if is_deep else "[^/]*")
        elif token["any"]:
            result.append("[^/]")
        elif token["bracket"]:
            members, position = _members(glob, position)
            result.append(f"[^/{members}]" if len(token["bracket"]) > 1 else f"(?!/)[{members}]")
        else:
            result.append(re.escape(token["escaped"] or token["char"]))
    return "".join(result)


def _members(glob: str, position: int) -> tuple[str, int]:
    """Return what stands in a bracket, as regular expressions write it, and where it ends."""
    members: list[str] = []
    start = position
    while position == start or glob[position : position + 1] != "]":
        member = _MEMBER.match(glob, position)
        if member is None:
            raise Nothing
        position = member.end()
        first, last = member["first"], member["last"]
        if first is None:
            if member["name"] not in CLASSES:
                raise Nothing
            members.append(CLASSES[member["name"]])
        elif last is None or last < first:
            members.append(re.escape(first))
        else:
            members.append(f"{re.escape(first)}-{re.escape(last)}")
    return "".join(members), position + 1
