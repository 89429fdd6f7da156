"""Resolves ``$ref`` in a bundled document on demand. References are never inlined."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


FILES = "x-docsjson-files"
"""The key of the bundled document below which the other files of a specification are."""

MAX_CHAIN = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiProblem:
    """Something wrong in a specification, at a place given by a JSON pointer.

    :param place: line and column in the file that the pointer leads into, where they are known.
    :param is_note: it is not a mistake; its owner may want to know.
    """

    message: str
    pointer: str = ""
    kind: str = "openapi-ref"
    place: tuple[int, int] | None = None
    is_note: bool = False


def escape(segment: str) -> str:
    """Return *segment* as a part of a JSON pointer (RFC 6901, section 3)."""
    if "/" in segment or "~" in segment:
        return segment.replace("~", "~0").replace("/", "~1")
    return segment


def unescape(segment: str) -> str:
    """Return a part of a JSON pointer as it is without its escapes."""
    return segment.replace("~1", "/").replace("~0", "~")


def segments(ref: str) -> list[str]:
    """Return the unescaped parts of a reference ``#/a/b~1c``."""
    return [unescape(part) for part in unquote(ref.removeprefix("#")).split("/")[1:]]


def child(pointer: str, *names: str | int) -> str:
    """Return the pointer of what is at *names* below *pointer*."""
    for name in names:
        pointer += f"/{escape(name) if isinstance(name, str) else name}"
    return pointer


@lru_cache(maxsize=16_384)
def component_name(ref: str) -> str:
    """Return the name of the schema that a reference leads to, or nothing."""
    parts = segments(ref)
    return parts[2] if len(parts) == 3 and parts[:2] == ["components", "schemas"] else ""


COMPONENTS = {
    "schemas": "a schema",
    "responses": "a response",
    "parameters": "a parameter",
    "examples": "an example",
    "requestBodies": "a request body",
    "headers": "a header",
    "securitySchemes": "a security scheme",
    "links": "a link",
    "callbacks": "a callback",
    "pathItems": "a path item",
}
"""Kind of component (Components Object) → what a message calls one."""


def as_written(ref: str) -> str:
    """Return a reference into another file as a file has it: ``pets.yaml#/Pet``."""
    file, slash, rest = ref.removeprefix(inside := f"#/{FILES}/").partition("/")
    return f"{unescape(file)}{'#' * bool(slash)}{slash}{rest}" if ref.startswith(inside) else ref


def wrong_reference(ref: str, found: Any, wanted: str) -> str:
    """Return what to say about a reference that has no target, or to another kind of component.

    :param found: what it leads to.
    :param wanted: the kind that is needed; nothing is said about one that has no components.
    """
    if found is None:
        return f"there is nothing at the reference {as_written(ref)!r}"
    parts = segments(ref) if ref.startswith("#/components/") and wanted in COMPONENTS else []
    if len(parts) != 3 or parts[1] not in COMPONENTS or parts[1] == wanted:
        return ""
    return f"{ref} is {COMPONENTS[parts[1]]}, and {COMPONENTS[wanted]} is needed here"


