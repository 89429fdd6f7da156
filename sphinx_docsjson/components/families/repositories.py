"""GitHub.Repo: a link to a repository."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsjson.components.component_nodes import element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import Page, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.references import reference_to


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


registry.add(
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
