""" "References in Swagger 2.0: what they lead to, and how they are written afterwards. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import mapping
from sphinx_docsjson.openapi.reading.places import moved_pointer, normal_pointer
from sphinx_docsjson.openapi.reading.resolver import FILES, MAX_CHAIN, segments
from sphinx_docsjson.openapi.reading.swagger2.swagger_bodies import Placed


class References:
    """The references of one bundled document.

    :param document: as it was before the conversion.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.met: list[tuple[dict[str, Any], bool]] = []

    def target(self, value: Any, pointer: str) -> Placed:
        """Return the object that *value* is or refers to, and where it stands."""
        for _ in range(MAX_CHAIN):
            ref = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(ref, str):
                break
            value = self.find(ref)
            pointer = ref
        return mapping(value), pointer

    def find(self, ref: str) -> Any:
        """Return what *ref* points to, or ``None``."""
        return self._find(segments(ref)) if ref.startswith("#/") else None

    def replace(self, ref: str, value: Any) -> None:
        """Put *value* where *ref* points to."""
        *above, last = segments(ref)
        holder = self._find(above)
        if isinstance(holder, dict):
            holder[last] = value
        elif isinstance(holder, list):
            holder[int(last)] = value

    def _find(self, parts: list[str]) -> Any:
        value: Any = self.document
        for part in parts:
            if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
                value = value[int(part)]
            elif isinstance(value, dict) and part in value:
                value = value[part]
            else:
                return None
        return value

    def note(self, node: dict[str, Any], *, to_schema: bool) -> None:
        """Note a reference, to be rewritten when all places are known."""
        self.met.append((node, to_schema))

    def rewrite(self, moved: Mapping[str, str], convert: Callable[[Any], None]) -> None:
        """Make all references lead to where things stand now.

        :param moved: pointer now → pointer before.
        :param convert: converts a schema; what stands in other files is only known by references.
        """
        objects: dict[str, str] = {}
        schemas: dict[str, str] = {}
        for new, old in moved.items():
            if old.startswith("#/responses/") and not new.startswith("#/components/"):
                continue  # a copy, for one operation, of what still stands in one place
            unwrapped = new.endswith("/schema") and not old.endswith("/schema")
            (schemas if unwrapped else objects).setdefault(old, new)
        schemas = {**objects, **schemas}
        at = 0
        while at < len(self.met):
            node, to_schema = self.met[at]
            at += 1
            ref = node["$ref"]
            if ref.startswith(f"#/{FILES}/"):
                if to_schema:
                    convert(self.find(ref))  # this may add to the references
            elif self.find(ref) is None:
                continue  # messages quote what the author wrote
            elif ref.startswith("#/definitions/"):
                node["$ref"] = f"#/components/schemas/{ref.removeprefix('#/definitions/')}"
            elif ref.startswith("#/"):
                now = schemas if to_schema else objects
                node["$ref"] = moved_pointer(normal_pointer(ref), now)
