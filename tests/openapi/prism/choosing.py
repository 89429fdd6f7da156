"""A few operations of a large description, and a file of only these for the mock server.

Prism reads GitHub's 13 MB for longer than it takes to send all their requests.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sphinx_docsjson.ext.openapi.model.api import Operation, Specification

METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"})


def sampled(spec: Specification, count: int, seed: int) -> Sequence[Operation]:
    """Return *count* operations that a reader can call; all of them when *count* is 0."""
    called = [operation for operation in spec.operations if operation.kind == "operation"]
    if not count or count >= len(called):
        return called
    numbers = sorted(random.Random(seed).sample(range(len(called)), count))
    return [called[number] for number in numbers]


def only(spec: Specification, operations: Sequence[Operation], folder: Path) -> Path:
    """Write the description with *operations* and what they refer to; return the file."""
    kept = {(each.path, each.method.lower()) for each in operations}
    document = {
        key: value
        for key, value in spec.document.items()
        if key not in ("paths", "components", "webhooks", "x-webhooks")
    }
    schemes = spec.document.get("components", {}).get("securitySchemes", {})
    document["components"] = {"securitySchemes": schemes}
    document["paths"] = {}
    for path, item in spec.document["paths"].items():
        methods = {method for method in METHODS if (path, method) in kept}
        if methods:
            document["paths"][path] = {
                key: without_responses(value) if key in methods else value
                for key, value in item.items()
                if key not in METHODS - methods
            }
    todo = list(_references(document))
    while todo:
        reference = todo.pop()
        if (value := _copied(spec.document, document, reference)) is not None:
            todo += _references(value)
    target = folder / "only.json"
    target.write_text(json.dumps(document, default=str), encoding="utf-8")
    return target


def without_responses(operation: dict[str, Any]) -> dict[str, Any]:
    """Return an operation of which only the request is described.

    Prism writes out every type of the responses, which never ends for those of Stripe.
    """
    return {**operation, "responses": {"200": {"description": "Fine."}}}


def _references(node: Any) -> Iterator[str]:
    """Yield what points into the document, also the mapping of a discriminator."""
    if isinstance(node, str):
        if node.startswith("#/"):
            yield node
    elif isinstance(node, dict | list):
        for inner in node.values() if isinstance(node, dict) else node:
            yield from _references(inner)


def _copied(source: dict[str, Any], target: dict[str, Any], reference: str) -> Any:
    """Copy what *reference* means; return it when it was not there yet and exists."""
    names = [name.replace("~1", "/").replace("~0", "~") for name in reference[2:].split("/")]
    value: Any = source
    for name in names[:2] if names[0] != "components" else names[:3]:
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    depth = 3 if names[0] == "components" else 2
    for name in names[: depth - 1]:
        target = target.setdefault(name, {})
    if names[depth - 1 : depth] == [] or names[depth - 1] in target:
        return None
    target[names[depth - 1]] = value
    return value
