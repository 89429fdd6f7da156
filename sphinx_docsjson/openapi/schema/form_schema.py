"""A schema as a form needs it: ``allOf`` merged, variants named, ``$ref`` by name, bounded. Pure.

The result is plain JSON with few keywords, so that the script that draws the form stays small:
``type`` is one of ``string integer number boolean null array object file any``, with ``enum``,
``default``, ``format`` and the limits as in JSON Schema; ``properties`` and ``required``;
``extra`` is the schema of further properties; ``variants`` replaces ``oneOf`` and ``anyOf``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping, text, texts

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.reading.resolver import Resolver

ANY = {"type": "any"}

MAX_SIZE = 40_000
"""How many characters of JSON the schemas of one page may take."""

MAX_DEPTH = 12
MAX_ENUM = 400
MAX_TEXT = 110

KEPT = (
    "format",
    "default",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
)

_ANNOTATIONS = frozenset({"$ref", "description", "summary", "title", "deprecated", "readOnly"})
_MARKUP = re.compile(r"<[^>]*>|[*`]+|\[([^\]]*)\]\([^)]*\)")


class FormSchemas:
    """Makes form schemas, and keeps those that references name.

    :param resolver: of the specification that the schemas come from.
    :param translate: a description → what readers see of it.
    """

    def __init__(self, resolver: Resolver, translate: Callable[[str], str] = str) -> None:
        self.resolver = resolver
        self._translate = translate
        self.named: dict[str, dict[str, Any]] = {}
        self._names: dict[str, str] = {}
        self._waiting: list[str] = []
        self._size = 0

    def add(self, schema: Any) -> dict[str, Any]:
        """Return the form schema of *schema*; what it refers to comes to :attr:`named`."""
        result = self._convert(schema, (), 0)
        while self._waiting:
            ref = self._waiting.pop(0)
            name = self._names[ref]
            if self._size > MAX_SIZE:
                self.named[name] = ANY
                continue
            found = self.resolver.get(ref)
            named = self._convert(found, (ref,), 0) if found is not None else ANY
            self.named[name] = {"title": self.resolver.name(ref), **named}
        return result

    def _reference(self, ref: str) -> dict[str, Any]:
        if ref not in self._names:
            name = self.resolver.name(ref)
            while name in self._names.values():
                name += "'"
            self._names[ref] = name
            self._waiting.append(ref)
        return {"$ref": self._names[ref]}

    def _convert(self, schema: Any, path: tuple[str, ...], depth: int) -> dict[str, Any]:
        """Return one schema; *path* holds the references that are being merged."""
        if not isinstance(schema, Mapping) or depth > MAX_DEPTH or self._size > MAX_SIZE:
            return dict(ANY)
        ref = schema.get("$ref")
        if isinstance(ref, str) and not schema.keys() - _ANNOTATIONS:
            result = self._reference(ref)
            self._describe(schema, result)
            return result
        merged = self._merged(schema, path)
        result = self._typed(merged, path, depth)
        self._describe(merged, result)
        own = {k: v for k, v in result.items() if k not in ("properties", "items", "variants")}
        self._size += len(json.dumps(own, default=str)) + 20
        return result

    def _describe(self, schema: Mapping[str, Any], result: dict[str, Any]) -> None:
        if description := first_sentence(self._translate(text(schema.get("description")))):
            result["text"] = description
        if schema.get("deprecated") is True:
            result["deprecated"] = True

    def _merged(self, schema: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        """Return *schema* with its ``allOf`` and the target of its ``$ref`` laid together."""
        parts: list[Mapping[str, Any]] = []
        ref = schema.get("$ref")
        if isinstance(ref, str) and ref not in path and len(path) < MAX_DEPTH:
            parts.append(self._merged(mapping(self.resolver.get(ref)), (*path, ref)))
        if len(path) < MAX_DEPTH:
            parts += [self._merged(mapping(p), (*path, "")) for p in items(schema.get("allOf"))]
        own = {key: value for key, value in schema.items() if key not in ("$ref", "allOf")}
        if not parts:
            return own
        result: dict[str, Any] = {}
        for part in (*parts, own):
            properties = {**mapping(result.get("properties")), **mapping(part.get("properties"))}
            required = dict.fromkeys(
                (*texts(result.get("required")), *texts(part.get("required")))
            )
            result.update(part)
            if properties:
                result["properties"] = properties
            if required:
                result["required"] = list(required)
        return result

    def _typed(
        self, schema: Mapping[str, Any], path: tuple[str, ...], depth: int
    ) -> dict[str, Any]:
        for keyword in ("oneOf", "anyOf"):
            if variants := self._variants(schema, keyword, path, depth):
                return variants
        types = [t for t in _types(schema) if t != "null"]
        nullable = {"nullable": True} if _nullable(schema) else {}
        if len(types) > 1:
            alternatives = [
                {"label": t, **self._typed({**schema, "type": t}, path, depth)} for t in types
            ]
            return {"variants": alternatives, **nullable}
        kind = types[0] if types else ("null" if "null" in _types(schema) else _guessed(schema))
        result: dict[str, Any] = {
            "type": "file" if kind == "string" and _is_file(schema) else kind
        }
        result |= {key: schema[key] for key in KEPT if _is_simple(schema.get(key))}
        result |= nullable
        if "const" in schema:
            result["enum"] = [schema["const"]]
        elif isinstance(schema.get("enum"), list):
            result["enum"] = [value for value in schema["enum"][:MAX_ENUM] if value is not None]
        if (example := _example(schema)) is not None and _is_simple(example):
            result["example"] = example
        if kind == "array":
            result["items"] = self._convert(schema.get("items", {}), path, depth + 1)
        if kind == "object":
            self._members(schema, result, path, depth)
        return result

    def _members(
        self,
        schema: Mapping[str, Any],
        result: dict[str, Any],
        path: tuple[str, ...],
        depth: int,
    ) -> None:
        properties = {
            name: self._convert(value, path, depth + 1)
            for name, value in mapping(schema.get("properties")).items()
            if mapping(value).get("readOnly") is not True
        }
        if properties:
            result["properties"] = properties
        if required := [name for name in texts(schema.get("required")) if name in properties]:
            result["required"] = required
        extra = schema.get("additionalProperties", not properties)
        if extra is not False and (extra is not True or not properties):
            result["extra"] = self._convert(extra, path, depth + 1)

    def _variants(
        self, schema: Mapping[str, Any], keyword: str, path: tuple[str, ...], depth: int
    ) -> dict[str, Any] | None:
        """Return the variants of ``oneOf`` or ``anyOf``, or ``None`` when there are none."""
        found = [mapping(variant) for variant in items(schema.get(keyword))]
        rest = [v for v in found if v.keys() - {"required", "description"} and not _is_null(v)]
        if not rest:
            return None
        nullable = {"nullable": True} if len(rest) < len(found) or _nullable(schema) else {}
        base = {key: value for key, value in schema.items() if key not in (keyword, "nullable")}
        if all("const" in v for v in rest):
            values = [v["const"] for v in rest]
            labels = [text(v.get("title")) or text(v["const"]) for v in rest]
            kind = _types(base) or [_guessed({"const": values[0]})]
            return {"type": kind[0], "enum": values, "labels": labels, **nullable}
        if len(rest) == 1:
            return {**self._convert({**base, "allOf": rest}, path, depth), **nullable}
        tag = mapping(schema.get("discriminator"))
        mapped: dict[str, list[str]] = {}
        for value, target in mapping(tag.get("mapping")).items():
            mapped.setdefault(text(target), []).append(value)
        variants = []
        for number, variant in enumerate(rest, 1):
            ref = text(variant.get("$ref"))
            name = self.resolver.name(ref) if ref else ""
            named = mapped.get(ref) or ([name] if name else [])
            title = text(variant.get("title")) or (named[0] if len(named) == 1 else name)
            alone = (
                not base.keys() - _ANNOTATIONS - {"discriminator", "type", "example", "default"}
            )
            if ref and alone and not tag:
                made = self._reference(ref)
            else:
                outer = {key: value for key, value in base.items() if key != "description"}
                target = self.resolver.get(ref) if ref and ref not in path else variant
                made = self._convert({**outer, "allOf": [target]}, (*path, ref), depth + 1)
            member = text(tag.get("propertyName"))
            if member and named and "properties" in made:
                made["properties"][member] = {"type": "string", "enum": named}
            fallback = made.get("format") or made.get("type") or str(number)
            variants.append({"label": title or fallback, **made})
        return {"variants": variants, **nullable}


def first_sentence(description: str) -> str:
    """Return the start of a description as plain text on one line."""
    plain = _MARKUP.sub(lambda m: m[1] or "", description)
    plain = " ".join(plain.split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.!?])\s", plain, maxsplit=1)[0]
    return sentence if len(sentence) <= MAX_TEXT else f"{sentence[: MAX_TEXT - 1].rstrip()}…"


def _types(schema: Mapping[str, Any]) -> list[str]:
    kind = schema.get("type")
    known = {"string", "integer", "number", "boolean", "null", "array", "object"}
    return [t for t in (kind if isinstance(kind, list) else [kind]) if t in known]


def _nullable(schema: Mapping[str, Any]) -> bool:
    kinds = _types(schema)
    return schema.get("nullable") is True or ("null" in kinds and len(kinds) > 1)


def _is_null(schema: Mapping[str, Any]) -> bool:
    return _types(schema) == ["null"] or ("const" in schema and schema["const"] is None)


def _is_simple(value: Any) -> bool:
    return isinstance(value, str | int | float | bool) and len(str(value)) < 500


def _guessed(schema: Mapping[str, Any]) -> str:
    """Return the type of a schema that names none."""
    if schema.keys() & {"properties", "additionalProperties"}:
        return "object"
    if schema.keys() & {"items", "prefixItems"}:
        return "array"
    values = [schema["const"]] if "const" in schema else items(schema.get("enum"))
    if values and all(isinstance(value, str) for value in values):
        return "string"
    if values and all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return "integer"
    return "string" if schema.keys() & {"pattern", "format", "contentMediaType"} else "any"


def _is_file(schema: Mapping[str, Any]) -> bool:
    return schema.get("format") == "binary" or (
        "contentMediaType" in schema and "contentEncoding" not in schema
    )


def _example(schema: Mapping[str, Any]) -> Any:
    if "example" in schema:
        return schema["example"]
    examples = schema.get("examples")
    return examples[0] if isinstance(examples, list) and examples else None
