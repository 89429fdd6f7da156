"""A field tree as a Markdown list, straight from its data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import indent

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.field_words import marks_of, shown_name
from sphinx_docsjson.openapi.content.outside_markdown import for_twins, link_target
from sphinx_docsjson.openapi.schema.fieldtree import Field, FieldExample, Group, Target
from sphinx_docsjson.text.spelling import escape_text, fenced


@dataclass(kw_only=True)
class FieldMarkdown:
    """Writes field trees.

    :param url_of: the address of a schema's page, or ``None`` when it has none.
    :param code: writes text as a code span.
    """

    url_of: Callable[[Target], str | None]
    code: Callable[[str], str]

    def tree(self, root: Field) -> str:
        """Return a whole tree."""
        if root.name:
            return self._item(root)
        lines = []
        if root.type not in ("object", "any"):
            lines.append(f"*{self._type(root)}*")
        words = marks_of(root)
        if root.default is not None:
            words.append(f"{_('default')}: {self.code(root.default)}")
        lines += [" · ".join(words)] if words else []
        text = self._about(root)
        lines += [text] if text else []
        items = "\n".join(self._inside(root))
        return "\n\n".join([*lines, *([items] if items else [])])

    def _item(self, node: Field, label: str = "") -> str:
        words = [*map(escape_text, node.before), label or self.code(shown_name(node))]
        words += [f"*{self._type(node)}*", *map(escape_text, node.after)]
        words += [node.location] if node.location else []
        words += [str(_("read-only"))] if node.read_only else []
        words += [str(_("write-only"))] if node.write_only else []
        if node.default is not None:
            words.append(f"{_('default')}: {self.code(node.default)}")
        words += [f"**{_('required')}**"] if node.required else []
        words += [f"**{_('deprecated')}**"] if node.deprecated else []
        head = " ".join(words)
        about = self._about(node)
        first, _newline, others = about.partition("\n")
        lines = [f"- {head}{': ' if first else ''}{first}"]
        if others:
            lines.append(indent(others, "  "))
        lines += [indent(item, "  ") for item in self._inside(node)]
        return "\n".join(lines)

    def _inside(self, node: Field) -> Iterator[str]:
        if node.open_at:
            yield f"- {_('The same type as above; it can be nested.')}"
        for child in node.children:
            yield self._item(child)
        for group in node.groups:
            yield self._group(group)
        if node.rest and (url := self.url_of(node.rest)):
            yield f"- [{_('More fields on the next page')}]({url})"

    def _group(self, group: Group) -> str:
        words = {"oneOf": _("One of"), "anyOf": _("Any of")}.get(group.kind, _("Depending on it"))
        lines = [f"- {words}:"]
        for variant in group.variants:
            label = f"**{escape_text(' '.join(variant.label.split()))}**"
            if group.discriminator and variant.value:
                label += f" {self.code(f'{group.discriminator} = {variant.value}')}"
            lines.append(indent(self._item(variant.field, label), "  "))
        return "\n".join(lines)

    def _type(self, node: Field) -> str:
        url = self.url_of(node.target) if node.target else None
        words = (
            " ".join(node.type.split()).replace("<", "\\<").replace("[", "\\[").replace("]", "\\]")
        )
        return f"[{words}]({url})" if url else words

    def _about(self, node: Field) -> str:
        """Return the description, the limits, the allowed values and the examples."""
        text = for_twins(node.description)
        parts = [f"{' · '.join(node.constraints)}."] if node.constraints else []
        if node.enum and not any(value.description for value in node.enum):
            values = ", ".join(self.code(value.value) for value in node.enum)
            parts.append(f"{_('Allowed values')}: {values}.")
        examples = node.shown_examples
        plain = [each for each in examples if not each.long and not each.about]
        if plain:
            label = _("Example") if len(plain) == 1 else _("Examples")
            parts.append(f"{label}: {', '.join(map(self._example, plain))}.")
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

    def _example(self, example: FieldExample) -> str:
        url = link_target(example.value) if example.elsewhere else None
        return f"<{url}>" if url else self.code(example.value)

    def _told(self, example: FieldExample) -> str:
        """Return an example that takes more than a line, or of which something is said."""
        words = " ".join(for_twins(example.about).split())
        head = f"{_('Example')}: " + ("" if example.long else f"{self._example(example)} ") + words
        return f"{head.rstrip()}\n\n{fenced(example.value, '')}" if example.long else head.rstrip()
