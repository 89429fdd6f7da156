"""Checks what the schema of OpenAPI cannot: duplicate names and broken references. Pure.

Source of the rules: OpenAPI 3.1.1, Paths Object ("Path Templating Matching"), Path Item Object
(``parameters``), Operation Object (``operationId``), Link Object and Server Variable Object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.ext.api_checks.metaschema import holders
from sphinx_docsjson.ext.api_checks.values import shortened, shown
from sphinx_docsjson.ext.openapi.model.operations import METHODS
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping, text
from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem, Resolver, as_written, child
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.variants import reference_of
from sphinx_docsjson.ext.openapi.schema.view import (
    Conflict,
    Located,
    Parts,
    SchemaView,
    json_text,
    same,
)

MAX_CALLBACK_DEPTH = 3

FEW = 3
"""How many of what a note is about are named."""

_NAME = re.compile(r"\{([^{}]*)\}")
_TEMPLATE_WORD = re.compile(r"[\w.\-$:@ ]+")
"""A name; what has operators of URI templates, such as ``{?page*}``, is another language."""


class RawOperation(NamedTuple):
    """An operation of the raw document, and what it belongs to."""

    owner: str
    path: str
    raw: Mapping[str, Any]
    pointer: str
    item: Mapping[str, Any]
    item_pointer: str
    is_path: bool


def inconsistencies(document: Mapping[str, Any], resolver: Resolver) -> Iterator[ApiProblem]:
    """Yield what does not go together in a bundled document."""
    operations = list(_operations(document, resolver))
    yield from _same_ids(operations)
    yield from _same_paths(document)
    yield from _same_tags(document)
    yield from _parameters(operations, resolver)
    yield from _links(document, operations, resolver)
    yield from _server_variables(document, operations)


def _operations(document: Mapping[str, Any], resolver: Resolver) -> Iterator[RawOperation]:
    """Yield every operation, those of webhooks and callbacks too."""
    for section in ("paths", "webhooks", "x-webhooks"):
        for path, item in mapping(document.get(section)).items():
            if not path.startswith("x-"):
                where = child(f"#/{section}", path)
                is_path = section == "paths"
                yield from _of_item(path, item, where, resolver, is_path=is_path, depth=0)


def _of_item(
    path: str, value: Any, pointer: str, resolver: Resolver, *, is_path: bool, depth: int
) -> Iterator[RawOperation]:
    item, place = resolver.follow(value, pointer)
    inline = [(name.upper(), (name,)) for name in item if name.lower() in METHODS]
    others = mapping(item.get("additionalOperations"))
    for method, names in [*inline, *((name, ("additionalOperations", name)) for name in others)]:
        found = others[method] if len(names) > 1 else item[names[0]]
        raw, where = resolver.follow(found, child(place, *names))
        owner = f"{method} {path}"
        yield RawOperation(owner, path, raw, where, item, place, is_path)
        if depth < MAX_CALLBACK_DEPTH:
            for name, callback in mapping(raw.get("callbacks")).items():
                called, inside = resolver.follow(callback, child(where, "callbacks", name))
                for expression, inner in called.items():
                    if isinstance(inner, Mapping) and not expression.startswith("x-"):
                        at = child(inside, expression)
                        yield from _of_item(
                            expression, inner, at, resolver, is_path=False, depth=depth + 1
                        )


def _same_ids(operations: list[RawOperation]) -> Iterator[ApiProblem]:
    first: dict[str, RawOperation] = {}
    for operation in operations:
        name = operation.raw.get("operationId")
        if not isinstance(name, str):
            continue
        other = first.setdefault(name, operation)
        if other.pointer != operation.pointer:
            yield ApiProblem(
                message=f"the operationId {shown(name)} of {operation.owner} is already used by "
                f"{other.owner}; each needs its own",
                pointer=child(operation.pointer, "operationId"),
                kind="openapi-duplicate",
            )


def _same_paths(document: Mapping[str, Any]) -> Iterator[ApiProblem]:
    first: dict[str, str] = {}
    for path in mapping(document.get("paths")):
        other = first.setdefault(_NAME.sub("{}", path), path)
        if other != path:
            yield ApiProblem(
                message=f"the path {shown(path)} is {shown(other)} with other names; to OpenAPI "
                "they are one path",
                pointer=child("#/paths", path),
                kind="openapi-duplicate",
            )


def _same_tags(document: Mapping[str, Any]) -> Iterator[ApiProblem]:
    names: set[str] = set()
    for index, tag in enumerate(items(document.get("tags"))):
        name = text(mapping(tag).get("name"))
        if name and name in names:
            yield ApiProblem(
                message=f"the tag {shown(name)} is described twice; the first one is used",
                pointer=f"#/tags/{index}",
                kind="openapi-duplicate",
            )
        names.add(name)


def _listed(
    owner: Mapping[str, Any], pointer: str, resolver: Resolver
) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the place in a request and the pointer of each parameter."""
    for index, value in enumerate(items(owner.get("parameters"))):
        here = child(pointer, "parameters", index)
        raw, _where = resolver.follow(value, here)
        name, place = text(raw.get("name")), text(raw.get("in"))
        if name and place:
            yield name, place, here


