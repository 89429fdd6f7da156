"""Changes of descriptions whose effect is known, and what each of them has to be called.

It shares nothing with the code that compares: it edits plain data, and says itself which rule and
level has to be found, from the list of rules of ``oasdiff``. ``edits(document)`` gives every edit
that fits somewhere in a document.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

METHODS = ("get", "put", "post", "delete", "patch")


class Edit(NamedTuple):
    """An edit of a document, and what has to be found: rule (with ``*``) and level."""

    name: str
    document: dict[str, Any]
    level: str
    rule: str
    mark: str
    shared: bool = False
    """Whether other bodies, in the other direction too, have what is edited."""


def operations(document: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item and not item[method].get("x-excluded"):
                yield ("paths", path, method), item[method]


def at(document: Any, way: tuple[Any, ...]) -> Any:
    for name in way:
        document = document[name]
    return document


def schema_places(
    document: dict[str, Any],
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield side and place of each schema of a body, each once; references are followed."""
    found: dict[tuple[str, tuple[Any, ...]], None] = {}
    for side, way in _bodies(document):
        schema = at(document, way)
        ref = schema.get("$ref", "")
        if not ref:
            found[side, way] = None
        elif ref.startswith("#/components/schemas/") and ref.count("/") == 3:
            found[side, tuple(ref.split("/")[1:])] = None
    return iter(found)


