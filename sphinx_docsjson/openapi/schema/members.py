"""What may stand in a value of a schema: its fields, its choices, its named subtypes. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from sphinx_docsjson.openapi.reading.lenient import mapping, text
from sphinx_docsjson.openapi.schema.fieldtree import Target
from sphinx_docsjson.openapi.schema.view import Parts, SchemaView
from sphinx_docsjson.openapi.schema.words.summaries import values_have_fields

Kind: TypeAlias = Literal["property", "pattern", "additional", "position"]


def members_of(view: SchemaView) -> Iterator[tuple[str, Kind, Parts]]:
    """Yield what may stand in an object or a tuple, in the order of the file."""
    for name, parts in view.properties.items():
        yield name, "property", parts
    for name, parts in view.patterns.items():
        yield name, "pattern", parts
    values = view.values_schema
    if values and (view.properties or view.patterns or values_have_fields(view)):
        yield "*", "additional", values
    for index, parts in enumerate(view.positions):
        yield str(index), "position", parts
    others = view.schemas.get("items", ())
    if view.positions and any(isinstance(part.schema, Mapping) for part in others):
        yield "…", "position", others


def target_of(view: SchemaView, offset: int = 0) -> Target:
    """Return where all of a schema is shown, of whatever parts it is."""
    pointer, *beside = view.pointers
    return Target(pointer=pointer, offset=offset, beside=tuple(beside))


def description_of(view: SchemaView, inner: SchemaView, address: Callable[[str], str]) -> str:
    """Return what is said of a value, and of the items when it is a list of them.

    :param address: a relative address of documentation → where it leads.
    """
    said = [text(part.keywords.get("description")).strip() for part in (view, inner)]
    said += [
        documentation_of(part.keywords.get("externalDocs"), address) for part in (view, inner)
    ]
    return "\n\n".join(dict.fromkeys(part for part in said if part))


def documentation_of(value: Any, address: Callable[[str], str]) -> str:
    """Return the link to further documentation, as Markdown."""
    raw = mapping(value)
    url = "".join(text(raw.get("url")).split())
    if not url:
        return ""
    words = " ".join(text(raw.get("description")).split()) or url
    words = re.sub(r"([\\`*_\[\]<>])", r"\\\1", words)
    return f"[{words}](<{re.sub('[<>]', '', address(url))}>)"


def choices_of(view: SchemaView) -> int:
    """Return how many types may stand here, when a choice without a name is all that this is.

    Such a choice takes a line for each type, and each type is opened or linked to by itself.
    """
    if view.chain or view.conditions or any(True for _member in members_of(view)):
        return 0
    return sum(len(group.branches) for group in view.alternatives)


def sort_key(view: SchemaView, name: str, kind: Kind) -> tuple[bool, bool, str]:
    """Return by what members are sorted: required ones first, then by name; tuples stay."""
    if kind == "position":
        return (False, False, "")
    return (kind != "property", name not in view.required, name.casefold())
