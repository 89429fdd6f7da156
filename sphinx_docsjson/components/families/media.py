"""Frame, Tooltip, Badge, Latex: what surrounds pictures and stands inside a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.components.directive import ComponentDirective, inline_values
from sphinx_docsjson.components.forms.declared import FORMS, Forms
from sphinx_docsjson.components.forms.drawing import Drawing, carry
from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.icon_nodes import ICON, ICON_TYPE, make_icon
from sphinx_docsjson.components.forms.paper import has_class, line_of, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.references import reference_to
from sphinx_docsjson.text.spelling import escape_text, one_line

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

BADGE_COLORS = (
    "gray",
    "blue",
    "green",
    "yellow",
    "orange",
    "red",
    "purple",
    "white",
    "surface",
    "white-destructive",
    "surface-destructive",
)

HINT, CAPTION = "dj-figure-hint", "dj-figure-caption"
"""The classes of the lines above and below a picture."""

TIP = "dj-tooltip-tip"


class frame(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A hint, pictures, and a caption."""


class tooltip(nodes.abbreviation):  # noqa: N801 (docutils spells its nodes so)
    """A term with an explanation; other builders write the abbreviation that it is."""


class tooltip_tip(nodes.Inline, nodes.TextElement):  # noqa: N801 (docutils spells its nodes so)
    """What a tooltip says in HTML: the last child of the tooltip, for readers and the search."""


class FrameDirective(ComponentDirective):
    """A border around pictures, with a caption."""

    tag = "Frame"

    def build(self) -> list[nodes.Node]:
        """Return the hint, the content and the caption."""
        node = self.container("figure", frame)
        if hint := self.values.get("hint"):
            node += self.titled(nodes.paragraph(classes=[HINT]), hint)
        self.parse_content(node)
        if caption := self.values.get("caption"):
            node += self.titled(nodes.paragraph(classes=[CAPTION]), caption)
        return [node]


def frame_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return a figure with its caption."""
    hint, body, caption = [], [], []
    for child in drawing.lend(node.children):
        if has_class(child, HINT):
            hint.append(child)
        elif has_class(child, CAPTION):
            words = drawing.lend(child.children)
            caption.append(carry(child, element("figcaption", "", *words)))
        else:
            body.append(child)
    new = element("figure", "dj-figure", element("div", "dj-figure-body", *body), *caption)
    return [*hint, carry(node, new, "dj-figure")]


def frame_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the picture and its caption; LaTeX puts them into the middle."""
    children = []
    for child in unwrap(node.children):
        if has_class(child, CAPTION):
            words = nodes.emphasis("", "", *unwrap(child.children))
            child = nodes.container("", line_of(words), classes=[CAPTION])
        children.append(child)
    if form != "latex":
        return children
    return [nodes.container("", *children, classes=["dj-figure"])]


FORMS[frame] = Forms(html=frame_html, paper=frame_on_paper)