def _bodies(document: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for way, operation in operations(document):
        body = operation.get("requestBody", {}).get("content", {})
        for media, content in body.items():
            if "schema" in content:
                yield "request", (*way, "requestBody", "content", media, "schema")
        for status, response in operation.get("responses", {}).items():
            for media, content in response.get("content", {}).items():
                if "schema" in content:
                    yield "response", (*way, "responses", status, "content", media, "schema")


def edits(document: dict[str, Any]) -> Iterator[Edit]:
    """Yield every edit that fits."""
    shared = False

    def edit(name: str, change: Callable[[Any], Any], level: str, rule: str, mark: str) -> Edit:
        new = copy.deepcopy(document)
        change(new)
        return Edit(name, new, level, rule, mark, shared)

    for way, operation in operations(document):
        where = " ".join(way[1:])
        yield edit(
            f"remove {where}",
            lambda new, way=way: at(new, way[:-1]).pop(way[-1]),
            "warning" if operation.get("deprecated") else "breaking",
            "api-removed-with*-deprecation",
            "removed",
        )
        if not operation.get("deprecated"):
            yield edit(
                f"deprecate {where}",
                lambda new, way=way: at(new, way).update(deprecated=True),
                "info",
                "endpoint-deprecated",
                "deprecated",
            )
        for required, level in ((True, "breaking"), (False, "info")):
            added = {"name": "zz", "in": "query", "required": required, "schema": {}}
            yield edit(
                f"add parameter {required} {where}",
                lambda new, way=way, added=added: (
                    at(new, way).setdefault("parameters", []).append(added)
                ),
                level,
                f"new-{'required' if required else 'optional'}-request-parameter",
                "new",
            )
        for number, parameter in enumerate(operation.get("parameters", [])):
            if "$ref" in parameter:
                continue
            here = (*way, "parameters", number)
            if parameter["in"] == "path":
                continue
            yield edit(
                f"remove parameter {number} {where}",
                lambda new, here=here: at(new, here[:-1]).pop(here[-1]),
                "warning",
                "request-parameter-removed",
                "removed",
            )
            was = parameter.get("required", False)
            yield edit(
                f"turn required of parameter {number} {where}",
                lambda new, here=here, was=was: at(new, here).update(required=not was),
                "info" if was else "breaking",
                f"request-parameter-became-{'optional' if was else 'required'}",
                "changed",
            )
        for status in list(operation.get("responses", {})):
            yield edit(
                f"remove response {status} {where}",
                lambda new, way=way, status=status: at(new, (*way, "responses")).pop(status),
                "breaking" if status.startswith("2") else "info",
                "response-*success-status-removed",
                "removed",
            )
    for side, way in schema_places(document):
        schema = at(document, way)
        asks, where = side == "request", " ".join(map(str, way[1:]))
        shared = way[0] == "components"
        for name, inner in schema.get("properties", {}).items():
            if inner.get("readOnly") or inner.get("writeOnly"):
                continue
            required = name in schema.get("required", [])
            level = "warning" if asks or not required else "breaking"
            rule = "request" if asks else f"response-{'required' if required else 'optional'}"

            def remove(new: Any, way: Any = way, name: str = name) -> None:
                found = at(new, way)
                del found["properties"][name]
                found["required"] = [n for n in found.get("required", []) if n != name]

            yield edit(
                f"remove {name} {where}", remove, level, f"{rule}-property-removed", "removed"
            )

            def turn(
                new: Any, way: Any = way, name: str = name, required: bool = required
            ) -> None:
                found = at(new, way)
                names = [n for n in found.get("required", []) if n != name]
                found["required"] = names if required else [*names, name]

            breaks = asks != required
            if "default" not in inner:
                yield edit(
                    f"turn required of {name} {where}",
                    turn,
                    "breaking" if breaks else "info",
                    f"{side}-property-became-{'optional' if required else 'required'}",
                    "changed",
                )
            here = (*way, "properties", name)
            if "enum" in inner:
                yield edit(
                    f"add a value to {name} {where}",
                    lambda new, here=here: at(new, here)["enum"].append("zz"),
                    "info" if asks else "warning",
                    f"{side}-property-enum-value-added",
                    "new",
                )
                yield edit(
                    f"take a value from {name} {where}",
                    lambda new, here=here: at(new, here)["enum"].pop(),
                    "breaking" if asks else "info",
                    f"{side}-property-enum-value-removed",
                    "changed",
                )
            if "$ref" in inner or "allOf" in inner or inner.get("deprecated"):
                continue
            if inner.get("type") in ("string", "integer", "boolean"):
                other = "boolean" if inner["type"] != "boolean" else "string"

                def retype(new: Any, here: Any = here, other: str = other) -> None:
                    at(new, here).clear()
                    at(new, here).update(type=other)

                yield edit(
                    f"type of {name} {where}", retype, "breaking", f"{side}-*-changed", "changed"
                )
            if inner.get("type") == "integer":
                yield edit(
                    f"number instead of {name} {where}",
                    lambda new, here=here: at(new, here).update(type="number"),
                    "info" if asks else "breaking",
                    f"{side}-property-type-generalized",
                    "changed",
                )
            if inner.get("type") == "string":
                for keyword, number, tighter in (
                    ("maxLength", 5, True),
                    ("minLength", 2, True),
                ):
                    if keyword in inner:
                        continue
                    yield edit(
                        f"{keyword} of {name} {where}",
                        lambda new, here=here, k=keyword, n=number: at(new, here).update({k: n}),
                        "breaking" if asks == tighter else "info",
                        f"{side}-property-{keyword[:3]}-length-changed",
                        "changed",
                    )
                yield edit(
                    f"pattern of {name} {where}",
                    lambda new, here=here: at(new, here).update(pattern="^zz"),
                    "warning" if asks else "info",
                    f"{side}-property-pattern-changed",
                    "changed",
                )
            yield edit(
                f"deprecate {name} {where}",
                lambda new, here=here: at(new, here).update(deprecated=True),
                "info",
                f"{side}-property-deprecated",
                "deprecated",
            )
        if "properties" in schema:
            for required in (True, False):

                def add(new: Any, way: Any = way, required: bool = required) -> None:
                    found = at(new, way)
                    found["properties"]["zz"] = {"type": "string"}
                    if required:
                        found["required"] = [*found.get("required", []), "zz"]

                yield edit(
                    f"add {required} {where}",
                    add,
                    "breaking" if asks and required else "info",
                    f"new-{'required' if required else 'optional'}-{side}-property",
                    "new",
                )
        for said in ({"description": "Other words."}, {"title": "Other"}, {"example": 1}):
            yield edit(
                f"say {next(iter(said))} {where}",
                lambda new, way=way, said=said: at(new, way).update(said),
                "",
                "",
                "",
            )
