"""``sphinx-docsjson init --convert``: pages in the syntax of other tools, rewritten in ours.

What was written in another way is found line by line, code is read over, and no more lines change
than must: ``git diff`` shows each. What is written comes out of a second run as it is. Pure, but
for the files that a page includes, which are looked for.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.cli.convert_attributes import CALLOUT, callout_at, with_attribute_lists
from sphinx_docsjson.cli.convert_code import (
    NON_ANNOTATED,
    attribute,
    between,
    chosen_lines,
    is_tab,
    lines_of,
    of_include,
    options_of,
    our_info,
    versions_of,
    with_marks,
)
from sphinx_docsjson.cli.convert_icons import with_icons
from sphinx_docsjson.cli.init_files import scalar
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.mdx.evaluation import Evaluation
from sphinx_docsjson.mdx.jsx import AttributeValue
from sphinx_docsjson.mdx.scan import Element, scan
from sphinx_docsjson.mdx.syntax import parse_expression
from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import LexicalScope
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.pages.ignored import IGNORED_FOLDERS
from sphinx_docsjson.pages.other_syntaxes import CALLOUT_TAGS, parts_of_colon_fence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sphinx_docsjson.cli.other_tools import FoundSite

# More kinds of callouts than those that a message names; the title says which one it was.
KINDS = CALLOUT_TAGS | {
    "abstract": "Info",
    "bug": "Danger",
    "example": "Note",
    "failure": "Danger",
    "fail": "Danger",
    "faq": "Info",
    "question": "Info",
    "quote": "Note",
    "secondary": "Note",
    "seealso": "Info",
    "summary": "Info",
    "todo": "Note",
    "tldr": "Info",
    "done": "Check",
}
WHOLE, OTHERS = "Full file preview", "Other versions and variants"
ANNOTATED = "Prefer to use the `Annotated` version if possible."
"""What markdown-include-variants says around further versions of a file."""


@dataclass(kw_only=True)
class Rewritten:
    """What a page becomes.

    :param text: the page as it is written then.
    :param changed: what is written in another way → how often it was rewritten.
    :param left: what has no counterpart, or needs its author → the lines it is on.
    """

    text: str
    changed: Counter[str] = field(default_factory=Counter)
    left: dict[str, list[int]] = field(default_factory=dict)


def convert(text: str, page: Path, site: FoundSite) -> Rewritten:
    """Rewrite a page in our syntax.

    :param page: its file, from which the paths of what it includes are written.
    """
    ends = "\r\n" if "\r\n" in text else "\n"
    read = read_front_matter(text)
    front = read.length
    head, body = text[:front].replace("\r\n", "\n"), text[front:].replace("\r\n", "\n")
    pass_ = _Pass(page=page, site=site, first_line=head.count("\n") + 1)
    body = "\n".join(pass_.lines(body.split("\n")))
    body = pass_.tags(body)
    body = pass_.addresses(body)
    body = pass_.attributes(body)
    title = site.titles.get(page.relative_to(site.folder).with_suffix("").as_posix(), "")
    if title:  # MkDocs shows it above the page
        pass_.changed["pages without a title"] += 1
        field_ = f"title: {scalar(title)}\n"
        head = f"---\n{field_}{head[4:]}" if head else f"---\n{field_}---\n\n"
    made = Rewritten(text=(head + body).replace("\n", ends), changed=pass_.changed)
    made.left = pass_.left
    return made


_FENCE = re.compile(r"([ \t>]*+)(`{3,}+|~{3,}+)([^\n]*+)")
_ITEM = re.compile(r"[ \t]*+(?:[-*+]|\d{1,9}[.)])[ \t]")
_ADMONITION = re.compile(
    r"(!!!|\?\?\?\+?+)[ \t]*+([A-Za-z][^\"\n]*+)?(?:\"((?>(?:[^\"\\\n]++|\\.)*))\")?[ \t]*+"
)
_TAB = re.compile(r"===[!+]?+[ \t]++\"((?>(?:[^\"\\\n]++|\\.)*))\"[ \t]*+")
_COLONS = re.compile(r"(:{3,}+)[ \t]*+(.*+)")
_SLASHES = re.compile(r"(/{3,}+)[ \t]*+(?:([A-Za-z][\w-]*+)[ \t]*+(?:\|[ \t]*+(.*+))?)?")
_OPTION = re.compile(r"[ \t]{4,}+(\w++):[ \t]*+(.*+)")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*+(?>(?:\.\w++)+)[ \t]*+")
_TOC = re.compile(r"\[TOC\]|\[\[_?TOC_?\]\]", re.IGNORECASE)
_SNIPPET = re.compile(r"-{1,}+8<-{1,}+[ \t]++[\"']([^\"'\n]++)[\"'][ \t]*+")
_VARIANTS = re.compile(r"\{\*[ \t]*+([^\s*]++)([^*\n]*+)\*\}")
"""``{* main.py ln[1:3] hl[2] *}`` of markdown-include-variants, which FastAPI's pages have."""

