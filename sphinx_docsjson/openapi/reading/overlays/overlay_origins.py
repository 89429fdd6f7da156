"""Where the parts of a document are written that overlays change. Pure."""

from __future__ import annotations

from typing import Any

from sphinx_docsjson.openapi.reading.overlays.json_paths import Parts
from sphinx_docsjson.openapi.reading.resolver import child


class Origins:
    """Knows where parts of one document are written, by what holds them.

    Objects and lists are known by their identity: numbers in lists change when one is removed.
    """

    def __init__(self) -> None:
        self._containers: dict[int, tuple[Any, str]] = {}
        self._members: dict[int, tuple[Any, dict[str | int, str]]] = {}

    def add(self, value: Any, origin: str) -> None:
        """Note that *value*, with all that is in it, is written at *origin*."""
        if isinstance(value, dict | list):
            self._containers[id(value)] = (value, origin)

    def set(self, holder: Any, key: str | int, origin: str) -> None:
        """Note that a member of *holder* is written at *origin*."""
        self._members.setdefault(id(holder), (holder, {}))[1][key] = origin

    def keep_items(self, document: Any, parts: Parts, items: list[Any]) -> None:
        """Note where the items of a list are written, before one of them is removed."""
        here = self.of(document, parts)
        numbered = self._members.pop(id(items), (items, {}))[1]
        for number, item in enumerate(items):
            if isinstance(item, dict | list) and id(item) not in self._containers:
                self._containers[id(item)] = (item, numbered.get(number, child(here, number)))

    def of(self, document: Any, parts: Parts) -> str:
        """Return where what is at *parts* is written."""
        origin, value = "#", document
        for part in parts:
            members = self._members.get(id(value), (None, {}))[1]
            origin = members.get(part, child(origin, part))
            value = value[part]
            origin = self._containers.get(id(value), (None, origin))[1]
        return origin

    def moved(self, document: Any) -> dict[str, str]:
        """Return the pointers of all parts that are written elsewhere, with where."""
        found: dict[str, str] = {}
        if not self._containers and not self._members:
            return found
        stack: list[tuple[Any, str, str]] = [(document, "#", "#")]
        while stack:
            node, pointer, origin = stack.pop()
            members = self._members.get(id(node), (None, {}))[1]
            pairs = node.items() if isinstance(node, dict) else enumerate(node)
            for key, item in pairs:
                is_container = isinstance(item, dict | list)
                if not is_container and key not in members:
                    continue
                expected = child(origin, key)
                written = members.get(key, expected)
                if is_container:
                    written = self._containers.get(id(item), (None, written))[1]
                here = child(pointer, key)
                if written != expected:
                    found[here] = written
                if is_container:
                    stack.append((item, here, written))
        return found
