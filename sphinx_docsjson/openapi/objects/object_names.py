"""What objects are called: by authors, and in an inventory. Pure."""

from __future__ import annotations

import re

from sphinx_docsjson.openapi.objects.page_objects import REQUEST, ObjectField

HINTS = {
    "op": "write it as 'GET /path' or by its operationId",
    "schema": "a page with 'openapi-schema: Name' in its front matter shows one",
    "field": "write it as 'operationId.field', 'GET /path field' or 'Schema.field'",
    "tag": "the directive openapi:tag lists the operations of one",
    "webhook": "write its name as in the file",
}
"""Role → how its names are written."""

_LINE = re.compile(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)")
"""How Sphinx reads a line of an inventory (``sphinx.util.inventory``)."""


def is_wanted(field: ObjectField, choice: str) -> bool:
    """Whether others find a field; ``brief`` are those of requests that lie in no other."""
    if choice == "all":
        return True
    deep = "." in field.path or "[" in field.path
    return field.place in REQUEST and not (choice == "brief" and deep)


def inventory_name(name: str) -> str:
    """Return a name that an inventory can hold: Sphinx takes ``2`` in “v 2 b” for a priority."""
    name = " ".join(name.split())
    match = _LINE.match(f"{name} openapi:x 1 u -")
    return name if match and match[1] == name else name.replace(" ", "-")
