"""What Markdown allows and docutils does not: blocks in paragraphs, rules anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import docutils
from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Callable

_INLINE = (nodes.Inline, nodes.Text, nodes.raw, nodes.image, nodes.comment, nodes.system_message)


def is_block(node: nodes.Node) -> bool:
    """Whether *node* may not stand inside a paragraph."""
    if isinstance(node, nodes.raw):
        return bool(node.get("docsjson_block"))
    if isinstance(node, _INLINE):
        return False
    return isinstance(node, nodes.Body | nodes.Structural | nodes.Titular) and not isinstance(
        node, nodes.target
    )


def hoist_blocks(paragraph: nodes.paragraph) -> None:
    """Replace *paragraph* by paragraphs of its text and, between them, the blocks it holds."""
    if not any(is_block(child) for child in paragraph.children):
        return
    parts: list[nodes.Node] = []
    text: list[nodes.Node] = []
    for child in paragraph.children:
        if is_block(child):
            _flush(paragraph, text, parts)
            parts.append(child)
        else:
            text.append(child)
    _flush(paragraph, text, parts)
    paragraph.children = []
    paragraph.replace_self(parts)


def _flush(like: nodes.paragraph, text: list[nodes.Node], parts: list[nodes.Node]) -> None:
    """Move *text* into a paragraph of its own unless it is only space."""
    if any(not isinstance(node, nodes.Text) or node.strip() for node in text):
        paragraph = nodes.paragraph("", "", *text)
        paragraph["classes"] = list(like["classes"])
        paragraph.source, paragraph.line = like.source, like.line
        if all(isinstance(node, nodes.image) or not node.astext().strip() for node in text):
            # Sphinx would take the alternative text for the text, and put it in its place.
            paragraph["translatable"] = False
        _strip_edges(paragraph)
        parts.append(paragraph)
    text.clear()


def _strip_edges(paragraph: nodes.paragraph) -> None:
    first = paragraph.children[0]
    if isinstance(first, nodes.Text):
        paragraph.replace(first, nodes.Text(str(first).lstrip()))
    last = paragraph.children[-1]
    if isinstance(last, nodes.Text):
        paragraph.replace(last, nodes.Text(str(last).rstrip()))


def drop_misplaced_transitions(
    document: nodes.document, which: Callable[[nodes.transition], bool] | None = None
) -> None:
    """Keep a thematic break only where docutils has one: between the blocks of a section.

    At the start or the end of a page or section it separates nothing and goes; inside another
    block it stays a line in HTML.

    :param which: the breaks to look at; without it all of the document.
    """
    for transition in list(document.findall(nodes.transition)):
        if which is not None and not which(transition):
            continue
        parent = transition.parent
        if not isinstance(parent, nodes.document | nodes.section):
            rule = nodes.raw("", '<hr class="dj-rule">', format="html", docsjson_block=True)
            parent.replace(transition, rule)
            continue
        index = parent.index(transition)
        before = parent.children[index - 1] if index else None
        opens = before is None or isinstance(before, nodes.title | nodes.transition | nodes.meta)
        if opens or _ends(transition):
            parent.remove(transition)


def _ends(transition: nodes.transition) -> bool:
    """Whether nothing but the ends of sections follows."""
    node: nodes.Element = transition
    while (parent := node.parent) is not None:
        following = parent.children[parent.index(node) + 1 :]
        if any(_counts(child) for child in following):
            return parent is transition.parent and isinstance(following[0], nodes.transition)
        node = parent
    return True


def _counts(node: nodes.Node) -> bool:
    """Whether docutils sees *node* behind a transition; it takes out a quote without content."""
    empty_quote = isinstance(node, nodes.block_quote) and not node.children
    return not (empty_quote or isinstance(node, nodes.comment | nodes.Invisible))


def is_ours_to_mend(transition: nodes.transition) -> bool:
    """Whether docutils would not take a thematic break: its releases before 0.22 end the build.

    They do so for one in a quote or an item of a list, in plain MyST as well.
    """
    inside = not isinstance(transition.parent, nodes.document | nodes.section)
    return _in_component(transition) or (inside and docutils.__version_info__ < (0, 22))


def _in_component(node: nodes.Node) -> bool:
    parent = node.parent
    while parent is not None:
        if "component" in parent:
            return True
        parent = parent.parent
    return False