def build_tooltip(
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return the nodes of ``<Tooltip>``: an abbreviation to other builders."""
    values = inline_values("Tooltip", attributes, location)
    tip = values.get("tip", "")
    if not tip:
        return list(children)
    node = tooltip("", "", *children, explanation=tip)
    if headline := values.get("headline"):
        node["headline"] = headline
    found: list[nodes.Node] = [node]
    node["component"] = "Tooltip"
    if href := values.get("href"):
        words = nodes.inline("", values.get("cta") or href)
        link = reference_to(href, words, docname=env.docname)
        if link is not None:
            more = nodes.inline("", "", nodes.Text(" ("), link, nodes.Text(")"))
            more["classes"].append(MORE)
            found.append(more)
    return found


MORE = "dj-tooltip-more"
"""The class of the link that follows a tooltip; HTML moves it into the tooltip."""


def give_tip(node: Any, config: Any) -> None:
    """Put what a tooltip says into it, and the link that follows it."""
    tip = tooltip_tip(classes=[TIP])
    if text := node.get("headline"):
        tip += nodes.inline(text, text, classes=["dj-tooltip-headline"])
    text = node["explanation"]
    tip += nodes.inline(text, text, classes=["dj-tooltip-text"])
    after = node.next_node(descend=False, siblings=True)
    if has_class(after, MORE):
        after.parent.remove(after)
        tip += list(after.findall(nodes.reference))
    node += tip


def tooltip_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return a button that the explanation describes; the explanation follows it."""
    *words, tip = drawing.lend(node.children)
    parts = drawing.lend(tip.children)
    if drawing.is_book:
        term = carry(node, element("abbr", "", *words, title=node["explanation"]))
        links = [part for part in parts if not isinstance(part, nodes.inline)]
        return [term, *([nodes.Text(" ("), *links, nodes.Text(")")] if links else [])]
    tip_id = drawing.new_id("dj-tooltip")
    term = element("button", "dj-tooltip-term", *words, type="button", aria_describedby=tip_id)
    said = element("span", TIP, *map(_as_span, parts), role="tooltip", id=tip_id)
    return [carry(node, element("span", "dj-tooltip", term, said))]


def _as_span(part: Any) -> Any:
    if isinstance(part, nodes.inline):
        return element("span", part["classes"][0], nodes.Text(part.astext()))
    return part


def tooltip_markdown(writer: Any, node: Any) -> str:
    """Return a term with its explanation in brackets."""
    words = [child for child in node.children if not isinstance(child, tooltip_tip)]
    text: str = writer.inline(words)
    tips = [writer.write(child) for child in node.children if isinstance(child, tooltip_tip)]
    return text + (tips[0] if tips else explained(node))


def tip_markdown(writer: Any, node: Any) -> str:
    """Return the explanation in brackets, and the link."""
    links = [child for child in node.children if not isinstance(child, nodes.inline)]
    return explained(node.parent) + (f" ({writer.inline(links)})" if links else "")


def explained(node: Any) -> str:
    """Return what a tooltip says, in brackets after the term."""
    said = [one_line(str(node[name])) for name in ("headline", "explanation") if node.get(name)]
    return f" ({escape_text(': '.join(said))})" if said else ""


def tooltip_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the explanation after the term where the builder itself does not."""
    children = unwrap(node.children)
    if form in {"latex", "text"}:
        return [nodes.abbreviation("", "", *children, explanation=node["explanation"])]
    return [*children, nodes.Text(f" ({node['explanation']})")]


FORMS[tooltip] = Forms(
    html=tooltip_html, markdown=tooltip_markdown, paper=tooltip_on_paper, ready=give_tip
)
FORMS[tooltip_tip] = Forms(markdown=tip_markdown)


def build_badge(
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return the nodes of ``<Badge>``."""
    values = inline_values("Badge", attributes, location)
    classes = ["dj-badge", f"dj-badge-{values.get('color', 'gray')}"]
    classes += [
        f"dj-badge-{values.get('size', 'md')}",
        f"dj-badge-{values.get('shape', 'rounded')}",
    ]
    classes += [
        f"dj-badge-{flag}" for flag in ("stroke", "disabled") if values.get(flag) == "true"
    ]
    drawn = make_icon(
        values.get("icon", ""),
        config=env.config,
        location=location,
        icon_type=values.get("iconType"),
    )
    return [nodes.inline("", "", *drawn, *children, classes=classes)]


def build_latex(
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return a formula, which Sphinx's mathematics extensions render."""
    inline_values("Latex", attributes, location)
    formula = "".join(child.astext() for child in children).strip().strip("$")
    return [nodes.math(formula, formula)]


registry.add(
    Component(
        name="Frame",
        doc="A border around pictures; a click enlarges them.",
        main="caption",
        attributes=(
            Attribute(name="caption", type="markdown", doc="A line below the picture."),
            Attribute(name="hint", type="markdown", doc="A line above the picture."),
            Attribute(name="width", type="text", doc="Accepted, without effect."),
            Attribute(name="height", type="text", doc="Accepted, without effect."),
            Attribute(name="type", type="text", doc="Accepted, without effect."),
            Attribute(name="style", type="text", doc="Accepted, without effect."),
            Attribute(name="className", type="text", doc="Accepted, without effect."),
        ),
        directive=FrameDirective,
    ),
    Component(
        name="Tooltip",
        doc="A term that explains itself to the pointer, the keyboard and a touch.",
        content=Content.INLINE,
        main="tip",
        attributes=(
            Attribute(name="tip", type="text", required=True, doc="The explanation."),
            Attribute(name="headline", type="text", doc="A heading above the explanation."),
            Attribute(name="cta", type="text", doc="The text of a link."),
            Attribute(name="href", type="href", doc="Where the link leads."),
        ),
        inline=build_tooltip,
    ),
    Component(
        name="Badge",
        doc="A label in the text.",
        content=Content.INLINE,
        main="color",
        attributes=(
            Attribute(
                name="color",
                type="choice",
                choices=BADGE_COLORS,
                default="gray",
                doc="The colour.",
            ),
            Attribute(
                name="size",
                type="choice",
                choices=("xs", "sm", "md", "lg"),
                default="md",
                doc="The size.",
            ),
            Attribute(
                name="shape",
                type="choice",
                choices=("rounded", "pill"),
                default="rounded",
                doc="The shape.",
            ),
            ICON,
            ICON_TYPE,
            Attribute(name="stroke", type="flag", doc="Draws a border instead of a surface."),
            Attribute(name="disabled", type="flag", doc="Draws it faint."),
            Attribute(name="className", type="text", doc="Accepted, without effect."),
        ),
        inline=build_badge,
        newer=True,
    ),
    Component(
        name="Latex",
        doc="A formula.",
        content=Content.INLINE,
        inline=build_latex,
        newer=True,
    ),
)
