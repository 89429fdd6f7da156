"""Card: a box, usually with a link.

It is the card of sphinx-design; the HTML is drawn again, because the title is the link, where
sphinx-design lays an empty one over the card, and without the style sheet of sphinx-design.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from sphinx_design.cards import CardDirective as SphinxDesignCard
from sphinx_design.shared import PassthroughTextElement, is_component

from sphinx_docsjson.base.nodes import reference_to
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.attributes import harmless
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.icons import ICON, ICON_LIBRARY, ICON_TYPE
from sphinx_docsjson.components.paper import entry, frameless, has_class, own_icon, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers
from sphinx_docsjson.urls import is_external

STRUCTURE = {
    "sd-card": "",
    "sd-card-hover": "",
    "sd-shadow-sm": "",
    "sd-sphinx-override": "",
    "sd-card-body": "dj-card-body",
    "sd-card-header": "dj-card-header",
    "sd-card-footer": "dj-card-footer",
    "sd-card-title": "dj-card-title",
    "sd-card-text": "",
    "sd-font-weight-bold": "",
    "sd-card-img-top": "dj-card-image",
    "sd-stretched-link": "dj-card-link",
    "sd-hide-link-text": "dj-visually-hidden",
}
"""What the classes of a card of sphinx-design become; other classes stay as they are."""


class card(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A card of sphinx-design with an icon and a link of its own."""


