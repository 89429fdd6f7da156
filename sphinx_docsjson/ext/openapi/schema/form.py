"""The schemas of the playground form: named variants, ``$ref`` by name, limited size. Pure.

The result is plain JSON with few keywords, so that the script that draws the form stays small:
``type`` is one of ``string integer number boolean null array object file any``, with ``enum``,
``default``, ``format`` and the limits as in JSON Schema; ``properties`` and ``required``;
``extra`` is the schema of further properties; ``variants`` replaces ``oneOf`` and ``anyOf``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sphinx_docsjson.ext.openapi.reading.parse import items, mapping, text
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.variants import discriminator_of, selecting_values
from sphinx_docsjson.ext.openapi.schema.view import (
    LEFT_OUT,
    Alternatives,
    Located,
    Parts,
    SchemaView,
    implied_types,
    is_file,
    json_key,
    json_texts,
    json_type,
    types_of,
)

ANY = {"type": "any"}

MAX_SIZE = 40_000
"""How many characters of JSON the schemas of one page may take."""

MAX_DEPTH = 12
MAX_ENUM = 400
MAX_TEXT = 110

KEPT = (
    *("format", "default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems"),
)

_ANNOTATIONS = frozenset({"$ref", "description", "summary", "title", "deprecated", "readOnly"})
_BESIDE_A_CHOICE = _ANNOTATIONS | {"discriminator", "type", "example", "default"}
_MARKUP = re.compile(r"<[^<>]*>|[*`]+|\[([^\[\]]*)\]\((?>(?:[^()]++|\([^()]*+\))*)\)")


class FormSchemas:
    """Makes form schemas, and keeps those that references name.

    :param schemas: those of the document.
    :param translate: a description → what readers see of it.
    """

    def __init__(self, schemas: Schemas, translate: Callable[[str], str] = str) -> None:
        self.schemas = schemas
        self._translate = translate
        self.named: dict[str, dict[str, Any]] = {}
        self._names: dict[str, str] = {}
        self._waiting: list[str] = []
        self._size = 0

    def add(self, schema: Any, pointer: str) -> dict[str, Any]:
        """Return the form schema of *schema*; what it refers to comes to :attr:`named`."""
        result = self._convert((Located(schema, pointer),), (), 0)
        while self._waiting:
            ref = self._waiting.pop(0)
            name = self._names[ref]
            if self._size > MAX_SIZE:
                self.named[name] = ANY
                continue
            found = Located(self.schemas.resolver.get(ref), ref)
            named = self._convert((found,), (ref,), 0)
            self.named[name] = {"title": self.schemas.resolver.name(ref), **named}
        return result

    def _reference(self, ref: str) -> dict[str, Any]:
        if ref not in self._names:
            name = self.schemas.resolver.name(ref)
            while name in self._names.values():
                name += "'"
            self._names[ref] = name
            self._waiting.append(ref)
        return {"$ref": self._names[ref]}

    def _convert(self, parts: Parts, path: tuple[str, ...], depth: int) -> dict[str, Any]:
        """Return what holds in one place; *path* holds the references that are open there."""
        schema = parts[0].schema if len(parts) == 1 else None
        if self._is_full(depth) or (len(parts) == 1 and not isinstance(schema, dict)):
            return dict(ANY)
        ref = mapping(schema).get("$ref")
        if isinstance(ref, str) and not mapping(schema).keys() - _ANNOTATIONS:
            return {**self._reference(ref), **self._about(mapping(schema))}
        view = self.schemas.view(*parts, scope=path)
        open_again = next((ref for ref in view.chain if ref in path), None)
        if open_again:
            return {**self._reference(open_again), **self._about(view.keywords)}
        return self._of(view, path, depth)

    def _is_full(self, depth: int) -> bool:
        return depth > MAX_DEPTH or self._size > MAX_SIZE

    def _of(self, view: SchemaView, path: tuple[str, ...], depth: int) -> dict[str, Any]:
        result = {**self._typed(view, path, depth), **self._about(view.keywords)}
        own = {k: v for k, v in result.items() if k not in ("properties", "items", "variants")}
        self._size += len(json.dumps(own, default=str)) + 20
        return result

    def _about(self, keywords: Mapping[str, Any]) -> dict[str, Any]:
        description = first_sentence(self._translate(text(keywords.get("description"))))
        found: dict[str, Any] = {"text": description} if description else {}
        return {**found, "deprecated": True} if keywords.get("deprecated") is True else found

    def _typed(self, view: SchemaView, path: tuple[str, ...], depth: int) -> dict[str, Any]:
        named = types_of(view.keywords.get("type"))
        nullable = {"nullable": True} if view.nullable and named != ["null"] else {}
        for group in view.alternatives:
            branches = [b for b in group.branches if _is_more_than_names(b)]
            if branches:
                return {**self._variants(view, group, branches, path, depth), **nullable}
        kinds = view.types or implied_types(view)[:1]
        if len(kinds) > 1:
            made = []
            for kind in kinds:
                one = replace(view, keywords={**view.keywords, "type": kind}, nullable=False)
                made.append({"label": kind, **self._typed(one, path, depth)})
            return {"variants": made, **nullable}
        kind = kinds[0] if kinds else ("null" if named else "any")
        result: dict[str, Any] = {"type": "file" if kind == "string" and is_file(view) else kind}
        keywords = view.keywords
        result |= {key: keywords[key] for key in KEPT if _is_simple(keywords.get(key))}
        if len(patterns := view.every("pattern")) > 1:
            result["pattern"] = list(patterns)
        result |= nullable
        if "const" in keywords:
            result["enum"] = [keywords["const"]]
        elif isinstance(keywords.get("enum"), list):
            values = [value for value in keywords["enum"][:MAX_ENUM] if value is not None]
            result["enum"] = values or [None]
            if not values:
                result.pop("nullable", None)
        if _is_simple(example := _example(keywords)):
            result["example"] = example
        if kind == "array":
            result["items"] = self._convert(_or_any(view, "items"), path, depth + 1)
        if kind == "object":
            self._members(view, result, path, depth)
        return result

    def _members(
        self, view: SchemaView, result: dict[str, Any], path: tuple[str, ...], depth: int
    ) -> None:
        properties = {
            name: self._convert(parts, path, depth + 1)
            for name, parts in view.properties.items()
            if self.schemas.view(*parts).keywords.get(LEFT_OUT["request"]) is not True
        }
        if properties:
            result["properties"] = properties
        if required := [name for name in view.required if name in properties]:
            result["required"] = required
        if not view.allows("additionalProperties"):
            return
        others = _or_any(view, "additionalProperties")
        if not properties or isinstance(others[0].schema, dict):
            result["extra"] = self._convert(others, path, depth + 1)

    def _variants(
        self,
        view: SchemaView,
        group: Alternatives,
        branches: list[Located],
        path: tuple[str, ...],
        depth: int,
    ) -> dict[str, Any]:
        """Return what one ``oneOf`` or ``anyOf`` offers."""
        seen = [self.schemas.view(branch) for branch in branches]
        if all("const" in one.keywords for one in seen):
            values = [one.keywords["const"] for one in seen]
            texts = {json_key(value): shown for value, shown in json_texts(values)}
            labels = [
                text(one.keywords["title"]) if "title" in one.keywords else texts[json_key(value)]
                for one, value in zip(seen, values, strict=True)
            ]
            kind = (view.types or [json_type(values[0])])[0]
            return {"type": kind, "enum": values, "labels": labels}
        if len(branches) == 1:
            return self._of(self.schemas.chosen(view, group, branches[0]), path, depth + 1)
        discriminator = discriminator_of(view, group)
        member = text(discriminator.get("propertyName"))
        alone = _says_nothing_beside(view, group)
        beside = {k: v for k, v in view.keywords.items() if k != "description"}
        variants = []
        for number, branch in enumerate(branches, 1):
            ref = text(mapping(branch.schema).get("$ref"))
            name = self.schemas.resolver.name(ref) if ref else ""
            named = selecting_values(self.schemas, discriminator, branch)
            title = text(mapping(branch.schema).get("title"))
            title = title or (text(named[0]) if len(named) == 1 else name)
            if ref and alone and not discriminator:
                made = self._reference(ref)
            elif self._is_full(depth + 1):
                made = dict(ANY)
            else:
                chosen = self.schemas.chosen(replace(view, keywords=beside), group, branch)
                made = self._of(chosen, (*path, ref), depth + 1)
            if named and "properties" in made:
                kind = json_type(named[0])
                made["properties"][member] = {"type": kind, "enum": named}
            fallback = made.get("format") or made.get("type") or str(number)
            variants.append({"label": title or fallback, **made})
        return {"variants": variants}


def _says_nothing_beside(view: SchemaView, group: Alternatives) -> bool:
    """Whether a schema is its choice and nothing else."""
    return (
        view.alternatives == (group,)
        and view.keywords.keys() <= _BESIDE_A_CHOICE
        and not (view.properties or view.patterns or view.required or view.schemas)
        and not (view.positions or view.contained or view.conditions or view.negations)
    )


def _is_more_than_names(branch: Located) -> bool:
    """Whether a branch says more than which fields must be there."""
    return bool(mapping(branch.schema).keys() - {"required", "description"})


def _or_any(view: SchemaView, keyword: str) -> Parts:
    return view.schemas.get(keyword) or (Located(True, view.pointer),)


def first_sentence(description: str) -> str:
    """Return the start of a description as plain text on one line."""
    plain = _MARKUP.sub(lambda m: m[1] or "", description)
    plain = " ".join(plain.split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.!?])\s", plain, maxsplit=1)[0]
    return sentence if len(sentence) <= MAX_TEXT else f"{sentence[: MAX_TEXT - 1].rstrip()}…"


def _is_simple(value: Any) -> bool:
    return isinstance(value, str | int | float | bool) and len(str(value)) < 500


def _example(keywords: Mapping[str, Any]) -> Any:
    return keywords.get("example", next(iter(items(keywords.get("examples"))), None))
