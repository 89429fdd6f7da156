"""Converts the callouts, tabs and boxes of other tools to our tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.convert_attributes import CALLOUT, callout_at
from sphinx_docsjson.cli.convert_code import attribute, is_tab
from sphinx_docsjson.cli.convert_includes import Includes
from sphinx_docsjson.cli.convert_page import KINDS, callout_tags
from sphinx_docsjson.cli.convert_python import autodoc
from sphinx_docsjson.pages.other_syntaxes import parts_of_colon_fence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_docsjson.cli.convert_page import PageConversion

_FENCE = re.compile(r"([ \t>]*+)(`{3,}+|~{3,}+)([^\n]*+)")
_ITEM = re.compile(r"[ \t]*+(?:[-*+]|\d{1,9}[.)])[ \t]")
_ADMONITION = re.compile(
    r"(!!!|\?\?\?\+?+)[ \t]*+([A-Za-z][^\"\n]*+)?(?:\"((?>(?:[^\"\\\n]++|\\.)*))\")?[ \t]*+"
)
_TAB = re.compile(r"===[!+]?+[ \t]++\"((?>(?:[^\"\\\n]++|\\.)*))\"[ \t]*+")
_COLONS = re.compile(r"(:{3,}+)[ \t]*+(.*+)")
_SLASHES = re.compile(r"(/{3,}+)[ \t]*+(?:([A-Za-z][\w-]*+)[ \t]*+(?:\|[ \t]*+(.*+))?)?")
_OPTION = re.compile(r"[ \t]{4,}+(\w++):[ \t]*+(.*+)")
_API = re.compile(r":::[ \t]++([A-Za-z_][\w.]*+)")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*+(?>(?:\.\w++)+)[ \t]*+")

MYST = ":::"
"""What closes a box that stays as it is."""


class Blocks:
    """Rewrites the blocks of one page."""

    def __init__(self, conversion: PageConversion) -> None:
        self.conversion = conversion
        self.includes = Includes(conversion)

    def lines(self, given: Sequence[str], first: int = 0, around: int = 0) -> list[str]:
        """Return the lines of a text in our syntax.

        :param first: the number of the first line in the page.
        :param around: the indentation of the block that the lines are in.
        """
        made: list[str] = []
        open_boxes: list[tuple[str, int, str]] = []
        number, grouped = 0, False
        while number < len(given):
            line = given[number]
            text, space = line.lstrip(" \t"), line[: len(line) - len(line.lstrip(" \t"))]
            if fence := _FENCE.match(line):
                end = _end_of_fence(given, number, fence[2])
                one = self.includes.fence(given[number:end], fence, first + number)
                if self.conversion.site.tool == "Docusaurus" and is_tab(fence[3]):
                    following = next((each for each in given[end:] if each.strip()), "")
                    more = _FENCE.match(following)
                    ends = more is None or not is_tab(more[3])
                    one = [*([] if grouped else [f"{space}<CodeGroup>", ""]), *one]
                    one += ["", f"{space}</CodeGroup>"] if ends else []
                    grouped = not ends
                made += one
                number = end
                continue
            if not text or self._is_code(given, number, around):
                made.append(line)
                number += 1
                continue
            if found := _ADMONITION.fullmatch(text):
                if found[2] or found[3] is not None:
                    number = self._admonition(given, number, first, found, made)
                    continue
            elif (
                self.conversion.site.callouts
                and (found := CALLOUT.match(text)) is not None
                and found[3].lower() in KINDS
                and not (number and given[number - 1].strip() and not found[1])
            ):
                number = self._callout(given, number, first, found, made)
                continue
            elif _TAB.fullmatch(text):
                number = self._tabs(given, number, first, made)
                continue
            stripped = text.rstrip()
            if (slashes := _SLASHES.fullmatch(stripped)) is not None:
                asked, number = _options_below(given, number)
                self._block(slashes, asked, space, made, open_boxes, first + number)
            elif (api := self._api(given, number, stripped)) is not None:
                self._put(made, space, [f"{space}{each}" for each in api])
                number = self._content(given, number)
                _blank_after(made, given, number)
                continue
            elif (colons := _COLONS.fullmatch(stripped)) is not None:
                made += self._box(colons, space, open_boxes, first + number)
            elif (told := self.includes.include(text, space, first + number)) is not None:
                made += told
            else:
                made.append(line)
            number += 1
        # A box that nothing closes reaches to the end, there as here.
        made += [each[0] for each in reversed(open_boxes) if each[0] not in {"", MYST}]
        return made

    def _is_code(self, given: Sequence[str], number: int, around: int) -> bool:
        """Whether a line is indented as code is, and not as the content of a list."""
        indent = _indent(given[number])
        if indent < around + 4 or self.conversion.page.suffix == ".mdx":  # MDX has no such code
            return False
        for before in range(number - 1, -1, -1):
            line = given[before]
            if not line.strip() or _indent(line) >= indent:
                continue
            if _ITEM.match(line) or _indent(line) >= around + 4:
                return not _ITEM.match(line) and self._is_code(given, before, around)
            if _indent(line) > around:  # more of an item whose text is not indented by four
                indent = _indent(line)
                continue
            return number > 0 and not given[number - 1].strip()
        return True

    def _content(self, given: Sequence[str], number: int) -> int:
        """Return where what is indented below a line ends."""
        indent = _indent(given[number]) + 4
        end = last = number + 1
        while end < len(given) and (not given[end].strip() or _indent(given[end]) >= indent):
            end += 1
            last = end if given[end - 1].strip() else last
        return last

    def _admonition(
        self, given: Sequence[str], number: int, first: int, found: re.Match[str], made: list[str]
    ) -> int:
        space = given[number][: len(given[number]) - len(given[number].lstrip(" \t"))]
        kind = (found[2] or "note").split()[0]
        title = (found[3] or "").replace('\\"', '"')
        end = self._content(given, number)
        around = _indent(given[number]) + 4
        inside = self.lines(given[number + 1 : end], first + number + 1, around)
        if found[1] == "!!!":
            opening, closing = callout_tags(kind, title)
        else:
            opened = " defaultOpen" if found[1].endswith("+") else ""
            shown = title or kind[:1].upper() + kind[1:]
            opening, closing = f"<Accordion{attribute('title', shown)}{opened}>", "</Accordion>"
        example = "note" if found[1] == "!!!" else "tip"
        self.conversion.changed[f"{found[1].rstrip('+')} {example}"] += 1
        self._put(made, space, [f"{space}{opening}", *inside, f"{space}{closing}"])
        _blank_after(made, given, end)
        return end

    def _callout(
        self, given: Sequence[str], number: int, first: int, found: re.Match[str], made: list[str]
    ) -> int:
        """Write what ``NOTE: text`` of markdown-callouts becomes."""
        space = given[number][: len(given[number]) - len(given[number].lstrip(" \t"))]
        kind = found[3].lower()
        title, inside, end = callout_at(given, number, found)
        if found[2]:
            opened = " defaultOpen" if found[2] == "!" else ""
            shown = title or kind.capitalize()
            opening, closing = f"<Accordion{attribute('title', shown)}{opened}>", "</Accordion>"
        else:
            opening, closing = callout_tags(kind, title)
        self.conversion.changed["NOTE: text"] += 1
        lines = self.lines(inside, first + number, _indent(given[number]))
        self._put(made, space, [f"{space}{opening}", *lines, f"{space}{closing}"])
        _blank_after(made, given, end)
        return end

    def _put(self, made: list[str], space: str, block: list[str]) -> None:
        """Add a block of its own, below a blank line where a paragraph is above."""
        if made and made[-1].strip() and not made[-1].lstrip().startswith("<"):
            made.append("")
        made += block

    def _tabs(self, given: Sequence[str], number: int, first: int, made: list[str]) -> int:
        line = given[number]
        space, indent = line[: len(line) - len(line.lstrip(" \t"))], _indent(line)
        block = [f"{space}<Tabs>"]
        while True:
            found = _TAB.fullmatch(given[number].lstrip(" \t"))
            assert found is not None
            end = self._content(given, number)
            block.append(f"{space}<Tab{attribute('title', found[1].replace(chr(92), ''))}>")
            block += self.lines(given[number + 1 : end], first + number + 1, indent + 4)
            block.append(f"{space}</Tab>")
            self.conversion.changed['=== "Tab"'] += 1
            number = end
            while end < len(given) and not given[end].strip():
                end += 1
            more = end < len(given) and _indent(given[end]) == indent
            following = _TAB.fullmatch(given[end].lstrip(" \t")) if more else None
            if following is None or following[0].startswith("===!"):
                break
            number = end
        self._put(made, space, [*block, f"{space}</Tabs>"])
        _blank_after(made, given, number)
        return number

    def _api(self, given: Sequence[str], number: int, text: str) -> list[str] | None:
        """Return what ``::: package.module`` of mkdocstrings becomes."""
        references, found = self.conversion.site.references, _API.fullmatch(text)
        if references is None or found is None:
            return None
        below = given[number + 1 : self._content(given, number)]
        return autodoc(self.conversion, references, found[1], below)

    def _box(
        self, found: re.Match[str], space: str, boxes: list[tuple[str, int, str]], line: int
    ) -> Iterator[str]:
        """Yield what ``:::`` becomes: a tag that opens, or closes what is open."""
        marks, info = found[1], found[2].strip()
        whole = f"{space}{found[0]}"
        if not info:
            places = [place for place, box in enumerate(boxes) if 0 < box[1] <= len(marks)]
            closing = boxes.pop(places[-1])[0] if places else None
            if closing is None or closing == MYST:
                yield whole
            elif closing:
                yield f"{space}{closing}"
            return
        name, title = parts_of_colon_fence(info)
        lower = name.lower()
        box: tuple[str, str] | None = None
        if lower in KINDS:
            box = callout_tags(name, title)
        elif lower == "details":
            box = f"<Accordion{attribute('title', title or 'Details')}>", "</Accordion>"
        if box is None:
            if _IDENTIFIER.fullmatch(info):  # mkdocstrings, which has no closing colons
                self.conversion.leave("::: package.module", line)
            else:
                boxes.append((MYST, len(marks), name))
            yield whole
            return
        self.conversion.changed[":::tip Title"] += 1
        boxes.append((box[1], len(marks), name))
        yield f"{space}{box[0]}"

    def _block(
        self,
        found: re.Match[str],
        asked: dict[str, str],
        space: str,
        made: list[str],
        boxes: list[tuple[str, int, str]],
        line: int,
    ) -> None:
        """Write what a block of ``pymdownx.blocks`` becomes, ``/// tip | Title``."""
        count, name, title = len(found[1]), (found[2] or "").lower(), (found[3] or "").strip()
        if not name:
            places = [place for place, box in enumerate(boxes) if box[1] == count]
            closing = boxes.pop(places[-1])[0] if places else found[0]
            made += [f"{space}{each}" for each in closing.split("\n")]
            return
        kind = asked.get("type", "note" if name == "admonition" else name)
        if name == "tab":
            opening, closing = f"<Tab{attribute('title', title)}>", "</Tab>\n</Tabs>"
            place = len(made) - 1
            while place >= 0 and not made[place].strip():
                place -= 1
            if place > 0 and made[place] == f"{space}</Tabs>" and "new" not in asked:
                del made[place:]
            else:
                opening = f"<Tabs>\n{opening}"
        elif name == "details":
            opened = " defaultOpen" if asked.get("open", "").lower() == "true" else ""
            opening = f"<Accordion{attribute('title', title or 'Details')}{opened}>"
            closing = "</Accordion>"
        elif kind.lower() in KINDS:
            opening, closing = callout_tags(kind, title)
        else:
            self.conversion.leave(f"/// {name}", line)
            opening, closing = found[0], found[1]
        if opening != found[0]:
            self.conversion.changed["/// tip | Title"] += 1
        self._put(made, space, [f"{space}{each}" for each in opening.split("\n")])
        boxes.append((closing, count, name))


def _indent(line: str) -> int:
    text = line.expandtabs(4)
    return len(text) - len(text.lstrip(" "))


def _blank_after(made: list[str], given: Sequence[str], end: int) -> None:
    """Let a blank line follow a block that text followed directly."""
    if end < len(given) and given[end].strip():
        made.append("")


def _options_below(given: Sequence[str], number: int) -> tuple[dict[str, str], int]:
    """Return the options indented below the first line of a block, and the line of the last."""
    asked: dict[str, str] = {}
    while number + 1 < len(given) and (found := _OPTION.fullmatch(given[number + 1])):
        asked[found[1]] = found[2].strip("'\" ")
        number += 1
    return asked, number


def _end_of_fence(given: Sequence[str], number: int, marks: str) -> int:
    for end in range(number + 1, len(given)):
        line = given[end].strip(" \t>")
        if line.startswith(marks) and not line.strip(marks[0]):
            return end + 1
    return len(given)
