"""Headings as MyST has them, the title that only the front matter has, and more ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.mdit_to_docutils.base import clean_astext
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.anchors import give_id
from sphinx_docsjson.pages.front_matter.block import FrontMatter, front_markdown
from sphinx_docsjson.pages.front_matter.front_texts import front_texts
from sphinx_docsjson.pages.front_matter.metadata import keep_own_fields
from sphinx_docsjson.pages.headings.page_headings import (
    Headings,
    offered_title,
    same_text,
    split_id,
)
from sphinx_docsjson.text.heading_slugs import slugs

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from markdown_it.tree import SyntaxTreeNode
    from sphinx.environment import BuildEnvironment

HEADINGS = "docsjson_headings"
"""The key in Sphinx's data of the page being read that holds its headings."""


class MystHeadings(Headings):
    """The part of the renderer that leaves headings to MyST and adds to them."""

    page_headings: list[tuple[int, str, int]]
    """The level, the text and the line of each heading of the page."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Prepare for one page."""
        super().setup_render(options, env)
        self.title_section, self.title_in_body, self.top_shift = None, None, 0

    def render_front_matter(self, token: SyntaxTreeNode) -> None:
        """Keep the front matter as MyST does, and show the title that only it has.

        A page whose body begins with its one heading of the first level has its title there.
        """
        super().render_front_matter(token)
        front = self.md_options.get("docsjson_front") or FrontMatter()
        keep_own_fields(self.sphinx_env, front)
        lines: dict[str, int] = self.md_options.get("docsjson_lines") or {}
        self.current_node.extend(front_texts(front, lines, self.document["source"]))
        named = front.text("title")
        title = named or offered_title(self.sphinx_env, front)
        levels = [level for level, *_ in self.page_headings]
        has_own = levels.count(1) == 1 and levels[0] == 1
        if not title or has_own or (named and self.md_config.title_to_header):
            return
        self.open_title(front_markdown(title), title, lines.get("title", 1))
        others = [text for level, text, _ in self.page_headings if level == 1]
        if sum(not same_text(text, title) for text in others) > 1:
            self.heading_offset = 1
        self.lead(front, lines)

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Render a heading as MyST does; links from elsewhere may use more ids for it."""
        if self.inside_component():
            self.hosted_heading(token)
            return
        opening = token.nester_tokens.opening if token.nester_tokens else None
        if self.title_section is not None and token.tag == "h1" and opening is not None:
            if self.repeats_title(token.children[0].content if token.children else ""):
                return
            if not self.heading_offset:
                opening.tag = "h2"
        own = _take_written_id(token)
        before = len(self.current_node)
        super().render_heading(token)
        made = self.current_node.children[before:]
        rubric = made[0] if made and isinstance(made[0], nodes.rubric) else None
        node: nodes.Element = rubric or self.current_node
        if own and own not in self.document.ids:
            give_id(self.document, node, own, first=True)
        headings_of(self.sphinx_env).append(node)


def _take_written_id(token: SyntaxTreeNode) -> str:
    """Remove ``{#id}`` from the end of a heading and return the id."""
    inline = token.children[0] if token.children else None
    last = inline.children[-1] if inline is not None and inline.children else None
    if inline is None or last is None or last.type != "text" or last.token is None:
        return ""
    kept, own = split_id(last.content)
    if not own or inline.token is None:
        return ""
    last.token.content = kept
    inline.token.content, _ = split_id(inline.content)
    return own


def headings_of(env: BuildEnvironment) -> list[nodes.Element]:
    """Return the headings that MyST made of the page being read."""
    kept: Any = env.current_document
    found: list[nodes.Element] = kept.setdefault(HEADINGS, [])
    return found


class MoreIds(SphinxTransform):
    """Gives headings the ids of other platforms, as far as the page has no such id.

    They come after all ids that docutils, Sphinx and MyST give (``AddSlugIds``, 700), so none of
    those changes, and before links to them are looked up (``ResolveAnchorIds``, 879).
    """

    default_priority = 750

    def apply(self, **kwargs: Any) -> None:
        """Add the ids to the headings of the document."""
        wanted = {id(node) for node in headings_of(self.env)}
        if not wanted:
            return
        ids = self.document.ids
        for node in self.document.findall(nodes.Element):
            if id(node) not in wanted or not node.children:
                continue
            title: Any = node if isinstance(node, nodes.rubric) else node[0]
            names = slugs(clean_astext(title))
            number, suffix = 1, ""
            while names and ids.get(names[0] + suffix, node) is not node:
                number += 1
                suffix = f"-{number}"
            for name in names:
                if name + suffix not in ids:
                    give_id(self.document, node, name + suffix)
