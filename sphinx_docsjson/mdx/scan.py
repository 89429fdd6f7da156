"""Where the elements, expressions, comments and module lines of a text are, found in one pass.

Code is read over: fences, code spans, comments. Every step costs a bounded amount per character,
so a text without a single closing tag is as cheap as any other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from sphinx_docsjson.mdx.code_extents import CodeFences, CodeSpans
from sphinx_docsjson.mdx.extents import (
    COMMENT_BEGIN,
    COMMENT_END,
    HTML_COMMENT_END,
    begins_module,
    indent_of,
    module_end,
)
from sphinx_docsjson.mdx.formulas import Formulas, formula_end
from sphinx_docsjson.mdx.javascript.pieces import match_braces
from sphinx_docsjson.mdx.jsx import Form, Tag, TagBudget, read_tag
from sphinx_docsjson.mdx.quotes import Quotes
from sphinx_docsjson.text.word_sets import words

VOID = words("area base br col embed hr img input link meta param source track wbr")
RAW_TEXT = frozenset({"script", "style", "textarea", "Latex"})
"""Elements that hold text: what is between their tags is no tag and no expression."""

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

    :param code_lines: whether a line stands inside a fence.
    :param open_modules: which of the statements of modules are never closed.
    :param glued_lines: whether a line begins inside a tag, a comment or an expression.
    :param broken: where a tag begins that is none, for nothing closes a quotation mark → the mark.
    :param ours: where the elements start that are not MyST's; ``grammar.py`` keeps it here.
    """

    text: str
    elements: dict[int, Element] = field(default_factory=dict)
    strays: dict[int, Tag] = field(default_factory=dict)
    broken: dict[int, int] = field(default_factory=dict)
    comments: dict[int, int] = field(default_factory=dict)
    expressions: dict[int, int] = field(default_factory=dict)
    formulas: dict[int, int] = field(default_factory=dict)
    modules: dict[int, int] = field(default_factory=dict)
    open_modules: set[int] = field(default_factory=set)
    line_starts: list[int] = field(default_factory=list)
    code_lines: set[int] = field(default_factory=set)
    glued_lines: set[int] = field(default_factory=set)
    ours: frozenset[int] | None = None

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
            if self.budget.open_quote is not None:
                self.found.broken[position] = self.budget.open_quote
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
                # ``<br></br>``: the element is over already; its closing tag says nothing.
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
        if end is None:
            return position + 1
        self.found.expressions[position] = end
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
