"""How much room the fields of a page take, and how large a schema is. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sphinx_docsjson.openapi.reading.resolver import Resolver
from sphinx_docsjson.openapi.schema.fieldtree import Field

FIELD_COST = 220
"""About how many bytes of HTML a field takes beside its texts."""

SMALL_PAGE = 45_000
"""Fields of up to so many bytes are all shown on the page itself."""

LARGE_PAGE = 140_000
"""More bytes of fields than these are never shown on one page."""

TYPE_LIMIT = 40
"""A named type of more fields is linked to, not opened, where room is short."""

TYPE_LIMIT_OF_MANY = 20
"""The same in a large reference, which would open each type in dozens of places."""

MANY_OPERATIONS = 150
"""A reference of so many operations is large."""

INLINE_LIMIT = 90
"""The same for a type without a name, which only stands in this one place."""

MAX_STEPS = 5_000
"""So many schemas are looked at when the fields of one are counted."""

_KEYWORDS = {
    "$ref": "ref",
    **dict.fromkeys(("properties", "patternProperties", "dependentSchemas"), "map"),
    **dict.fromkeys(("oneOf", "anyOf", "prefixItems", "allOf"), "list"),
    **dict.fromkeys(
        ("items", "additionalProperties", "if", "then", "else", "not", "contains"), "single"
    ),
}
"""What the keywords hold in which there are schemas."""


class BeyondBudget(Exception):
    """The fields of a page take more room than it has."""


@dataclass(kw_only=True)
class Budget:
    """The room that the fields of one page may take.

    :param left: bytes of HTML, about.
    :param strict: links instead of whatever is large; otherwise everything is opened, and
        :class:`BeyondBudget` is raised when that does not fit.
    :param type_limit: a named type of more fields is large.
    """

    left: int
    strict: bool
    type_limit: int = TYPE_LIMIT

    def spend(self, cost: int) -> None:
        """Take room.

        :raises BeyondBudget: when there is none left and the page may not be cut.
        """
        self.left -= cost
        if self.left < 0 and not self.strict:
            raise BeyondBudget


def type_limit_of(operations: int) -> int:
    """Return of how many fields a named type is opened in a reference of so many operations."""
    return TYPE_LIMIT if operations < MANY_OPERATIONS else TYPE_LIMIT_OF_MANY


def cost_of(field: Field) -> int:
    """Return about how many bytes of HTML *field* takes without what is inside it."""
    enum = sum(40 + len(value.value) + len(value.description) for value in field.enum)
    examples = sum(len(each.value) + len(each.about) for each in field.examples)
    words = sum(map(len, field.constraints)) + examples
    words += sum(40 + len(pill) for pill in (*field.before, *field.after))
    own = 2 * len(field.anchor) + len(field.name) + len(field.description) * 5 // 4
    return FIELD_COST + own + enum + words


class Weights:
    """The numbers of fields of the schemas of one document, each counted once.

    Counting stops at *limit*, and after :data:`MAX_STEPS` whether fields were found or not, so
    that a schema whose references multiply costs no more: it counts as large.
    """

    def __init__(self, resolver: Resolver, limit: int = INLINE_LIMIT) -> None:
        self.resolver = resolver
        self.limit = limit
        self._known: dict[str, int] = {}

    def of(self, pointer: str) -> int:
        """Return the number of fields of the schema at *pointer*, at most one over the limit."""
        if pointer not in self._known:
            self._known[pointer] = self._count(self.resolver.get(pointer), pointer)
        return self._known[pointer]

    def _count(self, schema: Any, pointer: str) -> int:
        total = 0
        stack: list[tuple[Any, frozenset[str], int]] = [(schema, frozenset({pointer}), 0)]
        steps = 0
        while stack and total <= self.limit:
            node, path, depth = stack.pop()
            steps += 1
            if steps > MAX_STEPS:
                return self.limit + 1
            if not isinstance(node, dict) or depth > 64:
                continue
            for name, value in node.items():
                kind = _KEYWORDS.get(name)
                if kind == "ref" and isinstance(value, str) and value not in path:
                    stack.append((self.resolver.get(value), path | {value}, depth + 1))
                elif kind == "map" and isinstance(value, dict):
                    total += len(value)
                    stack += [(member, path, depth + 1) for member in value.values()]
                elif kind == "list" and isinstance(value, list):
                    total += len(value) if name != "allOf" else 0
                    stack += [(member, path, depth + 1) for member in value]
                elif kind == "single":
                    stack.append((value, path, depth + 1))
        return min(total, self.limit + 1)
