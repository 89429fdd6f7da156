"""Callouts: Note, Tip, Warning, Info, Check, Danger and Callout.

To every other builder they are docutils admonitions; with our theme, so are all admonitions
drawn like them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from sphinx.directives.admonitions import SphinxAdmonition
from sphinx.locale import admonitionlabels

from sphinx_docsjson.components.component_nodes import element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.inline_icons import ICON, ICON_TYPE
from sphinx_docsjson.components.html_elements import Page, carry, rewrites
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.locale import _

TITLE = Attribute(name="title", type="markdown", doc="A heading instead of the usual one.")
COLOR = Attribute(name="color", type="color", doc="The colour of the icon.")

LOOKS = {
    "attention": ("warning", "triangle-alert"),
    "caution": ("warning", "triangle-alert"),
    "check": ("check", "check"),
    "callout": ("note", "megaphone"),
    "danger": ("danger", "octagon-alert"),
    "error": ("danger", "octagon-alert"),
    "hint": ("tip", "lightbulb"),
    "important": ("warning", "circle-alert"),
    "info": ("info", "info"),
    "note": ("note", "circle-alert"),
    "seealso": ("info", "bookmark"),
    "tip": ("tip", "lightbulb"),
    "warning": ("warning", "triangle-alert"),
}
"""The hue and the icon of each kind of admonition."""

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
        node["classes"] = [*([name] if node_class is nodes.admonition else []), *node["classes"]]
        if collapsible := self.options.get("collapsible"):
            node["collapsible"] = collapsible
        if node_class is nodes.admonition:
            node += self.heading(title)
        self.keep_icon(node, self.values.get("color"))
        self.parse_content(node)
        return [node]

    def heading(self, title: str | None) -> nodes.title:
        """Return the title of the admonition."""
        if title:
            heading: nodes.title = self.titled(nodes.title(), title)
            return heading
        label = str(LABELS.get(self.tag, LABELS["Callout"]))
        return nodes.title(label, label)


LABELS = {"Info": _("Info"), "Check": _("Check"), "Callout": _("Note"), "Danger": _("Danger")}


@rewrites(*("Note", "Tip", "Warning", "Info", "Check", "Danger", "Callout"))
def write_callout(node: Any, page: Page) -> list[nodes.Node]:
    """Write an admonition as icon and text; its kind is read out before the text."""
    if not has_our_theme(page.config) or node.get("collapsible"):
        return [node]
    name = kind(node)
    hue, drawing = LOOKS.get(name, LOOKS["note"])
    pictures = page.own_icon(node) or [page.icon(drawing)]
    body = element("div", "dj-callout-body", title_of(node, name), *content_of(node))
    classes = f"dj-callout dj-callout-{hue} admonition {name}"
    mark = element("span", "dj-callout-icon", *pictures)
    return [carry(node, element("div", classes, mark, body))]


def kind(node: nodes.Element) -> str:
    """Return which kind of admonition *node* is: its class, or the first one that we know."""
    if not isinstance(node, nodes.admonition):
        return type(node).__name__
    return next((name for name in node["classes"] if name in LOOKS), "note")


def title_of(node: nodes.Element, name: str) -> Any:
    """Return the title of *node*.

    The usual one of a component is not shown, because its icon says it. An admonition of docutils
    says in words what it is, as in every theme of Sphinx.
    """
    own = next((child for child in node.children if isinstance(child, nodes.title)), None)
    if own is not None:
        usual = {str(label) for label in LABELS.values()}
        hidden = own.astext() in usual and bool(node.get("component"))
        classes = "admonition-title" + (" dj-visually-hidden" if hidden else "")
        return carry(own, element("p", classes, *own.children))
    label = str(admonitionlabels.get(name, name.capitalize()))
    classes = "admonition-title" + (" dj-visually-hidden" if node.get("component") else "")
    return element("p", classes, nodes.Text(label))


def content_of(node: nodes.Element) -> list[nodes.Node]:
    """Return what stands below the title."""
    return [child for child in node.children if not isinstance(child, nodes.title)]


def _declare(tag: str, doc: str, *, newer: bool = False) -> None:
    directive = type(f"{tag}Directive", (CalloutDirective,), {"tag": tag, "__doc__": doc})
    registry.add(
        Component(
            name=tag,
            doc=doc,
            attributes=(
                TITLE,
                ICON,
                ICON_TYPE,
                COLOR,
                Attribute(name="type", type="text", doc="Accepted, without effect."),
                Attribute(name="href", type="href", doc="Accepted, without effect."),
            ),
            directive=directive,
            newer=newer,
        )
    )


_declare("Note", "Information that supplements the text.")
_declare("Tip", "Advice and good practice.")
_declare("Warning", "What can go wrong.")
_declare("Info", "Neutral context.")
_declare("Check", "Success, or a condition that is met.")
_declare("Danger", "What destroys data or costs money.", newer=True)
_declare("Callout", "A callout with an icon and a colour of your own.", newer=True)
