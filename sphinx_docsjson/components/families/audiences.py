"""Visibility, View, Variation and Prompt: content for some readers or for assistants."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages
from sphinx_design.shared import create_component

from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.build import build_of
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.attributes import as_list
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.icons import ICON, ICON_LIBRARY, ICON_TYPE
from sphinx_docsjson.components.paper import entry, frameless, lower_headings, own_icon, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers
from sphinx_docsjson.i18n import _
from sphinx_docsjson.translation import messages_of

PROMPT = "source_text"
"""The attribute of a prompt with the text that is copied."""

ACTIONS = ("copy", "cursor")
CURSOR = "cursor://anysphere.cursor-deeplink/prompt?text="
"""Where Cursor takes a prompt: cursor.com/docs (Deeplinks)."""


class humans_only(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Content that the Markdown twin of a page leaves out."""


class agents_only(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Content that only the Markdown twin of a page has."""


class view(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A title (a rubric) and the content for one language or platform."""


class prompt(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A description and the text of a prompt; what is copied is an attribute."""


class VisibilityDirective(ComponentDirective):
    """Content for people or for agents."""

    tag = "Visibility"
    node_class = humans_only

    def build(self) -> list[nodes.Node]:
        """Return a box; what is for agents is written in the Markdown twin only."""
        (box,) = super().build()
        return [become(box, agents_only) if self.values.get("for") == "agents" else box]


class ViewDirective(ComponentDirective):
    """Content for one language or platform; a switch on the page chooses."""

    tag = "View"
    node_class = view

    def build(self) -> list[nodes.Node]:
        """Return a title (a rubric) and the content."""
        node = self.container()
        title = self.values.get("title") or str(_("View"))
        node += self.titled(nodes.rubric(classes=["dj-view-title"]), title)
        self.keep_icon(node)
        self.parse_content(node)
        return [node]


class VariationDirective(ComponentDirective):
    """Content for one of the variations that docs.json names; the switch of views chooses."""

    tag = "Variation"
    node_class = view
    css_class = "dj-view"

    def build(self) -> list[nodes.Node]:
        """Return the label of the variation (a rubric) and the content."""
        node = self.container()
        build = build_of(self.config)
        labels = dict(build.site.variations) if build else {}
        wanted = self.values.get("id", "")
        label = labels.get(wanted)
        if wanted and labels and label is None:
            meant = did_you_mean(near_name(wanted, labels)) or " Name it in variations.options."
            self.complain(f"<Variation>: docs.json has no variation {wanted!r}.{meant}")
        node += self.titled(nodes.rubric(classes=["dj-view-title"]), label or wanted)
        node["order"] = len(labels) if label is None else list(labels).index(wanted)
        self.parse_content(node)
        return [node]


class PromptDirective(ComponentDirective):
    """A prompt that readers copy for their assistant."""

    tag = "Prompt"
    node_class = prompt

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
        for name in sorted(set(node["actions"]) - set(ACTIONS)):
            known = " and ".join(ACTIONS)
            self.complain(f"<Prompt>: actions={name!r} is not known; there are {known}.")
        self.keep_icon(node)
        return [node]


class TranslatedPrompts(SphinxTransform):
    """Puts translations into the texts of prompts that are copied.

    It runs before Sphinx puts translations into the nodes (priority 20), which lose the Markdown.
    """

    default_priority = 19

    def apply(self, **kwargs: Any) -> None:
        """Translate the prompts of the document."""
        prompts = list(self.document.findall(prompt))
        if not prompts:
            return
        known = messages_of(self.config, Path(self.env.srcdir), self.env.docname)
        for found in prompts if known else ():
            text, parts, after = str(found[PROMPT]), list[str](), 0
            for node, message in extract_messages(found):
                written = node.rawsource or message
                # Messages come in the order of the text: each is searched after the previous one.
                start = text.find(written, after)
                if start >= 0:
                    parts += [text[after:start], known.get(message, written)]
                    after = start + len(written)
            found[PROMPT] = "".join([*parts, text[after:]])


def humans_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a box that tools can tell who compare a page with its Markdown twin."""
    new = element("div", "", *context.borrow_children(node.children), data_markdown_ignore="")
    return [copy_identity(node, new)]


def view_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the content under its title; the script makes one switch of all views."""
    heading, *content = context.borrow_children(node.children)
    label = [*context.own_icon(node), *context.borrow_children(heading.children)]
    title = element("p", "dj-view-title", *label)
    new = element("div", "dj-view", title, *content, data_view=title_text(heading))
    if "order" in node:
        new["html"]["data-order"] = str(node["order"])
    return [copy_identity(node, new, "dj-view")]


def prompt_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the description, a button and the text, which opens."""
    title, body = context.borrow_children(node.children)
    words = element("span", "", *context.borrow_children(title.children))
    label = element("span", "dj-prompt-title", *context.own_icon(node), words)
    copy = element(
        "button",
        "dj-prompt-copy",
        context.icon("copy"),
        nodes.Text(_("Copy prompt")),
        type="button",
        data_copy=node[PROMPT],
        needs_script=True,
    )
    chevron = context.icon("chevron-right", "dj-chevron")
    summary = element("summary", "dj-prompt-summary", chevron, label)
    details = element("details", "dj-prompt-details", summary, body)
    cursor = element(
        "a",
        "dj-prompt-open",
        nodes.Text(_("Open in {assistant}").replace("{assistant}", "Cursor")),
        href=CURSOR + quote(node[PROMPT], safe=""),
    )
    buttons = [
        each for name, each in zip(ACTIONS, (copy, cursor), strict=True) if name in node["actions"]
    ]
    actions = [element("div", "dj-prompt-actions", *buttons)] if buttons else []
    return [copy_identity(node, element("div", "dj-prompt", details, *actions), "dj-prompt")]


def titled_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the content under its title."""
    title, *content = unwrap(node.children)
    lower_headings(content)
    label = [*own_icon(node, form), *title.children]
    return [entry(label, content, [*node["ids"], *title["ids"]])]


def nothing(*_: Any) -> list[nodes.Node]:
    """Return nothing: only the Markdown twin has it."""
    return []


RENDERERS[humans_only] = Renderers(
    html=humans_html, markdown=lambda writer, node: "", paper=frameless
)
RENDERERS[agents_only] = Renderers(html=nothing, paper=nothing)
RENDERERS[view] = Renderers(html=view_html, paper=titled_on_paper, titled=True)
RENDERERS[prompt] = Renderers(html=prompt_html, paper=titled_on_paper)

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
                doc="Who sees the content.",
            ),
        ),
        directive=VisibilityDirective,
        newer=True,
    ),
    Component(
        name="View",
        doc="Content for one language or platform. A menu selects it.",
        main="title",
        attributes=(
            Attribute(name="title", type="markdown", required=True, doc="The language."),
            ICON,
            ICON_TYPE,
            ICON_LIBRARY,
        ),
        directive=ViewDirective,
        newer=True,
    ),
    Component(
        name="Variation",
        doc="Content for one of the `variations` in `docs.json`. A menu selects it.",
        main="id",
        attributes=(
            Attribute(
                name="id",
                type="text",
                required=True,
                doc="The `id` of the variation.",
                aliases=("for", "name", "variation"),
            ),
        ),
        directive=VariationDirective,
        newer=True,
    ),
    Component(
        name="Prompt",
        doc="A prompt that readers can copy into an AI assistant.",
        main="description",
        attributes=(
            Attribute(
                name="description", type="markdown", required=True, doc="What the prompt does."
            ),
            Attribute(
                name="actions",
                type="list",
                default="copy",
                choices=ACTIONS,
                doc="The buttons to show.",
            ),
            ICON,
            ICON_TYPE,
            ICON_LIBRARY,
        ),
        directive=PromptDirective,
        newer=True,
    ),
)
