"""An example value of a schema: always the same one, and valid wherever that can be known. Pure.

Taken is, in this order: the schema's own example, its constant, its default, the first of its
allowed values, and what its type, format and limits allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping
from sphinx_docsjson.openapi.reading.resolver import Resolver
from sphinx_docsjson.openapi.schema.direction import LEFT_OUT, Direction
from sphinx_docsjson.openapi.schema.merge import Merger, View, combined
from sphinx_docsjson.openapi.schema.scalars import MISSING, given_by, number, string, type_of

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

    def __init__(self, resolver: Resolver, *, only_required: bool = False) -> None:
        self.merger = Merger(resolver)
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
            value = self._deepest(schema, pointer, direction)
            self._known[key] = None if value is MISSING else value
        return self._known[key]

    def _deepest(self, schema: Any, pointer: str, direction: Direction) -> Any:
        """Return the deepest example that is not too large."""
        room = MAX_SENT if direction == "request" else MAX_VALUES
        best = _Sample(self.merger, direction)
        value = best.value(schema, pointer, ())
        if self.only_required:
            return value
        for levels in range(1, MAX_LEVELS + 1):
            deeper = _Sample(self.merger, direction, levels)
            found = deeper.value(schema, pointer, ())
            if deeper.used > room:
                break
            best, value = deeper, found
            if not deeper.left_out:
                break
        if not best.left_out or best.used >= ENOUGH:
            return value
        filled = _Sample(self.merger, direction, best.levels, room - best.used)
        return filled.value(schema, pointer, ())


class _Sample:
    """One example in the making.

    :param levels: in how many objects an optional field may stand; 0: there are none.
    :param extra: how many values there may be on the next level.
    :param used: how many values there are.
    :param left_out: how many fields were left out because they stand too deep.
    """

    def __init__(
        self, merger: Merger, direction: Direction, levels: int = 0, extra: int = 0
    ) -> None:
        self.merger = merger
        self.direction = direction
        self.levels = levels
        self.extra = extra
        self.fills = extra > 0
        self.used = 0
        self.left_out = 0
        self._tries = 0
        self._depth = 0
        self._level = 0

    def value(self, schema: Any, pointer: str, path: tuple[str, ...]) -> Any:
        """Return an example, or :data:`MISSING` where a type would contain itself."""
        view = self.merger.view(schema, pointer, path)
        if any(ref in path for ref in view.refs):
            return MISSING
        if self._depth > MAX_DEPTH or self._tries >= MAX_TRIES:
            return MISSING
        self._tries += 1
        self.used += 1
        given = given_by(view)
        if given is not MISSING:
            return given
        path = (*path, *view.refs)
        self._depth += 1
        made = self._made(view, path)
        if view.alternatives:
            made = self._with_branch(made, view, path)
        self._depth -= 1
        return made

    def _made(self, view: View, path: tuple[str, ...]) -> Any:
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

    def _with_branch(self, made: Any, view: View, path: tuple[str, ...]) -> Any:
        """Return what was made with the first usable branch of each alternative added."""
        for group in view.alternatives:
            for branch, pointer in group.branches:
                value = self.value(branch, pointer, path)
                if value is MISSING:
                    continue
                if isinstance(value, dict) and isinstance(made, dict):
                    made = {**made, **value}
                elif not view.properties:
                    made = value
                break
        return made

    def _object(self, view: View, path: tuple[str, ...]) -> dict[str, Any]:
        value: dict[str, Any] = {}
        needed = _needed(view)
        for name in view.properties:
            self._add(value, view, name, path, needed=name in needed)
        self._complete(value, view, path)
        extra = view.located("additionalProperties")
        if not view.properties and extra and isinstance(extra[0], Mapping) and extra[0]:
            item = self.value(*extra, path)
            if item is not MISSING:
                value["key"] = item
        return value

    def _complete(self, value: dict[str, Any], view: View, path: tuple[str, ...]) -> None:
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
        self, value: dict[str, Any], view: View, name: str, path: tuple[str, ...], *, needed: bool
    ) -> None:
        """Add a field to *value*, unless there is nothing to show or it goes the other way."""
        schema, pointer = combined(view.properties[name])
        if self._goes_the_other_way(schema, pointer):
            return
        make = self.value if needed else self._optional
        item = make(schema, pointer, path)
        if item is not MISSING:
            value[name] = item

    def _optional(self, schema: Any, pointer: str, path: tuple[str, ...]) -> Any:
        """Return the value of an optional field, if there is room for it and something in it.

        On the last level there are values without fields only; objects wait for the next one.
        """
        beyond = self._level - self.levels
        if beyond > self.fills or (beyond == 1 and self.extra <= 0):
            self.left_out += 1
            return MISSING
        used, left_out, extra = self.used, self.left_out, self.extra
        item = self.value(schema, pointer, path)
        is_object = _holds_objects(item)
        is_new = beyond == 1 or (beyond == 0 and is_object)
        fits = not is_object or beyond < 0 or (beyond == 0 and extra > 0)
        if not fits or (self.left_out > left_out and _is_hollow(item)):
            self.used, self.left_out, self.extra = used, left_out + 1, extra
            return MISSING
        if is_new:
            self.extra = extra - (self.used - used)
        return item

    def _goes_the_other_way(self, schema: Any, pointer: str) -> bool:
        """Whether a field is only received where this value is sent, or the reverse."""
        keyword = LEFT_OUT.get(self.direction)
        if keyword is None or not isinstance(schema, dict):
            return False
        if keyword in schema or not ("$ref" in schema or "allOf" in schema):
            return schema.get(keyword) is True
        return self.merger.view(schema, pointer).keywords.get(keyword) is True

    def _array(self, view: View, path: tuple[str, ...]) -> list[Any]:
        values: list[Any] = []
        prefix = view.located("prefixItems")
        if prefix:
            listed, pointer = prefix
            found = (
                self.value(item, f"{pointer}/{index}", path)
                for index, item in enumerate(items(listed))
            )
            return [None if item is MISSING else item for item in found]
        located = view.located("items")
        if located is None or located[0] is False:
            return values
        item = self.value(*located, path)
        if item is MISSING:
            return values
        least = view.keywords.get("minItems")
        count = least if isinstance(least, int) and 0 <= least <= 10 else 1
        most = view.keywords.get("maxItems")
        if isinstance(most, int) and most < max(count, 1):
            return []
        return [item] * max(count, 1)


def _needed(view: View) -> set[str]:
    """Return the names of the fields that are required, by the first of several choices too."""
    needed = set(view.required)
    for group in view.alternatives:
        for branch, _pointer in group.branches[:1]:
            needed.update(n for n in items(mapping(branch).get("required")) if isinstance(n, str))
    return needed


def _holds_objects(value: Any) -> bool:
    """Whether *value* is an object, or a list of some."""
    return any(map(_holds_objects, value)) if isinstance(value, list) else isinstance(value, dict)


def _is_hollow(value: Any) -> bool:
    """Whether *value* is an object without fields, or a list of nothing else."""
    return all(map(_is_hollow, value)) if isinstance(value, list) else value == {}
