"""Described objects: signatures, and their parameters in the style of API fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _ as sphinx_word
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.families.fields import fact_pills, field_anchor
from sphinx_docsjson.components.html_elements import element
from sphinx_docsjson.components.icons import Styled
from sphinx_docsjson.components.paper import unwrap
from sphinx_docsjson.components.renderers import PRIORITY, FormContext

# Parameters, returns and errors of described objects, drawn like the fields of an HTTP API.
#
# Only pages of our theme: everywhere else Sphinx's lists stay. Each word and link of them is kept,
# in its order; what the signature adds (type, default, required) is marked by a class.

ADDED = "dj-added"
"""The class of what no author wrote: a fact of the signature, which says it already."""

ANCHOR = "dj-field-anchor"
"""The class of the link of a field to itself."""

_SAYS_OPTIONAL = re.compile(r"\b(?:optional|default)", re.IGNORECASE)


class object_fields(Styled, nodes.field_list):  # noqa: N801 (docutils spells its nodes so)
    """The fields of an object: ``facts`` is what its signatures say, ``taken`` the known ids."""


class MarkObjectFields(SphinxPostTransform):
    """Find the fields of every object on a page."""

    default_priority = PRIORITY + 5
    builders = ("html", "dirhtml", "singlehtml")

    def run(self, **kwargs: Any) -> None:
        """Mark the field lists that are directly in the description of an object."""
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


def fields_html(node: Any, context: FormContext) -> list[nodes.Node]:
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
        text = "".join(part.astext() for part in entry.type)
        added: list[nodes.Element] = []
        if fact.variants and not entry.type:
            added += [_copied(_variant(*one)) for one in fact.variants]
        elif fact.type and not entry.type:
            added.append(_copied(fact.type))
        says_default = "default" in text.casefold()
        default = None if says_default or fact.variants else fact.default
        required = fact.required and not _SAYS_OPTIONAL.search(text)
        added += fact_pills(default=default, required=required, added=ADDED)
        for pill in added:
            # It is for people: the twin has the signature, which says the same.
            pill["html"]["data-markdown-ignore"] = ""
        return [part for pill in added for part in (nodes.Text(" "), pill)]

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
            body = value[1]
            if not (len(body) and isinstance(body[0], nodes.paragraph)):
                body.insert(0, nodes.paragraph())
            body[0].insert(0, _copied(self.facts.returns))
            body[0].insert(1, nodes.Text(" "))
        return value is not None or kind is not None

    def _pair(self, place: int) -> None:
        pair = unwrap(self.fields.children[place : place + 2])
        self.fields[place : place + 2] = [element("div", "dj-field-pair", *pair)]


def _field_named(label: str, fields: dict[str, Any]) -> Any:
    """Return the field with a label of Sphinx, which a domain may keep in the first language."""
    return fields.get(str(sphinx_word(label)), fields.get(label))


def _entries_of(holder: Any) -> list[ObjectEntry]:
    """Return the entries that *holder* consists of, none when anything else is there."""
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
    """Return a name with code instead of strong text, in the link that it may be in."""
    if isinstance(node, addnodes.literal_strong | nodes.strong):
        return element("code", "", *unwrap(node.children))
    if isinstance(node, addnodes.desc_inline):
        return element("code", "", node)
    if isinstance(node, nodes.reference) and all(isinstance(n, nodes.Text) for n in node.children):
        words = list(node.children)
        node.clear()
        node += element("code", "", *words)
        return node
    if isinstance(node, nodes.Element):
        for number, child in enumerate(node.children):
            node[number] = _as_code(child)
    return node


def _mark(text: str) -> list[nodes.Node]:
    """Return a parenthesis or a dash, which is still read where no style sheet is."""
    return [element("span", "dj-field-mark", nodes.Text(text))] if text else []


def _variant(kind: tuple[nodes.Node, ...], default: str | None) -> tuple[nodes.Node, ...]:
    """Return what one overload says about a parameter: its type and default."""
    equals = f" = {default}" if kind else f"= {default}"
    return kind if default is None else (*kind, nodes.Text(equals))


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


# One entry of a field of an object, as Sphinx writes it: ``name (type) – description``.
#
# Pure. What Sphinx makes of ``:param int a: text`` is not a structure but a line: a strong name, a
# type in parentheses, a dash and the text. Napoleon, numpydoc and authors write the same line by
# hand.

NAMES = (addnodes.literal_strong, nodes.strong, nodes.literal, addnodes.desc_inline)
TYPES = (addnodes.literal_emphasis, nodes.emphasis)
HOLDERS = (nodes.reference, nodes.inline)

_BETWEEN_NAMES = re.compile(r",|\||\bor\b")
_OPENING = re.compile(r"\s*\(")
_DASH = re.compile(r"(?<!\s)\s*+(?:--|–|—)(?:\s+|$)")


@dataclass(kw_only=True, slots=True)
class ObjectEntry:
    """The parts of an entry; put one after the other, they are the line that was read.

    :param before_type: the parenthesis before the type, and so on: marks that a box replaces.
    """

    name: list[Any] = field(default_factory=list)
    before_type: str = ""
    type: list[Any] = field(default_factory=list)
    before_text: str = ""
    text: list[Any] = field(default_factory=list)

    def names(self) -> list[str]:
        """Return each name, without the stars of ``*args``."""
        text = "".join(node.astext() for node in self.name)
        return [name.lstrip("*") for word in _BETWEEN_NAMES.split(text) if (name := word.strip())]


def read_entry(children: Sequence[Any]) -> ObjectEntry | None:
    """Return the parts of a line, or ``None`` when it is any other text."""
    rest = list(children)
    entry = ObjectEntry()
    while rest and _holds(rest[0], NAMES):
        entry.name.append(rest.pop(0))
        if len(rest) > 1 and _separates(rest[0]) and _holds(rest[1], NAMES):
            entry.name.append(rest.pop(0))
    if entry.name:
        if rest and _text_of(rest[0], _OPENING):
            rest = _take_type(rest, entry)
    elif len(rest) > 1 and _holds(rest[0], TYPES) and _text_of(rest[1], _DASH):
        entry.type.append(rest.pop(0))
    elif len(rest) > 1 and _holds(rest[0], nodes.reference) and _text_of(rest[1], _DASH):
        # The HTTP domain links the names of headers and the codes of statuses to what they mean.
        entry.name.append(rest.pop(0))
    if not (entry.name or entry.type):
        return None
    if not rest:
        is_name = entry.type or _holds(entry.name[0], addnodes.literal_strong)
        return entry if is_name else None
    dash = _text_of(rest[0], _DASH)
    if dash is None:
        return None
    entry.before_text += dash[0]
    remains = str(rest.pop(0))[dash.end() :]
    entry.text = [nodes.Text(remains), *rest] if remains else rest
    return entry


def read_definition(item: nodes.definition_list_item) -> ObjectEntry | None:
    """Return the parts of an item of a definition list, in which numpydoc writes parameters."""
    terms = [child for child in item.children if isinstance(child, nodes.term)]
    classifiers = [child for child in item.children if isinstance(child, nodes.classifier)]
    texts = [child for child in item.children if isinstance(child, nodes.definition)]
    if len(terms) != 1 or len(classifiers) > 1 or terms[0]["ids"]:
        return None
    return ObjectEntry(
        name=list(terms[0].children),
        type=[child for each in classifiers for child in each.children],
        text=[child for each in texts for child in each.children],
    )


def _holds(node: Any, kinds: Any) -> bool:
    """Whether *node* is of *kinds*, or a link around nothing else."""
    if isinstance(node, kinds):
        return True
    return isinstance(node, HOLDERS) and len(node) == 1 and _holds(node[0], kinds)


def _separates(node: Any) -> bool:
    return isinstance(node, nodes.Text) and bool(_BETWEEN_NAMES.fullmatch(str(node).strip()))


def _text_of(node: Any, pattern: re.Pattern[str]) -> re.Match[str] | None:
    return pattern.match(str(node)) if isinstance(node, nodes.Text) else None


def _take_type(children: list[Any], entry: ObjectEntry) -> list[Any]:
    """Move what is in the parentheses to *entry*; return what follows them.

    Without an end of the parentheses everything stays.
    """
    found: list[Any] = []
    depth = 0
    for number, node in enumerate(children):
        if not isinstance(node, nodes.Text):
            depth += node.astext().count("(") - node.astext().count(")")
            found.append(node)
            continue
        text = str(node)
        start = 0
        if number == 0:
            opening = _OPENING.match(text)
            start = opening.end() if opening else 0
        for place in range(start, len(text)):
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            if depth < 0:
                if text[start:place]:
                    found.append(nodes.Text(text[start:place]))
                entry.before_type = str(children[0])[: _end_of_opening(children[0])]
                entry.type = found
                entry.before_text = ")"
                after = text[place + 1 :]
                return [*([nodes.Text(after)] if after else []), *children[number + 1 :]]
        if text[start:]:
            found.append(nodes.Text(text[start:]))
    return children


def _end_of_opening(text: Any) -> int:
    match = _OPENING.match(str(text))
    return match.end() if match else 0


# What the signatures of an object say about its parameters: type, default, whether it is required.
#
# Pure: it reads the nodes that the domains of Sphinx make, after their references are resolved.

NEVER_REQUIRED = frozenset({"*", "**"})
"""What is before the name of a parameter that takes any number of arguments."""

MARKS_REQUIRED = frozenset({"py"})
"""Domains in which a parameter without a default has to be given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SignatureParameter:
    """What signatures say about one parameter.

    :param type: the nodes of its type, references included; empty when it has none.
    :param default: its default as it is written, or ``None``.
    :param variants: the type and the default in each overload, where these differ.
    """

    type: tuple[nodes.Node, ...] = ()
    default: str | None = None
    required: bool = False
    variants: tuple[tuple[tuple[nodes.Node, ...], str | None], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What the signatures of one object say.

    :param anchor: the id of the object, to which its parameters belong.
    :param returns: the nodes of the type that it returns, if it is the same in each signature.
    """

    anchor: str
    parameters: dict[str, SignatureParameter]
    returns: tuple[nodes.Node, ...] = ()


def facts_of(signatures: Sequence[addnodes.desc_signature], domain: str) -> Facts:
    """Return what *signatures* say; where they differ, what each of them says.

    A parameter that one of them does without is not required.
    """
    read = [dict(_parameters(signature, domain)) for signature in signatures]
    found: dict[str, SignatureParameter] = {}
    for name in dict.fromkeys(name for each in read for name in each):
        own = [each[name] for each in read if name in each]
        found[name] = SignatureParameter(
            type=next((each.type for each in own if each.type), ()),
            default=next((each.default for each in own if each.default is not None), None),
            required=len(own) == len(read) and all(each.required for each in own),
            variants=_variants(own),
        )
    returns = [tuple(node.children) for each in signatures for node in _returned(each)]
    texts = {"".join(node.astext() for node in each) for each in returns}
    same = len(texts) == 1 and len(returns) == len(signatures)
    return Facts(
        anchor=next((each["ids"][0] for each in signatures if each["ids"]), ""),
        parameters=found,
        returns=returns[0] if same and texts != {"None"} else (),
    )


def _variants(
    own: Sequence[SignatureParameter],
) -> tuple[tuple[tuple[nodes.Node, ...], str | None], ...]:
    """Return what overloads say about a parameter, each once; nothing where all say the same."""
    said = {("".join(node.astext() for node in each.type), each.default): each for each in own}
    if len(said) < 2:
        return ()
    found = ((each.type, each.default) for each in said.values())
    return tuple((kind, default) for kind, default in found if kind or default is not None)


def _returned(signature: nodes.Element) -> Iterator[addnodes.desc_returns]:
    yield from signature.findall(addnodes.desc_returns)


def _parameters(signature: nodes.Element, domain: str) -> Iterator[tuple[str, SignatureParameter]]:
    for node in signature.findall(addnodes.desc_parameter):
        optional = isinstance(node.parent, addnodes.desc_optional)
        if named := _read(node, required=domain in MARKS_REQUIRED and not optional):
            yield named


def _read(
    node: addnodes.desc_parameter, *, required: bool
) -> tuple[str, SignatureParameter] | None:
    """Return the name of a parameter and what its nodes say about it.

    Python writes ``name: type = default``; C and its kin write the type before the name.
    """
    children = list(node.children)
    equals = next((n for n, child in enumerate(children) if _is(child, "=")), len(children))
    default = "".join(child.astext() for child in children[equals + 1 :]).strip()
    head = children[:equals]
    colon = next((n for n, child in enumerate(head) if _is(child, ":")), None)
    names = head if colon is None else head[:colon]
    place = _location_of_name(names)
    if place is None:
        return None
    before = [child for child in names[:place] if not _is(child, *NEVER_REQUIRED)]
    stars = colon is not None or not before
    variadic = stars and any(_is(child, *NEVER_REQUIRED) for child in names[:place])
    type_nodes = names[:place] + names[place + 1 :] if before else []
    if colon is not None:
        type_nodes = head[colon + 1 :]
    return names[place].astext(), SignatureParameter(
        type=tuple(_stripped(type_nodes)),
        default=default or None,
        required=required and not default and not variadic,
    )


def _location_of_name(children: Sequence[nodes.Node]) -> int | None:
    places = [n for n, child in enumerate(children) if isinstance(child, addnodes.desc_sig_name)]
    return places[-1] if places else None


def _is(node: nodes.Node, *texts: str) -> bool:
    marks = (addnodes.desc_sig_operator, addnodes.desc_sig_punctuation)
    return isinstance(node, marks) and node.astext() in texts


def _stripped(found: Sequence[Any]) -> list[Any]:
    """Return nodes without blanks at their ends."""
    kept = list(found)
    while kept and not kept[0].astext().strip():
        kept.pop(0)
    while kept and not kept[-1].astext().strip():
        kept.pop()
    return kept
