"""What ``.mdx`` pages mean where the hosted platform and MyST differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.warnings_ import MystWarnings

from sphinx_docsjson.pages.front_matter.block import FrontMatter
from sphinx_docsjson.pages.front_matter.front_texts import front_texts
from sphinx_docsjson.pages.rendering.paragraphs import drop_misplaced_transitions
from sphinx_docsjson.pages.rendering.renderer import PageRenderer
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_MYST_SCHEMES = ("project:", "inv:", "path:", "myst:")


class HostedRenderer(PageRenderer):
    """Renders an ``.mdx`` page, which a docs.json site shows as the hosted platform does."""

    mdx = True

    def begin(self) -> None:
        """Open the page below its title."""
        super().begin()
        if not self.message:
            front: FrontMatter = self.md_options.get("docsjson_front") or FrontMatter()
            lines: dict[str, int] = self.md_options.get("docsjson_lines") or {}
            self.document.extend(front_texts(front, lines, self.document["source"]))
            self.begin_page(front, self.page_headings, lines)

    def create_warning(self, message: str, subtype: Any, **options: Any) -> Any:
        """Report what MyST finds wrong, but no second definition of a link.

        The first counts; ``[//]: # (…)`` is a comment and often repeated.
        """
        if subtype is MystWarnings.MD_DEF_DUPE:
            return None
        return super().create_warning(message, subtype, **options)

    def mend_transitions(self) -> None:
        """Drop what docutils would not take."""
        drop_misplaced_transitions(self.document)

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Render a heading below the title of the page, or as a rubric."""
        self.hosted_heading(token)

    def is_our_code(self, token: SyntaxTreeNode) -> bool:
        """Every fence is a code block of ours."""
        return True

    def default_language(self) -> str:
        """Return the language of code without one: none, unless the page or project sets it."""
        language = super().default_language()
        return "text" if language == "default" else language

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown link; what MyST alone knows stays with MyST."""
        href = cast(str, token.attrGet("href") or "")
        if token.info == "auto" and (url := safe_url(href)) is not None:
            token.attrs["href"] = url
            super().render_link(token)
            return
        if href.startswith(_MYST_SCHEMES):
            super().render_link(token)
            return
        holder = nodes.inline()
        with self.current_node_context(holder):
            self.render_children(token)
        # The encoding of an address elsewhere is its author's; the names of our files have none.
        target = href if is_external(href) else self.md.normalizeLinkText(href)
        found = self.link(target, holder.children, token_line(token, 0))
        for node in found:
            if isinstance(node, nodes.Element):
                if "refexplicit" in node:
                    node["refexplicit"] = bool(token.children)
                self.copy_attributes(
                    token, node, ("class", "reftitle"), aliases={"title": "reftitle"}
                )
        self.current_node += found

    def render_image(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown image; one that does not exist is shown as its text."""
        attributes = {str(k): str(v) for k, v in token.attrs.items()}
        attributes["alt"] = self.renderInlineAsText(token.children or [])
        attributes["src"] = self.md.normalizeLinkText(attributes.get("src", ""))
        for short, name in (("w", "width"), ("h", "height"), ("a", "align")):
            if short in attributes:
                attributes[name] = attributes.pop(short)
        self.current_node += self.image(attributes, token_line(token, 0))

    def render_footnote_ref(self, token: SyntaxTreeNode) -> None:
        """Render the number of a footnote; one that the page does not have is text."""
        label = str(token.meta["label"])
        in_page = self.message or self.document["source"] == str(self.page_path)
        if in_page and label not in self.md_options.get("docsjson_footnotes", ()):
            self.current_node.append(nodes.Text(f"[^{label}]"))
            return
        super().render_footnote_ref(token)

    def render_html_block(self, token: SyntaxTreeNode) -> None:
        """Keep an HTML comment as a comment."""
        text = token.content.strip().removeprefix("<!--").removesuffix("-->").strip()
        self.current_node.append(nodes.comment(text, text))
