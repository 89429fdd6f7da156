"""Callouts: Note, Tip, Warning, Info, Check, Danger and Callout. Banner.

They are admonitions of docutils, which every builder writes. With our theme all admonitions are
drawn as callouts; sphinx-design has none.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.directives.admonitions import SphinxAdmonition
from sphinx.locale import admonitionlabels

from sphinx_docsjson.base.markdown import joined, one_line, quoted
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element, style_class
from sphinx_docsjson.components.icons import ICON, ICON_LIBRARY, ICON_TYPE, icon
from sphinx_docsjson.components.paper import frameless, own_icon, print_callout, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers, boxed
from sphinx_docsjson.i18n import _

TITLE = Attribute(name="title", type="markdown", doc="The title, instead of the default one.")
COLOR = Attribute(
    name="color", type="color", doc="The colour of icon, border, background and text."
)

OWN_COLOR = "dj-callout-own"

LOOKS = {
    "attention": ("warning", "triangle-alert"),
    "caution": ("warning", "triangle-alert"),
    "check": ("check", "check"),
    "callout": ("note", "megaphone"),
    "danger": ("danger", "octagon-alert"),
    "error": ("danger", "circle-x"),
    "hint": ("tip", "lightbulb"),
    "important": ("warning", "message-square-warning"),
    "info": ("info", "info"),
    "note": ("note", "sticky-note"),
    "seealso": ("info", "bookmark"),
    "tip": ("tip", "lightbulb"),
    "warning": ("warning", "triangle-alert"),
}
"""The hue and the icon of each kind of admonition."""

VARIANTS = ("note", "tip", "warning", "info", "check", "danger")

NODE_CLASSES: dict[str, type[nodes.Element]] = {
    "Note": nodes.note,
    "Tip": nodes.tip,
    "Warning": nodes.warning,
    "Danger": nodes.danger,
}


class CalloutDirective(ComponentDirective):
    """A callout."""

    extends: ClassVar = dict(SphinxAdmonition.option_spec or {})

    def build(self) -> list[nodes.Node]:
        """Return an admonition; those that docutils has no class for carry their title."""
        title = self.values.get("title")
        node_class = nodes.admonition if title else NODE_CLASSES.get(self.tag, nodes.admonition)
        node: Any = self.finish(node_class("\n".join(self.content)))
        name = self.component.directive_name
        if (variant := self.values.get("variant")) in VARIANTS:
            name = str(variant)
        node["classes"] = [*([name] if node_class is nodes.admonition else []), *node["classes"]]
        if collapsible := self.options.get("collapsible"):
            node["collapsible"] = collapsible
        if node_class is nodes.admonition:
            node += self.heading(title)
        color = self.values.get("color")
        self.keep_icon(node, color)
        if color:
            node["classes"] += [OWN_COLOR, style_class(self.env, {"--dj-own-hue": color})]
        self.parse_content(node)
        return [node]

    def heading(self, title: str | None) -> nodes.title:
        """Return the title of the admonition."""
        if title:
            heading: nodes.title = self.titled(nodes.title(), title)
            return heading
        variant = self.values.get("variant", "").capitalize()
        found = LABELS.get(variant, admonitionlabels.get(variant.lower()))
        label = str(found or LABELS.get(self.tag, LABELS["Callout"]))
        return nodes.title(label, label, usual=True)


LABELS = {
    "Info": _("Info"),
    "Check": _("Check"),
    "Callout": admonitionlabels["note"],
    "Danger": _("Danger"),
}


CALLOUTS: tuple[type[nodes.Element], ...] = (
    addnodes.seealso,
    nodes.admonition,
    nodes.attention,
    nodes.caution,
    nodes.danger,
    nodes.error,
    nodes.hint,
    nodes.important,
    nodes.note,
    nodes.tip,
    nodes.warning,
)
"""The admonitions of docutils and Sphinx.

# Subclasses belong to other extensions: Sphinx's objects, the notes of ``sphinx.ext.todo``, which
# it finds again later and hides if the project does not want them.
"""


class callout(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """An admonition in HTML with our theme: its title, which may be hidden, and the content."""


class callout_title(nodes.TextElement):  # noqa: N801 (docutils spells its nodes so)
    """The title of a callout; no title of the document, for the search."""


def into_callout(node: Any, config: Any) -> None:
    """Put a callout into the place of an admonition."""
    ours = "component" in node
    title = node[0] if node.children and isinstance(node[0], nodes.title) else None
    # Without a title, the text says what it is: sphinx-proof begins that way.
    untitled = type(node) is nodes.admonition and title is None and not ours
    if not has_our_theme(config) or node.get("collapsible") or untitled:
        return
    name = kind(node)
    new = callout("", title_of(node, name), *content_of(node), kind=name, classes=["admonition"])
    if "own_icon" in node:
        new["own_icon"] = node["own_icon"]
    node.parent.replace(node, copy_identity(node, new))


def kind(node: nodes.Element) -> str:
    """Return which kind of admonition *node* is: its class, or the first one that we know."""
    if not isinstance(node, nodes.admonition):
        return type(node).__name__
    return next((name for name in node["classes"] if name in LOOKS), "note")


def title_of(node: nodes.Element, name: str) -> callout_title:
    """Return the title of *node*.

    The default title of a component is not shown, because its icon says the same. An admonition of
    docutils keeps its title, as in every theme of Sphinx.
    """
    own = next((child for child in node.children if isinstance(child, nodes.title)), None)
    if own is None:
        label = str(admonitionlabels.get(name, name.capitalize()))
        return callout_title("", label, hidden="component" in node)
    usual = {str(label) for label in LABELS.values()}
    is_usual = bool(own.get("usual")) or own.astext() in usual
    title = callout_title("", "", *own.children, hidden=is_usual)
    title["hidden"] = title["hidden"] and "component" in node
    made: callout_title = copy_identity(own, title)
    return made


def content_of(node: nodes.Element) -> list[nodes.Node]:
    """Return what is below the title."""
    return [child for child in node.children if not isinstance(child, nodes.title)]


def callout_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return icon and text; the kind is read out before the text."""
    hue, picture = LOOKS.get(node["kind"], LOOKS["note"])
    title, *content = context.borrow_children(node.children)
    classes = "admonition-title" + (" dj-visually-hidden" if title["hidden"] else "")
    label = copy_identity(title, element("p", classes, *context.borrow_children(title.children)))
    mark = element("span", "dj-callout-icon", *(context.own_icon(node) or [context.icon(picture)]))
    body = element("div", "dj-callout-body", label, *content)
    box = element("div", f"dj-callout dj-callout-{hue} admonition {node['kind']}", mark, body)
    return [copy_identity(node, box)]


def callout_markdown(writer: Any, node: Any) -> str:
    """Return a quote that begins with the title as bold words."""
    title, *content = node.children
    label = one_line(writer.inline(title.children))
    text = joined([f"**{label}**" if label else "", writer.blocks(content)])
    return text if writer.in_cell else quoted(text)


PAPER_KINDS = {
    "Note": "note",
    "Tip": "tip",
    "Warning": "warning",
    "Info": "note",
    "Check": "hint",
    "Danger": "danger",
    "Callout": "note",
}
"""The admonition of Sphinx's LaTeX whose look a callout has."""


def callout_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return a callout in the colours of its kind, with its icon."""
    if form != "latex" or "component" not in node:
        return [node]
    children = unwrap(node.children)
    if not isinstance(node, nodes.admonition):
        label = str(admonitionlabels.get(node.tagname, node.tagname.capitalize()))
        children.insert(0, nodes.title(label, label))
    name = kind(node)
    picture = LOOKS.get(name, LOOKS["note"])[1]
    shown = own_icon(node, form) or [icon(name=picture, library="lucide")]
    children[0].insert(0, [*shown, nodes.Text(" ")])
    new = print_callout("", *children, kind=PAPER_KINDS.get(name.capitalize(), "note"))
    new["ids"] = node["ids"]
    return [new]


RENDERERS[callout] = Renderers(html=callout_html, markdown=callout_markdown)
for _admonition in CALLOUTS:
    RENDERERS[_admonition] = Renderers(ready=into_callout, paper=callout_on_paper)


def _declare(tag: str, doc: str, *attributes: Attribute, newer: bool = False) -> None:
    directive = type(f"{tag}Directive", (CalloutDirective,), {"tag": tag, "__doc__": doc})
    registry.add(
        Component(
            name=tag,
            doc=doc,
            attributes=(
                TITLE,
                ICON,
                ICON_TYPE,
                ICON_LIBRARY,
                COLOR,
                *attributes,
                Attribute(
                    name="type",
                    type="text",
                    instead="Write the kind as the component, such as `<Warning>`.",
                ),
                Attribute(name="href", type="href", instead="Write a link in the text."),
                Attribute(
                    name="ariaLabel",
                    type="text",
                    instead="Write a `title`, which screen readers announce.",
                ),
            ),
            directive=directive,
            newer=newer,
        )
    )


_declare("Note", "Additional information.")
_declare("Tip", "Advice and good practice.")
_declare("Warning", "A warning about possible problems.")
_declare("Info", "Neutral context.")
_declare("Check", "A success, or a requirement that is met.")
_declare("Danger", "A warning about loss of data or money.", newer=True)
_declare(
    "Callout",
    "A callout with your own icon and colour.",
    Attribute(
        name="variant",
        type="choice",
        choices=(*VARIANTS, "custom"),
        doc="The callout whose colour and icon to use.",
    ),
    newer=True,
)


# Banner: a strip with a message. The banner of every page is `banner` of docs.json.


class page_banner(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A strip with a message."""


class BannerDirective(ComponentDirective):
    """A strip with a message."""

    tag = "Banner"
    node_class = page_banner
    css_class = "dj-page-banner"

    def build(self) -> list[nodes.Node]:
        """Return a box in the colour of its kind, or in its own."""
        node = self.container()
        self.parse_content(node)
        node["classes"].append(f"dj-page-banner-{self.values.get('type', 'info')}")
        if color := self.values.get("color"):
            own = style_class(self.env, {"--dj-own-hue": color})
            node["classes"] += ["dj-page-banner-own", own]
        return [node]


RENDERERS[page_banner] = Renderers(html=boxed, paper=frameless)

registry.add(
    Component(
        name="Banner",
        doc="A bar with a message. For all pages, set `banner` in `docs.json`.",
        attributes=(
            Attribute(
                name="type",
                type="choice",
                choices=("info", "warning", "critical"),
                default="info",
                doc="The severity, which sets the colour.",
            ),
            Attribute(name="color", type="color", doc="A custom colour."),
            Attribute(
                name="dismissible",
                type="flag",
                instead="Write `banner.dismissible` in `docs.json`.",
            ),
        ),
        directive=BannerDirective,
        newer=True,
    ),
)
