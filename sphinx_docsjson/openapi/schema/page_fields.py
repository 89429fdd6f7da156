"""All field trees of one page, within the room that the page has. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.model.exchange import Header, MediaType, Parameter
from sphinx_docsjson.openapi.model.relative_urls import absolute_url
from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.schema.budget import (
    LARGE_PAGE,
    SMALL_PAGE,
    BeyondBudget,
    Budget,
    Weights,
    type_limit_of,
)
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.fieldtree import Field, FieldExample, Target
from sphinx_docsjson.openapi.schema.schema_fields import FieldTrees
from sphinx_docsjson.openapi.schema.view import Direction, Located
from sphinx_docsjson.openapi.schema.words.constraint_words import (
    SHOWN_EXAMPLES,
    example_text,
    pills_of,
)
from sphinx_docsjson.openapi.schema.words.style_words import encoded, style_words

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
