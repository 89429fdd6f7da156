"""What the keywords of a schema say together: values, choices, conditions. No page is asked."""

from __future__ import annotations

from typing import Any

from tests.openapi.truth.files import Files, Place, Unresolved
from tests.openapi.truth.schemas import Choice, Whole, whole


def enum_of(found: Whole) -> list[Any] | None:
    """Return the values that all parts list, or ``None`` when no part lists values."""
    lists = [listed for listed in found.values("enum") if isinstance(listed, list) and listed]
    if not lists:
        return None
    return [v for v in lists[0] if all(any(equal(v, o) for o in other) for other in lists[1:])]


def discriminator_values(
    files: Files, choice: Choice, branch: Place, found: Whole, name: str
) -> list[str]:
    """Return what a discriminator says for a branch: its own constant, else the mapping's name."""
    own = whole(files, found.properties.get(name, []))
    values = own.values("const")[:1] or (enum_of(own) or [])
    if len(values) == 1:
        return [str(values[0])]
    reference = branch.text("$ref")
    mapped = []
    for value, target in choice.place.members("discriminator", "mapping"):
        said = target.value if isinstance(target.value, str) else ""
        if said == reference or (said and reference.endswith(f"/schemas/{said}")):
            mapped.append(value)
    if mapped or values:
        return mapped or [str(value) for value in values]
    return [reference.rsplit("/", 1)[-1]] if reference else []


Constants = list[tuple[Any, str]]
"""Values, and what each means."""


def constants(found: Whole) -> Constants:
    """Return the values of choices of which each branch is a constant, and what they mean."""
    values: Constants = []
    for choice in found.choices:
        for branch in choice.branches:
            inner = whole(found.files, [branch])
            listed = inner.values("const")[:1] or (enum_of(inner) or [])
            if not listed or inner.properties or inner.choices:
                return []
            said = _worded(inner.nearest("title"), inner.nearest("description"), listed[0])
            values += [(value, said if len(listed) == 1 else "") for value in listed]
    return values


def named(found: Whole) -> Constants:
    """Return the values of an ``enum`` and what ``x-enum-…`` says that they are."""
    values = enum_of(found) or []
    names = found.nearest("x-enum-varnames", "x-enumNames", "x-enum-names")
    texts = found.nearest("x-enum-descriptions", "x-enumDescriptions", "x-enum-description")

    def at(listed: list[Any], number: int, value: Any) -> list[Any]:
        told = listed[0] if listed else []
        if isinstance(told, dict):
            return [told[str(value)]] if str(value) in told else []
        return told[number : number + 1]

    return [
        (value, _worded(at(names, number, value), at(texts, number, value), value))
        for number, value in enumerate(values)
    ]


def _worded(titles: list[Any], descriptions: list[Any], value: Any) -> str:
    """Return ``NAME: meaning``, without the name where it is the value itself."""
    told = [str(each) for each in (*titles[:1], *descriptions[:1]) if each and each != value]
    return ": ".join(dict.fromkeys(told))


def is_made(found: Whole, choice: Choice) -> bool:
    """Whether a schema is itself a branch of a choice of the type that it extends."""
    here = {each.identity for each in _names_of(found)} - {choice.place.identity}
    branches = (_found(found.files, each, each.text("$ref")) for each in choice.branches)
    return any(each is not None and each.identity in here for each in branches)


def extending(files: Files, base: Place) -> list[Place]:
    """Return the schemas that extend *base* by ``allOf``, directly or not."""
    found: dict[tuple[str, str], Place] = {}
    todo = [base]
    while todo:
        above = todo.pop().identity
        for _name, schema in files.document.members("components", "schemas"):
            parts = [part for _number, part in schema.members("allOf") if part.text("$ref")]
            bases = (_found(files, part, part.text("$ref")) for part in parts)
            if schema.identity not in found and above in (b.identity for b in bases if b):
                found[schema.identity] = schema
                todo.append(schema)
    return list(found.values())


