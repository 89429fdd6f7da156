"""Whether a value fits a schema as far as one look tells, so that branches exclude each other.

Pure. It is no validator: it only sees what an example may easily get wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.merge import same, types_of
from sphinx_docsjson.openapi.schema.scalars import finds, in_limits
from sphinx_docsjson.openapi.schema.view import Alternatives, Located, SchemaView, json_type

MAX_DEPTH = 3


def fits_only(schemas: Schemas, group: Alternatives, branch: Located, value: Any) -> bool:
    """Whether no other branch of ``oneOf`` seems to fit what was made for *branch*."""
    if group.kind != "oneOf":
        return True
    others = (schemas.view(each) for each in group.branches if each is not branch)
    return not any(seems_to_fit(schemas, other, value) for other in others)


def seems_to_fit(schemas: Schemas, view: SchemaView, value: Any, depth: int = 0) -> bool:
    """Whether nothing that is plain to see speaks against *value*."""
    keywords = view.keywords
    kind = json_type(value)
    types = {*types_of(keywords.get("type"))} | ({"null"} if view.nullable else set())
    named = {"integer": {"integer", "number"}}.get(kind, {kind})
    if view.never or (view.types and types.isdisjoint(named)):
        return False
    if "const" in keywords and not same(keywords["const"], value):
        return False
    if "enum" in keywords and not any(same(each, value) for each in items(keywords["enum"])):
        return False
    if isinstance(value, str):
        return _text_fits(view, value)
    if kind in ("integer", "number"):
        return in_limits(value, keywords)
    if depth < MAX_DEPTH and isinstance(value, dict):
        return _object_fits(schemas, view, value, depth)
    if depth < MAX_DEPTH and isinstance(value, list) and (parts := view.schemas.get("items")):
        inner = schemas.view(*parts)
        return all(seems_to_fit(schemas, inner, item, depth + 1) for item in value)
    return True


def _text_fits(view: SchemaView, value: str) -> bool:
    least, most = view.keywords.get("minLength"), view.keywords.get("maxLength")
    return (
        (not isinstance(least, int) or len(value) >= least)
        and (not isinstance(most, int) or len(value) <= most)
        and all(finds(each, value) for each in view.every("pattern") if isinstance(each, str))
    )


def _object_fits(schemas: Schemas, view: SchemaView, value: Mapping[str, Any], depth: int) -> bool:
    if not view.required.keys() <= value.keys():
        return False
    closed = not view.allows("additionalProperties") or not view.allows("unevaluatedProperties")
    for name, item in value.items():
        parts = view.properties.get(name)
        if parts is None:
            if closed and not any(finds(pattern, name) for pattern in view.patterns):
                return False
        elif not seems_to_fit(schemas, schemas.view(*parts), item, depth + 1):
            return False
    return not view.alternatives or all(
        any(seems_to_fit(schemas, schemas.view(each), value, depth + 1) for each in g.branches)
        for g in view.alternatives
    )


def unwanted_fields(schemas: Schemas, group: Alternatives, branch: Located) -> frozenset[str]:
    """Return the fields that would make a value fit other branches than the one that was taken.

    Branches that only name required fields exclude each other by what is there.
    """
    only_names = all(
        isinstance(each.schema, dict) and each.schema.keys() <= {"required", "title"}
        for each in group.branches
    )
    if group.kind != "oneOf" or not only_names:
        return frozenset()
    own = schemas.view(branch).required
    others = (schemas.view(each).required for each in group.branches if each is not branch)
    return frozenset(name for required in others for name in required if name not in own)
