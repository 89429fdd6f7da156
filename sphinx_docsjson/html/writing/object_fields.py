"""Parameters, returns and errors of described objects, drawn like the fields of an HTTP API.

Only pages of our theme: everywhere else Sphinx's lists stay. Each word and link of them is kept,
in its order; what the signature adds (type, default, required) is marked by a class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _ as sphinx_word
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.compat.node_classes import become
from sphinx_docsjson.components.forms.declared import PRIORITY
from sphinx_docsjson.components.forms.drawing import Drawing
from sphinx_docsjson.components.forms.field_heads import fact_pills, field_anchor
from sphinx_docsjson.components.forms.html_elements import drawn, element
from sphinx_docsjson.components.forms.paper import unwrap
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.html.writing.object_entries import ObjectEntry, read_definition, read_entry
from sphinx_docsjson.html.writing.signatures import Facts, SignatureParameter, facts_of

ADDED = "dj-added"
"""The class of what no author wrote: a fact of the signature, which says it already."""

ANCHOR = "dj-field-anchor"
"""The class of the link of a field to itself."""

_SAYS_OPTIONAL = re.compile(r"\b(?:optional|default)", re.IGNORECASE)


class object_fields(drawn, nodes.field_list):  # noqa: N801 (docutils spells its nodes so)
    """The fields of an object: ``facts`` is what its signatures say, ``taken`` the known ids."""


class MarkObjectFields(SphinxPostTransform):
    """Find the fields of every object on a page."""

    default_priority = PRIORITY + 5
    builders = ("html", "dirhtml", "singlehtml")

    def run(self, **kwargs: Any) -> None:
        """Mark the field lists that stand directly in the description of an object."""
        if not has_our_theme(self.config):
            return
        taken: set[str] = set(self.document.ids)
        for described in list(self.document.findall(addnodes.desc)):
            signatures = [n for n in described.children if isinstance(n, addnodes.desc_signature)]
            lists = list(_field_lists(described))
            if not lists:
                continue
            facts = facts_of(signatures, described.get("domain", ""))
            for fields in lists:
                become(fields, object_fields).attributes.update({"facts": facts, "taken": taken})


def _field_lists(described: nodes.Element) -> Iterator[nodes.field_list]:
    for content in described.children:
        if isinstance(content, addnodes.desc_content):
            yield from (n for n in content.children if isinstance(n, nodes.field_list))


def fields_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return the fields as they are drawn: a copy, because drawing takes them apart."""
    fields = become(node.deepcopy(), nodes.field_list)
    FieldList(fields, node["facts"], node["taken"]).draw()
    return [fields]


