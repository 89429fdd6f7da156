"""Each component as plain nodes for paper or a terminal: one function a family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.locale import admonitionlabels

from sphinx_docsjson.components.component_nodes import icon
from sphinx_docsjson.components.families.callouts import LOOKS
from sphinx_docsjson.components.html_elements import unwrap
from sphinx_docsjson.components.paper import (
    entry,
    has_class,
    line_of,
    lower_headings,
    own_icon,
)
from sphinx_docsjson.components.paper_nodes import print_anchor, print_callout

UPDATE_LEVEL = 3
"""The level of the label of an update in LaTeX, below those of sections."""

KINDS = {
    "Note": "note",
    "Tip": "tip",
    "Warning": "warning",
    "Info": "note",
    "Check": "hint",
    "Danger": "danger",
    "Callout": "note",
}
"""The admonition of Sphinx's LaTeX whose look a callout has."""

Printer = Callable[[Any, str], list[nodes.Node]]
PRINTERS: dict[str, Printer] = {}
"""Component → what writes it, given its node and the format."""


def prints(*names: str) -> Callable[[Printer], Printer]:
    """Register the decorated function as the one that writes the components *names*."""

    def register(function: Printer) -> Printer:
        PRINTERS.update(dict.fromkeys(names, function))
        return function

    return register


@prints("CardGroup", "Columns", "Column", "Tabs", "Panel", "Visibility")
@prints("RequestExample", "ResponseExample", "CodeGroup", "Color", "GitHub.Repo")
def print_content(node: Any, form: str) -> list[nodes.Node]:
    """Write what stands in a frame that paper does not have."""
    return unwrap(node.children)


@prints("Card")
def print_card(node: Any, form: str) -> list[nodes.Node]:
    """Write the title, and below it the picture and the text."""
    title: list[nodes.Node] = []
    content: list[nodes.Node] = []
    for part in unwrap(node.children):
        if not isinstance(part, nodes.container):
            content.append(part)
            continue
        for child in unwrap(part.children):
            if has_class(child, "sd-card-title"):
                title += [word for line in child.findall(nodes.paragraph) for word in line]
            else:
                content.append(child)
    if not title:
        return content
    return [entry([*own_icon(node, form), *title], content, node["ids"])]


@prints("Tile")
def print_tile(node: Any, form: str) -> list[nodes.Node]:
    """Write the title of the picture, and below it the picture."""
    children = unwrap(node.children)
    title = next(child for child in children if has_class(child, "dj-picture-tile-title"))
    children.remove(title)
    return [entry(title.children, children, node["ids"])]


@prints("Tab")
def print_tab(node: Any, form: str) -> list[nodes.Node]:
    """Write a tab under its label."""
    label, content = node.children[0], node.children[-1]
    lower_headings([content])
    words = [*own_icon(node, form), *label.children]
    return [entry(words, content.children, [*node["ids"], *label["ids"]])]


@prints("View", "Prompt")
def print_titled(node: Any, form: str) -> list[nodes.Node]:
    """Write the content under its title."""
    title, *content = unwrap(node.children)
    lower_headings(content)
    words = [*own_icon(node, form), *title.children]
    return [entry(words, content, [*node["ids"], *title["ids"]])]


@prints("ParamField", "ResponseField")
def print_field(node: Any, form: str) -> list[nodes.Node]:
    """Write the head of a field, and its description and the fields inside it below."""
    head, *content = unwrap(node.children)
    return [entry(head.children, content, node["ids"])]


@prints("Step")
def print_step(node: Any, form: str) -> list[nodes.Node]:
    """Write a step as an item whose first line is its title."""
    *headings, content = unwrap(node.children)
    lower_headings([content])
    node["component"] = ""
    node.children = []
    for heading in headings:
        if isinstance(heading, nodes.rubric):
            anchor = print_anchor(ids=heading["ids"])
            words = nodes.strong("", "", *own_icon(node, form), *unwrap(heading.children))
            node += line_of(anchor, words)
        else:
            node += heading
    node += unwrap(content.children)
    return [node]


