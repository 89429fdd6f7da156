"""The variants of ``oneOf`` and ``anyOf``: their names, and what a discriminator selects. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from sphinx_docsjson.base.markdown import escape_brackets, escape_text, link
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping, text
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver, child
from sphinx_docsjson.ext.openapi.schema.constraints import values_have_fields
from sphinx_docsjson.ext.openapi.schema.fieldtree import Target
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import (
    Alternatives,
    Located,
    Parts,
    SchemaView,
    json_text,
    same,
)
from sphinx_docsjson.i18n import _

# Which values of a discriminator select which schema. Pure.
#
# Source of the rules: OpenAPI 3.1.1, section 4.8.25, and 3.2.0 for ``defaultMapping``. What a
# schema itself asks of the property counts most, because nothing else is valid.

SCHEMAS = "#/components/schemas"
MAX_NESTED = 3
"""Choices inside choices are looked into so deep."""


def discriminator_of(view: SchemaView, group: Alternatives) -> Mapping[str, Any]:
    """Return the discriminator of a choice; it may be beside the choice in ``allOf``."""
    if group.discriminator or len(view.alternatives) != 1:
        return group.discriminator
    return mapping(view.keywords.get("discriminator"))


def selecting_values(
    schemas: Schemas, discriminator: Mapping[str, Any], branch: Located
) -> list[Any]:
    """Return the values of the discriminating property that select *branch*."""
    name = text(discriminator.get("propertyName"))
    if not name:
        return []
    own = _own_values(schemas, schemas.view(branch), name, 0)
    named = _named_values(schemas, discriminator, branch)
    both = [value for value in named if any(same(value, other) for other in own)]
    return both or own or named


def selecting_text(schemas: Schemas, discriminator: Mapping[str, Any], branch: Located) -> str:
    """Return the values that select *branch* in words."""
    values = selecting_values(schemas, discriminator, branch)
    # Two types of a choice inside the choice may be selected by one value.
    parts = list(dict.fromkeys(json_text(value) for value in values))
    default = discriminator.get("defaultMapping")
    if isinstance(default, str) and _is_target(schemas, default, branch):
        parts.append(str(_("any other value")))
    return ", ".join(parts)


def subtypes_of(schemas: Schemas, view: SchemaView) -> list[tuple[list[str], str]]:
    """Return the values and references of the types that a discriminator on a base type tells.

    They are those of its mapping, and those that extend the base type by ``allOf``. One of these
    has the discriminator of its base: it tells itself and what extends it, if anything does.
    """
    discriminator = mapping(view.keywords.get("discriminator"))
    if not discriminator or view.alternatives:
        return []
    found: dict[str, list[str]] = {}
    for value, target in mapping(discriminator.get("mapping")).items():
        ref = reference_of(schemas, target)
        if ref is not None and schemas.resolver.get(ref) is not None:
            found.setdefault(ref, []).append(value)
    base = next((ref for ref in view.refs if _has_discriminator(schemas.resolver.get(ref))), None)
    if base is not None:
        for ref in schemas.derived_from(base):
            found.setdefault(ref, [])
        own = next((ref for ref in view.chain if ref == base or ref in found), None)
        if own != base:
            kept = {own, *schemas.derived_from(own)} if own else ()
            found = {ref: values for ref, values in found.items() if ref in kept}
            if found.keys() <= {own}:
                return []
    return [
        ([json_text(v) for v in _selecting(schemas, discriminator, ref, named)], ref)
        for ref, named in found.items()
    ]


def own_selection(schemas: Schemas, view: SchemaView) -> tuple[str, list[Any]]:
    """Return the property that tells a type from others that extend its base, and its values."""
    discriminator = mapping(view.keywords.get("discriminator"))
    name = text(discriminator.get("propertyName"))
    own = [schemas.resolver.get(ref) for ref in view.chain]
    if not name or not own or any(map(_has_discriminator, own)):
        return "", []
    return name, selecting_values(schemas, discriminator, Located({"$ref": view.chain[-1]}, ""))


def _has_discriminator(schema: Any) -> bool:
    raw = mapping(schema)
    return "discriminator" in raw or any(map(_has_discriminator, items(raw.get("allOf"))))


def _selecting(
    schemas: Schemas, discriminator: Mapping[str, Any], ref: str, named: list[str]
) -> list[Any]:
    found = selecting_values(schemas, discriminator, Located({"$ref": ref}, ref))
    both = [value for value in named if any(same(value, other) for other in found)]
    return both or found


def reference_of(schemas: Schemas, target: Any) -> str | None:
    """Return the reference that a value of ``mapping`` stands for: a name or a reference."""
    if not isinstance(target, str) or not target:
        return None
    named = child(SCHEMAS, target)
    return named if schemas.resolver.get(named) is not None or target[0] != "#" else target


def _own_values(schemas: Schemas, view: SchemaView, name: str, depth: int) -> list[Any]:
    """Return the constant or the allowed values of a property, or those of each choice."""
    if name in view.properties:
        keywords = schemas.view(*view.properties[name]).keywords
        return [keywords["const"]] if "const" in keywords else list(items(keywords.get("enum")))
    if depth >= MAX_NESTED:
        return []
    return [
        value
        for group in view.alternatives
        for branch in group.branches
        for value in _own_values(schemas, schemas.view(branch), name, depth + 1)
    ]


def _named_values(
    schemas: Schemas, discriminator: Mapping[str, Any], branch: Located
) -> list[str]:
    """Return the values that ``mapping`` has for *branch*, or the name of its schema."""
    pairs = mapping(discriminator.get("mapping")).items()
    mapped = [value for value, target in pairs if _is_target(schemas, target, branch)]
    if mapped:
        return mapped
    ref = text(mapping(branch.schema).get("$ref"))
    return [Resolver.name(ref)] if ref else []


def _is_target(schemas: Schemas, target: Any, branch: Located) -> bool:
    """Whether a value of ``mapping`` leads to the same schema as *branch*."""
    ref = reference_of(schemas, target)
    own = text(mapping(branch.schema).get("$ref"))
    if ref is None or not own:
        return False
    return ref == own or not {*_way(schemas, ref)}.isdisjoint(_way(schemas, own))


def _way(schemas: Schemas, ref: str) -> Iterator[str]:
    """Yield *ref* and the references that lead on from there, one after the other."""
    seen: set[str] = set()
    while ref and ref not in seen:
        seen.add(ref)
        yield ref
        schema = mapping(schemas.resolver.get(ref))
        ref = text(schema.get("$ref")) if len(schema) == 1 else ""


# What may be in a value of a schema: its fields, its choices, its named subtypes. Pure.

Kind: TypeAlias = Literal["property", "pattern", "additional", "position"]


def members_of(view: SchemaView) -> Iterator[tuple[str, Kind, Parts]]:
    """Yield what may be in an object or a tuple, in the order of the file."""
    for name, parts in view.properties.items():
        yield name, "property", parts
    for name, parts in view.patterns.items():
        yield name, "pattern", parts
    values = view.values_schema
    if values and (view.properties or view.patterns or values_have_fields(view)):
        said = (mapping(part.schema).get("x-additionalPropertiesName") for part in values)
        yield next((name for name in map(text, said) if name), "*"), "additional", values
    for index, parts in enumerate(view.positions):
        yield str(index), "position", parts
    others = view.schemas.get("items", ())
    if view.positions and any(isinstance(part.schema, Mapping) for part in others):
        yield "…", "position", others


def target_of(view: SchemaView) -> Target:
    """Return where all of a schema is shown, of whatever parts it is."""
    pointer, *beside = view.pointers
    return Target(pointer=pointer, beside=tuple(beside))


def description_of(
    view: SchemaView, inner: SchemaView, address: Callable[[str], str], own: str = ""
) -> str:
    """Return what is said about a value, and of the items when it is a list of them.

    :param address: a relative address of documentation → where it leads.
    :param own: what a parameter says itself, which comes in place of its schema's words.
    """
    parts = (view,) if inner is view else (view, inner)
    said = [text(part.keywords.get("description")).strip() for part in parts]
    said[0] = own.strip() or said[0]
    said += [documentation_of(part.keywords.get("externalDocs"), address) for part in parts]
    return "\n\n".join(dict.fromkeys(part for part in said if part))


def documentation_of(value: Any, address: Callable[[str], str]) -> str:
    """Return the link to further documentation, as Markdown."""
    raw = mapping(value)
    url = "".join(text(raw.get("url")).split())
    if not url:
        return ""
    plain = " ".join(text(raw.get("description")).split()) or url
    return link(escape_brackets(escape_text(plain)), address(url))


def choices_of(view: SchemaView) -> int:
    """Return how many types may be here, when a choice without a name is all that this is.

    Such a choice takes a line for each type, and each type is opened or linked to by itself.
    """
    if view.chain or view.conditions or any(True for _member in members_of(view)):
        return 0
    return sum(len(group.branches) for group in view.alternatives)


def sort_key(view: SchemaView, name: str, kind: Kind) -> tuple[bool, bool, str]:
    """Return by what members are sorted: required ones first, then by name; tuples stay."""
    if kind == "position":
        return (False, False, "")
    return (kind != "property", name not in view.required, name.casefold())
