"""Converts attribute lists of Python-Markdown, ``{ #id .class }``, and markdown-callouts.

MyST reads the attribute list of a picture, a link, code and a heading that has only an ``id``;
that of a block on the line above, and that of emphasis around a span.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_LIST = r"\{([^{}\n]{1,300})\}"
_ALONE = re.compile(r"[ \t]*+\{([^{}\n]*+)\}[ \t]*+")
_HEADING = re.compile(r"([ \t]*+#{1,6}+[ \t][^\n{]*+)\{([^{}\n]*+)\}[ \t#]*+")
_BEHIND_EMPHASIS = re.compile(rf"(\*\*|__){_LIST}")
_OF_CELL = re.compile(rf"{_LIST}(?=[ \t]*+\|)")
_ATTRIBUTE = re.compile(
    r"(?<!\S)(?:[#.][\w:-]{1,80}|[\w:-]{1,40}=(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|[^\s\"']{1,200}))(?!\S)"
)
_ITEM = re.compile(r"[ \t]*+(?:[-*+]|\d{1,9}[.)])[ \t]")
_ID = re.compile(r"(?:^|[ \t])#([\w:-]++)")


_DELIMITERS = re.compile(r"[ \t>]*+\|?+[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?")
_CODE = re.compile(r"(?<![`\\])(`++)[^`\n]++\1(?!`)")
_BAR = re.compile(r"(?<!\\)\|")


def with_escaped_bars(lines: Sequence[str], code: Collection[int]) -> tuple[list[str], int]:
    """Return lines with ``|`` escaped in code in tables, and how many lines have changed.

    Python-Markdown reads code before cells, GitHub and MyST read cells first.

    :param code: the numbers of the lines that are code.
    """
    made = list(lines)
    in_table = False
    for number, line in enumerate(lines):
        if number in code or "|" not in line:
            in_table = False
        elif in_table:
            made[number] = _CODE.sub(lambda found: _BAR.sub(r"\|", found[0]), line)
        else:
            in_table = bool(number and "|" in lines[number - 1] and _DELIMITERS.fullmatch(line))
    return made, sum(old != new for old, new in zip(lines, made, strict=True))


def with_attribute_lists(lines: Sequence[str], code: Collection[int]) -> tuple[list[str], int]:
    """Return lines with the attribute lists of Python-Markdown as MyST reads them, and how many.

    Styles alone are removed: the style sheets are not here.

    :param code: the numbers of the lines that are code.
    """
    made: list[str] = []
    count = 0
    for number, line in enumerate(lines):
        if number in code or "{" not in line:
            made.append(line)
            continue
        heading = _HEADING.fullmatch(line)
        if heading is not None and _is_list(heading[2]):
            own = _identifier(heading[2])
            new = heading[1].rstrip() + (f" {{#{own}}}" if own else "")
            same = "".join(new.split()) == "".join(line.rstrip(" \t#").split())
            count += not same
            made.append(line if same else new)
            continue
        alone = _ALONE.fullmatch(line)
        before = lines[number - 1].strip() if number and number - 1 not in code else ""
        if alone is not None and before and _is_list(alone[1]):
            count += 1
            if own := _identifier(alone[1]):
                _name_block(made, own)
            continue
        told, times = _with_spans(line)
        if line.lstrip().startswith("|"):
            cells = _OF_CELL.sub(lambda found: "" if _is_list(found[1]) else found[0], told)
            times += cells != told
            told = cells
        count += times
        made.append(told)
    return made, count


def _is_list(text: str) -> bool:
    """Whether a text between braces is an attribute list."""
    text = text.removeprefix(":").strip()
    return bool(text) and not _ATTRIBUTE.sub("", text).strip()


def _identifier(attributes: str) -> str:
    found = _ID.search(attributes.removeprefix(":"))
    return found[1] if found else ""


def _with_spans(line: str) -> tuple[str, int]:
    """Return a line in which spans are around emphasis that has a list, and how many."""
    made, position, count = "", 0, 0
    for found in _BEHIND_EMPHASIS.finditer(line):
        before = made + line[position : found.start()]
        start = before.rfind(found[1])
        if start < 0 or not _is_list(found[2]):
            continue
        own = _identifier(found[2])
        text = f"{before[start:]}{found[1]}"
        made = before[:start] + (f"[{text}]{{#{own}}}" if own else text)
        position, count = found.end(), count + 1
    return made + line[position:], count


def _name_block(made: list[str], own: str) -> None:
    """Put the name of a block above its first line; in a list, behind the first words."""
    place = len(made)
    while place and made[place - 1].strip() and not _ITEM.match(made[place - 1]):
        place -= 1
    if place and _ITEM.match(made[place - 1]):
        made[place - 1] = f"{made[place - 1]} []{{#{own}}}"
        return
    first = made[place] if place < len(made) else ""
    space = first[: len(first) - len(first.lstrip(" \t"))]
    made.insert(place, f"{space}{{#{own}}}")


# https://oprypin.github.io/markdown-callouts/

CALLOUT = re.compile(r"(>([!?])? ?)?([A-Z]{2,20}):(?=\s|$)")


def callout_at(
    given: Sequence[str], number: int, found: re.Match[str]
) -> tuple[str, list[str], int]:
    """Return the title of a callout that begins in a line, its lines, and where it ends."""
    line = given[number]
    space = line[: len(line) - len(line.lstrip(" \t"))]
    end, quoted = number + 1, bool(found[1])
    while end < len(given) and given[end].strip():
        if quoted and not given[end].lstrip().startswith(">"):
            break
        end += 1
    rest = [each.strip() if not quoted else _unquoted(each) for each in given[number + 1 : end]]
    first = line.lstrip(" \t")[found.end() :].strip()
    label, text = "", first
    mark = first[:2]
    if mark in ("**", "__") and (close := first.find(mark, 2)) > 0:
        label = first[2:close].strip().removesuffix(".")
        text = first[close + 2 :].strip()
    return (
        label,
        [f"{space}{each}" if each else "" for each in ([text] if text else []) + rest],
        end,
    )


def _unquoted(line: str) -> str:
    text = line.lstrip()[1:]
    return text[1:] if text.startswith(" ") else text
