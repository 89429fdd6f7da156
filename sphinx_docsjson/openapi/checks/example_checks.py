"""Documentation that cannot lie: examples that do not fit, documents that are not OpenAPI."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from jsonschema.exceptions import ValidationError, best_match

from sphinx_docsjson.openapi.checks.document_parts import parts_of, right_parts, without
from sphinx_docsjson.openapi.checks.metaschema import validator_of
from sphinx_docsjson.openapi.checks.reasons import limited, pointer_of, shortened
from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.model.exchange import Example, MediaType
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, child

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.checks.validity import SchemaValidators

_JSON = re.compile(r"[/+]json\b", re.IGNORECASE)


class ExampleChecker:
    """Finds the examples of one specification that do not fit their schemas."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self._fits: SchemaValidators | None = None

    def errors(self, value: Any, pointer: str, *, request: bool) -> list[str]:
        """Return what is wrong with *value*, which should fit the schema at *pointer*.

        openapi-core takes longer to load than all examples of a small file; many have none.

        :param request: the value is sent; ``readOnly`` and ``writeOnly`` mean the other side.
        """
        if self._fits is None:
            from sphinx_docsjson.openapi.checks.validity import SchemaValidators

            self._fits = SchemaValidators(self.spec)
        return self._fits.errors(value, pointer, request=request)

    def problems(self) -> Iterator[ApiProblem]:
        """Yield the examples of the specification that do not fit."""
        for operation in (*self.spec.operations, *self.spec.webhooks):
            yield from self._operation(operation)
        yield from self._schemas()

    def _operation(self, operation: Operation) -> Iterator[ApiProblem]:
        name = f"{operation.method} {operation.path}"
        for parameter in operation.parameters:
            if parameter.schema is not None and parameter.media_type is None:
                pointer = parameter.schema_pointer
                where = f"{parameter.place} parameter {parameter.name!r}"
                yield from self._examples(parameter.examples, pointer, name, where, request=True)
        if operation.body:
            for media in operation.body.content:
                yield from self._media(media, name, "request", request=True)
        for response in operation.responses:
            for media in response.content:
                yield from self._media(media, name, response.status, request=False)
            for header in response.headers:
                if header.schema is not None and header.media_type is None:
                    pointer = header.schema_pointer
                    where = f"{response.status}, header {header.name!r}"
                    yield from self._examples(header.examples, pointer, name, where, request=False)
        for callback in operation.callbacks:
            for inner in callback.operations:
                yield from self._operation(inner)

    def _media(
        self, media: MediaType, name: str, where: str, *, request: bool
    ) -> Iterator[ApiProblem]:
        if media.schema is None or not _JSON.search(media.name):
            return
        pointer = child(media.pointer, "schema")
        where = f"{where}, {media.name}"
        yield from self._examples(media.examples, pointer, name, where, request=request)

    def _examples(
        self,
        examples: tuple[Example, ...],
        pointer: str,
        name: str,
        where: str,
        *,
        request: bool,
    ) -> Iterator[ApiProblem]:
        for example in examples:
            if example.missing or example.raw is not None:
                continue
            for reason in self.errors(example.value, pointer, request=request):
                label = f" {example.name!r}" if example.name else ""
                yield ApiProblem(
                    message=f"the example{label} of {name} ({where}) does not fit: {reason}",
                    pointer=example.pointer,
                    kind="openapi-example",
                )

    def _schemas(self) -> Iterator[ApiProblem]:
        """Yield the examples inside of schemas that do not fit."""
        for pointer, schema in _schemas_with_examples(self.spec.document):
            values = [("example", schema["example"])] if "example" in schema else []
            listed = schema.get("examples")
            if isinstance(listed, list):
                values += [(f"examples/{number}", item) for number, item in enumerate(listed)]
            for key, value in values:
                if value is None and key == "example":
                    continue
                for reason in self.errors(value, pointer, request=True):
                    yield ApiProblem(
                        message=f"the example of the schema does not fit: {reason}",
                        pointer=f"{pointer}/{key}",
                        kind="openapi-example",
                    )


def _schemas_with_examples(
    document: Mapping[str, Any],
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the schemas of ``components`` that hold an example, each once."""
    components = document.get("components")
    schemas = components.get("schemas") if isinstance(components, dict) else None
    stack: list[tuple[str, Any]] = []
    if isinstance(schemas, dict):
        stack = [(child("#/components/schemas", name), item) for name, item in schemas.items()]
    seen: set[int] = set()
    while stack:
        pointer, schema = stack.pop()
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        if "example" in schema or "examples" in schema:
            yield pointer, schema
        for keyword in ("properties", "patternProperties", "$defs"):
            members = schema.get(keyword)
            if isinstance(members, dict):
                where = f"{pointer}/{keyword}"
                stack += [(child(where, name), item) for name, item in members.items()]
        for keyword in ("items", "additionalProperties", "not", "if", "then", "else"):
            if isinstance(schema.get(keyword), dict):
                stack.append((f"{pointer}/{keyword}", schema[keyword]))
        for keyword in ("allOf", "oneOf", "anyOf", "prefixItems"):
            members = schema.get(keyword)
            if isinstance(members, list):
                stack += [(f"{pointer}/{keyword}/{i}", item) for i, item in enumerate(members)]


def example_problems(spec: Specification) -> list[ApiProblem]:
    """Return the examples of a specification that do not fit their schemas."""
    return limited(ExampleChecker(spec).problems())


def document_problems(spec: Specification, right: set[str] | None = None) -> list[ApiProblem]:
    """Return where a document is not what the OpenAPI Specification says it must be.

    :param right: the digests of parts that are known to be right and are not looked at again;
        in their place it gets those of this document.
    """
    validator = validator_of(spec.version[:3])
    if validator is None:
        return []
    parts = parts_of(spec.document, spec.version) if right is not None else {}
    known = {path for path, digest in parts.items() if digest in (right or ())}
    try:
        errors = list(validator.iter_errors(without(spec.document, known)))
    except RecursionError:
        return []
    if right is not None:
        right.clear()
        right.update(right_parts(parts, (error.absolute_path for error in errors)))
    return limited(_document_problem(error) for error in errors)


def _document_problem(error: ValidationError) -> ApiProblem:
    best = best_match([error], key=lambda found: -len(found.absolute_path)) or error
    return ApiProblem(
        message=f"this is not what OpenAPI allows: {shortened(best.message)}",
        pointer=f"#{pointer_of(best)}",
        kind="openapi-schema",
    )


def page_problems(
    checker: ExampleChecker, operation: Operation, text: str, title: str, *, request: bool
) -> list[str]:
    """Return what is wrong with an example that an author wrote on an operation's page.

    :param title: the title of the block; a status in it says which response it is of.
    :returns: nothing for what is not JSON: it may be cut, commented, or no body at all.
    """
    try:
        value = json.loads(text)
    except ValueError:
        return []
    contents = _contents_for(operation, title, request=request)
    if not contents:
        return []
    found: list[str] = []
    for media in contents:
        reasons = checker.errors(value, child(media.pointer, "schema"), request=request)
        if not reasons:
            return []
        found = found or reasons
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
    return [m for m in content if m.schema is not None and _JSON.search(m.name)]


def _covers(status: str, code: str) -> bool:
    return status == code or (status.upper() == f"{code[0]}XX")
