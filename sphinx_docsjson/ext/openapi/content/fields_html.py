"""A field tree as HTML, in one pass over its data."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape

from sphinx_docsjson.components.families.fields import FieldHead, field_head_html
from sphinx_docsjson.ext.openapi.content.fields_markdown import (
    examples_are_short,
    group_title,
    has_type,
    limits_are_short,
    marks_of,
    shown_name,
)
from sphinx_docsjson.ext.openapi.content.markdown import link_target, to_html
from sphinx_docsjson.ext.openapi.schema.fieldtree import (
    Field,
    FieldExample,
    Group,
    Target,
    Variant,
    anchors_of_values,
)
from sphinx_docsjson.i18n import _

FEW_VALUES = 12
"""Allowed values beyond these are closed until the reader opens them."""

LONG_UNION = 40
"""A union of more characters is shown as its types."""

_BAR = re.compile(r" \| (?![^(]*\))")
"""What is between the types of a union, but for one inside parentheses."""

FEW_TOLD = 3
"""What more allowed values than these mean is closed until the reader opens it."""


@dataclass(kw_only=True)
class FieldWriter:
    """Writes field trees for one page.

    :param url_of: the address of a schema's page from here, or ``None`` when it has none.
    :param opened: everything is open at first.
    :param compact: what is said about a field is on the line of its name.
    """

    url_of: Callable[[Target], str | None]
    opened: bool = False
    compact: bool = False

    def tree(self, root: Field, *, headed: bool = False) -> str:
        """Return a whole tree; *root* stands for the value, its fields are in view.

        :param headed: a line above it has what :meth:`head` returns.
        """
        name = "dj-fields dj-compact" if self.compact else "dj-fields"
        if root.name:
            content = self._field(root)
            return f'<div class="{name}"{_open_all(content)}>{content}</div>\n'
        content = self._root(root, headed=headed)
        marks = f' id="{escape(root.anchor)}"{_open_all(content)}'
        return f'<div class="{name}"{marks}>{content}</div>\n'

    def head(self, root: Field, *, required: bool) -> str:
        """Return the type, the mark and the limits of a value, as parts of a line."""
        parts = [self._type(root)] if has_type(root) else []
        if root.title:
            parts.append(f'<span class="dj-field-title">{escape(root.title)}</span>')
        if required:
            parts.append(f'<span class="dj-field-required">{escape(_("required"))}</span>')
        if limits := " · ".join(map(escape, root.constraints)):
            parts.append(f'<span class="dj-field-facts">{limits}</span>')
        return "".join(f" {part}" for part in parts)

    def _type(self, root: Field) -> str:
        opening = '<span class="dj-field-type">'
        return f"{opening}{self._type_html(root, opening)}</span>"

    def _root(self, root: Field, *, headed: bool) -> str:
        parts = []
        if has_type(root) and not headed:
            parts.append(f'<p class="dj-fields-type">{self._type(root)}</p>')
        facts = self._facts(replace(root, constraints=()) if headed else root)
        parts += [self._text(root.description), self._marks(root), facts]
        parts.append(self._children(root))
        parts += [self._group(group, level=0) for group in root.groups]
        parts.append(self._elsewhere(root))
        return "".join(parts)

    def _field(self, node: Field, *, opened: bool = False) -> str:
        return "".join(
            (
                f'<div class="dj-field" id="{escape(node.anchor)}">',
                field_head_html(
                    self._head(node),
                    type_html=self._type_html(node),
                    facts_html=_short_facts(node),
                ),
                to_html(node.description),
                self._facts(node, headed=True),
                self._inside(node, opened=opened),
                self._elsewhere(node),
                "</div>\n",
            )
        )

    @staticmethod
    def _head(node: Field) -> FieldHead:
        return FieldHead(
            name=shown_name(node),
            anchor=node.anchor,
            type=node.type,
            required=node.required,
            deprecated=node.deprecated,
            default=node.default,
            before=node.before,
            after=(*node.after, *marks_of(node, deprecated=False)),
        )

    def _type_html(self, node: Field, opening: str = "<span>") -> str:
        """Return the type; of a long union, each type is an element of its own."""
        types = _BAR.split(node.type) if len(node.type) > LONG_UNION else [node.type]
        text = f"</span> | {opening}".join(map(escape, types))
        url = self.url_of(node.target) if node.target else None
        if url is None and node.open_at:
            url = f"#{node.open_at}"
        return f'<a href="{escape(url)}">{escape(node.type)}</a>' if url else text

    def _text(self, text: str) -> str:
        return f'<div class="dj-field-text">{to_html(text)}</div>' if text else ""

    @staticmethod
    def _marks(node: Field) -> str:
        """Return what the head of a field would say; what has no name has no head."""
        marks = [escape(word) for word in marks_of(node, deprecated=False)]
        if node.deprecated:
            marks.insert(0, f'<span class="dj-field-deprecated">{escape(_("deprecated"))}</span>')
        if node.default is not None:
            marks.append(f"{escape(_('default'))}: <code>{escape(node.default)}</code>")
        return f'<p class="dj-field-facts">{" · ".join(marks)}</p>' if marks else ""

    def _facts(self, node: Field, *, headed: bool = False) -> str:
        """Return the limits, allowed values and examples of a field.

        :param headed: a head has what is short enough for it.
        """
        parts = []
        if node.constraints and not (headed and limits_are_short(node)):
            text = " · ".join(escape(text) for text in node.constraints)
            parts.append(f'<p class="dj-field-facts">{text}</p>')
        if node.enum:
            parts.append(self._enum(node))
        examples = node.shown_examples
        if examples and not (headed and examples_are_short(node)):
            parts.append(self._examples(examples))
        return "".join(parts)

    def _examples(self, examples: tuple[FieldExample, ...]) -> str:
        """Return examples: on one line, in a list where they have descriptions, or to open."""
        short = [example for example in examples if not example.long]
        label = escape(_("Example") if len(short) == 1 else _("Examples"))
        if any(example.about for example in short):
            items = "".join(
                f"<li>{_example_html(each)}{self._meaning(each.about)}</li>" for each in short
            )
            listed = f'<ul class="dj-field-enum dj-field-examples">{items}</ul>'
            parts = [f'<p class="dj-field-facts">{label}:</p>{listed}']
        else:
            text = _(", ").join(map(_example_html, short))
            parts = [f'<p class="dj-field-facts">{label}: {text}</p>'] if text else []
        for each in examples:
            if each.long:
                code = f'<pre class="dj-field-example"><code>{escape(each.value)}</code></pre>'
                parts.append(self._details(escape(_("Example")), to_html(each.about) + code))
        return "".join(parts)

    def _enum(self, node: Field) -> str:
        label, values = escape(_("Allowed values")), node.enum
        anchors = anchors_of_values(node.anchor, (value.value for value in values))
        codes = [
            f'<code id="{escape(anchor)}">{escape(value.value)}</code>'
            for anchor, value in zip(anchors, values, strict=True)
        ]
        if any(value.description for value in values):
            items = "".join(
                f"<li>{code}{self._meaning(value.description)}</li>"
                for code, value in zip(codes, values, strict=True)
            )
            listed = f'<ul class="dj-field-enum">{items}</ul>'
        else:
            joined = " ".join(codes)
            if len(values) <= FEW_VALUES:
                return f'<p class="dj-field-enum"><span>{label}:</span> {joined}</p>'
            listed = f'<p class="dj-field-enum">{joined}</p>'
        if len(values) <= FEW_TOLD:
            return f'<p class="dj-field-facts">{label}:</p>{listed}'
        if len(values) <= FEW_VALUES:
            told = " ".join(f"<code>{escape(value.value)}</code>" for value in values)
            return self._details(f"<span>{label}: {told}</span>", listed)
        return self._details(f"{label} ({len(values)})", listed)

    def _meaning(self, about: str) -> str:
        text = to_html(about).strip()
        if not text:
            return ""
        if text.count("<p>") == 1 and text.startswith("<p>") and text.endswith("</p>"):
            text = text[3:-4]
        return f" {text}"

    def _details(self, label: str, content: str, *, opened: bool = False) -> str:
        mark = " open" if self.opened or opened else ""
        return (
            f'<details class="dj-expandable dj-fields-more"{mark}>'
            f'<summary class="dj-expandable-summary">{label}</summary>'
            f'<div class="dj-expandable-body">{content}</div></details>\n'
        )

    def _inside(self, node: Field, *, opened: bool = False) -> str:
        if not node.children and not node.groups:
            return ""
        content = "".join(
            (
                self._children(node),
                *(self._group(group, level=1) for group in node.groups),
            )
        )
        if not node.children and all(map(_is_short, node.groups)):
            return content
        return self._details(escape(self._inside_label(node)), content, opened=opened)

    def _children(self, node: Field) -> str:
        """Return the fields inside one; what the page has no room for is closed.

        The only field of a whole value is open.
        """
        is_only = not node.name and len(node.children) == 1
        fields = [self._field(child, opened=is_only) for child in node.children]
        count = len(fields) if node.in_view is None else node.in_view
        others = fields[count:]
        if not others:
            return "".join(fields)
        label = _("1 more field") if len(others) == 1 else _("%s more fields") % len(others)
        return "".join((*fields[:count], self._details(escape(str(label)), "".join(others))))

    @staticmethod
    def _inside_label(node: Field) -> str:
        if node.groups and not node.children:
            count = len(node.groups[0].variants)
            return str(_("%s alternatives") % count if count > 1 else _("Conditions"))
        count = len(node.children)
        return str(_("1 field") if count == 1 else _("%s fields") % count)

    def _elsewhere(self, node: Field) -> str:
        """Return the link to where the type is open; to its page, its name leads."""
        if not node.open_at:
            return ""
        text = escape(_("The same type as above; it can be nested."))
        link = f'<a href="#{escape(node.open_at)}">{text}</a>'
        return f'<p class="dj-fields-elsewhere">{link}</p>'

    def _group(self, group: Group, *, level: int) -> str:
        text = escape(group_title(group))
        if group.discriminator:
            told = _("distinguished by %s") % group.discriminator
            text += f' <span class="dj-field-pill">{escape(told)}</span>'
        variants = "".join(
            self._variant(group, variant, opened=level == 0 and index == 0)
            for index, variant in enumerate(group.variants)
        )
        return (
            f'<div class="dj-variants"><p class="dj-variants-title">{text}</p>{variants}</div>\n'
        )

    def _variant(self, group: Group, variant: Variant, *, opened: bool) -> str:
        node = variant.field
        name = escape(variant.label)
        url = self.url_of(node.target) if node.target else None
        if url:
            name = f'<a href="{escape(url)}">{name}</a>'
        label = f'<span class="dj-variant-name">{name}</span>'
        if group.discriminator and variant.value:
            label += f" <code>{escape(f'{group.discriminator} = {variant.value}')}</code>"
        if node.type not in (variant.label, "any", "object"):
            label += f' <span class="dj-field-type">{escape(node.type)}</span>'
        anchor = escape(node.anchor)
        text, facts = self._text(node.description), self._marks(node) + self._facts(node)
        if url or _is_line(node):
            return f'<div class="dj-variant" id="{anchor}">{label}{facts}{text}</div>\n'
        content = "".join(
            (
                text,
                facts,
                self._children(node),
                *(self._group(inner, level=1) for inner in node.groups),
                self._elsewhere(node),
            )
        )
        open_now = " open" if opened or self.opened else ""
        return (
            f'<details class="dj-expandable dj-variant" id="{anchor}"{open_now}>'
            f'<summary class="dj-expandable-summary">{label}</summary>'
            f'<div class="dj-expandable-body">{content}</div></details>\n'
        )


def _short_facts(node: Field) -> str:
    """Return the title, the limits and the examples that fit on the line of the name."""
    title = f'<span class="dj-field-title">{escape(node.title)}</span>' if node.title else ""
    parts = []
    if node.constraints and limits_are_short(node):
        parts.append(" · ".join(map(escape, node.constraints)))
    if (examples := node.shown_examples) and examples_are_short(node):
        label = escape(_("Example") if len(examples) == 1 else _("Examples"))
        parts.append(f"{label}: {', '.join(map(_example_html, examples))}")
    facts = (f'<span class="dj-field-facts">{part}</span>' for part in parts)
    return " ".join((*([title] if title else []), *facts))


def _example_html(example: FieldExample) -> str:
    """Return an example; one that is elsewhere is a link."""
    code = f"<code>{escape(example.value)}</code>"
    url = link_target(example.value) if example.elsewhere else None
    return f'<a href="{escape(url)}">{code}</a>' if url else code


def _is_short(group: Group) -> bool:
    """Whether each variant of *group* takes a line."""
    return all(_is_line(variant.field) for variant in group.variants)


def _is_line(node: Field) -> bool:
    """Whether a variant has little more than its name, its type and its limits."""
    more = (node.description, node.children, node.groups, node.examples, node.open_at)
    told = any(value.description for value in node.enum)
    return not any(more) and not told and len(node.enum) <= FEW_VALUES


def _open_all(content: str) -> str:
    """Return what names a button that opens all, where there is something to open."""
    if "<details" not in content:
        return ""
    labels = escape(str(_("Expand all"))), escape(str(_("Collapse all")))
    return f' data-dj-open-all="{labels[0]}" data-dj-close-all="{labels[1]}"'
