"""Generates an example value for a schema: deterministic, and valid if possible. Pure.

Taken is, in this order: the schema's own example, its constant, its default, the first of its
allowed values, and what its type, format and limits allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from sphinx_docsjson.ext.openapi.reading.parse import items, mapping, text
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.patterns import MAX_LENGTH, finds, matching
from sphinx_docsjson.ext.openapi.schema.variants import (
    discriminator_of,
    own_selection,
    selecting_values,
)
from sphinx_docsjson.ext.openapi.schema.view import (
    LEFT_OUT,
    Alternatives,
    Direction,
    Located,
    Parts,
    SchemaView,
    implied_types,
    json_type,
    same,
    types_of,
)

MAX_LEVELS = 8
"""An example holds no optional field that is in more objects than these."""

MAX_VALUES = 60
"""An example holds no optional field beyond this many values."""

MAX_SENT = 30
"""The same for what is sent: it is shown once in each language."""

ENOUGH = 8
"""An example of fewer values is filled up with a part of the next level."""


class Examples:
    """Makes example values of the schemas of one document.

    What a reader needs first is at the top of a value. So an example goes as deep as its
    size allows, and leaves out the optional fields of everything deeper.

    :param only_required: leave out the fields that may be left out.
    :param defaults: of those, leave in what has a default, and objects with such fields.
    """

    def __init__(
        self, schemas: Schemas, *, only_required: bool = False, defaults: bool = False
    ) -> None:
        self.schemas = schemas
        self.only_required = only_required
        self.defaults = defaults
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
        best = ValueInTheMaking(self.schemas, direction, defaults=self.defaults)
        value = best.value((schema,), ())
        if self.only_required:
            return value
        for levels in range(1, MAX_LEVELS + 1):
            deeper = ValueInTheMaking(self.schemas, direction, levels)
            found = deeper.value((schema,), ())
            if deeper.used > room:
                break
            best, value = deeper, found
            if not deeper.left_out:
                break
        if not best.left_out or best.used >= ENOUGH:
            return value
        filled = ValueInTheMaking(self.schemas, direction, best.levels, room - best.used)
        return filled.value((schema,), ())


# One example in the making: a value within bounds, valid wherever that can be known. Pure.

MAX_ITEMS = 100
"""How many items or fields are made where a schema asks for that many."""

MAX_DEPTH = 16
"""No value is in more objects, lists and choices than these, required or not."""

MAX_TRIES = 2_000
"""How many values are made for one example, whether they are shown or not."""

MAX_DEFAULT_DEPTH = 3
"""Defaults are looked for in this many objects inside an optional one."""

MAX_BRANCHES = 200
"""How many branches of choices are tried for one example."""


@dataclass
class ValueInTheMaking:
    """One example in the making.

    :param levels: in how many objects an optional field may be; 0: there are none.
    :param extra: how many values there may be on the next level.
    :param defaults: optional fields with a default, at any depth, are there all the same.
    :param used: how many values there are.
    :param left_out: how many fields were left out because they are too deep.
    """

    schemas: Schemas
    direction: Direction
    levels: int = 0
    extra: int = 0
    defaults: bool = False
    used: int = 0
    left_out: int = 0
    _tries: int = 0
    _branches: int = 0
    _depth: int = 0
    _level: int = 0

    def __post_init__(self) -> None:
        self.fills = self.extra > 0

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
        self._meet_conditions(value, view, path)
        self._complete(value, view, path)
        name, told = own_selection(self.schemas, view)
        if name in value and told and not any(same(value[name], each) for each in told):
            value[name] = told[0]
        return value

    def _meet_conditions(
        self, value: dict[str, Any], view: SchemaView, path: tuple[str, ...]
    ) -> None:
        """Give an object what ``then``, ``else`` and ``dependentSchemas`` require of it."""
        for test, then, other in view.conditions:
            asked = then if seems_to_fit(self.schemas, self.schemas.view(test), value) else other
            more = self.schemas.view(*([asked] if asked else []), scope=path)
            for name in {**more.properties, **more.required}:
                parts = (*view.properties.get(name, ()), *more.properties.get(name, ()))
                member = self.schemas.view(*parts, scope=path)
                if name in value and seems_to_fit(self.schemas, member, value[name]):
                    continue
                if name not in value and name not in more.required:
                    continue
                value.pop(name, None)
                if not parts:
                    self._add_other(value, view, name, path)
                elif member.keywords.get(LEFT_OUT.get(self.direction, "")) is not True:
                    item = self._value_of(member, path)
                    value |= {} if item is MISSING else {name: item}

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
        has_room = needed or self._has_room()
        if not has_room and not self.defaults:
            self.left_out += 1
            return
        member = self.schemas.view(*view.properties[name], scope=path)
        if not has_room:
            if not self._has_default(member, path):
                self.left_out += 1
                return
            needed = True
        if member.keywords.get(LEFT_OUT.get(self.direction, "")) is True:
            return
        make = self._value_of if needed else self._optional
        item = make(member, path)
        if item is not MISSING:
            value[name] = item

    def _has_default(self, view: SchemaView, path: tuple[str, ...], depth: int = 0) -> bool:
        """Whether a value has a default, or is an object with a field that has one."""
        if "default" in view.keywords:
            return True
        if depth >= MAX_DEFAULT_DEPTH or any(ref in path for ref in view.refs):
            return False
        inside = (*path, *view.refs)
        members = (self.schemas.view(*parts, scope=path) for parts in view.properties.values())
        return any(self._has_default(member, inside, depth + 1) for member in members)

    def _has_room(self) -> bool:
        """Whether an optional field may be on this level."""
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


# Whether a value fits a schema as far as one look tells, so that branches exclude each other.
#
# Pure. It is not a validator: it only sees what an example may easily get wrong.

MAX_EXCLUSION_DEPTH = 3


def fits_only(schemas: Schemas, group: Alternatives, branch: Located, value: Any) -> bool:
    """Whether no other branch of ``oneOf`` seems to fit what was made for *branch*."""
    if group.kind != "oneOf":
        return True
    others = (schemas.view(each) for each in group.branches if each is not branch)
    return not any(seems_to_fit(schemas, other, value) for other in others)


def seems_to_fit(schemas: Schemas, view: SchemaView, value: Any, depth: int = 0) -> bool:
    """Whether nothing that is plain to see speaks against *value*."""
    keywords = view.keywords
    kind = json_type(value)
    types = {*types_of(keywords.get("type"))} | ({"null"} if view.nullable else set())
    named = {"integer": {"integer", "number"}}.get(kind, {kind})
    if view.never or (view.types and types.isdisjoint(named)):
        return False
    if "const" in keywords and not same(keywords["const"], value):
        return False
    if "enum" in keywords and not any(same(each, value) for each in items(keywords["enum"])):
        return False
    if isinstance(value, str):
        return _text_fits(view, value)
    if kind in ("integer", "number"):
        return in_limits(value, keywords)
    if depth < MAX_EXCLUSION_DEPTH and isinstance(value, dict):
        return _object_fits(schemas, view, value, depth)
    if (
        depth < MAX_EXCLUSION_DEPTH
        and isinstance(value, list)
        and (parts := view.schemas.get("items"))
    ):
        inner = schemas.view(*parts)
        return all(seems_to_fit(schemas, inner, item, depth + 1) for item in value)
    return True


def _text_fits(view: SchemaView, value: str) -> bool:
    least, most = view.keywords.get("minLength"), view.keywords.get("maxLength")
    return (
        (not isinstance(least, int) or len(value) >= least)
        and (not isinstance(most, int) or len(value) <= most)
        and all(finds(each, value) for each in view.every("pattern") if isinstance(each, str))
    )


def _object_fits(schemas: Schemas, view: SchemaView, value: Mapping[str, Any], depth: int) -> bool:
    if not view.required.keys() <= value.keys():
        return False
    closed = not view.allows("additionalProperties") or not view.allows("unevaluatedProperties")
    for name, item in value.items():
        parts = view.properties.get(name)
        if parts is None:
            if closed and not any(finds(pattern, name) for pattern in view.patterns):
                return False
        elif not seems_to_fit(schemas, schemas.view(*parts), item, depth + 1):
            return False
    return not view.alternatives or all(
        any(seems_to_fit(schemas, schemas.view(each), value, depth + 1) for each in g.branches)
        for g in view.alternatives
    )


def unwanted_fields(schemas: Schemas, group: Alternatives, branch: Located) -> frozenset[str]:
    """Return the fields that would make a value fit other branches than the one that was taken.

    Branches that only name required fields exclude each other by what is there.
    """
    only_names = all(
        isinstance(each.schema, dict) and each.schema.keys() <= {"required", "title"}
        for each in group.branches
    )
    if group.kind != "oneOf" or not only_names:
        return frozenset()
    own = schemas.view(branch).required
    others = (schemas.view(each).required for each in group.branches if each is not branch)
    return frozenset(name for required in others for name in required if name not in own)


# What a schema says about its own value, and the simplest text or number that fits. Pure.

FORMATS = {
    "date-time": "2026-01-15T09:30:00Z",
    "date": "2026-01-15",
    "time": "09:30:00Z",
    "duration": "P1D",
    "email": "ada@example.com",
    "idn-email": "ada@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com",
    "url": "https://example.com",
    "uri-reference": "/path",
    "iri": "https://example.com",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "byte": "ZXhhbXBsZQ==",
    "binary": "<binary>",
    "password": "<password>",
    "regex": "^[a-z]+$",
    "json-pointer": "/path",
}

USUAL = ("aA1!aA1!aA1!", "aA1!aA1!", "Aa1Aa1Aa", "aA1!", "//aA1aA1")
"""Texts that fit patterns which look ahead, such as those of passwords."""

MISSING = object()
"""There is no value; ``None`` is one."""


def values_given(view: SchemaView) -> Iterator[Any]:
    """Yield the values that the schema itself gives, the best first."""
    keywords = view.keywords
    if "example" in keywords:
        yield keywords["example"]
    yield from items(keywords.get("examples"))
    if "const" in keywords:
        yield keywords["const"]
    default = keywords.get("default")
    if default is not None and (not view.types or json_type(default) in _named(view.types)):
        yield default
    values = items(keywords.get("enum"))
    yield from (value for value in values if value is not None)
    yield from (value for value in values if value is None)


def _named(types: list[str]) -> set[str]:
    """Return types by the names of what JSON has."""
    return {*types, "integer"} if "number" in types else set(types)


def type_of(view: SchemaView) -> str:
    """Return the type of an example: the first that is named, or what the keywords tell."""
    if names := view.types or implied_types(view):
        return names[0]
    return "null" if types_of(view.keywords.get("type")) else ""


def string(keywords: Mapping[str, Any]) -> str:
    """Return a text of the pattern, or the format, and the length that a schema asks for."""
    value = FORMATS.get(text(keywords.get("format")), "string")
    least, most = keywords.get("minLength"), keywords.get("maxLength")
    if isinstance(least, int) and len(value) < least <= 10_000:
        value = (value * (least // max(len(value), 1) + 1))[:least]
    if isinstance(most, int) and 0 <= most < len(value):
        value = value[:most]
    pattern = keywords.get("pattern")
    if isinstance(pattern, str) and not finds(pattern, value):
        low = least if isinstance(least, int) else 0
        high = most if isinstance(most, int) else MAX_LENGTH
        usual = (each for each in USUAL if low <= len(each) <= high and finds(pattern, each))
        value = matching(pattern, low, high) or next(usual, value)
    return value


def number(keywords: Mapping[str, Any], *, whole: bool) -> int | float:
    """Return a number within the limits of a schema: 1, if it may be."""
    step = abs(_bound(keywords, "multipleOf") or 0)
    unit: int | float = step or (1 if whole else 0.5)
    if whole:  # the smallest multiple that is a whole number
        unit = Fraction(str(unit)).numerator
    candidates: list[int | float] = [1, unit]
    for name in ("minimum", "exclusiveMinimum"):
        if (low := _bound(keywords, name)) is not None:
            up = ceil(low / unit) * unit
            candidates += [low, up, up + unit, low + unit / 1000]
    for name in ("maximum", "exclusiveMaximum"):
        if (high := _bound(keywords, name)) is not None:
            down = floor(high / unit) * unit
            candidates += [high, down, down - unit, high - unit / 1000]
    below, above = _bound(keywords, "exclusiveMaximum"), _bound(keywords, "exclusiveMinimum")
    if below is not None and above is not None:
        candidates.append((below + above) / 2)
    for value in (*candidates, 0):
        found = int(value) if float(value).is_integer() else value
        if in_limits(found, keywords) and (not whole or isinstance(found, int)):
            return found
    return 1


def in_limits(value: int | float, keywords: Mapping[str, Any]) -> bool:
    """Whether a number is within the limits of a schema."""
    step = abs(_bound(keywords, "multipleOf") or 0)
    low, high = _bound(keywords, "minimum"), _bound(keywords, "maximum")
    above, below = _bound(keywords, "exclusiveMinimum"), _bound(keywords, "exclusiveMaximum")
    return (
        (low is None or value >= low)
        and (high is None or value <= high)
        and (above is None or value > above)
        and (below is None or value < below)
        and (not step or Fraction(str(value)) % Fraction(str(step)) == 0)
    )


def distinct_items(made: list[Any], view: SchemaView | None) -> list[Any]:
    """Return as many different items as there are, where the schema of an item has them."""
    given = [v for v in values_given(view) if v is not None] if view else []
    found: list[Any] = []
    for number_of, item in enumerate(made):
        candidates = (item, *given, *_variants(item, number_of))
        fresh = (c for c in candidates if not any(same(c, other) for other in found))
        found += [next(fresh, item)]
    return found


def _variants(item: Any, count: int) -> Iterator[Any]:
    """Yield values like *item*: other numbers, texts with a number, objects with such fields."""
    if isinstance(item, bool):
        yield not item
    elif isinstance(item, int | float):
        yield item + count
    elif isinstance(item, str):
        head = item.rstrip("0123456789")
        digits = item[len(head) :]
        yield f"{head}{str(count).zfill(len(digits))}" if digits else f"{item}{count}"
        yield f"{item[:-1]}{count % 10}"
        yield f"{item[: -len(str(count))]}{count}"
    elif isinstance(item, dict):
        for name, value in item.items():
            for other in _variants(value, count):
                yield {**item, name: other}


def _bound(keywords: Mapping[str, Any], name: str) -> int | float | None:
    value = keywords.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) < 2**63 else None
