"""Component tags as rules of markdown-it-py."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.rules_block.html_block import html_block
from markdown_it.rules_block.lheading import lheading
from markdown_it.rules_block.list import list_block
from markdown_it.rules_block.paragraph import paragraph
from markdown_it.rules_inline.html_inline import html_inline

from sphinx_docsjson.mdx.formulas import content_of
from sphinx_docsjson.mdx.grammar import MAX_DEPTH, Shape, scan_of
from sphinx_docsjson.mdx.jsx import Fault, Form, Tag, is_blank
from sphinx_docsjson.mdx.scan import RAW_TEXT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

    from sphinx_docsjson.mdx.grammar import Grammar
    from sphinx_docsjson.mdx.jsx import BrokenTag
    from sphinx_docsjson.mdx.scan import Element, Scan


__all__ = ["MAX_DEPTH", "Shape", "tags_plugin"]


def tags_plugin(md: MarkdownIt, grammar: Grammar) -> None:
    """Teach *md* the tags, expressions and module lines of MDX.

    :param grammar: which of them are ours; asked at parse time.
    """
    md.core.ruler.push("docsjson_nesting", bound_nesting)
    rules = BlockRules(grammar)
    ends_paragraph: RuleOptionsType = {
        "alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]
    }
    first = md.block.ruler.get_all_rules()[0]
    md.block.ruler.before(first, "docsjson_module", rules.module)
    md.block.ruler.before(first, "docsjson_comment", rules.comment, ends_paragraph)
    md.block.ruler.before(first, "docsjson_element", rules.element, ends_paragraph)
    md.block.ruler.before(first, "docsjson_formula", rules.formula, ends_paragraph)
    md.block.ruler.at("html_block", rules.html, ends_paragraph)
    md.block.ruler.at("list", list_at_any_depth, {"alt": ["paragraph", "reference", "blockquote"]})
    md.block.ruler.before("lheading", "docsjson_expression", rules.expression, ends_paragraph)
    md.block.ruler.at("lheading", rules.setext_heading)
    md.block.ruler.at("paragraph", rules.paragraph)
    inline = InlineRules(grammar)
    md.inline.ruler.before("html_inline", "docsjson_inline", inline.tag)
    md.inline.ruler.before("escape", "docsjson_formula", inline.formula)
    # Last: braces also belong to roles and to attributes of spans.
    md.inline.ruler.push("docsjson_expression", inline.expression)
    md.inline.ruler.at("html_inline", inline.html)


# How deep emphasis and links of a line may be in each other.

DEEPEST = 60
"""Deeper marks are text: seven hundred stars around a word would end what walks the tree."""


def bound_nesting(state: StateCore) -> None:
    """Turn the marks of each line that are too deep into text (a core rule)."""
    for block in state.tokens:
        if block.children:
            _bound(block.children)


def _bound(tokens: Iterable[Token]) -> None:
    depth = 0
    for token in tokens:
        depth += token.nesting == 1
        too_deep = depth > DEEPEST
        depth -= token.nesting == -1
        if too_deep and token.nesting:
            token.type, token.tag, token.nesting, token.content = "text", "", 0, token.markup


# The rules that read tags, comments and expressions inside a line of text.

_AFTER_NAME = re.compile(r"</?[\w$.-]++(?=[\s/\"'={}])")


class InlineRules:
    """The inline rules of one parser.

    :param grammar: which elements are ours; asked at parse time.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def tag(self, state: StateInline, silent: bool) -> bool:
        """Read a tag inside text, with its content."""
        position = state.pos
        if state.src[position] != "<":
            return False
        found = scan_of(state.src, state.env, blocks=False)
        if (end := found.comments.get(position)) is not None and self.grammar.whole():
            state.pos = end
            return True
        element = found.elements.get(position)
        if element is None:
            if self._is_reported(state.src, found.broken.get(position)):
                return self._broken(state, found, found.broken[position], silent)
            if state.src.startswith("<<", position) and self._is_whole_at(state, position + 1):
                return self._doubled(state, found.elements[position + 1].tag.name, silent)
            stray = found.strays.get(position)
            if stray is None or not self.grammar.takes_tag(stray):
                return False
            return self._problem(state, found, stray, silent)
        if not self.grammar.takes(found, element):
            return False
        if element.end > state.posMax or element.unclosed:
            return self._problem(state, found, element.tag, silent, unclosed=True)
        shape = self.grammar.shape_of_element(element)
        if shape is Shape.UNKNOWN:
            return self._problem(state, found, element.tag, silent)
        if not silent:
            self._push(state, found, element, shape)
        state.pos = element.end
        return True

    def _is_reported(self, source: str, broken: BrokenTag | None) -> bool:
        """Whether what begins like a tag was meant as one.

        MDX rejects all of them. If other tags belong to MyST, it must be a component with an
        attribute: ``a <B and c`` is text.
        """
        if broken is None or not _AFTER_NAME.match(source, broken.start):
            return False
        if self.grammar.whole():
            is_html = self.grammar.shape_of(broken.name) is not Shape.UNKNOWN
            return is_html or self.grammar.takes_name(broken.name)
        is_component = broken.name[:1].isupper() and self.grammar.takes_name(broken.name)
        return is_component and broken.fault is not Fault.CHARACTER

    def _broken(self, state: StateInline, found: Scan, broken: BrokenTag, silent: bool) -> bool:
        """Show what is not a tag as the text it is, and say why."""
        if not silent:
            token = state.push("docsjson_problem", "", 0)
            token.content = "<"
            offset = found.line_of(broken.position)
            token.meta = {"name": broken.name, "broken": broken, "offset": offset}
        state.pos += 1
        return True

    def _is_whole_at(self, state: StateInline, position: int) -> bool:
        """Whether an element of ours that is closed begins at *position*."""
        found = scan_of(state.src, state.env, blocks=False)
        element = found.elements.get(position)
        return (
            element is not None
            and not element.unclosed
            and element.end <= state.posMax
            and self.grammar.takes(found, element)
        )

    def _doubled(self, state: StateInline, name: str, silent: bool) -> bool:
        """Show the first of two ``<`` as text, and say so."""
        if not silent:
            found = scan_of(state.src, state.env, blocks=False)
            token = state.push("docsjson_problem", "", 0)
            token.content = "<"
            token.meta = {"name": name, "doubled": True, "offset": found.line_of(state.pos)}
        state.pos += 1
        return True

    def _push(self, state: StateInline, found: Scan, element: Element, shape: Shape) -> None:
        meta = {
            "tag": element.tag,
            "offset": found.line_of(element.tag.start),
            "inline": True,
            "bare": _begins_on_line(state.src, element.tag),
        }
        if shape is not Shape.INLINE or element.close is None:
            token = state.push("docsjson_element", "", 0)
            token.meta = meta
            token.content = state.src[element.tag.end : element.content_end]
            return
        token = state.push("docsjson_inline_open", "", 1)
        token.meta = {**meta, "content": state.src[element.tag.end : element.content_end]}
        if element.tag.name in RAW_TEXT:
            state.push("docsjson_inline_close", "", -1)
            return
        outer_end = state.posMax
        state.pos, state.posMax = element.tag.end, element.content_end
        linked = any(attribute.name == "href" for attribute in element.tag.attributes)
        state.linkLevel += linked
        state.md.inline.tokenize(state)
        state.linkLevel -= linked
        state.posMax = outer_end
        state.push("docsjson_inline_close", "", -1)

    def _problem(
        self, state: StateInline, found: Scan, tag: Tag, silent: bool, *, unclosed: bool = False
    ) -> bool:
        if not silent:
            token = state.push("docsjson_problem", "", 0)
            token.content = state.src[tag.start : tag.end]
            token.meta = {
                "name": tag.name,
                "closing": tag.form is Form.CLOSE,
                "unclosed": unclosed and self.grammar.shape_of(tag.name) is not Shape.UNKNOWN,
                "doubled": unclosed and state.src[tag.start - 1 : tag.start] == "<",
                "offset": found.line_of(tag.start),
            }
        state.pos = tag.end
        return True

    def html(self, state: StateInline, silent: bool) -> bool:
        """Read HTML that is not ours; the end of a tag that is shown as text is text, too."""
        if self.grammar.whole():
            return False
        match = CLOSING.match(state.src, state.pos)
        if match is not None and self.grammar.takes_name(match[1]):
            return False
        return html_inline(state, silent)

    def formula(self, state: StateInline, silent: bool) -> bool:
        """Read a formula between dollar signs."""
        if state.src[state.pos] != "$":
            return False
        found = scan_of(state.src, state.env, blocks=False)
        end = found.formulas.get(state.pos)
        if end is None or end > state.posMax:
            return False
        if not silent:
            token = state.push("math_inline", "math", 0)
            token.content = content_of(state.src[state.pos : end])
            token.markup = "$"
        state.pos = end
        return True

    def expression(self, state: StateInline, silent: bool) -> bool:
        """Read ``{…}`` inside text: a comment, a name or a literal."""
        position = state.pos
        if state.src[position] != "{":
            return False
        found = scan_of(state.src, state.env, blocks=False)
        if (end := found.comments.get(position)) is not None:
            state.pos = end
            return True
        end = found.expressions.get(position)
        if end is None or end > state.posMax:
            return False
        source = state.src[position + 1 : end - 1]
        if not self.grammar.takes_expression(source):
            return False
        if not silent and not is_blank(source):
            token = state.push("docsjson_expression", "", 0)
            token.content = source
            token.meta = {
                "offset": found.line_of(position),
                "in_word": position > 0 and not state.src[position - 1].isspace(),
            }
        state.pos = end
        return True


