"""CodeGroup: code blocks of which the reader sees one, with one choice of language everywhere."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx_design.shared import is_component

from sphinx_docsjson.components.component_nodes import element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.tabs import Panel, tab_list
from sphinx_docsjson.components.html_elements import Page, carry, rewrites, unwrap
from sphinx_docsjson.components.listings.code_blocks import figure, write_titled
from sphinx_docsjson.components.listings.code_languages import LABELS
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _


class CodeGroupDirective(ComponentDirective):
    """Code blocks of which the reader sees one."""

    tag = "CodeGroup"

    def build(self) -> list[nodes.Node]:
        """Return a container of code blocks."""
        node = self.container("code-group")
        self.parse_content(node)
        return [node]


@rewrites("CodeGroup")
def write_code_group(node: Any, page: Page) -> list[nodes.Node]:
    """Write tabs of code blocks; what is no code stands above them."""
    panels, others = split_code(unwrap(node.children), page)
    if not panels:
        return [carry(node, element("div", "", *others))]
    if len(panels) == 1:
        block: Any = panels[0].content[0]
        label = element("span", "dj-code-title", *panels[0].label)
        if panels[0].titled:
            block.insert(0, element("div", "dj-code-header", label))
        return [*others, carry(node, block, "dj-code-group", "dj-example")]
    new = tab_list("dj-code-group", list(panels), page, sync=True)
    return [*others, carry(node, new, "dj-code-group", "dj-example")]


class CodePanel(Panel):
    """A code block as a panel; ``titled`` says whether its author gave it a title."""

    titled: bool = True


def split_code(found: list[nodes.Node], page: Page) -> tuple[list[CodePanel], list[nodes.Node]]:
    """Return the code blocks among *found* as panels, and the other nodes."""
    panels: list[CodePanel] = []
    others: list[nodes.Node] = []
    for node in found:
        if isinstance(node, nodes.container) and node.get("literal_block"):
            title = next(c for c in node.children if isinstance(c, nodes.caption))
            block = next(c for c in node.children if isinstance(c, nodes.literal_block))
            label = [*page.own_icon(block), *(child.deepcopy() for child in title.children)]
            panels.append(_panel(title.astext(), label, write_titled(node, page, bare=True)))
        elif isinstance(node, nodes.literal_block):
            name = str(node.get("written_language") or node.get("language", ""))
            text = LABELS.get(name.lower(), name.capitalize()) or str(_("Code"))
            panel = _panel(text, [nodes.Text(text)], figure(node, None, page))
            panel.titled = False
            panels.append(panel)
        elif isinstance(node, nodes.container) and not is_component(node, "tab-set"):
            inner, rest = split_code(unwrap(node.children), page)
            panels += inner
            others += rest
        else:
            others.append(node)
    return panels, others


def _panel(title: str, label: list[nodes.Node], block: Any) -> CodePanel:
    return CodePanel(title=title, label=label, content=[block])


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
