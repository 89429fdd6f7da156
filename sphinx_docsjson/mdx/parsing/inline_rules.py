"""The rules that read tags, comments and expressions inside a line of text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.rules_inline.html_inline import html_inline

from sphinx_docsjson.mdx.formulas import content_of
from sphinx_docsjson.mdx.javascript.pieces import is_blank
from sphinx_docsjson.mdx.jsx import Form, Tag
from sphinx_docsjson.mdx.parsing.block_rules import CLOSING
from sphinx_docsjson.mdx.scan import RAW_TEXT
from sphinx_docsjson.mdx.shapes import Shape, scan_of

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

    from sphinx_docsjson.mdx.grammar import Grammar
    from sphinx_docsjson.mdx.scan import Element, Scan

_OPENING = re.compile(r"<([A-Z][\w.]*+)\s")


class InlineRules:
    """The inline rules of one parser.

    :param grammar: which elements are ours; asked at parse time.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def tag(self, state: StateInline, silent: bool) -> bool:
        """Read a tag inside text, with what it holds."""
        position = state.pos
        if state.src[position] != "<":
            return False
        found = scan_of(state.src, state.env, blocks=False)
        if (end := found.comments.get(position)) is not None and self.grammar.whole():
            state.pos = end
            return True
        element = found.elements.get(position)
        if element is None:
            if position in found.broken and (name := _OPENING.match(state.src, position)):
                return self._broken(state, found, name[1], silent)
            stray = found.strays.get(position)
            if stray is None or not self.grammar.takes_tag(stray):
                return False
            return self._problem(state, found, stray, silent)
        if not self.grammar.takes(found, element):
            return False
        if element.end > state.posMax or element.unclosed:
            return self._problem(state, found, element.tag, silent, unclosed=True)
        shape = self.grammar.shape_of(element.tag.name)
        if shape is Shape.UNKNOWN:
            return self._problem(state, found, element.tag, silent)
        if not silent:
            self._push(state, found, element, shape)
        state.pos = element.end
        return True

    def _broken(self, state: StateInline, found: Scan, name: str, silent: bool) -> bool:
        """Show a tag with a quotation mark that nothing closes as the text it is, and say so."""
        if not self.grammar.takes_name(name):
            return False
        if not silent:
            token = state.push("docsjson_problem", "", 0)
            token.content = "<"
            quote = found.broken[state.pos]
            offset = found.line_of(quote)
            token.meta = {"name": name, "quote": state.src[quote], "offset": offset}
        state.pos += 1
        return True

    def _push(self, state: StateInline, found: Scan, element: Element, shape: Shape) -> None:
        meta = {"tag": element.tag, "offset": found.line_of(element.tag.start), "inline": True}
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
                "unclosed": unclosed and self.grammar.shape_of(tag.name) is not Shape.UNKNOWN,
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
