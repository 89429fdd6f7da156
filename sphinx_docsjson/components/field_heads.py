"""The head of a field: its name, type and facts, in pages, on API pages and in twins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from docutils import nodes
from sphinx import addnodes

from sphinx_docsjson.base.markdown import code_span, emphasized, escape_text
from sphinx_docsjson.components.renderers import RENDERERS, Drawing, Renderers, element
from sphinx_docsjson.i18n import _

_SEPARATORS = re.compile(r"[._]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldHead:
    """The first line of a field.

    :param name: empty for a value that has only a type.
    :param anchor: the id of the field on the page, if it can be linked to.
    :param location: where a parameter is sent: path, query, header, body or cookie.
    :param default: the default as it is shown; ``None`` when there is none.
    :param before: pills before the name.
    :param after: pills after the type, such as ``nullable`` or ``read-only``.
    """

    name: str
    anchor: str | None = None
    type: str | None = None
    location: str | None = None
    required: bool = False
    deprecated: bool = False
    default: str | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def field_head_html(head: FieldHead, *, type_html: str | None = None) -> str:
    """Return the head of a field as HTML.

    A reference holds tens of thousands of these: the name and the type have no class of their
    own. The name is the code that is a child or in the link, the type the span without a class.

    :param type_html: trusted markup to show instead of ``head.type``, such as a link to a schema.
    """
    parts = [_pill("dj-field-pill", text) for text in head.before]
    if head.name:
        name = f"<code>{escape(head.name)}</code>"
        parts.append(f'<a href="#{escape(head.anchor)}">{name}</a>' if head.anchor else name)
    shown = type_html if type_html is not None else escape(head.type or "")
    if shown:
        parts.append(f"<span>{shown}</span>")
    if head.location:
        parts.append(_pill("dj-field-location", head.location))
    parts += [_pill("dj-field-pill", text) for text in head.after]
    if head.default is not None:
        parts.append(
            f'<span class="dj-field-default">{escape(_("default"))}: '
            f"<code>{escape(head.default)}</code></span>"
        )
    if head.required:
        parts.append(_pill("dj-field-required", _("required")))
    if head.deprecated:
        parts.append(_pill("dj-field-deprecated", _("deprecated")))
    return f'<div class="dj-field-head">{" ".join(parts)}</div>\n'


def _pill(css_class: str, text: str) -> str:
    return f'<span class="{css_class}">{escape(text)}</span>'


def fact_pills(*, default: str | None, required: bool, added: str) -> list[nodes.Node]:
    """Return the default and the mark of a required field as :func:`field_head_html` has them.

    :param added: a class for what no author wrote.
    """
    pills: list[nodes.Node] = []
    if default is not None:
        code = element("code", "", nodes.Text(default))
        words = nodes.Text(f"{_('default')}: ")
        pills.append(element("span", f"dj-field-default {added}", words, code))
    if required:
        text = nodes.Text(str(_("required")))
        pills.append(element("span", f"dj-field-required {added}", text))
    return pills


class field_head(nodes.paragraph, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """The first line of a field; other builders write the paragraph that it is.

    ``head`` is its data, ``labels`` the pills in it as the author wrote them.
    """

    def preserve_original_messages(self) -> None:
        """Do nothing: ``labels`` stay."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Put a translation in the place of a label."""
        self["head"] = with_label(self["head"], original_message, translated_message)
        self[:] = head_words(self["head"])

    def extract_original_messages(self) -> Sequence[str]:
        """Return the labels."""
        labels: Sequence[str] = self["labels"]
        return labels


def field_head_node(head: FieldHead) -> field_head:
    """Return the head as a node: a paragraph for every builder but HTML."""
    return field_head("", "", *head_words(head), head=head, labels=[*head.before, *head.after])


def head_words(head: FieldHead) -> list[nodes.Node]:
    """Return the head as words."""
    facts = [head.type, head.location, *head.before, *head.after]
    facts += [_("required")] if head.required else []
    facts += [_("deprecated")] if head.deprecated else []
    listed = ", ".join(str(fact) for fact in facts if fact)
    fact = nodes.emphasis(listed, listed)
    words: list[nodes.Node] = [nodes.literal(head.name, head.name)] if head.name else [fact]
    if head.name and listed:
        words += [nodes.Text(" ("), fact, nodes.Text(")")]
    if head.default is not None:
        words += [nodes.Text(f" {_('default')}: "), nodes.literal(head.default, head.default)]
    return words


def with_label(head: FieldHead, old: str, new: str) -> FieldHead:
    """Return *head* with *new* where the label *old* was."""

    def renamed(labels: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if label == old else label for label in labels)

    return replace(head, before=renamed(head.before), after=renamed(head.after))


def field_anchor(name: str) -> str:
    """Return the id of the field *name*: ``param-<name>``, without what an URL cannot hold."""
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in name.strip())
    return "param-" + (kept.strip("-") or "field")


def field_anchors(name: str) -> list[str]:
    """Return the ids of the field *name*: its own, and the one the hosted platform makes."""
    own = field_anchor(name)
    return list(dict.fromkeys([own, _SEPARATORS.sub("-", own)]))


def head_element(node: field_head, drawing: Drawing) -> list[nodes.Node]:
    """Return the head as HTML."""
    return [nodes.raw("", field_head_html(node["head"]), format="html")]


def head_markdown(writer: Any, node: field_head) -> str:
    """The first line of a field, with the words in the order in which the page has them."""
    head = node["head"]
    words = [*map(escape_text, head.before)]
    words += [code_span(head.name)] if head.name else []
    words += [emphasized("*", escape_text(head.type))] if head.type else []
    words += [escape_text(text) for text in (head.location, *head.after) if text]
    if head.default is not None:
        words.append(f"{_('default')}: {code_span(head.default)}")
    words += [f"**{_('required')}**"] if head.required else []
    words += [f"**{_('deprecated')}**"] if head.deprecated else []
    return " ".join(words)


RENDERERS[field_head] = Renderers(html=head_element, markdown=head_markdown)
