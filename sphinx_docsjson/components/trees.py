"""Tree (FileTree), Color and GitHub.Repo: folders, swatches, a repository."""

from __future__ import annotations

import json
from typing import Any

from docutils import nodes

from sphinx_docsjson.components.attributes import clean
from sphinx_docsjson.components.base import ComponentDirective
from sphinx_docsjson.components.html import Page, carry, kind_of, rewrites, unwrap
from sphinx_docsjson.components.nodes import agents_only, element
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.references import reference_to


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


class ColorDirective(ComponentDirective):
    """Swatches of colours."""

    tag = "Color"

    def build(self) -> list[nodes.Node]:
        """Return a container of rows and items."""
        node = self.container()
        node["classes"].append(f"dj-color-{self.values.get('variant', 'compact')}")
        self.parse_content(node)
        return [node]


class ColorRowDirective(ComponentDirective):
    """A titled row of swatches."""

    tag = "Color.Row"

    def build(self) -> list[nodes.Node]:
        """Return a title and the items."""
        node = self.container()
        if title := self.values.get("title"):
            node += self.titled(nodes.paragraph(classes=["dj-color-row-title"]), title)
        self.parse_content(node)
        return [node]


class ColorItemDirective(ComponentDirective):
    """A swatch."""

    tag = "Color.Item"

    def build(self) -> list[nodes.Node]:
        """Return the name and the value."""
        node = self.container()
        name = self.values.get("name", "")
        colors = self._colors(self.values.get("value", ""))
        shown = " / ".join(colors)
        line = nodes.paragraph()
        line += nodes.strong(name, name)
        line += [nodes.Text(" "), nodes.literal(shown, shown)]
        node += line
        node["swatches"] = colors
        return [node]

    def _colors(self, value: str) -> list[str]:
        """Return the one colour, or that of the light and that of the dark mode."""
        try:
            pair = json.loads(value)
        except ValueError:
            pair = value
        wanted = [pair.get("light"), pair.get("dark")] if isinstance(pair, dict) else [value]
        swatch = Attribute(name="value", type="color", doc="")
        found = []
        for text in wanted:
            color, problem = clean(swatch, str(text or ""), self.tag)
            if color:
                found.append(color)
            elif problem:
                self.complain(problem.message)
        return found


@rewrites("Color.Item")
def write_swatch(node: Any, page: Page) -> list[nodes.Node]:
    """Write the colours as SVG, which needs no style attribute, beside the name and the value."""
    pictures = []
    for color in node["swatches"]:
        rect = element("rect", "", width="100%", height="100%", fill=color)
        pictures.append(element("svg", "dj-swatch", rect, aria_hidden="true", focusable="false"))
    label = unwrap(node.children)
    line: Any = label[0]
    words = [child for child in line.children if not isinstance(child, nodes.Text)]
    new = element("div", "dj-color-item", *pictures, element("div", "dj-color-label", *words))
    return [carry(node, new, "dj-color-item")]


class RepositoryDirective(ComponentDirective):
    """A link to a repository."""

    tag = "GitHub.Repo"
    has_content = False

    def build(self) -> list[nodes.Node]:
        """Return the link; live numbers would need the network, so there are none."""
        repository = self.values.get("repo", "").strip()
        name = repository.removeprefix("https://github.com/").strip("/")
        url = repository if "://" in repository else f"https://github.com/{name}"
        node = self.container()
        node["classes"].append(f"dj-github-repo-{self.values.get('variant', 'inset')}")
        link = reference_to(url, nodes.inline(name, name), docname=self.env.docname)
        if link is None:
            self.complain(
                f"<GitHub.Repo>: repo={repository!r} is no repository: write owner/name."
            )
            return []
        node += nodes.paragraph("", "", link)
        return [node]


@rewrites("GitHub.Repo")
def write_repository(node: Any, page: Page) -> list[nodes.Node]:
    """Write the link as a card."""
    for link in node.findall(nodes.reference):
        link["classes"] = [*link["classes"], "dj-card-link"]
    mark = element("span", "dj-github-repo-icon", page.icon("github"))
    new = element("div", "dj-github-repo dj-card-linked", mark, *unwrap(node.children))
    return [carry(node, new, "dj-github-repo")]


@rewrites("Tree", "FileTree", "Color", "Color.Row", "Visibility")
def write_container(node: Any, page: Page) -> list[nodes.Node]:
    """Write a box with the classes of the container; what is for agents is left to them."""
    if isinstance(node, agents_only):
        return [node]
    # What only people read is marked for tools that compare a page with its Markdown twin.
    html: dict[str, Any] = {"data_markdown_ignore": ""} if kind_of(node) == "Visibility" else {}
    return [carry(node, element("div", "", *unwrap(node.children), **html))]


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
    Component(
        name="Color",
        doc="Swatches of colours.",
        main="variant",
        attributes=(
            Attribute(
                name="variant",
                type="choice",
                choices=("compact", "table"),
                required=True,
                doc="How they are arranged.",
            ),
        ),
        directive=ColorDirective,
        newer=True,
    ),
    Component(
        name="Color.Row",
        doc="A titled row of swatches.",
        main="title",
        parents=("Color",),
        attributes=(Attribute(name="title", type="markdown", doc="The title."),),
        directive=ColorRowDirective,
        newer=True,
    ),
    Component(
        name="Color.Item",
        doc="A swatch.",
        content=Content.NONE,
        main="name",
        parents=("Color", "Color.Row"),
        attributes=(
            _NAME,
            Attribute(
                name="value",
                type="text",
                required=True,
                doc='A CSS colour, or one for each mode: `{"light": "#fff", "dark": "#000"}`.',
            ),
        ),
        directive=ColorItemDirective,
        newer=True,
    ),
    Component(
        name="GitHub.Repo",
        doc="A link to a repository on GitHub.",
        content=Content.NONE,
        main="repo",
        attributes=(
            Attribute(name="repo", type="text", required=True, doc="`owner/name`, or the URL."),
            Attribute(
                name="variant",
                type="choice",
                choices=("inset", "flat"),
                default="inset",
                doc="How it looks.",
            ),
            Attribute(name="className", type="text", doc="Accepted, without effect."),
        ),
        directive=RepositoryDirective,
        newer=True,
    ),
)
