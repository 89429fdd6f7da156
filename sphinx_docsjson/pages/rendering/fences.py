"""Fenced code in Markdown: which fences are code, and what their info string asks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from myst_parser.mdit_to_docutils.base import token_line

from sphinx_docsjson.components.listings.code_blocks import code_block
from sphinx_docsjson.components.listings.code_languages import is_alias
from sphinx_docsjson.components.listings.info_string import CodeInfo, parse_info
from sphinx_docsjson.pages.rendering.renderer_base import RendererBase

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_MARKED_LINES = re.compile(r"\{[\d,\s-]*(\}|$)")


class Fences(RendererBase):
    """The part of the renderer that writes code blocks."""

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render a fence with its title, its marked lines and its flags."""
        if not self._is_plain_code(token) or not self.is_our_code(token):
            super().render_fence(token)
            return
        source, line = self.document["source"], token_line(token, 0)
        info = token.info.strip()
        blocks: list[Any] = code_block(
            info,
            token.content.removesuffix("\n"),
            config=self.sphinx_env.config,
            location=f"{source}:{line}",
            source=source,
            line=line,
        )
        for block in blocks:
            self.copy_attributes(token, block, ("class", "id"))
            if not info:
                block["language"] = self.default_language()
        self.current_node += blocks

    def is_our_code(self, token: SyntaxTreeNode) -> bool:
        """Whether a fence asks for what MyST does not know, or stands in a component."""
        if self.inside_component() or "[!code" in token.content:
            return True
        info = parse_info(token.info)
        alone = CodeInfo(language=info.language, others=info.others)
        return info != alone or is_alias(info.language)

    def _is_plain_code(self, token: SyntaxTreeNode) -> bool:
        """Whether a fence is code, and nothing that MyST gives another meaning."""
        name = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
        if name in self.md_config.fence_as_directive or name in self.md_config.number_code_blocks:
            return False
        if name.startswith("{") and not _MARKED_LINES.match(name):
            return False
        return not {"emphasize-lines", "lineno-start"} & set(token.attrs)

    def default_language(self) -> str:
        """Return the language that the page or the project sets for code without one."""
        config = self.sphinx_env.config
        language = self.sphinx_env.current_document.get("highlight_language")
        return str(language or config.highlight_language)