@prints("CodeBlock")
def print_code(node: Any, form: str) -> list[nodes.Node]:
    """Write the title of a code block above it, without a number."""
    if isinstance(node, nodes.literal_block):
        return [node]
    title, block = unwrap(node.children)
    block["component"] = ""
    block["ids"] = [*node["ids"], *block["ids"]]
    found: list[nodes.Node] = [line_of(nodes.strong("", "", *unwrap(title.children)))]
    if form == "latex":
        # A title does not stay behind at the end of a page.
        found.insert(0, nodes.raw("", r"\needspace{4\baselineskip}", format="latex"))
        found.append(nodes.raw("", r"\nopagebreak", format="latex"))
    return [*found, block]


@prints("Frame")
def print_frame(node: Any, form: str) -> list[nodes.Node]:
    """Write the picture and its caption; LaTeX puts them into the middle."""
    children = []
    for child in unwrap(node.children):
        if has_class(child, "dj-figure-caption"):
            words = nodes.emphasis("", "", *unwrap(child.children))
            child = nodes.container("", line_of(words), classes=["dj-figure-caption"])
        children.append(child)
    if form != "latex":
        return children
    return [nodes.container("", *children, classes=["dj-figure"])]


@prints("Update")
def print_update(node: Any, form: str) -> list[nodes.Node]:
    """Write the label, the date and the tags in one line, and the changes."""
    title: Any = None
    facts: list[nodes.Node] = []
    content: list[nodes.Node] = []
    for child in unwrap(node.children):
        if has_class(child, "dj-update-label"):
            title = child
        elif has_class(child, "dj-update-description") or has_class(child, "dj-update-tags"):
            facts += [nodes.Text(" · ")] if facts else []
            facts += unwrap(child.children)
        else:
            content.append(child)
    lower_headings(content)
    if facts:
        content.insert(0, line_of(nodes.inline("", "", *facts, classes=["dj-update-facts"])))
    if title is None:
        return content
    if form != "latex":
        return [entry(title.children, content, [*node["ids"], *title["ids"]])]
    title["heading-level"] = UPDATE_LEVEL
    return [line_of(print_anchor(ids=title["ids"])), title, *content]


@prints("Color.Row")
def print_color_row(node: Any, form: str) -> list[nodes.Node]:
    """Write the colours of a row under its title."""
    title, content = None, []
    for child in unwrap(node.children):
        if has_class(child, "dj-color-row-title"):
            title = child
        else:
            content.append(child)
    return [entry(title.children, content)] if title is not None else content


@prints("Color.Item")
def print_color(node: Any, form: str) -> list[nodes.Node]:
    """Write the name and the value; LaTeX draws the colour."""
    line: Any = unwrap(node.children)[0]
    if form == "latex":
        for color in reversed(node["swatches"]):
            value = color.lstrip("#")
            full = "".join(c * 2 for c in value) if len(value) == 3 else value[:6]
            if len(full) == 6 and not set(full.lower()) - set("0123456789abcdef"):
                raw = rf"\docsjsonSwatch{{{full.upper()}}}"
                line.insert(0, nodes.raw("", raw, format="latex"))
    return [line]


@prints("Tooltip")
def print_tooltip(node: Any, form: str) -> list[nodes.Node]:
    """Write the explanation after the term where the builder itself does not."""
    children = unwrap(node.children)
    if form in {"latex", "text"}:
        new = nodes.abbreviation("", "", *children, explanation=node["explanation"])
        return [new]
    return [*children, nodes.Text(f" ({node['explanation']})")]


@prints("Note", "Tip", "Warning", "Info", "Check", "Danger", "Callout")
def print_admonition(node: Any, form: str) -> list[nodes.Node]:
    """Write a callout in the colours of its kind, with its icon."""
    if form != "latex":
        return [node]
    children = unwrap(node.children)
    if not isinstance(node, nodes.admonition):
        label = str(admonitionlabels.get(node.tagname, node.tagname.capitalize()))
        children.insert(0, nodes.title(label, label))
    drawing = LOOKS.get(node["component"].lower(), LOOKS["note"])[1]
    drawn = own_icon(node, form) or [icon(name=drawing, library="lucide")]
    children[0].insert(0, [*drawn, nodes.Text(" ")])
    new = print_callout("", *children, kind=KINDS[node["component"]])
    new["ids"] = node["ids"]
    return [new]
