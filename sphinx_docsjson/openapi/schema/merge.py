"""A schema as one thing: references followed, ``allOf`` merged. Pure, one level at a time.

Source of the rules: JSON Schema 2020-12, Core section 10 and Validation section 6; for OpenAPI
3.0 its Schema Object.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sphinx_docsjson.openapi.reading.lenient import items, mapping, text
from sphinx_docsjson.openapi.reading.resolver import Resolver, child

Located: TypeAlias = tuple[Any, str]
"""A schema and the pointer of where it stands."""

_HIGHEST = frozenset({"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"})
_LOWEST = frozenset({"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"})
_STRUCTURE = frozenset(
    {"$ref", "$dynamicRef", "allOf", "oneOf", "anyOf", "properties", "patternProperties"}
    | {"required", "if", "then", "else", "not", "$defs", "definitions", "dependentSchemas"}
)

_SUBSCHEMAS = frozenset(
    {"items", "prefixItems", "additionalProperties", "propertyNames", "contains"}
    | {"unevaluatedProperties", "unevaluatedItems"}
)
"""Keywords that a view keeps together with the place of their schema."""


@dataclass(kw_only=True)
class Alternatives:
    """The branches of one ``oneOf`` or ``anyOf``."""

    kind: str
    branches: list[Located]
    discriminator: Mapping[str, Any] = field(default_factory=dict)


@dataclass(kw_only=True)
class View:
    """A schema with its references followed and its ``allOf`` merged; nested schemas as they are.

    Views are shared: only :class:`Merger` changes them.

    :param keywords: everything that is not structure; the outermost annotation wins, the
        tightest limit holds.
    :param name: the name of the reference that the whole schema is.
    :param chain: the references that the whole schema is, outermost first.
    :param refs: all references that were followed, those of ``allOf`` too.
    :param never: nothing is valid (a ``false`` schema).
    """

    pointer: str
    keywords: dict[str, Any] = field(default_factory=dict)
    properties: dict[str, list[Located]] = field(default_factory=dict)
    patterns: dict[str, list[Located]] = field(default_factory=dict)
    required: dict[str, None] = field(default_factory=dict)
    alternatives: list[Alternatives] = field(default_factory=list)
    conditions: list[tuple[Located, Located | None, Located | None]] = field(default_factory=list)
    negations: list[Located] = field(default_factory=list)
    name: str = ""
    chain: list[str] = field(default_factory=list)
    refs: dict[str, None] = field(default_factory=dict)
    never: bool = False
    dynamic: bool = False
    """Whether it depends on where the schema is referred to from."""

    @property
    def principal(self) -> str:
        """The pointer of the schema that this is a view of, past plain references."""
        return self.chain[-1] if self.chain else self.pointer

    def located(self, keyword: str) -> Located | None:
        """Return a keyword's schema with its place, or ``None`` when it has none."""
        found: Located | None = self.keywords.get(keyword)
        return found


