"""The keywords of a schema, read as those who write OpenAPI mean them. Pure.

They are jsonschema's, with these differences:

- A reference leads to what the whole build finds there; one that leads nowhere asks for nothing.
- ``readOnly`` and ``writeOnly`` say which fields a value that goes one way does not have.
- A discriminator names the branch that a value is held against, where no branch fits by itself.
- ``nullable: true`` of OpenAPI 3.0 allows ``null``, whatever stands beside it; later versions do
  not have it, and the message says what they have.
- Decimals are multiples of each other as they are written, not as binary numbers.
- A keyword that is written wrong asks for nothing: that is reported for the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from jsonschema import Draft4Validator, Draft202012Validator
from jsonschema.exceptions import UndefinedTypeCheck, UnknownType, ValidationError
from jsonschema.validators import extend
from referencing.exceptions import Unresolvable

from sphinx_docsjson.openapi.checks.further_fields import ADDITIONAL, additional_properties
from sphinx_docsjson.openapi.checks.values.formats import formats, has_format, multiple_of
from sphinx_docsjson.openapi.reading.lenient import items, mapping, text
from sphinx_docsjson.openapi.reading.resolver import Resolver, child
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.view import LEFT_OUT, Direction

Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Iterable[ValidationError] | None]

MAX_REFERENCES = 20_000
"""So many references are followed for one value; a schema whose references multiply has more."""

_WRITTEN_WRONG = (
    *(TypeError, AttributeError, LookupError, ValueError, ArithmeticError, re.error),
    *(UnknownType, UndefinedTypeCheck, Unresolvable),
)


class TooManySteps(Exception):
    """A value cannot be checked in reasonable time."""


class Keywords:
    """The keywords of the schemas of one document, while one value is held against them.

    :param direction: where the value goes; it decides which fields may be missing from it.
    :param strict: a field that goes the other way only is wrong (OpenAPI 3.0, Schema Object).
    """

    def __init__(self, resolver: Resolver, version: str) -> None:
        self.resolver = resolver
        self.is_30 = version.startswith("3.0")
        self.schemas = Schemas(resolver)
        self.direction: Direction = "both"
        self.strict = False
        self._followed = 0
        self._scope: list[str] = []
        self._open: set[tuple[str, int]] = set()
        self._around: list[tuple[Any, Mapping[str, Any]]] = []
        self._one_way: dict[tuple[int, str], bool] = {}

    def begin(self, direction: Direction, *, strict: bool) -> None:
        """Forget the value before."""
        self.direction, self.strict = direction, strict and self.is_30
        self._followed = 0
        self._scope.clear()
        self._open.clear()
        self._around.clear()

    def validator_class(self) -> Any:
        """Return the class of jsonschema's validators that reads these keywords."""
        base = Draft4Validator if self.is_30 else Draft202012Validator
        table: dict[str, Keyword] = dict(base.VALIDATORS)
        for name in ("allOf", "anyOf", "oneOf"):
            table[name] = self._within(
                self._chosen(table[name]) if name != "allOf" else table[name]
            )
        table |= {
            "$ref": self._ref,
            ADDITIONAL: additional_properties,
            "format": has_format,
            "multipleOf": multiple_of,
            "properties": self._properties(table["properties"]),
            "required": self._required,
        }
        if "$dynamicRef" in table:
            table["$dynamicRef"] = self._dynamic_ref
        keywords = {name: self._forgiving(keyword) for name, keyword in table.items()}
        # jsonschema's extend() has no annotations.
        changed: Any = extend(  # type: ignore[no-untyped-call]
            base,
            keywords,
            type_checker=Draft202012Validator.TYPE_CHECKER,
            format_checker=formats("3.0" if self.is_30 else "3.1"),
        )
        return changed

    def _forgiving(self, keyword: Keyword) -> Keyword:
        """Return a keyword that asks for nothing where it is written wrong."""

        def read(validator: Any, value: Any, instance: Any, schema: Any) -> list[ValidationError]:
            if instance is None and self.is_30 and schema.get("nullable") is True:
                return []
            try:
                errors = list(keyword(validator, value, instance, schema) or ())
            except _WRITTEN_WRONG:
                return []
            return _for_nullable(errors, instance, schema)

        return read

    def _within(self, keyword: Keyword) -> Keyword:
        """Return a keyword whose schemas hold together with the one that it stands in."""

        def read(validator: Any, value: Any, instance: Any, schema: Any) -> list[ValidationError]:
            self._around.append((instance, schema))
            try:
                return list(keyword(validator, value, instance, schema) or ())
            finally:
                self._around.pop()

        return read

    def _chosen(self, keyword: Keyword) -> Keyword:
        """Return ``oneOf`` or ``anyOf`` with what a discriminator says."""

        def read(validator: Any, value: Any, instance: Any, schema: Any) -> list[ValidationError]:
            errors = list(keyword(validator, value, instance, schema) or ())
            if not errors or (branch := self._branch(instance, schema)) is None:
                return errors
            return list(validator.descend(instance, {"$ref": branch}))

        return read

    def _branch(self, instance: Any, schema: Mapping[str, Any]) -> str | None:
        """Return the reference that a discriminator names for a value."""
        discriminator = mapping(schema.get("discriminator"))
        said = mapping(instance).get(text(discriminator.get("propertyName")))
        if not isinstance(said, str):
            return None
        named = mapping(discriminator.get("mapping")).get(said, said)
        for ref in (named, child("#/components/schemas", str(named))):
            is_ref = isinstance(ref, str) and ref.startswith("#/")
            if is_ref and isinstance(self.resolver.get(ref), dict):
                return str(ref)
        return None

    def _ref(
        self, validator: Any, ref: Any, instance: Any, _schema: Any
    ) -> Iterable[ValidationError]:
        self._followed += 1
        if self._followed > MAX_REFERENCES:
            raise TooManySteps
        target = self.resolver.get(ref)
        here = (ref, id(instance))
        if not isinstance(target, dict | bool) or here in self._open:
            return []
        self._open.add(here)
        self._scope.append(ref)
        try:
            return list(validator.descend(instance, in_our_words(target)))
        finally:
            self._scope.pop()
            self._open.discard(here)

    def _dynamic_ref(
        self, validator: Any, _ref: Any, instance: Any, schema: Any
    ) -> Iterable[ValidationError]:
        own = {"$dynamicRef": schema["$dynamicRef"]}
        ref = self.schemas.ref_of(own, tuple(self._scope))
        return self._ref(validator, ref, instance, schema)

    def _properties(self, keyword: Keyword) -> Keyword:
        """Return ``properties``, which also says what a value of its direction does not have."""

        def read(validator: Any, value: Any, instance: Any, schema: Any) -> list[ValidationError]:
            errors = list(keyword(validator, value, instance, schema) or ())
            word = LEFT_OUT.get(self.direction)
            if self.strict and word and isinstance(instance, dict):
                errors += [
                    ValidationError(_WRONG_WAY[word].format(name), path=(name,))
                    for name, member in value.items()
                    if name in instance and self._goes(member, word)
                ]
            return errors

        return read

    def _required(
        self, _validator: Any, names: Any, instance: Any, schema: Any
    ) -> Iterable[ValidationError]:
        if isinstance(instance, dict) and isinstance(names, list):
            for name in names:
                if name not in instance and not self._may_be_missing(name, instance, schema):
                    yield ValidationError(f"{name!r} is a required property")

    def _may_be_missing(self, name: Any, instance: Any, schema: Any) -> bool:
        """Whether a required field goes the other way only, as any schema around says."""
        words = [LEFT_OUT[self.direction]] if self.direction in LEFT_OUT else LEFT_OUT.values()
        around = [schema, *(whole for value, whole in self._around if value is instance)]
        return any(
            self._goes(member, word)
            for whole in around
            for member in self._members(whole, name)
            for word in words
        )

    def _members(self, schema: Any, name: Any) -> list[Any]:
        """Return what the parts of a schema say of one field."""
        found, waiting, seen = [], [schema], set()
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict) and id(part) not in seen:
                seen.add(id(part))
                if name in mapping(part.get("properties")):
                    found.append(part["properties"][name])
                waiting += items(part.get("allOf"))
                if isinstance(part.get("$ref"), str):
                    waiting.append(self.resolver.get(part["$ref"]))
        return found

    def _goes(self, schema: Any, word: str) -> bool:
        """Whether a field is said to be ``readOnly`` or ``writeOnly``."""
        key = (id(schema), word)
        if key not in self._one_way:
            self._one_way[key] = False  # for a schema that refers to itself
            parts = mapping(schema)
            ref = parts.get("$ref")
            inside = [self.resolver.get(ref)] if isinstance(ref, str) else []
            self._one_way[key] = parts.get(word) is True or any(
                self._goes(part, word) for part in (*inside, *items(parts.get("allOf")))
            )
        return self._one_way[key]


def _for_nullable(errors: list[ValidationError], instance: Any, schema: Any) -> list[Any]:
    """Return *errors*, with the way out where ``nullable`` was written for later versions."""
    kind = schema.get("type")
    if instance is None and isinstance(kind, str) and schema.get("nullable") is True:
        for error in errors:
            if error.message == f"None is not of type {kind!r}":
                error.message = _NO_NULLABLE.format(kind)
    return errors


_NO_NULLABLE = "'nullable' allows no null since OpenAPI 3.1, write type: [{}, \"null\"]"


def in_our_words(schema: Any) -> Any:
    """Return a schema without the name of the dialect that is ours anyway.

    jsonschema reads a schema that names its dialect by that one's own keywords.
    """
    if isinstance(schema, dict) and _OUR_DIALECT.search(str(schema.get("$schema", ""))):
        return {name: value for name, value in schema.items() if name != "$schema"}
    return schema


_OUR_DIALECT = re.compile(r"2020-12/schema|spec\.openapis\.org/oas")

_WRONG_WAY = {
    "readOnly": "{!r} is read-only, so a request does not have it",
    "writeOnly": "{!r} is write-only, so a response does not have it",
}
