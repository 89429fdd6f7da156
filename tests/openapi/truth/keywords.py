"""What the keywords of a schema say together: values, choices, conditions. No page is asked."""

from __future__ import annotations

from typing import Any

from tests.openapi.truth.files import Files, Place
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
            texts = [*inner.nearest("description"), *inner.nearest("title")]
            said = str(texts[0]) if texts and len(listed) == 1 else ""
            values += [(value, said) for value in listed]
    return values


def extending(files: Files, base: Place) -> list[str]:
    """Return the names of the schemas that extend *base* by ``allOf``, directly or not."""
    found: list[str] = []
    for name, schema in files.document.members("components", "schemas"):
        for _number, part in schema.members("allOf"):
            if not part.text("$ref"):
                continue
            target = files.target(part, part.text("$ref"))
            if target.identity == base.identity:
                found += [name, *extending(files, schema)]
    return list(dict.fromkeys(found))


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
