"""The visitors of nodes that are no component: elements, icons, marked code, lines of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.components.forms.html_elements import (
    depart_element,
    html_element,
    visit_element,
)
from sphinx_docsjson.components.forms.icon_nodes import icon, visit_icon
from sphinx_docsjson.components.forms.labels import labels
from sphinx_docsjson.components.listings.code_blocks import marked_code, visit_marked_code

if TYPE_CHECKING:
    from sphinx.application import Sphinx

BUILDERS = ("latex", "text", "man", "texinfo")


def setup_plain_nodes(app: Sphinx) -> None:
    """Tell every builder how to write the nodes."""
    nothing: dict[str, Any] = dict.fromkeys(BUILDERS, (_pass, _pass))
    skip: dict[str, Any] = dict.fromkeys(BUILDERS, (_skip, _pass))
    app.add_node(html_element, html=(visit_element, depart_element), **nothing)
    app.add_node(icon, html=(visit_icon, _pass), docsjson_markdown=(_pass, _pass), **skip)
    app.add_node(marked_code, html=(visit_marked_code, None))
    app.add_node(labels)


def _pass(translator: Any, node: nodes.Element) -> None:
    """Write nothing for the node itself."""


def _skip(translator: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode
