"""Hero and Button, for the top of a landing page.

At the top of a page, a hero shows the title and the description of the page, so that neither is
written twice; both stay in place for other builders, the search and the twin.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.markdown import heading
from sphinx_docsjson.base.nodes import reference_to
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element, heading_level
from sphinx_docsjson.components.icons import ICON, ICON_TYPE, make_icon
from sphinx_docsjson.components.paper import has_class, line_of, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, InlineTag, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers

EYEBROW, TEXT = "dj-hero-eyebrow", "dj-hero-text"
LIGHT, DARK = "dj-only-light", "dj-only-dark"
"""The classes of the line above a title, the one below it, and the pictures of both modes."""


class hero(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A line above a title, the title (a rubric), a text, any content, and pictures."""


class hero_part(nodes.General):  # noqa: N801 (docutils spells its nodes so)
    """What a hero at the top of the page shows in HTML; everybody else finds it as it was."""


class hero_title(hero_part, nodes.title):  # noqa: N801 (docutils spells its nodes so)
    """The title of a page with a hero."""


class hero_lead(hero_part, nodes.paragraph):  # noqa: N801 (docutils spells its nodes so)
    """The description of a page with a hero."""


class HeroDirective(ComponentDirective):
    """The beginning of a first page."""

    tag = "Hero"
    node_class = hero

    def build(self) -> list[nodes.Node]:
        """Return the lines, the content, and the pictures."""
        node = self.container()
        node["classes"].append(f"dj-hero-{self.values.get('align', 'start')}")
        if text := self.values.get("eyebrow"):
            node += self.titled(nodes.paragraph(classes=[EYEBROW]), text)
        if text := self.values.get("title"):
            node += self.titled(nodes.rubric(classes=["dj-hero-title"]), text)
        if text := self.values.get("description"):
            node += self.titled(nodes.paragraph(classes=[TEXT]), text)
        self.parse_content(node)
        for name, css_class in (("img", LIGHT), ("imgDark", DARK)):
            if uri := self.picture(name):
                image = nodes.image(uri=uri, alt=self.values.get("alt", ""), classes=[css_class])
                self.set_source_info(image)
                node += image
        return [node]


class TakeTitle(SphinxPostTransform):
    """Let a hero that is the first thing on a page show the title and the description."""

    default_priority = 950
    """After the description is below the title (900)."""

    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Mark the title and the description of the page, if it begins with a hero."""
        heroes = list(self.document.findall(hero))
        if not has_our_theme(self.config):
            for node in heroes:  # other themes have no rule that hides one of two pictures
                node[:] = _without_second_picture(node.children)
            return
        for node in heroes:
            page = node.parent
            if not isinstance(page, nodes.section) or page.parent is not self.document:
                continue
            title, *before = page.children[: page.index(node)]
            if isinstance(title, nodes.title) and all(map(_may_stand_before, before)):
                node["at_top"] = True
                become(title, hero_title)
                for part in before:
                    if isinstance(part, nodes.paragraph):
                        become(part, hero_lead)
            return


def _may_stand_before(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Invisible) or has_class(node, "dj-lead")


def hero_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the words, and the pictures beside or below them."""
    at_top = node.get("at_top", False)
    above = node.parent.children[: node.parent.index(node)] if at_top else []
    titles = [part for part in above if isinstance(part, hero_title)]
    leads = [part for part in above if isinstance(part, hero_lead)]
    said: list[nodes.Node] = []
    text: list[nodes.Node] = []
    pictures: list[nodes.Element] = []
    seen = _without_second_picture(node.children) if context.is_book else node.children
    children = context.borrow_children(seen)
    own = next((child for child in children if isinstance(child, nodes.rubric)), None)
    for child in children:
        if has_class(child, EYEBROW):
            text.insert(0, child)
        elif has_class(child, TEXT):
            leads = [child]
        elif isinstance(child, nodes.image):
            pictures.append(child)
        elif child is not own:
            said.append(child)
    if titles or own is not None:
        shown: Any = titles[0] if own is None else own
        level = 1 if at_top else heading_level(node)
        new = element(f"h{level}", "dj-hero-title", *context.borrow_children(shown.children))
        text.append(copy_identity(shown, new, "dj-hero-title") if shown is own else new)
    for lead in leads[:1]:
        text.append(element("p", TEXT, *context.borrow_children(lead.children)))
    body = element("div", "dj-hero-body", *text, *said)
    box = element("div", "dj-hero", body)
    if at_top:
        box["classes"].append("dj-hero-first")
    if pictures:
        box += element("div", "dj-hero-picture", *pictures)
        # The single picture of a hero is used in both modes.
        if len(pictures) == 1:
            for picture in pictures:
                context.override_classes(picture, [])
    return [copy_identity(node, box, "dj-hero")]


