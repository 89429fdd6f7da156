"""Tree, also called FileTree: files and folders."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers, boxed


class file_tree(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A list of folders and files."""


class tree_entry(nodes.list_item):  # noqa: N801 (docutils spells its nodes so)
    """A folder or a file: its name, and the entries below it."""


class TreeDirective(ComponentDirective):
    """A tree of files, of components or of a nested list."""

    tag = "Tree"
    node_class = file_tree
    css_class = "dj-tree"

    def build(self) -> list[nodes.Node]:
        """Return a bullet list."""
        node = self.container()
        items = nodes.bullet_list(bullet="*", classes=["dj-tree-list"])
        node += items
        content = nodes.container()
        self.parse_content(content)
        for child in list(content.children):
            if isinstance(child, nodes.list_item):
                items += child
            elif isinstance(child, nodes.bullet_list):
                items += [as_entry(item) for item in list(child.children)]
            else:
                node += child
        if not items.children:
            node.remove(items)
        return [node]


def as_entry(item: nodes.Node) -> Any:
    """Return an item of a Markdown list as an entry: a name that ends in ``/`` is a folder."""
    entry: Any = become(item, tree_entry)
    if not entry.children:
        entry += nodes.paragraph()
    name = entry[0].astext().strip()
    nested = [child for child in entry.children[1:] if isinstance(child, nodes.bullet_list)]
    for child in nested:
        child["classes"] = [*child["classes"], "dj-tree-list"]
        for inner in child.children:
            as_entry(inner)
    folder = name.endswith("/") or bool(nested)
    entry["component"] = "Tree.Folder" if folder else "Tree.File"
    entry["component_attributes"] = {"name": name, "defaultOpen": "true"}
    return entry


class FileTreeDirective(TreeDirective):
    """A tree of files, under its other name."""

    tag = "FileTree"


class TreeEntryDirective(ComponentDirective):
    """A folder or a file."""

    def build(self) -> list[nodes.Node]:
        """Return a list item: the name, and the entries below it."""
        name = self.values.get("name", "")
        item = self.finish(tree_entry(classes=[f"dj-{self.component.directive_name}"]))
        line = nodes.paragraph("", "", nodes.literal(name, name))
        item += line
        content = nodes.container()
        self.parse_content(content)
        inner = list(content.children)
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


def entry_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a file as a line and a folder as ``<details>``."""
    attributes = node.get("component_attributes", {})
    label, *rest = context.borrow_children(node.children)
    is_folder = node["component"] == "Tree.Folder"
    classes = "dj-tree-line"
    if attributes.get("highlight") == "true":
        classes += " dj-tree-highlight"
    name = element("span", "dj-tree-name", *context.borrow_children(label.children))
    picture = context.icon("folder" if is_folder else "file", "dj-tree-icon")
    if not is_folder or attributes.get("openable") == "false":
        inside = [element("div", classes, picture, name), *rest]
    else:
        html: dict[str, Any] = {"open": "open"} if attributes.get("defaultOpen") == "true" else {}
        chevron = context.icon("chevron-right", "dj-chevron")
        summary = element("summary", classes, chevron, picture, name)
        inside = [element("details", "", summary, *rest, **html)]
    return [copy_identity(node, element("li", "dj-tree-entry", *inside))]


RENDERERS[file_tree] = Renderers(html=boxed)
RENDERERS[tree_entry] = Renderers(html=entry_html)

_NAME = Attribute(name="name", type="text", required=True, doc="The name.")
_HIGHLIGHT = Attribute(name="highlight", type="flag", doc="Highlights the entry.")
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
            Attribute(name="defaultOpen", type="flag", doc="Opens it initially."),
            Attribute(
                name="openable", type="flag", default="true", doc="Whether readers can open it."
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
