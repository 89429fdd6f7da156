"""What becomes a view while the parts of a schema are merged, and how it is frozen. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping
from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.schema.merge import (
    ANNOTATIONS,
    SEVERAL,
    Contradiction,
    merged,
    modern,
    same,
    types_of,
)
from sphinx_docsjson.openapi.schema.view import (
    Alternatives,
    Condition,
    Conflict,
    Contained,
    Located,
    Parts,
    SchemaView,
)

STRUCTURE = frozenset(
    {"$ref", "$dynamicRef", "allOf", "oneOf", "anyOf", "properties", "patternProperties"}
    | {"required", "if", "then", "else", "not", "$defs", "definitions", "dependentSchemas"}
    | {"contains", "minContains", "maxContains", "prefixItems", "items"}
)
SUBSCHEMAS = frozenset(
    {"additionalProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems"}
)

_SPELT = {"example": "examples", "examples": "example"}
"""The two spellings of one annotation; the nearest examples are shown, not the first spelling."""


def branches_of(schema: Mapping[str, Any], keyword: str, pointer: str) -> Parts:
    """Return the branches of a ``oneOf`` or ``anyOf`` other than ``null``."""
    return tuple(
        Located(branch, child(pointer, keyword, index))
        for index, branch in enumerate(items(schema.get(keyword)))
        if not _is_null(mapping(branch))
    )


def is_choice(branches: Parts) -> bool:
    """Whether branches are more than one that holds whatever the value; constants have names."""
    named = len(branches) == 1 and {"const", "title"} <= mapping(branches[0].schema).keys()
    return named or len(branches) > 1


def _is_null(schema: Mapping[str, Any]) -> bool:
    return types_of(schema.get("type")) == ["null"] or schema.get("const", "") is None


@dataclass(kw_only=True)
class Gathering:
    """What is known of a view while schemas are merged into it; see :class:`SchemaView`.

    :param hops: annotation → how many references lead to it, when there are some: what is written
        in this place is more to the point.
    :param tuples: ``prefixItems`` and ``items`` of each schema that has one of them.
    :param nullable: a schema without a type says ``nullable``, which only makes sense when it is
        about the whole.
    :param maps: the names and patterns that a schema with ``additionalProperties`` knows.
    """

    pointer: str
    beside: tuple[str, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict)
    hops: dict[str, int] = field(default_factory=dict)
    further: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    schemas: dict[str, list[Located]] = field(default_factory=dict)
    tuples: list[tuple[list[Parts], Parts]] = field(default_factory=list)
    maps: list[tuple[Mapping[str, Any], Mapping[str, Any], Located]] = field(default_factory=list)
    contained: list[Contained] = field(default_factory=list)
    properties: dict[str, list[Located]] = field(default_factory=dict)
    patterns: dict[str, list[Located]] = field(default_factory=dict)
    required: dict[str, None] = field(default_factory=dict)
    alternatives: list[Alternatives] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    negations: list[Located] = field(default_factory=list)
    name: str = ""
    chain: list[str] = field(default_factory=list)
    refs: dict[str, None] = field(default_factory=dict)
    nullable: bool = False
    never: bool = False
    conflicts: list[Conflict] = field(default_factory=list)
    dynamic: bool = False

    @classmethod
    def of(cls, view: SchemaView) -> Gathering:
        """Return what a view was made of, to add something to it; it has no name any more."""
        found = cls(
            pointer=view.pointer,
            beside=view.beside,
            keywords=dict(view.keywords),
            further=dict(view.further),
            schemas={name: list(parts) for name, parts in view.schemas.items()},
            contained=list(view.contained),
            properties={name: list(parts) for name, parts in view.properties.items()},
            patterns={name: list(parts) for name, parts in view.patterns.items()},
            required=dict(view.required),
            alternatives=list(view.alternatives),
            conditions=list(view.conditions),
            negations=list(view.negations),
            refs=dict(view.refs),
            never=view.never,
            conflicts=list(view.conflicts),
            dynamic=view.dynamic,
        )
        rest = tuple(found.schemas.pop("items", ()))
        if rest or view.positions:
            found.tuples.append((list(view.positions), rest))
        return found

    def add_own(self, schema: Mapping[str, Any], pointer: str, hops: int) -> bool | None:
        """Add what *schema* itself says; return what its type says of ``null``."""
        self.dynamic = self.dynamic or "$dynamicRef" in schema
        plain = modern(schema)
        for name, value in plain.items():
            if name in SUBSCHEMAS:
                self.schemas.setdefault(name, []).append(Located(value, child(pointer, name)))
            elif name not in STRUCTURE:
                self._add_keyword(name, value, hops)
        for keyword, found in (
            ("properties", self.properties),
            ("patternProperties", self.patterns),
        ):
            if keyword in schema:
                where = f"{pointer}/{keyword}"
                for name, value in mapping(schema[keyword]).items():
                    found.setdefault(name, []).append(Located(value, child(where, name)))
        for name in items(schema.get("required")):
            if isinstance(name, str):
                self.required[name] = None
        self._add_structure(schema, pointer)
        types = types_of(plain.get("type"))
        self.nullable = self.nullable or (not types and schema.get("nullable") is True)
        return "null" in types if types else None

    def _add_keyword(self, name: str, value: Any, hops: int) -> None:
        if (other := _SPELT.get(name)) in self.keywords:
            above = self.hops.get(str(other), 0)
            if above < hops:
                return
            if above > hops:
                del self.keywords[str(other)], self.hops[str(other)]
        if hops and name in ANNOTATIONS:
            if name not in self.keywords or hops < self.hops.get(name, 0):
                self.keywords[name], self.hops[name] = value, hops
        elif name not in self.keywords or self.hops.pop(name, 0):
            self.keywords[name] = value
        elif name in SEVERAL:
            if value not in (self.keywords[name], *self.further.get(name, ())):
                self.further[name] = (*self.further.get(name, ()), value)
        else:
            try:
                self.keywords[name] = merged(name, self.keywords[name], value)
            except Contradiction:
                self.never = True
                self.conflicts.append(Conflict(name, self.keywords[name], value))

    def _add_structure(self, schema: Mapping[str, Any], pointer: str) -> None:
        """Add the keywords that hold schemas and are more than a map of them."""
        if "items" in schema or "prefixItems" in schema:
            where = child(pointer, "prefixItems")
            listed = enumerate(items(schema.get("prefixItems")))
            first: list[Parts] = [(Located(item, child(where, index)),) for index, item in listed]
            place = child(pointer, "items")
            rest = (Located(schema["items"], place),) if "items" in schema else ()
            self.tuples.append((first, rest))
        others = schema.get("additionalProperties")
        if isinstance(others, dict) and others:
            known = mapping(schema.get("properties")), mapping(schema.get("patternProperties"))
            self.maps.append((*known, Located(others, child(pointer, "additionalProperties"))))
        if "contains" in schema:
            wanted = Located(schema["contains"], child(pointer, "contains"))
            often = schema.get("minContains"), schema.get("maxContains")
            self.contained.append(Contained(wanted, *often))
        for keyword in ("oneOf", "anyOf"):
            branches = branches_of(schema, keyword, pointer) if keyword in schema else ()
            if is_choice(branches):
                tag = mapping(schema.get("discriminator"))
                group = Alternatives(kind=keyword, branches=branches, discriminator=tag)
                self.alternatives.append(group)
        if "not" in schema and schema["not"] in ({}, True):
            self.never = True
        elif "not" in schema:
            self.negations.append(Located(schema["not"], child(pointer, "not")))
        if "if" in schema:
            then, other = (
                Located(schema[name], child(pointer, name)) if name in schema else None
                for name in ("then", "else")
            )
            test = Located(schema["if"], child(pointer, "if"))
            self.conditions.append(Condition(test, then, other))
        where = child(pointer, "dependentSchemas")
        for name, value in mapping(schema.get("dependentSchemas")).items():
            test = Located({"required": [name]}, where)
            self.conditions.append(Condition(test, Located(value, child(where, name)), None))

    def frozen(self, *, nullable: bool) -> SchemaView:
        """Return the view of what was gathered."""
        for names, patterns, others in self.maps:
            self._hold_others(names, patterns, others)
        schemas = {name: distinct(parts) for name, parts in self.schemas.items()}
        positions = self._positions()
        rest = [part for _first, parts in self.tuples for part in parts]
        if rest:
            schemas["items"] = distinct(rest)
        return SchemaView(
            pointer=self.pointer,
            beside=self.beside,
            keywords=self.keywords,
            further=self.further,
            schemas=schemas,
            positions=positions,
            contained=tuple(self.contained),
            properties={name: distinct(parts) for name, parts in self.properties.items()},
            patterns={name: distinct(parts) for name, parts in self.patterns.items()},
            required=self.required,
            alternatives=tuple(self.alternatives),
            conditions=tuple(self.conditions),
            negations=tuple(self.negations),
            name=self.name,
            chain=tuple(self.chain),
            refs=self.refs,
            nullable=nullable,
            never=self.never,
            conflicts=tuple(self.conflicts),
            dynamic=self.dynamic,
        )

    def _hold_others(
        self, names: Mapping[str, Any], patterns: Mapping[str, Any], others: Located
    ) -> None:
        """Ask of fields that a map does not know what it asks of its values."""
        for name, parts in self.properties.items():
            if name not in names and not any(_finds(pattern, name) for pattern in patterns):
                parts.append(others)
        for pattern, parts in self.patterns.items():
            if pattern not in patterns and not any(_finds(pattern, name) for name in names):
                parts.append(others)

    def _positions(self) -> tuple[Parts, ...]:
        """Return what holds at each of the first places of a list."""
        longest = max((len(first) for first, _rest in self.tuples), default=0)
        return tuple(
            distinct(
                part
                for first, rest in self.tuples
                for part in (first[index] if index < len(first) else rest)
            )
            for index in range(longest)
        )


def distinct(parts: Iterable[Located]) -> Parts:
    """Return schemas that hold together, each once, without those that ask for nothing."""
    listed = tuple(parts)
    if len(listed) < 2:
        return listed
    found: list[Located] = []
    for part in listed:
        if part.schema is False:
            return (part,)
        if part.schema is not True and part.schema != {}:
            found += [] if any(same(part.schema, other.schema) for other in found) else [part]
    return tuple(found) or listed[:1]


def _finds(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return True
