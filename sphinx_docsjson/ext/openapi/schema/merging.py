"""Follows and merges the schemas of a document into views. No other module does. Pure.

Source of the rules: JSON Schema 2020-12, Core sections 8 to 11; for OpenAPI 3.0 its Schema
Object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver, child, wrong_reference
from sphinx_docsjson.ext.openapi.schema.patterns import finds
from sphinx_docsjson.ext.openapi.schema.view import (
    ANNOTATIONS,
    SEVERAL,
    Alternatives,
    Condition,
    Conflict,
    Contained,
    Contradiction,
    Located,
    Parts,
    SchemaView,
    implied_types,
    merged,
    modern,
    same,
    types_of,
)

MAX_DEPTH = 64

_DESCRIBING = ANNOTATIONS | {"deprecated", "readOnly", "writeOnly", "nullable"}


# What becomes a view while the parts of a schema are merged, and how it is frozen. Pure.

STRUCTURE = frozenset(
    {"$ref", "$dynamicRef", "allOf", "oneOf", "anyOf", "properties", "patternProperties"}
    | {"required", "if", "then", "else", "not", "$defs", "definitions", "dependentSchemas"}
    | {"contains", "minContains", "maxContains", "prefixItems", "items"}
)
SUBSCHEMAS = frozenset(
    {"additionalProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems"}
)


_ADDING = (STRUCTURE | SUBSCHEMAS) - {"$ref", "$dynamicRef", "$defs", "definitions", "required"}
_ADDING -= {"allOf", "oneOf", "anyOf"}
"""The keywords beside a reference that make something else of it."""

_HOLDING = STRUCTURE | SUBSCHEMAS
"""The keywords of a schema that is more than a value with limits."""


class Schemas:
    """Makes views of the schemas of one document."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self._known: dict[str, SchemaView] = {}
        self._derived: dict[str, list[str]] | None = None

    def view(self, *parts: Located, scope: tuple[str, ...] = ()) -> SchemaView:
        """Return the view of a schema, or of several that hold together.

        :param scope: the references on the way to it, outermost first (for ``$dynamicRef``).
        """
        if len(parts) > 1:
            return self._several(parts, scope)
        if parts:
            schema = parts[0].schema
            if isinstance(schema, dict):
                if _HOLDING.isdisjoint(schema):
                    return _plain_view(schema, parts[0].pointer)
                if len(schema) == 1 and isinstance(ref := schema.get("$ref"), str):
                    return self._named(ref, parts[0], scope)
        return self._gathered(parts, scope)

    def chosen(self, view: SchemaView, group: Alternatives, branch: Located) -> SchemaView:
        """Return what *view* is when *branch* is taken of one of its alternatives."""
        gathering = Gathering.of(view)
        gathering.alternatives.remove(group)
        said = self._add(gathering, *branch, (), whole=False, named=False)
        return gathering.frozen(nullable=gathering.nullable or said is True)

    def derived_from(self, ref: str) -> tuple[str, ...]:
        """Return the references of the schemas that extend another one by ``allOf``."""
        if self._derived is None:
            self._derived = {}
            components = mapping(self.resolver.document.get("components"))
            for name, schema in mapping(components.get("schemas")).items():
                for part in items(mapping(schema).get("allOf")):
                    base = mapping(part).get("$ref")
                    if isinstance(base, str):
                        derived = child("#/components/schemas", name)
                        self._derived.setdefault(base, []).append(derived)
        found = dict.fromkeys(self._derived.get(ref, ()))
        todo = [*found]
        for base in todo:
            further = [each for each in self._derived.get(base, ()) if each not in found]
            found |= dict.fromkeys(further)
            todo += further
        return tuple(found)

    def ref_of(self, schema: Mapping[str, Any], scope: tuple[str, ...]) -> str | None:
        """Return the reference of a schema, a ``$dynamicRef`` resolved in its scope."""
        ref = schema.get("$ref")
        if isinstance(ref, str):
            return ref
        dynamic = schema.get("$dynamicRef")
        if not isinstance(dynamic, str):
            return None
        target = self.resolver.get(dynamic)
        name = mapping(target).get("$dynamicAnchor") or (
            "" if target else dynamic.rpartition("#")[2]
        )
        for outer in scope if name else ():
            if found := self.resolver.dynamic_anchors(outer).get(name):
                return found
        return dynamic

    def _named(self, ref: str, part: Located, scope: tuple[str, ...]) -> SchemaView:
        if ref in self._known:
            known = self._known[ref]
            self.resolver.touch(known.refs)
            return known
        view = self._gathered((part,), scope)
        if not view.dynamic:
            self._known[ref] = view
        return view

    def _several(self, parts: Parts, scope: tuple[str, ...]) -> SchemaView:
        """Return the view of several schemas.

        One that says no more than what another is, such as ``type: object`` beside a reference,
        does not take away that other's name.
        """
        telling = [part for part in parts if not _is_faint(part.schema)]
        if len(telling) != 1:
            return self._gathered(parts, scope)
        one = self.view(telling[0], scope=scope)
        types = {*(one.types or implied_types(one))}
        faint = [part.schema["type"] for part in parts if "type" in mapping(part.schema)]
        whole = self._gathered(parts, scope)
        if not all(types <= set(types_of(said)) for said in faint):
            return whole
        return replace(whole, pointer=one.pointer, beside=(), name=one.name, chain=one.chain)

    def _gathered(self, parts: Parts, scope: tuple[str, ...]) -> SchemaView:
        pointers = [part.pointer for part in parts] or [""]
        gathering = Gathering(pointer=pointers[0], beside=tuple(pointers[1:]))
        whole = len(parts) == 1
        said = [self._add(gathering, *part, scope, whole=whole, named=whole) for part in parts]
        return gathering.frozen(nullable=gathering.nullable or _together(said) is True)

    def _add(
        self,
        into: Gathering,
        schema: Any,
        pointer: str,
        scope: tuple[str, ...],
        depth: int = 0,
        hops: int = 0,
        *,
        whole: bool,
        named: bool,
    ) -> bool | None:
        """Merge *schema* into what is gathered.

        :param whole: it is all there is.
        :param named: nothing else is but what asks for some of its fields, so that it gives the
            name.
        :param hops: how many references lead to it.
        :returns: whether it says about ``null`` that it is allowed (or not); ``None``: nothing.
        """
        if isinstance(schema, bool):
            into.never = into.never or not schema
            return None
        if not isinstance(schema, dict):
            self.resolver.report("a schema must be an object", pointer, "openapi-schema")
            return None
        if depth > MAX_DEPTH:
            return None
        said = [into.add_own(schema, pointer, hops, depth)]
        parts = [
            Located(part, child(pointer, "allOf", index))
            for index, part in enumerate(items(schema.get("allOf")))
        ]
        with_null = schema.get("nullable") is True
        adds = not _ADDING.isdisjoint(schema)
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                branches = branches_of(schema, keyword, pointer)
                with_null = with_null or len(branches) < len(items(schema[keyword]))
                adds = adds or is_choice(branches)
                parts += () if is_choice(branches) else branches
        ref = self.ref_of(schema, scope)
        telling = [part for part in parts if not _only_describes(part.schema)]
        alone = not adds and len(telling) + (ref is not None) == 1
        whole, named = whole and alone and "required" not in schema, named and alone
        if ref is not None and ref not in into.refs:
            into.refs[ref] = None
            if named and "$dynamicRef" not in schema:  # its target has the telling name
                into.name = into.name or Resolver.name(ref)
            if whole:
                into.chain.append(ref)
            target, inside, far = self.resolver.get(ref), (*scope, ref), (depth + 1, hops + 1)
            if wrong := wrong_reference(ref, target, "schemas"):
                self.resolver.report(wrong, pointer)
            else:
                said.append(self._add(into, target, ref, inside, *far, whole=whole, named=named))
        for part in parts:
            told = any(part is one for one in telling)
            only, names, far = whole and told, named and told, (depth + 1, hops)
            said.append(self._add(into, *part, scope, *far, whole=only, named=names))
        return True if with_null else _together(said)


