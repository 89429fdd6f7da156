"""Finds the formulas between dollar signs. Like code, they hide all other markup.

``$$…$$`` is read as ``remark-math`` does: a block on lines of its own, elsewhere a part of the
line. One dollar sign is a price as often as the start of a formula, so ``styling.latex`` decides,
and without it, the text between the two.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


FORMULAS = "docsjson_formulas"
"""The key in the environment of a parse that holds which formulas a page has."""

_BLANK_LINE = re.compile(r"\n[ \t>]*(?=\n)")
_COMMAND = re.compile(r"\\[A-Za-z,;:!{}|]")
_RAISED = re.compile(r"[A-Za-z0-9)}\]]\^|(?<![A-Za-z])[A-Za-z0-9)}\]]_")
_RELATION = re.compile(r"[=+<>≤≥≈]")
_WORDS = re.compile(r"[^\W\d_]+")


class Formulas(Enum):
    """Which formulas a text has."""

    NONE = "none"
    """None: the text is not a page of ours, or is read as MyST does."""

    BLOCKS = "blocks"
    """Those in ``$$``; a single dollar sign is text."""

    DETECTED = "detected"
    """As well as what can only be a formula: ``$x_i$``, and neither a price nor ``$HOME``."""

    ALL = "all"
    """Whatever is between two dollar signs that touch it."""

    @classmethod
    def of(cls, latex: bool | None) -> Formulas:
        """Return which formulas the pages of a site have that says *latex* in ``styling``."""
        return {None: cls.DETECTED, True: cls.ALL, False: cls.BLOCKS}[latex]


def formulas_in(env: Mapping[str, Any]) -> Formulas:
    """Return which formulas the text has whose parse has the environment *env*."""
    found: Formulas = env.get(FORMULAS, Formulas.NONE)
    return found


def formula_end(text: str, position: int, which: Formulas, line_end: int) -> int | None:
    """Return where the formula ends that the dollar sign at *position* begins, if it begins one.

    Each search ends at the next dollar sign or at the end of the paragraph, so a text is scanned
    once, however many dollar signs it has.

    :param line_end: where the line of *position* ends.
    """
    if text.startswith("$$", position):
        return _double_end(text, position, line_end)
    if which not in {Formulas.DETECTED, Formulas.ALL}:
        return None
    end = position
    while (end := text.find("$", end + 1)) > 0 and _is_escaped(text, end):
        pass
    if end < 0:
        return None
    content, before = text[position + 1 : end], text[position - 1 : position]
    after = text[end + 1 : end + 2]
    touches = content and not content[0].isspace() and not content[-1].isspace()
    if not touches or after == "$" or after.isdigit() or before.isalnum() or "\n\n" in content:
        return None
    if which is Formulas.DETECTED and not _can_only_be(content, text[end + 1 : end + 3]):
        return None
    return end + 1


def content_of(source: str) -> str:
    """Return a formula without its dollar signs, and without blank lines, which TeX refuses."""
    return "\n".join(line for line in source.strip("$").split("\n") if line.strip()).strip()


def _double_end(text: str, position: int, line_end: int) -> int | None:
    line = text.rfind("\n", 0, position) + 1
    fenced = not text[line:position].strip(" \t>") and not text[position + 2 : line_end].strip()
    end = text.find("$$", position + 2)
    while end > 0 and _is_escaped(text, end):
        end = text.find("$$", end + 2)
    if end < 0 or not text[position + 2 : end].strip():
        return None
    rest = text[end + 2 : (text.find("\n", end) + 1 or len(text) + 1) - 1]
    if (not fenced or rest.strip()) and _BLANK_LINE.search(text, position, end + 1):
        return None
    return end + 2


def _is_escaped(text: str, position: int) -> bool:
    before = position
    while before and text[before - 1] == "\\":
        before -= 1
    return (position - before) % 2 == 1


def _can_only_be(content: str, after: str) -> bool:
    """Whether what two dollar signs enclose is neither money nor names of variables."""
    follows_word = after[:1] == "{" or (after[:1].isalnum() and after not in {"th", "st", "nd"})
    if follows_word or content[0] in ",;:" + "{(" * ("\\" not in content):
        return False
    if content[-1] in ",;:/=":
        return False
    if _COMMAND.search(content) or _RAISED.search(content):
        return True
    # Variables that are multiplied touch each other: ``F = ma``, ``pV = nRT``.
    longest = 3 if _RELATION.search(content) else 1
    words = _WORDS.findall(content)
    return bool(words) and all(len(word) <= longest for word in words)