class CardDirective(ComponentDirective):
    """A card of sphinx-design with an icon, a link that is checked, and a line of action."""

    tag = "Card"
    extends: ClassVar = dict(SphinxDesignCard.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return a card of sphinx-design, marked as ours."""
        if self.flag("disabled"):
            self.values.pop("href", None)
        options = {"margin": [], **self.options}
        if image := self.picture("img"):
            options["img-top"] = image
        title = self.values.get("title")
        made = SphinxDesignCard.create_card(self, [title] if title else [], options)
        found = self.finish(become(made, card))
        found["classes"].insert(0, "dj-card")
        for picture in found.findall(nodes.image):
            if picture.line is None:
                self.set_source_info(picture)
        body = next(child for child in found.children if is_component(child, "card-body"))
        self._title(body, title)
        self._text(body)
        self._icon(found)
        if self.flag("disabled"):
            found["classes"].append("dj-card-disabled")
        if self.flag("horizontal"):
            found["classes"].append("dj-card-horizontal")
        if kind := self.values.get("type"):
            found["classes"].append(f"dj-card-{kind}")
        return [found]

    def _title(self, body: Any, title: str | None) -> None:
        """Make the title the link, and the line of action where there is no title."""
        cta = self.values.get("cta")
        href = self.values.get("href")
        if title:
            # A paragraph, so that LaTeX does not run the title into the text.
            inner = harmless(unwrap(body[0][0].children))
            body[0][:] = [self._line(title, inner, href)]
        if cta:
            line = self._line(cta, self.inline(cta), None if title else href)
            line["classes"].append("dj-card-cta")
            body += line
        elif href and not title:
            hidden_line = PassthroughTextElement()
            hidden = nodes.inline(href, href, classes=["dj-visually-hidden"])
            hidden_line += self._link(href, [hidden])
            body += hidden_line

    def _line(self, text: str, label: list[nodes.Node], href: str | None) -> nodes.paragraph:
        """Return *words* as a paragraph, with the link around them if there is one."""
        line = nodes.paragraph(text, "", *label)
        self.set_source_info(line)
        if href:
            line[:] = self._link(href, [translatable_part(line)])
        return line

    def _link(self, href: str, children: list[nodes.Node]) -> list[nodes.Node]:
        """Return the link around *children*; a new tab only where the author asks for it."""
        link = reference_to(href, nodes.inline("", "", *children), docname=self.env.docname)
        if link is None:
            return children
        holder = PassthroughTextElement("", "", link)
        holder["card_link"] = True
        if self.flag("newTab"):
            holder["sd_new_tab"] = True
        return [holder]

    def _text(self, body: nodes.Element) -> None:
        if text := self.values.get("description"):
            line = self.titled(nodes.paragraph(), text)
            body.insert(1 if self.values.get("title") else 0, line)

    def _icon(self, found: nodes.Element) -> None:
        self.keep_icon(found, self.values.get("color"))
        href = self.values.get("href", "")
        arrow = self.values.get("arrow", "true" if is_external(href) else "false")
        found["arrow"] = bool(href) and arrow == "true"


def translatable_part(line: nodes.TextElement) -> PassthroughTextElement:
    """Return the words of *line* as a node, which translators are shown instead of the line.

    A translation replaces all children of a node: a link around them would be lost.
    """
    label = PassthroughTextElement(line.rawsource, "", *line.children)
    label.source, label.line = line.source, line.line
    line.children = []
    line["translatable"] = False
    return label


def card_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the card; its link covers it, its text is above the link and can be selected."""
    for part in (node, *node.children, *(c for child in node.children for c in child.children)):
        if isinstance(part, nodes.Element):
            context.override_classes(part, renamed_classes(part))
    links = [
        link
        for holder in node.findall(PassthroughTextElement)
        if holder.get("card_link")
        for link in holder.findall(nodes.reference)
    ]
    for link in links:
        context.override_classes(link, [*link["classes"], "dj-card-link"])
    extra: list[nodes.Node] = []
    if "own_icon" in node:
        extra.append(element("div", "dj-card-icon", *context.own_icon(node)))
    if node.get("arrow"):
        extra.append(context.icon("arrow-up-right", "dj-card-arrow"))
    children = context.borrow_children(node.children)
    image = [child for child in children if isinstance(child, nodes.image)]
    rest = [child for child in children if not isinstance(child, nodes.image)]
    box = element("div", "dj-card" + (" dj-card-linked" if links else ""), *image)
    box += element("div", "dj-card-content", *extra, *rest)
    return [copy_identity(node, box, "dj-card")]


def card_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the title, and below it the picture and the text."""
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


def renamed_classes(node: nodes.Element) -> list[str]:
    """Return the classes of *node* without those for the style sheet of sphinx-design."""
    renamed = [STRUCTURE.get(name, name) for name in node["classes"]]
    return list(dict.fromkeys(name for name in renamed if name))


RENDERERS[card] = Renderers(html=card_html, paper=card_on_paper, unwritten=frozenset(STRUCTURE))

registry.add(
    Component(
        name="Card",
        doc="A box with a title, an icon and text. With `href`, the whole card is a link.",
        main="title",
        attributes=(
            Attribute(name="title", type="markdown", doc="The title."),
            ICON,
            ICON_TYPE,
            ICON_LIBRARY,
            Attribute(name="color", type="color", doc="The colour of the icon."),
            Attribute(name="href", type="href", doc="The target of the link."),
            Attribute(name="horizontal", type="flag", doc="Puts the icon beside the text."),
            Attribute(name="img", type="image", doc="An image at the top of the card."),
            Attribute(name="cta", type="markdown", doc="A call to action at the bottom."),
            Attribute(
                name="arrow",
                type="flag",
                doc="Shows an arrow. Default: on links to other sites.",
            ),
            Attribute(name="newTab", type="flag", doc="Opens the link in a new tab."),
            Attribute(
                name="disabled",
                type="flag",
                doc="Greys it out, without a link.",
                sampled=False,
            ),
            Attribute(
                name="type",
                type="choice",
                choices=("info", "warning", "note", "tip", "check", "danger"),
                doc="The callout whose colour to use.",
            ),
            Attribute(name="description", type="markdown", doc="Text before the content."),
        ),
        directive=CardDirective,
    ),
)


# GitHub.Repo: a link to a repository.


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
            self.complain(f"<GitHub.Repo>: repo={named!r} is not a repository: write owner/name.")
            return []
        node += nodes.paragraph("", "", link)
        return [node]


def repository_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the link as a card."""
    for link in node.findall(nodes.reference):
        context.override_classes(link, [*link["classes"], "dj-card-link"])
    mark = element("span", "dj-github-repo-icon", context.icon("github"))
    new = element(
        "div", "dj-github-repo dj-card-linked", mark, *context.borrow_children(node.children)
    )
    return [copy_identity(node, new, "dj-github-repo")]


RENDERERS[repository] = Renderers(html=repository_html, paper=frameless)

registry.add(
    Component(
        name="GitHub.Repo",
        doc="A link to a repository on GitHub.",
        content=Content.NONE,
        main="repo",
        attributes=(
            Attribute(
                name="repo",
                type="text",
                required=True,
                doc="`owner/name`, or the URL of the repository.",
            ),
            Attribute(
                name="variant",
                type="choice",
                choices=("inset", "flat"),
                default="inset",
                doc="The style.",
            ),
        ),
        directive=RepositoryDirective,
        newer=True,
    ),
)
