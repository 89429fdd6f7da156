"""A field tree as a Markdown list, and as nodes for print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import indent
from typing import Any

from docutils import nodes

from sphinx_docsjson.base.markdown import destination, escape_brackets, escape_text, fenced, link
from sphinx_docsjson.ext.openapi.content.markdown import for_twins, link_target, to_nodes
from sphinx_docsjson.ext.openapi.schema.fieldtree import Field, FieldExample, Group, Target
from sphinx_docsjson.i18n import _


@dataclass(kw_only=True)
class FieldMarkdown:
    """Writes field trees.

    :param url_of: the address of a schema's page, or ``None`` when it has none.
    :param code: writes text as a code span.
    """

    url_of: Callable[[Target], str | None]
    code: Callable[[str], str]

    def tree(self, root: Field, *, headed: bool = False) -> str:
        """Return a whole tree.

        :param headed: a line above it has what :meth:`head` returns.
        """
        if root.name:
            return self._item(root)
        lines = []
        if has_type(root) and not headed:
            lines.append(f"*{self._type(root)}*")
        marks = marks_of(root)
        if root.default is not None:
            marks.append(f"{_('default')}: {self.code(root.default)}")
        lines += [" · ".join(marks)] if marks else []
        text = self._about(replace(root, constraints=()) if headed else root)
        lines += [text] if text else []
        items = "\n".join(self._inside(root))
        return "\n\n".join([*lines, *([items] if items else [])])

    def head(self, root: Field, *, required: bool) -> str:
        """Return the type, the mark and the limits of a value, as parts of a line."""
        parts = [f"*{self._type(root)}*"] if has_type(root) else []
        parts += [escape_text(root.title)] if root.title else []
        parts += [f"**{_('required')}**"] if required else []
        parts += [self._limits(root)] if root.constraints else []
        return "".join(f" {part}" for part in parts)

    def _item(self, node: Field, label: str = "", *, typed: bool = True) -> str:
        """Return a field as an item: what its line on the page says, then what is below it."""
        parts = [*map(escape_text, node.before), label or self.code(shown_name(node))]
        parts += [f"*{self._type(node)}*"] if typed else []
        parts += map(escape_text, (*node.after, *marks_of(node, deprecated=False)))
        if node.default is not None:
            parts.append(f"{_('default')}: {self.code(node.default)}")
        parts += [f"**{_('required')}**"] if node.required else []
        parts += [f"**{_('deprecated')}**"] if node.deprecated else []
        parts += [escape_text(node.title)] if node.title and not label else []
        headed = not label
        parts += self._short_facts(node) if headed else []
        head = " ".join(parts)
        about = self._about(node, headed=headed)
        first, _newline, others = about.partition("\n")
        lines = [f"- {head}{': ' if first else ''}{first}"]
        if others:
            lines.append(indent(others, "  "))
        lines += [indent(item, "  ") for item in self._inside(node)]
        return "\n".join(lines)

    def _short_facts(self, node: Field) -> list[str]:
        """Return the limits and the examples that stand on the line of the name."""
        found = []
        if node.constraints and limits_are_short(node):
            found.append(self._limits(node))
        if node.shown_examples and examples_are_short(node):
            found.append(self._short_examples(node.shown_examples))
        return found

    def _limits(self, node: Field) -> str:
        return " · ".join(map(self._limit, node.constraints))

    def _short_examples(self, examples: Sequence[FieldExample]) -> str:
        label = _("Example") if len(examples) == 1 else _("Examples")
        return f"{label}: {', '.join(map(self._example, examples))}"

    def _inside(self, node: Field) -> Iterator[str]:
        if node.open_at:
            yield f"- {_('The same type as above; it can be nested.')}"
        for child in node.children:
            yield self._item(child)
        for group in node.groups:
            yield self._group(group)

    def _group(self, group: Group) -> str:
        title = group_title(group)
        if group.discriminator:
            title += f" {escape_text(_('distinguished by %s') % group.discriminator)}"
        lines = [f"- {title}:"]
        for variant in group.variants:
            label = f"**{escape_text(' '.join(variant.label.split()))}**"
            if group.discriminator and variant.value:
                label += f" {self.code(f'{group.discriminator} = {variant.value}')}"
            # A type that has the name of the alternative is not repeated, unless it is a link.
            typed = variant.field.type != variant.label or variant.field.target is not None
            lines.append(indent(self._item(variant.field, label, typed=typed), "  "))
        return "\n".join(lines)

    def _type(self, node: Field) -> str:
        url = self.url_of(node.target) if node.target else None
        text = escape_brackets(escape_text(" ".join(node.type.split())))
        return link(text, url) if url else text

    def _about(self, node: Field, *, headed: bool = False) -> str:
        """Return the description, the limits, the allowed values and the examples.

        :param headed: the line of the name has what is short enough for it.
        """
        text = for_twins(node.description)
        parts = []
        if node.constraints and not (headed and limits_are_short(node)):
            parts.append(f"{self._limits(node)}.")
        if node.enum and not any(value.description for value in node.enum):
            values = " ".join(self.code(value.value) for value in node.enum)
            parts.append(f"{_('Allowed values')}: {values}.")
        examples = node.shown_examples
        plain = [each for each in examples if not each.long and not each.about]
        if plain and not (headed and examples_are_short(node)):
            parts.append(f"{self._short_examples(plain)}.")
        separator = "\n\n" if "\n" in text else " "
        about = separator.join(part for part in (text, " ".join(parts)) if part)
        if any(value.description for value in node.enum):
            listed = "\n".join(
                f"- {self.code(value.value)} {' '.join(for_twins(value.description).split())}"
                for value in node.enum
            )
            about = f"{about}\n\n{_('Allowed values')}:\n\n{listed}\n".lstrip()
        for each in examples:
            if each not in plain:
                about = f"{about}\n\n{self._told(each)}\n".lstrip()
        return about

    def _limit(self, text: str) -> str:
        """Return a limit; one whose value would be read as markup, such as a pattern, is code."""
        return text if escape_text(text) == text and "\n" not in text else self.code(text)

    def _example(self, example: FieldExample) -> str:
        url = link_target(example.value) if example.elsewhere else None
        return f"<{destination(url)}>" if url else self.code(example.value)

    def _told(self, example: FieldExample) -> str:
        """Return an example that takes more than a line, or of which something is said."""
        text = " ".join(for_twins(example.about).split())
        head = f"{_('Example')}: " + ("" if example.long else f"{self._example(example)} ") + text
        return f"{head.rstrip()}\n\n{fenced(example.value, '')}" if example.long else head.rstrip()


# A field tree as ordinary nodes, for every builder that does not write HTML.

MAX_LISTS = 4
"""LaTeX refuses lists that are nested more than six deep; deeper fields continue flat."""

LinkMaker = Callable[[Target, str], nodes.Node]
"""Makes the link to a schema's page, given the page and the text."""