_MARKDOWN_INCLUDE = re.compile(r"\{!>?[ \t]*+([^\s!]++)[ \t]*+!\}")
_ALERT = re.compile(r"^[ \t]*+>[ \t]*+\[![A-Za-z]++\]", re.MULTILINE)

AS_IT_IS = "> [!NOTE]"
"""How alerts are named, which pages may keep."""


def alerts_in(text: str) -> int:
    """Return how many alerts of GitHub a page has; they are read as they are."""
    return len(_ALERT.findall(text))


def _indent(line: str) -> int:
    text = line.expandtabs(4)
    return len(text) - len(text.lstrip(" "))


def _opening(kind: str, title: str) -> tuple[str, str]:
    """Return the tags of a callout; the kind is its title where the tag says another."""
    tag = KINDS.get(kind.lower(), "Note")
    if not title and kind.lower() != tag.lower():
        title = kind[:1].upper() + kind[1:]
    return f"<{tag}{attribute('title', title)}>", f"</{tag}>"


@dataclass(kw_only=True)
class _Pass:
    page: Path
    site: FoundSite
    first_line: int = 1
    changed: Counter[str] = field(default_factory=Counter)
    left: dict[str, list[int]] = field(default_factory=dict)

    def leave(self, what: str, line: int) -> None:
        """Note what is left as it is."""
        self.left.setdefault(what, []).append(line + self.first_line)

    # -- blocks ---------------------------------------------------------------------------

    def lines(self, given: Sequence[str], first: int = 0, around: int = 0) -> list[str]:
        """Return the lines of a text in our syntax.

        :param first: the number of the first line in the page.
        :param around: the indentation of the block that the lines stand in.
        """
        made: list[str] = []
        open_boxes: list[tuple[str, int, str]] = []
        number, grouped = 0, False
        while number < len(given):
            line = given[number]
            text, space = line.lstrip(" \t"), line[: len(line) - len(line.lstrip(" \t"))]
            if fence := _FENCE.match(line):
                end = _end_of_fence(given, number, fence[2])
                one = self._fence(given[number:end], fence, first + number)
                if self.site.tool == "Docusaurus" and is_tab(fence[3]):
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
                self.site.callouts
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
            elif (colons := _COLONS.fullmatch(stripped)) is not None:
                made += self._box(colons, space, open_boxes, first + number)
            elif (told := self._include(text, space, first + number)) is not None:
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
        if indent < around + 4 or self.page.suffix == ".mdx":  # MDX has no such code
            return False
        for before in range(number - 1, -1, -1):
            line = given[before]
            if not line.strip() or _indent(line) >= indent:
                continue
            if _ITEM.match(line) or _indent(line) >= around + 4:
                return not _ITEM.match(line) and self._is_code(given, before, around)
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
            opening, closing = _opening(kind, title)
        else:
            opened = " defaultOpen" if found[1].endswith("+") else ""
            shown = title or kind[:1].upper() + kind[1:]
            opening, closing = f"<Accordion{attribute('title', shown)}{opened}>", "</Accordion>"
        self.changed[f"{found[1].rstrip('+')} {'note' if found[1] == '!!!' else 'tip'}"] += 1
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
            opening, closing = _opening(kind, title)
        self.changed["NOTE: text"] += 1
        lines = self.lines(inside, first + number, _indent(given[number]))
        self._put(made, space, [f"{space}{opening}", *lines, f"{space}{closing}"])
        _blank_after(made, given, end)
        return end

    def _put(self, made: list[str], space: str, block: list[str]) -> None:
        """Add a block of its own, below a blank line where a paragraph stands above."""
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
            self.changed['=== "Tab"'] += 1
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
            box = _opening(name, title)
        elif lower == "details":
            box = f"<Accordion{attribute('title', title or 'Details')}>", "</Accordion>"
        if box is None:
            if _IDENTIFIER.fullmatch(info):  # mkdocstrings, which has no closing colons
                self.leave("::: package.module", line)
            else:
                boxes.append((MYST, len(marks), name))
            yield whole
            return
        self.changed[":::tip Title"] += 1
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
            opening, closing = _opening(kind, title)
        else:
            self.leave(f"/// {name}", line)
            opening, closing = found[0], found[1]
        if opening != found[0]:
            self.changed["/// tip | Title"] += 1
        self._put(made, space, [f"{space}{each}" for each in opening.split("\n")])
        boxes.append((closing, count, name))

    # -- code and what is included --------------------------------------------------------

    def _fence(self, block: Sequence[str], fence: re.Match[str], line: int) -> list[str]:
        """Return a fence, with what its first line says and what it includes in our words."""
        space, info = fence[1], fence[3]
        before, body = info, list(block[1:])
        info, told = our_info(info, self.site.tool)
        code = body[:-1] if _closes(block) else body
        info, code, marks = with_marks(info, code)
        self.changed.update([*told, *marks])
        body[: len(body) - _closes(block)] = code
        inside = [each.strip() for each in block[1:-1] if each.strip()]
        if len(inside) == 1 and not info.strip().startswith("{"):
            language = re.split(r"[\s,{]", info.strip(), maxsplit=1)[0]
            directive = self._include(inside[0], space, line + 1, language or "text")
            if directive is not None:
                asked = [f"{space}{each}" for each in options_of(info)]
                return [*directive[:-1], *asked, directive[-1]]
        elif any(_SNIPPET.fullmatch(e) for e in inside):
            self.leave("--8<-- among other code", line)
        return [f"{space}{fence[2]}{info}", *body] if info != before else [block[0], *body]

    def _include(self, text: str, space: str, line: int, language: str = "") -> list[str] | None:
        """Return the directive that a line which includes a file becomes."""
        text = text.strip()
        options: list[str] = []
        titled = None
        if _TOC.fullmatch(text) and not language:
            self.changed["[TOC]"] += 1
            return []
        if found := _SNIPPET.fullmatch(text):
            what, (name, *parts) = "--8<--", found[1].split(":")
            if len(parts) == 1 and parts[0]:
                options = between(f"[start:{parts[0]}]", f"[end:{parts[0]}]")
            elif parts:
                options = lines_of(*[*parts, ""][:2])
        elif (found := _VARIANTS.fullmatch(text)) and not language:
            what, name = "{* file *}", found[1]
            language = Path(name).suffix.lstrip(".") or "text"
            titled = re.search(r"\btitle\[\"([^\"\]]*+)\"\]", found[2])
            options = [f":caption: {titled[1]}"] if titled else []
            options += chosen_lines(found[2])
        elif found := _MARKDOWN_INCLUDE.fullmatch(text):
            what, name = "{!file!}", found[1]
        else:
            return None
        file = self._file(name)
        if file is None:
            self.leave(what, line)
            return None
        path = relative_path(file, self.page.parent)
        self.changed[what] += 1
        if language:
            options = [f":language: {language}", *options]
        else:
            options = [of_include(each) for each in options]
        name, more = "literalinclude" if language else "include", list[str]()
        if what == "{* file *}" and file.suffix == ".py":
            versions = versions_of(file)
            own = next((title for title, each in versions if each == file), "")
            options += [f":caption: {own}"] if own and not titled else []
            others = [each for each in versions if each[1] != file]
            more = self._variants(file, others, whole="ln[" in text)
        made = [f"```{{{name}}} {path}", *options, "```", *more]
        return [f"{space}{each}" if each else "" for each in made]

    def _variants(
        self, file: Path, versions: Sequence[tuple[str, Path]], *, whole: bool
    ) -> list[str]:
        """Return what follows a sample of FastAPI's: the whole file, and other versions of it."""

        def code(path: Path) -> list[str]:
            shown = relative_path(path, self.page.parent)
            return [f"```{{literalinclude}} {shown}", ":language: py", "```"]

        made: list[str] = []
        if whole:
            made += ["", f'<Accordion title="{WHOLE}">', "", *code(file), "", "</Accordion>"]
        tabs: list[str] = []
        for title, each in versions:
            hint = ["", f"<Tip>{ANNOTATED}</Tip>"] if title.endswith(NON_ANNOTATED) else []
            tabs += [f'<Tab title="{title}">', *hint, "", *code(each), "", "</Tab>"]
        if tabs:
            made += ["", f'<Accordion title="{OTHERS}">', "<Tabs>", *tabs, "</Tabs>"]
            made.append("</Accordion>")
        return made

    def _file(self, name: str) -> Path | None:
        """Return an included file."""
        places = [self.page.parent / name, *(each / name for each in self.site.includes)]
        return next((each for each in places if each.is_file()), None)

    # -- tags -----------------------------------------------------------------------------

    def tags(self, text: str) -> str:
        """Return *text* with the components of Docusaurus as ours."""
        if "<" not in text:
            return text
        found = scan(text)
        changes: list[tuple[int, int, str]] = []
        for element in found.elements.values():
            write = _TAGS.get(element.tag.name)
            told = write(element, text, found.elements.values()) if write is not None else None
            if told is None:
                continue
            opening, closing = told
            self.changed[f"<{element.tag.name}>"] += 1
            changes.append((element.tag.start, element.tag.end, opening))
            if element.close is not None:
                changes.append((element.close.start, element.close.end, closing))
        for begin, end in found.modules.items():
            statement = text[begin:end]
            if _OF_THE_TOOL.search(statement):
                self.changed["import … from '@theme/…'"] += 1
                following = re.compile(r"[ \t;]*\n?").match(text, end)
                changes.append((begin, following.end() if following else end, ""))
        for begin, end, written in sorted(changes, reverse=True):
            text = text[:begin] + written + text[end:]
        return text

    # -- addresses ------------------------------------------------------------------------

    def addresses(self, text: str) -> str:
        """Return *text* with addresses that the other tool looks up elsewhere."""
        code = scan(text).code_lines
        made = []
        for number, line in enumerate(text.split("\n")):
            if number not in code and any(each in line for each in ("/", "useBaseUrl", ":")):
                parts = re.split(r"(`+[^`]*`+)", line)
                if self.site.tool == "MkDocs":
                    parts[::2] = [self._icons(each, number) for each in parts[::2]]
                parts[::2] = [self._line_of_addresses(each) for each in parts[::2]]
                line = "".join(parts)
            made.append(line)
        return "\n".join(made)

    def attributes(self, text: str) -> str:
        """Return *text* with the attribute lists of Python-Markdown as MyST reads them."""
        if self.site.tool != "MkDocs" or "{" not in text:
            return text
        lines, count = with_attribute_lists(text.split("\n"), scan(text).code_lines)
        if count:
            self.changed["{ #id .class }"] += count
        return "\n".join(lines)

    def _icons(self, text: str, number: int) -> str:
        text, told, left = with_icons(text)
        self.changed.update(told)
        for each in left:
            self.leave(f"{each} of a name that no icon has here", number)
        return text

    def _line_of_addresses(self, line: str) -> str:
        line = _COMPUTED.sub(self._computed, line)
        return _ADDRESS.sub(self._address, line)

    def _computed(self, found: re.Match[str]) -> str:
        self.changed["src={useBaseUrl(…)}"] += 1
        return f'{found[1]}="{found[2]}"'

    def _address(self, found: re.Match[str]) -> str:
        address = found[2]
        path = address.removeprefix("pathname://").removeprefix("@site/static")
        name = path.lstrip("/")
        if not name or (self.site.folder / name).is_file() or self.site.name_of(name):
            return found[0]
        prefix = f"{self.site.prefix}/" if self.site.prefix else ""
        if prefix and name.startswith(prefix) and self.site.name_of(name.removeprefix(prefix)):
            self.changed[f"/{prefix}…"] += 1
            return f"{found[1]}/{name.removeprefix(prefix)}"
        for folder in self.site.static:
            if (folder / name).is_file():
                self.changed[f"/… of {folder.name}/"] += 1
                return f"{found[1]}{relative_path(folder / name, self.page.parent)}"
        return found[0]


