"""HTML elements that bring something of their own: drawings, players, pages and scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.mdx.markup.html_attributes import html_attributes
from sphinx_docsjson.mdx.markup.html_media import media_attributes, svg_attribute, svg_source
from sphinx_docsjson.pages.elements.element_nodes import Media, Script
from sphinx_docsjson.pages.elements.inline_elements import InlineElements
from sphinx_docsjson.pages.rendering.vocabulary import HTML_VERBATIM
from sphinx_docsjson.text.harmless_markup import harmless_attributes, harmless_markup
from sphinx_docsjson.text.word_sets import words
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.warnings import Warn

if TYPE_CHECKING:
    from collections.abc import Mapping

EMBEDDED = HTML_VERBATIM | words("iframe video audio embed object script")
"""The elements that :meth:`EmbeddedElements.embedded` renders."""

_PAGES = words("iframe embed object")
"""What may show a page, which is not moved away from its style sheets."""


class EmbeddedElements(InlineElements):
    """Renders the elements of one page that bring something which is no text of the page."""

    def embedded(
        self, name: str, attributes: Mapping[str, str], content: str, line: int, *, inline: bool
    ) -> list[nodes.Node]:
        """Return the nodes of the element *name*; *content* is its source."""
        if name == "script":
            return self._script(attributes, content, line)
        if name in HTML_VERBATIM:
            node = self._verbatim(name, attributes, content)
            self.renderer.name_target(node, attributes.get("id", ""))
            return [node] if inline else [nodes.paragraph("", "", node)]
        player = self._media(name, attributes, content, line)
        if player is None:
            return []
        return (
            [player] if inline else [nodes.paragraph("", "", player, classes=["dj-media-block"])]
        )

    def _script(self, attributes: Mapping[str, str], content: str, line: int) -> list[nodes.Node]:
        """Pass a script on, as Sphinx does with raw HTML; a file of the site goes along."""
        source = attributes.get("src", "").strip()
        given = html_attributes("script", attributes)
        if source and not is_external(source):
            filename = self._static_file(source, line)
            return [Script("", attributes_html=given, filename=filename)] if filename else []
        if not source and not content.strip():
            return []
        written = "".join(
            f" {name}" if value == "" else f' {name}="{nodes.unescape(value)}"'
            for name, value in given.items()
        )
        text = f"<script{written}>{content}</script>"
        return [nodes.raw("", text, format="html", docsjson_block=True)]

    def _verbatim(self, name: str, attributes: Mapping[str, str], content: str) -> nodes.raw:
        """Pass SVG and MathML on with the attribute spelling of HTML, without what runs."""
        given = harmless_attributes(name, ((svg_attribute(k), v) for k, v in attributes.items()))
        inner = harmless_markup(svg_source(content), whole=True)
        return nodes.raw("", f"<{name}{given}>{inner}</{name}>", format="html")

    def _media(
        self, name: str, attributes: Mapping[str, str], content: str, line: int
    ) -> Media | None:
        """Return a player or an embedded page; formats without it show a link."""
        source = attributes.get("src") or attributes.get("data") or ""
        if not source and (match := re.search(r"<source\b[^<>]*?\ssrc=[\"']([^\"']+)", content)):
            source = match[1]
        target = safe_source(source)
        if target is None:
            message = f"<{name}>: {source!r} is left out: write a file or an https:// address."
            self.renderer.warn_once(Warn.URL, source, message, line)
        if not target:
            return None
        node = Media("", tagname=name, label=attributes.get("title") or target, uri=target)
        node["attributes_html"] = media_attributes(attributes)
        self.style(node, attributes)
        if name in _PAGES and (address := self.renderer.extra_address(target)):
            node["output"] = address
        elif not is_external(target):
            filename = self._static_file(target, line)
            if filename is None:
                return None
            node["filename"] = filename
        poster = safe_source(attributes.get("poster", ""), picture=True)
        if poster and not is_external(poster):
            node["poster"] = self._static_file(poster, line)
        node["classes"].append("dj-media")
        return node

    def _static_file(self, target: str, line: int) -> str | None:
        """Return the name of the file *target* among the downloads; say when there is none."""
        filename = self.renderer.static_file(target)
        if filename is None:
            message = f"the file {target!r} does not exist.{self.renderer.similar_file(target)}"
            self.renderer.warn_once(Warn.IMAGE, target, message, line)
        return filename