def _is_faint(schema: Any) -> bool:
    """Whether a schema says at most what type a value has."""
    return isinstance(schema, dict) and schema.keys() <= {"type", *ANNOTATIONS}


def _only_describes(schema: Any) -> bool:
    """Whether a schema says nothing of what a value is, but perhaps that it may be ``null``."""
    return isinstance(schema, dict) and all(
        name in _DESCRIBING or name.startswith("x-") for name in schema
    )


def _plain_view(schema: Mapping[str, Any], pointer: str) -> SchemaView:
    """Return the view of a schema that refers to no other; most of a document are such."""
    keywords = modern(schema)
    nullable = schema.get("nullable") is True or "null" in types_of(keywords.get("type"))
    return SchemaView(pointer=pointer, keywords=keywords, nullable=nullable)


def _together(said: Iterable[bool | None]) -> bool | None:
    """Return what several schemas say together of ``null``: one may forbid what others allow."""
    known = {word for word in said if word is not None}
    return None if not known else False not in known


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
    :param far: pointer of a field → how many references, and then parts of parts, lead to it.
    :param maps: the names and patterns that a schema with ``additionalProperties`` knows.
    """

    pointer: str
    beside: tuple[str, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict)
    hops: dict[str, int] = field(default_factory=dict)
    further: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    schemas: dict[str, list[Located]] = field(default_factory=dict)
    tuples: list[tuple[list[Parts], Parts]] = field(default_factory=list)
    far: dict[str, tuple[int, int]] = field(default_factory=dict)
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
        found = cls(**{name: change(getattr(view, name)) for name, change in _THAWED.items()})
        rest = tuple(found.schemas.pop("items", ()))
        if rest or view.positions:
            found.tuples.append((list(view.positions), rest))
        return found

    def add_own(
        self, schema: Mapping[str, Any], pointer: str, hops: int, depth: int
    ) -> bool | None:
        """Add what *schema* itself says; return what its type says about ``null``."""
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
                    part = Located(value, child(where, name))
                    found.setdefault(name, []).append(part)
                    self.far[part.pointer] = hops, depth
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
        for found in (self.properties, self.patterns):
            for name, parts in found.items():
                if len(parts) > 1:
                    found[name] = self._nearest_first(parts)
        for names, patterns, others in self.maps:
            self._hold_others(names, patterns, others)
        schemas = _distinct_each(self.schemas)
        if rest := [part for _first, parts in self.tuples for part in parts]:
            schemas["items"] = distinct(rest)
        return SchemaView(
            pointer=self.pointer,
            beside=self.beside,
            keywords=self.keywords,
            further=self.further,
            schemas=schemas,
            positions=self._positions(),
            contained=tuple(self.contained),
            properties=_distinct_each(self.properties),
            patterns=_distinct_each(self.patterns),
            required=self.required,
            alternatives=tuple(group for group in self.alternatives if not self._is_made(group)),
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

    def _is_made(self, group: Alternatives) -> bool:
        """Whether this is a branch itself of a choice of the type that it extends."""
        return any(
            ref == mapping(branch.schema).get("$ref") and not branch.pointer.startswith(f"{ref}/")
            for branch in group.branches
            for ref in self.chain
        )

    def _nearest_first(self, parts: list[Located]) -> list[Located]:
        """Return what describes one field, the most telling first: its annotations are shown.

        That is what is in place rather than behind a reference, as an extension does beside
        its base, then what is outside ``allOf`` rather than in a part of it, then the
        first. JSON Schema leaves the choice to applications (2020-12, Core section 7.7.1).
        """
        return sorted(parts, key=lambda part: self.far.get(part.pointer, (0, 0)))

    def _hold_others(
        self, names: Mapping[str, Any], patterns: Mapping[str, Any], others: Located
    ) -> None:
        """Ask of fields that a map does not know what it asks of its values."""
        for name, parts in self.properties.items():
            if name not in names and not any(finds(pattern, name) for pattern in patterns):
                parts.append(others)
        for pattern, parts in self.patterns.items():
            if pattern not in patterns and not any(finds(pattern, name) for name in names):
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


def _distinct_each(found: Mapping[str, list[Located]]) -> dict[str, Parts]:
    return {name: distinct(parts) for name, parts in found.items()}


def _lists(found: Mapping[str, Parts]) -> dict[str, list[Located]]:
    return {name: list(parts) for name, parts in found.items()}


_THAWED: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("keywords", "further", "required", "refs"), dict),
    **dict.fromkeys(("schemas", "properties", "patterns"), _lists),
    **dict.fromkeys(("contained", "alternatives", "conditions", "negations", "conflicts"), list),
    **dict.fromkeys(("pointer", "beside", "never", "dynamic"), lambda value: value),
}
"""What of a view can be added to, each as it is while something is added."""
