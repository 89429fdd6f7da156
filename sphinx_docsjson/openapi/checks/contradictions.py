"""Schemas that nothing fits, because parts of ``allOf`` ask for what excludes each other. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from sphinx_docsjson.openapi.checks.document_parts import holders
from sphinx_docsjson.openapi.checks.reasons import shortened
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, Resolver
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.merge import same
from sphinx_docsjson.openapi.schema.view import Conflict, Located, Parts, SchemaView, json_text

MAX_DEPTH = 12

_LIMITS = (
    ("minimum", "maximum", {"integer", "number"}),
    ("minLength", "maxLength", {"string"}),
    ("minItems", "maxItems", {"array"}),
    ("minProperties", "maxProperties", {"object"}),
)


def contradictions(document: Mapping[str, Any]) -> Iterator[ApiProblem]:
    """Yield the schemas with ``allOf`` in which a value or a field can have no value at all."""
    schemas = Schemas(Resolver(document))
    seen: set[tuple[str, ...]] = set()
    for pointer, schema in holders(document, "allOf"):
        for place, conflict in _within(schemas, (Located(schema, pointer),), "", seen, 0):
            one, other = json_text(conflict.one), json_text(conflict.other)
            first, _, second = conflict.keyword.partition("/")
            said = f"{first} {shortened(one)} and {second or first} {shortened(other)}"
            what = repr(place.lstrip(".")) if place else "it"
            yield ApiProblem(
                message=f"no value fits {what}, because allOf asks for {said}",
                pointer=pointer,
                kind="openapi-schema",
            )


def _within(
    schemas: Schemas, parts: Parts, place: str, seen: set[tuple[str, ...]], depth: int
) -> Iterator[tuple[str, Conflict]]:
    """Yield the conflicts of *parts* and of the fields that several of them describe."""
    key = tuple(part.pointer for part in parts)
    if key in seen or depth > MAX_DEPTH:
        return
    seen.add(key)
    view = schemas.view(*parts)
    for conflict in (*view.conflicts, *_limits(view))[:1]:
        yield place, conflict
    inside = [(f"{place}.{name}", found) for name, found in view.properties.items()]
    inside += [(f"{place}[]", view.schemas.get("items", ()))]
    inside += [(f"{place}.*", view.values_schema)]
    inside += [(f"{place}[{index}]", found) for index, found in enumerate(view.positions)]
    for where, found in inside:
        if len(found) > 1:
            yield from _within(schemas, found, where, seen, depth + 1)


def _limits(view: SchemaView) -> Iterator[Conflict]:
    """Yield limits and values that exclude each other."""
    types = {*view.types}
    if view.nullable or view.conflicts or not types:
        return
    for least, most, kinds in _LIMITS:
        low, high = _number(view, least, -inf), _number(view, most, inf)
        if types <= kinds and low > high:
            yield Conflict(f"{least}/{most}", low, high)
    values = view.keywords.get("enum")
    if "const" in view.keywords and isinstance(values, list):
        const = view.keywords["const"]
        if not any(same(const, value) for value in values):
            yield Conflict("const/enum", const, values)


def _number(view: SchemaView, keyword: str, missing: float) -> float:
    value = view.keywords.get(keyword)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and value is not None else missing
