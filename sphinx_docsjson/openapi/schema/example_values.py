"""An example value of a schema: always the same one, and valid wherever that can be known. Pure.

Taken is, in this order: the schema's own example, its constant, its default, the first of its
allowed values, and what its type, format and limits allow.
"""

from __future__ import annotations

from typing import Any

from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.making.sample_making import ValueInTheMaking
from sphinx_docsjson.openapi.schema.scalars import (
    MISSING,
)
from sphinx_docsjson.openapi.schema.view import (
    Direction,
    Located,
)

MAX_LEVELS = 8
"""An example holds no optional field that stands in more objects than these."""

MAX_VALUES = 60
"""An example holds no optional field beyond so many values."""

MAX_SENT = 30
"""The same for what is sent: it is shown once in each language."""

ENOUGH = 8
"""An example of fewer values is filled up with a part of the next level."""


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
        best = ValueInTheMaking(self.schemas, direction)
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
