"""What a page shows → the objects that can be named on it, small enough to be kept. Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from sphinx_docsjson.openapi.model.api import Operation
from sphinx_docsjson.openapi.model.exchange import MediaType
from sphinx_docsjson.openapi.schema.fieldtree import Field, Group
from sphinx_docsjson.openapi.schema.page_fields import OperationTrees, callback_place

Kind = Literal["operation", "webhook", "schema", "tag"]

REQUEST = frozenset({"path", "query", "querystring", "header", "cookie", "body", ""})
"""The places of fields that a request has; ``""`` is the place of the fields of a schema."""

_OTHER = re.compile(r"[^a-z0-9]+")
_SHOWN_TYPE = re.compile(r"([\w.-]+)(?:\[\])*(?: \| null)?")


class ObjectField(NamedTuple):
    """A field of an object: where it stands in it, what it is called, and its anchor.

    ``path`` has the names down to it with dots between them, and in brackets the alternatives
    that it lies in: ``payment[Card].number``.
    """

    place: str
    path: str
    anchor: str

    @property
    def name(self) -> str:
        """The name behind that of the object."""
        if not self.place or self.path.startswith("["):
            return f"{self.place}{self.path}"
        return f"{self.place}.{self.path}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiObject:
    """Something of a description that stands on a page.

    :param spec: the key of the description.
    :param name: ``GET /plants``, or the name of a webhook, a schema or a tag.
    :param own: whether the page is there for it; otherwise it was put into a page.
    :param anchor: where it begins on the page.
    :param fields: a line for each of its fields; see :func:`fields_of`.
    :param types: a line for each schema whose fields are open in it; see :func:`types_of`.
    :param part: what comes before it, when a schema takes several pages.
    """

    kind: Kind
    spec: str
    name: str
    operation_id: str = ""
    own: bool = True
    anchor: str = ""
    fields: str = ""
    types: str = ""
    part: int = 0


def operation_object(
    operation: Operation, trees: OperationTrees, schemas: Container[str], *, own: bool = True
) -> ApiObject:
    """Return the object of an operation or a webhook.

    :param schemas: the names of the schemas of the description.
    """
    found = list(_placed(operation, trees))
    webhook = operation.kind == "webhook"
    return ApiObject(
        kind="webhook" if webhook else "operation",
        spec=operation.spec,
        name=operation.key[1] if webhook else f"{operation.method} {operation.path}",
        operation_id=" ".join((operation.operation_id or "").split()),
        own=own,
        fields=_lines(found),
        types=_types(found, schemas),
    )


def schema_object(
    spec: str, name: str, root: Field, *, part: int = 0, own: bool = True
) -> ApiObject:
    """Return the object of a schema.

    :param part: how many of its fields are on pages before this one.
    """
    fields = _lines([("", root)])
    return ApiObject(kind="schema", spec=spec, name=name, own=own, fields=fields, part=part)


def fields_of(known: ApiObject) -> Iterator[ObjectField]:
    """Yield the fields of an object."""
    for line in known.fields.splitlines():
        place, path, *anchor = line.split("\t")
        yield ObjectField(place, path, anchor[0] if anchor else usual_anchor(place, path))


def types_of(known: ApiObject) -> Iterator[tuple[str, ObjectField]]:
    """Yield the names of the schemas that are open in an object, and the fields that they are."""
    for line in known.types.splitlines():
        name, place, path, *anchor = line.split("\t")
        yield name, ObjectField(place, path, anchor[0] if anchor else usual_anchor(place, path))


@lru_cache(maxsize=4096)
def usual_anchor(place: str, path: str) -> str:
    """Return the anchor that most fields have: their names with hyphens between them."""
    if not place:
        place = "field"
    elif place[0].isdigit() or place.startswith("default"):
        place = f"response-{place}"
    return f"{_slug(place)}-{_slug(path)}".strip("-")


def _slug(text: str) -> str:
    return _OTHER.sub("-", text.lower()).strip("-")


def _placed(operation: Operation, trees: OperationTrees) -> Iterator[tuple[str, Field]]:
    """Yield the trees of an operation, each with its place."""
    for parameter in operation.parameters:
        if tree := trees.parameters.get(f"{parameter.place}:{parameter.name}"):
            yield parameter.place, tree
    yield from _exchanged(operation, trees, "", "")
    for callback in operation.callbacks:
        for inner in callback.operations:
            prefix = f"callback.{_word(callback.name)}."
            yield from _exchanged(inner, trees, prefix, callback_place(callback.name, inner))


def _exchanged(
    operation: Operation, trees: OperationTrees, prefix: str, owner: str
) -> Iterator[tuple[str, Field]]:
    """Yield what is sent and answered.

    :param owner: the place of the operation among the trees.
    """
    if operation.body:
        yield from _contents(operation.body.content, trees, f"{prefix}body", f"{owner}body")
    for response in operation.responses:
        place, shown = f"{prefix}{_word(response.status)}", f"{owner}{response.status}"
        for header in trees.headers.get(shown, ()):
            yield f"{place}.header", header
        yield from _contents(response.content, trees, place, shown)


def _contents(
    content: Iterable[MediaType], trees: OperationTrees, place: str, owner: str
) -> Iterator[tuple[str, Field]]:
    """Yield the tree of each media type, each once."""
    seen: list[Field] = []
    for media in content:
        tree = trees.contents.get((owner, media.pointer))
        if tree is not None and not any(tree is other for other in seen):
            seen.append(tree)
            yield place, tree


def _lines(found: Iterable[tuple[str, Field]]) -> str:
    """Return a line for each field; of fields of one name the first."""
    lines: dict[str, str] = {}
    for place, tree in found:
        for path, node in _named(tree, ""):
            if node.name and node.anchor:
                lines.setdefault(f"{place}\t{path}", _line(place, path, node))
    return "\n".join(lines.values())


def _line(place: str, path: str, node: Field) -> str:
    anchor = "" if node.anchor == usual_anchor(place, path) else f"\t{node.anchor}"
    return f"{place}\t{path}{anchor}"


def _named(node: Field, path: str) -> Iterator[tuple[str, Field]]:
    """Yield a field and those in it, each with its path."""
    if name := _word(_key(node)):
        path = f"{path}.{name}" if path else name
    yield path, node
    for child in node.children:
        yield from _named(child, path)
    for group in node.groups:
        for number, variant in enumerate(group.variants, start=1):
            yield from _named(variant.field, f"{path}[{_label(group, number)}]")


def _key(node: Field) -> str:
    return {"pattern": f"/{node.name}/", "additional": "*"}.get(node.kind, node.name)


def _label(group: Group, number: int) -> str:
    label = "if" if group.kind == "condition" else _word(group.variants[number - 1].label)
    same = [v for v in group.variants if _word(v.label) == label or group.kind == "condition"]
    label = label.replace("[", "").replace("]", "")
    return f"{label}-{number}" if len(same) > 1 or not label else label


def _word(text: str) -> str:
    """Return a name without spaces, so that it can stand among others in a line."""
    return "-".join(text.split())


def _types(found: Iterable[tuple[str, Field]], schemas: Container[str]) -> str:
    """Return a line for each schema whose fields are open in trees: the first place of each."""
    lines: dict[str, str] = {}
    for place, tree in found:
        for path, node in _named(tree, ""):
            match = _SHOWN_TYPE.fullmatch(node.type)
            opened = node.has_fields and not node.target and not node.open_at
            if opened and node.anchor and match and match[1] in schemas:
                lines.setdefault(match[1], f"{match[1]}\t{_line(place, path, node)}")
    return "\n".join(lines.values())


__all__ = [
    "REQUEST",
    "ApiObject",
    "ObjectField",
    "fields_of",
    "operation_object",
    "schema_object",
    "types_of",
]
