"""Whether the words for a type say what a schema says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.openapi.truth.schemas import Choice, Whole, whole

JSON_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_NAMED = re.compile(r"(?P<name>[^<]+?)<(?P<format>.+)>\Z")


def split_union(words: str) -> list[str]:
    """Return the members of ``a | b``, brackets respected."""
    found, depth, begin = [], 0, 0
    for index, letter in enumerate(words):
        if letter in "(<":
            depth += 1
        elif letter in ")>":
            depth -= 1
        elif depth == 0 and words.startswith(" | ", index):
            found.append(words[begin:index])
            begin = index + 3
    return [*found, words[begin:]]


def unwrapped(words: str) -> tuple[str, int, bool]:
    """Return the words for the items inside of lists, the levels, and whether ``null`` fits."""
    parts = split_union(words)
    null = "null" in parts and len(parts) > 1
    rest = [part for part in parts if part != "null"] or parts
    levels = 0
    inner = " | ".join(rest)
    while len(rest) == 1 and inner.endswith("[]"):
        inner, levels = inner[:-2], levels + 1
        if inner.startswith("(") and inner.endswith(")"):
            inner = inner[1:-1]
            break
    return inner, levels, null


def innermost(found: Whole, levels: int) -> Whole:
    """Return what holds for the items *levels* lists deep."""
    for _level in range(levels):
        found = whole(found.files, found.items)
    return found


class TypeCheck:
    """Compares the words for a type with a schema.

    :param names: the names that a schema at a place goes by.
    """

    def problems(self, words: str, found: Whole) -> list[str]:
        """Return what the words say wrongly or leave out."""
        inner, levels, null = unwrapped(words)
        wrong: list[str] = []
        here = found
        for _level in range(levels):
            if "array" not in (here.types or here.implied):
                return [f"not a list: {sorted(here.types or here.implied)}"]
            here = whole(here.files, here.items)
        if found.nullable != (null or words == "null") and not _null_by_enum(found, null, words):
            wrong.append("null is allowed" if found.nullable else "null is not allowed")
        inner_parts = [part for part in split_union(inner) if part != "null"]
        return wrong + self._inner(inner_parts, here)

    def _inner(self, parts: list[str], found: Whole) -> list[str]:
        types = None if found.types is None else found.types - {"null"}
        if found.never:
            return [] if parts == ["never"] else ["nothing fits"]
        if not types:
            types = found.implied or None
        plain, formats, named = _sorted(parts)
        if "file" in plain and _is_name("file", found):
            plain, named = plain - {"file"}, named | {"file"}
        if plain == {"never"} and found.types == set():
            return []
        if len(parts) == 1 and parts[0].startswith("map<") and "object" in (types or {"object"}):
            return self._map(parts[0][4:-1], found)
        if plain == {"file"} and _is_file(found):
            return []
        if types is None:
            return self._without_type(plain, named, found)
        wrong = []
        structured = types & {"object"}
        if named and (structured or found.choices):
            wrong += [f"no such name: {name}" for name in named if not _is_name(name, found)]
            plain |= structured
        elif named:
            wrong += [f"unknown type {name}" for name in named]
        if types != plain and not (found.choices and not plain):
            wrong.append(f"types are {', '.join(sorted(types))}")
        wanted = {value for value in found.values("format") if isinstance(value, str) and value}
        if types != {"object"} and wanted != formats and types != {"array"}:
            wrong.append(f"format is {', '.join(sorted(wanted)) or 'not named'}")
        return wrong

    def _map(self, inner: str, found: Whole) -> list[str]:
        values = [*found.places("additionalProperties"), *found.places("unevaluatedProperties")]
        if found.properties or not values:
            patterns = [place for places in found.patterns.values() for place in places]
            values = values or patterns
        real = [place for place in values if isinstance(place.value, dict)]
        if not real:
            return [] if inner == "any" else ["values may be anything"]
        return self.problems(inner, whole(found.files, real))

    def _without_type(self, plain: set[str], named: set[str], found: Whole) -> list[str]:
        wrong = [f"no such name: {name}" for name in named if not _is_name(name, found)]
        if named or not plain or plain == {"any"}:
            return wrong
        values = [*found.values("const"), *(v for vs in found.values("enum") for v in vs)]
        for choice in found.choices:
            for branch in choice.branches:
                inner = whole(found.files, [branch])
                values += [*inner.values("const")]
                values += [v for vs in inner.values("enum") for v in vs]
        told = {_type_of(value) for value in values}
        branches = _branch_types(found.choices, found)
        allowed = told | branches | _by_limits(found)
        wrong += [f"no part names the type {name}" for name in sorted(plain - allowed - {"any"})]
        return wrong


def _null_by_enum(found: Whole, null: bool, words: str) -> bool:
    """Whether the values or the branches settle whether ``null`` fits, not the types."""
    values = [value for listed in found.values("enum") for value in listed]
    if None in values:
        return True
    branches = [whole(found.files, [b]) for choice in found.choices for b in choice.branches]
    if any(branch.nullable for branch in branches):
        return True
    return null and found.types is None and not found.choices


def _sorted(parts: list[str]) -> tuple[set[str], set[str], set[str]]:
    plain: set[str] = set()
    formats: set[str] = set()
    named: set[str] = set()
    for part in parts:
        match = _NAMED.match(part)
        name = match["name"] if match else part
        if match and name in JSON_TYPES:
            formats |= set(match["format"].split(", "))
        if name in JSON_TYPES or name in ("any", "file", "never"):
            plain.add(name)
        elif part.endswith("[]"):
            plain.add("array")
        else:
            named.add(part)
    return plain, formats, named


def _branch_types(choices: list[Choice], found: Whole) -> set[str]:
    types: set[str] = set()
    for choice in choices:
        for branch in choice.branches:
            inner = whole(found.files, [branch])
            types |= (inner.types or inner.implied) | _branch_types(inner.choices, inner)
            values = [*inner.values("const"), *(v for vs in inner.values("enum") for v in vs)]
            types |= {_type_of(value) for value in values}
            types |= _by_limits(inner)
            if _is_file(inner):
                types.add("file")
    return types


def _is_file(found: Whole) -> bool:
    """Whether a text is bytes: OpenAPI 3.0 says it by a format, FastAPI by a media type."""
    media_types = found.values("contentMediaType")
    is_raw = "application/octet-stream" in media_types and not found.values("contentEncoding")
    return is_raw or "binary" in found.values("format")


def _by_limits(found: Whole) -> set[str]:
    """Return the types that the limits are about, of which JSON Schema says nothing else."""
    texts = ("pattern", "format", "maxLength", "minLength", "contentMediaType", "contentEncoding")
    numbers = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
    types: set[str] = set()
    if any(found.values(name) for name in texts):
        types |= {"string", "integer", "number"}
    if any(found.values(name) for name in numbers):
        types |= {"number", "integer"}
    return types


def _is_name(name: str, found: Whole) -> bool:
    """Whether a schema, or a branch of it, goes by a name."""
    name = name.removesuffix("[]")
    if name in found.names or name in found.values("title"):
        return True
    if any(name == reference_name(place) for place in found.refs):
        return True
    for choice in found.choices:
        for branch in choice.branches:
            inner = whole(found.files, [branch])
            if _is_name(name, inner) or (inner.items and _is_name(name, _items(inner))):
                return True
    return False


def _items(found: Whole) -> Whole:
    return whole(found.files, found.items)


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((int, "integer"), (float, "number"), (str, "string"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "object"


def reference_name(identity: tuple[str, str]) -> str:
    """Return the name of what a reference leads to: the last of its names, or of its file."""
    file, pointer = identity
    last = pointer.rsplit("/", 1)[-1]
    return last.replace("~1", "/").replace("~0", "~") if last else Path(file).stem
