"""Nodes for HTML elements that docutils has no node for, and how each builder writes them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.text.spelling import STRUCK

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class HtmlBlock(nodes.General, nodes.Element):
    """A block element: ``tagname`` and ``attributes_html`` for HTML, its children for the rest."""


class HtmlInline(nodes.Inline, nodes.TextElement):
    """An inline element: ``tagname`` and ``attributes_html`` for HTML, its text for the rest."""


class Media(nodes.General, nodes.Inline, nodes.Element):
    """A player or an embedded page; formats without it show a link to what it plays.

    ``filename`` is set when the source is a file of the site: its place among the downloads.
    ``output`` is set instead when it is an extra file: its address from the root of the output.
    ``poster`` is the same for the picture that stands there before a video is played.
    """


class Script(nodes.General, nodes.Element):
    """A script that is a file of the site: ``filename`` is its place among the downloads."""


def setup_html_nodes(app: Sphinx) -> None:
    """Register the nodes with their visitors."""
    nothing = (_nothing, _nothing)
    skipped = (_skip, None)
    app.add_node(
        HtmlBlock,
        html=(_visit_element, _depart_element),
        latex=nothing,
        text=nothing,
        man=nothing,
        texinfo=nothing,
        docsjson_markdown=nothing,
    )
    marks = (_mark_struck, _mark_struck)
    app.add_node(
        HtmlInline,
        html=(_visit_element, _depart_element),
        latex=(_mark_struck_in_latex, _mark_struck_in_latex),
        text=(_mark_struck_in_text, _mark_struck_in_text),
        man=marks,
        texinfo=marks,
    )
    app.add_node(
        Media,
        html=(_visit_media, _depart_media),
        latex=skipped,
        text=skipped,
        man=skipped,
        texinfo=skipped,
        docsjson_markdown=(_link_in_markdown, None),
    )
    app.add_node(
        Script,
        html=(_visit_script, None),
        latex=skipped,
        text=skipped,
        man=skipped,
        texinfo=skipped,
        docsjson_markdown=skipped,
    )


def _nothing(translator: Any, node: nodes.Element) -> None:
    """Write only the children."""


def _mark_struck(translator: Any, node: nodes.Element) -> None:
    if node["tagname"] in STRUCK:
        translator.body.append("~~")


def _mark_struck_in_latex(translator: Any, node: nodes.Element) -> None:
    if node["tagname"] in STRUCK:
        translator.body.append(r"\textasciitilde{}\textasciitilde{}")


def _mark_struck_in_text(translator: Any, node: nodes.Element) -> None:
    if node["tagname"] in STRUCK:
        translator.add_text("~~")


def _skip(translator: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _link_in_markdown(translator: Any, node: Media) -> None:
    label = node["label"].replace("[", "").replace("]", "")
    translator.body.append(f"[{label}](<{node['uri']}>)")
    raise nodes.SkipNode


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
    if node.get("uri") and node["tagname"] in {"video", "audio"}:
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
