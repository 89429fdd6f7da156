"""HTML elements inside text, as docutils nodes, and the classes, id and style of any element."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from docutils import nodes

from sphinx_docsjson.mdx.markup.html_attributes import (
    classes_of,
    html_attributes,
    size_of,
    style_of,
)
from sphinx_docsjson.pages.elements.element_nodes import HtmlInline, Media
from sphinx_docsjson.pages.rendering.paragraphs import is_block
from sphinx_docsjson.text.word_sets import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_docsjson.pages.rendering.targets import Targets

DROPPED = words("link meta wbr template style track col colgroup")
"""Elements that are left out; what stands inside one in a paragraph stays."""

_TEXT_NODES: dict[str, type[nodes.TextElement]] = {
    "b": nodes.strong,
    "strong": nodes.strong,
    "i": nodes.emphasis,
    "em": nodes.emphasis,
    "code": nodes.literal,
    "tt": nodes.literal,
    "samp": nodes.literal,
    "sup": nodes.superscript,
    "sub": nodes.subscript,
}
_KEPT_INLINE = words("u s del strike ins small mark q cite dfn var abbr time bdi bdo ruby rt rp")

TEXT_ELEMENTS = frozenset({*_TEXT_NODES, *_KEPT_INLINE, "span", "font", "kbd", "label"})
"""Elements that mark text; around blocks they mark the text of each paragraph."""


class InlineElements:
    """Renders the HTML elements of one page that stand inside text."""

    def __init__(self, renderer: Targets) -> None:
        self.renderer = renderer

    def inline(
        self,
        name: str,
        attributes: Mapping[str, str],
        children: Sequence[nodes.Node],
        line: int,
    ) -> list[nodes.Node]:
        """Return the nodes of the element *name* around *children*."""
        found = self._inline(name, attributes, children, line)
        return found if name in DROPPED else self.identified(found, attributes)

    def _inline(
        self,
        name: str,
        attributes: Mapping[str, str],
        children: Sequence[nodes.Node],
        line: int,
    ) -> list[nodes.Node]:
        if name == "img":
            return self.renderer.image(attributes, line)
        if name == "br":
            return [
                nodes.raw("", "<br />", format="html"),
                nodes.raw("", "\\\\\n", format="latex"),
            ]
        if name == "hr":
            return [nodes.raw("", '<hr class="dj-rule">', format="html", docsjson_block=True)]
        if name == "a":
            return self._link(attributes, children, line)
        if name == "input":
            return self._input(attributes)
        if name in DROPPED:
            return list(children)
        node: nodes.TextElement
        if name in _TEXT_NODES:
            node = _TEXT_NODES[name]("", "", *children)
            if name in {"code", "tt", "samp"}:
                node.rawsource = node.astext()
        elif name == "kbd":
            node = nodes.literal("", "", *children, classes=["kbd"])
        elif name in _KEPT_INLINE:
            node = HtmlInline("", "", *children, tagname=name)
            node["attributes_html"] = html_attributes(name, attributes)
        elif not any(is_block(child) for child in children):
            node = nodes.inline("", "", *children)
        else:
            return list(children)
        self.style(node, attributes)
        node.line = line
        return [node]

    def _input(self, attributes: Mapping[str, str]) -> list[nodes.Node]:
        if attributes.get("type") == "checkbox":
            return [nodes.Text("☑ " if "checked" in attributes else "☐ ")]
        shown = attributes.get("placeholder") or attributes.get("value") or ""
        return [nodes.Text(shown)] if shown else []

    def _link(
        self, attributes: Mapping[str, str], children: Sequence[nodes.Node], line: int
    ) -> list[nodes.Node]:
        href = attributes.get("href")
        if href is None:
            target = nodes.inline("", "", *children)
            self.style(target, attributes)
            return self.identified([target], {"id": attributes.get("name", "")})
        link = self.renderer.link(href, children, line)
        for node in link:
            if isinstance(node, nodes.Element):
                node["classes"].extend(classes_of(attributes))
                if title := attributes.get("title"):
                    node["reftitle"] = title
        return self.identified(link, {"id": attributes.get("name", "")})

    def identified(
        self, found: list[nodes.Node], attributes: Mapping[str, str]
    ) -> list[nodes.Node]:
        """Return the nodes of an element so that one has its id, which may have been lost.

        Where none of them can be written with it, an empty one stands before them.
        """
        identifier = attributes.get("id", "")
        if not identifier or self.renderer.is_named(identifier):
            return found
        bearer = next((node for node in found if _takes_id(node)), None)
        if bearer is None:
            bearer = nodes.inline()
            found = [bearer, *found]
        self.renderer.name_target(bearer, identifier)
        return found

    def style(self, node: nodes.Element, attributes: Mapping[str, str]) -> None:
        """Give *node* the classes, the id and the style of an element."""
        node["classes"].extend(classes_of(attributes))
        if align := attributes.get("align"):
            node["classes"].append(f"dj-align-{nodes.make_id(align)}")
        style = style_of(attributes)
        if not isinstance(node, Media) and node.get("tagname") not in {"td", "th"}:
            style |= {
                key: size for key in ("width", "height") if (size := size_of(attributes.get(key)))
            }
        if style and (css_class := self.renderer.style_class(style)):
            node["classes"].append(css_class)
        if identifier := attributes.get("id"):
            self.renderer.name_target(node, identifier)


def _takes_id(node: nodes.Node) -> TypeGuard[nodes.Element]:
    return isinstance(node, nodes.Element) and not isinstance(node, nodes.raw | nodes.comment)
