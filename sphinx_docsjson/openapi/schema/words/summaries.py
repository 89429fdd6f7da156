"""A view of a schema in words: its type, its values, its one-line summary. Pure."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.reading.lenient import items, mapping, text
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.fieldtree import EnumValue
from sphinx_docsjson.openapi.schema.merge import json_key
from sphinx_docsjson.openapi.schema.view import (
    Located,
    SchemaView,
    json_text,
    json_texts,
    json_type,
)
from sphinx_docsjson.openapi.schema.words.constraint_words import (
    constraints_of,
    enum_of,
    scalar_type,
)

MAX_ARRAYS = 8
MAX_DEPTH = 3
MAX_NAMES = 3
_TYPE_ONLY = frozenset({"type", "format", "nullable", "title"})


class Describer:
    """Puts the schemas of one document into words."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas

    def innermost(self, view: SchemaView, scope: tuple[str, ...] = ()) -> tuple[SchemaView, int]:
        """Go into arrays, down to what a reader wants the fields of; return the levels too."""
        levels = 0
        while levels < MAX_ARRAYS:
            found = view.schemas.get("items")
            if not found or view.positions or (view.types and "array" not in view.types):
                break
            levels += 1
            scope = (*scope, view.pointer, *view.chain)
            inner = self.schemas.view(*found, scope=scope)
            view = replace(inner, refs={**view.refs, **inner.refs})
        return view, levels

    def type_of(self, view: SchemaView, scope: tuple[str, ...] = (), depth: int = 0) -> str:
        """Return the type in words, such as ``Customer[]`` or ``string<date> | null``."""
        inner, levels = self.innermost(view, scope)
        words = self._type(inner, depth)
        if " | " in words and levels:
            words = f"({words})"
        words += "[]" * levels
        if view.nullable and "null" not in words.split(" | "):
            words += " | null"
        return words

    def _type(self, view: SchemaView, depth: int) -> str:
        if view.never:
            return "never"
        if branches := self.plain_branches(view):
            return " | ".join(branches)
        kind = scalar_type(view)
        if view.properties or view.patterns:
            return kind if kind not in ("", "object") else view.name or "object"
        if view.alternatives:
            values = self.values_of_branches(view)
            found = _types_of(values) if values else self._branch_names(view, depth)
            return kind or view.name or found
        if kind in ("object", "") and depth < MAX_DEPTH and view.values_schema:
            values_view = self.schemas.view(*view.values_schema)
            return f"map<{self.type_of(values_view, (), depth + 1)}>"
        return (view.name if kind == "object" else kind) or kind or view.name or "any"

    def _branch_names(self, view: SchemaView, depth: int) -> str:
        """Return the names of a few alternatives, such as ``Card | string[]``."""
        names: dict[str, None] = {}
        for group in view.alternatives:
            for branch in group.branches:
                inner = self.schemas.view(branch)
                kind = scalar_type(inner)
                if kind == "array" and depth < MAX_DEPTH:
                    kind = self.type_of(inner, (), depth + 1)
                names[inner.name or kind] = None
        return "any" if len(names) > MAX_NAMES or "" in names else " | ".join(names)

    def plain_branches(self, view: SchemaView) -> list[str]:
        """Return the types of the alternatives when types are all that they are."""
        names: list[str] = []
        for group in view.alternatives:
            for branch in group.branches:
                if not mapping(branch.schema).keys() <= _TYPE_ONLY:
                    return []
                name = scalar_type(self.schemas.view(branch))
                if name in ("", "object", "array"):
                    return []
                names.append(name)
        return [] if view.properties else list(dict.fromkeys(names))

    def values_of_branches(self, view: SchemaView) -> list[Any]:
        """Return the values of alternatives that are constants, or nothing."""
        values: list[Any] = []
        for group in view.alternatives:
            for branch in group.branches:
                found = self._constants(branch)
                if not found:
                    return []
                values += [value for value, _about in found]
        return values

    def enum_of(self, view: SchemaView) -> tuple[EnumValue, ...]:
        """Return the allowed values: of ``enum``, or of a ``oneOf`` of constants."""
        listed = enum_of(view.keywords)
        constants = self._enum_of_branches(view) if view.alternatives else ()
        if not listed or not constants:
            return listed or constants
        # The list says which of the constants are allowed, they say what each means.
        meanings = {value.value: value.description for value in constants}
        return tuple(
            value if value.description else replace(value, description=meanings[value.value])
            for value in listed
            if value.value in meanings
        )

    def _enum_of_branches(self, view: SchemaView) -> tuple[EnumValue, ...]:
        listed: list[tuple[Any, str]] = []
        for group in view.alternatives:
            for branch in group.branches:
                found = self._constants(branch)
                if not found:
                    return ()
                listed += found
        told: dict[Hashable, dict[str, None]] = {}
        for value, about in listed:
            told.setdefault(json_key(value), {})[about] = None
        return tuple(
            EnumValue(value=words, description="" if about == words else about)
            for value, words in json_texts(value for value, _about in listed)
            for about in told[json_key(value)]
        )

    def _constants(self, branch: Located) -> list[tuple[Any, str]]:
        view = self.schemas.view(branch)
        if view.properties or view.alternatives:
            return []
        about = text(view.keywords.get("description")) or text(view.keywords.get("title"))
        if "const" in view.keywords:
            return [(view.keywords["const"], about)]
        values = items(view.keywords.get("enum"))
        return [(value, about if len(values) == 1 else "") for value in values]

    def summary(self, located: Located) -> str:
        """Return a schema in one line, for what is forbidden and for conditions."""
        view = self.schemas.view(located)
        label = text(view.keywords.get("title")) or text(view.keywords.get("x-displayName"))
        if label or view.name:
            return label or view.name
        parts = [scalar_type(view), *constraints_of(view, self.schemas)]
        parts.append(", ".join(value.value for value in enum_of(view.keywords)))
        for name, declared in view.properties.items():
            inner = self.schemas.view(*declared).keywords
            values = [json_text(inner["const"])] if "const" in inner else []
            values += [value.value for value in enum_of(inner)]
            parts.append(f"{name} = {', '.join(values)}" if values else name)
        missing = [name for name in view.required if name not in view.properties]
        if missing:
            parts.append(_("%s present") % ", ".join(missing))
        return ", ".join(part for part in parts if part)

    def constraints(self, view: SchemaView, inner: SchemaView) -> tuple[str, ...]:
        """Return the limits of a value and of the items in it."""
        words = constraints_of(view, self.schemas)
        negations = list(view.negations)
        if inner is not view:
            words += tuple(_("each: %s") % part for part in constraints_of(inner, self.schemas))
            negations += inner.negations
        about = (self.summary(located) for located in negations)
        return words + tuple(_("not: %s") % part for part in about if part)


def _types_of(values: list[Any]) -> str:
    """Return the types of values in words, ``null`` only when there is nothing else."""
    names = dict.fromkeys(json_type(value) for value in values)
    return " | ".join([name for name in names if name != "null"] or names)


def values_have_fields(view: SchemaView) -> bool:
    """Whether the values of a map are more than a type."""
    return any(
        not mapping(part.schema).keys() <= {"type", "format"} for part in view.values_schema
    )
