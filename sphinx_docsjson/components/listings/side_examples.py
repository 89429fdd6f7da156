"""RequestExample, ResponseExample and Panel: what stands in the right column of a wide screen."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.forms.declared import FORMS, PRIORITY, Forms
from sphinx_docsjson.components.forms.drawing import Drawing, carry
from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.paper import frameless
from sphinx_docsjson.components.listings.code_groups import group_html
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _

AFTER_EXAMPLES = "docsjson_after_examples"
"""The attribute of a section before which the examples of its page stand, on a small screen."""

ASIDE = "dj-aside-part"
"""The class of what moves to the right column."""

DROPDOWN = Attribute(name="dropdown", type="flag", doc="Accepted; the tabs scroll instead.")


class side_example(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Code blocks beside the text."""


class side_panel(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Content beside the text."""


class ExampleDirective(ComponentDirective):
    """Code blocks beside the text."""

    node_class = side_example
    css_class = "dj-example"


class RequestExampleDirective(ExampleDirective):
    """Requests of an endpoint."""

    tag = "RequestExample"


class ResponseExampleDirective(ExampleDirective):
    """Responses of an endpoint."""

    tag = "ResponseExample"


class PanelDirective(ComponentDirective):
    """Content instead of the list of contents."""

    tag = "Panel"
    node_class = side_panel


def example_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return the code group and the name of what it shows."""
    label = _("Request") if node["component"] == "RequestExample" else _("Response")
    group = group_html(node, drawing)
    return [element("div", f"dj-example {ASIDE}", *group, role="group", aria_label=label)]


def panel_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return a box."""
    new = element("div", f"dj-panel-box {ASIDE}", *drawing.lend(node.children))
    return [carry(node, new)]


FORMS[side_example] = Forms(html=example_html, paper=frameless)
FORMS[side_panel] = Forms(html=panel_html, paper=frameless)


class ExamplesToAside(SphinxPostTransform):
    """Gather the examples of a page in one ``<aside>``, after the part that holds the first.

    On a wide screen the theme makes it the right column; elsewhere it stays in the flow.
    """

    default_priority = PRIORITY + 1
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Move the examples."""
        for page in (self.document, *self.document.findall(addnodes.start_of_file)):
            sections: list[nodes.Element] = [
                child for child in page.children if isinstance(child, nodes.section)
            ]
            for top in sections or [page]:
                gather(top)


def gather(top: nodes.Element) -> None:
    """Move what belongs in the right column of *top* into one element.

    The single page of ``singlehtml`` holds whole documents inside a section; their nodes do not
    name it among their ancestors, and their examples stay with them.
    """
    parts = [
        node
        for node in top.findall(nodes.container)
        if _stands_aside(node) and not _inside_aside(node) and _child_of(top, node)
    ]
    if not parts:
        return
    first = _child_of(top, parts[0])
    assert first is not None
    index = top.index(first) + (0 if first is parts[0] else 1)
    for place, child in enumerate(top.children[index:], start=index):
        if isinstance(child, nodes.section) and child.get(AFTER_EXAMPLES):
            index = place
    for part in parts:
        index -= part.parent is top and top.index(part) < index
        part.parent.remove(part)
    inner = element("div", "dj-examples-inner", *parts)
    top.insert(index, element("aside", "dj-examples", inner, aria_label=_("Examples")))


def _stands_aside(node: nodes.Node) -> bool:
    return isinstance(node, side_example | side_panel)


def _child_of(top: nodes.Element, node: nodes.Node) -> nodes.Node | None:
    """Return the child of *top* that is or holds *node*, or ``None``."""
    while node is not None and node.parent is not top:
        node = node.parent
    return node


def _inside_aside(node: nodes.Node) -> bool:
    parent = node.parent
    while parent is not None:
        if _stands_aside(parent):
            return True
        parent = parent.parent
    return False


registry.add(
    Component(
        name="RequestExample",
        doc="Requests of an endpoint, in the right column of a wide screen.",
        attributes=(DROPDOWN,),
        directive=RequestExampleDirective,
    ),
    Component(
        name="ResponseExample",
        doc="Responses of an endpoint, in the right column of a wide screen.",
        attributes=(DROPDOWN,),
        directive=ResponseExampleDirective,
    ),
    Component(
        name="Panel",
        doc="Content in the right column, instead of the list of contents.",
        directive=PanelDirective,
        newer=True,
    ),
)
