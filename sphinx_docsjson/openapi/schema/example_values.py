"""An example value of a schema: always the same one, and valid wherever that can be known. Pure.

Taken is, in this order: the schema's own example, its constant, its default, the first of its
allowed values, and what its type, format and limits allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.scalars import MISSING, number, string, type_of, values_given
from sphinx_docsjson.openapi.schema.view import LEFT_OUT, Direction, Located, Parts, SchemaView

MAX_LEVELS = 8
"""An example holds no optional field that stands in more objects than these."""

MAX_VALUES = 60
"""An example holds no optional field beyond so many values."""

MAX_SENT = 30
"""The same for what is sent: it is shown once in each language."""

ENOUGH = 8
"""An example of fewer values is filled up with a part of the next level."""

MAX_DEPTH = 16
"""No value stands in more objects, lists and choices than these, required or not."""

MAX_TRIES = 2_000
"""So many values are made for one example, whether they are shown or not."""


class Examples:
    """Makes example values of the schemas of one document.

    What a reader needs first stands at the top of a value. So an example goes as deep as its
    size allows, and leaves out the optional fields of everything deeper.

    :param only_required: leave out the fields that may be left out.
    """

    def __init__(self, schemas: Schemas, *, only_required: bool = False) -> None:
        self.schemas = schemas
        self.only_required = only_required
        self._known: dict[tuple[str, Direction], Any] = {}

    def value(self, schema: Any, pointer: str, direction: Direction = "both") -> Any:
        """Return an example of *schema*.

        :param direction: a request has no ``readOnly`` fields, a response no ``writeOnly`` ones.
        """
        only_ref = isinstance(schema, dict) and len(schema) == 1
        ref = schema.get("$ref") if only_ref else None
        key = (ref if isinstance(ref, str) else pointer, direction)
        if key not in self._known:
            value = self._deepest(Located(schema, pointer), direction)
            self._known[key] = None if value is MISSING else value
        return self._known[key]

    def _deepest(self, schema: Located, direction: Direction) -> Any:
        """Return the deepest example that is not too large."""
        room = MAX_SENT if direction == "request" else MAX_VALUES
        best = _Sample(self.schemas, direction)
        value = best.value((schema,), ())
        if self.only_required:
            return value
        for levels in range(1, MAX_LEVELS + 1):
            deeper = _Sample(self.schemas, direction, levels)
            found = deeper.value((schema,), ())
            if deeper.used > room:
                break
            best, value = deeper, found
            if not deeper.left_out:
                break
        if not best.left_out or best.used >= ENOUGH:
            return value
        filled = _Sample(self.schemas, direction, best.levels, room - best.used)
        return filled.value((schema,), ())


class _Sample:
    """One example in the making.

    :param levels: in how many objects an optional field may stand; 0: there are none.
    :param extra: how many values there may be on the next level.
    :param used: how many values there are.
    :param left_out: how many fields were left out because they stand too deep.
    """

    def __init__(
        self, schemas: Schemas, direction: Direction, levels: int = 0, extra: int = 0
    ) -> None:
        self.schemas = schemas
        self.direction = direction
        self.levels = levels
        self.extra = extra
        self.fills = extra > 0
        self.used = 0
        self.left_out = 0
        self._tries = 0
        self._depth = 0
        self._level = 0

    def value(self, parts: Parts, path: tuple[str, ...]) -> Any:
        """Return an example, or :data:`MISSING` where a type would contain itself."""
        return self._value_of(self.schemas.view(*parts, scope=path), path)

    def _value_of(self, view: SchemaView, path: tuple[str, ...]) -> Any:
        if any(ref in path for ref in view.refs):
            return MISSING
        if self._depth > MAX_DEPTH or self._tries >= MAX_TRIES:
            return MISSING
        self._tries += 1
        self.used += 1
        given = next(values_given(view), MISSING)
        if given is not MISSING:
            return given
        path = (*path, *view.refs)
        self._depth += 1
        made = self._made(view, path)
        if view.alternatives:
            made = self._with_branch(made, view, path)
        self._depth -= 1
        return made

    def _made(self, view: SchemaView, path: tuple[str, ...]) -> Any:
        kind = type_of(view)
        if kind == "object":
            self._level += 1
            made = self._object(view, path)
            self._level -= 1
            return made
        if kind == "array":
            return self._array(view, path)
        if kind == "string":
            return string(view.keywords)
        if kind in ("integer", "number"):
            return number(view.keywords, whole=kind == "integer")
        if kind == "boolean":
            return True
        return None if kind == "null" else {}

    def _with_branch(self, made: Any, view: SchemaView, path: tuple[str, ...]) -> Any:
        """Return what was made with the first usable branch of each alternative added."""
        for group in view.alternatives:
            for branch in group.branches:
                value = self.value((branch,), path)
                self.used -= len(group.branches) == 1  # the value itself
                if value is MISSING:
                    continue
                if isinstance(value, dict) and isinstance(made, dict):
                    made = {**made, **value}
                elif not view.properties:
                    made = value
                break
        return made

    def _object(self, view: SchemaView, path: tuple[str, ...]) -> dict[str, Any]:
        value: dict[str, Any] = {}
        needed = self._needed(view)
        for name in view.properties:
            self._add(value, view, name, path, needed=name in needed)
        self._complete(value, view, path)
        others = view.schemas.get("additionalProperties", ())
        if not view.properties and others and isinstance(others[0].schema, Mapping):
            item = self.value(others, path) if others[0].schema else MISSING
            if item is not MISSING:
                value["key"] = item
        return value

    def _needed(self, view: SchemaView) -> set[str]:
        """Return the names of the fields that are required, by the first of choices too."""
        needed = set(view.required)
        for group in view.alternatives:
            needed.update(self.schemas.view(group.branches[0]).required)
        return needed

    def _complete(self, value: dict[str, Any], view: SchemaView, path: tuple[str, ...]) -> None:
        """Add optional fields that others need, and as many fields as the schema asks for."""
        dependent = mapping(view.keywords.get("dependentRequired"))
        for name in [name for key in value for name in items(dependent.get(key))]:
            if isinstance(name, str) and name not in value and name in view.properties:
                self._add(value, view, name, path, needed=True)
        least = view.keywords.get("minProperties")
        for name in view.properties:
            if isinstance(least, int) and len(value) < least and name not in value:
                self._add(value, view, name, path, needed=True)

    def _add(
        self,
        value: dict[str, Any],
        view: SchemaView,
        name: str,
        path: tuple[str, ...],
        *,
        needed: bool,
    ) -> None:
        """Add a field to *value*, unless there is nothing to show or it goes the other way."""
        if not needed and not self._has_room():
            self.left_out += 1
            return
        member = self.schemas.view(*view.properties[name], scope=path)
        if member.keywords.get(LEFT_OUT.get(self.direction, "")) is True:
            return
        make = self._value_of if needed else self._optional
        item = make(member, path)
        if item is not MISSING:
            value[name] = item

    def _has_room(self) -> bool:
        """Whether an optional field may stand on this level."""
        beyond = self._level - self.levels
        return beyond <= self.fills and (beyond != 1 or self.extra > 0)

    def _optional(self, view: SchemaView, path: tuple[str, ...]) -> Any:
        """Return the value of an optional field, if there is something in it and it fits.

        On the last level there are values without fields only; objects wait for the next one.
        """
        beyond = self._level - self.levels
        used, left_out, extra = self.used, self.left_out, self.extra
        item = self._value_of(view, path)
        is_object = _holds_objects(item)
        is_new = beyond == 1 or (beyond == 0 and is_object)
        fits = not is_object or beyond < 0 or (beyond == 0 and extra > 0)
        if not fits or (self.left_out > left_out and _is_hollow(item)):
            self.used, self.left_out, self.extra = used, left_out + 1, extra
            return MISSING
        if is_new:
            self.extra = extra - (self.used - used)
        return item

    def _array(self, view: SchemaView, path: tuple[str, ...]) -> list[Any]:
        if view.positions:
            found = (self.value(parts, path) for parts in view.positions)
            return [None if item is MISSING else item for item in found]
        parts = view.schemas.get("items")
        item = self.value(parts, path) if parts and view.allows("items") else MISSING
        if item is MISSING:
            return []
        least = view.keywords.get("minItems")
        count = least if isinstance(least, int) and 0 <= least <= 10 else 1
        most = view.keywords.get("maxItems")
        if isinstance(most, int) and most < max(count, 1):
            return []
        return [item] * max(count, 1)


def _holds_objects(value: Any) -> bool:
    """Whether *value* is an object, or a list of some."""
    return any(map(_holds_objects, value)) if isinstance(value, list) else isinstance(value, dict)


def _is_hollow(value: Any) -> bool:
    """Whether *value* is an object without fields, or a list of nothing else."""
    return all(map(_is_hollow, value)) if isinstance(value, list) else value == {}
