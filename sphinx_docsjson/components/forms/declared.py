"""How the nodes of components are written: a family declares the forms of its nodes beside them.

A node derives from a class of docutils that every builder can write: what no form is given for is
written as that class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.components.forms.drawing import Drawing

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HtmlForm: TypeAlias = Callable[[Any, Drawing], list[nodes.Node]]
"""Returns the elements that a node is in HTML, around the node's own children."""

MarkdownForm: TypeAlias = Callable[[Any, Any], str]
"""Returns the Markdown of a node, given the writer of a twin and the node."""

PaperForm: TypeAlias = Callable[[Any, str], list[nodes.Node]]
"""Returns plain nodes for paper or a terminal, given the node and the format of the builder."""

Preparation: TypeAlias = Callable[[Any, Any], None]
"""Does to a node what must be done before HTML is written, given the configuration, too."""

PRIORITY = 190
"""After references are resolved (10), before sphinx-design rewrites its own (199, 200)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Forms:
    """The forms of one class of nodes."""

    html: HtmlForm | None = None
    markdown: MarkdownForm | None = None
    paper: PaperForm | None = None
    ready: Preparation | None = None
    unwritten: frozenset[str] = frozenset()
    """Classes of a node and of its parts (for sphinx-design) that its HTML does without."""

    titled: bool = False
    """Whether the first rubric in a node is its title, which HTML has as another element."""


FORMS: dict[type[nodes.Element], Forms] = {}
"""Class of nodes → its forms."""


FOREIGN = frozenset({nodes.__name__, addnodes.__name__})
"""The modules whose nodes are registered by others."""


def hide_from_design(node: nodes.Element, config: Any) -> None:
    """Let sphinx-design not draw a node that is drawn by us."""
    node.attributes.pop("design_component", None)


def setup_forms(app: Sphinx) -> None:
    """Register the visitors of all nodes."""
    for node_class, forms in FORMS.items():
        visitors: dict[str, Any] = {}
        if forms.html:
            visitors["html"] = (html_visitor(forms.html), None)
        if forms.markdown:
            visitors["docsjson_markdown"] = (_markdown_visitor(forms.markdown), None)
        if node_class.__module__ not in FOREIGN:
            app.add_node(node_class, **visitors)
    app.add_post_transform(GetReadyForHtml)


class GetReadyForHtml(SphinxPostTransform):
    """Do what must be done to the nodes of a document before HTML is written."""

    default_priority = PRIORITY
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Look at every node once."""
        ready = {kind: forms.ready for kind, forms in FORMS.items() if forms.ready}
        for node in list(self.document.findall(nodes.Element)):
            if prepare := ready.get(type(node)):
                prepare(node, self.config)


def html_visitor(form: HtmlForm) -> Callable[[Any, nodes.Element], None]:
    """Return the visitor that writes what *form* draws."""

    def visit(translator: Any, node: nodes.Element) -> None:
        with Drawing.on(translator) as drawing:
            for drawn in drawing.put(form(node, drawing), node):
                drawn.walkabout(translator)
        raise nodes.SkipNode

    return visit


def _markdown_visitor(form: MarkdownForm) -> Callable[[Any, nodes.Element], None]:
    def visit(writer: Any, node: nodes.Element) -> None:
        writer.add(form(writer, node))
        raise nodes.SkipNode

    return visit
