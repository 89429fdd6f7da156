"""Finds the objects of all pages that a name may mean. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from sphinx_docsjson.base.near_names import near_names
from sphinx_docsjson.ext.openapi.model.api import Operation
from sphinx_docsjson.ext.openapi.pages.reference import loose_path, read_binding
from sphinx_docsjson.ext.openapi.reading.parse import key_named
from sphinx_docsjson.ext.openapi.schema.fields import PageTrees, exchanged, without_spaces
from sphinx_docsjson.ext.openapi.schema.fieldtree import Field, Group, alike
from sphinx_docsjson.site.model import Container, PageEntry

_VARIANT = re.compile(r"\[[^\[\]]*\]")
_WEBHOOK = re.compile(r"^webhook ", re.IGNORECASE)
ENDPOINT = re.compile(r"(\S+ /\S*|webhook \S+) (\S.*)", re.IGNORECASE)


class FoundObject(NamedTuple):
    """An object at its place; ``name`` is how it is written without the name of its file.

    ``own`` is whether the whole page is about it, ``in_tree`` whether it is in a field tree.
    ``owned`` is the prefix of the names of its members.
    """

    kind: str
    spec: str
    name: str
    docname: str
    anchor: str
    own: bool
    in_tree: bool = False
    owned: str = ""


class FieldsOf(NamedTuple):
    """Where the fields of something are: in an object, or in a field of it."""

    docname: str
    known: ApiObject
    inside: OpenedType | None = None

    @property
    def number(self) -> int:
        """The number of fields, without looking at them."""
        if self.inside is not None:
            return self.inside.end - self.inside.first
        return self.known.fields.count("\n") + 1

    def fields(self) -> Iterable[ObjectField]:
        """Return the fields, named from what they are of; of those that share a name the first."""
        found = fields_of(self.known)
        if inside := self.inside:
            own = found[inside.first : inside.end]
            paths = [each.path.removeprefix(inside.path).removeprefix(".") for each in own]
            found = [each._replace(place="", path=p) for each, p in zip(own, paths, strict=True)]
        named: dict[str, ObjectField] = {}
        for field in found:
            named.setdefault(field.name, field)
        return named.values()


class KnownObjects:
    """The objects of a site.

    :param pages: document → what is on it.
    :param order: the keys of the descriptions, in the order in which they are named.
    """

    def __init__(
        self, pages: Mapping[str, Sequence[ApiObject]], order: Sequence[str] = ()
    ) -> None:
        places = {key: number for number, key in enumerate(order)}
        self.placed = sorted(
            ((docname, each) for docname, found in pages.items() for each in found),
            key=lambda pair: (
                places.get(pair[1].spec, len(places)),
                pair[1].spec,
                not pair[1].own,
                pair[0],
            ),
        )
        self.specs = list(dict.fromkeys(each.spec for _docname, each in self.placed))

    # -- names -------------------------------------------------------------------------------

    @cached_property
    def by_name(self) -> dict[str, dict[str, dict[str, FoundObject]]]:
        """Kind → name → description → object; the first place of each is taken."""
        found: dict[str, dict[str, dict[str, FoundObject]]] = {}
        for docname, each in self.placed:
            for kind, name, anchor, own in _names(each):
                known = found.setdefault(kind, {}).setdefault(name, {})
                owned = each.operation_id or each.name
                entry = FoundObject(kind, each.spec, name, docname, anchor, own, owned=owned)
                known.setdefault(each.spec, entry)
        for docname, each, name, place in self._types:
            known = found.setdefault("schema", {}).setdefault(name, {})
            entry = FoundObject("schema", each.spec, name, docname, place.anchor, False, True)
            known.setdefault(each.spec, entry)
        for docname, each in self.placed:
            for response, anchor in responses_of(each):
                name = response_name(each.operation_id or each.name, response)
                known = found.setdefault("response", {}).setdefault(name, {})
                entry = FoundObject("response", each.spec, name, docname, anchor, False)
                known.setdefault(each.spec, entry)
        return found

    @cached_property
    def _types(self) -> list[tuple[str, ApiObject, str, OpenedType]]:
        """Where schemas are: a schema without a page is where it is open, or else merged."""
        every = [
            (docname, each, name, place)
            for docname, each in self.placed
            for name, place in types_of(each)
        ]
        return sorted(every, key=lambda one: one[3].first == one[3].end)

    @cached_property
    def _loose(self) -> dict[str, dict[str, FoundObject]]:
        """The operations by what is left of their names without those of path variables."""
        found: dict[str, dict[str, FoundObject]] = {}
        for name, known in self.by_name.get("operation", {}).items():
            for spec, entry in known.items():
                found.setdefault(loose_name(name), {}).setdefault(spec, entry)
        return found

    def find(self, role: str, target: str) -> list[FoundObject]:
        """Return what *target* may mean: nothing, one object, or one of each description.

        :param role: the short name of a role.
        :param target: a name, which the name of a description may precede.
        """
        target = " ".join(target.split())
        found = self._find(role, target)
        if not found and " " in target:
            word, _space, rest = target.partition(" ")
            found = [each for each in self._find(role, rest) if key_named(each.spec, word)]
        return found

    def _find(self, role: str, target: str) -> list[FoundObject]:
        if role == "field":
            return self._fields(target)
        if role == "response":
            return self._responses(target)
        if role == "op":
            return self._operations(target)
        if role == "webhook":
            target = _WEBHOOK.sub("", target)
        return list(self.by_name.get(role, {}).get(target, {}).values())

    def _operations(self, target: str) -> list[FoundObject]:
        binding = read_binding(target)
        if binding is None or binding.spec:
            known = self.by_name.get("operationid", {}).get(target, {})
        elif binding.method == "WEBHOOK":
            known = self.by_name.get("webhook", {}).get(binding.path, {})
        else:
            name = f"{binding.method} {binding.path}"
            known = self.by_name.get("operation", {}).get(name, {})
            known = known or self._loose.get(loose_name(name), {})
        return list(known.values())

    # -- fields ------------------------------------------------------------------------------

    @cached_property
    def owners(self) -> dict[str, dict[str, list[FieldsOf]]]:
        """What a field may be of → description → where its fields are.

        A schema without a page is open in something else.
        """
        found: dict[str, dict[str, dict[bool, FieldsOf]]] = {}
        for docname, each in self.placed:
            if each.fields:
                for _kind, name, _anchor, _own in _names(each):
                    parts = found.setdefault(name, {}).setdefault(each.spec, {})
                    parts.setdefault(each.kind == "schema", FieldsOf(docname, each))
        for docname, each, name, inside in self._types:
            if inside.first < inside.end:
                parts = found.setdefault(name, {}).setdefault(each.spec, {})
                parts.setdefault(True, FieldsOf(docname, each, inside))
        return {
            name: {spec: list(parts.values()) for spec, parts in specs.items()}
            for name, specs in found.items()
        }

    def _fields(self, target: str) -> list[FoundObject]:
        return next((found for found in map(self._field, *_splits(target)) if found), [])

    def _field(self, owner: str, path: str) -> list[FoundObject]:
        return [
            FoundObject(
                "field", spec, joined(owner, field.name), docname, field.anchor, False, True
            )
            for spec, fields in self._fields_of(owner).items()
            for docname, field in _chosen(fields, path)
        ]

    def _responses(self, target: str) -> list[FoundObject]:
        """Return the response of an operation, however that is named."""
        known = self.by_name.get("response", {})
        for owner, path in zip(*_splits(target), strict=True):
            names = (found.owned for found in self._operations(owner))
            for name in dict.fromkeys((owner, *names)):
                for each in (joined(name, path), response_name(name, path)):
                    if found := known.get(each):
                        return list(found.values())
        return []

    def _fields_of(self, owner: str) -> dict[str, list[tuple[str, ObjectField]]]:
        """Return the fields of *owner*, with their documents, by description.

        The names of path variables do not matter.
        """
        names = dict.fromkeys((owner, *(found.name for found in self._operations(owner))))
        known = next((self.owners[name] for name in names if name in self.owners), {})
        return {
            spec: [(part.docname, field) for part in parts for field in part.fields()]
            for spec, parts in known.items()
        }

    # -- nearest -----------------------------------------------------------------------------

    def nearest(self, role: str, target: str) -> list[str]:
        """Return the names that an author may have meant."""
        target = " ".join(target.split())
        if role == "field":
            return self._nearest_field(target)
        if role == "response":
            return self._nearest_response(target)
        if role == "webhook":
            target = _WEBHOOK.sub("", target)
        kinds = ("operation", "operationid", "webhook") if role == "op" else (role,)
        names = [
            f"webhook {name}" if kind == "webhook" and role == "op" else name
            for kind in kinds
            for name in self.by_name.get(kind, {})
        ]
        return _close(target, names)

    def _nearest_response(self, target: str) -> list[str]:
        known = self.by_name.get("response", {})
        owner = _splits(target)[0][:1]
        same = [name for name in known if _splits(name)[0][:1] == owner]
        return same[:3] or _close(target, known)

    def _nearest_field(self, target: str) -> list[str]:
        for owner, path in zip(*_splits(target), strict=True):
            known = [field for fields in self._fields_of(owner).values() for _doc, field in fields]
            if known:
                names = [name for field in known for name in (_plain(field.path), field.name)]
                return [joined(owner, name) for name in _close(path, names)]
        return _close(re.split(r"[. ]", target)[0], self.owners)


def qualifiers_of(specs: Iterable[str]) -> dict[str, str]:
    """Return what each description is called: its file without ending, where that is its own."""
    keys = list(specs)
    stems = {key: key.rsplit("/", 1)[-1].rsplit(".", 1)[0] for key in keys}
    count = Counter(stems.values())
    names = {key: stem if count[stem] == 1 else key for key, stem in stems.items()}
    return {key: "-".join(name.split()) for key, name in names.items()}


def loose_name(name: str) -> str:
    """Return the name of an operation without those of its path variables."""
    method, _space, path = name.partition(" ")
    return f"{method} {loose_path(path)}"


def joined(owner: str, name: str) -> str:
    """Return the whole name of a field."""
    if name.startswith("["):
        return f"{owner}{name}"
    return f"{owner} {name}" if " " in owner else f"{owner}.{name}"


def response_name(owner: str, response: str) -> str:
    """Return the whole name of a response.

    Sphinx would read a number after a space as the priority of an inventory entry.
    """
    return joined(owner, f"response.{response}" if " " in owner else response)


def _names(known: ApiObject) -> Iterator[tuple[str, str, str, bool]]:
    """Yield what an object is found by: kind, name, anchor, and whether the page is its own."""
    yield known.kind, known.name, known.anchor, known.own
    if known.operation_id:
        yield "operationid", known.operation_id, known.anchor, known.own


def _splits(target: str) -> tuple[list[str], list[str]]:
    """Return the ways to divide the name of a field into its owner and its path."""
    if match := ENDPOINT.fullmatch(target):
        return [match[1]], [match[2]]
    places = [m.start() for m in re.finditer(r"[. \[]", target)][::-1]
    owners = [target[:at] for at in places]
    return owners, [target[at:].lstrip(". ") for at in places]


def _chosen(
    fields: Sequence[tuple[str, ObjectField]], path: str
) -> Sequence[tuple[str, ObjectField]]:
    """Return the fields that *path* names: with its place, or in the request, or anywhere."""
    if exact := [each for each in fields if each[1].name == path]:
        return exact[:1]
    same = [each for each in fields if each[1].path == path] or [
        each for each in fields if path in (_plain(each[1].path), _plain(each[1].name))
    ]
    return [each for each in same if each[1].place in REQUEST] or same


def _plain(path: str) -> str:
    return _VARIANT.sub("", path).lstrip(".")


def _close(target: str, names: Iterable[str]) -> list[str]:
    return near_names(target, names, 3)


# The descriptions nearest to a page: those of its part of the navigation. Pure.

Specs = frozenset[str]


def near_descriptions(root: Container, shown: Mapping[str, Specs]) -> dict[str, Specs]:
    """Return page → the descriptions of the smallest part around it that shows any.

    A guide of version 2 is nearest to the API of version 2, in whatever tab that is.

    :param shown: page → the descriptions that have something on it.
    """
    found: dict[str, Specs] = {}

    def inside(node: Container) -> tuple[Specs, list[str]]:
        """Return what a part shows, and its pages that are near to nothing yet."""
        specs, pages = Specs(), list[str]()
        for child in node.children:
            if isinstance(child, PageEntry):
                specs |= shown.get(child.path, Specs())
                pages.append(child.path)
            elif isinstance(child, Container):
                inner, waiting = inside(child)
                specs |= inner
                pages += waiting
        if specs:
            for page in pages:
                found.setdefault(page, specs)
            pages = []
        return specs, pages

    inside(root)
    return {page: shown.get(page) or specs for page, specs in found.items()} | dict(shown)


def shown_descriptions(pages: Mapping[str, Sequence[ApiObject]]) -> dict[str, Specs]:
    """Return page → the descriptions that it is wholly about."""
    found = {
        docname: Specs(each.spec for each in known if each.own) for docname, known in pages.items()
    }
    return {docname: specs for docname, specs in found.items() if specs}


# What objects are called: by authors, and in an inventory. Pure.

HINTS = {
    "op": "write it as 'GET /path' or by its operationId",
    "schema": "a page with 'openapi-schema: Name' in its front matter shows one",
    "field": "write it as 'operationId.field', 'GET /path field' or 'Schema.field'",
    "response": "write it as 'operationId.200' or 'GET /path 200'",
    "tag": "the directive openapi:tag lists the operations of one",
    "webhook": "write its name as in the file",
    "channel": "write its name as in the file",
}
"""Role → how its names are written."""

_LINE = re.compile(r"(.+?) (\S+) (-?\d+) (\S*) (.*)")
"""How Sphinx reads a line of an inventory (``sphinx.util.inventory``) that has single spaces."""


def is_wanted(field: ObjectField, choice: str) -> bool:
    """Whether others find a field; ``brief`` are those of requests that are in no other."""
    if choice == "all":
        return True
    deep = "." in field.path or "[" in field.path
    return field.place in REQUEST and not (choice == "brief" and deep)


def inventory_name(name: str) -> str:
    """Return a name that an inventory can hold: Sphinx takes ``2`` in “v 2 b” for a priority."""
    name = " ".join(name.split())
    match = _LINE.match(f"{name} openapi:x 1 u -")
    return name if match and match[1] == name else name.replace(" ", "-")


# What a page shows → the objects that can be named on it, small enough to be kept. Pure.

Kind = Literal["operation", "webhook", "channel", "schema", "tag"]

REQUEST = frozenset({"path", "query", "querystring", "header", "cookie", "body", ""})
"""The places of fields that a request has; ``""`` is the place of the fields of a schema."""

_OTHER = re.compile(r"[^a-z0-9]+")


class OpenedType(NamedTuple):
    """Where a schema is open in an object, and which fields of the object are its own.

    Whether a field is in another cannot be told from names: ``filter[age]`` may be a parameter
    beside ``filter``.
    """

    place: str
    path: str
    anchor: str
    first: int
    end: int


class ObjectField(NamedTuple):
    """A field of an object: where it is in it, what it is called, and its anchor.

    ``path`` has the names down to it with dots between them, and in brackets the alternatives
    that it is in: ``payment[Card].number``.
    """

    place: str
    path: str
    anchor: str

    @property
    def name(self) -> str:
        """The name behind that of the object."""
        if not self.path:
            return self.place
        if not self.place or self.path.startswith("["):
            return f"{self.place}{self.path}"
        return f"{self.place}.{self.path}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiObject:
    """Something of a description that is on a page.

    :param spec: the key of the description.
    :param name: ``GET /plants``, or the name of a webhook, a schema or a tag.
    :param own: whether the page is there for it; otherwise it was put into a page.
    :param anchor: where it begins on the page.
    :param fields: a line for each of its fields; see :func:`fields_of`.
    :param types: a line for each schema that is open in it; see :func:`types_of`.
    :param responses: a line for each response; see :func:`responses_of`.
    """

    kind: Kind
    spec: str
    name: str
    operation_id: str = ""
    own: bool = True
    anchor: str = ""
    fields: str = ""
    types: str = ""
    responses: str = ""


def operation_object(
    operation: Operation, trees: PageTrees, schemas: Collection[str], *, own: bool = True
) -> ApiObject:
    """Return the object of an operation, a webhook or a channel.

    :param schemas: the names of the schemas of the description.
    """
    fields, types = _lines(_placed(operation, trees), schemas)
    webhook = operation.kind == "webhook"
    kind: Kind = "webhook" if webhook else "operation"
    if operation.channel is not None:
        kind = "channel"
    return ApiObject(
        kind=kind,
        spec=operation.spec,
        name=f"{operation.method} {operation.path}" if kind == "operation" else operation.key[1],
        operation_id=" ".join((operation.operation_id or "").split()),
        own=own,
        fields=fields,
        types=types,
    )


def schema_object(
    spec: str,
    name: str,
    root: Field,
    schemas: Collection[str],
    *,
    own: bool = True,
) -> ApiObject:
    """Return the object of a schema.

    :param schemas: the names of the schemas of the description.
    """
    fields, types = _lines([("", root)], schemas)
    return ApiObject(kind="schema", spec=spec, name=name, own=own, fields=fields, types=types)


def response_lines(responses: Mapping[str, str]) -> str:
    """Return a line for each response, with its anchor; see :func:`responses_of`."""
    return "\n".join(f"{_cell(name)}\t{anchor}" for name, anchor in responses.items())


def responses_of(known: ApiObject) -> Iterator[tuple[str, str]]:
    """Yield the responses of an object, such as ``201``, and their anchors."""
    for line in known.responses.splitlines():
        name, anchor = line.split("\t")
        yield name, anchor


def fields_of(known: ApiObject) -> list[ObjectField]:
    """Return the fields of an object, in the order in which they are shown."""
    return [_field_of(line.split("\t")) for line in known.fields.split("\n") if line]


def _field_of(parts: list[str]) -> ObjectField:
    place, path, anchor = parts
    return ObjectField(place, path, anchor or usual_anchor(place, path))


def types_of(known: ApiObject) -> Iterator[tuple[str, OpenedType]]:
    """Yield the names of the schemas that are open in an object, and where they are."""
    for line in known.types.split("\n"):
        if line:
            name, place, path, anchor, first, end = line.split("\t")
            anchor = anchor or usual_anchor(place, path)
            yield name, OpenedType(place, path, anchor, int(first), int(end))


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


def _placed(operation: Operation, trees: PageTrees) -> Iterator[tuple[str, Field]]:
    """Yield the trees of an operation, each once with its place."""
    for parameter in operation.parameters:
        if tree := trees.parameters.get(f"{parameter.place}:{parameter.name}"):
            yield parameter.place, tree
    for part in exchanged(operation):
        for header in trees.headers.get(part.place, ()):
            yield f"{part.name}.header", header
        shown: list[Field] = []
        for media in part.content:
            tree = trees.contents.get((part.place, media.pointer))
            if tree is not None and not any(alike(tree, other) for other in shown):
                shown.append(tree)
                yield part.name, tree


def _lines(found: Iterable[tuple[str, Field]], schemas: Collection[str]) -> tuple[str, str]:
    """Return a line for each field, and one for the first place of each schema.

    A schema that is only merged into another is there, but no field is known to be its own.
    """
    lines: list[str] = []
    opened: dict[str, str] = {}
    merged: dict[str, str] = {}

    def add(place: str, node: Field, path: str) -> None:
        if name := without_spaces(_key(node)):
            path = f"{path}.{name}" if path else name
        at = len(lines)
        if node.anchor and node.name:
            lines.append(f"{place}\t{path}\t{_anchor(place, path, node)}")
        first = len(lines)
        for child in node.children:
            add(place, child, path)
        for group in node.groups:
            for number, variant in enumerate(group.variants, start=1):
                add(place, variant.field, f"{path}[{_label(group, number)}]")
        if node.anchor and not node.target and not node.open_at:
            where = f"{place}\t{path}\t{_anchor(place, path, node)}"
            for name in node.schemas:
                opened.setdefault(name, f"{_cell(name)}\t{where}\t{first}\t{len(lines)}")
            for name in node.merged:
                merged.setdefault(name, f"{_cell(name)}\t{where}\t{at}\t{at}")

    for place, tree in found:
        add(_cell(place), tree, "")
    types = {**merged, **opened}
    return "\n".join(lines), "\n".join(types[name] for name in types if name in schemas)


def _cell(text: str) -> str:
    """Return a text without the tabs and ends of lines that lines of cells are told apart by."""
    return " ".join(text.split())


def _anchor(place: str, path: str, node: Field) -> str:
    return "" if node.anchor == usual_anchor(place, path) else node.anchor


def _key(node: Field) -> str:
    return {"pattern": f"/{node.name}/", "additional": "*"}.get(node.kind, node.name)


def _label(group: Group, number: int) -> str:
    label = "if" if group.kind == "condition" else without_spaces(group.variants[number - 1].label)
    same = [
        v for v in group.variants if without_spaces(v.label) == label or group.kind == "condition"
    ]
    label = label.replace("[", "").replace("]", "")
    return f"{label}-{number}" if len(same) > 1 or not label else label
