"""A view of a schema in words: its type, its values, its one-line summary. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.reading.lenient import items, mapping, text
from sphinx_docsjson.openapi.schema.constraint_words import constraints_of, enum_of, scalar_type
from sphinx_docsjson.openapi.schema.fieldtree import EnumValue
from sphinx_docsjson.openapi.schema.merge import (
    Located,
    Merger,
    View,
    combined,
    is_nullable,
    json_text,
    types_of,
)

MAX_ARRAYS = 8
MAX_DEPTH = 3
MAX_NAMES = 3
_TYPE_ONLY = frozenset({"type", "format", "nullable", "title"})


class Describer:
    """Puts the schemas of one document into words."""

    def __init__(self, merger: Merger) -> None:
        self.merger = merger

    def innermost(self, view: View, scope: tuple[str, ...] = ()) -> tuple[View, int]:
        """Go into arrays, down to what a reader wants the fields of; return the levels too."""
        levels = 0
        while levels < MAX_ARRAYS:
            found = view.located("items")
            types = types_of(view.keywords.get("type"))
            if found is None or "prefixItems" in view.keywords or (types and "array" not in types):
                break
            levels += 1
            scope = (*scope, view.pointer, *view.chain)
            inner = self.merger.view(*found, scope)
            view = replace(inner, refs={**view.refs, **inner.refs})
        return view, levels

    def type_of(self, view: View, scope: tuple[str, ...] = (), depth: int = 0) -> str:
        """Return the type in words, such as ``Customer[]`` or ``string<date> | null``."""
        inner, levels = self.innermost(view, scope)
        words = self._type(inner, depth)
        if " | " in words and levels:
            words = f"({words})"
        words += "[]" * levels
        if is_nullable(view.keywords) and "null" not in words.split(" | "):
            words += " | null"
        return words

    def _type(self, view: View, depth: int) -> str:
        if view.never:
            return "never"
        if branches := self.plain_branches(view):
            return " | ".join(branches)
        kind = scalar_type(view.keywords)
        if view.properties or view.patterns:
            return kind if kind not in ("", "object") else view.name or "object"
        if view.alternatives:
            values = self.values_of_branches(view)
            found = scalar_type({"enum": values}) if values else self._branch_names(view, depth)
            return kind or view.name or found
        if kind in ("object", "") and depth < MAX_DEPTH and (values_of := values_schema(view)):
            return f"map<{self.type_of(self.merger.view(*values_of), (), depth + 1)}>"
        return (view.name if kind == "object" else kind) or kind or view.name or "any"

    def _branch_names(self, view: View, depth: int) -> str:
        """Return the names of a few alternatives, such as ``Card | string[]``."""
        names: dict[str, None] = {}
        for group in view.alternatives:
            for branch, pointer in group.branches:
                inner = self.merger.view(branch, pointer)
                kind = scalar_type(inner.keywords)
                if kind == "array" and depth < MAX_DEPTH:
                    kind = self.type_of(inner, (), depth + 1)
                names[inner.name or kind] = None
        return "any" if len(names) > MAX_NAMES or "" in names else " | ".join(names)

    def plain_branches(self, view: View) -> list[str]:
        """Return the types of the alternatives when types are all that they are."""
        names: list[str] = []
        for group in view.alternatives:
            for branch, _pointer in group.branches:
                keywords = mapping(branch)
                name = scalar_type(keywords)
                if not set(keywords) <= _TYPE_ONLY or name in ("", "object", "array"):
                    return []
                names.append(name)
        return [] if view.properties else list(dict.fromkeys(names))

    def values_of_branches(self, view: View) -> list[Any]:
        """Return the values of alternatives that are constants, or nothing."""
        values: list[Any] = []
        for group in view.alternatives:
            for branch, pointer in group.branches:
                found = self._constants(branch, pointer)
                if not found:
                    return []
                values += [value for value, _about in found]
        return values

    def enum_of(self, view: View) -> tuple[EnumValue, ...]:
        """Return the allowed values: of ``enum``, or of a ``oneOf`` of constants."""
        values = list(enum_of(view.keywords))
        for group in view.alternatives if not values else ():
            for branch, pointer in group.branches:
                found = self._constants(branch, pointer)
                if not found:
                    return ()
                for value, about in found:
                    words = json_text(value)
                    described = "" if about == words else about
                    values.append(EnumValue(value=words, description=described))
        return tuple(values)

    def _constants(self, branch: Any, pointer: str) -> list[tuple[Any, str]]:
        if not isinstance(branch, dict):
            return []
        view = self.merger.view(branch, pointer)
        if view.properties or view.alternatives:
            return []
        about = text(view.keywords.get("description")) or text(view.keywords.get("title"))
        if "const" in view.keywords:
            return [(view.keywords["const"], about)]
        values = items(view.keywords.get("enum"))
        return [(value, about if len(values) == 1 else "") for value in values]

    def summary(self, schema: Any, pointer: str) -> str:
        """Return a schema in one line, for what is forbidden and for conditions."""
        view = self.merger.view(schema, pointer)
        label = text(view.keywords.get("title")) or text(view.keywords.get("x-displayName"))
        if label or view.name:
            return label or view.name
        parts = [scalar_type(view.keywords), *constraints_of(view)]
        parts.append(", ".join(value.value for value in enum_of(view.keywords)))
        for name, located in view.properties.items():
            inner = self.merger.view(*combined(located)).keywords
            values = [json_text(inner["const"])] if "const" in inner else []
            values += [value.value for value in enum_of(inner)]
            parts.append(f"{name} = {', '.join(values)}" if values else name)
        missing = [name for name in view.required if name not in view.properties]
        if missing:
            parts.append(_("%s present") % ", ".join(missing))
        return ", ".join(part for part in parts if part)

    def constraints(self, view: View, inner: View) -> tuple[str, ...]:
        """Return the limits of a value and of the items in it."""
        words = constraints_of(view)
        negations = list(view.negations)
        if inner is not view:
            words += tuple(_("each: %s") % part for part in constraints_of(inner))
            negations += inner.negations
        about = (self.summary(*located) for located in negations)
        return words + tuple(_("not: %s") % part for part in about if part)


def values_schema(view: View) -> Located | None:
    """Return the schema of the values of a map, or ``None`` when it says nothing of them."""
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        found = view.located(keyword)
        if found and isinstance(found[0], Mapping) and found[0]:
            return found
    return None


def values_have_fields(view: View) -> bool:
    """Whether the values of a map are more than a type."""
    found = values_schema(view)
    return found is not None and not set(found[0]) <= {"type", "format"}
