"""Schemas → the trees of fields of one page, on demand and within its room. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sphinx_docsjson.i18n import _
from sphinx_docsjson.openapi.model.api import (
    Header,
    MediaType,
    Operation,
    Parameter,
    Specification,
)
from sphinx_docsjson.openapi.model.operations import absolute_url
from sphinx_docsjson.openapi.reading.parse import mapping, text
from sphinx_docsjson.openapi.reading.resolver import Resolver, child
from sphinx_docsjson.openapi.schema.choices import (
    Kind,
    choices_of,
    description_of,
    discriminator_of,
    members_of,
    selecting_words,
    sort_key,
    subtypes_of,
    target_of,
)
from sphinx_docsjson.openapi.schema.fieldtree import (
    FIELD_COST,
    INLINE_LIMIT,
    LARGE_PAGE,
    SMALL_PAGE,
    BeyondBudget,
    Budget,
    Field,
    FieldExample,
    Group,
    Target,
    TreePath,
    Variant,
    Weights,
    cost_of,
    type_limit_of,
)
from sphinx_docsjson.openapi.schema.merging import Schemas
from sphinx_docsjson.openapi.schema.view import (
    LEFT_OUT,
    Alternatives,
    Condition,
    Direction,
    Located,
    Parts,
    SchemaView,
)
from sphinx_docsjson.openapi.schema.words import (
    SHOWN_EXAMPLES,
    Describer,
    default_of,
    encoded,
    example_text,
    examples_of,
    pills_of,
    style_words,
    values_have_fields,
)

# All field trees of one page, within the room that the page has. Pure.

SMALL_WEIGHT = 90
"""Operations whose schemas hold no more fields than this are tried without links first."""


@dataclass(frozen=True, kw_only=True)
class OperationTrees:
    """The fields of an operation.

    :param parameters: parameter → its field.
    :param contents: its place on the page and the pointer of a media type → the tree of its
        schema. Two statuses may show one response, each with anchors of its own.
    :param headers: the place of a response → the fields of its headers.
    :param targets: the schemas that the trees link to.
    :param refs: the references that were followed.
    """

    parameters: dict[str, Field] = field(default_factory=dict)
    contents: dict[tuple[str, str], Field] = field(default_factory=dict)
    headers: dict[str, tuple[Field, ...]] = field(default_factory=dict)
    targets: tuple[Target, ...] = ()
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SchemaTree:
    """The fields of a schema's page."""

    root: Field
    targets: tuple[Target, ...] = ()
    refs: tuple[str, ...] = ()


