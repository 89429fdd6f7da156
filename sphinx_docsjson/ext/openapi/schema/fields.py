"""Generates the field trees of a page from schemas, on demand and within limits. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from sphinx_docsjson.ext.openapi.model.api import (
    Channel,
    Header,
    MediaType,
    Operation,
    Parameter,
    Specification,
)
from sphinx_docsjson.ext.openapi.model.operations import absolute_url
from sphinx_docsjson.ext.openapi.reading.parse import mapping, text
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, Resolver, child, component_name
from sphinx_docsjson.ext.openapi.schema.constraints import (
    SHOWN_EXAMPLES,
    Describer,
    PillKeys,
    allowed_texts,
    closed_once,
    default_of,
    deprecation_of,
    encoded,
    example_text,
    examples_of,
    letters,
    pills_of,
    style_text,
    telling_value,
    title_of,
    values_have_fields,
)
from sphinx_docsjson.ext.openapi.schema.fieldtree import (
    FIELD_COST,
    FIRST_IN_VIEW,
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
    cost_of_name,
    type_limit_of,
)
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.variants import (
    Kind,
    choices_of,
    description_of,
    discriminator_of,
    members_of,
    selecting_text,
    sort_key,
    subtypes_of,
    target_of,
)
from sphinx_docsjson.ext.openapi.schema.view import (
    LEFT_OUT,
    Alternatives,
    Condition,
    Direction,
    Located,
    Parts,
    SchemaView,
)
from sphinx_docsjson.i18n import _, words_in_use

# All field trees of one page, within the room that the page has. Pure.

SMALL_WEIGHT = 90
"""Operations whose schemas hold no more fields than this are tried without links first."""


@dataclass(frozen=True, kw_only=True)
class PageTrees:
    """The fields of the page of an operation, or of a schema.

    :param parameters: parameter → its field.
    :param contents: its place on the page and the pointer of a media type → the tree of its
        schema. Two statuses may show one response, each with anchors of its own.
    :param headers: the place of a response → the fields of its headers.
    :param root: the fields of the schema.
    :param targets: the schemas that the trees link to.
    :param refs: the references that were followed.
    """

    parameters: dict[str, Field] = field(default_factory=dict)
    contents: dict[tuple[str, str], Field] = field(default_factory=dict)
    headers: dict[str, tuple[Field, ...]] = field(default_factory=dict)
    root: Field = field(default_factory=lambda: Field(name="", type=""))
    targets: tuple[Target, ...] = ()
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldMark:
    """What is said beside a field that is different since an older description.

    :param values: the values of its enum that are new, of which *said* is said.
    """

    words: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    said: str = ""


@dataclass(kw_only=True)
class TreeMaker:
    """Makes the trees of the pages of one specification.

    :param marks: what is said about fields that changed, by the pointers of these.
    :param pills: the keys whose values are beside the names of fields.
    :param keep_order: see :class:`FieldTrees`.
    :param room: bytes of fields that are all shown on the page itself, whatever their types hold.
    """

    spec: Specification
    keep_order: bool = True
    room: int = SMALL_PAGE
    marks: Mapping[str, FieldMark] = field(default_factory=dict)
    pills: PillKeys = field(default_factory=PillKeys)
    schemas: Schemas = field(init=False)
    weights: Weights = field(init=False)
    described: DescribedSchemas = field(init=False)

    def __post_init__(self) -> None:
        self.schemas = Schemas(self.spec.resolver)
        self.weights = Weights(self.spec.resolver)
        self.described = DescribedSchemas(self.schemas, self._address, self.pills)

    def _address(self, url: str) -> str:
        return absolute_url(url, self.spec)

    def trees(self, subject: Operation | Target) -> PageTrees:
        """Return the trees of an operation or a schema; whatever is too large becomes a link."""
        with self.spec.resolver.recording() as refs:
            if self.room > SMALL_PAGE or self._is_small(subject):
                try:
                    return self._made(subject, refs, self.room, strict=False)
                except BeyondBudget:
                    pass
            return self._made(subject, refs, LARGE_PAGE, strict=True)

    def _made(
        self, subject: Operation | Target, refs: dict[str, None], room: int, *, strict: bool
    ) -> PageTrees:
        limit = type_limit_of(len(self.spec.operations))
        builder = FieldTrees(
            self.schemas,
            self.weights,
            Budget(left=room, strict=strict, type_limit=limit),
            keep_order=self.keep_order,
            address=self._address,
            described=self.described,
            marks=self.marks,
        )
        if isinstance(subject, Operation):
            return _operation_trees(subject, builder, refs)
        pointers = (subject.pointer, *subject.beside)
        known = [{"$ref": p} for p in pointers if self.spec.resolver.get(p) is not None]
        parts = tuple(Located(schema, subject.pointer) for schema in known or [{}])
        root = builder.whole(parts, "field", "both")
        return PageTrees(root=root, targets=tuple(builder.targets), refs=tuple(refs))

    def _is_small(self, subject: Operation | Target) -> bool:
        if isinstance(subject, Target):
            return False
        total = 0
        carried = (
            tuple(media for _message, _part, media in subject.channel.media)
            if subject.channel
            else ()
        )
        owners = (subject.body, *subject.responses)
        for content in (carried, *(owner.content for owner in owners if owner)):
            for media in content:
                total += self.weights.of(child(media.pointer, _keyword(media)))
                if total > SMALL_WEIGHT:
                    return False
        return True


def _operation_trees(
    operation: Operation, builder: FieldTrees, refs: dict[str, None]
) -> PageTrees:
    parameters = {
        f"{item.place}:{item.name}": _parameter(builder, item) for item in operation.parameters
    }
    contents: dict[tuple[str, str], Field] = {}
    headers: dict[str, tuple[Field, ...]] = {}
    for part in exchanged(operation):
        headers[part.place] = tuple(
            _valued(builder, header, f"{part.anchor}-header-{_slug(header.name)}")
            for header in part.headers
        )
        for number, media in enumerate(part.content):
            # Equal schemas of one body have one tree.
            same = (m for m in part.content[:number] if _schema(m) == _schema(media))
            if first := next(same, None):
                made = contents[part.place, first.pointer]
            else:
                made = _content(builder, media, part.anchor, part.direction)
            contents[part.place, media.pointer] = made
    return PageTrees(
        parameters=parameters,
        contents=contents,
        headers=headers,
        targets=tuple(builder.targets),
        refs=(*operation.refs, *refs),
    )


class Exchanged(NamedTuple):
    """A body or a response of an operation, or of one of its callbacks.

    :param place: the place of its trees among those of the page.
    :param anchor: what the anchors of its fields start with.
    :param name: what the names of its fields start with.
    """

    place: str
    anchor: str
    name: str
    direction: Direction
    content: tuple[MediaType, ...]
    headers: tuple[Header, ...] = ()


def exchanged(operation: Operation) -> Iterator[Exchanged]:
    """Yield the body and the responses of an operation, then those of its callbacks."""
    if operation.channel is not None:
        yield from _carried(operation.channel)
    yield from _exchanged(operation, "", "", "")
    for callback in operation.callbacks:
        for inner in callback.operations:
            place = callback_place(callback.name, inner)
            name = f"callback.{without_spaces(callback.name)}."
            anchor = f"callback-{without_spaces(callback.name)}-"
            yield from _exchanged(inner, place, anchor, name)


def channel_place(message: str, part: str) -> str:
    """Return the place of what a channel carries: of a message, or of the channel itself."""
    return f"{message} {part}"


def _carried(channel: Channel) -> Iterator[Exchanged]:
    """Yield the messages of a channel, and the parts of its bindings that are schemas."""
    for message, part, media in channel.media:
        words = [without_spaces(word) for word in (message, *part.split()) if word]
        anchor = "-".join(("message", *words)) if message else "-".join(words)
        place = channel_place(message, part)
        yield Exchanged(place, _slug(anchor), ".".join(words), "both", (media,))


def _exchanged(operation: Operation, place: str, anchor: str, name: str) -> Iterator[Exchanged]:
    sent, answered = directions_of(operation)
    if body := operation.body:
        yield Exchanged(f"{place}body", f"{anchor}body", f"{name}body", sent, body.content)
    for each in operation.responses:
        yield Exchanged(
            f"{place}{each.status}",
            f"{anchor}response-{without_spaces(each.status).lower()}",
            f"{name}{without_spaces(each.status)}",
            answered,
            each.content,
            each.headers,
        )


def without_spaces(text: str) -> str:
    """Return a name without spaces, so that it can be among others in a line."""
    return "-".join(text.split())


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


def _schema(media: MediaType) -> Any:
    return (media.schema, media.item_schema, media.encoding)


def _keyword(media: MediaType) -> str:
    is_stream = media.schema is None and media.item_schema is not None
    return "itemSchema" if is_stream else media.keyword


def _content(builder: FieldTrees, media: MediaType, anchor: str, direction: Direction) -> Field:
    keyword = _keyword(media)
    schema = media.item_schema if keyword == "itemSchema" else media.schema
    tree = builder.tree(
        {} if schema is None else schema,
        child(media.pointer, keyword),
        anchor,
        direction,
    )
    if media.encoding:
        schemas = builder.schemas
        around = schemas.view(Located(schema, child(media.pointer, keyword))).properties
        fields = (
            encoded(one, how, schemas.view(*around.get(one.name, ())), schemas)
            for one in tree.children
            for how in [media.encoding.get(one.name)]
        )
        tree = replace(tree, children=tuple(fields))
    return replace(tree, type=f"{tree.type}…") if keyword == "itemSchema" else tree


def _parameter(builder: FieldTrees, item: Parameter) -> Field:
    made = _valued(builder, item, f"{item.place}-{_slug(item.name)}")
    value = telling_value(builder.schemas.view(_schema_of(item)), builder.schemas)
    constraints = (*made.constraints, *style_text(item, value), *allowed_texts(item))
    if item.deprecated and (reason := deprecation_of(item.extensions)):
        made = replace(made, description=f"{made.description}\n\n{reason}".lstrip())
    own = pills_of(item.extensions, builder.known.pills)
    around: dict[str, Any] = {
        side: tuple(dict.fromkeys((*words, *getattr(made, side)))) for side, words in own.items()
    }
    made = replace(made, constraints=constraints, **around)
    return builder.marked(made, (item.pointer, item.schema_pointer))


def _valued(builder: FieldTrees, item: Header, anchor: str) -> Field:
    """Return the field of a parameter or a header; what it says itself comes first."""
    made = builder.parameter(item.name, _schema_of(item), anchor, item.description)
    return replace(
        made,
        required=item.required,
        deprecated=item.deprecated or made.deprecated,
        examples=_examples(item, builder.address) or made.examples,
    )


def _examples(item: Header, address: Callable[[str], str]) -> tuple[FieldExample, ...]:
    """Return the examples of a parameter or header; of one that is elsewhere, its address."""
    return tuple(
        FieldExample(
            value=address(example.url)
            if example.url
            else example_text(example.value if example.raw is None else example.raw),
            summary=example.summary,
            description=example.description,
            elsewhere=bool(example.url),
        )
        for example in item.examples[:SHOWN_EXAMPLES]
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
"""Up to this many variants of a body are opened as the body itself would be."""

SHARED = ("#/components/", f"#/{FILES}/")
"""Where what several pages refer to is."""

MAX_REPEATS = 2
"""How often a type may be merged into types inside itself through ``allOf``."""


class Seen(NamedTuple):
    """A schema as a field of it is made, wherever that is.

    :param parts: what holds together in it.
    :param inner: what a list of it holds, or itself.
    :param words: what :class:`Field` is given, but for its name and its place.
    :param cost: the room that the words take.
    :param is_leaf: nothing is inside it.
    :param refs: the references that were followed.
    """

    parts: Parts
    view: SchemaView
    inner: SchemaView
    words: dict[str, Any]
    cost: int
    is_leaf: bool
    refs: tuple[str, ...]


_NO_PILLS = PillKeys()


class DescribedSchemas:
    """What is said about the schemas of one file: once, however many fields are of a type.

    Only what a reference leads into is kept; everything else is seen once.
    """

    def __init__(
        self, schemas: Schemas, address: Callable[[str], str], pills: PillKeys = _NO_PILLS
    ) -> None:
        self.schemas = schemas
        self.pills = pills
        self.describe = Describer(schemas)
        self.address = address
        self._known: dict[tuple[object, ...], Seen] = {}

    def find(self, parts: Parts, scope: tuple[str, ...]) -> Seen:
        """Return what is known of schemas that hold together, in the language of today."""
        resolver = self.schemas.resolver
        if not parts or not all(part.pointer.startswith(SHARED) for part in parts):
            return self._seen(parts, scope, ())
        key = (words_in_use(), *(part.pointer for part in parts))
        known = self._known.get(key)
        if known is not None and all(map(_is_same, known.parts, parts)):
            resolver.touch(known.refs)
            return known
        with resolver.recording() as refs:
            made = self._seen(parts, scope, ())
        made = made._replace(refs=tuple(refs))
        if not made.view.dynamic and not made.inner.dynamic:
            self._known[key] = made
        return made

    def forget(self) -> None:
        """Forget what is known: no other page is made soon."""
        self._known.clear()

    def _seen(self, parts: Parts, scope: tuple[str, ...], refs: tuple[str, ...]) -> Seen:
        view = self.schemas.view(*parts, scope=scope)
        inner, _levels = self.describe.innermost(view, scope)
        merged = _named(inner.refs)
        named = (*_named((*view.chain, *inner.chain)), *(n for n in merged if n == inner.name))
        deprecated = view.keywords.get("deprecated") is True
        about = description_of(view, inner, self.address)
        if deprecated and (reason := deprecation_of(view.keywords)):
            about = f"{about}\n\n{reason}".lstrip()
        type_text = self.describe.type_of(view, scope)
        words = {
            "type": type_text,
            "title": title_of(view, type_text),
            "deprecated": deprecated,
            "read_only": view.keywords.get("readOnly") is True,
            "write_only": view.keywords.get("writeOnly") is True,
            "description": about,
            "default": default_of(view.keywords),
            "constraints": self.describe.constraints(view, inner),
            "enum": self.describe.enum_of(inner),
            "examples": examples_of(view.keywords),
            "schemas": tuple(dict.fromkeys(named)),
            "merged": tuple(name for name in merged if name not in named),
            **pills_of({**view.keywords, "nullable": view.nullable}, self.pills),
        }
        cost = cost_of(Field(name="", **words))
        leaf = self._is_leaf(inner, listed=bool(words["enum"]))
        return Seen(parts, view, inner, words, cost, leaf, refs)

    def _is_leaf(self, view: SchemaView, *, listed: bool) -> bool:
        if view.properties or view.patterns or view.conditions or view.positions:
            return False
        if isinstance(view.keywords.get("contentSchema"), Mapping):
            return False
        if view.alternatives and not listed and not self.describe.plain_branches(view):
            return False
        return not values_have_fields(view) and not subtypes_of(self.schemas, view)


def _is_same(one: Located, other: Located) -> bool:
    return one.schema is other.schema


@dataclass
class FieldTrees:
    """Builds the field trees of one page.

    :param budget: the room that they share.
    :param keep_order: keep the order of the file; otherwise required fields come first, then
        names decide.
    :param address: what an address of the file is relative to.
    :param described: what other pages of the file have said about its schemas.
    """

    schemas: Schemas
    weights: Weights
    budget: Budget
    keep_order: bool = True
    address: Callable[[str], str] = str
    described: DescribedSchemas | None = None
    marks: Mapping[str, FieldMark] = field(default_factory=dict)
    targets: dict[Target, None] = field(default_factory=dict, init=False)
    direction: Direction = field(default="both", init=False)
    _anchors: set[str] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        self.describe = Describer(self.schemas)
        self.known = self.described or DescribedSchemas(self.schemas, self.address)

    def tree(self, schema: Any, pointer: str, anchor: str, direction: Direction) -> Field:
        """Return the field that stands for a whole schema.

        :param anchor: what the anchors of the fields start with.
        :param direction: a request has no ``readOnly`` fields, a response no ``writeOnly`` ones.
        """
        return self.whole((Located(schema, pointer),), anchor, direction)

    def whole(self, parts: Parts, anchor: str, direction: Direction) -> Field:
        """Return the field that stands for schemas which hold together."""
        self.direction = direction
        place = TreePath(anchor=anchor, depth=0, open={})
        seen = self.known.find(parts, place.scope)
        return closed_once(self._field("", seen, place))

    def parameter(self, name: str, schema: Located, anchor: str, description: str = "") -> Field:
        """Return the field of a parameter or a header; *description* is its own."""
        self.direction = "both"
        place = TreePath(anchor=anchor, depth=1, open={})
        seen = self.known.find((schema,), place.scope)
        return self._field(name, seen, place, description=description)

    def _field(
        self,
        name: str,
        seen: Seen,
        place: TreePath,
        *,
        kind: Kind = "property",
        required: bool = False,
        description: str = "",
    ) -> Field:
        place = place._replace(anchor=self._unique(place.anchor))
        field = Field(name=name, kind=kind, required=required, anchor=place.anchor, **seen.words)
        if field.title and letters(field.title) == letters(name):
            field = replace(field, title="")
        if description:
            about = description_of(seen.view, seen.inner, self.address, description)
            field = replace(field, description=about)
        self.budget.spend(seen.cost + cost_of_name(name, place.anchor))
        if seen.is_leaf:
            return field
        return self._opened(field, seen.view, seen.inner, place)

    def _unique(self, anchor: str) -> str:
        candidate, number = anchor, 1
        while candidate in self._anchors:
            number += 1
            candidate = f"{anchor}-{number}"
        self._anchors.add(candidate)
        return candidate

    def _opened(self, field: Field, view: SchemaView, inner: SchemaView, place: TreePath) -> Field:
        """Return *field* with what is inside it, or with a link to where that is."""
        chain = (*view.chain, *inner.chain)
        for ref in chain:
            if ref in place.open:
                return replace(field, open_at=place.open[ref])
        repeated = any(place.merged.count(ref) >= MAX_REPEATS for ref in inner.refs)
        if repeated or self._is_too_large(inner, place):
            return replace(field, target=self._linked(target_of(inner)))
        shown = replace(inner, chain=chain)
        children, in_view = self._children(shown, place)
        groups = tuple(self._groups(field, shown, place))
        return replace(field, children=children, in_view=in_view, groups=groups)

    def _is_too_large(self, view: SchemaView, place: TreePath) -> bool:
        """Whether the fields of *view* are on a page of their own.

        Choices at the top of a page are opened whatever they cost, but for those inside others
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

    def _children(self, view: SchemaView, place: TreePath) -> tuple[tuple[Field, ...], int | None]:
        """Return the fields inside, and how many of them are in view; ``None``: all.

        Where there is no room left, types inside what follows are links, so it is one level.
        """
        found: list[Field] = []
        in_view: int | None = None
        least = 1 if place.depth else FIRST_IN_VIEW
        here = place.inside(view, deeper=True)
        members = list(members_of(view))
        if not self.keep_order:
            members.sort(key=lambda member: sort_key(view, member[0], member[1]))
        for name, kind, parts in members:
            if self.budget.strict and self.budget.left < FIELD_COST and len(found) >= least:
                in_view = len(found) if in_view is None else in_view
            inside = here.of(name)
            seen = self.known.find(parts, inside.scope)
            if not self._left_out(seen.view):
                required = kind == "property" and name in view.required
                made = self._field(name, seen, inside, kind=kind, required=required)
                found.append(self.marked(made, _places_of(parts)))
        return tuple(found), in_view

    def marked(self, made: Field, pointers: Iterable[str]) -> Field:
        """Return a field with what is said about it since an older description."""
        found = [self.marks[each] for each in pointers if each in self.marks] if self.marks else []
        for mark in found:
            about = dict.fromkeys(mark.values, mark.said)
            enum = tuple(
                replace(each, description=f"*{about[each.value]}* {each.description}".strip())
                if each.value in about
                else each
                for each in made.enum
            )
            words = (word for word in mark.words if word not in made.after)
            made = replace(made, after=(*made.after, *words), enum=enum)
        return made

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
        if isinstance(content := view.keywords.get("contentSchema"), Mapping):
            yield self._content(content, view, place)
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
            seen = self.known.find((branch,), inside.scope)
            field = self._field("", seen, inside)
            if field.target and len(branch.schema) == 1:
                field = replace(field, description="")
            value = selecting_text(self.schemas, discriminator, branch)
            variants.append(Variant(label=_label(seen.view, field), field=field, value=value))
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

    def _content(self, schema: Mapping[str, Any], view: SchemaView, place: TreePath) -> Group:
        """Return what a text holds when it is decoded (``contentSchema``)."""
        inside = place.inside(view, deeper=True).of("content")
        content = Located(schema, child(view.pointer, "contentSchema"))
        seen = self.known.find((content,), inside.scope)
        field = self._field("", seen, inside)
        label = _label(seen.view, field)
        return Group(kind="content", variants=(Variant(label=label, field=field),))

    def _condition(self, condition: Condition, view: SchemaView, place: TreePath) -> Group | None:
        test, then, other = condition
        text = self.describe.summary(test)
        holds = _("if %s") % text if text else _("if it holds")
        labels = (str(holds), str(_("otherwise")))
        variants = []
        for located, label in zip((then, other), labels, strict=True):
            if located is None or located.schema in ({}, True):
                continue
            inside = place.inside(view, deeper=False).of(label)
            seen = self.known.find((located,), inside.scope)
            field = self._field("", seen, inside)
            if seen.view.required:
                note = _("required: %s") % _(", ").join(seen.view.required)
                field = replace(field, constraints=(*field.constraints, note))
            if field.has_fields or field.constraints or field.enum or field.type != "any":
                variants.append(Variant(label=label, field=field))
        return Group(kind="condition", variants=tuple(variants)) if variants else None


def _named(refs: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the schemas that some references lead to, as the file names them."""
    return tuple(dict.fromkeys(name for name in map(component_name, refs) if name))


def _places_of(parts: Parts) -> Iterator[str]:
    """Yield where a field is, and the schemas that it refers to."""
    for part in parts:
        yield part.pointer
        ref = mapping(part.schema).get("$ref")
        if isinstance(ref, str):
            yield ref


def _label(view: SchemaView, field: Field) -> str:
    """Return what a reader calls a variant."""
    if title := text(view.keywords.get("title")):
        return title
    if field.type.endswith("[]"):
        return field.type
    return view.name or (field.enum[0].value if len(field.enum) == 1 else "") or field.type
