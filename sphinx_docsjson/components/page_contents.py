"""Step titles and update labels in “On this page”."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import compact_paragraph

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ENTRIES = ("Step", "Update")


def add_entries(app: Sphinx, doctree: nodes.document) -> None:
    """Add the titles of *doctree* that stand in no closed part to its table of contents."""
    docname = app.env.docname
    contents = app.env.tocs.get(docname)
    if contents is None:
        return
    places: dict[str, int] = {}
    for node in doctree.findall(nodes.Element):
        if node.get("component") not in ENTRIES or is_closed(node):
            continue
        title = node.next_node(nodes.rubric)
        if title is None or title.parent is not node or not title["ids"]:
            continue
        entry = find_entry(contents, section_of(node))
        if entry is not None:
            anchor = section_of(node)
            insert(entry, title, docname, places.setdefault(anchor, 0))
            places[anchor] += 1


def is_closed(node: nodes.Node) -> bool:
    """Whether *node* stands in a part that is closed at first, or in another step."""
    parent = node.parent
    while parent is not None:
        kind = parent.get("component", "")
        closed = kind in ("Accordion", "Expandable") and not parent.get("opened")
        if closed or kind in ENTRIES or (kind == "Tab" and not _is_first(parent)):
            return True
        parent = parent.parent
    return False


def _is_first(tab: nodes.Element) -> bool:
    siblings = [c for c in tab.parent.children if isinstance(c, nodes.container)]
    chosen = next((c for c in siblings if c.get("selected")), siblings[0] if siblings else tab)
    return chosen is tab


def section_of(node: nodes.Node) -> str:
    """Return the anchor of the section that holds *node*; that of the first one is empty."""
    parent = node.parent
    while parent is not None and not isinstance(parent, nodes.section):
        parent = parent.parent
    if parent is None or isinstance(parent.parent, nodes.document):
        return ""
    return f"#{parent['ids'][0]}"


def find_entry(contents: nodes.Element, anchor: str) -> Any:
    """Return the list item of the section with *anchor*."""
    for item in contents.findall(nodes.list_item):
        reference = item.next_node(nodes.reference)
        if reference is not None and reference.get("anchorname") == anchor:
            return item
    return None


def insert(item: nodes.Element, title: Any, docname: str, position: int) -> None:
    """Put an entry for *title* before the subsections of *item*, at *position*."""
    lists = [child for child in item.children if isinstance(child, nodes.bullet_list)]
    if not lists:
        lists = [nodes.bullet_list()]
        item += lists[0]
    words = [
        nodes.literal("", child.astext()) if isinstance(child, nodes.literal) else nodes.Text(text)
        for child in title.children
        if (text := child.astext())
    ]
    reference = nodes.reference(
        "", "", *words, internal=True, refuri=docname, anchorname=f"#{title['ids'][0]}"
    )
    entry = nodes.list_item("", compact_paragraph("", "", reference))
    lists[0].insert(position, entry)
