"""Inline HTML elements of pages, and embedded media, as docutils nodes."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any, TypeGuard
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.nodes import PAPER, skip
from sphinx_docsjson.base.sanitize import harmless_attributes, harmless_markup
from sphinx_docsjson.mdx.markup import (
    html_attributes,
    media_attributes,
    size_of,
    style_of,
    svg_attribute,
    svg_source,
)
from sphinx_docsjson.pages.redirects import own_path
from sphinx_docsjson.pages.renderer_base import HTML_VERBATIM, is_block
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.warnings import Warn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_docsjson.pages.targets import Targets


# HTML elements that bring something of their own: drawings, players, pages and scripts.

EMBEDDED = HTML_VERBATIM | words("iframe video audio embed object script style")
"""The elements that :meth:`EmbeddedElements.embedded` renders."""

_SOURCES = re.compile(r"</?(?:source|track)\b[^<>]*>")
"""What a player plays, beside the words for those who have none."""

_CLASSES_OF_DRAWING = re.compile(r'\sclass="([^"]*+)"')
_PAGES = words("iframe embed object")
"""What may show a page, which is not moved away from its style sheets."""


# HTML elements inside text, as docutils nodes, and the classes, id and style of any element.

DROPPED = words("link meta wbr template track col colgroup")
"""Elements that are omitted; what is inside one in a paragraph stays."""

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


class InlineElements:
    """Renders the HTML elements of one page that are inside text."""

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
        if name == "style":
            return self._style(attributes, "".join(child.astext() for child in children))
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
        if name == "button":
            node["classes"].append("dj-html-button")
        node.line = line
        return [node, nodes.Text(" ")] if name == "option" else [node]

    def _input(self, attributes: Mapping[str, str]) -> list[nodes.Node]:
        if attributes.get("type") == "checkbox":
            return [nodes.Text("☑ " if "checked" in attributes else "☐ ")]
        shown = attributes.get("placeholder") or attributes.get("value") or ""
        if not shown or attributes.get("type") in {"hidden", "radio"}:
            return []
        field = nodes.inline("", shown)
        self.style(field, attributes)
        return [field, nodes.Text(" ")]  # the next field may follow without a space

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
                node["classes"].extend(self.renderer.classes(attributes))
                if title := attributes.get("title"):
                    node["reftitle"] = title
                node.attributes |= _window_and_relation(attributes)
        return self.identified(link, {"id": attributes.get("name", "")})

    def identified(
        self, found: list[nodes.Node], attributes: Mapping[str, str]
    ) -> list[nodes.Node]:
        """Return the nodes of an element so that one has its id, which may have been lost.

        If none of them can be written with it, an empty one is put before them.
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

    def _style(self, attributes: Mapping[str, str], content: str) -> list[nodes.Node]:
        """Pass rules on, as Sphinx does with raw HTML; they may be in a string of JSX."""
        written = self.renderer.only_string(content)
        rules = (content if written is None else written).replace("</", "<\\/").strip()
        media = attributes.get("media", "")
        given = f' media="{escape(media)}"' if media else ""
        text = f"<style{given}>\n{rules}\n</style>"
        return [nodes.raw("", text, format="html", docsjson_block=True)] if rules else []

    def style(self, node: nodes.Element, attributes: Mapping[str, str]) -> None:
        """Give *node* the classes, the id and the style of an element."""
        node["classes"].extend(self.renderer.classes(attributes))
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


_WINDOWS = ("_blank", "_parent", "_top")