MYST = ":::"
"""What closes a box that stays as it is."""


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


def _closes(block: Sequence[str]) -> bool:
    """Whether the last line of a fence closes it."""
    last = block[-1].strip(" \t>")
    return len(block) > 1 and last[:3] in {"```", "~~~"} and not last.strip(last[0])


def _end_of_fence(given: Sequence[str], number: int, marks: str) -> int:
    for end in range(number + 1, len(given)):
        line = given[end].strip(" \t>")
        if line.startswith(marks) and not line.strip(marks[0]):
            return end + 1
    return len(given)


# The components of Docusaurus.

_OF_THE_TOOL = re.compile(
    r"['\"](?:@theme/(?:Tabs|TabItem|Admonition|TOCInline)|@docusaurus/(?:Link|useBaseUrl))['\"]"
)
_COMPUTED = re.compile(
    r"\b([A-Za-z]++)=\{(?:useBaseUrl|require)\(\s*+['\"]([^'\"\n]++)['\"][^()\n]*+\)(?:\.default)?\}"
)
_ADDRESS = re.compile(
    r"(\]\(\s*+<?|(?:src|href|img|url|image|poster)=['\"]|^[ \t]*+\[[^\]\n]++\]:[ \t]*+)((?:pathname://|@site/static)?/[^\s()<>\"'#?]++)"
)


