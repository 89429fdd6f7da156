"""Which fields of a configuration are accepted and do nothing: who moves wants to know them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_docsjson.site.reading.located_text import Value

EFFECT, NONE = "x-effect", "none"
"""How the schema marks them."""

VALUES = "x-values-without-effect"
"""How it marks the items of a list that do nothing, where others do something."""

WARNED = frozenset({"asyncapi", "graphql", "sdk", "sourceRef"})
"""What pages would be made of gets a warning with its place instead."""


def fields_without_effect(value: Value, schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields of *value* that its schema marks as being without effect.

    What an object of such fields holds is named, too: ``integrations.ga4``. A field of many items
    is named once.
    """
    found = _fields(value, [schema], schema["$defs"], "")
    return tuple(dict.fromkeys(found))


def _fields(
    value: Value, parts: list[Mapping[str, Any]], known: Mapping[str, Any], path: str
) -> Iterator[str]:
    applied = [each for part in parts for each in _applied(part, value, known)]
    if value.is_array:
        inner = [part["items"] for part in applied if isinstance(part.get("items"), dict)]
        for item in value.items:
            yield from _fields(item, inner, known, path)
        return
    if isinstance(value.data, str):
        if any(value.data in part.get(VALUES, ()) for part in applied):
            yield f"{path} {value.data!r}"
        return
    if not value.is_object:
        return
    for key, member in value.members.items():
        below = [part["properties"][key] for part in applied if key in part.get("properties", ())]
        others = (part.get("additionalProperties") for part in applied)
        below = below or [part for part in others if isinstance(part, dict)]
        name = f"{path}.{key}" if path else key
        if any(part.get(EFFECT) == NONE for part in below):
            yield from _named(key, name, member)
        else:
            yield from _fields(member, below, known, name)


def _named(key: str, name: str, member: Value) -> Iterator[str]:
    if key in WARNED:
        return
    if member.is_object and member.members:
        yield from (f"{name}.{inner}" for inner in member.members)
    else:
        yield name


def _applied(
    part: Mapping[str, Any], value: Value, known: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    """Yield a part of the schema, what it refers to, and the branch that is for this value."""
    yield part
    if "$ref" in part:
        yield from _applied(known[part["$ref"].rpartition("/")[2]], value, known)
    if "if" in part:
        wanted = part["if"].get("type")
        fits = {"array": value.is_array, "object": value.is_object}.get(
            wanted, isinstance(value.data, str)
        )
        branch = part.get("then" if fits else "else")
        if branch is not None:
            yield from _applied(branch, value, known)
