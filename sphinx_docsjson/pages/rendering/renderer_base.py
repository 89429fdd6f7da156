"""What all parts of the renderer share: places, warnings, and text rendered where it stands."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line

from sphinx_docsjson.compat.myst_renderer import OpenRenderer
from sphinx_docsjson.components.directive import STACK
from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.javascript.js_values import ElementValue, as_text, fits
from sphinx_docsjson.pages.rendering.paragraphs import is_block
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping

    from markdown_it.tree import SyntaxTreeNode

    from sphinx_docsjson.pages.rendering.translated_text import Message


MAX_NESTED = 30
"""How deep directives and tags may be nested; each level takes a good twenty calls of Python."""


NESTED_TEXT = 20
"""A piece of nested text costs as much as so many expressions."""


class RendererBase(OpenRenderer):
    """MyST's renderer, and what the parts of ours build on."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Prepare for one page."""
        super().setup_render(options, env)
        self.reported: set[tuple[str, str]] = set()
        self.message: Message | None = options.get("docsjson_message")
        self._nested = 0

    def inside_component(self) -> bool:
        """Whether the text being read stands inside one of our elements."""
        return bool(
            self.md_env.get("docsjson_depth") or self.sphinx_env.current_document.get(STACK)
        )

    # -- places ---------------------------------------------------------------------------

    def line_of(self, token: SyntaxTreeNode) -> int:
        """Return the line, from 1, on which the tag of *token* stands."""
        return token_line(token, 0) + int(token.meta.get("offset", 0))

    def place(self, line: int) -> str:
        """Return ``file:line`` for a warning; in a message, the place of the original."""
        if self.message:
            return f"{self.message.path}:{self.message.line}:<translated>"
        return f"{self.document['source']}:{line}"

    def warn_once(self, kind: Warn, key: str, message: str, line: int) -> None:
        """Emit a warning unless this page had the same one about *key*."""
        if (kind.value, key) not in self.reported:
            self.reported.add((kind.value, key))
            warn(kind, message, location=self.place(line))

    def tell_budget(self, line: int) -> None:
        """Say, once a page, that it has spent what it may be made of."""
        budget = page_budget()
        if budget.spent and not budget.told:
            budget.told = True
            warn(Warn.BUDGET, budget.message(), location=self.place(line))

    # -- text inside elements -------------------------------------------------------------

    @contextmanager
    def without_indented_code(self) -> Iterator[None]:
        """Take indentation for layout: inside an element it does not mean code."""
        code = "code" in self.md.block.ruler.get_active_rules()
        if code:
            self.md.disable("code")
        try:
            yield
        finally:
            if code:
                self.md.enable("code")

    def nested_render_text(self, text: str, lineno: int, *args: Any, **options: Any) -> None:
        """Render *text* into the current node; nested too deeply, it stays as it is written."""
        if self._nested >= MAX_NESTED:
            message = f"more than {MAX_NESTED} levels of content; close what stands around it."
            self.warn_once(Warn.NESTING, "nested", message, lineno + 1)
            inline = isinstance(self.current_node, nodes.TextElement)
            self.current_node += nodes.Text(text) if inline else nodes.literal_block(text, text)
            return
        if not page_budget().take("steps", NESTED_TEXT):
            self.tell_budget(lineno + 1)
            return
        self._nested += 1
        try:
            super().nested_render_text(text, lineno, *args, **options)
        finally:
            self._nested -= 1

    def render_blocks(self, text: str, line: int) -> None:
        """Render *text*, whose first line is *line* (from 0), into the current node."""
        with self.without_indented_code():
            self.nested_render_text(text, line)

    def insert_source(self, source: str, line: int) -> None:
        """Render Markdown source here: as text when it is one paragraph of text, else as blocks.

        In the middle of a paragraph the blocks are moved beside its text afterwards.
        """
        budget = page_budget()
        if not (budget.take("inserts", 1) and budget.take("characters", len(source))):
            self.tell_budget(line + 1)
            return
        holder = nodes.container()
        with self.current_node_context(holder):
            self.render_blocks(source, line)
        blocks = [child for child in holder.children if not isinstance(child, nodes.comment)]
        in_text = isinstance(self.current_node, nodes.TextElement)
        if in_text and len(blocks) == 1 and isinstance(blocks[0], nodes.paragraph):
            self.current_node += blocks[0].children
            return
        if in_text and not any(is_block(block) for block in blocks):
            self.current_node += blocks
            return
        self.current_node += holder.children

    def render_value(self, value: Any, line: int) -> None:
        """Render the value of an expression; elements are parsed, text is text."""
        if isinstance(value, list) and fits(value):
            self._render_values(value, line)
        elif not isinstance(value, list):
            self._render_values([value], line)
        self.tell_budget(line)

    def _render_values(self, values: list[Any], line: int) -> None:
        for value in values:
            if isinstance(value, ElementValue):
                self.insert_source(value.source, line - 1)
            elif isinstance(value, list):
                self._render_values(value, line)
            else:
                self.current_node.append(nodes.Text(as_text(value)))
