"""Steps and Step: a numbered procedure whose titles can be linked to.

They are the steps of sphinx-design; the HTML is drawn again, because a title is a heading with a
link, and an icon may stand for the number.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from sphinx_design.shared import is_component
from sphinx_design.steps import StepDirective as SphinxDesignStep
from sphinx_design.steps import StepsDirective as SphinxDesignSteps
from sphinx_design.steps import steps_list

from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import (
    copy_identity,
    element,
    heading_level,
    permalink,
)
from sphinx_docsjson.components.icons import ICON, ICON_LIBRARY, ICON_TYPE
from sphinx_docsjson.components.paper import (
    line_of,
    lower_headings,
    own_icon,
    print_anchor,
    unwrap,
)
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers
from sphinx_docsjson.i18n import _

TITLE_SIZES = ("p", "h2", "h3", "h4")


class steps(steps_list):  # noqa: N801 (docutils spells its nodes so)
    """The steps of a procedure."""


class step(nodes.list_item):  # noqa: N801 (docutils spells its nodes so)
    """Titles (rubrics), and last the content."""


class StepsDirective(ComponentDirective, SphinxDesignSteps):
    """The steps of sphinx-design, with a size for all titles."""

    tag = "Steps"
    extends: ClassVar = dict(SphinxDesignSteps.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return an enumerated list; what is between the steps joins the step before it."""
        if not self.content:
            return []
        found: Any = steps(
            "",
            design_component="steps",
            classes=["sd-steps", *self.options.pop("class", [])],
            enumtype="arabic",
            prefix="",
            suffix=".",
        )
        if color := self.options.get("color"):
            found["classes"].append(f"sd-steps-{color}")
        if (start := self.options.get("start", 1)) != 1:
            found["start"] = start
        self.finish(found)
        self.parse_content(found)
        size = self.values.get("titleSize")
        for child in list(found.children):
            if is_component(child, "step"):
                if size:
                    child.setdefault("title_size", size)
            elif not isinstance(child, nodes.target):
                self._adopt(found, child)
        return [found]

    def _adopt(self, parent: nodes.Element, child: nodes.Node) -> None:
        """Move a stray child into the step before it, or into a step of its own."""
        index = parent.index(child)
        parent.remove(child)
        before: Any = parent[index - 1] if index else None
        if before is not None and is_component(before, "step"):
            before[-1].append(child)
        else:
            content = nodes.container("", child, is_div=True, design_component="step-content")
            content["classes"] = ["sd-step-content"]
            own = step("", content, design_component="step", classes=["sd-step"])
            own["component"] = "Step"
            parent.insert(index, own)


class StepDirective(ComponentDirective, SphinxDesignStep):
    """A step of sphinx-design with an anchor, an icon and a number of its own."""

    tag = "Step"
    extends: ClassVar = dict(SphinxDesignStep.option_spec)
    parent_components = ("steps",)

    def build(self) -> list[nodes.Node]:
        """Return a list item with a title (a rubric) and the content."""
        title = self.values.get("title")
        found: Any = step(
            "", design_component="step", classes=["sd-step", *self.options.pop("class", [])]
        )
        self.finish(found)
        if title:
            classes = ["sd-step-title", *self.options.get("class-title", [])]
            heading = self.titled(nodes.rubric(classes=classes), title)
            if not self.flag("noAnchor"):
                self.title_anchor(heading, heading, "step")
            found += heading
        elif wanted := self.values.get("id"):
            self.anchor(found, wanted)
        content = nodes.container("\n".join(self.content), is_div=True)
        content["design_component"] = "step-content"
        content["classes"] = ["sd-step-content", *self.options.get("class-content", [])]
        self.parse_content(content)
        found += content
        self.keep_icon(found)
        if number := self.values.get("stepNumber"):
            found["step_number"] = int(float(number))
        if size := self.values.get("titleSize"):
            found["title_size"] = size
        return [found]

    def alone(self, built: list[nodes.Node]) -> list[nodes.Node]:
        """Return the step in a list of its own."""
        outer: Any = steps("", *built, design_component="steps", classes=["sd-steps"])
        outer["enumtype"], outer["prefix"], outer["suffix"] = "arabic", "", "."
        outer["component"] = "Steps"
        self.set_source_info(outer)
        return [outer]


def steps_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return an ordered list; the numbers are drawn by the style sheet's list counter."""
    html: dict[str, Any] = {"role": "list"}
    if "start" in node:
        html["start"] = str(node["start"])
    new = element("ol", "dj-steps", *context.borrow_children(node.children), **html)
    return [copy_identity(node, new, "sd-steps")]


def step_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a step: the marker, the title as a heading, the content."""
    html: dict[str, Any] = {"value": str(node["step_number"])} if "step_number" in node else {}
    marker = element("span", "dj-step-marker", *context.own_icon(node), aria_hidden="true")
    if "own_icon" not in node:
        marker["classes"].append("dj-step-number")
    children: list[nodes.Node] = [marker]
    *headings, content = context.borrow_children(node.children)
    level = heading_level(node)
    for heading in headings:
        if not isinstance(heading, nodes.rubric):
            children.append(heading)
            continue
        size = node.get("title_size", "p")
        label = context.borrow_children(heading.children)
        new = element(f"h{level}", f"dj-step-title dj-step-title-{size}", *label)
        if heading["ids"]:
            new += permalink(heading["ids"][0], _("Link to this step"))
        children.append(copy_identity(heading, new, "sd-step-title"))
    body = element("div", "dj-step-body", *context.borrow_children(content.children))
    children.append(copy_identity(content, body, "sd-step-content"))
    return [copy_identity(node, element("li", "dj-step", *children, **html), "sd-step")]


def steps_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the list; another begins before each step that has a number of its own."""
    items, node.children, lists = unwrap(node.children), [], [node]
    for item in items:
        if "step_number" in item:
            if len(lists[-1]):
                lists.append(nodes.enumerated_list(enumtype="arabic", prefix="", suffix="."))
            lists[-1]["start"] = item["step_number"]
        lists[-1] += item
    return lists


def step_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return an item whose first line is the title."""
    *headings, content = unwrap(node.children)
    lower_headings([content])
    node.children = []
    for heading in headings:
        if isinstance(heading, nodes.rubric):
            anchor = print_anchor(ids=heading["ids"])
            label = nodes.strong("", "", *own_icon(node, form), *unwrap(heading.children))
            node += line_of(anchor, label)
        else:
            node += heading
    node += unwrap(content.children)
    return [node]


RENDERERS[steps] = Renderers(
    html=steps_html, paper=steps_on_paper, unwritten=frozenset({"sd-steps"})
)
RENDERERS[step] = Renderers(
    html=step_html,
    paper=step_on_paper,
    titled=True,
    unwritten=frozenset({"sd-step", "sd-step-title", "sd-step-content"}),
)

_SIZE = Attribute(
    name="titleSize",
    type="choice",
    choices=TITLE_SIZES,
    default="p",
    doc="The size of the titles.",
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
            ICON_LIBRARY,
            _SIZE,
            Attribute(name="stepNumber", type="number", doc="The number, if not the next."),
            Attribute(name="id", type="text", doc="The anchor. Default: from the title."),
            Attribute(name="noAnchor", type="flag", doc="Omits the anchor."),
        ),
        directive=StepDirective,
    ),
)
