"""What a schema asks of a value, by the words of JSON Schema 2020-12 and of OpenAPI 3.0.

A value fits a schema when it fits each of its parts: what a ``$ref`` leads to, and what ``allOf``
lists. So a schema is read as the list of those parts, and what holds is said of all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tests.openapi.truth.files import Files, Place, Unresolved

ANNOTATIONS = ("title", "description", "default", "example", "examples", "externalDocs")


@dataclass(frozen=True, kw_only=True)
class Part:
    """A schema that holds, and how many references lead to it."""

    place: Place
    hops: int


@dataclass(frozen=True, kw_only=True)
class Choice:
    """The branches of a ``oneOf`` or ``anyOf``, without the one that is only ``null``."""

    kind: str
    branches: tuple[Place, ...]
    place: Place


@dataclass(kw_only=True)
class Whole:
    """All parts of what holds in one place.

    :param sources: the schemas that hold together.
    :param names: the names of the references that the whole schema is.
    :param refs: where the references lead that were followed.
    :param null: a part beside which the type stands says that ``null`` is allowed.
    :param votes: what each part with a type says of ``null``.
    """

    files: Files
    sources: list[Place] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    refs: set[tuple[str, str]] = field(default_factory=set)
    choices: list[Choice] = field(default_factory=list)
    null: bool = False
    votes: list[bool] = field(default_factory=list)
    never: bool = False

    # -- keywords ------------------------------------------------------------------------------

    def values(self, keyword: str) -> list[Any]:
        """Return the values that the parts have for *keyword*, the nearest first."""
        listed = sorted(self.parts, key=lambda part: part.hops)
        return [p.place.value[keyword] for p in listed if keyword in p.place.value]

    def nearest(self, *keywords: str) -> list[Any]:
        """Return the values of those parts that are nearest and have one of *keywords*."""
        found = [
            (part.hops, part.place.value[keyword])
            for part in self.parts
            for keyword in keywords
            if keyword in part.place.value
        ]
        least = min((hops for hops, _value in found), default=0)
        return [value for hops, value in found if hops == least]

    def places(self, *names: str) -> list[Place]:
        """Return what stands below *names* in each part that has it."""
        found = (part.place.get(*names) for part in self.parts)
        return [place for place in found if place is not None]

    def flag(self, keyword: str) -> bool:
        """Whether a part says *keyword*."""
        return any(value is True for value in self.values(keyword))

    @property
    def types(self) -> set[str] | None:
        """The types that all parts allow; ``None`` when no part names one."""
        found: set[str] | None = None
        for value in self.values("type"):
            names = {value} if isinstance(value, str) else set(_texts(value))
            names |= {"integer"} if "number" in names else set()
            found = names if found is None else found & names
        if found is None:
            return None
        return found - {"integer"} if "number" in found else found

    @property
    def nullable(self) -> bool:
        """Whether ``null`` fits, or is said to."""
        return self.null or (bool(self.votes) and all(self.votes))

    @property
    def properties(self) -> dict[str, list[Place]]:
        """What holds for each field that has a name, what other parts ask of all keys too."""
        found: dict[str, list[Place]] = {}
        for part in self.parts:
            for name, place in self._named(part, "properties"):
                found.setdefault(name, []).append(place)
        for part in self.parts:
            others = part.place.get("additionalProperties")
            if others is None or not isinstance(others.value, dict) or not others.value:
                continue
            known = dict(self._named(part, "properties"))
            patterns = [name for name, _place in part.place.members("patternProperties")]
            for name, places in found.items():
                if name not in known and not any(_finds(p, name) for p in patterns):
                    places.append(others)
        return found

    @property
    def patterns(self) -> dict[str, list[Place]]:
        """What holds for fields whose names fit a pattern."""
        found: dict[str, list[Place]] = {}
        for part in self.parts:
            for name, place in self._named(part, "patternProperties"):
                found.setdefault(name, []).append(place)
        return found

    def _named(self, part: Part, keyword: str) -> Iterator[tuple[str, Place]]:
        """Yield the schemas of a map, which may stand in another place as a whole."""
        listed = part.place.get(keyword)
        if listed is not None:
            yield from self.files.meant(listed).members()

    @property
    def required(self) -> set[str]:
        """The names of the fields that have to be there."""
        return {name for value in self.values("required") for name in _texts(value)}

    @property
    def items(self) -> list[Place]:
        """What holds for the items of a list that have no place of their own."""
        return self.places("items")

    @property
    def positions(self) -> list[list[Place]]:
        """What holds for each of the first items of a list."""
        lists = [place for place in self.places("prefixItems") if isinstance(place.value, list)]
        longest = max((len(place.value) for place in lists), default=0)
        found: list[list[Place]] = []
        for number in range(longest):
            here: list[Place] = []
            for part in self.parts:
                first = part.place.get("prefixItems", number) or (part.place.get("items"))
                here += [first] if first is not None else []
            found.append(here)
        return found

    @property
    def others(self) -> list[Place]:
        """What holds for the fields without a name: schemas that say something, or ``true``."""
        found = [*self.places("additionalProperties"), *self.places("unevaluatedProperties")]
        return [place for place in found if isinstance(place.value, dict)]

    @property
    def closed(self) -> bool:
        """Whether other fields are forbidden."""
        found = [*self.places("additionalProperties"), *self.places("unevaluatedProperties")]
        return any(place.value is False for place in found)

    @property
    def implied(self) -> set[str]:
        """The types that keywords are about, where no part names a type."""
        if self.properties or self.patterns or self.places("additionalProperties"):
            return {"object"}
        if self.items or self.positions:
            return {"array"}
        return set()


def whole(files: Files, places: Iterable[Place]) -> Whole:
    """Return what holds at *places* together."""
    listed = list(places)
    found = Whole(files=files, sources=listed)
    for place in listed:
        _gather(found, place, hops=0, seen=frozenset(), names=len(listed) == 1, voting=True)
    return found


def _gather(
    found: Whole,
    place: Place,
    *,
    hops: int,
    seen: frozenset[tuple[str, str]],
    names: bool,
    voting: bool,
    top: bool = True,
) -> None:
    if place.identity in seen:
        return
    seen |= {place.identity}
    schema = place.value
    place = _scoped(place)
    if not isinstance(schema, dict):
        found.never = found.never or schema is False
        return
    for keyword in ("$ref", "$dynamicRef"):
        reference = schema.get(keyword)
        if not isinstance(reference, str):
            continue
        try:
            target: Place | None = _dynamic(place, reference) if keyword != "$ref" else None
            target = target or _target(found.files, place, reference)
        except Unresolved:
            target = None
        if target is not None:
            alone = not (schema.keys() - {"$ref", "$dynamicRef"} - set(ANNOTATIONS))
            if names:
                found.names.append(target.names[-1] if target.names else target.file.stem)
            found.refs.add(target.identity)
            inner = names and alone
            _gather(found, target, hops=hops + 1, seen=seen, names=inner, voting=voting, top=top)
    if any(other.place.identity == place.identity for other in found.parts):
        return
    found.parts.append(Part(place=place, hops=hops))
    _vote(found, schema, voting=voting, top=top)
    for _number, inner in place.members("allOf"):
        _gather(found, inner, hops=hops, seen=seen, names=False, voting=voting, top=False)
    for kind in ("oneOf", "anyOf"):
        _choose(found, place, kind, hops=hops, seen=seen, voting=voting)


def _vote(found: Whole, schema: dict[str, Any], *, voting: bool, top: bool) -> None:
    kinds = schema.get("type")
    names = [kinds] if isinstance(kinds, str) else _texts(kinds)
    # Beside allOf, 3.0's "nullable" is meant of the whole, whatever the parts say.
    if schema.get("nullable") is True and (not names or (top and "allOf" in schema)):
        found.null = True
    elif names and voting:
        found.votes.append("null" in names or schema.get("nullable") is True)


def _choose(
    found: Whole,
    place: Place,
    kind: str,
    *,
    hops: int,
    seen: frozenset[tuple[str, str]],
    voting: bool,
) -> None:
    listed = [inner for _number, inner in place.members(kind)]
    branches = tuple(inner for inner in listed if not is_null(inner))
    if len(branches) < len(listed):
        found.null = found.null or len(branches) > 0
        voting = False
    schema = branches[0].value if len(branches) == 1 else None
    named = isinstance(schema, dict) and {"const", "title"} <= schema.keys()
    if len(branches) > 1 or named:
        found.choices.append(Choice(kind=kind, branches=branches, place=place))
    elif branches:
        _gather(found, branches[0], hops=hops, seen=seen, names=False, voting=voting)


def is_null(place: Place) -> bool:
    """Whether a schema allows ``null`` and nothing else."""
    schema = place.value
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    return (
        kinds in ("null", ["null"])
        or schema.get("const", "") is None
        or (schema.get("enum") == [None])
    )


def _scoped(place: Place) -> Place:
    """Return *place* as what is in it sees it: within a schema that sets dynamic anchors."""
    listed = [inner for _name, inner in place.members("$defs")]
    if any(inner.text("$dynamicAnchor") for inner in listed):
        return replace(place, scope=(*place.scope, place))
    return place


def _dynamic(place: Place, reference: str) -> Place | None:
    """Return what a ``$dynamicRef`` leads to: the outermost schema with that anchor."""
    for outer in place.scope:
        for _name, inner in outer.members("$defs"):
            if f"#{inner.text('$dynamicAnchor')}" == reference:
                return replace(inner, scope=place.scope)
    return None


def _target(files: Files, place: Place, reference: str) -> Place:
    """Return what a reference leads to, an anchor too."""
    _address, _hash, fragment = reference.partition("#")
    if not fragment or fragment.startswith("/"):
        return files.target(place, reference)
    todo = [Place(value=files.read(place.file), file=place.file)]
    while todo:
        here = todo.pop()
        value = here.value
        if isinstance(value, dict) and fragment in (
            value.get("$anchor"),
            value.get("$dynamicAnchor"),
        ):
            return here
        todo += [inner for _name, inner in here.members()]
    raise Unresolved(reference)


def _texts(value: Any) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _finds(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return True