@dataclass(kw_only=True)
class TreeMaker:
    """Makes the trees of the pages of one specification.

    :param keep_order: see :class:`FieldTrees`.
    :param room: bytes of fields that are all shown on the page itself, whatever their types hold.
    """

    spec: Specification
    keep_order: bool = True
    room: int = SMALL_PAGE
    schemas: Schemas = field(init=False)
    weights: Weights = field(init=False)

    def __post_init__(self) -> None:
        self.schemas = Schemas(self.spec.resolver)
        self.weights = Weights(self.spec.resolver)

    def operation(self, operation: Operation) -> OperationTrees:
        """Return the trees of an operation; whatever is too large becomes a link."""
        with self.spec.resolver.recording() as refs:
            if self.room > SMALL_PAGE or self._is_small(operation):
                try:
                    return self._operation(operation, self._trees(self.room, strict=False), refs)
                except BeyondBudget:
                    pass
            return self._operation(operation, self._trees(LARGE_PAGE, strict=True), refs)

    def schema(self, target: Target) -> SchemaTree:
        """Return the tree of a schema's page."""
        with self.spec.resolver.recording() as refs:
            if self.room > SMALL_PAGE:
                try:
                    return self._schema(target, self._trees(self.room, strict=False), refs)
                except BeyondBudget:
                    pass
            return self._schema(target, self._trees(LARGE_PAGE, strict=True), refs)

    def _schema(self, target: Target, builder: FieldTrees, refs: dict[str, None]) -> SchemaTree:
        pointers = (target.pointer, *target.beside)
        known = [{"$ref": p} for p in pointers if self.spec.resolver.get(p) is not None]
        parts = tuple(Located(schema, target.pointer) for schema in known or [{}])
        root = builder.whole(parts, "field", "both", target.offset)
        return SchemaTree(root=root, targets=tuple(builder.targets), refs=tuple(refs))

    def _trees(self, room: int, *, strict: bool) -> FieldTrees:
        limit = type_limit_of(len(self.spec.operations))
        budget = Budget(left=room, strict=strict, type_limit=limit)
        return FieldTrees(
            self.schemas,
            self.weights,
            budget,
            keep_order=self.keep_order,
            address=lambda url: absolute_url(url, self.spec),
        )

    def _is_small(self, operation: Operation) -> bool:
        total = 0
        for media in _contents(operation):
            total += self.weights.of(child(media.pointer, _keyword(media)))
            if total > SMALL_WEIGHT:
                return False
        return True

    def _operation(
        self, operation: Operation, builder: FieldTrees, refs: dict[str, None]
    ) -> OperationTrees:
        parameters = {
            f"{item.place}:{item.name}": _parameter(builder, item) for item in operation.parameters
        }
        contents: dict[tuple[str, str], Field] = {}
        headers: dict[str, tuple[Field, ...]] = {}
        self._bodies(operation, builder, contents, headers, "", "")
        for callback in operation.callbacks:
            for inner in callback.operations:
                prefix = f"callback-{callback.name}-"
                place = callback_place(callback.name, inner)
                self._bodies(inner, builder, contents, headers, prefix, place)
        return OperationTrees(
            parameters=parameters,
            contents=contents,
            headers=headers,
            targets=tuple(builder.targets),
            refs=(*operation.refs, *refs),
        )

    @staticmethod
    def _bodies(
        operation: Operation,
        builder: FieldTrees,
        contents: dict[tuple[str, str], Field],
        headers: dict[str, tuple[Field, ...]],
        prefix: str,
        place: str,
    ) -> None:
        sent, answered = directions_of(operation)
        if operation.body:
            found = _content_trees(builder, operation.body.content, f"{prefix}body", sent)
            contents.update({(f"{place}body", pointer): tree for pointer, tree in found.items()})
        for response in operation.responses:
            anchor = f"{prefix}response-{response.status.lower()}"
            owner = f"{place}{response.status}"
            headers[owner] = tuple(
                _valued(builder, header, f"{anchor}-header-{_slug(header.name)}")
                for header in response.headers
            )
            found = _content_trees(builder, response.content, anchor, answered)
            contents.update({(owner, pointer): tree for pointer, tree in found.items()})


def callback_place(name: str, operation: Operation) -> str:
    """Return what the places of a callback's operation begin with; other callbacks may have it."""
    return f"{name} {operation.pointer} "


def directions_of(operation: Operation) -> tuple[Direction, Direction]:
    """Return the directions of the body and of the responses, as they are from the API.

    A webhook or a callback is sent by the API itself, so it has the fields that only the API
    writes; it is answered by the reader's server.
    """
    if operation.kind == "operation":
        return "request", "response"
    return "response", "request"


def _contents(operation: Operation) -> list[MediaType]:
    content = [*(operation.body.content if operation.body else ())]
    for response in operation.responses:
        content += response.content
    return content


def _content_trees(
    builder: FieldTrees, content: tuple[MediaType, ...], anchor: str, direction: Direction
) -> dict[str, Field]:
    """Return the tree of each media type, by its pointer; equal schemas of one body have one."""
    contents: dict[str, Field] = {}
    for number, media in enumerate(content):
        same = next((m for m in content[:number] if _schema(m) == _schema(media)), None)
        contents[media.pointer] = (
            contents[same.pointer] if same else _content(builder, media, anchor, direction)
        )
    return contents


def _schema(media: MediaType) -> Any:
    return (media.schema, media.item_schema, media.encoding)


def _keyword(media: MediaType) -> str:
    return "itemSchema" if media.schema is None and media.item_schema is not None else "schema"


