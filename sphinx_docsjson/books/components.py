"""Components as a printed page or a terminal shows them: titles, indented below them the content.

What opens or switches on a website stands open in a book. A title and what belongs to it become
an entry of a definition list, which every builder indents, however deep it is nested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from docutils import nodes
from sphinx.locale import admonitionlabels
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.books.long_words import break_long_words
from sphinx_docsjson.books.printed_nodes import print_anchor, print_callout
from sphinx_docsjson.components.callouts import LOOKS
from sphinx_docsjson.components.html import PRIORITY, unwrap
from sphinx_docsjson.components.nodes import icon
from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.nodes import endpoint
from sphinx_docsjson.pages.html_nodes import Media
from sphinx_docsjson.pages.known import BUILDER
from sphinx_docsjson.state import state_of
from sphinx_docsjson.urls import is_external

FORMATS = ("latex", "text", "man", "texinfo")
INNER_LEVEL = 4
"""The level of a heading inside a component in LaTeX, below those of sections and updates."""

UPDATE_LEVEL = 3
EXAMPLES = frozenset({"RequestExample", "ResponseExample"})
MERGED = "docsjson_entries"

Printer = Callable[[Any, str], list[nodes.Node]]
_printers: dict[str, Printer] = {}


def prints(*names: str) -> Callable[[Printer], Printer]:
    """Register the decorated function as the one that writes the components *names*."""

    def register(function: Printer) -> Printer:
        _printers.update(dict.fromkeys(names, function))
        return function

    return register


class ComponentsToPrint(SphinxPostTransform):
    """Replace every component by plain nodes, the innermost first."""

    default_priority = PRIORITY
    formats = FORMATS

    def run(self, **options: Any) -> None:
        """Rewrite the document."""
        state = state_of(self.config)
        form = state.rooms[BUILDER].format if state else ""
        examples_last(self.document)
        # A reference to a numbered listing needs its caption.
        numbered = self.config.numfig
        for node in reversed(list(self.document.findall(nodes.Element))):
            name = node.get("component", "")
            if name not in _printers or node.parent is None:
                continue
            if name == "CodeBlock" and numbered:
                continue
            parent = node.parent
            index = parent.index(node)
            parent[index : index + 1] = _printers[name](node, form)
        for node in list(self.document.findall(nodes.definition_list)):
            merge(node)
        for group in self.document.findall(nodes.tgroup):
            give_body(group)
        for player in list(self.document.findall(Media)):
            player.replace_self(link_to(player))
        if form == "latex":
            break_long_words(self.document)


def examples_last(document: nodes.document) -> None:
    """Put the examples of an operation behind its description.

    On a website they stand beside it; on paper pages of code would come first.
    """
    for line in list(document.findall(endpoint)):
        page = line.parent
        found = [
            node
            for node in page.children
            if isinstance(node, nodes.Element) and node.get("component") in EXAMPLES
        ]
        if not isinstance(page, nodes.section) or not found:
            continue
        for node in found:
            page.remove(node)
        words = str(_("Examples"))
        title = nodes.title(words, words)
        page += nodes.section("", title, *unwrap(found), ids=["dj-examples"])


def merge(node: nodes.definition_list) -> None:
    """Put the entries of the lists that follow *node* into it, where all are of components."""
    parent = node.parent
    if not node.get(MERGED) or parent is None:
        return
    index = parent.index(node) + 1
    while index < len(parent):
        following: Any = parent[index]
        if not (isinstance(following, nodes.definition_list) and following.get(MERGED)):
            return
        parent.remove(following)
        following.parent = None
        node += unwrap(following.children)


def give_body(group: nodes.tgroup) -> None:
    """Let a table that is only a head be a table with one row, which every builder can write."""
    heads = [child for child in group.children if isinstance(child, nodes.thead)]
    if heads and not any(isinstance(child, nodes.tbody) for child in group.children):
        head = heads[-1]
        group.replace(head, nodes.tbody("", *unwrap(head.children)))


def link_to(player: Media) -> nodes.Node:
    """Return a link to what a player plays; a file of the site is named only."""
    uri, label = player.get("uri") or "", player.get("label") or ""
    if player["tagname"] == "track" or not (uri or label):
        return nodes.Text("")
    if not is_external(uri):
        return nodes.emphasis(label, label)
    return nodes.reference(label, label, refuri=uri, internal=False)


def entry(
    words: Iterable[nodes.Node], content: Iterable[nodes.Node], ids: Iterable[str] = ()
) -> nodes.definition_list:
    """Return a title with what belongs to it."""
    term = nodes.term("", "", *unwrap(words))
    term["ids"] = list(ids)
    definition = nodes.definition("", *unwrap(content))
    return nodes.definition_list(
        "", nodes.definition_list_item("", term, definition), **{MERGED: True}
    )


def own_icon(node: nodes.Element, form: str) -> list[nodes.Node]:
    """Return the icon that an author gave a component, where it is drawn."""
    if form != "latex" or "own_icon" not in node:
        return []
    return [icon(**node["own_icon"]), nodes.Text(" ")]


def line_of(*words: nodes.Node) -> nodes.paragraph:
    """Return a paragraph of its own."""
    return nodes.paragraph("", "", *words)


def has_class(node: nodes.Node, name: str) -> bool:
    """Whether *node* is an element of that class."""
    return isinstance(node, nodes.Element) and name in node["classes"]


def lower_headings(content: Iterable[nodes.Node]) -> None:
    """Let the headings in *content* be smaller than the title above them."""
    for node in content:
        for rubric in node.findall(nodes.rubric):
            rubric["heading-level"] = max(INNER_LEVEL, rubric.get("heading-level", INNER_LEVEL))


@prints("CardGroup", "Columns", "Column", "AccordionGroup", "Tabs", "Panel", "Visibility")
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


@prints("Accordion", "Expandable")
def print_details(node: Any, form: str) -> list[nodes.Node]:
    """Write what opens on a website, opened."""
    children = unwrap(node.children)
    if not node.get("has_title"):
        return children
    title, *content = children
    lower_headings(content)
    words = [*own_icon(node, form), *title.children]
    return [entry(words, content, [*node["ids"], *title["ids"]])]


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