def not_here(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return nothing: the hero has it."""
    return []


def hero_markdown(writer: Any, node: Any) -> str:
    """Return the words and one picture."""
    parts = []
    for child in _without_second_picture(node.children):
        if isinstance(child, nodes.rubric):
            parts.append(heading(min(6, (writer.level or 1) + 1), writer.inline(child.children)))
        else:
            parts.append(writer.blocks([child]))
    return "\n\n".join(filter(None, parts))


def hero_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the title as a line, the words and one picture."""
    found: list[nodes.Node] = []
    for child in _without_second_picture(unwrap(node.children)):
        if isinstance(child, nodes.rubric):
            label = nodes.strong("", "", *unwrap(child.children))
            line = line_of(label)
            line["ids"] = child["ids"]
            found.append(line)
        else:
            found.append(child)
    return found


def _without_second_picture(children: list[Any]) -> list[Any]:
    has_light = any(has_class(child, LIGHT) for child in children)
    return [child for child in children if not (has_light and has_class(child, DARK))]


RENDERERS[hero] = Renderers(
    html=hero_html, markdown=hero_markdown, paper=hero_on_paper, titled=True
)
RENDERERS[hero_title] = Renderers(html=not_here)
RENDERERS[hero_lead] = Renderers(html=not_here)


# Button: a link to what to do next; those of sphinx-design look different.


class docsjson_button(nodes.inline):  # noqa: N801 (docutils spells its nodes so)
    """A link; other builders write the link that it is.

    Translators find visitors by the name of the class alone, and sphinx_antsibull_ext has a
    ``link_button``.
    """


def build_button(tag: InlineTag) -> list[nodes.Node]:
    """Return the nodes of ``<Button>``."""
    href = tag.values.get("href", "")
    drawn = make_icon(
        tag.values.get("icon", ""),
        config=tag.env.config,
        location=tag.location,
        icon_type=tag.values.get("iconType"),
    )
    label = tag.children or [nodes.Text(href)]
    link = reference_to(href, nodes.inline("", "", *drawn, *label), docname=tag.env.docname)
    if not href or link is None:
        return list(tag.children)
    node = docsjson_button("", "", link)
    node["component"] = "Button"
    node["variant"] = tag.values.get("variant", "primary")
    if tag.values.get("newTab") == "true":
        node["sd_new_tab"] = True
    return [node]


def button_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the link with its look."""
    for link in node.findall(nodes.reference):
        names = ["dj-action", f"dj-action-{node['variant']}"]
        context.override_classes(link, [*link["classes"], *names])
    return context.borrow_children(node.children)


RENDERERS[docsjson_button] = Renderers(html=button_html)


registry.add(
    Component(
        name="Hero",
        doc="The top of a landing page: a large title, buttons and an image.",
        main="title",
        attributes=(
            Attribute(
                name="title",
                type="markdown",
                doc="The heading. Default: the title of the page.",
            ),
            Attribute(
                name="description",
                type="markdown",
                doc="The text below the heading. Default: the description of the page.",
            ),
            Attribute(name="eyebrow", type="markdown", doc="A short line above the heading."),
            Attribute(name="img", type="image", doc="An image beside the text."),
            Attribute(name="imgDark", type="image", doc="The image in dark mode."),
            Attribute(name="alt", type="text", doc="The alt text of the image."),
            Attribute(
                name="align",
                type="choice",
                choices=("start", "center"),
                default="start",
                doc="The alignment. With `center`, the image is below the text.",
            ),
        ),
        directive=HeroDirective,
        newer=True,
    ),
    Component(
        name="Button",
        doc="A link that looks like a button.",
        content=Content.INLINE,
        main="href",
        attributes=(
            Attribute(name="href", type="href", required=True, doc="The target of the link."),
            Attribute(
                name="variant",
                type="choice",
                choices=("primary", "secondary", "plain"),
                default="primary",
                doc="The style: filled, with a border, or text with an arrow.",
            ),
            ICON,
            ICON_TYPE,
            Attribute(name="newTab", type="flag", doc="Opens the link in a new tab."),
        ),
        inline=build_button,
        newer=True,
    ),
)
