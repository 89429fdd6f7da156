"""A field tree as ordinary nodes, for every builder that does not write HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from docutils import nodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.field_words import shown_name
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes
from sphinx_docsjson.openapi.content.outside_markdown import link_target
from sphinx_docsjson.openapi.schema.fieldtree import Field, FieldExample, Group, Target

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
        words = self._marks(node)
        return [_line(", ".join(words))] if words else []

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
        words = self._marks(node)
        term.append(nodes.Text(f", {', '.join(words)})" if words else ")"))
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
        words = [*node.after, *(str(label) for holds, label in marks if holds)]
        if node.default is not None:
            words.append(f"{_('default')}: {node.default}")
        return words

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
        if node.rest:
            link = self.link(node.rest, str(_("More fields on the next page")))
            found.append(nodes.paragraph("", "", link))
        return found

    def _enum(self, node: Field) -> list[nodes.Node]:
        label = nodes.paragraph("", f"{_('Allowed values')}:")
        if not any(value.description for value in node.enum):
            for index, value in enumerate(node.enum):
                label.append(nodes.Text(", " if index else " "))
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
                line += [nodes.Text(", ")] if index else []
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
        words = {"oneOf": _("One of"), "anyOf": _("Any of")}.get(group.kind, _("Depending on it"))
        label = str(words)
        if group.discriminator:
            label += f" ({_('told apart by %s') % group.discriminator})"
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
    """Return an example; one that lies elsewhere is a link."""
    url = link_target(example.value) if example.elsewhere else None
    code = nodes.literal(example.value, example.value)
    return nodes.reference("", "", code, refuri=url) if url else code


def _line(text: str) -> nodes.Node:
    return nodes.paragraph(text, text)