class Resolver:
    """Finds what references of one bundled document point to.

    :param document: the document; it is never changed.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.problems: list[ApiProblem] = []
        self._found: dict[str, Any] = {}
        self._dynamic_anchors: dict[str, dict[str, str]] = {}
        self._recordings: list[dict[str, None]] = []
        self._reported: set[str] = set()

    def __reduce__(self) -> tuple[type[Resolver], tuple[Mapping[str, Any]]]:
        """Pickle the document only: what was found in it is found again when it is needed."""
        return type(self), (self.document,)

    @contextmanager
    def recording(self) -> Iterator[dict[str, None]]:
        """Collect the references that are followed, in order, for what depends on them."""
        touched: dict[str, None] = {}
        self._recordings.append(touched)
        try:
            yield touched
        finally:
            self._recordings.pop()
            if self._recordings:
                self._recordings[-1].update(touched)

    def touch(self, refs: Iterable[str]) -> None:
        """Note references that were followed earlier and are used again."""
        if self._recordings:
            self._recordings[-1].update(dict.fromkeys(refs))

    def get(self, ref: str) -> Any:
        """Return what *ref* points to, or ``None`` when there is nothing."""
        if self._recordings:
            self._recordings[-1][ref] = None
        if ref not in self._found:
            self._found[ref] = self._find(ref)
        return self._found[ref]

    def _find(self, ref: str, depth: int = 0) -> Any:
        if ref in ("#", ""):
            return self.document
        if not ref.startswith("#/"):
            return None
        value: Any = self.document
        for part in segments(ref):
            if isinstance(value, Mapping) and part not in value and depth < MAX_CHAIN:
                # Members of the target of a reference count as members of the reference, as in
                # Redocly.
                onward = value.get("$ref")
                value = self._find(onward, depth + 1) if isinstance(onward, str) else None
            if isinstance(value, Mapping) and part in value:
                value = value[part]
            elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
                value = value[int(part)]
            else:
                return None
        return value

    def dynamic_anchors(self, ref: str) -> Mapping[str, str]:
        """Return each ``$dynamicAnchor`` and its pointer in the resource that *ref* leads into.

        A resource is a schema with an ``$id`` (JSON Schema 2020-12, Core section 8.2.1), a file,
        and each component, as nobody gives those an ``$id``.
        """
        names = ref.split("/")
        shortest = 3 if names[1:2] == [FILES] else 4
        places = ["/".join(names[:n]) for n in range(len(names), shortest - 1, -1)] or [ref]
        place = next((each for each in places if "$id" in (self._find(each) or ())), places[-1])
        if place in self._dynamic_anchors:
            return self._dynamic_anchors[place]
        found = self._dynamic_anchors.setdefault(place, {})
        stack = [(place, self._find(place))]
        while stack:
            pointer, node = stack.pop()
            if isinstance(node, Mapping) and (pointer == place or "$id" not in node):
                if isinstance(name := node.get("$dynamicAnchor"), str):
                    found.setdefault(name, pointer)
                stack += [(child(pointer, name), value) for name, value in node.items()]
            elif isinstance(node, list):
                stack += [(child(pointer, n), value) for n, value in enumerate(node)]
        return found

    def follow(self, value: Any, pointer: str) -> tuple[Any, str]:
        """Follow the ``$ref`` of an object that is not a schema, such as a parameter.

        ``summary`` and ``description`` beside the reference win (OpenAPI 3.1, Reference Object).

        :param value: the object or its reference.
        :param pointer: where *value* is.
        :returns: the object and where it is; ``{}`` when it is missing or no object.
        """
        overrides: dict[str, Any] = {}
        for _ in range(MAX_CHAIN):
            if not isinstance(value, Mapping):
                self.report(f"expected an object, found {type(value).__name__}", pointer)
                return {}, pointer
            ref = value.get("$ref")
            if not isinstance(ref, str):
                return ({**value, **overrides} if overrides else value), pointer
            for name in ("summary", "description"):
                if isinstance(value.get(name), str):
                    overrides.setdefault(name, value[name])
            found = self.get(ref)
            if wrong := wrong_reference(ref, found, _kind_at(pointer)):
                self.report(wrong, pointer)
                return overrides, pointer
            value, pointer = found, ref
        self.report("a chain of references that does not end", pointer)
        return {}, pointer

    def report(self, message: str, pointer: str, kind: str = "openapi-ref") -> None:
        """Note a problem, once for each message and place."""
        problem = ApiProblem(message=message, pointer=pointer, kind=kind)
        if (key := f"{pointer} {message}") not in self._reported:
            self._reported.add(key)
            self.problems.append(problem)

    @staticmethod
    def name(ref: str) -> str:
        """Return the name that a reader knows the target of *ref* by."""
        parts = segments(ref)
        if not parts:
            return ref.lstrip("#") or "schema"
        if parts[0] == FILES and len(parts) == 2:
            return parts[1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
        return parts[-1]


def _kind_at(pointer: str) -> str:
    """Return the kind of component that is at *pointer*, by the names of fields of OpenAPI."""
    *_above, holder, name = ["", "", *segments(pointer)]
    return "requestBodies" if name == "requestBody" else holder
