"""Steps and Step: a numbered procedure whose titles can be linked to."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.nodes import make_id
from sphinx_design.shared import is_component
from sphinx_design.steps import StepDirective as SphinxDesignStep
from sphinx_design.steps import StepsDirective as SphinxDesignSteps
from sphinx_design.steps import steps_list

from sphinx_docsjson.components.component_nodes import element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.inline_icons import ICON, ICON_TYPE
from sphinx_docsjson.components.html_elements import (
    Page,
    carry,
    heading_level,
    permalink,
    rewrites,
    unwrap,
)
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _

TITLE_SIZES = ("p", "h2", "h3", "h4")


class StepsDirective(ComponentDirective, SphinxDesignSteps):
    """The steps of sphinx-design, with a size for all titles."""

    tag = "Steps"
    extends: ClassVar = dict(SphinxDesignSteps.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return an enumerated list; what stands between the steps joins the step before it."""
        if not self.content:
            return []
        steps: Any = steps_list(
            "",
            design_component="steps",
            classes=["sd-steps", *self.options.pop("class", [])],
            enumtype="arabic",
            prefix="",
            suffix=".",
        )
        if color := self.options.get("color"):
            steps["classes"].append(f"sd-steps-{color}")
        if (start := self.options.get("start", 1)) != 1:
            steps["start"] = start
        self.finish(steps)
        self.parse_content(steps)
        size = self.values.get("titleSize")
        for child in list(steps.children):
            if is_component(child, "step"):
                if size:
                    child.setdefault("title_size", size)
            elif not isinstance(child, nodes.target):
                self._adopt(steps, child)
        return [steps]

    def _adopt(self, steps: nodes.Element, child: nodes.Node) -> None:
        """Move a stray child into the step before it, or into a step of its own."""
        index = steps.index(child)
        steps.remove(child)
        before: Any = steps[index - 1] if index else None
        if before is not None and is_component(before, "step"):
            before[-1].append(child)
        else:
            content = nodes.container("", child, is_div=True, design_component="step-content")
            content["classes"] = ["sd-step-content"]
            step = nodes.list_item("", content, design_component="step", classes=["sd-step"])
            step["component"] = "Step"
            steps.insert(index, step)


class StepDirective(ComponentDirective, SphinxDesignStep):
    """A step of sphinx-design with an anchor, an icon and a number of its own."""

    tag = "Step"
    extends: ClassVar = dict(SphinxDesignStep.option_spec)
    parent_components = ("steps",)

    def build(self) -> list[nodes.Node]:
        """Return a list item with a title (a rubric) and the content."""
        title = self.values.get("title")
        step: Any = nodes.list_item(
            "", design_component="step", classes=["sd-step", *self.options.pop("class", [])]
        )
        self.finish(step)
        if title:
            classes = ["sd-step-title", *self.options.get("class-title", [])]
            heading = self.titled(nodes.rubric(classes=classes), title)
            if not self.flag("noAnchor"):
                self.anchor(heading, self.values.get("id") or make_id(heading.astext()) or "step")
            step += heading
        elif wanted := self.values.get("id"):
            self.anchor(step, wanted)
        content = nodes.container("\n".join(self.content), is_div=True)
        content["design_component"] = "step-content"
        content["classes"] = ["sd-step-content", *self.options.get("class-content", [])]
        self.parse_content(content)
        step += content
        self.keep_icon(step)
        if number := self.values.get("stepNumber"):
            step["step_number"] = int(float(number))
        if size := self.values.get("titleSize"):
            step["title_size"] = size
        return [step]

    def alone(self, built: list[nodes.Node]) -> list[nodes.Node]:
        """Return the step in a list of its own."""
        steps: Any = steps_list("", *built, design_component="steps", classes=["sd-steps"])
        steps["enumtype"], steps["prefix"], steps["suffix"] = "arabic", "", "."
        steps["component"] = "Steps"
        self.set_source_info(steps)
        return [steps]


@rewrites("Steps")
def write_steps(node: Any, page: Page) -> list[nodes.Node]:
    """Write an ordered list; the numbers are drawn by the style sheet's list counter."""
    html: dict[str, Any] = {"role": "list"}
    if "start" in node:
        html["start"] = str(node["start"])
    new = element("ol", "dj-steps", *unwrap(node.children), **html)
    return [carry(node, new, "sd-steps")]


@rewrites("Step")
def write_step(node: Any, page: Page) -> list[nodes.Node]:
    """Write a step: the marker, the title as a heading, the content."""
    html: dict[str, Any] = {"value": str(node["step_number"])} if "step_number" in node else {}
    marker = element("span", "dj-step-marker", *page.own_icon(node), aria_hidden="true")
    if "own_icon" not in node:
        marker["classes"].append("dj-step-number")
    children: list[nodes.Node] = [marker]
    *headings, content = unwrap(node.children)
    level = heading_level(node)
    for heading in headings:
        if not isinstance(heading, nodes.rubric):
            children.append(heading)
            continue
        size = node.get("title_size", "p")
        new = element(f"h{level}", f"dj-step-title dj-step-title-{size}", *heading.children)
        if heading["ids"]:
            new += permalink(heading["ids"][0], _("Link to this step"))
        children.append(carry(heading, new, "sd-step-title"))
    body: Any = element("div", "dj-step-body", *content.children)
    children.append(carry(content, body, "sd-step-content"))
    return [carry(node, element("li", "dj-step", *children, **html), "sd-step")]


_SIZE = Attribute(
    name="titleSize", type="choice", choices=TITLE_SIZES, default="p", doc="How large titles are."
)

registry.add(
    Component(
        name="Steps",
        doc="A procedure in numbered steps.",
        attributes=(_SIZE,),
        directive=StepsDirective,
    ),
    Component(
        name="Step",
        doc="One step. Its title is a link target and appears in “On this page”.",
        main="title",
        parents=("Steps",),
        attributes=(
            Attribute(name="title", type="markdown", doc="What to do."),
            ICON,
            ICON_TYPE,
            _SIZE,
            Attribute(
                name="stepNumber", type="number", doc="The number, where it is not the next."
            ),
            Attribute(name="id", type="text", doc="The anchor; by default made of the title."),
            Attribute(name="noAnchor", type="flag", doc="Makes no anchor."),
        ),
        directive=StepDirective,
    ),
)