def _window_and_relation(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return ``target`` and ``rel`` of a link as they were written, where they say something.

    A page in a new window must not reach this one, so ``opener`` is not kept.
    """
    written = attributes.get("target", "")
    has_name = written.isidentifier() and not written.startswith("_")
    window = written if written in _WINDOWS or has_name else ""
    relation = [word for word in attributes.get("rel", "").lower().split() if word != "opener"]
    if window not in {"", "_parent", "_top"}:
        relation.append("noopener")
    given = {"target": window, "rel": " ".join(dict.fromkeys(relation))}
    return {name: text for name, text in given.items() if text}


def _takes_id(node: nodes.Node) -> TypeGuard[nodes.Element]:
    return isinstance(node, nodes.Element) and not isinstance(node, nodes.raw | nodes.comment)


class HtmlInline(nodes.Inline, nodes.TextElement):
    """An inline element: ``tagname`` and ``attributes_html`` for HTML, its text for the rest."""


# Nodes for HTML elements that docutils has no node for, and how each builder writes them.


class Media(nodes.General, nodes.Inline, nodes.Element):
    """A player or an embedded page; formats without it show a link to what it plays.

    ``filename`` is set when the source is a file of the site: its place among the downloads.
    ``output`` is set instead when it is an extra file: its address from the root of the output.
    ``poster`` is the same for the picture that is there before a video is played.
    """


class EmbeddedElements(InlineElements):
    """Renders the elements of one page that bring something which is not text of the page."""

    def embedded(
        self, name: str, attributes: Mapping[str, str], content: str, line: int, *, inline: bool
    ) -> list[nodes.Node]:
        """Return the nodes of the element *name*; *content* is its source."""
        if name == "script":
            return self._script(attributes, content, line)
        if name == "style":
            return self._style(attributes, content)
        if name in HTML_VERBATIM:
            node = self._verbatim(name, attributes, content)
            self.renderer.name_target(node, attributes.get("id", ""))
            return [node] if inline else [nodes.paragraph("", "", node)]
        player = self._media(name, attributes, content, line)
        instead = self._instead(content, line)
        if player is None:
            if not instead:
                return []
            return instead if inline else [nodes.paragraph("", "", *instead)]
        player += [nodes.inline("", "", *instead)] if instead else []
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

    def _instead(self, content: str, line: int) -> list[nodes.Node]:
        """Return what an element shows where its player or page cannot be shown."""
        text = _SOURCES.sub("", content).strip()
        if not text:
            return []
        holder = nodes.inline()
        with self.renderer.current_node_context(holder):
            self.renderer.nested_render_text(text, line - 1, inline=True)
        return holder.children

    def _verbatim(self, name: str, attributes: Mapping[str, str], content: str) -> nodes.raw:
        """Pass SVG and MathML on with the attribute spelling of HTML, without what runs."""
        given = harmless_attributes(name, ((svg_attribute(k), v) for k, v in attributes.items()))
        inner = harmless_markup(svg_source(content), whole=True)
        written = f"<{name}{given}>{inner}</{name}>"
        for found in _CLASSES_OF_DRAWING.finditer(written):
            self.renderer.classes({"class": found[1]})
        return nodes.raw("", written, format="html")

    def _media(
        self, name: str, attributes: Mapping[str, str], content: str, line: int
    ) -> Media | None:
        """Return a player or an embedded page; formats without it show a link."""
        source = attributes.get("src") or attributes.get("data") or ""
        if not source and (match := re.search(r"<source\b[^<>]*?\ssrc=[\"']([^\"']+)", content)):
            source = match[1]
        target = safe_source(own_path(self.renderer.sphinx_env, source))
        if target is None:
            message = f"<{name}>: {source!r} is left out: write a file or an https:// address."
            self.renderer.warn_here(Warn.URL, message, line)
        if not target:
            return None
        node = Media("", tagname=name, label=attributes.get("title") or target, uri=target)
        node["attributes_html"] = media_attributes(attributes)
        if name in _PAGES and not node["attributes_html"].get("title") and is_external(target):
            # Screen readers and twins need a name for it.
            node["attributes_html"]["title"] = urlsplit(target).netloc
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
            self.renderer.warn_here(Warn.IMAGE, message, line)
        return filename


TEXT_ELEMENTS = frozenset({*_TEXT_NODES, *_KEPT_INLINE, "span", "font", "kbd", "label"})
"""Elements that mark text; around blocks they mark the text of each paragraph."""


class HtmlBlock(nodes.General, nodes.Element):
    """A block element: ``tagname`` and ``attributes_html`` for HTML, its children for the rest."""


class Script(nodes.General, nodes.Element):
    """A script that is a file of the site: ``filename`` is its place among the downloads."""


def setup_html_nodes(app: Sphinx) -> None:
    """Register the nodes with their visitors."""
    both = (nothing, nothing)
    plain: dict[str, Any] = dict.fromkeys(PAPER, both)
    skipped: dict[str, Any] = dict.fromkeys(PAPER, (skip, None))
    element = (_visit_element, _depart_element)
    app.add_node(HtmlBlock, html=element, docsjson_markdown=both, **plain)
    app.add_node(HtmlInline, html=element, **plain)
    app.add_node(
        Media,
        html=(_visit_media, _depart_media),
        **skipped,
    )
    app.add_node(Script, html=(_visit_script, None), docsjson_markdown=(skip, None), **skipped)


def nothing(translator: Any, node: nodes.Element) -> None:
    """Write only the children."""


def _visit_element(translator: HTML5Translator, node: nodes.Element) -> None:
    given = node["attributes_html"]
    translator.body.append(translator.starttag(node, node["tagname"], "", **given))


def _depart_element(translator: HTML5Translator, node: nodes.Element) -> None:
    translator.body.append(f"</{node['tagname']}>")


def _visit_media(translator: HTML5Translator, node: Media) -> None:
    attributes = dict(node["attributes_html"])
    if "filename" in node:
        attributes["src"] = f"{translator.builder.dlpath}/{node['filename']}"
    elif "output" in node:
        here = translator.builder.get_target_uri(translator.docnames[0])
        attributes["src"] = relative_uri(here, node["output"])
    elif node.get("uri"):
        attributes["src"] = node["uri"]
    if node.get("poster"):
        attributes["poster"] = f"{translator.builder.dlpath}/{node['poster']}"
    translator.body.append(translator.starttag(node, node["tagname"], "", **attributes))
    if node.get("uri") and node["tagname"] in {"video", "audio"} and not node.children:
        href = escape(attributes["src"])
        translator.body.append(f'<a href="{href}">{escape(node["label"])}</a>')


def _depart_media(translator: HTML5Translator, node: Media) -> None:
    if node["tagname"] != "source":
        translator.body.append(f"</{node['tagname']}>")


def _visit_script(translator: HTML5Translator, node: Script) -> None:
    source = f"{translator.builder.dlpath}/{node['filename']}"
    attributes = {**node["attributes_html"], "src": source}
    translator.body.append(translator.starttag(node, "script", "", **attributes) + "</script>")
    raise nodes.SkipNode