def _given(element: Element, name: str) -> str:
    for each in element.tag.attributes:
        if each.name == name and each.kind is AttributeValue.STRING:
            return each.text
        if each.name == name and each.kind is AttributeValue.EXPRESSION:
            value = _value(each.text)
            return value if isinstance(value, str) else ""
    return ""


def _value(source: str) -> object:
    try:
        return Evaluation().evaluate(parse_expression(source), LexicalScope({}))
    except (NotConstant, RecursionError):
        return None


def _tab_item(element: Element, _text: str, others: Sequence[Element]) -> tuple[str, str]:
    value = _given(element, "value")
    title = _given(element, "label") or _labels(element, others).get(value, value)
    return f"<Tab{attribute('title', title)}>", "</Tab>"


def _labels(element: Element, others: Sequence[Element]) -> dict[str, str]:
    """Return the labels that the ``<Tabs>`` around names in its ``values``."""
    around = [
        each
        for each in others
        if each.tag.name == "Tabs" and each.tag.start < element.tag.start < each.end
    ]
    for tabs in around[-1:]:
        for each in tabs.tag.attributes:
            if each.name == "values" and each.kind is AttributeValue.EXPRESSION:
                listed = map(mapping, items(_value(each.text)))
                return {str(e.get("value", "")): str(e.get("label", "")) for e in listed}
    return {}


