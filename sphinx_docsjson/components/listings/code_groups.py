"""CodeGroup: code blocks of which the reader sees one, with one choice of language everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from docutils import nodes
from sphinx_design.shared import is_component

from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.tabs import Panel, tab_list
from sphinx_docsjson.components.forms.declared import FORMS, Forms
from sphinx_docsjson.components.forms.drawing import Drawing, carry
from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.paper import frameless
from sphinx_docsjson.components.listings.code_blocks import framed_code, titled_figure
from sphinx_docsjson.components.listings.code_languages import LABELS
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _


class code_group(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Code blocks of which the reader sees one."""


class CodeGroupDirective(ComponentDirective):
    """Code blocks of which the reader sees one."""

    tag = "CodeGroup"
    node_class = code_group
    css_class = "dj-code-group"


def group_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return tabs of code blocks; what is no code stands above them."""
    panels, others = split_code(node.children, drawing)
    if not panels:
        return [carry(node, element("div", "", *others))]
    if len(panels) == 1:
        block: Any = panels[0].content[0]
        label = element("span", "dj-code-title", *panels[0].label)
        if panels[0].titled:
            block.insert(0, element("div", "dj-code-header", label))
        return [*others, carry(node, block, "dj-code-group", "dj-example")]
    new = tab_list("dj-code-group", panels, drawing, sync=True)
    return [*others, carry(node, new, "dj-code-group", "dj-example")]


class CodePanel(Panel):
    """A code block as a panel; ``titled`` says whether its author gave it a title."""

    titled: bool = True


def split_code(
    found: Iterable[nodes.Node], drawing: Drawing
) -> tuple[list[CodePanel], list[nodes.Node]]:
    """Return the code blocks among *found* as panels, and the other nodes."""
    panels: list[CodePanel] = []
    others: list[nodes.Node] = []
    for node in found:
        if isinstance(node, nodes.container) and node.get("literal_block"):
            title, block = list[Any](node.children)
            words = [*drawing.own_icon(block), *drawing.lend(title.children)]
            content = titled_figure(node, drawing, bare=True)
            panels.append(CodePanel(title=title.astext(), label=words, content=[content]))
        elif isinstance(node, nodes.literal_block | framed_code):
            framed = isinstance(node, framed_code)
            frame: Any = node if framed else framed_code("", *drawing.lend([node]))
            language = str(frame[0].get("written_language", frame[0].get("language", "")))
            text = LABELS.get(language.lower(), language.capitalize()) or str(_("Code"))
            content = titled_figure(frame, drawing)
            panel = CodePanel(title=text, label=[nodes.Text(text)], content=[content])
            panel.titled = False
            panels.append(panel)
        elif type(node) is nodes.container and not is_component(node, "tab-set"):
            inner, rest = split_code(node.children, drawing)
            panels += inner
            others += rest
        else:
            others += drawing.lend([node])
    return panels, others


FORMS[code_group] = Forms(html=group_html, paper=frameless)

registry.add(
    Component(
        name="CodeGroup",
        doc="Code blocks in several languages; the choice is kept on every page.",
        attributes=(
            Attribute(name="dropdown", type="flag", doc="Accepted; the tabs scroll instead."),
        ),
        directive=CodeGroupDirective,
    ),
)