def _parameters(operations: list[RawOperation], resolver: Resolver) -> Iterator[ApiProblem]:
    items_seen: set[str] = set()
    for operation in operations:
        shared = list(_listed(operation.item, operation.item_pointer, resolver))
        own = list(_listed(operation.raw, operation.pointer, resolver))
        if operation.item_pointer not in items_seen:
            items_seen.add(operation.item_pointer)
            yield from _doubtful(operation.path, operation, shared)
        yield from _doubtful(operation.owner, operation, own)
        known = {name for name, place, _here in (*shared, *own) if place == "path"}
        for name in _names(operation) - known:
            yield ApiProblem(
                message=f"{operation.owner} has no parameter {shown(name)} for the {{{name}}} of "
                "its path",
                pointer=operation.pointer,
                kind="openapi-parameter",
            )


def _names(operation: RawOperation) -> set[str]:
    """Return the names in the path of an operation that parameters have to describe."""
    found = set(_NAME.findall(operation.path)) if operation.is_path else set()
    return {name for name in found if _TEMPLATE_WORD.fullmatch(name)}


def _doubtful(
    owner: str, operation: RawOperation, listed: list[tuple[str, str, str]]
) -> Iterator[ApiProblem]:
    """Yield the parameters of one list that are there twice, or not in the path."""
    seen: set[tuple[str, str]] = set()
    plain = not _NAME.findall(operation.path) or _names(operation)
    for name, place, here in listed:
        key = (name.lower() if place == "header" else name, place)
        if key in seen:
            yield ApiProblem(
                message=f"{owner} has the {place} parameter {shown(name)} twice",
                pointer=here,
                kind="openapi-duplicate",
            )
        seen.add(key)
        if operation.is_path and place == "path" and plain and name not in _names(operation):
            yield ApiProblem(
                message=f"{owner} has the path parameter {shown(name)}, but no {{{name}}} in its "
                "path",
                pointer=here,
                kind="openapi-parameter",
            )


def _links(
    document: Mapping[str, Any], operations: list[RawOperation], resolver: Resolver
) -> Iterator[ApiProblem]:
    by_id = {text(operation.raw.get("operationId")): operation for operation in operations}
    by_pointer = {operation.pointer: operation for operation in operations}
    seen: set[str] = set()
    for value, pointer in _link_places(document, operations, resolver):
        link, where = resolver.follow(value, pointer)
        if where in seen or not link:
            continue
        seen.add(where)
        name, ref = link.get("operationId"), link.get("operationRef")
        target: RawOperation | None = None
        if isinstance(name, str):
            target = by_id.get(name)
            if target is None:
                near = near_name(name, by_id)
                hint = f" (did you mean {shown(near)}?)" if near else ""
                yield _link(f"the operationId {shown(name)}, which no operation has{hint}", where)
        elif isinstance(ref, str) and ref.startswith("#/"):
            target = by_pointer.get(ref)
            if target is None and not isinstance(resolver.get(ref), Mapping):
                yield _link(f"{shown(ref)}, which does not exist", where)
        elif not isinstance(ref, str):
            yield _link("no operation; it needs an operationId or an operationRef", where)
        if target is not None:
            yield from _link_parameters(link, where, target, resolver)


def _link(what: str, pointer: str) -> ApiProblem:
    return ApiProblem(message=f"the link leads to {what}", pointer=pointer, kind="openapi-link")