def _tabs_tag(element: Element, *_more: object) -> tuple[str, str] | None:
    theirs = {"groupId", "defaultValue", "values", "syncKey", "queryString", "className", "lazy"}
    return ("<Tabs>", "</Tabs>") if theirs & {a.name for a in element.tag.attributes} else None


def _callout_tag(element: Element, *_more: object) -> tuple[str, str]:
    return _opening(_given(element, "type") or "note", _given(element, "title"))


def _link_tag(name: str, element: Element, *_more: object) -> tuple[str, str] | None:
    address = _given(element, name)
    return (f'<a href="{address}">', "</a>") if address and element.close else None


_TAGS: dict[str, Callable[..., tuple[str, str] | None]] = {
    "TabItem": _tab_item,
    "Tabs": _tabs_tag,
    "Admonition": _callout_tag,
    "Link": partial(_link_tag, "to"),
    "TOCInline": lambda *_more: ("", ""),
}
"""Name of a component of another tool → what gives the tags that it becomes."""


# All pages of a site: what is written in another way in them, and what becomes of it.


@dataclass(kw_only=True)
class Difference:
    """What is written in another way, over all pages."""

    changed: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    left: dict[str, list[str]] = field(default_factory=dict)
    alerts: int = 0
    texts: dict[Path, str] = field(default_factory=dict)