def _content(builder: FieldTrees, media: MediaType, anchor: str, direction: Direction) -> Field:
    keyword = _keyword(media)
    schema = media.schema if keyword == "schema" else media.item_schema
    tree = builder.tree(
        {} if schema is None else schema,
        child(media.pointer, keyword),
        anchor,
        direction,
    )
    if media.encoding:
        fields = (encoded(field, media.encoding.get(field.name)) for field in tree.children)
        tree = replace(tree, children=tuple(fields))
    return replace(tree, type=f"{tree.type}…") if keyword == "itemSchema" else tree


def _parameter(builder: FieldTrees, item: Parameter) -> Field:
    made = _valued(builder, item, f"{item.place}-{_slug(item.name)}")
    types = builder.schemas.view(_schema_of(item)).types
    constraints = (*made.constraints, *style_words(item, types))
    return replace(made, constraints=constraints, **pills_of(item.extensions))


def _valued(builder: FieldTrees, item: Header, anchor: str) -> Field:
    """Return the field of a parameter or a header; what it says itself comes first."""
    made = builder.parameter(item.name, _schema_of(item), anchor)
    return replace(
        made,
        required=item.required,
        deprecated=item.deprecated or made.deprecated,
        description=item.description or made.description,
        examples=_examples(item, builder.address) or made.examples,
    )


def _examples(item: Header, address: Callable[[str], str]) -> tuple[FieldExample, ...]:
    """Return the examples of a parameter or header; of one that lies elsewhere, its address."""
    return tuple(
        FieldExample(
            value=address(example.url) if example.url else example_text(example.value),
            summary=example.summary,
            description=example.description,
            elsewhere=bool(example.url),
        )
        for example in item.examples[:SHOWN_EXAMPLES]
        if example.value is not None or example.url
    )


def _schema_of(item: Header) -> Located:
    return Located({} if item.schema is None else item.schema, item.schema_pointer)


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name.lower()).strip("-") or "item"


# A schema → the tree of fields that a reader opens. Pure, on demand, bounded.
#
# A ``$ref`` is followed when its fields are shown, with a stop at types that are open already on
# the current path. What is too large to be shown in place becomes a link to the page of that
# schema (:class:`Target`), so no page grows without bound.

FEW_VARIANTS = 4
"""Up to so many variants of a body are opened as the body itself would be."""

MAX_REPEATS = 2
"""How often a type may be merged into types inside itself through ``allOf``."""


