"""How far a comment, the indentation of a line and a statement of a module reach."""

from __future__ import annotations

import re

from sphinx_docsjson.mdx.javascript.pieces import skip_expression
from sphinx_docsjson.mdx.jsx import TagBudget

ESM = re.compile(
    r"import\s++(?:[\w$*{](?:[^'\"\s]++|[^\S\n]++(?!from\s++['\"]))*+\s++from\s++|)['\"][^'\"\n]++['\"]"
    r"|import\s*\{[^}'\"]{0,2000}\}\s*from\s*['\"][^'\"\n]+['\"]"
    r"|export\s+(?:default\b|const\b|let\b|var\b|function\b|async\s+function\b|class\b|\{|\*)"
)
"""What begins an ``import`` or ``export`` statement; prose may begin with these words, too."""

HTML_COMMENT_END = re.compile(r"-->")
COMMENT_BEGIN = re.compile(r"\{\s{0,80}/\*")
"""What begins an expression that is only a comment: ``{/*``, ``{ /*``, or both on two lines."""

COMMENT_END = re.compile(r"\*/\s*\}")
_STATEMENT_MARKS = re.compile(r"[{\[(\n}\])\"'`]")


def indent_of(text: str, begin: int, end: int) -> int | None:
    """Return the width of the indentation of a line; ``None`` for a blank line."""
    position = begin
    width = 0
    while position < end:
        mark = text[position]
        if mark == " ":
            width += 1
        elif mark == "\t":
            width += 4 - width % 4
        elif mark == "\r":
            pass
        else:
            return width
        position += 1
    return None


def module_end(text: str, begin: int, budget: TagBudget) -> int:
    """Return where an ``import`` or ``export`` statement ends: at a line end, brackets closed."""
    limit = budget.limit(begin, len(text))
    position, depth = begin, 0
    while position < limit:
        found = _STATEMENT_MARKS.search(text, position, limit)
        if found is None:
            return limit
        mark, position = found.group(), found.end()
        if mark == "{":
            end = skip_expression(text, position - 1, limit)
            if end is None:
                budget.waste(limit - begin)
                line_end = text.find("\n", begin)
                return len(text) if line_end < 0 else line_end
            position = end
        elif mark in "[(":
            depth += 1
        elif mark in "])":
            depth -= 1
        elif mark == "\n" and depth <= 0 and not _continues(text, begin, position - 1):
            return position - 1
        elif mark in "\"'`":
            position = _string_end(text, mark, position, limit)
    return limit


def _continues(text: str, begin: int, end: int) -> bool:
    """Whether a statement goes on after the line end at *end*."""
    line = text[max(begin, text.rfind("\n", 0, end) + 1) : end].rstrip()
    return line.endswith(("=>", "=", ",", "from", "+", "?", ":", "||", "&&"))


def _string_end(text: str, mark: str, position: int, limit: int) -> int:
    stop = limit if mark == "`" else text.find("\n", position, limit)
    end = text.find(mark, position, limit if stop < 0 else stop)
    return position if end < 0 else end + 1
