"""Component tags as a markdown-it-py plugin: which rules read them, and the tokens they make.

The tokens are ``docsjson_element`` (a tag with its content as source text), the pair
``docsjson_inline_open``/``_close`` around inline content, ``docsjson_expression`` and
``docsjson_problem``. What they become is the renderer's business.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from markdown_it.rules_block.html_block import html_block

from sphinx_docsjson.pages.jsx import Form, Tag
from sphinx_docsjson.pages.scan import Element, Scan, scan

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

MAX_DEPTH = 16

_HEADING = re.compile(r"[ ]{0,3}#{1,6}\s")


class Shape(Enum):
    """How the element of a name behaves in the flow of a page."""

    BLOCK = auto()
    """Stands on its own, also directly below a line of text."""

    INLINE = auto()
    """Stands inside text; on lines of its own around other blocks it is a block."""

    EITHER = auto()
    """A block where it begins a line, inline elsewhere."""

    UNKNOWN = auto()
    """Shown as text."""


def tags_plugin(md: MarkdownIt, shape_of: Callable[[str], Shape]) -> None:
    """Teach *md* the tags, expressions and module lines of MDX.

    :param shape_of: how the element of a name behaves; asked at parse time.
    """
    rules = _BlockRules(shape_of)
    ends_paragraph: RuleOptionsType = {
        "alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]
    }
    first = md.block.ruler.get_all_rules()[0]
    md.block.ruler.before(first, "docsjson_module", rules.module)
    md.block.ruler.before(first, "docsjson_comment", rules.comment, ends_paragraph)
    md.block.ruler.before(first, "docsjson_element", rules.element, ends_paragraph)
    md.block.ruler.at("html_block", _declaration_only, ends_paragraph)
    md.block.ruler.at("lheading", rules.setext_heading)
    md.block.ruler.at("paragraph", rules.paragraph)
    inline = _InlineRules(shape_of)
    md.inline.ruler.before("html_inline", "docsjson_inline", inline.tag)
    # Last: braces also belong to roles and to attributes of spans.
    md.inline.ruler.push("docsjson_expression", inline.expression)
    md.disable("html_inline")


def scan_of(text: str, env: MutableMapping[str, Any], *, blocks: bool) -> Scan:
    """Return the scan of *text*, which is kept as long as the same text is asked for."""
    key = "docsjson_blocks" if blocks else "docsjson_inlines"
    recent: list[Scan] = env.setdefault(key, [])
    for known in recent:
        if known.text is text:
            return known
    # The text of an image inside the text of a paragraph: a few are in use at the same time.
    recent.insert(0, scan(text, blocks=blocks))
    del recent[4:]
    return recent[0]


def _declaration_only(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """HTML comments and declarations stay what they are; elements are ours."""
    position = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith(("<!", "<?"), position):
        return False
    return html_block(state, start, end, silent)


class _BlockRules:
    def __init__(self, shape_of: Callable[[str], Shape]) -> None:
        self.shape_of = shape_of

    def module(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take the lines of ``import`` and ``export``; they were read before the parse."""
        begin = state.bMarks[start]
        found = scan_of(state.src, state.env, blocks=True)
        module_end = found.modules.get(begin)
        if module_end is None:
            return False
        if not silent:
            state.line = found.line_of(module_end) + 1
        return True

    def comment(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take a comment that stands alone on its lines."""
        position = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith("{", position) or state.is_code_block(start):
            return False
        found = scan_of(state.src, state.env, blocks=True)
        comment_end = found.comments.get(position)
        if comment_end is None:
            return False
        last = found.line_of(comment_end - 1)
        if state.src[comment_end : state.eMarks[last]].strip():
            return False
        if not silent:
            state.line = last + 1
        return True

    def element(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Take an element that begins a line, and those that follow it on its last line."""
        position = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith("<", position) or state.is_code_block(start):
            return False
        found = scan_of(state.src, state.env, blocks=True)
        element = found.elements.get(position)
        if element is None or not self._is_block(state, found, element):
            return False
        if silent:
            return True
        line = start
        while True:
            line = self._push(state, found, element, line)
            rest = _skip_space(state.src, _end_of(state, found, element), state.eMarks[line])
            following = found.elements.get(rest)
            if following is None or not self._is_block(state, found, following):
                break
            element = following
        _push_rest(state, rest, line)
        state.line = line + 1
        return True

    def _is_block(self, state: StateBlock, found: Scan, element: Element) -> bool:
        tag = element.tag
        shape = self.shape_of(tag.name)
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
        token = state.push("docsjson_element", "", 0)
        token.map = [line, last + 1]
        token.block = True
        token.content, offset = _content_of(state, found, element)
        token.meta = {
            "tag": element.tag,
            "offset": offset - line,
            "unclosed": element.unclosed,
            "column": element.tag.start - state.bMarks[line] + 1,
        }
        return last

    def paragraph(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Read a paragraph as CommonMark does, except that MDX has no indented code."""
        stop, _ = _paragraph_lines(state, start, setext=False)
        _push_text(state, "paragraph", "p", start, stop)
        state.line = stop
        return True

    def setext_heading(self, state: StateBlock, start: int, end: int, silent: bool) -> bool:
        """Read an underlined heading."""
        if state.is_code_block(start):
            return False
        stop, marker = _paragraph_lines(state, start, setext=True)
        if not marker:
            return False
        _push_text(state, "heading", "h1" if marker == "=" else "h2", start, stop)
        state.line = stop + 1
        return True


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


def _push_rest(state: StateBlock, position: int, line: int) -> None:
    """Push what follows an element on its last line as a paragraph."""
    rest = state.src[position : state.eMarks[line]].strip()
    if rest:
        _push_paragraph(state, rest, line, line + 1)


def _push_paragraph(state: StateBlock, content: str, start: int, stop: int) -> None:
    token = state.push("paragraph_open", "p", 1)
    token.map = [start, stop]
    token = state.push("inline", "", 0)
    token.content = content
    token.map = [start, stop]
    token.children = []
    state.push("paragraph_close", "p", -1)


def _push_text(state: StateBlock, kind: str, tag: str, start: int, stop: int) -> None:
    content = state.getLines(start, stop, state.blkIndent, False).strip(" \t\n\r")
    lines = [start, stop + 1 if kind == "heading" else stop]
    token = state.push(f"{kind}_open", tag, 1)
    token.map = lines
    token = state.push("inline", "", 0)
    token.content = content
    token.map = [start, stop]
    token.children = []
    state.push(f"{kind}_close", tag, -1)


def _paragraph_lines(state: StateBlock, start: int, *, setext: bool) -> tuple[int, str]:
    """Return the line after a paragraph, and the mark of the line that underlines it.

    As CommonMark's own rule, with two differences: lines inside a tag, a comment or an expression
    belong to it whatever they look like, and where indented code is off, a deeply indented line
    may end it.
    """
    found = scan_of(state.src, state.env, blocks=True)
    terminators = state.md.block.ruler.getRules("paragraph")
    indented_code = state._code_enabled
    before, state.parentType = state.parentType, "paragraph"
    line, marker = start + 1, ""
    while line < state.lineMax:
        if line in found.glued_lines:
            line += 1
            continue
        if state.isEmpty(line):
            break
        deep = indented_code and state.sCount[line] - state.blkIndent > 3
        if deep or state.sCount[line] < 0:
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


class _InlineRules:
    def __init__(self, shape_of: Callable[[str], Shape]) -> None:
        self.shape_of = shape_of

    def tag(self, state: StateInline, silent: bool) -> bool:
        """Read a tag inside text, with what it holds."""
        position = state.pos
        if state.src[position] != "<":
            return False
        found = scan_of(state.src, state.env, blocks=False)
        if (end := found.comments.get(position)) is not None:
            state.pos = end
            return True
        element = found.elements.get(position)
        if element is None:
            stray = found.strays.get(position)
            return stray is not None and self._problem(state, found, stray, silent)
        if element.end > state.posMax or element.unclosed:
            return self._problem(state, found, element.tag, silent, unclosed=True)
        shape = self.shape_of(element.tag.name)
        if shape is Shape.UNKNOWN:
            return self._problem(state, found, element.tag, silent)
        if not silent:
            self._push(state, found, element, shape)
        state.pos = element.end
        return True

    def _push(self, state: StateInline, found: Scan, element: Element, shape: Shape) -> None:
        meta = {"tag": element.tag, "offset": found.line_of(element.tag.start), "inline": True}
        if shape is not Shape.INLINE or element.close is None:
            token = state.push("docsjson_element", "", 0)
            token.meta = meta
            token.content = state.src[element.tag.end : element.content_end]
            return
        token = state.push("docsjson_inline_open", "", 1)
        token.meta = meta
        outer_end = state.posMax
        state.pos, state.posMax = element.tag.end, element.content_end
        state.md.inline.tokenize(state)
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
                "unclosed": unclosed and self.shape_of(tag.name) is not Shape.UNKNOWN,
                "offset": found.line_of(tag.start),
            }
        state.pos = tag.end
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
        if not silent:
            token = state.push("docsjson_expression", "", 0)
            token.content = state.src[position + 1 : end - 1]
            token.meta = {
                "offset": found.line_of(position),
                "in_word": position > 0 and not state.src[position - 1].isspace(),
            }
        state.pos = end
        return True
