"""One example in the making: a value within bounds, valid wherever that can be known. Pure."""

from __future__ import annotations

from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping, text
from sphinx_docsjson.openapi.schema.discriminators import discriminator_of, selecting_values
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.making.exclusion import fits_only, unwanted_fields
from sphinx_docsjson.openapi.schema.merge import same
from sphinx_docsjson.openapi.schema.scalars import (
    MISSING,
    distinct_items,
    finds,
    number,
    string,
    type_of,
    values_given,
)
from sphinx_docsjson.openapi.schema.view import (
    LEFT_OUT,
    Alternatives,
    Direction,
    Located,
    Parts,
    SchemaView,
)

MAX_ITEMS = 100
"""So many items or fields are made where a schema asks for that many."""

MAX_DEPTH = 16
"""No value stands in more objects, lists and choices than these, required or not."""

MAX_TRIES = 2_000
"""So many values are made for one example, whether they are shown or not."""

MAX_BRANCHES = 200
"""So many branches of choices are tried for one example."""


class ValueInTheMaking:
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
        self._branches = 0
        self._depth = 0
        self._level = 0

    def value(self, parts: Parts, path: tuple[str, ...]) -> Any:
        """Return an example, or :data:`MISSING` where a type would contain itself."""
        return self._value_of(self.schemas.view(*parts, scope=path), path)

    def _value_of(self, view: SchemaView, path: tuple[str, ...]) -> Any:
        if any(ref in path for ref in view.refs):
            return MISSING
        if view.never or self._depth > MAX_DEPTH or self._tries >= MAX_TRIES:
            return MISSING
        self._tries += 1
        self.used += 1
        given = next(values_given(view), MISSING)
        if given is not MISSING:
            return given
        path = (*path, *view.refs)
        self._depth += 1
        made = self._with_branch(view, path) if view.alternatives else self._made(view, path)
        self._depth -= 1
        return made

    def _made(
        self, view: SchemaView, path: tuple[str, ...], unwanted: frozenset[str] = frozenset()
    ) -> Any:
        kind = type_of(view)
        if kind == "object":
            self._level += 1
            made = self._object(view, path, unwanted)
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

    def _with_branch(self, view: SchemaView, path: tuple[str, ...]) -> Any:
        """Return an example of *view* with the first usable branch of its first choice."""
        group = view.alternatives[0]
        first: Any = MISSING
        for branch in group.branches:
            # A branch may be nothing but a choice itself, and so on: each level doubles the tries.
            if self._branches >= MAX_BRANCHES:
                break
            self._branches += 1
            used, left_out, extra = self.used, self.left_out, self.extra
            found = self._branch(view, group, branch, path)
            if found is MISSING:
                continue
            if fits_only(self.schemas, group, branch, found):
                return found
            if first is MISSING:
                first = found
            else:
                self.used, self.left_out, self.extra = used, left_out, extra
        return first

    def _branch(
        self, view: SchemaView, group: Alternatives, branch: Located, path: tuple[str, ...]
    ) -> Any:
        """Return an example of *view* with one branch, which is selected by its discriminator."""
        chosen = self.schemas.chosen(view, group, branch)
        own = tuple(ref for ref in chosen.refs if ref not in view.refs)
        if chosen.never or any(ref in path for ref in own):
            return MISSING
        inside = (*path, *own)
        found = next(values_given(chosen), MISSING)
        if found is MISSING and chosen.alternatives:
            found = self._with_branch(chosen, inside)
        elif found is MISSING:
            found = self._made(chosen, inside, unwanted_fields(self.schemas, group, branch))
        discriminator = discriminator_of(view, group)
        name = text(discriminator.get("propertyName"))
        if isinstance(found, dict) and name in {*chosen.properties, *chosen.required}:
            values = selecting_values(self.schemas, discriminator, branch)
            if values and not any(same(found.get(name), value) for value in values):
                return {**found, name: values[0]}
        return found

    def _object(
        self, view: SchemaView, path: tuple[str, ...], unwanted: frozenset[str] = frozenset()
    ) -> dict[str, Any]:
        value: dict[str, Any] = {}
        most = view.keywords.get("maxProperties")
        room = most if isinstance(most, int) else len(view.properties)
        room -= sum(1 for name in view.properties if name in view.required)
        for name in view.properties:
            needed = name in view.required
            if needed or (name not in unwanted and room > 0):
                before = len(value)
                self._add(value, view, name, path, needed=needed)
                room -= 0 if needed else len(value) - before
        self._complete(value, view, path)
        return value

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
        for name in view.required:
            if name not in view.properties:
                self._add_other(value, view, name, path)
        self._fill(value, view, path, least if isinstance(least, int) else 0)

    def _add_other(
        self, value: dict[str, Any], view: SchemaView, name: str, path: tuple[str, ...]
    ) -> None:
        """Add a field that only a pattern or the rule for other fields describes, or nothing."""
        parts = [part for p, found in view.patterns.items() if finds(p, name) for part in found]
        parts = parts or list(view.values_schema)
        if not parts and not view.allows("additionalProperties"):
            return
        item = self.value(tuple(parts), path) if parts else "string"
        if item is not MISSING:
            value[name] = item

    def _fill(
        self, value: dict[str, Any], view: SchemaView, path: tuple[str, ...], least: int
    ) -> None:
        """Add fields with names of our own to a map: one where it has no other, or *least*."""
        maps = view.values_schema or view.patterns
        wanted = max(least, 1 if maps and not view.properties else 0)
        names = self._names(view)
        for index in range(len(value), min(wanted, MAX_ITEMS)):
            name = names[index] if index < len(names) else f"key{index + 1 if index else ''}"
            if name not in value:
                self._add_other(value, view, name, path)

    def _names(self, view: SchemaView) -> list[str]:
        """Return the names that a map may have, as far as it says."""
        if key := view.schemas.get("propertyNames"):
            rule = self.schemas.view(*key)
            if values := [each for each in values_given(rule) if isinstance(each, str)]:
                return values
            return [string({**rule.keywords, "type": "string"})]
        if view.patterns and not view.values_schema:
            return [string({"pattern": pattern}) for pattern in view.patterns]
        return []

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
        least, most = view.keywords.get("minItems"), view.keywords.get("maxItems")
        count = min(least, MAX_ITEMS) if isinstance(least, int) and least > 0 else 1
        made: list[Any] = []
        for wanted in view.contained:
            times = wanted.least if isinstance(wanted.least, int) else 1
            item = self.value((wanted.schema, *(parts or ())), path) if times else MISSING
            made += [] if item is MISSING else [item] * min(times, MAX_ITEMS)
        if len(made) < count and view.allows("items") and most != 0:
            item = self.value(parts, path) if parts else MISSING
            if item is MISSING and isinstance(least, int) and least > 0 and not parts:
                item = "string"
            made += [] if item is MISSING else [item] * (count - len(made))
        if view.keywords.get("uniqueItems") is True and len(made) > 1:
            made = distinct_items(made, self.schemas.view(*parts) if parts else None)
        return made if not isinstance(most, int) else made[:most]


def _holds_objects(value: Any) -> bool:
    """Whether *value* is an object, or a list of some."""
    return any(map(_holds_objects, value)) if isinstance(value, list) else isinstance(value, dict)


def _is_hollow(value: Any) -> bool:
    """Whether *value* is an object without fields, or a list of nothing else."""
    return all(map(_is_hollow, value)) if isinstance(value, list) else value == {}