class FieldTrees:
    """Builds the field trees of one page.

    :param budget: the room that they share.
    :param keep_order: keep the order of the file; otherwise required fields come first, then
        names decide.
    """

    def __init__(
        self,
        schemas: Schemas,
        weights: Weights,
        budget: Budget,
        *,
        keep_order: bool = True,
        address: Callable[[str], str] = str,
    ) -> None:
        self.keep_order = keep_order
        self.address = address
        self.weights = weights
        self.budget = budget
        self.schemas = schemas
        self.describe = Describer(schemas)
        self.targets: dict[Target, None] = {}
        self.direction: Direction = "both"
        self._anchors: set[str] = set()

    def tree(
        self, schema: Any, pointer: str, anchor: str, direction: Direction, offset: int = 0
    ) -> Field:
        """Return the field that stands for a whole schema.

        :param anchor: what the anchors of the fields start with.
        :param direction: a request has no ``readOnly`` fields, a response no ``writeOnly`` ones.
        :param offset: leave out so many of its own fields: they are on pages before this one.
        """
        return self.whole((Located(schema, pointer),), anchor, direction, offset)

    def whole(self, parts: Parts, anchor: str, direction: Direction, offset: int = 0) -> Field:
        """Return the field that stands for schemas which hold together."""
        self.direction = direction
        place = TreePath(anchor=anchor, depth=0, open={})
        return self._field("", self._view(parts, place), place, offset)

    def parameter(self, name: str, schema: Located, anchor: str) -> Field:
        """Return the field of a parameter or a header."""
        self.direction = "both"
        place = TreePath(anchor=anchor, depth=1, open={})
        return self._field(name, self._view((schema,), place), place)

    def _view(self, parts: Parts, place: TreePath) -> SchemaView:
        return self.schemas.view(*parts, scope=place.scope)

    def _field(
        self,
        name: str,
        view: SchemaView,
        place: TreePath,
        offset: int = 0,
        *,
        kind: Kind = "property",
        required: bool = False,
    ) -> Field:
        inner, _levels = self.describe.innermost(view, place.scope)
        place = place._replace(anchor=self._unique(place.anchor))
        field = Field(
            name=name,
            kind=kind,
            required=required,
            type=self.describe.type_of(view, place.scope),
            deprecated=view.keywords.get("deprecated") is True,
            read_only=view.keywords.get("readOnly") is True,
            write_only=view.keywords.get("writeOnly") is True,
            description=description_of(view, inner, self.address),
            default=default_of(view.keywords),
            constraints=self.describe.constraints(view, inner),
            enum=self.describe.enum_of(inner),
            examples=examples_of(view.keywords),
            anchor=place.anchor,
            **pills_of(view.keywords),
        )
        self.budget.spend(cost_of(field))
        return self._opened(field, view, inner, place, offset)

    def _unique(self, anchor: str) -> str:
        candidate, number = anchor, 1
        while candidate in self._anchors:
            number += 1
            candidate = f"{anchor}-{number}"
        self._anchors.add(candidate)
        return candidate

    def _opened(
        self, field: Field, view: SchemaView, inner: SchemaView, place: TreePath, offset: int
    ) -> Field:
        """Return *field* with what is inside it, or with a link to where that is."""
        if self._is_leaf(field, inner):
            return field
        chain = (*view.chain, *inner.chain)
        for ref in chain:
            if ref in place.open:
                return replace(field, open_at=place.open[ref])
        repeated = any(place.merged.count(ref) >= MAX_REPEATS for ref in inner.refs)
        if repeated or self._is_too_large(inner, place):
            return replace(field, target=self._linked(target_of(inner)))
        shown = replace(inner, chain=chain)
        children, rest = self._children(shown, place, offset)
        groups = () if offset else tuple(self._groups(field, shown, place))
        return replace(field, children=children, groups=groups, rest=rest)

    def _is_leaf(self, field: Field, view: SchemaView) -> bool:
        if view.properties or view.patterns or view.conditions or view.positions:
            return False
        if view.alternatives and not field.enum and not self.describe.plain_branches(view):
            return False
        return not values_have_fields(view) and not subtypes_of(self.schemas, view)

    def _is_too_large(self, view: SchemaView, place: TreePath) -> bool:
        """Whether the fields of *view* are on a page of their own.

        Choices at the top of a page are opened whatever they cost, but for those inside of others
        when there is no room left at all: choices of choices multiply.
        """
        if not self.budget.strict:
            return False
        nothing_left = bool(place.scope) and self.budget.left <= 0
        return nothing_left or (place.depth > 0 and not self._has_room(view))

    def _has_room(self, view: SchemaView) -> bool:
        """Whether the fields of *view* are few enough to be opened here."""
        branches = choices_of(view)
        if 0 < branches <= self.budget.type_limit:
            return self.budget.left > branches * FIELD_COST
        weight = sum(map(self.weights.of, view.pointers))
        limit = self.budget.type_limit if view.name else INLINE_LIMIT
        return weight <= limit and self.budget.left > weight * FIELD_COST

    def _linked(self, target: Target) -> Target:
        self.targets[target] = None
        return target

    # -- fields ------------------------------------------------------------------------------

    def _children(
        self, view: SchemaView, place: TreePath, offset: int
    ) -> tuple[tuple[Field, ...], Target | None]:
        found: list[Field] = []
        here = place.inside(view, deeper=True)
        members = list(members_of(view))
        if not self.keep_order:
            members.sort(key=lambda member: sort_key(view, member[0], member[1]))
        for number, (name, kind, parts) in enumerate(members):
            if number < offset:
                continue
            if self.budget.strict and self.budget.left < FIELD_COST and found:
                return tuple(found), self._linked(target_of(view, number))
            inside = here.of(name)
            seen = self._view(parts, inside)
            if not self._left_out(seen):
                required = kind == "property" and name in view.required
                found.append(self._field(name, seen, inside, kind=kind, required=required))
        return tuple(found), None

    def _left_out(self, view: SchemaView) -> bool:
        keyword = LEFT_OUT.get(self.direction, "")
        return view.keywords.get(keyword) is True

    # -- alternatives ------------------------------------------------------------------------

    def _groups(self, field: Field, view: SchemaView, place: TreePath) -> Iterator[Group]:
        if not field.enum and not self.describe.plain_branches(view):
            for alternatives in view.alternatives:
                yield self._alternatives(alternatives, view, place)
        if not view.alternatives and (subtypes := subtypes_of(self.schemas, view)):
            yield self._by_discriminator(subtypes, view, place)
        for condition in view.conditions:
            if group := self._condition(condition, view, place):
                yield group

    def _alternatives(
        self, alternatives: Alternatives, view: SchemaView, place: TreePath
    ) -> Group:
        discriminator = discriminator_of(view, alternatives)
        deeper = len(alternatives.branches) > FEW_VARIANTS
        variants: list[Variant] = []
        here = place.inside(view, deeper=deeper)
        for index, branch in enumerate(alternatives.branches):
            inside = here.of(f"{alternatives.kind}-{index + 1}")
            seen = self._view((branch,), inside)
            field = self._field("", seen, inside)
            if field.target and len(branch.schema) == 1:
                field = replace(field, description="")
            value = selecting_words(self.schemas, discriminator, branch)
            variants.append(Variant(label=_label(seen, field), field=field, value=value))
        kind: Literal["oneOf", "anyOf"] = "oneOf" if alternatives.kind == "oneOf" else "anyOf"
        name = text(discriminator.get("propertyName"))
        return Group(kind=kind, variants=tuple(variants), discriminator=name)

    def _by_discriminator(
        self, subtypes: list[tuple[list[str], str]], view: SchemaView, place: TreePath
    ) -> Group:
        """Return the types that a discriminator names on a base type without ``oneOf``."""
        variants = []
        for values, ref in subtypes:
            name = Resolver.name(ref)
            anchor = self._unique(place.beside(values[0] if values else name))
            field = Field(name="", type=name, anchor=anchor)
            if ref in place.open:
                field = replace(field, open_at=place.open[ref])
            elif ref not in view.refs:
                field = replace(field, target=self._linked(Target(pointer=ref)))
            variants.append(Variant(label=name, field=field, value=", ".join(values)))
        discriminator = mapping(view.keywords.get("discriminator"))
        name = text(discriminator.get("propertyName"))
        return Group(kind="oneOf", variants=tuple(variants), discriminator=name)

    def _condition(self, condition: Condition, view: SchemaView, place: TreePath) -> Group | None:
        test, then, other = condition
        words = self.describe.summary(test)
        holds = _("if %s") % words if words else _("if it holds")
        labels = (str(holds), str(_("otherwise")))
        variants = []
        for located, label in zip((then, other), labels, strict=True):
            if located is None or located.schema in ({}, True):
                continue
            inside = place.inside(view, deeper=False).of(label)
            seen = self._view((located,), inside)
            field = self._field("", seen, inside)
            if seen.required:
                note = _("required: %s") % ", ".join(seen.required)
                field = replace(field, constraints=(*field.constraints, note))
            if field.has_fields or field.constraints or field.enum or field.type != "any":
                variants.append(Variant(label=label, field=field))
        return Group(kind="condition", variants=tuple(variants)) if variants else None


def _label(view: SchemaView, field: Field) -> str:
    """Return what a reader calls a variant."""
    if title := text(view.keywords.get("title")):
        return title
    if field.type.endswith("[]"):
        return field.type
    return view.name or (field.enum[0].value if len(field.enum) == 1 else "") or field.type