@dataclass(kw_only=True)
class FieldNodes:
    """Makes nodes of field trees.

    :param link: makes a link to the page of a schema.
    """

    link: LinkMaker
    source: str = ""

    def tree(self, root: Field) -> list[nodes.Node]:
        """Return the nodes of a whole tree."""
        if root.name:
            return self._fields((root,), 0)
        found: list[nodes.Node] = []
        if root.type not in ("object", "any"):
            line = nodes.paragraph("", "", self._type(root), classes=["dj-fields-type"])
            found.append(line)
        return [*found, *self._unnamed(root), *self._body(root, 0)]

    def _unnamed(self, node: Field) -> list[nodes.Node]:
        """Return what the term of a field would say; what has no name has no term."""
        marks = self._marks(node)
        return [_line(_(", ").join(marks))] if marks else []

    def _fields(self, fields: tuple[Field, ...], depth: int, prefix: str = "") -> list[nodes.Node]:
        if not fields:
            return []
        flat = depth >= MAX_LISTS
        listed = nodes.definition_list()
        for node in fields:
            listed.append(self._item(node, depth, prefix))
            if flat:
                below = f"{prefix}{shown_name(node)}."
                listed.extend(self._deeper(node, depth, below))
        return [listed]

    def _deeper(self, node: Field, depth: int, prefix: str) -> Iterator[nodes.Node]:
        """Yield the items of the fields inside *node*, beside it instead of below it."""
        children = list(node.children)
        for group in node.groups:
            for variant in group.variants:
                children += variant.field.children
        for child in children:
            yield self._item(child, depth, prefix)
            yield from self._deeper(child, depth, f"{prefix}{shown_name(child)}.")

    def _item(self, node: Field, depth: int, prefix: str) -> nodes.Node:
        name = f"{prefix}{shown_name(node)}"
        lead = [nodes.Text(" ".join((*node.before, "")))] if node.before else []
        term = nodes.term("", "", *lead, nodes.literal(name, name), ids=[node.anchor])
        term += [nodes.Text(" ("), self._type(node)]
        marks = self._marks(node)
        term.append(nodes.Text(f"{_(', ').join(('', *marks))})"))
        content = self._body(node, depth + 1, nested=depth < MAX_LISTS)
        return nodes.definition_list_item("", term, nodes.definition("", *content))

    @staticmethod
    def _marks(node: Field) -> list[str]:
        marks = (
            (node.required, _("required")),
            (node.deprecated, _("deprecated")),
            (node.read_only, _("read-only")),
            (node.write_only, _("write-only")),
        )
        title = [node.title] if node.title and node.name else []
        found = [*node.after, *title, *(str(label) for holds, label in marks if holds)]
        if node.default is not None:
            found.append(f"{_('default')}: {node.default}")
        return found

    def _type(self, node: Field) -> nodes.Node:
        if node.target:
            return self.link(node.target, node.type)
        return nodes.emphasis(node.type, node.type)

    def _body(self, node: Field, depth: int, *, nested: bool = True) -> list[nodes.Node]:
        found = self._text(node.description)
        if node.constraints:
            found.append(_line("; ".join(node.constraints)))
        if node.enum:
            found += self._enum(node)
        found += self._examples(node.shown_examples)
        if node.open_at:
            found.append(_line(str(_("The same type as above; it can be nested."))))
        if nested:
            found += self._fields(node.children, depth)
            for group in node.groups:
                found += self._group(group, depth)
        return found

    def _enum(self, node: Field) -> list[nodes.Node]:
        label = nodes.paragraph("", f"{_('Allowed values')}:")
        if not any(value.description for value in node.enum):
            for index, value in enumerate(node.enum):
                label.append(nodes.Text(_(", ") if index else " "))
                label.append(nodes.literal(value.value, value.value))
            return [label]
        listed = nodes.bullet_list()
        for value in node.enum:
            line: Any = nodes.paragraph("", "", nodes.literal(value.value, value.value))
            if value.description:
                meaning = value.description
                line.append(nodes.Text(f" {' '.join(meaning.split())}"))
            listed.append(nodes.list_item("", line))
        return [label, listed]

    def _examples(self, examples: tuple[FieldExample, ...]) -> list[nodes.Node]:
        plain = [each for each in examples if not each.long and not each.about]
        found: list[nodes.Node] = []
        if plain:
            label = _("Example") if len(plain) == 1 else _("Examples")
            line: Any = nodes.paragraph("", f"{label}: ")
            for index, each in enumerate(plain):
                line += [nodes.Text(_(", "))] if index else []
                line.append(_example(each))
            found.append(line)
        for each in examples:
            if each in plain:
                continue
            line = nodes.paragraph("", f"{_('Example')}: ")
            line += [] if each.long else [_example(each)]
            found += [line, *self._text(each.about)]
            if each.long:
                found.append(nodes.literal_block(each.value, each.value, language="none"))
        return found

    def _group(self, group: Group, depth: int) -> list[nodes.Node]:
        label = group_title(group)
        if group.discriminator:
            label += f" ({_('distinguished by %s') % group.discriminator})"
        listed = nodes.bullet_list()
        for variant in group.variants:
            line: Any = nodes.paragraph("", "", nodes.strong(variant.label, variant.label))
            if group.discriminator and variant.value:
                line.append(nodes.Text(f" ({group.discriminator} = {variant.value})"))
            if variant.field.target:
                line += [nodes.Text(": "), self.link(variant.field.target, variant.field.type)]
            elif variant.field.type not in (variant.label, "any"):
                line.append(nodes.Text(f" ({variant.field.type})"))
            body = self._body(variant.field, depth + 1, nested=depth < MAX_LISTS)
            listed.append(nodes.list_item("", line, *self._unnamed(variant.field), *body))
        return [_line(f"{label}:"), listed]

    def _text(self, text: str) -> list[nodes.Node]:
        return to_nodes(text, self.source) if text else []


