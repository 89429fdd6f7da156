"""How far a comment, the indentation of a line and a statement of a module reach."""

from __future__ import annotations

import re

from sphinx_docsjson.mdx.javascript.pieces import skip_expression
from sphinx_docsjson.mdx.jsx import TagBudget

ESM = re.compile(
    r"import\s++(?:[\w$*{](?:[^'\"\s]++|[^\S\n]++(?!from\s++['\"]))*+\s++from\s++|)['\"][^'\"\n]++['\"]"
    r"|export\s++(?:(?:const|let|var)\s++(?:[\w$]++\s*+[=:;,]|[{\[])"
    r"|(?:default\s++)?(?:async\s++)?function\b[\s*]*+[\w$]*+\s*+[(<]"
    r"|(?:default\s++)?class\s++(?:[\w$]++\s++extends\b|[\w$]*+\s*+[{<])"
    r"|default\s++(?:[({\['\"`<]|(?:async\s++)?[\w$.]++[^\S\n]*+(?:[;(]|=>|$))"
    r"|\{|\*\s++(?:as|from)\b)",
    re.MULTILINE,
)
"""What begins an ``import`` or ``export`` statement on one line.

Prose may begin with these words, too: "export default settings to a file" is no statement.
"""

_BRACED_IMPORT = re.compile(r"import\s*+(?:type\s++)?(?:[\w$]++\s*+,\s*+)?\{")
_NAMES_OF_IMPORT = re.compile(r"[^}'\"/]*+(?:/(?:/[^\n]*+|\*(?:[^*]|\*(?!/))*+\*/)[^}'\"/]*+)*+")
"""What stands between the braces of an import: names, and comments among them."""

_SOURCE_OF_IMPORT = re.compile(r"\}\s*+from\s*+['\"][^'\"\n]++['\"]")

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


def begins_module(text: str, begin: int, budget: TagBudget) -> bool:
    """Whether an ``import`` or ``export`` statement begins here; prose may begin so, too.

    The names of an import may take any number of lines.
    """
    if not text.startswith(("import", "export"), begin):
        return False
    if ESM.match(text, begin):
        return True
    opening = _BRACED_IMPORT.match(text, begin)
    if opening is None:
        return False
    names = _NAMES_OF_IMPORT.match(text, opening.end(), budget.limit(begin, len(text)))
    assert names is not None  # it may be empty
    if _SOURCE_OF_IMPORT.match(text, names.end()):
        return True
    budget.waste(names.end() - begin)
    return False


def module_end(text: str, begin: int, budget: TagBudget) -> tuple[int, bool]:
    """Return where an ``import`` or ``export`` statement ends, and whether it does.

    It ends at the end of a line with all brackets closed. One that is never closed is its first
    line; what follows is text, so that no page ends in a slip.
    """
    limit = budget.limit(begin, len(text))
    position, depth = begin, 0
    while position < limit:
        found = _STATEMENT_MARKS.search(text, position, limit)
        if found is None:
            position = limit
            break
        mark, position = found.group(), found.end()
        if mark == "{":
            end = skip_expression(text, position - 1, limit)
            if end is None:
                depth = 1
                break
            position = end
        elif mark in "[(":
            depth += 1
        elif mark in "])":
            depth -= 1
        elif mark == "\n" and depth <= 0 and not _continues(text, begin, position - 1):
            return position - 1, True
        elif mark in "\"'`":
            position = _string_end(text, mark, position, limit)
    if depth <= 0:
        return limit, True
    budget.waste(limit - begin)
    line_end = text.find("\n", begin)
    return (len(text) if line_end < 0 else line_end), False


def _continues(text: str, begin: int, end: int) -> bool:
    """Whether a statement goes on after the line end at *end*."""
    line = text[max(begin, text.rfind("\n", 0, end) + 1) : end].rstrip()
    return line.endswith(("=>", "=", ",", "from", "+", "?", ":", "||", "&&"))


def _string_end(text: str, mark: str, position: int, limit: int) -> int:
    stop = limit if mark == "`" else text.find("\n", position, limit)
    end = text.find(mark, position, limit if stop < 0 else stop)
    return position if end < 0 else end + 1
