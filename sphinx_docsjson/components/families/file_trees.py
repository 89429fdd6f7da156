"""Tree, also called FileTree: folders and files."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsjson.components.component_nodes import element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import Page, boxed, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry


class TreeDirective(ComponentDirective):
    """A tree of files, of components or of a nested list."""

    tag = "Tree"

    def build(self) -> list[nodes.Node]:
        """Return a bullet list."""
        node = self.container("tree")
        items = nodes.bullet_list(bullet="*", classes=["dj-tree-list"])
        node += items
        content = nodes.container()
        self.parse_content(content)
        for child in unwrap(list(content.children)):
            if isinstance(child, nodes.list_item):
                items += child
            elif isinstance(child, nodes.bullet_list):
                items += [as_entry(item) for item in unwrap(list(child.children))]
            else:
                node += child
        if not items.children:
            node.remove(items)
        return [node]


class FileTreeDirective(TreeDirective):
    """A tree of files, under its other name."""

    tag = "FileTree"


def as_entry(item: nodes.Node) -> Any:
    """Return an item of a Markdown list as an entry: a name that ends in ``/`` is a folder."""
    entry: Any = item
    words = entry[0] if entry.children else nodes.paragraph()
    name = words.astext().strip()
    nested = [child for child in entry.children[1:] if isinstance(child, nodes.bullet_list)]
    for child in nested:
        child["classes"] = [*child["classes"], "dj-tree-list"]
        for inner in child.children:
            as_entry(inner)
    folder = name.endswith("/") or bool(nested)
    entry["component"] = "Tree.Folder" if folder else "Tree.File"
    entry["component_attributes"] = {"name": name, "defaultOpen": "true"}
    return entry


class TreeEntryDirective(ComponentDirective):
    """A folder or a file."""

    def build(self) -> list[nodes.Node]:
        """Return a list item: the name, and the entries below it."""
        name = self.values.get("name", "")
        item = self.finish(nodes.list_item(classes=[f"dj-{self.component.directive_name}"]))
        line = nodes.paragraph("", "", nodes.literal(name, name))
        item += line
        content = nodes.container()
        self.parse_content(content)
        inner = unwrap(list(content.children))
        entries = [child for child in inner if isinstance(child, nodes.list_item)]
        if entries:
            item += nodes.bullet_list("", *entries, bullet="*", classes=["dj-tree-list"])
        item += [child for child in inner if child not in entries]
        return [item]

    def alone(self, built: list[nodes.Node]) -> list[nodes.Node]:
        """Return the entry in a list of its own."""
        return [nodes.bullet_list("", *built, bullet="*", classes=["dj-tree-list"])]


class FolderDirective(TreeEntryDirective):
    """A folder."""

    tag = "Tree.Folder"


class FileDirective(TreeEntryDirective):
    """A file."""

    tag = "Tree.File"


@rewrites("Tree.Folder", "Tree.File")
def write_entry(node: Any, page: Page) -> list[nodes.Node]:
    """Write a file as a line and a folder as ``<details>``."""
    attributes = node.get("component_attributes", {})
    words, *rest = unwrap(node.children)
    folder = node["component"] == "Tree.Folder"
    name = element("span", "dj-tree-name", *words.children)
    marked = " dj-tree-highlight" if attributes.get("highlight") == "true" else ""
    if not folder:
        line = element("div", f"dj-tree-line{marked}", page.icon("file", "dj-tree-icon"), name)
        return [carry(node, element("li", "dj-tree-entry", line, *rest))]
    html: dict[str, Any] = {"open": "open"} if attributes.get("defaultOpen") == "true" else {}
    picture = page.icon("folder", "dj-tree-icon")
    if attributes.get("openable") == "false":
        line = element("div", f"dj-tree-line{marked}", picture, name)
        return [carry(node, element("li", "dj-tree-entry", line, *rest))]
    summary = element(
        "summary",
        f"dj-tree-line{marked}",
        page.icon("chevron-right", "dj-chevron"),
        picture,
        name,
    )
    return [
        carry(node, element("li", "dj-tree-entry", element("details", "", summary, *rest, **html)))
    ]


@rewrites("Tree", "FileTree")
def write_tree(node: Any, page: Page) -> list[nodes.Node]:
    """Write a box around the tree."""
    return boxed(node)


_NAME = Attribute(name="name", type="text", required=True, doc="The name.")
_HIGHLIGHT = Attribute(name="highlight", type="flag", doc="Marks the entry.")
_TREE = "A tree of files, of `Tree.Folder` and `Tree.File` or of a nested list."

registry.add(
    Component(name="Tree", doc=_TREE, directive=TreeDirective, newer=True),
    Component(name="FileTree", doc=_TREE, directive=FileTreeDirective, newer=True),
    Component(
        name="Tree.Folder",
        doc="A folder.",
        main="name",
        parents=("Tree", "FileTree", "Tree.Folder"),
        attributes=(
            _NAME,
            Attribute(name="defaultOpen", type="flag", doc="Opens it at first."),
            Attribute(
                name="openable", type="flag", default="true", doc="Whether it opens at all."
            ),
            _HIGHLIGHT,
        ),
        directive=FolderDirective,
        newer=True,
    ),
    Component(
        name="Tree.File",
        doc="A file.",
        main="name",
        parents=("Tree", "FileTree", "Tree.Folder"),
        attributes=(_NAME, _HIGHLIGHT),
        directive=FileDirective,
        newer=True,
    ),
)
