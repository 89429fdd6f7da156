"""Names of generated documents: readable, stable, and the same on every file system. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from sphinx_docsjson.openapi.model.api import Operation
from sphinx_docsjson.openapi.reading.resolver import FILES, Resolver, segments
from sphinx_docsjson.openapi.schema.fieldtree import Target

MAX_LENGTH = 60
RESERVED = frozenset({"index", "search", "genindex", "py-modindex", "con", "prn", "aux", "nul"})

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_OTHER = re.compile(r"[^a-z0-9]+")


def slug(text: str, fallback: str = "page") -> str:
    """Return *text* as lower-case words of a–z and 0–9 with hyphens between them."""
    plain = unicodedata.normalize("NFKD", _CAMEL.sub("-", text))
    found = _OTHER.sub("-", plain.lower()).strip("-")
    if len(found) > MAX_LENGTH:
        found = found[:MAX_LENGTH].rpartition("-")[0] or found[:MAX_LENGTH]
    found = found or fallback
    return f"{found}-page" if found in RESERVED else found


def operation_slug(operation: Operation) -> str:
    """Return the short name of an operation: its summary, its id, or its method and path."""
    if operation.kind == "webhook":
        return slug(operation.path)
    text = operation.summary if len(operation.summary) <= MAX_LENGTH else ""
    return slug(text or operation.operation_id or long_name(operation))


def long_name(operation: Operation) -> str:
    """Return what tells an operation from all others of its specification."""
    return f"{operation.method}-{operation.path}"


def operation_names(operations: Iterable[tuple[str, Operation]]) -> list[str]:
    """Return a document name for each pair of a folder and an operation.

    Operations that would have the same name are all named by method and path instead, so that no
    name changes because another operation comes before it.
    """
    pairs = list(operations)
    short = [f"{folder}/{operation_slug(operation)}" for folder, operation in pairs]
    counts = Counter(short)
    names: list[str] = []
    taken: set[str] = set()
    for name, (folder, operation) in zip(short, pairs, strict=True):
        if counts[name] > 1:
            name = f"{folder}/{slug(long_name(operation))}"
        names.append(free_name(name, taken))
    return names


def free_name(name: str, taken: set[str]) -> str:
    """Return *name*, or with a number when it is taken; the result is taken afterwards."""
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        candidate = f"{name}-{number}"
    taken.add(candidate)
    return candidate


def schema_title(target: Target) -> str:
    """Return what a schema's page is called."""
    for pointer in (target.pointer, *target.beside):
        parts = segments(pointer)
        if parts[:2] == ["components", "schemas"] and len(parts) == 3:
            return parts[2]
        if parts[:1] == [FILES] and len(parts) == 2:
            return Resolver.name(pointer)
    return ".".join(_telling(segments(target.pointer))) or "schema"


def _telling(parts: list[str]) -> list[str]:
    """Return the parts of a pointer that an author named."""
    named: list[str] = []
    if parts[:2] == ["components", "schemas"]:
        named.append(parts[2])
    elif parts[:1] == ["paths"] and len(parts) > 2:
        named += [f"{parts[2].upper()} {parts[1]}"]
    for before, part in pairwise(parts):
        if before in ("properties", "patternProperties"):
            named.append(part)
        elif before in ("oneOf", "anyOf", "allOf", "prefixItems"):
            named.append(str(int(part) + 1) if part.isdecimal() else part)
    return named


def schema_slug(target: Target) -> str:
    """Return the short name of a schema's page."""
    return slug(schema_title(target), "schema")
