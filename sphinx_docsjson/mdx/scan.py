"""Finds the elements, expressions, comments and module lines of a text in one pass.

Code is skipped: fences, code spans, comments. Every step has a bounded cost per character, so a
text without a single closing tag is as cheap as any other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.mdx.formulas import Formulas, formula_end
from sphinx_docsjson.mdx.jsx import (
    BrokenTag,
    Form,
    Tag,
    TagBudget,
    match_braces,
    read_tag,
    skip_expression,
)

VOID = words("area base br col embed hr img input link meta param source track wbr")
RAW_TEXT = frozenset({"script", "style", "textarea", "Latex"})
"""Elements that hold text: what is between their tags is neither a tag nor an expression."""

_MARK = re.compile(r"[`<{\\$]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Element:
    """A tag and what closes it.

    :param close: the closing tag; ``None`` for self-closing and for unclosed elements.
    :param content_end: where the content ends.
    :param end: where the element ends.
    :param unclosed: it has no closing tag of its own and ends where its parent ends.
    """

    tag: Tag
    close: Tag | None
    content_end: int
    end: int
    unclosed: bool = False


@dataclass
class Scan:
    """What was found in a text, by position.

    :param code_lines: whether a line is inside a fence.
    :param open_modules: which of the statements of modules are never closed.
    :param glued_lines: whether a line begins inside a tag, a comment or an expression.
    :param broken: what begins like a tag and is not one.
    :param ours: where the elements start that are not MyST's; ``grammar.py`` keeps it here.
    """

    text: str
    elements: dict[int, Element] = field(default_factory=dict)
    strays: dict[int, Tag] = field(default_factory=dict)
    broken: dict[int, BrokenTag] = field(default_factory=dict)
    comments: dict[int, int] = field(default_factory=dict)
    expressions: dict[int, int] = field(default_factory=dict)
    formulas: dict[int, int] = field(default_factory=dict)
    modules: dict[int, int] = field(default_factory=dict)
    open_modules: set[int] = field(default_factory=set)
    line_starts: list[int] = field(default_factory=list)
    code_lines: set[int] = field(default_factory=set)
    glued_lines: set[int] = field(default_factory=set)
    ours: frozenset[int] | None = None
    our_glued_lines: frozenset[int] | None = None

    def line_of(self, position: int) -> int:
        """Return the line of *position*, from 0."""
        return bisect_right(self.line_starts, position) - 1


def scan(text: str, *, blocks: bool = True, formulas: Formulas = Formulas.NONE) -> Scan:
    """Find everything of MDX in *text*.

    :param blocks: whether the text has block structure (fences, module lines); the text of one
        paragraph has none.
    :param formulas: which dollar signs begin formulas.
    """
    scanner = _Scanner(text, blocks, formulas)
    scanner.run()
    return scanner.found


@dataclass(slots=True)
class _Open:
    """A tag that waits for its closing tag, and where a tag of its own name follows inside it.

    ``<Tab>`` directly in ``<Tab>`` means that the first was not closed.
    """

    tag: Tag
    twin: int | None = None


class _Scanner:
    def __init__(self, text: str, blocks: bool, formulas: Formulas) -> None:
        self.text = text
        self.blocks = blocks
        self.formulas = formulas
        self.found = Scan(text)
        self.budget = TagBudget(len(text))
        self.resume = 0
        self.brace_ends: dict[int, int | None] = {}
        self.fences = CodeFences(text)
        self.spans = CodeSpans(text, blocks)
        self.quotes = Quotes(text)
        self.open: list[_Open] = []
        self.open_count: dict[str, int] = {}
        self.no_comment_end_after = len(text)

    def run(self) -> None:
        position, number, size = 0, 0, len(self.text)
        while position <= size:
            end = self.text.find("\n", position)
            end = size if end < 0 else end
            self.found.line_starts.append(position)
            if position < self.resume:
                self.found.glued_lines.add(number)
            if end > self.resume or end == position >= self.resume:
                self._line(number, position, end)
            position, number = end + 1, number + 1
        while self.open:
            self._leave(self.open.pop(), None, size)

    def _line(self, number: int, begin: int, end: int) -> None:
        start = max(begin, self.resume)
        fresh = start == begin
        self.quotes.begin_line(begin, end)
        if self.blocks and fresh:
            indent = indent_of(self.text, begin, end)
            if self.fences.hold(begin, end, indent):
                self.found.code_lines.add(number)
                self.spans.end_paragraph()
                return
            if indent is None:
                self.spans.end_paragraph()
                return
            if self._is_module(begin):
                return
            self.spans.begin_line(begin, end)
        self._marks(start, end)

    def _is_module(self, begin: int) -> bool:
        if not begins_module(self.text, begin, self.budget):
            return False
        end, closed = module_end(self.text, begin, self.budget)
        self.found.modules[begin] = end
        if not closed:
            self.found.open_modules.add(begin)
        self.resume = end
        return True

    def _marks(self, position: int, end: int) -> None:
        while position < end:
            mark = _MARK.search(self.text, position, end)
            if mark is None:
                return
            position = self._mark(mark.group(), mark.start(), end)
            if position > end:
                self.resume = position
                return

    def _mark(self, mark: str, position: int, line_end: int) -> int:
        if mark == "\\":
            return position + 2
        if mark == "$":
            return self._formula(position, line_end)
        if mark == "`":
            return self.spans.end_of(position)
        if mark == "{":
            return self._brace(position)
        if self.text.startswith("<!--", position):
            return self._comment(position, 4, HTML_COMMENT_END)
        tag = read_tag(self.quotes.text_for_tags(), position, self.budget)
        if tag is None:
            if self.budget.broken is not None:
                self.found.broken[position] = self.budget.broken
            return position + 1
        return self._tag(tag)

    def _tag(self, tag: Tag) -> int:
        if tag.form is Form.CLOSE:
            self._close(tag)
            return tag.end
        if tag.form is Form.SELF or tag.name in VOID:
            self.found.elements[tag.start] = Element(
                tag=tag, close=None, content_end=tag.end, end=tag.end
            )
            return tag.end
        if tag.name in RAW_TEXT:
            return self._raw_text(tag)
        if self.open and self.open[-1].tag.name == tag.name and self.open[-1].twin is None:
            self.open[-1].twin = tag.start
        self.open.append(_Open(tag))
        self.open_count[tag.name] = self.open_count.get(tag.name, 0) + 1
        return tag.end

    def _raw_text(self, tag: Tag) -> int:
        limit = self.budget.limit(tag.end, len(self.text))
        begin = self.text.find(f"</{tag.name}", tag.end, limit)
        close = read_tag(self.text, begin, self.budget) if begin >= 0 else None
        if close is None:
            self.budget.waste(limit - tag.end)
            return tag.end
        self.found.elements[tag.start] = Element(
            tag=tag, close=close, content_end=begin, end=close.end
        )
        return close.end

    def _close(self, tag: Tag) -> None:
        if not self.open_count.get(tag.name) or self._would_cut_component(tag):
            if tag.name in VOID:
                # ``<br></br>``: the element has already ended; its closing tag has no meaning.
                self.found.comments[tag.start] = tag.end
            else:
                self.found.strays[tag.start] = tag
            return
        while True:
            opening = self.open.pop()
            if opening.tag.name == tag.name:
                self._leave(opening, tag, tag.start)
                return
            self._leave(opening, None, tag.start)

    def _would_cut_component(self, tag: Tag) -> bool:
        """Whether an HTML tag closes across a component that is still open; that is a mistake."""
        return tag.name[:1].islower() and bool(self.open) and self.open[-1].tag.name[:1].isupper()

    def _leave(self, opening: _Open, close: Tag | None, content_end: int) -> None:
        tag = opening.tag
        self.open_count[tag.name] -= 1
        if close is None and opening.twin is not None:
            content_end = opening.twin
        self.found.elements[tag.start] = Element(
            tag=tag,
            close=close,
            content_end=content_end,
            end=close.end if close else content_end,
            unclosed=close is None,
        )

    def _formula(self, position: int, line_end: int) -> int:
        end = None
        if self.formulas is not Formulas.NONE:
            end = formula_end(self.text, position, self.formulas, line_end)
        if end is None:
            return position + (2 if self.text.startswith("$$", position) else 1)
        self.found.formulas[position] = end
        return end

    def _brace(self, position: int) -> int:
        if opening := COMMENT_BEGIN.match(self.text, position):
            return self._comment(position, len(opening[0]), COMMENT_END)
        paragraph_end = self.text.find("\n\n", position, position + 4096)
        limit = min(
            self.budget.limit(position, len(self.text)),
            paragraph_end if paragraph_end >= 0 else position + 4096,
        )
        if position in self.brace_ends:
            end = self.brace_ends[position]
        else:
            end, met = match_braces(self.text, position, limit)
            self.brace_ends.update(met)
            if end is None:
                self.budget.waste(limit - position)
                end = self._code_of_paragraphs(position, limit)
        if end is None:
            return position + 1
        self.found.expressions[position] = end
        return end

    def _code_of_paragraphs(self, position: int, tried: int) -> int | None:
        """Return the end of an expression that goes on after a blank line, as code may.

        It begins a line, ends one, and calls a function with a function.
        """
        before = self.text.rfind("\n", 0, position) + 1
        if self.text[before:position].strip() or not _CODE.match(self.text, position):
            return None
        limit = self.budget.limit(position, len(self.text))
        if limit <= tried:
            return None
        end, met = match_braces(self.text, position, limit)
        line_end = len(self.text) if end is None else self.text.find("\n", end)
        rest = self.text[end : line_end if line_end >= 0 else None] if end is not None else ""
        if end is None or rest.strip() or self.text.find("=>", position, end) < 0:
            self.budget.waste(limit - position)
            return None
        self.brace_ends.update(met)
        return end

    def _comment(self, position: int, skip: int, mark: re.Pattern[str]) -> int:
        if mark is COMMENT_END and position >= self.no_comment_end_after:
            return position + skip
        limit = self.budget.limit(position, len(self.text))
        end = mark.search(self.text, position + skip, limit)
        if end is None:
            self.budget.waste(limit - position)
            if mark is COMMENT_END:
                self.no_comment_end_after = position
            return position + skip
        self.found.comments[position] = end.end()
        return end.end()


_CODE = re.compile(r"\{\s*+(?:\[|\(|[A-Za-z_$][\w$.?]*+[([])")
"""What begins an expression that is more than a name: a list, a call, a function."""


# Where code is in a text, which hides every other mark: fences, and spans in paragraphs.

_FENCE = re.compile(r"(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(`{3,}|~{3,})([^\n]*)")
_ITEM = re.compile(r"[ \t]*(?:>[ \t]?)*([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)")
_BREAKS_SPAN = re.compile(r"[ \t]*(?:>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||</?[A-Za-z]|$)")
_BACKTICKS = re.compile(r"`+")


class CodeFences:
    """The fences of a text, followed line by line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: tuple[str, int] | None = None
        self._items: list[int] = []

    def hold(self, begin: int, end: int, indent: int | None) -> bool:
        """Whether a line opens a fence, is in one or closes it; ask for lines in order.

        :param indent: the width of its indentation; ``None`` for a blank line.
        """
        if self._open and self._goes_on(self._open, begin, end, indent):
            return True
        if indent is None:
            return False
        self._follow_items(begin, end, indent)
        return self._opens(begin, end)

    def _goes_on(self, fence: tuple[str, int], begin: int, end: int, indent: int | None) -> bool:
        """Whether the line belongs to the open fence; a list item that ends closes it."""
        marks, floor = fence
        if indent is not None and indent < floor:
            self._open = None
            return False
        if self._text.find(marks, begin, end) < 0:
            return True
        line = self._text[begin:end].lstrip(" \t>").rstrip()
        if len(line) >= len(marks) and not line.strip(marks[0]):
            self._open = None
        return True

    def _follow_items(self, begin: int, end: int, indent: int) -> None:
        while self._items and indent < self._items[-1]:
            self._items.pop()
        match = _ITEM.match(self._text, begin, end)
        if match:
            self._items.append(match.end() - begin)

    def _opens(self, begin: int, end: int) -> bool:
        match = _FENCE.match(self._text, begin, end)
        if match is None or (match[1][0] == "`" and "`" in match[2]):
            return False
        column = match.start(1) - begin
        floor = self._items[-1] if self._items and column >= self._items[-1] else 0
        self._open = (match[1], floor)
        return True