def differences(site: FoundSite) -> Difference:
    """Return what differs in the pages of a site, and the pages as they would be written."""
    found = Difference()
    for page in markdown_in(site.folder):
        text = page.read_bytes().decode("utf-8", "surrogateescape")
        made = convert(text, page, site)
        found.changed += made.changed
        found.pages.update(made.changed.keys())
        found.alerts += alerts_in(text)
        shown = page.relative_to(site.folder).as_posix()
        for what, lines in made.left.items():
            found.left.setdefault(what, []).extend(f"{shown}:{line}" for line in lines)
        if made.text != text:
            found.texts[page] = made.text
    return found


def markdown_in(folder: Path) -> Iterator[Path]:
    """Yield the files of Markdown below a folder, also those that are parts of pages."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(n for n in folders if n[:1] != "." and n not in IGNORED_FOLDERS)
        yield from (Path(place, n) for n in sorted(files) if n.endswith((".md", ".mdx")))


PATHS_AT_ONCE = 100
"""How many files git is asked about at once: Windows takes commands of 32,767 characters."""


def rewrite(found: Difference, folder: Path) -> str:
    """Write the pages; return why not, where ``git diff`` could not show what changes.

    :return: an empty text when they are written.
    """
    paths = [path.resolve().as_posix() for path in found.texts]
    status = ["git", "-C", str(folder), "status", "--porcelain", "--ignored", "--"]
    for start in range(0, len(paths), PATHS_AT_ONCE):
        command = [*status, *paths[start : start + PATHS_AT_ONCE]]
        try:
            done = subprocess.run(
                command, check=False, capture_output=True, encoding="utf-8", errors="replace"
            )
        except FileNotFoundError:
            return "git is not installed, so nothing would show what changes"
        if done.returncode:
            return "this is no repository of git, so nothing would show what changes"
        if changed := done.stdout.split("\n")[0]:
            return f"git has changes that are not committed, such as{changed[2:]}"
    for path, text in found.texts.items():
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return ""


def told_of(found: Difference, tool: str, *, rewritten: bool) -> list[str]:
    """Return lines that say what differs in the pages, with counts.

    :param rewritten: whether it stands in the pages as we read it by now.
    """
    lines = []
    if found.changed:
        reads = f"what only {tool or 'another tool'} reads"
        lines.append(
            f"note     {reads} is rewritten:" if rewritten else f"note     the pages have {reads}:"
        )
        for what, count in sorted(found.changed.items(), key=lambda each: (-each[1], each[0])):
            pages = found.pages[what]
            lines.append(f"{count:>13} × {what}  in {pages} page{'s' if pages > 1 else ''}")
    if found.alerts:
        lines.append(f"note     {found.alerts} × {AS_IT_IS} are read as they are.")
    for what, places in sorted(found.left.items()):
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        lines.append(f"note     {what} has no counterpart: {places[0]}{more}")
    return lines
