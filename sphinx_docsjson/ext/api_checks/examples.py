"""Reports examples that do not match, and documents that are not valid OpenAPI."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from jsonschema.exceptions import ValidationError

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.ext.api_checks.metaschema import (
    LISTS,
    MAPS,
    SINGLE,
    is_judged,
    validator_of,
)
from sphinx_docsjson.ext.api_checks.values import (
    SchemaValidators,
    meant_errors,
    pointer_of,
    without_consequences,
)
from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
from sphinx_docsjson.ext.openapi.model.operations import METHODS
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping, text
from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem, Resolver, child, segments
from sphinx_docsjson.ext.openapi.request.http import kind_of
from sphinx_docsjson.ext.openapi.schema.view import Direction, Located, types_of

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.model.api import MediaType


MAX_OF_ONE = 10
"""How many things that are wrong in one place, by one keyword, are shown."""


def example_problems(spec: Specification, *, each: bool = False) -> list[ApiProblem]:
    """Return the examples and defaults of a specification that do not fit their schemas.

    :param each: one problem for each of them; else one for all that have the same cause.
    """
    found = _with_numbers(spec, _once(_misfits(spec)))
    return all_of(found) if each else once_a_place(found)


DOES_NOT_MATCH = " does not match its schema: "


def _once(found: Iterable[Traced]) -> list[Traced]:
    """Return what is wrong with each example once, however many schemas it was held against."""
    first: dict[tuple[str, str], Traced] = {}
    for traced in found:
        first.setdefault((traced.problem.pointer, traced.reason), traced)
    return list(first.values())


def _with_numbers(spec: Specification, found: list[Traced]) -> Iterator[Traced]:
    """Yield the problems of examples that several operations show with the number of those."""
    places = {traced.problem.pointer for traced in found}
    numbers = showing(spec.document, Resolver(spec.document), places) if places else {}
    for traced in found:
        number = numbers.get(traced.problem.pointer, 0)
        if number < 2:
            yield traced
            continue
        what = traced.problem.message.removesuffix(DOES_NOT_MATCH + traced.reason)
        message = f"{what}, which {number} operations show,{DOES_NOT_MATCH}{traced.reason}"
        yield traced._replace(problem=replace(traced.problem, message=message))


def _misfits(spec: Specification) -> Iterator[Traced]:
    values = given_values(spec.document, spec.resolver)
    if not values:
        return
    fits = SchemaValidators(spec)
    for given in values:
        for misfit in fits.misfits(
            given.value, given.schema, given.direction, strict=given.strict
        ):
            problem = ApiProblem(
                message=f"{_words(given)}{DOES_NOT_MATCH}{misfit.reason}",
                pointer=given.pointer,
                kind=f"openapi-{given.kind}",
            )
            yield Traced(problem, misfit.cause, misfit.reason)


def _words(given: Given) -> str:
    """Return what an example or default is called in a message."""
    name = f" {given.name!r}" if given.name else ""
    parts = segments(given.schema.pointer)
    fields = [name for above, name in pairwise(parts) if above == "properties"]
    inside = f"the property {'.'.join(fields)!r} of " if fields else ""
    return f"the {given.kind}{name} of {inside}{given.owner}"


def document_problems(spec: Specification, *, each: bool = False) -> list[ApiProblem]:
    """Return where a document is not what the OpenAPI Specification says it must be.

    :param each: one problem for each place; else one for all that are wrong in the same way.
    """
    validator = validator_of(spec.version[:3], schemas=is_judged(spec.document))
    if validator is None:
        return []
    try:
        errors = list(validator.iter_errors(spec.document))
    except RecursionError:
        return []
    found = [
        _document_problem(one, reason)
        for error in without_consequences(errors)
        for one, reason in islice(meant_errors(error), MAX_OF_ONE)
    ]
    return all_of(found) if each else once_each(found)


def _document_problem(error: ValidationError, reason: str) -> Traced:
    problem = ApiProblem(
        message=f"this is not valid OpenAPI: {reason}",
        pointer=f"#{pointer_of(error)}",
        kind="openapi-schema",
    )
    return Traced(problem, reason, reason)


def page_problems(
    fits: SchemaValidators, operation: Operation, text: str, title: str, *, request: bool
) -> list[str]:
    """Return what is wrong with an example that an author wrote on an operation's page.

    :param title: the title of the block; a status in it says which response it is of.
    :returns: nothing for what is not JSON: it may be cut, commented, or no body at all.
    """
    try:
        value = read_json(text)
    except ValueError:
        return []
    found: list[str] = []
    for media in _contents_for(operation, title, request=request):
        schema = Located(media.schema, child(media.pointer, "schema"))
        direction: Direction = "request" if request else "response"
        misfits = fits.misfits(value, schema, direction, strict=True)
        if not misfits:
            return []
        found = found or [misfit.reason for misfit in misfits]
    return found


def _contents_for(operation: Operation, title: str, *, request: bool) -> list[MediaType]:
    if request:
        content = operation.body.content if operation.body else ()
    else:
        status = re.search(r"\b([1-5]\d\d)\b", title)
        responses = [
            response
            for response in operation.responses
            if (status and _covers(response.status, status.group(1)))
            or (not status and response.status[:1] == "2")
        ]
        content = tuple(media for response in responses for media in response.content)
    return [m for m in content if m.schema is not None and kind_of(m.name) == "json"]


def _covers(status: str, code: str) -> bool:
    return status == code or (status.upper() == f"{code[0]}XX")


# One message for what is wrong in many places for the same reason. Pure.

EACH = 'docsjson_openapi_check_examples = "all"'
"""The setting that shows every one."""

FEW = 3
"""How many problems of one cause are shown each."""


class Traced(NamedTuple):
    """A problem and why it is one.

    :param cause: the same for all problems that one change would fix.
    :param reason: what is wrong, without where.
    """

    problem: ApiProblem
    cause: object
    reason: str


def all_of(found: Iterable[Traced]) -> list[ApiProblem]:
    """Return every problem, the same message at the same place once."""
    return list(dict.fromkeys(each.problem for each in found))


def once_each(found: Iterable[Traced]) -> list[ApiProblem]:
    """Return the problems, of many with one cause the first, with how many more there are.

    Problems have one cause when they share it, or when their reasons are the same words.
    """
    return [traced.problem for traced in _each_cause(found)]


def once_a_place(found: Iterable[Traced]) -> list[ApiProblem]:
    """Return one problem for each place, of those that :func:`once_each` returns.

    The first says what else is wrong there.
    """
    places: dict[tuple[str, str], list[Traced]] = {}
    for traced in _each_cause(found):
        places.setdefault((traced.problem.pointer, traced.problem.kind), []).append(traced)
    return [_together(listed) for listed in places.values()]


def _together(listed: list[Traced]) -> ApiProblem:
    first = listed[0].problem
    before = first.message.removesuffix(listed[0].reason)
    if len(listed) == 1 or before == first.message:
        before, listed = f"{first.message}; " if listed[1:] else first.message, listed[1:]
    places: dict[str, list[str]] = {}
    for reason in (traced.reason for traced in listed):
        what, at, place = reason.rpartition(" at ")
        known = bool(at) and " " not in place
        places.setdefault(what if known else reason, []).extend([place] if known else [])
    reasons = [_at(what, found) for what, found in list(places.items())[:FEW]]
    more = len(places) - len(reasons)
    rest = [f"and {more} more: {EACH} shows each"] if more else []
    return replace(first, message=before + "; ".join([*reasons, *rest]))


def _at(what: str, places: list[str]) -> str:
    """Return what is wrong with the places of it, said once for all of them."""
    more = f" and {len(places) - FEW} more places" if len(places) > FEW else ""
    return f"{what} at {', '.join(places[:FEW])}{more}" if places else what


def _each_cause(found: Iterable[Traced]) -> list[Traced]:
    groups: dict[object, dict[ApiProblem, Traced]] = {}
    of_words: dict[object, object] = {}
    for traced in found:
        problem, cause, reason = traced
        own, words = (problem.kind, cause), (problem.kind, "words", reason)
        group = own if own in groups else of_words.setdefault(words, own)
        of_words.setdefault(words, group)
        groups.setdefault(group, {}).setdefault(problem, traced)
    return [traced for listed in groups.values() for traced in _shown(list(listed.values()))]


def showing(document: Mapping[str, Any], resolver: Resolver, places: set[str]) -> Counter[str]:
    """Return how many operations show what is at each of *places*, itself or by reference."""
    below: dict[str, list[str]] = {}
    for place in places:
        for above in _above(place):
            below.setdefault(above, []).append(place)
    direct: dict[str, tuple[str, ...]] = {}
    found: Counter[str] = Counter()
    for item in mapping(document.get("paths")).values():
        shared = {name: value for name, value in mapping(item).items() if name not in METHODS}
        for method, operation in mapping(item).items():
            if method not in METHODS:
                continue
            waiting = [*_refs(operation), *_refs(shared)]
            seen: set[str] = set()
            while waiting:
                ref = waiting.pop()
                if ref in seen:
                    continue
                seen.add(ref)
                if ref not in direct:
                    direct[ref] = _refs(resolver.get(ref))
                waiting += direct[ref]
            found.update({place for ref in seen for place in below.get(ref, ())})
    return found


def _above(place: str) -> Iterator[str]:
    """Yield *place* and what it is in."""
    while place.count("/") > 1:
        yield place
        place = place.rpartition("/")[0]


def _refs(value: Any) -> tuple[str, ...]:
    """Return the references in a value."""
    found, stack, seen = dict[str, None](), [value], set[int]()
    while stack:
        node = stack.pop()
        if not isinstance(node, dict | list) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, dict) and isinstance(ref := node.get("$ref"), str):
            found[ref] = None
        stack += node.values() if isinstance(node, dict) else node
    return tuple(found)


def _shown(listed: list[Traced]) -> list[Traced]:
    if len(listed) <= FEW:
        return listed
    (problem, cause, reason), more = listed[0], len(listed) - 1
    count = f"(the same is wrong {more} more times: {EACH} says where)"
    told = replace(problem, message=f"{problem.message} {count}")
    return [Traced(told, cause, f"{reason} {count}")]


# Every example and default of a document, with the schema that it should match. Pure.
#
# The document is walked by the structure of OpenAPI, so a property named ``example`` is only that.
# The target of a reference is walked once, in its own place.


@dataclass(frozen=True, kw_only=True, slots=True)
class Location:
    """Where a value is in the document: its owner, the path from there, and its direction.

    :param sent: the API itself sends what is here; readers do not know which way that is.
    """

    owner: str
    details: tuple[str, ...] = ()
    direction: Direction = "both"
    sent: bool = False

    @property
    def words(self) -> str:
        """The owner with what leads from it to here."""
        return f"{self.owner} ({', '.join(self.details)})" if self.details else self.owner

    def to(self, detail: str, direction: Direction | None = None) -> Location:
        """Return the way to a part."""
        way = "both" if self.sent else direction or self.direction
        return replace(self, details=(*self.details, detail), direction=way)


_Walk = Callable[[Mapping[str, Any], str, Location], None]


def given_values(document: Mapping[str, Any], resolver: Resolver) -> list[Given]:
    """Return the examples and defaults of a bundled document, in its order."""
    walk = _Walker(resolver)
    walk.document(document)
    return walk.found


class _Walker:
    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.found: list[Given] = []
        self._waiting: list[tuple[_Walk, str, Location]] = []
        self._seen: set[tuple[int, str]] = set()
        self._judged: set[tuple[str, str]] = set()

    def document(self, document: Mapping[str, Any]) -> None:
        """Walk everything that is there, then what is only referred to."""
        for section, owner in (("paths", ""), ("webhooks", "webhook"), ("x-webhooks", "webhook")):
            for path, item in mapping(document.get(section)).items():
                if not path.startswith("x-"):
                    way = Location(owner=owner, sent=bool(owner))
                    self.visit(self.path_item, item, child(f"#/{section}", path), way)
        components = mapping(document.get("components"))
        for kind, walk, label, direction in self._components():
            for name, value in mapping(components.get(kind)).items():
                pointer = child("#/components", kind, name)
                way = Location(owner=f"the {label} {name!r}", direction=direction)
                self.visit(walk, value, pointer, way)
        while self._waiting:
            walk, ref, way = self._waiting.pop(0)
            self.visit(walk, self.resolver.get(ref), ref, way)

    def _components(self) -> list[tuple[str, _Walk, str, Direction]]:
        return [
            ("schemas", self.schema, "schema", "both"),
            ("parameters", self.valued, "parameter", "request"),
            ("headers", self.valued, "header", "both"),
            ("requestBodies", self.contents, "request body", "request"),
            ("responses", self.response, "response", "response"),
            ("mediaTypes", self.media_type, "media type", "both"),
            ("pathItems", self.path_item, "path item", "both"),
            ("callbacks", self.callback, "callback", "both"),
        ]

    def visit(self, walk: _Walk, value: Any, pointer: str, way: Location) -> None:
        """Walk an object, or put what it refers to on the list; each is walked once."""
        if not isinstance(value, Mapping) or (id(value), walk.__name__) in self._seen:
            return
        self._seen.add((id(value), walk.__name__))
        ref = value.get("$ref")
        is_ref = isinstance(ref, str) and ref.startswith("#/")
        if is_ref:
            self._waiting.append((walk, str(ref), way))
        if not is_ref or walk in (self.schema, self.path_item):
            walk(value, pointer, way)

    def path_item(self, item: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk a path item."""
        path = segments(pointer)[-1]
        name = f"{way.owner} {path}".strip()
        self._parameters(item, pointer, replace(way, owner=name))
        operations: list[tuple[str, Any, tuple[str, ...]]]
        operations = [(m.upper(), v, (m,)) for m, v in item.items() if m.lower() in METHODS]
        others = mapping(item.get("additionalOperations"))
        operations += [(m, v, ("additionalOperations", m)) for m, v in others.items()]
        for method, operation, names in operations:
            inside = replace(way, owner=name if way.owner else f"{method} {path}")
            self.visit(self.operation, operation, child(pointer, *names), inside)

    def operation(self, operation: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk an operation."""
        self._parameters(operation, pointer, way)
        where = child(pointer, "requestBody")
        inside = way.to("request", "request")
        self.visit(self.contents, operation.get("requestBody"), where, inside)
        for status, response in mapping(operation.get("responses")).items():
            where = child(pointer, "responses", status)
            self.visit(self.response, response, where, way.to(status, "response"))
        for name, callback in mapping(operation.get("callbacks")).items():
            inside = replace(way, owner=f"{way.owner}, callback", sent=True)
            self.visit(self.callback, callback, child(pointer, "callbacks", name), inside)

    def _parameters(self, owner: Mapping[str, Any], pointer: str, way: Location) -> None:
        for index, parameter in enumerate(items(owner.get("parameters"))):
            said = mapping(parameter)
            plain = f"{text(said.get('in'))} parameter {text(said.get('name'))!r}"
            where = child(pointer, "parameters", index)
            self.visit(self.valued, parameter, where, way.to(plain, "request"))

    def callback(self, callback: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk a callback."""
        for expression, item in callback.items():
            if not expression.startswith("x-"):
                inside = replace(way, sent=True)
                self.visit(self.path_item, item, child(pointer, expression), inside)

    def response(self, response: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk a response."""
        self._headers(response, pointer, way)
        self.contents(response, pointer, way)

    def _headers(self, owner: Mapping[str, Any], pointer: str, way: Location) -> None:
        for name, header in mapping(owner.get("headers")).items():
            where = child(pointer, "headers", name)
            self.visit(self.valued, header, where, way.to(f"header {name!r}"))

    def contents(self, owner: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk the media types of a body."""
        for name, media in mapping(owner.get("content")).items():
            where = child(pointer, "content", name)
            self.visit(self.media_type, media, where, way.to(name))

    def media_type(self, media: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk the content of a body in one media type."""
        name = pointer.rpartition("/")[2].replace("~1", "/")
        self._examples(media, pointer, way, strict=True, is_json=kind_of(name) == "json")
        for keyword in ("schema", "itemSchema"):
            self.visit(self.schema, media.get(keyword), child(pointer, keyword), way)
        encodings: list[tuple[Any, tuple[str | int, ...]]]
        encodings = [
            (value, ("encoding", name)) for name, value in mapping(media.get("encoding")).items()
        ]
        encodings += [
            (value, ("prefixEncoding", index))
            for index, value in enumerate(items(media.get("prefixEncoding")))
        ]
        for encoding, names in [*encodings, (media.get("itemEncoding"), ("itemEncoding",))]:
            self._headers(mapping(encoding), child(pointer, *names), way)

    def valued(self, owner: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk a parameter or a header."""
        self._examples(owner, pointer, way)
        self.visit(self.schema, owner.get("schema"), child(pointer, "schema"), way)
        self.contents(owner, pointer, way)

    def _examples(
        self,
        owner: Mapping[str, Any],
        pointer: str,
        way: Location,
        *,
        strict: bool = False,
        is_json: bool = True,
    ) -> None:
        schema = owner.get("schema")
        if not isinstance(schema, Mapping | bool):
            return
        located = Located(schema, child(pointer, "schema"))
        for name, value, where in examples_in(owner, pointer, is_json, self.resolver):
            if not is_json and isinstance(value, str) and not is_text(schema, self.resolver):
                continue
            key = (where, target_of(located))
            if key in self._judged:
                continue
            self._judged.add(key)
            self.found.append(
                Given(
                    kind="example",
                    value=value,
                    pointer=where,
                    schema=located,
                    owner=way.words,
                    name=name,
                    direction=way.direction,
                    strict=strict,
                )
            )

    def schema(self, schema: Mapping[str, Any], pointer: str, way: Location) -> None:
        """Walk a schema and all schemas in it."""
        for kind, name, value in given_in(schema):
            self.found.append(
                Given(
                    kind=kind,
                    value=value,
                    pointer=f"{pointer}/{name}",
                    schema=Located(schema, pointer),
                    owner=way.words,
                )
            )
        for keyword in MAPS:
            if keyword in schema:
                where = f"{pointer}/{keyword}"
                for name, part in mapping(schema[keyword]).items():
                    self.visit(self.schema, part, child(where, name), way)
        for keyword in LISTS:
            for index, part in enumerate(items(schema.get(keyword))):
                self.visit(self.schema, part, f"{pointer}/{keyword}/{index}", way)
        for keyword in SINGLE:
            if keyword in schema:
                self.visit(self.schema, schema[keyword], f"{pointer}/{keyword}", way)


# What is in one object of a document as an example or a default. Pure.


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """An example or a default.

    :param owner: what it belongs to, in words.
    :param strict: it is a whole message, with the fields of its direction only.
    """

    kind: Literal["example", "default"]
    value: Any
    pointer: str
    schema: Located
    owner: str
    name: str = ""
    direction: Direction = "both"
    strict: bool = False


def examples_in(
    owner: Mapping[str, Any], pointer: str, is_json: bool, resolver: Resolver
) -> Iterator[tuple[str, Any, str]]:
    """Yield the name, the value and the place of each example of an object."""
    if "example" in owner:
        yield "", owner["example"], child(pointer, "example")
    listed = owner.get("examples")
    for index, value in enumerate(items(listed)):
        yield "", value, child(pointer, "examples", index)
    for name, unresolved in mapping(listed).items():
        here = child(pointer, "examples", name)
        if not isinstance(unresolved, Mapping):
            continue
        example, where = resolver.follow(unresolved, here)
        for key in ("value", "dataValue"):
            if key in example:
                yield name, example[key], child(where, key)
        written = example.get("serializedValue")
        if is_json and isinstance(written, str):
            try:
                yield name, read_json(written), child(where, "serializedValue")
            except ValueError:
                continue


def is_text(schema: Any, resolver: Resolver) -> bool:
    """Whether a value that is written as text is that text."""
    seen = set()
    while isinstance(schema, Mapping) and isinstance(ref := schema.get("$ref"), str):
        if ref in seen:
            return False
        seen.add(ref)
        schema = resolver.get(ref)
    return types_of(mapping(schema).get("type")) == ["string"]


def given_in(
    schema: Mapping[str, Any],
) -> Iterator[tuple[Literal["example", "default"], str, Any]]:
    """Yield the kind, the place and the value of what a schema gives."""
    if "example" in schema:
        yield "example", "example", schema["example"]
    for index, value in enumerate(items(schema.get("examples"))):
        yield "example", f"examples/{index}", value
    if "default" in schema:
        yield "default", "default", schema["default"]


def target_of(schema: Located) -> str:
    """Return where a schema is, or the one that it only refers to."""
    ref = mapping(schema.schema).get("$ref")
    return ref if isinstance(ref, str) and len(schema.schema) == 1 else schema.pointer