def _link_places(
    document: Mapping[str, Any], operations: list[RawOperation], resolver: Resolver
) -> Iterator[tuple[Any, str]]:
    """Yield every link of a response, and those that stand ready."""
    components = mapping(document.get("components"))
    for name, link in mapping(components.get("links")).items():
        yield link, child("#/components/links", name)
    responses = [
        (value, child(operation.pointer, "responses", status))
        for operation in operations
        for status, value in mapping(operation.raw.get("responses")).items()
        if not status.startswith("x-")
    ]
    for name, value in mapping(components.get("responses")).items():
        responses.append((value, child("#/components/responses", name)))
    for value, pointer in responses:
        response, where = resolver.follow(value, pointer)
        for name, link in mapping(response.get("links")).items():
            yield link, child(where, "links", name)


def _link_parameters(
    link: Mapping[str, Any], pointer: str, target: RawOperation, resolver: Resolver
) -> Iterator[ApiProblem]:
    """Yield the parameters that a link gives to an operation that has none of this name."""
    shared = _listed(target.item, target.item_pointer, resolver)
    known = set(_names(target))
    for name, place, _here in (*shared, *_listed(target.raw, target.pointer, resolver)):
        known |= {name, f"{place}.{name}"}
    known |= {f"path.{name}" for name in _names(target)}
    for name in mapping(link.get("parameters")):
        if name not in known:
            yield ApiProblem(
                message=f"the link gives {shown(name)} to {target.owner}, which has no such "
                "parameter",
                pointer=child(pointer, "parameters", name),
                kind="openapi-link",
            )


def _server_variables(
    document: Mapping[str, Any], operations: list[RawOperation]
) -> Iterator[ApiProblem]:
    holders = {"#": document}
    for operation in operations:
        holders |= {operation.item_pointer: operation.item, operation.pointer: operation.raw}
    for pointer, holder in holders.items():
        for index, server in enumerate(items(holder.get("servers"))):
            for name, variable in mapping(mapping(server).get("variables")).items():
                values, default = items(mapping(variable).get("enum")), mapping(variable)
                allowed = any(same(value, default.get("default")) for value in values)
                if values and "default" in default and not allowed:
                    yield ApiProblem(
                        message=f"the default {shown(default['default'])} of the server variable "
                        f"{shown(name)} is not one of its values",
                        pointer=child(pointer, "servers", index, "variables", name, "default"),
                        kind="openapi-default",
                    )


# Schemas that no value matches, because parts of ``allOf`` exclude each other. Pure.

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
                message=f"no value matches {what}, because allOf requires {said}",
                pointer=pointer,
                kind="openapi-schema",
            )


def described_twice(document: Mapping[str, Any]) -> Iterator[ApiProblem]:
    """Yield one note of the fields that two parts of an ``allOf`` describe differently.

    It is not a mistake: an extension says more about a field than its base. One of them is shown.
    """
    schemas = Schemas(Resolver(document))
    found: dict[str, tuple[str, str]] = {}
    for pointer, schema in holders(document, "allOf"):
        for name, parts in schemas.view(Located(schema, pointer)).properties.items():
            for keyword in ("description", "example") if len(parts) > 1 else ():
                said = [(part, mapping(part.schema).get(keyword)) for part in parts]
                told = [(part, value) for part, value in said if value is not None]
                for part, value in told[1:]:
                    if not same(value, told[0][1]):
                        found.setdefault(child(part.pointer, keyword), (name, keyword))
    if not found:
        return
    named = [
        f"the {keyword} of {name!r} at {as_written(at)}" for at, (name, keyword) in found.items()
    ]
    more = f" and {len(named) - FEW} more" if len(named) > FEW else ""
    yield ApiProblem(
        message=f"two parts of an allOf describe a field differently, but only one is shown; "
        f"not shown: {', '.join(named[:FEW])}{more}",
        pointer=next(iter(found)),
        kind="openapi-schema",
        is_note=True,
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


# Values of a discriminator that stand for no schema. Pure.


def mappings_to_nothing(document: Mapping[str, Any]) -> Iterator[ApiProblem]:
    """Yield the entries of ``mapping`` that name no schema; files that are missing are known."""
    schemas = Schemas(Resolver(document))
    for pointer, schema in holders(document, "discriminator"):
        where = child(pointer, "discriminator", "mapping")
        for value, target in mapping(mapping(schema["discriminator"]).get("mapping")).items():
            ref = reference_of(schemas, target)
            if ref is None or schemas.resolver.get(ref) is None:
                if isinstance(target, str) and "/" in target and not target.startswith("#"):
                    continue
                yield ApiProblem(
                    message=f"the discriminator's value {shortened(value)!r} names no schema: "
                    f"there is no {shortened(as_written(str(target)))!r}",
                    pointer=child(where, value),
                )