def _example(example: FieldExample) -> nodes.Node:
    """Return an example; one that is elsewhere is a link."""
    url = link_target(example.value) if example.elsewhere else None
    code = nodes.literal(example.value, example.value)
    return nodes.reference("", "", code, refuri=url) if url else code


def _line(text: str) -> nodes.Node:
    return nodes.paragraph(text, text)


# What a field is called, and the words for what it is, in every format. Pure.


def marks_of(node: Field, *, deprecated: bool = True) -> list[str]:
    """Return the words for what a field is, beside its type."""
    marks = []
    if node.read_only:
        marks.append(_("read-only"))
    if node.write_only:
        marks.append(_("write-only"))
    if node.deprecated and deprecated:
        marks.append(_("deprecated"))
    return [str(word) for word in marks]


def has_type(root: Field) -> bool:
    """Whether the type of a whole value says more than that it has fields."""
    return root.type not in ("object", "any") or root.target is not None


ONE_LINE = 72
"""Limits or examples of up to this many characters stand on the line of the name."""


def limits_are_short(node: Field) -> bool:
    """Whether the limits fit on the line of the name."""
    return sum(map(len, node.constraints)) <= ONE_LINE


def examples_are_short(node: Field) -> bool:
    """Whether the examples fit on the line of the name, with nothing said about them."""
    examples = node.shown_examples
    told = any(example.about or example.long for example in examples)
    return not told and sum(len(example.value) for example in examples) <= ONE_LINE


def shown_name(node: Field) -> str:
    """Return the name of a field as it is shown."""
    if node.kind == "pattern":
        return f"/{node.name}/"
    if node.kind == "additional":
        return str(_("any other key")) if node.name == "*" else f"{{{node.name}}}"
    if node.kind == "position":
        return f"[{node.name}]"
    return node.name


def group_title(group: Group) -> str:
    """Return what is above the variants of a group."""
    titles = {"oneOf": _("One of"), "anyOf": _("Any of"), "content": _("Content")}
    return str(titles.get(group.kind, _("Depending on it")))
