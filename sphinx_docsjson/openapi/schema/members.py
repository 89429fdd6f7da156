"""What may stand in a value of a schema: its fields, its choices, its named subtypes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from sphinx_docsjson.openapi.reading.lenient import items, mapping
from sphinx_docsjson.openapi.schema.merge import Located, View, combined
from sphinx_docsjson.openapi.schema.summaries import values_have_fields, values_schema

Kind: TypeAlias = Literal["property", "pattern", "additional", "position"]


def members_of(view: View) -> Iterator[tuple[str, Kind, Located]]:
    """Yield what may stand in an object or a tuple, in the order of the file."""
    for name, parts in view.properties.items():
        yield name, "property", combined(parts)
    for name, parts in view.patterns.items():
        yield name, "pattern", combined(parts)
    values = values_schema(view)
    if values and (view.properties or view.patterns or values_have_fields(view)):
        yield "*", "additional", values
    if prefix := view.located("prefixItems"):
        listed, pointer = prefix
        for index, item in enumerate(items(listed)):
            yield str(index), "position", (item, f"{pointer}/{index}")
        others = view.located("items")
        if others and isinstance(others[0], Mapping):
            yield "…", "position", others


def choices_of(view: View) -> int:
    """Return how many types may stand here, when a choice without a name is all that this is.

    Such a choice takes a line for each type, and each type is opened or linked to by itself.
    """
    if view.chain or view.conditions or subtypes_of(view) or next(members_of(view), None):
        return 0
    return sum(len(group.branches) for group in view.alternatives)


def subtypes_of(view: View) -> list[tuple[str, str]]:
    """Return the values and references of a discriminator that stands on the type itself."""
    if view.alternatives or len(view.refs) > len(view.chain):
        return []
    pairs = mapping(mapping(view.keywords.get("discriminator")).get("mapping")).items()
    return [(v, ref) for v, ref in pairs if isinstance(ref, str) and ref.startswith("#")]


def names_by_target(pairs: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of a discriminator by the reference or name that they stand for."""
    names: dict[str, str] = {}
    for value, target in pairs.items():
        if isinstance(target, str):
            ref = target if target.startswith("#") else f"#/components/schemas/{target}"
            names.setdefault(ref, value)
    return names


def sort_key(view: View, name: str, kind: Kind) -> tuple[bool, bool, str]:
    """Return by what members are sorted: required ones first, then by name; tuples stay."""
    if kind == "position":
        return (False, False, "")
    return (kind != "property", name not in view.required, name.casefold())
