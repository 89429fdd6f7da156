"""Component tags as a markdown-it-py plugin: which rules read them, and the tokens they make.

The tokens are ``docsjson_element`` (a tag with its content as source text), the pair
``docsjson_inline_open``/``_close`` around inline content, ``docsjson_expression`` and
``docsjson_problem``. What they become is the renderer's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.mdx.parsing.block_rules import BlockRules
from sphinx_docsjson.mdx.parsing.deep_marks import bound_nesting
from sphinx_docsjson.mdx.parsing.inline_rules import InlineRules
from sphinx_docsjson.mdx.parsing.lists import list_at_any_depth
from sphinx_docsjson.mdx.shapes import MAX_DEPTH, Shape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType

    from sphinx_docsjson.mdx.grammar import Grammar

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