def subtypes(found: Whole) -> list[str]:
    """Return what a discriminator says on a type that others extend, for each of them.

    A type that extends it is one of those that it names itself, and so are those that extend
    that one; the others are not.
    """
    files = found.files
    here = _names_of(found)
    for part in found.parts:
        name = part.place.text("discriminator", "propertyName")
        if not name or (owner := _owner(files, part.place)) is None:
            continue
        values: dict[tuple[str, str], list[str]] = {}
        schemas: dict[tuple[str, str], Place] = {}
        for value, target in part.place.members("discriminator", "mapping"):
            if (schema := _mapped(files, target)) is not None:
                schemas[schema.identity] = schema
                values.setdefault(schema.identity, []).append(value)
        for schema in extending(files, owner):
            schemas[schema.identity] = schema
            values.setdefault(schema.identity, [schema.names[-1]])
        own = next((o for o in here if o.identity in {owner.identity, *values}), None)
        if own is None:
            continue
        if own.identity != owner.identity:
            kept = {own.identity, *(each.identity for each in extending(files, own))}
            values = {key: listed for key, listed in values.items() if key in kept}
            if values.keys() <= {own.identity}:
                return []
        return [f"{name} = {_said(schemas[key], files, name, v)}" for key, v in values.items()]
    return []


def _said(schema: Place, files: Files, name: str, mapped: list[str]) -> str:
    """Return the values that select a schema: its own, as far as a mapping does not choose."""
    own = whole(files, whole(files, [schema]).properties.get(name, []))
    values = own.values("const")[:1] or (enum_of(own) or [])
    both = [value for value in mapped if any(equal(value, other) for other in values)]
    return ", ".join(str(value) for value in both or values or mapped)


def _names_of(found: Whole) -> list[Place]:
    """Return a schema and those that it is nothing but another name of."""
    if len(found.sources) != 1:
        return []
    here = [*found.sources]
    while len(here) < 64:
        schema = here[-1].value
        if not isinstance(schema, dict) or schema.keys() - {"$ref", "allOf", *_ABOUT}:
            break
        parts = [part for _number, part in here[-1].members("allOf")]
        if "$ref" in schema and not parts:
            target = _found(found.files, here[-1], schema["$ref"])
        else:
            target = parts[0] if len(parts) == 1 and "$ref" not in schema else None
        if target is None:
            break
        here.append(target)
    return here


_ABOUT = ("title", "description", "example", "examples", "default", "deprecated", "nullable")


def _owner(files: Files, part: Place) -> Place | None:
    """Return the named schema that a part with a discriminator stands in."""
    names = part.names[:3]
    if names[:2] != ("components", "schemas"):
        return None
    return Place(value=files.read(part.file), file=part.file).get(*names)


def _mapped(files: Files, target: Place) -> Place | None:
    """Return the schema that a value of a mapping names: by its name, or by a reference."""
    said = target.value if isinstance(target.value, str) else ""
    named = files.document.get("components", "schemas", said)
    if named is not None:
        return named
    return _found(files, target, said)


def _found(files: Files, place: Place, reference: str) -> Place | None:
    try:
        return files.target(place, reference)
    except Unresolved:
        return None


def examples_of(found: Whole) -> list[Any]:
    values = found.nearest("example")
    if values:
        return values[:1]
    lists = [listed for listed in found.nearest("examples") if isinstance(listed, list)]
    return lists[0] if lists else []


def cases(found: Whole) -> list[Place]:
    """Return what holds on conditions."""
    listed: list[Place] = []
    for part in found.parts:
        if "if" in part.place.value:
            for name in ("then", "else"):
                inner = part.place.get(name)
                listed += [inner] if inner is not None and asks(inner.value) else []
        listed += [inner for _name, inner in part.place.members("dependentSchemas")]
    return listed


def asks(schema: Any) -> bool:
    """Whether a schema asks for something."""
    return schema is False or (isinstance(schema, dict) and any(schema.values()))


def identities(found: Whole) -> set[tuple[str, str]]:
    return {part.place.identity for part in found.parts} | found.refs


def equal(one: Any, other: Any) -> bool:
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)