class Merger:
    """Makes views of the schemas of one document."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self._known: dict[str, View] = {}

    def view(self, schema: Any, pointer: str, scope: tuple[str, ...] = ()) -> View:
        """Return the view of *schema*, which stands at *pointer*.

        :param scope: the references on the way to it, outermost first (for ``$dynamicRef``).
        """
        ref = schema.get("$ref") if isinstance(schema, dict) and len(schema) == 1 else None
        if isinstance(ref, str) and ref in self._known:
            known = self._known[ref]
            self.resolver.touch(known.refs)
            return known
        view = View(pointer=pointer)
        self._add(view, schema, pointer, scope, whole=True, depth=0)
        if isinstance(ref, str) and not view.dynamic:
            self._known[ref] = view
        return view

    def _add(
        self,
        view: View,
        schema: Any,
        pointer: str,
        scope: tuple[str, ...],
        *,
        whole: bool,
        depth: int,
    ) -> None:
        """Merge *schema* into *view*; *whole* says that it is all there is of it."""
        if isinstance(schema, bool):
            view.never = view.never or not schema
            return
        if not isinstance(schema, dict):
            self.resolver.report("a schema must be an object", pointer, "openapi-schema")
            return
        if depth > 64:
            return
        _add_own(view, schema, pointer)
        view.dynamic = view.dynamic or "$dynamicRef" in schema
        parts = [
            (part, child(pointer, "allOf", index))
            for index, part in enumerate(items(schema.get("allOf")))
        ]
        parts += _only_branches(schema, pointer)
        alone = whole and len(parts) <= 1 and "properties" not in schema
        ref = self.ref_of(schema, scope)
        if ref is not None and ref not in view.refs:
            whole_target = whole and not parts
            self._add_target(view, schema, ref, pointer, scope, whole=whole_target, depth=depth)
        for part, place in parts:
            self._add(view, part, place, scope, whole=alone and ref is None, depth=depth + 1)

    def _add_target(
        self,
        view: View,
        schema: Mapping[str, Any],
        ref: str,
        pointer: str,
        scope: tuple[str, ...],
        *,
        whole: bool,
        depth: int,
    ) -> None:
        view.refs[ref] = None
        if whole:
            if "$dynamicRef" not in schema:  # its target has the telling name, not its anchor
                view.name = view.name or Resolver.name(ref)
            view.chain.append(ref)
        target = self.resolver.get(ref)
        if target is None:
            self.resolver.report(f"nothing is at the reference {ref!r}", pointer)
        else:
            self._add(view, target, ref, (*scope, ref), whole=whole, depth=depth + 1)

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
            for key, definition in mapping(mapping(self.resolver.get(outer)).get("$defs")).items():
                if mapping(definition).get("$dynamicAnchor") == name:
                    return child(outer, "$defs", key)
        return dynamic


def _add_own(view: View, schema: Mapping[str, Any], pointer: str) -> None:
    """Add what *schema* itself says."""
    for name, value in schema.items():
        if name not in _STRUCTURE:
            _merge_keyword(view.keywords, name, value, pointer)
    for keyword, found in (("properties", view.properties), ("patternProperties", view.patterns)):
        if keyword in schema:
            where = f"{pointer}/{keyword}"
            for name, value in mapping(schema[keyword]).items():
                found.setdefault(name, []).append((value, child(where, name)))
    for name in items(schema.get("required")):
        if isinstance(name, str):
            view.required[name] = None
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            _add_alternatives(view, schema, keyword, pointer)
    if "not" in schema:
        view.negations.append((schema["not"], child(pointer, "not")))
    _add_conditions(view, schema, pointer)


def _add_alternatives(view: View, schema: Mapping[str, Any], keyword: str, pointer: str) -> None:
    branches = _branches(schema, keyword, pointer)
    if len(branches) > 1:
        discriminator = mapping(schema.get("discriminator"))
        view.alternatives.append(
            Alternatives(kind=keyword, branches=branches, discriminator=discriminator)
        )
    if len(branches) < len(items(schema.get(keyword))):
        view.keywords["nullable"] = True


def _branches(schema: Mapping[str, Any], keyword: str, pointer: str) -> list[Located]:
    """Return the branches of a ``oneOf`` or ``anyOf`` other than ``null``."""
    return [
        (branch, child(pointer, keyword, index))
        for index, branch in enumerate(items(schema.get(keyword)))
        if mapping(branch).get("type") != "null"
    ]


def _only_branches(schema: Mapping[str, Any], pointer: str) -> list[Located]:
    """Return the branches that have no other beside them: they hold whatever the value."""
    present = [keyword for keyword in ("oneOf", "anyOf") if keyword in schema]
    found = [_branches(schema, keyword, pointer) for keyword in present]
    return [branches[0] for branches in found if len(branches) == 1]


def _add_conditions(view: View, schema: Mapping[str, Any], pointer: str) -> None:
    if "if" in schema:
        then, other = (
            (schema[name], child(pointer, name)) if name in schema else None
            for name in ("then", "else")
        )
        view.conditions.append(((schema["if"], child(pointer, "if")), then, other))
    for name, value in mapping(schema.get("dependentSchemas", {})).items():
        condition = {"required": [name]}, child(pointer, "dependentSchemas")
        place = child(pointer, "dependentSchemas", name)
        view.conditions.append((condition, (value, place), None))


def _merge_keyword(keywords: dict[str, Any], name: str, value: Any, pointer: str) -> None:
    if name in _SUBSCHEMAS:
        keywords.setdefault(name, (value, child(pointer, name)))
    elif name not in keywords:
        keywords[name] = value
    elif name in _HIGHEST and _both_numbers(keywords[name], value):
        keywords[name] = max(keywords[name], value)
    elif name in _LOWEST and _both_numbers(keywords[name], value):
        keywords[name] = min(keywords[name], value)
    elif name == "enum":
        kept = [item for item in items(keywords[name]) if item in items(value)]
        keywords[name] = kept or keywords[name]
    elif name == "type":
        kept = [item for item in types_of(keywords[name]) if item in types_of(value)]
        keywords[name] = kept or keywords[name]


def _both_numbers(one: Any, other: Any) -> bool:
    return all(isinstance(v, int | float) and not isinstance(v, bool) for v in (one, other))


def types_of(value: Any) -> list[str]:
    """Return the value of ``type`` as a list."""
    if isinstance(value, str):
        return [value]
    return [item for item in items(value) if isinstance(item, str)]


def is_nullable(keywords: Mapping[str, Any]) -> bool:
    """Whether ``null`` is allowed, in the way of OpenAPI 3.0 or of 3.1."""
    return keywords.get("nullable") is True or "null" in types_of(keywords.get("type"))


def combined(parts: list[Located]) -> Located:
    """Return the schemas of one property, which several parts of ``allOf`` declare, as one."""
    distinct: list[Located] = []
    for part, place in parts:
        if part is not True and part != {} and all(part != other for other, _place in distinct):
            distinct.append((part, place))
    if not distinct:
        return parts[0]
    if len(distinct) == 1:
        return distinct[0]
    return {"allOf": [part for part, _place in distinct]}, distinct[0][1]


def json_text(value: Any) -> str:
    """Return a value as one line of JSON; text stays bare, unless there would be nothing."""
    if isinstance(value, str):
        return value or '""'
    return text(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