class CodeSpans:
    """The code spans of a text; none goes beyond its paragraph.

    :param blocks: whether the text has paragraphs, or is one.
    """

    def __init__(self, text: str, blocks: bool) -> None:
        self._text = text
        self._blocks = blocks
        self._runs: dict[int, list[int]] | None = None

    def end_paragraph(self) -> None:
        """Note that what was read so far is another paragraph."""
        self._runs = None

    def begin_line(self, begin: int, end: int) -> None:
        """Note a line, which may begin another block."""
        if _BREAKS_SPAN.match(self._text, begin, end):
            self._runs = None

    def end_of(self, position: int) -> int:
        """Return where the span at *position* ends, or its backticks when they begin none."""
        match = _BACKTICKS.match(self._text, position)
        assert match is not None
        length = match.end() - position
        if self._runs is None:
            self._runs = self._runs_from(position)
        runs = self._runs.get(length, [])
        place = bisect_right(runs, position)
        return runs[place] + length if place < len(runs) else match.end()

    def _runs_from(self, position: int) -> dict[int, list[int]]:
        """Return the runs of backticks from *position* to the end of the paragraph, by length."""
        end = self._paragraph_end(position)
        runs: dict[int, list[int]] = {}
        for match in _BACKTICKS.finditer(self._text, position, end):
            runs.setdefault(match.end() - match.start(), []).append(match.start())
        return runs

    def _paragraph_end(self, position: int) -> int:
        size = len(self._text)
        if not self._blocks:
            return size
        while True:
            line_end = self._text.find("\n", position)
            if line_end < 0:
                return size
            position = line_end + 1
            next_end = self._text.find("\n", position)
            next_end = size if next_end < 0 else next_end
            if _BREAKS_SPAN.match(self._text, position, next_end) or _FENCE.match(
                self._text, position, next_end
            ):
                return line_end


