"""Values of a JSON Schema in which every string is one that is tried.

A field that the schema of ``docs.json`` learns tomorrow is tried from then on by itself.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Give = Callable[[str], str]
"""The text for the field at a path such as ``navbar.links.0.label``."""

ITEMS = 4
"""How many items a list has, so that a list tries as many texts at once."""


class Filling:
    """Fills a schema, whose references lead into *root*.

    :param shape: which of the types of a field is taken, where there are several.
    :param choose: whether a field that takes one of a few words gets one of them, or a text too.
    """

    def __init__(self, root: Any, give: Give, *, shape: int = 0, choose: bool = True) -> None:
        self.root = root
        self.give = give
        self.shape = shape
        self.choose = choose
        self.around: list[str] = []
        self.seen: dict[str, int] = {}
        self.recursive = frozenset(
            name for name in root["$defs"] if name in _reached(root, root["$defs"][name])
        )
        self.mutual = frozenset(
            name
            for name in self.recursive
            if (self.recursive - {name}) & _reached(root, root["$defs"][name])
        )

    def value(self, schema: Mapping[str, Any], path: str) -> Any:
        """Return a value of *schema*, or ``None`` where a container stands inside itself again."""
        if "$ref" in schema:
            return self._referred(schema["$ref"].rpartition("/")[2], path)
        kinds = schema.get("type", "object" if "properties" in schema else "string")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        kind = kinds[self._turn(path) % len(kinds)]
        if "if" in schema:
            branch = "then" if schema["if"].get("type") == kind else "else"
            schema = {**schema, **schema.get(branch, {})}
            if "$ref" in schema:
                return self.value(schema, path)
        if "enum" in schema and self.choose:
            return schema["enum"][self._turn(path) % len(schema["enum"])]
        if kind == "object" and ("properties" in schema or "additionalProperties" in schema):
            return self._object(schema, path)
        if kind == "array":
            items = (self.value(schema.get("items", {}), f"{path}.{n}") for n in range(ITEMS))
            return [item for item in items if item is not None]
        if path.endswith(".hidden") and self.shape % 3 != 2:
            return False
        if kind == "boolean" and self.choose:
            return bool(self._turn(path) % 2)
        if kind in ("number", "integer") and self.choose:
            return 1
        if "pattern" in schema and self.choose:
            return "#0a7ea4"
        return self.give(path)

    def _turn(self, path: str) -> int:
        return self.shape + zlib.crc32(path.encode())

    def _referred(self, name: str, path: str) -> Any:
        schema = self.root["$defs"][name]
        if name not in self.recursive:
            return self.value(schema, path)
        often = name in self.mutual and self.seen.get(name, 0) >= 2 * ITEMS
        if name in self.around or often:
            return None
        self.seen[name] = self.seen.get(name, 0) + 1
        self.around.append(name)
        made = self.value(schema, path)
        self.around.pop()
        return made

    def _object(self, schema: Mapping[str, Any], path: str) -> dict[str, Any]:
        made = {}
        for name, part in schema.get("properties", {}).items():
            if (value := self.value(part, f"{path}.{name}")) is not None:
                made[name] = value
        if isinstance(more := schema.get("additionalProperties"), Mapping):
            for number in range(ITEMS):
                name = self.give(f"{path}.*{number}")
                made[name] = self.value(more, f"{path}.**{number}")
        return made


def _reached(root: Any, schema: Any) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_references(root["$defs"][name]))
    return frozenset(found)


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for part in schema.values():
            yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)
