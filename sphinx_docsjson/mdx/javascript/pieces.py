"""Where the pieces of JavaScript end: space, names, braces, parentheses and lists."""

from __future__ import annotations

import re

IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")

_SPACE = re.compile(r"(?:\s+|/\*.*?\*/|//[^\n]*)*", re.DOTALL)
_EXPRESSION_MARKS = re.compile(r"[{}\"'`]|/\*|//")
_TEMPLATE_MARKS = re.compile(r"\\|`|\$\{")

MAX_STRING = 2000
"""How long a string inside braces may be; a longer one is taken as an apostrophe."""


def skip_space(text: str, start: int) -> int:
    """Return the position after the space and the comments at *start*."""
    match = _SPACE.match(text, start)
    return match.end() if match else start


def is_blank(source: str) -> bool:
    """Whether there is nothing but space and comments."""
    return skip_space(source, 0) == len(source)


def skip_expression(text: str, start: int, limit: int) -> int | None:
    """Return the position after the ``}`` that matches the ``{`` at *start*.

    Strings, template strings and comments are read over; a quotation mark without its partner
    on the line is taken as an apostrophe. ``None`` when nothing matches before *limit*.
    """
    return match_braces(text, start, limit)[0]


def match_braces(text: str, start: int, limit: int) -> tuple[int | None, dict[int, int | None]]:
    """Return what :func:`skip_expression` returns, and the end of each brace met on the way.

    The end is ``None`` for a brace that nothing closes. With this, a text of many opening braces
    is read once, not once for each.
    """
    open_marks: list[str] = []
    open_at: list[int] = []
    ends: dict[int, int | None] = {}
    position = start
    while position < limit:
        inside_template = bool(open_marks) and open_marks[-1] == "`"
        marks = _TEMPLATE_MARKS if inside_template else _EXPRESSION_MARKS
        found = marks.search(text, position, limit)
        if found is None:
            break
        mark, position = found.group(), found.end()
        if inside_template:
            if mark == "\\":
                position += 1
            elif mark == "`":
                open_marks.pop()
            else:
                open_marks.append("{")
                open_at.append(position - 1)
        elif mark in "{`":
            open_marks.append(mark)
            if mark == "{":
                open_at.append(position - 1)
        elif mark == "}":
            open_marks.pop()
            ends[open_at.pop()] = position
            if not open_marks:
                return position, ends
        else:
            position = _skip_quoted(text, mark, position, limit)
    ends.update(dict.fromkeys(open_at))
    return None, ends


def matching_parenthesis(source: str, start: int) -> int | None:
    """Return the position after the ``)`` that matches the first ``(`` from *start*, if any."""
    depth = 0
    for position in range(start, len(source)):
        if source[position] == "(":
            depth += 1
        elif source[position] == ")":
            depth -= 1
            if depth == 0:
                return position + 1
    return None


def split_commas(text: str) -> list[str]:
    """Return what stands between the commas of *text*; those inside brackets do not count."""
    parts, depth, begin = [], 0, 0
    for position, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[begin:position])
            begin = position + 1
    parts.append(text[begin:])
    return [part.strip() for part in parts if part.strip()]


def _skip_quoted(text: str, mark: str, position: int, limit: int) -> int:
    """Return the position after a string or comment, or *position* when it is none."""
    if mark == "/*":
        end = text.find("*/", position, limit)
        return position if end < 0 else end + 2
    reach = min(limit, position + MAX_STRING)
    line_end = text.find("\n", position, reach)
    line_end = reach if line_end < 0 else line_end
    if mark == "//":
        # ``https://…`` in JSX text is no comment.
        return position if text[position - 3 : position - 2] == ":" else line_end
    while position < line_end:
        end = text.find(mark, position, line_end)
        if end < 0:
            break
        backslashes = 0
        while text[end - 1 - backslashes] == "\\":
            backslashes += 1
        if backslashes % 2 == 0:
            return end + 1
        position = end + 1
    return position