class FieldList:
    """The fields of one object.

    :param facts: what its signatures say.
    :param taken: the ids of the document, to which those of new anchors are added.
    """

    def __init__(self, fields: Any, facts: Facts, taken: set[str]) -> None:
        self.fields = fields
        self.facts = facts
        self.taken = taken

    def draw(self) -> None:
        """Draw the entries; a list that has none stays as it is."""
        found = [field for field in self.fields.children if isinstance(field, nodes.field)]
        drawn = [self._draw_body(field[1]) for field in found if len(field) == 2]
        returns = self._draw_returns(found)
        if any(drawn) or returns:
            self.fields["classes"].append("dj-object-fields")

    def _draw_body(self, body: Any) -> bool:
        """Draw the entries of a field, if it consists of nothing else."""
        holder = body
        while len(holder) == 1 and isinstance(holder[0], nodes.paragraph | nodes.block_quote):
            if not isinstance(holder[0][0] if len(holder[0]) else None, nodes.bullet_list):
                break
            holder = holder[0]
        entries = _entries_of(holder)
        if not entries:
            return False
        body.clear()
        body += [self._draw_entry(entry) for entry in entries]
        return True

    def _draw_entry(self, entry: ObjectEntry) -> nodes.Element:
        known = [self.facts.parameters.get(name) for name in entry.names()]
        fact = known[0] if len(known) == 1 and known[0] is not None else None
        node: nodes.Element = element("div", "dj-field")
        name = [_as_code(part) for part in unwrap(entry.name)]
        if name and all(isinstance(part, nodes.Text) for part in name):
            name = [element("code", "", *name)]
        if fact is not None and (anchor := self._new_anchor(entry.names()[0])):
            node["ids"].append(anchor)
            name = [element("a", ANCHOR, *name, href=f"#{anchor}")]
        head = element("div", "dj-field-head", *name)
        head += _mark(entry.before_type)
        if entry.type:
            head += element("span", "", *unwrap(entry.type))
        if fact is not None:
            head += self._added(entry, fact)
        head += _mark(entry.before_text)
        node += head
        if any(part.astext().strip() or isinstance(part, nodes.Element) for part in entry.text):
            node += element("div", "dj-field-body", *_blocks(unwrap(entry.text)))
        return node

    def _added(self, entry: ObjectEntry, fact: SignatureParameter) -> list[nodes.Node]:
        """Return what the signature says and the text does not."""
        words = "".join(part.astext() for part in entry.type)
        added: list[nodes.Node] = []
        if fact.type and not entry.type:
            added.append(_copied(fact.type))
        says_default = "default" in words.casefold()
        default = None if says_default else fact.default
        required = fact.required and not _SAYS_OPTIONAL.search(words)
        return [*added, *fact_pills(default=default, required=required, added=ADDED)]

    def _new_anchor(self, name: str) -> str:
        anchor = f"{self.facts.anchor}-{field_anchor(name)}" if self.facts.anchor else ""
        if not anchor or anchor in self.taken:
            return ""
        self.taken.add(anchor)
        return anchor

    def _draw_returns(self, found: list[Any]) -> bool:
        """Put the type that is returned beside the word for it."""
        by_name = {field[0].astext(): field for field in found if len(field) == 2}
        value, kind = _field_named("Returns", by_name), _field_named("Return type", by_name)
        if kind is not None:
            kind["classes"].append("dj-return-type")
            for part in kind.children:
                part["classes"].append("dj-return-type")
        if value is not None and kind is not None:
            first, last = self.fields.index(value), self.fields.index(kind)
            if abs(first - last) == 1:
                self._pair(min(first, last))
        elif value is not None and self.facts.returns:
            value[0] += _copied(self.facts.returns)
        return value is not None or kind is not None

    def _pair(self, place: int) -> None:
        pair = unwrap(self.fields.children[place : place + 2])
        self.fields[place : place + 2] = [element("div", "dj-field-pair", *pair)]


def _field_named(label: str, fields: dict[str, Any]) -> Any:
    """Return the field with a label of Sphinx, which a domain may keep in the first language."""
    return fields.get(str(sphinx_word(label)), fields.get(label))


def _entries_of(holder: Any) -> list[ObjectEntry]:
    """Return the entries that *holder* consists of, none when anything else stands there."""
    if len(holder) != 1:
        return []
    only: Any = holder[0]
    if isinstance(only, nodes.paragraph):
        found = [read_entry(only.children)]
    elif isinstance(only, nodes.bullet_list):
        found = [_entry_of_item(item) for item in only.children]
    elif isinstance(only, nodes.definition_list):
        items: list[Any] = list(only.children)
        found = [read_definition(item) for item in items]
    else:
        return []
    entries = [entry for entry in found if entry is not None]
    return entries if len(entries) == len(found) else []


def _entry_of_item(item: Any) -> ObjectEntry | None:
    if not len(item) or not isinstance(item[0], nodes.paragraph):
        return None
    entry = read_entry(item[0].children)
    if entry is not None and len(item) > 1:
        entry.text = [*_blocks(unwrap(entry.text)), *item[1:]]
    return entry


def _as_code(node: Any) -> Any:
    """Return a name with code instead of strong text, in the link that it may stand in."""
    if isinstance(node, addnodes.literal_strong | nodes.strong):
        return element("code", "", *unwrap(node.children))
    if isinstance(node, addnodes.desc_inline):
        return element("code", "", node)
    if isinstance(node, nodes.Element):
        for number, child in enumerate(node.children):
            node[number] = _as_code(child)
    return node


def _mark(text: str) -> list[nodes.Node]:
    """Return a parenthesis or a dash, which is still read where no style sheet is."""
    return [element("span", "dj-field-mark", nodes.Text(text))] if text else []


def _copied(parts: tuple[nodes.Node, ...]) -> nodes.Element:
    return element("span", f"dj-field-type {ADDED}", *(part.deepcopy() for part in parts))


def _blocks(parts: list[Any]) -> list[Any]:
    """Return parts with their runs of text in paragraphs."""
    blocks: list[Any] = []
    for part in parts:
        if isinstance(part, nodes.Text | nodes.Inline):
            if not (blocks and blocks[-1].get("dj_run")):
                blocks.append(nodes.paragraph("", "", dj_run=True))
            blocks[-1] += part
        else:
            blocks.append(part)
    return blocks
