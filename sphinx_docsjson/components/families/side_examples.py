"""RequestExample, ResponseExample and Panel: the right column of a wide screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.shared import is_component

from sphinx_docsjson.base.nodes import ancestors
from sphinx_docsjson.components.code_blocks import framed_code, titled_figure
from sphinx_docsjson.components.code_languages import LABELS
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.tabs import Panel, tab_list
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.paper import frameless
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import PRIORITY, RENDERERS, FormContext, Renderers
from sphinx_docsjson.i18n import _

AFTER_EXAMPLES = "docsjson_after_examples"
"""The attribute of a section before which the examples of its page are, on a small screen."""

ASIDE = "dj-aside-part"
"""The class of what moves to the right column."""

DROPDOWN = Attribute(name="dropdown", type="flag", doc="Shows a menu instead of tabs.")
FIRST = Attribute(
    name="initialSelectedTab", type="number", default="0", doc="The block to show first."
)


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


def example_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the code group and the name of what it shows."""
    label = _("Request") if node["component"] == "RequestExample" else _("Response")
    group = group_html(node, context)
    return [element("div", f"dj-example {ASIDE}", *group, role="group", aria_label=label)]


def panel_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a box."""
    new = element("div", f"dj-panel-box {ASIDE}", *context.borrow_children(node.children))
    return [copy_identity(node, new)]


def group_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return tabs of code blocks; what is not code is above them."""
    panels, others = split_code(node.children, context)
    if not panels:
        return [copy_identity(node, element("div", "", *others))]
    if len(panels) == 1:
        block: Any = panels[0].content[0]
        label = element("span", "dj-code-title", *panels[0].label)
        if panels[0].titled:
            block.insert(0, element("div", "dj-code-header", label))
        return [*others, copy_identity(node, block, "dj-code-group", "dj-example")]
    asked = node.get("component_attributes", {})
    first = int(float(asked.get("initialSelectedTab", "0")))
    if first < len(panels):
        panels[first].selected = True
    as_list = asked.get("dropdown") == "true"
    new = tab_list("dj-code-group", panels, context, sync=True, as_list=as_list)
    return [*others, copy_identity(node, new, "dj-code-group", "dj-example")]


# CodeGroup: code blocks of which the reader sees one, with one choice of language everywhere.


@dataclass(eq=False, kw_only=True)
class CodePanel(Panel):
    """A code block as a panel; ``titled`` says whether its author gave it a title."""

    titled: bool = True


def split_code(
    found: Iterable[nodes.Node], context: FormContext
) -> tuple[list[CodePanel], list[nodes.Node]]:
    """Return the code blocks among *found* as panels, and the other nodes."""
    panels: list[CodePanel] = []
    others: list[nodes.Node] = []
    for node in found:
        if isinstance(node, nodes.container) and node.get("literal_block"):
            title, block = list[Any](node.children)
            children = [*context.own_icon(block), *context.borrow_children(title.children)]
            content = titled_figure(node, context, bare=True)
            panels.append(CodePanel(title=title.astext(), label=children, content=[content]))
        elif isinstance(node, nodes.literal_block | framed_code):
            framed = isinstance(node, framed_code)
            frame: Any = node if framed else framed_code("", *context.borrow_children([node]))
            language = str(frame[0].get("written_language", frame[0].get("language", "")))
            text = LABELS.get(language.lower(), language.capitalize()) or str(_("Code"))
            content = titled_figure(frame, context)
            label: list[nodes.Node] = [nodes.Text(text)]
            panels.append(CodePanel(title=text, label=label, content=[content], titled=False))
        elif type(node) is nodes.container and not is_component(node, "tab-set"):
            inner, rest = split_code(node.children, context)
            panels += inner
            others += rest
        else:
            others += context.borrow_children([node])
    return panels, others


RENDERERS[side_example] = Renderers(html=example_html, paper=frameless)
RENDERERS[side_panel] = Renderers(html=panel_html, paper=frameless)


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
        if _stands_aside(node)
        and not any(map(_stands_aside, ancestors(node)))
        and _child_of(top, node)
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


registry.add(
    Component(
        name="RequestExample",
        doc="Request samples, in the right column of a wide screen.",
        attributes=(DROPDOWN, FIRST),
        directive=RequestExampleDirective,
    ),
    Component(
        name="ResponseExample",
        doc="Response samples, in the right column of a wide screen.",
        attributes=(DROPDOWN, FIRST),
        directive=ResponseExampleDirective,
    ),
    Component(
        name="Panel",
        doc="Content in the right column, instead of the table of contents.",
        directive=PanelDirective,
        newer=True,
    ),
)


class code_group(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Code blocks of which the reader sees one."""


class CodeGroupDirective(ComponentDirective):
    """Code blocks of which the reader sees one."""

    tag = "CodeGroup"
    node_class = code_group
    css_class = "dj-code-group"


class SnippetGroupDirective(CodeGroupDirective):
    """Code blocks of which the reader sees one, under their older name."""

    tag = "SnippetGroup"

    def finish(self, node: Any) -> Any:
        """Mark *node* as what it is under its newer name."""
        node = super().finish(node)
        node["component"] = CodeGroupDirective.tag
        return node


RENDERERS[code_group] = Renderers(html=group_html, paper=frameless)

registry.add(
    Component(
        name="CodeGroup",
        doc="Code blocks in several languages. Other pages keep the selection.",
        attributes=(DROPDOWN, FIRST),
        directive=CodeGroupDirective,
    ),
    Component(
        name="SnippetGroup",
        doc="The older name of `CodeGroup`.",
        attributes=(DROPDOWN, FIRST),
        directive=SnippetGroupDirective,
        newer=True,
    ),
)
