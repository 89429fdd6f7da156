"""GitHub.Repo: a link to a repository."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.forms.declared import FORMS, Forms
from sphinx_docsjson.components.forms.drawing import Drawing, carry
from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.paper import frameless
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.references import reference_to


class repository(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A link to a repository."""


class RepositoryDirective(ComponentDirective):
    """A link to a repository."""

    tag = "GitHub.Repo"
    node_class = repository
    has_content = False

    def build(self) -> list[nodes.Node]:
        """Return the link; live numbers would need the network, so there are none."""
        named = self.values.get("repo", "").strip()
        name = named.removeprefix("https://github.com/").strip("/")
        url = named if "://" in named else f"https://github.com/{name}"
        node = self.container()
        node["classes"].append(f"dj-github-repo-{self.values.get('variant', 'inset')}")
        link = reference_to(url, nodes.inline(name, name), docname=self.env.docname)
        if link is None:
            self.complain(f"<GitHub.Repo>: repo={named!r} is no repository: write owner/name.")
            return []
        node += nodes.paragraph("", "", link)
        return [node]


def repository_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return the link as a card."""
    for link in node.findall(nodes.reference):
        drawing.dress(link, [*link["classes"], "dj-card-link"])
    mark = element("span", "dj-github-repo-icon", drawing.icon("github"))
    new = element("div", "dj-github-repo dj-card-linked", mark, *drawing.lend(node.children))
    return [carry(node, new, "dj-github-repo")]


FORMS[repository] = Forms(html=repository_html, paper=frameless)

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
