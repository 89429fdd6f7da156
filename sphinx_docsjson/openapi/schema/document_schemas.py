"""The schemas of one document as views: the one place that follows and merges schemas. Pure.

Source of the rules: JSON Schema 2020-12, Core sections 8 to 11; for OpenAPI 3.0 its Schema
Object.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping
from sphinx_docsjson.openapi.reading.resolver import Resolver, child
from sphinx_docsjson.openapi.schema.gathering import (
    STRUCTURE,
    SUBSCHEMAS,
    Gathering,
    branches_of,
    is_choice,
)
from sphinx_docsjson.openapi.schema.merge import ANNOTATIONS, modern, types_of
from sphinx_docsjson.openapi.schema.view import (
    Alternatives,
    Located,
    Parts,
    SchemaView,
    implied_types,
)

MAX_DEPTH = 64

_DESCRIBING = ANNOTATIONS | {"deprecated", "readOnly", "writeOnly", "nullable"}

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
        said = self._add(gathering, *branch, (), whole=False, named=False, depth=0)
        return gathering.frozen(nullable=gathering.nullable or said is True)

    def derived_from(self, ref: str) -> tuple[str, ...]:
        """Return the references of the schemas that have another one as a part of ``allOf``."""
        if self._derived is None:
            self._derived = {}
            components = mapping(self.resolver.document.get("components"))
            for name, schema in mapping(components.get("schemas")).items():
                for part in items(mapping(schema).get("allOf")):
                    base = mapping(part).get("$ref")
                    if isinstance(base, str):
                        derived = child("#/components/schemas", name)
                        self._derived.setdefault(base, []).append(derived)
        return tuple(self._derived.get(ref, ()))

    def ref_of(self, schema: Mapping[str, Any], scope: tuple[str, ...]) -> str | None:
        """Return the reference of a schema, a ``$dynamicRef`` resolved in its scope."""
        ref = schema.get("$ref")
        if isinstance(ref, str):
            return ref
        dynamic = schema.get("$dynamicRef")
        if not isinstance(dynamic, str):
            return None
        name = dynamic.rpartition("#")[2]
        for outer in scope:
            schema = mapping(self.resolver.get(outer))
            for key, definition in mapping(schema.get("$defs")).items():
                if mapping(definition).get("$dynamicAnchor") == name:
                    return child(outer, "$defs", key)
            if schema.get("$dynamicAnchor") == name:
                return outer
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
        said = [
            self._add(gathering, *part, scope, whole=whole, named=whole, depth=0) for part in parts
        ]
        return gathering.frozen(nullable=gathering.nullable or _together(said) is True)

    def _add(
        self,
        into: Gathering,
        schema: Any,
        pointer: str,
        scope: tuple[str, ...],
        *,
        whole: bool,
        named: bool,
        depth: int,
        hops: int = 0,
    ) -> bool | None:
        """Merge *schema* into what is gathered.

        :param whole: it is all there is.
        :param named: nothing else is but what asks for some of its fields, so that it gives the
            name.
        :param hops: how many references lead to it.
        :returns: whether it says of ``null`` that it is allowed (or not); ``None``: nothing.
        """
        if isinstance(schema, bool):
            into.never = into.never or not schema
            return None
        if not isinstance(schema, dict):
            self.resolver.report("a schema must be an object", pointer, "openapi-schema")
            return None
        if depth > MAX_DEPTH:
            return None
        said = [into.add_own(schema, pointer, hops)]
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
            said.append(
                self._add_target(
                    into,
                    schema,
                    ref,
                    pointer,
                    scope,
                    whole=whole,
                    named=named,
                    depth=depth,
                    hops=hops,
                )
            )
        for part in parts:
            told = any(part is one for one in telling)
            said.append(
                self._add(
                    into,
                    *part,
                    scope,
                    whole=whole and told,
                    named=named and told,
                    depth=depth + 1,
                    hops=hops,
                )
            )
        return True if with_null else _together(said)

    def _add_target(
        self,
        into: Gathering,
        schema: Mapping[str, Any],
        ref: str,
        pointer: str,
        scope: tuple[str, ...],
        *,
        whole: bool,
        named: bool,
        depth: int,
        hops: int = 0,
    ) -> bool | None:
        into.refs[ref] = None
        if named and "$dynamicRef" not in schema:  # its target has the telling name
            into.name = into.name or Resolver.name(ref)
        if whole:
            into.chain.append(ref)
        target = self.resolver.get(ref)
        if target is None:
            self.resolver.report(f"nothing is at the reference {ref!r}", pointer)
            return None
        inside = (*scope, ref)
        return self._add(
            into, target, ref, inside, whole=whole, named=named, depth=depth + 1, hops=hops + 1
        )


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