# The rules that read elements, comments and module lines which begin a line.

CLOSING = re.compile(r"</([A-Z][\w.]*)")
"""A closing tag whose name may be that of a component."""

_HEADING = re.compile(r"[ ]{0,3}#{1,6}\s")
_BLANK_LINES = re.compile(r"\n\s*")
_TEXT = re.compile(r"[ \t]*\S")


def _begins_on_line(source: str, tag: Tag) -> bool:
    """Whether what is in an element begins on the line of its tag: in MDX, no paragraph."""
    return _TEXT.match(source, tag.end) is not None


class BlockRules:
    """The block rules of one parser.

    :param grammar: which elements are ours; asked at parse time.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def module(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take the lines of ``import`` and ``export``; they were read before the parse."""
        begin = state.bMarks[start]
        found = scan_of(state.src, state.env, blocks=True)
        module_end = found.modules.get(begin)
        if module_end is None:
            return False
        if not silent:
            if begin in found.open_modules:
                token = state.push("docsjson_open_module", "", 0)
                token.map = [start, start + 1]
                token.content = state.src[begin:module_end].split(maxsplit=1)[0]
            state.line = found.line_of(module_end) + 1
        return True

    def comment(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take a comment that stands alone on its lines."""
        position = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith(("{", "<!"), position) or state.is_code_block(start):
            return False
        found = scan_of(state.src, state.env, blocks=True)
        after, last = self._after_comments(state, found, position, start)
        if after == position or after < state.eMarks[last]:
            return False
        if not silent:
            state.line = last + 1
        return True

    def _after_comments(
        self, state: StateBlock, found: Scan, position: int, line: int
    ) -> tuple[int, int]:
        """Return where the space and the comments at *position* end, and the line of that."""
        while True:
            position = _skip_space(state.src, position, state.eMarks[line])
            end = found.comments.get(position)
            if end is None or (state.src[position] == "<" and not self.grammar.whole()):
                return position, line
            position, line = end, found.line_of(end - 1)

    def expression(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take an expression that stands alone on its lines: in MDX it is a block of its own."""
        position = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith("{", position) or not self.grammar.whole():
            return False
        found = scan_of(state.src, state.env, blocks=True)
        stop = found.expressions.get(position)
        if stop is None:
            return False
        last = found.line_of(stop - 1)
        if last >= end or state.src[stop : state.eMarks[last]].strip():
            return False
        if not silent:
            _push_text(state, "paragraph", "p", start, last + 1)
            state.line = last + 1
        return True

    def formula(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take a formula in ``$$`` that stands alone on its lines."""
        position = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith("$$", position):
            return False
        found = scan_of(state.src, state.env, blocks=True)
        stop = found.formulas.get(position)
        if stop is None:
            return False
        last = found.line_of(stop - 1)
        if last >= end or state.src[stop : state.eMarks[last]].strip():
            return False
        if not silent:
            token = state.push("math_block", "math", 0)
            token.block = True
            token.markup = "$$"
            token.map = [start, last + 1]
            lines = [state.src[position : min(stop, state.eMarks[start])]]
            for line in range(start + 1, last + 1):
                lines.append(state.src[state.bMarks[line] : min(stop, state.eMarks[line])])
            token.content = content_of("\n".join(lines))
            state.line = last + 1
        return True

    def element(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take an element that begins a line, and those that follow it on its last line.

        Comments do not count.
        """
        position = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith(("<", "{"), position) or state.is_code_block(start):
            return False
        found = scan_of(state.src, state.env, blocks=True)
        position, line = self._after_comments(state, found, position, start)
        element = found.elements.get(position)
        if element is None or not self._is_block(state, found, element):
            return False
        if silent:
            # In the middle of a paragraph, <path /> belongs to what is around it.
            name = element.tag.name
            return name[:1].isupper() or self.grammar.shape_of(name) is not Shape.UNKNOWN
        while True:
            line = self._push(state, found, element, line)
            finish = _end_of(state, found, element)
            rest, line = self._after_comments(state, found, finish, line)
            following = found.elements.get(rest)
            if following is None or not self._is_block(state, found, following):
                break
            element = following
        state.line = self._push_rest(state, rest, line)
        return True

    def _push_rest(self, state: StateBlock, position: int, line: int) -> int:
        """Push the paragraph that follows an element on its last line; return the line after it.

        It continues below, like a paragraph that begins a line.
        """
        rest = state.src[position : state.eMarks[line]].strip()
        if not rest:
            return line + 1
        stop, _ = _paragraph_lines(state, line, self._glued(state), setext=False)
        following = state.getLines(line + 1, stop, state.blkIndent, False).rstrip()
        text = f"{rest}\n{following}" if following else rest
        _push_text(state, "paragraph", "p", line, stop, text)
        return stop

    def _is_block(self, state: StateBlock, found: Scan, element: Element) -> bool:
        tag = element.tag
        if not self.grammar.takes(found, element):
            return False
        shape = self.grammar.shape_of_element(element)
        if shape is Shape.BLOCK:
            return not element.unclosed or tag.name[:1].isupper()
        if shape is Shape.UNKNOWN:
            return False
        line = found.line_of(tag.start)
        last = found.line_of(max(element.end - 1, tag.start))
        alone = not state.src[_end_of(state, found, element) : state.eMarks[last]].strip()
        if shape is Shape.EITHER:
            return alone and (not element.unclosed)
        first_line_end = state.eMarks[found.line_of(tag.end - 1)]
        own_line = not state.src[tag.end : first_line_end].strip()
        spans = element.close is not None and last > line
        return spans and own_line and alone

    def _push(self, state: StateBlock, found: Scan, element: Element, line: int) -> int:
        """Push the token of *element*; return its last line."""
        finish = _end_of(state, found, element)
        last = max(line, found.line_of(max(finish - 1, 0)))
        name = element.tag.name
        if name[:1].isupper() and self.grammar.shape_of(name) is Shape.INLINE:
            # On lines of its own it is the same as on one line: a paragraph.
            tag, end = element.tag, element.content_end
            words = _BLANK_LINES.sub("\n", _content_of(state, found, element)[0].strip())
            text = f"{state.src[tag.start : tag.end]}{words}{state.src[end:finish]}"
            _push_text(state, "paragraph", "p", line, last + 1, text)
            return last
        token = state.push("docsjson_element", "", 0)
        token.map = [line, last + 1]
        token.block = True
        token.content, offset = _content_of(state, found, element)
        token.meta = {
            "tag": element.tag,
            "offset": offset - line,
            "unclosed": element.unclosed,
            "bare": _begins_on_line(state.src, element.tag),
            "column": element.tag.start - state.bMarks[line] + 1,
        }
        return last

    def html(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Read HTML that is not ours; where all is, this leaves declarations."""
        position = state.bMarks[start] + state.tShift[start]
        if self.grammar.whole():
            declares = state.src.startswith(("<!", "<?"), position)
            if not declares or state.src.startswith("<!--", position):
                return False
        elif state.src.startswith("<", position):
            found = scan_of(state.src, state.env, blocks=True)
            element = found.elements.get(position)
            if element is not None and self.grammar.takes(found, element):
                return False
            closing = CLOSING.match(state.src, position)
            if closing is not None and self.grammar.takes_name(closing[1]):
                return False
        return html_block(state, start, end, silent)

    def paragraph(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Read a paragraph as CommonMark does, except that MDX has no indented code."""
        glued = self._glued(state)
        if not glued and not self.grammar.whole():
            return paragraph(state, start, end, silent)
        stop, _ = _paragraph_lines(state, start, glued, setext=False)
        _push_text(state, "paragraph", "p", start, stop)
        state.line = stop
        return True

    def setext_heading(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Read an underlined heading."""
        if state.is_code_block(start):
            return False
        glued = self._glued(state)
        if not glued and not self.grammar.whole():
            return lheading(state, start, end, silent)
        stop, marker = _paragraph_lines(state, start, glued, setext=True)
        if not marker:
            return False
        _push_text(state, "heading", "h1" if marker == "=" else "h2", start, stop)
        state.line = stop + 1
        return True

    def _glued(self, state: StateBlock) -> Collection[int]:
        return self.grammar.glued_lines(scan_of(state.src, state.env, blocks=True))


def _end_of(state: StateBlock, found: Scan, element: Element) -> int:
    """Return where an element ends; one that nothing closes ends before the next heading."""
    inside_another = state.env.get("docsjson_depth", 0) > 0
    if not element.unclosed or inside_another or element.content_end < len(found.text):
        return element.end
    number = found.line_of(element.tag.end) + 1
    while number < len(found.line_starts):
        begin = found.line_starts[number]
        if number not in found.code_lines and _HEADING.match(found.text, begin):
            return begin
        number += 1
    return element.end


def _content_of(state: StateBlock, found: Scan, element: Element) -> tuple[str, int]:
    """Return the content of an element without its common indentation, and its first line."""
    begin = element.tag.end
    stop = element.content_end
    if element.unclosed:
        stop = min(stop, _end_of(state, found, element))
    if element.close is None and not element.unclosed:
        return "", found.line_of(begin - 1)
    first, last = found.line_of(begin), found.line_of(stop)
    if state.src[begin : min(stop, state.eMarks[first])].strip() == "" and first < last:
        first += 1
        begin = state.bMarks[first]
    lines: list[str] = []
    depths: list[int] = []
    for number in range(first, last + 1):
        line_begin = begin if number == first else state.bMarks[number]
        line = state.src[line_begin : min(stop, max(state.eMarks[number], line_begin))]
        on_tag_line = line_begin != state.bMarks[number]
        if line.strip() and not on_tag_line and not _inside_code(found, number):
            depths.append(len(line) - len(line.lstrip(" \t")))
        lines.append(line)
    depth = min(depths, default=0)
    return "\n".join(_outdent(line, depth) for line in lines), first


def _inside_code(found: Scan, number: int) -> bool:
    return number in found.code_lines and number - 1 in found.code_lines


def _outdent(line: str, depth: int) -> str:
    blank = len(line) - len(line.lstrip(" \t"))
    return line[min(depth, blank) :]


def _skip_space(text: str, position: int, end: int) -> int:
    while position < end and text[position] in " \t\r":
        position += 1
    return position


def _push_text(
    state: StateBlock, kind: str, tag: str, start: int, stop: int, content: str | None = None
) -> None:
    """Push a block of text: *content*, or what is in the lines."""
    if content is None:
        content = state.getLines(start, stop, state.blkIndent, False).strip(" \t\n\r")
    lines = [start, stop + 1 if kind == "heading" else stop]
    token = state.push(f"{kind}_open", tag, 1)
    token.map = lines
    token = state.push("inline", "", 0)
    token.content = content
    token.map = [start, stop]
    token.children = []
    state.push(f"{kind}_close", tag, -1)


def _paragraph_lines(
    state: StateBlock, start: int, glued: Collection[int], *, setext: bool
) -> tuple[int, str]:
    """Return the line after a paragraph, and the mark of the line that underlines it.

    As CommonMark's own rule, with two differences: lines inside a tag, a comment or an expression
    belong to it whatever they look like, and where indented code is off, a deeply indented line
    may end it.
    """
    terminators = state.md.block.ruler.getRules("paragraph")
    before, state.parentType = state.parentType, "paragraph"
    line, marker = start + 1, ""
    while line < state.lineMax:
        if line in glued:
            line += 1
            continue
        if state.isEmpty(line):
            break
        if state.is_code_block(line) or state.sCount[line] < 0:
            line += 1
            continue
        if setext and (marker := _underline(state, line)):
            break
        if any(rule(state, line, state.lineMax, True) for rule in terminators):
            break
        line += 1
    state.parentType = before
    return line, marker


def _underline(state: StateBlock, line: int) -> str:
    if state.sCount[line] < state.blkIndent:
        return ""
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
    return text[0] if text and text[0] in "-=" and not text.strip(text[0]) else ""


# Lists where indentation means no code: an item may be indented to any depth.


def list_at_any_depth(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a list as CommonMark does; without indented code, no item is too deep to be one.

    CommonMark treats a marker that is indented four columns more than the list around it as text,
    because it could be code. markdown-it looks for indented code in every rule except this one.
    """
    deep = state.listIndent >= 0 and state.sCount[start] - state.listIndent >= 4
    if not deep or "code" in state.md.block.ruler.get_active_rules():
        return list_block(state, start, end, silent)
    around, state.listIndent = state.listIndent, -1
    try:
        return list_block(state, start, end, silent)
    finally:
        state.listIndent = around
