"""A name in a text → the objects of all pages that it may mean. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sphinx_docsjson.openapi.objects.page_objects import (
    REQUEST,
    ApiObject,
    ObjectField,
    fields_of,
    types_of,
)
from sphinx_docsjson.openapi.pages.binding import loose_path, read_binding
from sphinx_docsjson.openapi.reading.file_keys import key_named
from sphinx_docsjson.text.near_names import near_names

_VARIANT = re.compile(r"\[[^\[\]]*\]")
_WEBHOOK = re.compile(r"^webhook ", re.IGNORECASE)
_ENDPOINT = re.compile(r"(\S+ /\S*|webhook \S+) (\S.*)", re.IGNORECASE)


class FoundObject(NamedTuple):
    """An object at its place; ``name`` is how it is written without the name of its file.

    ``own`` says that the whole page is about it, ``in_tree`` that it stands in a field tree.
    """

    kind: str
    spec: str
    name: str
    docname: str
    anchor: str
    own: bool
    in_tree: bool = False


class FieldsOf(NamedTuple):
    """Where the fields of something stand: in an object, or in a field of it."""

    docname: str
    known: ApiObject
    inside: ObjectField | None = None

    def fields(self) -> Iterator[ObjectField]:
        """Yield the fields, named from what they are of."""
        if self.inside is None:
            yield from fields_of(self.known)
            return
        place, path, _anchor = self.inside
        for field in fields_of(self.known):
            below = field.path.removeprefix(path)
            if field.place == place and field.path.startswith(path) and below[:1] in (".", "["):
                yield field._replace(place="", path=below.lstrip("."))
            elif field.place == place and not path:
                yield field._replace(place="")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Placed:
    docname: str
    known: ApiObject


class KnownObjects:
    """The objects of a site.

    :param pages: document → what stands on it.
    :param order: the keys of the descriptions, in the order in which they are named.
    """

    def __init__(
        self, pages: Mapping[str, Sequence[ApiObject]], order: Sequence[str] = ()
    ) -> None:
        places = {key: number for number, key in enumerate(order)}
        self.placed = sorted(
            (
                _Placed(docname=docname, known=each)
                for docname, found in pages.items()
                for each in found
            ),
            key=lambda each: (
                places.get(each.known.spec, len(places)),
                each.known.spec,
                not each.known.own,
                each.known.part,
                each.docname,
            ),
        )
        self.specs = list(dict.fromkeys(each.known.spec for each in self.placed))

    # -- names -------------------------------------------------------------------------------

    @cached_property
    def by_name(self) -> dict[str, dict[str, dict[str, FoundObject]]]:
        """Kind → name → description → object; the first place of each is taken."""
        found: dict[str, dict[str, dict[str, FoundObject]]] = {}
        for each in self.placed:
            for kind, name, anchor, own in _names(each.known):
                known = found.setdefault(kind, {}).setdefault(name, {})
                entry = FoundObject(kind, each.known.spec, name, each.docname, anchor, own)
                known.setdefault(each.known.spec, entry)
        for each in self.placed:  # a schema without a page is where it is open
            for name, place in types_of(each.known):
                known = found.setdefault("schema", {}).setdefault(name, {})
                entry = FoundObject(
                    "schema", each.known.spec, name, each.docname, place.anchor, False, True
                )
                known.setdefault(each.known.spec, entry)
        return found

    @cached_property
    def _loose(self) -> dict[str, dict[str, FoundObject]]:
        """The operations by what is left of their names without those of path variables."""
        found: dict[str, dict[str, FoundObject]] = {}
        for name, known in self.by_name.get("operation", {}).items():
            method, _space, path = name.partition(" ")
            for spec, entry in known.items():
                found.setdefault(f"{method} {loose_path(path)}", {}).setdefault(spec, entry)
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
            known = known or self._loose.get(f"{binding.method} {loose_path(binding.path)}", {})
        return list(known.values())

    # -- fields ------------------------------------------------------------------------------

    @cached_property
    def owners(self) -> dict[str, dict[str, list[FieldsOf]]]:
        """What a field may be of → description → where its fields stand.

        A schema may take several pages; one that has none is open in something else.
        """
        found: dict[str, dict[str, dict[int, FieldsOf]]] = {}
        for each in self.placed:
            if each.known.fields:
                for _kind, name, _anchor, _own in _names(each.known):
                    parts = found.setdefault(name, {}).setdefault(each.known.spec, {})
                    parts.setdefault(each.known.part, FieldsOf(each.docname, each.known))
        for each in self.placed:
            for name, inside in types_of(each.known):
                parts = found.setdefault(name, {}).setdefault(each.known.spec, {})
                if not parts:
                    parts[0] = FieldsOf(each.docname, each.known, inside)
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
        if role == "webhook":
            target = _WEBHOOK.sub("", target)
        kinds = ("operation", "operationid", "webhook") if role == "op" else (role,)
        names = [
            f"webhook {name}" if kind == "webhook" and role == "op" else name
            for kind in kinds
            for name in self.by_name.get(kind, {})
        ]
        return _close(target, names)

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


def main_name(known: ApiObject) -> str:
    """Return the name that the fields of an object are written with."""
    return known.operation_id or known.name


def joined(owner: str, name: str) -> str:
    """Return the whole name of a field."""
    if name.startswith("["):
        return f"{owner}{name}"
    return f"{owner} {name}" if " " in owner else f"{owner}.{name}"


def _names(known: ApiObject) -> Iterator[tuple[str, str, str, bool]]:
    """Yield what an object is found by: kind, name, anchor, and whether the page is its own."""
    yield known.kind, known.name, known.anchor, known.own
    if known.operation_id:
        yield "operationid", known.operation_id, known.anchor, known.own


def _splits(target: str) -> tuple[list[str], list[str]]:
    """Return the ways to divide the name of a field into its owner and its path."""
    if match := _ENDPOINT.fullmatch(target):
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
