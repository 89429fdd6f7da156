"""Visibility, View and Prompt: content for some readers, and content for their assistants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages
from sphinx_design.shared import create_component

from sphinx_docsjson.components.attributes import as_list
from sphinx_docsjson.components.component_nodes import agents_only, element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.inline_icons import ICON, ICON_TYPE
from sphinx_docsjson.components.html_elements import Page, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _
from sphinx_docsjson.translation import messages_of

PROMPT = "source_text"
"""The attribute of a prompt with the text that is copied."""


class VisibilityDirective(ComponentDirective):
    """Content for people or for agents."""

    tag = "Visibility"

    def build(self) -> list[nodes.Node]:
        """Return a container; what is for agents is written in the Markdown twin only."""
        if self.values.get("for") == "agents":
            node = self.finish(agents_only(is_div=True, classes=["dj-visibility"]))
        else:
            node = self.container()
        self.parse_content(node)
        return [node]


@rewrites("Visibility")
def write_visibility(node: Any, page: Page) -> list[nodes.Node]:
    """Write a box; what is for agents stays the node that only the Markdown twin writes."""
    if isinstance(node, agents_only):
        return [node]
    # What only people read is marked for tools that compare a page with its Markdown twin.
    new = element("div", "", *unwrap(node.children), data_markdown_ignore="")
    return [carry(node, new)]


class ViewDirective(ComponentDirective):
    """Content for one language or platform; a switch on the page chooses."""

    tag = "View"

    def build(self) -> list[nodes.Node]:
        """Return a title (a rubric) and the content."""
        node = self.container()
        title = self.values.get("title") or str(_("View"))
        node += self.titled(nodes.rubric(classes=["dj-view-title"]), title)
        self.keep_icon(node)
        self.parse_content(node)
        return [node]


@rewrites("View")
def write_view(node: Any, page: Page) -> list[nodes.Node]:
    """Write the content under its title; the script makes one switch of all views."""
    heading, *content = unwrap(node.children)
    title: Any = element("p", "dj-view-title", *page.own_icon(node), *heading.children)
    new = element("div", "dj-view", title, *content, data_view=heading.astext())
    return [carry(node, new, "dj-view")]


class PromptDirective(ComponentDirective):
    """A prompt that readers copy for their assistant."""

    tag = "Prompt"

    def build(self) -> list[nodes.Node]:
        """Return the description and the text of the prompt."""
        node = self.container()
        text = self.values.get("description") or str(_("Prompt"))
        node += self.titled(nodes.paragraph(classes=["dj-prompt-title"]), text)
        body = create_component("dj-prompt-body", ["dj-prompt-body"])
        self.parse_content(body)
        node += body
        source = "\n".join(self.content).strip()
        node[PROMPT] = source
        node["actions"] = as_list(self.values.get("actions", "copy"))
        self.keep_icon(node)
        return [node]


class TranslatedPrompts(SphinxTransform):
    """Puts translations into the texts of prompts that are copied.

    It looks before Sphinx puts them into the nodes (priority 20), which forget the Markdown.
    """

    default_priority = 19

    def apply(self, **kwargs: Any) -> None:
        """Translate the prompts of the document."""
        prompts = [node for node in self.document.findall(nodes.container) if PROMPT in node]
        if not prompts:
            return
        known = messages_of(self.config, Path(self.env.srcdir), self.env.docname)
        for prompt in prompts if known else ():
            for node, message in extract_messages(prompt):
                if message in known:
                    written = node.rawsource or message
                    prompt[PROMPT] = prompt[PROMPT].replace(written, known[message])


@rewrites("Prompt")
def write_prompt(node: Any, page: Page) -> list[nodes.Node]:
    """Write the description, a button and the text, which opens."""
    title, body = unwrap(node.children)
    words: Any = title
    label = element("span", "dj-prompt-title", *page.own_icon(node), *words.children)
    copy = element(
        "button",
        "dj-prompt-copy",
        page.icon("copy"),
        nodes.Text(_("Copy prompt")),
        type="button",
        data_copy=node[PROMPT],
        needs_script=True,
    )
    details = element(
        "details",
        "dj-prompt-details",
        element("summary", "dj-prompt-summary", page.icon("chevron-right", "dj-chevron"), label),
        body,
    )
    return [carry(node, element("div", "dj-prompt", details, copy), "dj-prompt")]


registry.add(
    Component(
        name="Visibility",
        doc="Content for people only, or for the Markdown twin only.",
        main="for",
        attributes=(
            Attribute(
                name="for",
                type="choice",
                choices=("humans", "agents"),
                required=True,
                doc="Who reads it.",
            ),
        ),
        directive=VisibilityDirective,
        newer=True,
    ),
    Component(
        name="View",
        doc="Content for one language or platform; a switch chooses one for the page.",
        main="title",
        attributes=(
            Attribute(name="title", type="markdown", required=True, doc="The language."),
            ICON,
            ICON_TYPE,
        ),
        directive=ViewDirective,
        newer=True,
    ),
    Component(
        name="Prompt",
        doc="A prompt that readers copy for their assistant.",
        main="description",
        attributes=(
            Attribute(name="description", type="markdown", required=True, doc="What it does."),
            Attribute(name="actions", type="list", default="copy", doc="Which buttons it has."),
            ICON,
            ICON_TYPE,
        ),
        directive=PromptDirective,
        newer=True,
    ),
)