# How far a comment, the indentation of a line and a statement of a module reach.

ESM = re.compile(
    r"import\s++(?:[\w$*{](?>(?:[^'\"\s]++|[^\S\n]++(?!from\s++['\"]))*)\s++from\s++|)['\"][^'\"\n]++['\"]"
    r"|export\s++(?:(?:const|let|var)\s++(?:[\w$]++\s*+[=:;,]|[{\[])"
    r"|(?:default\s++)?(?:async\s++)?function\b[\s*]*+[\w$]*+\s*+[(<]"
    r"|(?:default\s++)?class\s++(?:[\w$]++\s++extends\b|[\w$]*+\s*+[{<])"
    r"|default\s++(?:[({\['\"`<]|(?:async\s++)?[\w$.]++[^\S\n]*+(?:[;(]|=>|$))"
    r"|\{|\*\s++(?:as|from)\b)",
    re.MULTILINE,
)
"""What begins an ``import`` or ``export`` statement on one line.

Prose may also begin with these words: "export default settings to a file" is not a statement.
"""

_BRACED_IMPORT = re.compile(r"import\s*+(?:type\s++)?(?:[\w$]++\s*+,\s*+)?\{")
_NAMES_OF_IMPORT = re.compile(
    r"[^}'\"/]*+(?>(?:/(?:/[^\n]*+|\*(?>(?:[^*]++|\*(?!/))*)\*/)[^}'\"/]*+)*)"
)
"""What is between the braces of an import: names, and comments among them."""

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
    line; the rest is text, so that a typo never costs the rest of the page.
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


