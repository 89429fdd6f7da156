"""Tabs and Tab: alternatives, of which one is visible.

They are the tab sets of sphinx-design; the HTML is drawn again, because tabs follow the ARIA
pattern and are all open without a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from docutils import nodes
from sphinx_design.shared import create_component, is_component, is_ignorable_child
from sphinx_design.tabs import TabItemDirective, TabSetDirective, orientation_classes

from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.icons import ICON, ICON_LIBRARY, ICON_TYPE
from sphinx_docsjson.components.paper import entry, frameless, lower_headings, own_icon
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import (
    RENDERERS,
    FormContext,
    Renderers,
    hide_from_design,
)
from sphinx_docsjson.i18n import _


class tabs(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A tab set of sphinx-design."""


class tab(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """The label of a tab (a rubric) and its content; the set writes it."""


class TabsDirective(ComponentDirective, TabSetDirective):
    """A tab set of sphinx-design whose tabs follow others with the same titles."""

    tag = "Tabs"
    extends: ClassVar = dict(TabSetDirective.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return a tab set; what is not a tab is above it."""
        classes = ["sd-tab-set", *orientation_classes(self.options.get("orientation"))]
        found: Any = self.finish(become(create_component("tab-set", classes), tabs))
        self.parse_content(found)
        strays = [
            child
            for child in found.children
            if not is_component(child, "tab-item") and not is_ignorable_child(child)
        ]
        for child in strays:
            found.remove(child)
        chosen = int(float(self.values.get("defaultTabIndex", "0")))
        items = [child for child in found.children if is_component(child, "tab-item")]
        if 0 < chosen < len(items):
            items[chosen]["selected"] = True
        return [*strays, *([found] if items else [])]


class TabDirective(ComponentDirective, TabItemDirective):
    """A tab of sphinx-design with an anchor and an icon."""

    tag = "Tab"
    extends: ClassVar = dict(TabItemDirective.option_spec)
    parent_components = ("tab-set",)

    def build(self) -> list[nodes.Node]:
        """Return a tab item: a title (a rubric) and the content."""
        title = self.values.get("title") or str(_("Tab"))
        classes = ["sd-tab-item", *self.options.get("class-container", [])]
        made = create_component("tab-item", classes, selected="selected" in self.options)
        label_classes = ["sd-tab-label", *self.options.get("class-label", [])]
        label = self.titled(nodes.rubric(classes=label_classes), title)
        if "sync" in self.options:
            label["sync_id"] = self.options["sync"]
        content = create_component(
            "tab-content", ["sd-tab-content", *self.options.get("class-content", [])]
        )
        found: Any = self.finish(become(made, tab))
        self.title_anchor(found, label, "tab")
        self.parse_content(content)
        found += [label, content]
        self.keep_icon(found)
        return [found]

    def alone(self, built: list[nodes.Node]) -> list[nodes.Node]:
        """Return the tab in a set of its own."""
        outer = tab_set(*built)
        self.set_source_info(outer)
        return [outer]


def tab_set(*items: nodes.Node, **attributes: str) -> Any:
    """Return a set of tabs that no author wrote.

    :param attributes: the attributes of ``<Tabs>``.
    """
    found = become(create_component("tab-set", ["sd-tab-set"], children=items), tabs)
    found.attributes.update({"component": "Tabs", "component_attributes": attributes})
    return found


def tabs_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the tab list and the panels."""
    items = [child for child in node.children if is_component(child, "tab-item")]
    others = [child for child in node.children if child not in items]
    panels = []
    for item in items:
        label, content = item.children[0], item.children[-1]
        panels.append(
            Panel(
                title=title_text(label),
                label=[*context.own_icon(item), *context.borrow_children(label.children)],
                content=context.borrow_children(content.children),
                ids=[*item["ids"], *label["ids"]],
                selected=bool(item.get("selected")),
                classes=[c for c in item["classes"] if c != "sd-tab-item"],
            )
        )
    attributes = node.get("component_attributes", {})
    new = tab_list("dj-tabset", panels, context, sync=attributes.get("sync") != "false")
    if attributes.get("borderBottom") == "true":
        new["classes"].append("dj-tabset-line")
    new[:0] = context.borrow_children(others)
    return [copy_identity(node, new, "sd-tab-set")]


def tab_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return a tab under its label."""
    label, content = node.children[0], node.children[-1]
    lower_headings([content])
    inner = [*own_icon(node, form), *label.children]
    return [entry(inner, content.children, [*node["ids"], *label["ids"]])]


@dataclass(eq=False, kw_only=True)
class Panel:
    """One of several contents of which the reader sees one."""

    title: str
    label: list[nodes.Node]
    content: list[nodes.Node]
    ids: list[str] = field(default_factory=list)
    selected: bool = False
    classes: list[str] = field(default_factory=list)


def tab_list(
    name: str, panels: Sequence[Panel], context: FormContext, *, sync: bool, as_list: bool = False
) -> Any:
    """Return a tab list and its panels, after the ARIA pattern.

    Every panel carries its title, which is shown where no script runs and all panels are open.

    :param as_list: whether the titles are in a list to choose from, and not side by side.
    """
    chosen = next((i for i, panel in enumerate(panels) if panel.selected), 0)
    set_id = context.new_id(name)
    row = element("div", "dj-tablist", role="tablist")
    if as_list:
        row = element("select", "dj-tab-select", aria_label=_("Example"))
    body: list[nodes.Node] = []
    for number, panel in enumerate(panels):
        panel_id = panel.ids[0] if panel.ids else f"{set_id}-panel-{number + 1}"
        tab_id = f"{set_id}-tab-{number + 1}"
        active = number == chosen
        if as_list:
            chosen_now: dict[str, Any] = {"selected": "selected"} if active else {}
            label = nodes.Text(panel.title)
            row += element("option", "", label, data_title=panel.title, **chosen_now)
        else:
            row += tab_button(panel, tab_id, panel_id, active=active)
        title = element("p", "dj-panel-title", *panel.label)
        new = element(
            "div",
            "dj-panel" + (" dj-panel-active" if active else ""),
            title,
            *panel.content,
        )
        new["ids"] = [panel_id, *panel.ids[1:]]
        new["classes"] += panel.classes
        body.append(new)
    html: dict[str, Any] = {"data_sync": "true"} if sync else {}
    bar = element("div", "dj-tabbar", row, needs_script=True)
    return element("div", name, bar, *body, data_tabs="", **html)


def tab_button(panel: Panel, tab_id: str, panel_id: str, *, active: bool) -> nodes.Element:
    """Return the tab of a panel."""
    return element(
        "button",
        "dj-tab-button",
        *panel.label,
        type="button",
        role="tab",
        id=tab_id,
        aria_controls=panel_id,
        aria_selected="true" if active else "false",
        tabindex="0" if active else "-1",
        data_title=panel.title,
    )


RENDERERS[tabs] = Renderers(
    html=tabs_html,
    paper=frameless,
    ready=hide_from_design,
    unwritten=frozenset({"sd-tab-set"}),
)
RENDERERS[tab] = Renderers(
    paper=tab_on_paper,
    titled=True,
    unwritten=frozenset({"sd-tab-item", "sd-tab-label", "sd-tab-content"}),
)


registry.add(
    Component(
        name="Tabs",
        doc="Alternatives, of which one is shown. Tabs with equal titles switch together.",
        attributes=(
            Attribute(name="defaultTabIndex", type="number", default="0", doc="The open tab."),
            Attribute(
                name="sync",
                type="flag",
                default="true",
                doc="Switches with tabs of equal titles.",
            ),
            Attribute(name="borderBottom", type="flag", doc="Draws a line below the tabs."),
            Attribute(name="ariaLabel", type="text", instead="Write a heading above the tabs."),
        ),
        directive=TabsDirective,
    ),
    Component(
        name="Tab",
        doc="One alternative.",
        main="title",
        parents=("Tabs",),
        attributes=(
            Attribute(name="title", type="markdown", required=True, doc="The label of the tab."),
            ICON,
            ICON_TYPE,
            ICON_LIBRARY,
            Attribute(name="id", type="text", doc="The anchor. Default: from the title."),
        ),
        directive=TabDirective,
    ),
)
