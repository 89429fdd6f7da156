"""Tooltip: a term that explains itself; sphinx-design has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.components.directive import inline_values
from sphinx_docsjson.components.forms.declared import FORMS, Forms
from sphinx_docsjson.components.forms.drawing import Drawing, carry
from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.paper import has_class, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.references import reference_to
from sphinx_docsjson.text.spelling import escape_text, one_line

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

TIP = "dj-tooltip-tip"


class tooltip(nodes.abbreviation):  # noqa: N801 (docutils spells its nodes so)
    """A term with an explanation; other builders write the abbreviation that it is."""


class tooltip_tip(nodes.Inline, nodes.TextElement):  # noqa: N801 (docutils spells its nodes so)
    """What a tooltip says in HTML: the last child of the tooltip, for readers and the search."""


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
    """Return a button that the explanation describes; the explanation follows it.

    The title of another page, a menu or a list of pages never gets ready for HTML: a term in it
    is the abbreviation that it is to other builders.
    """
    children = drawing.lend(node.children)
    words = [child for child in children if not isinstance(child, tooltip_tip)]
    tips = [child for child in children if isinstance(child, tooltip_tip)]
    if not tips:
        return [carry(node, element("abbr", "", *words, title=node["explanation"]))]
    parts = drawing.lend(tips[0].children)
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


registry.add(
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
)
