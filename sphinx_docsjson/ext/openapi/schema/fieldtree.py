"""The field tree that a reader sees for a schema, and its size limits. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.schema.view import SchemaView

# How much room the fields of a page take, and how large a schema is. Pure.

FIELD_COST = 220
"""About how many bytes of HTML a field takes beside its texts."""

SMALL_PAGE = 45_000
"""Fields of up to this many bytes are all shown on the page itself."""

LARGE_PAGE = 140_000
"""When fields take more bytes than these, the others of an object are in one disclosure."""

FIRST_IN_VIEW = 8
"""How many fields of a whole body are in view, whatever there is room for."""

TYPE_LIMIT = 40
"""A named type of more fields is linked to, not opened, where room is short."""

TYPE_LIMIT_OF_MANY = 20
"""The same in a large reference, which would open each type in dozens of places."""

MANY_OPERATIONS = 150
"""A reference of this many operations is large."""

INLINE_LIMIT = 90
"""The same for a type without a name, which only is in this one place."""

MAX_STEPS = 5_000
"""How many schemas are looked at when the fields of one are counted."""

_KEYWORDS = {
    "$ref": "ref",
    **dict.fromkeys(("properties", "patternProperties", "dependentSchemas"), "map"),
    **dict.fromkeys(("oneOf", "anyOf", "prefixItems", "allOf"), "list"),
    **dict.fromkeys(
        ("items", "additionalProperties", "if", "then", "else", "not", "contains"), "single"
    ),
}
"""What the keywords hold in which there are schemas."""


class BeyondBudget(Exception):
    """The fields of a page take more room than it has."""


@dataclass(kw_only=True)
class Budget:
    """The room that the fields of one page may take.

    :param left: bytes of HTML, about.
    :param strict: links instead of whatever is large; otherwise everything is opened, and
        :class:`BeyondBudget` is raised when that does not fit.
    :param type_limit: a named type of more fields is large.
    """

    left: int
    strict: bool
    type_limit: int = TYPE_LIMIT

    def spend(self, cost: int) -> None:
        """Take room.

        :raises BeyondBudget: when there is none left and the page may not be cut.
        """
        self.left -= cost
        if self.left < 0 and not self.strict:
            raise BeyondBudget


def type_limit_of(operations: int) -> int:
    """Return of how many fields a named type is opened in a reference of this many operations."""
    return TYPE_LIMIT if operations < MANY_OPERATIONS else TYPE_LIMIT_OF_MANY


def cost_of(field: Field) -> int:
    """Return about how many bytes of HTML *field* takes without what is inside it."""
    enum = sum(40 + len(value.value) + len(value.description) for value in field.enum)
    examples = sum(len(each.value) + len(each.about) for each in field.examples)
    length = sum(map(len, field.constraints)) + examples
    length += sum(40 + len(pill) for pill in (*field.before, *field.after))
    own = cost_of_name(field.name, field.anchor) + len(field.description) * 5 // 4
    return FIELD_COST + own + enum + length


def cost_of_name(name: str, anchor: str) -> int:
    """Return what the name of a field takes."""
    return 2 * len(anchor) + len(name)


class Weights:
    """The numbers of fields of the schemas of one document, each counted once.

    Counting stops at *limit*, and after :data:`MAX_STEPS` whether fields were found or not, so
    that a schema whose references multiply costs no more: it counts as large.
    """

    def __init__(self, resolver: Resolver, limit: int = INLINE_LIMIT) -> None:
        self.resolver = resolver
        self.limit = limit
        self._known: dict[str, int] = {}

    def of(self, pointer: str) -> int:
        """Return the number of fields of the schema at *pointer*, at most one over the limit."""
        if pointer not in self._known:
            self._known[pointer] = self._count(self.resolver.get(pointer), pointer)
        return self._known[pointer]

    def _count(self, schema: Any, pointer: str) -> int:
        total = 0
        stack: list[tuple[Any, frozenset[str], int]] = [(schema, frozenset({pointer}), 0)]
        steps = 0
        while stack and total <= self.limit:
            node, path, depth = stack.pop()
            steps += 1
            if steps > MAX_STEPS:
                return self.limit + 1
            if not isinstance(node, dict) or depth > 64:
                continue
            for name, value in node.items():
                kind = _KEYWORDS.get(name)
                if kind == "ref" and isinstance(value, str) and value not in path:
                    stack.append((self.resolver.get(value), path | {value}, depth + 1))
                elif kind == "map" and isinstance(value, dict):
                    total += len(value)
                    stack += [(member, path, depth + 1) for member in value.values()]
                elif kind == "list" and isinstance(value, list):
                    total += len(value) if name != "allOf" else 0
                    stack += [(member, path, depth + 1) for member in value]
                elif kind == "single":
                    stack.append((value, path, depth + 1))
        return min(total, self.limit + 1)


# The tree of fields that a reader sees for a schema: data only, small and picklable.

LONG_EXAMPLE = 160
"""An example of more characters than these is closed until a reader opens it."""

ONE_PAGE = "singlehtml"
"""The builder that makes one page of all documents, in which fields of one name have to differ."""

_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, kw_only=True)
class Target:
    """A schema that has a page of its own.

    :param pointer: where the schema is in the bundled document.
    :param beside: where further schemas are that hold together with it.
    """

    pointer: str
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EnumValue:
    """An allowed value as text, and what it means."""

    value: str
    description: str = ""


@dataclass(frozen=True, kw_only=True)
class FieldExample:
    """An example as text, and what is said about it.

    :param elsewhere: the value is outside the description, at the address ``value``.
    """

    value: str
    summary: str = ""
    description: str = ""
    elsewhere: bool = False

    @property
    def long(self) -> bool:
        """Whether it takes more than a line."""
        return len(self.value) > LONG_EXAMPLE

    @property
    def about(self) -> str:
        """What is said about it, as Markdown."""
        between = "\n\n" if "\n" in self.description.strip() else ": "
        return between.join(text for text in (self.summary, self.description) if text)


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field with all that is known about it.

    :param name: its name; ``""`` for what stands for a whole value (an array's item, a variant).
    :param kind: ``pattern`` when *name* is a regular expression, ``additional`` for any other
        key, ``position`` for a place in a tuple.
    :param type: in words, such as ``string<date-time> | null`` or ``Customer[]``.
    :param title: its title, where that says more than its name and its type.
    :param description: Markdown.
    :param default: JSON text; ``None``: there is none.
    :param constraints: one sentence part each, such as ``at most 10 characters``.
    :param groups: alternatives: the named variants of ``oneOf`` and ``anyOf``, and conditions.
    :param target: the page on which the fields of this type are, when they are not here.
    :param open_at: the anchor of the field above in which the same type is open already.
    :param before: words before its name (``x-mint.pre``), and ``after`` it (``x-mint.post``).
    :param in_view: how many of its children are in view, the others are opened by one disclosure;
        ``None``: all of them.
    :param schemas: the named schemas that the value is.
    :param merged: the named schemas that only a part of it comes from (``allOf``).
    """

    name: str
    type: str
    title: str = ""
    kind: Literal["property", "pattern", "additional", "position"] = "property"
    required: bool = False
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    description: str = ""
    default: str | None = None
    constraints: tuple[str, ...] = ()
    enum: tuple[EnumValue, ...] = ()
    examples: tuple[FieldExample, ...] = ()
    children: tuple[Field, ...] = ()
    in_view: int | None = None
    groups: tuple[Group, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    target: Target | None = None
    open_at: str | None = None
    anchor: str = ""
    schemas: tuple[str, ...] = field(default=(), compare=False)
    merged: tuple[str, ...] = field(default=(), compare=False)

    def walk(self) -> Iterator[Field]:
        """Yield this field and everything inside it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()
        for group in self.groups:
            for variant in group.variants:
                yield from variant.field.walk()

    @property
    def shown_examples(self) -> tuple[FieldExample, ...]:
        """The examples, unless the only one is the default and nothing is said about it."""
        alone = FieldExample(value=self.default or "")
        return () if self.examples == (alone,) else self.examples

    @property
    def has_fields(self) -> bool:
        """Whether there is something to open."""
        return bool(self.children or self.groups)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of several alternatives; ``value`` is what its discriminator says."""

    label: str
    field: Field
    value: str = ""


@dataclass(frozen=True, kw_only=True)
class Group:
    """Alternatives of a value."""

    kind: Literal["oneOf", "anyOf", "condition", "content"]
    variants: tuple[Variant, ...]
    discriminator: str = ""


def alike(one: Field, other: Field) -> bool:
    """Whether two trees show the same, whatever their anchors."""
    return one is other or _without_anchors(one) == _without_anchors(other)


def _without_anchors(root: Field) -> Field:
    """Return a tree in which fields have their numbers for anchors."""
    numbers = {field.anchor: str(number) for number, field in enumerate(root.walk())}
    return _renamed(root, lambda anchor: numbers.get(anchor, anchor))


def anchored(tree: Field, prefix: str) -> Field:
    """Return a tree whose anchors begin with *prefix* and a hyphen."""
    return _renamed(tree, lambda anchor: f"{prefix}-{anchor}" if anchor else "")


def _renamed(tree: Field, rename: Callable[[str], str]) -> Field:
    """Return a tree with other anchors."""
    groups = (
        replace(
            group,
            variants=tuple(replace(v, field=_renamed(v.field, rename)) for v in group.variants),
        )
        for group in tree.groups
    )
    return replace(
        tree,
        anchor=rename(tree.anchor),
        open_at=rename(tree.open_at) if tree.open_at else None,
        children=tuple(_renamed(child, rename) for child in tree.children),
        groups=tuple(groups),
    )


class TreePath(NamedTuple):
    """Where in the tree a field is.

    :param open: the types that are open around it: reference → anchor.
    :param merged: the references merged into what is around it, repeated as they occur.
    :param scope: the pointers of the schemas around it, outermost first (for ``$dynamicRef``).
    """

    anchor: str
    depth: int
    open: Mapping[str, str]
    merged: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()

    def inside(self, view: SchemaView, *, deeper: bool) -> TreePath:
        """Return the place of what is inside the field at this place."""
        return self._replace(
            depth=self.depth + deeper,
            open={**self.open, **dict.fromkeys(view.chain, self.anchor)},
            merged=(*self.merged, *view.refs),
            scope=(*self.scope, view.pointer, *view.chain),
        )

    def of(self, name: str) -> TreePath:
        """Return the place of the member *name* of what is here."""
        return self._replace(anchor=f"{self.anchor}-{name_slug(name).strip('-') or 'item'}")

    def beside(self, name: str) -> str:
        """Return the anchor of what is named only, and has no fields here."""
        return f"{self.anchor}-{name_slug(name)}"


_NO_ANCHOR = re.compile(r"[^\w.-]+")
"""What an anchor of a value cannot hold: books allow no more in a name."""


def anchors_of_values(field: str, values: Iterable[str]) -> list[str]:
    """Return the anchor of each allowed value of a field; with a dot, which none of fields has.

    :param field: the anchor of the field.
    """
    found: dict[str, None] = {}
    for value in values:
        wanted = f"{field}.{_NO_ANCHOR.sub('-', value).strip('-') or 'value'}"
        anchor, number = wanted, 1
        while anchor in found:
            number += 1
            anchor = f"{wanted}-{number}"
        found[anchor] = None
    return list(found)


def name_slug(name: str) -> str:
    """Return a name as a part of an anchor."""
    return _SLUG.sub("-", name.lower())


def anchor_on_one_page(docname: str, anchor: str) -> str:
    """Return the anchor of a field where all documents are one page."""
    return f"{name_slug(docname)}-{anchor}"
