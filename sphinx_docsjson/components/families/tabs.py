"""Tabs and Tab: alternatives of which the reader sees one."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.nodes import make_id
from sphinx_design.shared import create_component, is_component, is_ignorable_child
from sphinx_design.tabs import TabItemDirective, TabSetDirective, orientation_classes

from sphinx_docsjson.components.component_nodes import element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.inline_icons import ICON, ICON_TYPE
from sphinx_docsjson.components.html_elements import Page, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _


class TabsDirective(ComponentDirective, TabSetDirective):
    """A tab set of sphinx-design whose tabs follow others with the same titles."""

    tag = "Tabs"
    extends: ClassVar = dict(TabSetDirective.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return a tab set; what is no tab stands above it."""
        tabs: Any = create_component(
            "tab-set",
            ["sd-tab-set", *orientation_classes(self.options.get("orientation"))],
        )
        self.finish(tabs)
        self.parse_content(tabs)
        strays = [
            child
            for child in tabs.children
            if not is_component(child, "tab-item") and not is_ignorable_child(child)
        ]
        for child in strays:
            tabs.remove(child)
        chosen = int(float(self.values.get("defaultTabIndex", "0")))
        items = [child for child in tabs.children if is_component(child, "tab-item")]
        if 0 < chosen < len(items):
            items[chosen]["selected"] = True
        return [*strays, *([tabs] if items else [])]


class TabDirective(ComponentDirective, TabItemDirective):
    """A tab of sphinx-design with an anchor and an icon."""

    tag = "Tab"
    extends: ClassVar = dict(TabItemDirective.option_spec)
    parent_components = ("tab-set",)

    def build(self) -> list[nodes.Node]:
        """Return a tab item: a title (a rubric) and the content."""
        title = self.values.get("title") or str(_("Tab"))
        classes = ["sd-tab-item", *self.options.get("class-container", [])]
        tab: Any = create_component("tab-item", classes, selected="selected" in self.options)
        label_classes = ["sd-tab-label", *self.options.get("class-label", [])]
        label = self.titled(nodes.rubric(classes=label_classes), title)
        if "sync" in self.options:
            label["sync_id"] = self.options["sync"]
        content = create_component(
            "tab-content", ["sd-tab-content", *self.options.get("class-content", [])]
        )
        self.finish(tab)
        self.anchor(tab, self.values.get("id") or make_id(label.astext()) or "tab")
        self.parse_content(content)
        tab += [label, content]
        self.keep_icon(tab)
        return [tab]

    def alone(self, built: list[nodes.Node]) -> list[nodes.Node]:
        """Return the tab in a set of its own."""
        tabs: Any = create_component("tab-set", ["sd-tab-set"], children=built)
        tabs["component"] = "Tabs"
        tabs["component_attributes"] = {}
        self.set_source_info(tabs)
        return [tabs]


@rewrites("Tab")
def write_tab(node: Any, page: Page) -> list[nodes.Node]:
    """Leave the tab to its set, which is written after it."""
    return [node]


@rewrites("Tabs")
def write_tabs(node: Any, page: Page) -> list[nodes.Node]:
    """Write the tab list and the panels."""
    items = [child for child in node.children if is_component(child, "tab-item")]
    others = [child for child in node.children if child not in items]
    panels = []
    for item in items:
        label, content = item.children[0], item.children[-1]
        panels.append(
            Panel(
                title=label.astext(),
                label=[*page.own_icon(item), *unwrap(label.children)],
                content=unwrap(content.children),
                ids=[*item["ids"], *label["ids"]],
                selected=bool(item.get("selected")),
                classes=[c for c in item["classes"] if c != "sd-tab-item"],
            )
        )
    attributes = node.get("component_attributes", {})
    new = tab_list("dj-tabset", panels, page, sync=attributes.get("sync") != "false")
    if attributes.get("borderBottom") == "true":
        new["classes"].append("dj-tabset-line")
    new[:0] = unwrap(others)
    return [carry(node, new, "sd-tab-set")]


class Panel:
    """One of several contents of which the reader sees one."""

    def __init__(
        self,
        *,
        title: str,
        label: list[nodes.Node],
        content: list[nodes.Node],
        ids: list[str] | None = None,
        selected: bool = False,
        classes: list[str] | None = None,
    ) -> None:
        self.title = title
        self.label = label
        self.content = content
        self.ids = ids or []
        self.selected = selected
        self.classes = classes or []


def tab_list(name: str, panels: list[Panel], page: Page, *, sync: bool) -> Any:
    """Return a tab list and its panels, after the ARIA pattern.

    Every panel carries its title, which is shown where no script runs and all panels are open.
    """
    chosen = next((i for i, panel in enumerate(panels) if panel.selected), 0)
    set_id = page.new_id(name)
    tabs = element("div", "dj-tablist", role="tablist")
    body: list[nodes.Node] = []
    for number, panel in enumerate(panels):
        panel_id = panel.ids[0] if panel.ids else f"{set_id}-panel-{number + 1}"
        tab_id = f"{set_id}-tab-{number + 1}"
        active = number == chosen
        tabs += element(
            "button",
            "dj-tab-button",
            *(child.deepcopy() for child in panel.label),
            type="button",
            role="tab",
            id=tab_id,
            aria_controls=panel_id,
            aria_selected="true" if active else "false",
            tabindex="0" if active else "-1",
            data_title=panel.title,
        )
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
    bar = element("div", "dj-tabbar", tabs, needs_script=True)
    return element("div", name, bar, *body, data_tabs="", **html)


registry.add(
    Component(
        name="Tabs",
        doc="Alternatives of which the reader sees one; tabs with equal titles switch together.",
        attributes=(
            Attribute(name="defaultTabIndex", type="number", default="0", doc="The open tab."),
            Attribute(
                name="sync", type="flag", default="true", doc="Follows tabs with equal titles."
            ),
            Attribute(name="borderBottom", type="flag", doc="Draws a line below the tabs."),
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
            Attribute(name="id", type="text", doc="The anchor; by default made of the title."),
        ),
        directive=TabDirective,
    ),
)
