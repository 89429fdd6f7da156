"""The rules of a file in the syntax of ``.gitignore``, which ``.mintignore`` uses.

Source of the rules: gitignore(5), "Pattern format".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MAX_RULES = 10_000


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
        """Whether *path*, relative to the folder of the file, is to be ignored."""
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
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return Rules()
    rules = (parse_rule(line) for line in lines[:MAX_RULES])
    return Rules(rules=tuple(rule for rule in rules if rule is not None))


def parse_rule(line: str) -> Rule | None:
    """Return the rule of a line, or ``None`` for blank lines, comments and nonsense."""
    text = re.sub(r"(?<!\\)\s+$", "", line)
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text[1:] if negated else text
    folders_only = text.endswith("/")
    text = text.rstrip("/")
    anchored = "/" in text
    expression = _translate(text.lstrip("/"))
    if not anchored:
        expression = f"(?:.*/)?{expression}"
    try:
        pattern = re.compile(expression)
    except re.error:
        return None
    return Rule(pattern=pattern, negated=negated, folders_only=folders_only)


def _translate(glob: str) -> str:
    """Return *glob* as a regular expression over a whole path."""
    result = []
    position = 0
    while position < len(glob):
        rest = glob[position:]
        if rest.startswith("**/"):
            result.append("(?:.*/)?")
            position += 3
        elif rest == "**":
            result.append(".*")
            position += 2
        elif rest[0] == "*":
            result.append("[^/]*")
            position += 1
        elif rest[0] == "?":
            result.append("[^/]")
            position += 1
        elif rest[0] == "\\" and len(rest) > 1:
            result.append(re.escape(rest[1]))
            position += 2
        elif (bracket := re.match(r"\[(!?)([^\]/\\]+)\]", rest)) is not None:
            inverse = "^" if bracket.group(1) else ""
            characters = re.escape(bracket.group(2)).replace(r"\-", "-")
            result.append(f"[{inverse}{characters}]")
            position += bracket.end()
        else:
            result.append(re.escape(rest[0]))
            position += 1
    return "".join(result)
