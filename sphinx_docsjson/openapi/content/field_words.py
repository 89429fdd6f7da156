"""What a field is called, and the words for what it is, in every format. Pure."""

from __future__ import annotations

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.schema.fieldtree import Field


def marks_of(node: Field, *, deprecated: bool = True) -> list[str]:
    """Return the words for what a field is, beside its type."""
    words = []
    if node.read_only:
        words.append(_("read-only"))
    if node.write_only:
        words.append(_("write-only"))
    if node.deprecated and deprecated:
        words.append(_("deprecated"))
    return [str(word) for word in words]


def shown_name(node: Field) -> str:
    """Return the name of a field as it is shown."""
    if node.kind == "pattern":
        return f"/{node.name}/"
    if node.kind == "additional":
        return str(_("any other key"))
    if node.kind == "position":
        return f"[{node.name}]"
    return node.name
