"""The tree of fields that a reader sees for a schema: data only, small and picklable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sphinx_docsjson.openapi.schema.view import SchemaView

LONG_EXAMPLE = 160
"""An example of more characters than these is closed until a reader opens it."""

ONE_PAGE = "singlehtml"
"""The builder that makes one page of all documents, in which fields of one name have to differ."""

_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, kw_only=True)
class Target:
    """A schema that has a page of its own.

    :param pointer: where the schema stands in the bundled document.
    :param offset: the first of its fields on that page, when it takes more than one page.
    :param beside: where further schemas stand that hold together with it.
    """

    pointer: str
    offset: int = 0
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EnumValue:
    """An allowed value as text, and what it means."""

    value: str
    description: str = ""


@dataclass(frozen=True, kw_only=True)
class FieldExample:
    """An example as text, and what is said of it.

    :param elsewhere: the value lies outside of the description, at the address ``value``.
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
        """What is said of it, as Markdown."""
        between = "\n\n" if "\n" in self.description.strip() else ": "
        return between.join(words for words in (self.summary, self.description) if words)


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field with all that is known about it.

    :param name: its name; ``""`` for what stands for a whole value (an array's item, a variant).
    :param kind: ``pattern`` when *name* is a regular expression, ``additional`` for any other
        key, ``position`` for a place in a tuple.
    :param type: in words, such as ``string<date-time> | null`` or ``Customer[]``.
    :param description: Markdown.
    :param default: JSON text; ``None``: there is none.
    :param constraints: one sentence part each, such as ``at most 10 characters``.
    :param groups: alternatives: the named variants of ``oneOf`` and ``anyOf``, and conditions.
    :param target: the page on which the fields of this type stand, when they are not here.
    :param open_at: the anchor of the field above in which the same type is open already.
    :param before: words before its name (``x-mint.pre``), and ``after`` it (``x-mint.post``).
    :param rest: the page on which the rest of the fields stands, when there are too many.
    """

    name: str
    type: str
    kind: Literal["property", "pattern", "additional", "position"] = "property"
    location: str = ""
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
    groups: tuple[Group, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    target: Target | None = None
    open_at: str | None = None
    rest: Target | None = None
    anchor: str = ""

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
        """The examples, unless the only one is the default and nothing is said of it."""
        alone = FieldExample(value=self.default or "")
        return () if self.examples == (alone,) else self.examples

    @property
    def has_fields(self) -> bool:
        """Whether there is something to open."""
        return bool(self.children or self.groups or self.rest)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of several alternatives; ``value`` is what its discriminator says."""

    label: str
    field: Field
    value: str = ""


@dataclass(frozen=True, kw_only=True)
class Group:
    """Alternatives of a value."""

    kind: Literal["oneOf", "anyOf", "condition"]
    variants: tuple[Variant, ...]
    discriminator: str = ""
    rest: Target | None = None


def alike(one: Field, other: Field) -> bool:
    """Whether two trees show the same, whatever their anchors."""
    return one is other or _without_anchors(one) == _without_anchors(other)


def _without_anchors(root: Field) -> Field:
    """Return a tree in which fields have their numbers for anchors."""
    numbers = {field.anchor: str(number) for number, field in enumerate(root.walk())}

    def numbered(field: Field) -> Field:
        groups = (
            replace(
                group,
                variants=tuple(replace(v, field=numbered(v.field)) for v in group.variants),
            )
            for group in field.groups
        )
        above = field.open_at
        return replace(
            field,
            anchor=numbers[field.anchor],
            open_at=None if above is None else numbers.get(above, above),
            children=tuple(map(numbered, field.children)),
            groups=tuple(groups),
        )

    return numbered(root)


def anchored(tree: Field, prefix: str) -> Field:
    """Return a tree whose anchors begin with *prefix* and a hyphen."""
    return replace(
        tree,
        anchor=f"{prefix}-{tree.anchor}" if tree.anchor else "",
        open_at=f"{prefix}-{tree.open_at}" if tree.open_at else None,
        children=tuple(anchored(child, prefix) for child in tree.children),
        groups=tuple(
            replace(
                group,
                variants=tuple(
                    replace(variant, field=anchored(variant.field, prefix))
                    for variant in group.variants
                ),
            )
            for group in tree.groups
        ),
    )


class TreePlace(NamedTuple):
    """Where in the tree a field stands.

    :param open: the types that are open around it: reference → anchor.
    :param merged: the references merged into what is around it, repeated as they occur.
    :param scope: the pointers of the schemas around it, outermost first (for ``$dynamicRef``).
    """

    anchor: str
    depth: int
    open: Mapping[str, str]
    merged: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()

    def inside(self, view: SchemaView, *, deeper: bool) -> TreePlace:
        """Return the place of what stands inside the field at this place."""
        return self._replace(
            depth=self.depth + deeper,
            open={**self.open, **dict.fromkeys(view.chain, self.anchor)},
            merged=(*self.merged, *view.refs),
            scope=(*self.scope, view.pointer, *view.chain),
        )

    def of(self, name: str) -> TreePlace:
        """Return the place of the member *name* of what stands here."""
        return self._replace(anchor=f"{self.anchor}-{name_slug(name).strip('-') or 'item'}")

    def beside(self, name: str) -> str:
        """Return the anchor of what is named only, and has no fields here."""
        return f"{self.anchor}-{name_slug(name)}"


def name_slug(name: str) -> str:
    """Return a name as a part of an anchor."""
    return _SLUG.sub("-", name.lower())


def anchor_on_one_page(docname: str, anchor: str) -> str:
    """Return the anchor of a field where all documents are one page."""
    return f"{name_slug(docname)}-{anchor}"