# A tag in a block quote may go over several lines, each of which begins with the quote's mark.

MAX_DEPTH = 8
"""Quotes deeper than this are read with their marks; each depth costs a copy of the text."""

_PREFIX = re.compile(r"(?:[ \t>]|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*")


class Quotes:
    """The block quotes of a text, as far as a tag that begins in one needs them.

    Ask for lines in order.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._texts: dict[int, str] = {0: text}
        self._line = (0, 0)
        self._depth: int | None = None

    def begin_line(self, begin: int, end: int) -> None:
        """Note the line that is read."""
        self._line = begin, end
        self._depth = None

    def text_for_tags(self) -> str:
        """Return the text with spaces for the marks of the quotes that the line is in.

        Its length is the same. Further lines may have as many marks as this one: another ``>``
        there is a character of the tag.
        """
        if self._depth is None:
            prefix = _PREFIX.match(self._text, *self._line)
            depth = prefix.group().count(">") if prefix else 0
            self._depth = depth if depth <= MAX_DEPTH else 0
        if self._depth not in self._texts:
            marks = re.compile(rf"^(?:[ \t]*>){{1,{self._depth}}}", re.MULTILINE)
            self._texts[self._depth] = marks.sub(lambda m: m[0].replace(">", " "), self._text)
        return self._texts[self._depth]
