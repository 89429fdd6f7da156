"""Checks a value against a schema, and words the problem. Pure."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from jsonschema import Draft4Validator, Draft202012Validator, FormatChecker
from jsonschema.exceptions import (
    FormatError,
    UndefinedTypeCheck,
    UnknownType,
    ValidationError,
    best_match,
)
from jsonschema.validators import extend
from referencing.exceptions import Unresolvable
from sphinx.util import logging

from sphinx_docsjson.ext.openapi.model.api import Specification
from sphinx_docsjson.ext.openapi.reading.parse import items, json_of, mapping, text
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver, child, escape
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import LEFT_OUT, Direction, Located

# Whether a value fits a schema of a specification: jsonschema says.
#
# Nothing is read from outside the document, and no code that it names is imported.

logger = logging.getLogger(__name__)


class Misfit(NamedTuple):
    """What is wrong with a value.

    :param cause: the same for all values that one keyword of one schema refuses.
    :param path: where in the value it is.
    """

    reason: str
    cause: tuple[int, str]
    path: tuple[str | int, ...]


class SchemaValidators:
    """Validates values against the schemas of one specification."""

    def __init__(self, spec: Specification) -> None:
        # What is followed here is no part of what a page shows.
        self._keywords = Keywords(Resolver(spec.document), spec.version)
        made = self._keywords.validator_class()
        # The document is where the references of a schema begin.
        self._root: Any = made(spec.document, format_checker=made.FORMAT_CHECKER)

    def misfits(
        self, value: Any, schema: Located, direction: Direction, *, strict: bool = False
    ) -> list[Misfit]:
        """Return what is wrong with *value*, which should fit *schema*.

        :param direction: a request may be without fields that are ``readOnly``, a response
            without those that are ``writeOnly``, an example of both ways without either.
        :param strict: it has no such field, where the version of OpenAPI says so.
        """
        self._keywords.begin(direction, strict=strict)
        try:
            held = self._root.evolve(schema=without_own_dialect(schema.schema))
            errors = list(held.iter_errors(value))
        except (TooManySteps, RecursionError):
            logger.info("%s: a value is not checked: its schema takes too long", schema.pointer)
            return []
        return [
            Misfit(
                reason_of(error),
                (id(error.schema), str(error.validator)),
                tuple(error.absolute_path),
            )
            for error in errors
        ]


# What a validator says, as lines for people: short ones, and not more than are read.

MAX_VALUE = 60
"""How many characters of a value are shown; the place says where the rest is."""

MAX_REASON = 240


def reason_of(error: ValidationError) -> str:
    """Return what is wrong, and at which pointer into the value."""
    try:
        best = best_match([error]) or error
    except UndefinedTypeCheck:  # it compares types, even undefined ones
        best = error
    return f"{message_of(best)} at {shortened(pointer_of(best), MAX_VALUE) or '/'}"


def message_of(error: ValidationError) -> str:
    """Return the message of an error with its values as JSON, and short."""
    message = error.message
    if error.validator == _UNEVALUATED and "$ref" in mapping(error.instance):
        names = [repr(name) for name in mapping(error.instance) if name not in _BESIDE_REF]
        return shortened(f"{', '.join(names)} beside '$ref' is not read; remove it")
    if error.validator == "oneOf" and not error.context:
        hint = "'required' can tell them apart, 'anyOf' allows it"
        return f"{shown(error.instance)} matches more than one schema of 'oneOf' ({hint})"
    for value in (error.instance, error.validator_value):
        written = repr(value)
        if not isinstance(value, int | float) or isinstance(value, bool):
            if message.startswith(written):
                message = f"{shown(value)}{message[len(written) :]}"
            elif message.endswith(written):
                message = f"{message[: -len(written)]}{shown(value)}"
    return shortened(message)


def shown(value: Any) -> str:
    """Return a value as JSON, and text in single quotes: its beginning and its end."""
    if isinstance(value, str):
        return repr(shortened(value, MAX_VALUE))
    return shortened(json_of(value), MAX_VALUE)


def meant_errors(error: ValidationError) -> Iterator[tuple[ValidationError, str]]:
    """Yield each thing that is wrong by an error, with its message.

    Where one of several schemas has to fit, these are the errors of the one that was meant.
    """
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    if not branches:
        yield error, message_of(error)
        return
    parts = [
        {tuple(one.path): one for one in found if _is_choice(one)} for found in branches.values()
    ]
    if shared := sorted(set.intersection(*map(set, parts)), key=len):
        of_place = [found[shared[0]] for found in parts]
        known = list(dict.fromkeys(word for one in of_place for word in _choices(one)))
        yield of_place[0], f"{shown(of_place[0].instance)} is not one of {shown(known)}"
        return
    firsts = [found[0] for found in branches.values() if len(found) == 1]
    if len(firsts) == len(branches) and all(one.validator == "required" for one in firsts):
        names = [one.message.removesuffix(" is a required property") for one in firsts]
        yield error, f"{' or '.join(dict.fromkeys(names))} is a required property"
        return
    ranked = sorted(branches.values(), key=_distance)
    if len(ranked) > 1 and _distance(ranked[0]) == _distance(ranked[1]):
        best = best_match([error], key=lambda found: -len(found.absolute_path)) or error
        yield best, message_of(best)
        return
    # That several branches fit a part of it follows from what is missing in it.
    told = [one for one in ranked[0] if one.validator != "oneOf" or one.context] or ranked[0]
    for inner in told:
        yield from meant_errors(inner)


def _is_choice(error: ValidationError) -> bool:
    return error.validator in ("enum", "const")


def _choices(error: ValidationError) -> list[Any]:
    value = error.validator_value
    return list(value) if error.validator == "enum" and isinstance(value, list) else [value]


def _distance(errors: list[ValidationError]) -> tuple[int, int, int]:
    """Return how far a value is from what a branch wants.

    Another type counts most, then a word that stands for another branch.
    """
    types = sum(one.validator == "type" and not one.path for one in errors)
    return types, sum(map(_is_choice, errors)), len(errors)


def without_consequences(errors: list[ValidationError]) -> list[ValidationError]:
    """Return *errors* without fields that are refused only because something in them is wrong.

    A validator treats a field as unknown if the schema that defines it does not match.
    """
    wrong = {tuple(error.absolute_path) for error in errors if error.validator != _UNEVALUATED}
    return [error for error in errors if not _follows(error, wrong)]


_UNEVALUATED = "unevaluatedProperties"
_BESIDE_REF = frozenset({"$ref", "summary", "description"})


def _follows(error: ValidationError, wrong: set[tuple[str | int, ...]]) -> bool:
    if error.validator != _UNEVALUATED or not isinstance(error.instance, dict):
        return False
    here = tuple(error.absolute_path)
    named = [name for name in error.instance if repr(name) in error.message]
    known = set(_properties(error.schema))
    below = any(path[: len(here)] == here for path in wrong)
    return below and bool(named) and known.issuperset(named)


def _properties(schema: Any) -> Iterator[str]:
    """Yield the names of the fields that a schema and those in it know."""
    if isinstance(schema, dict):
        for word, value in schema.items():
            if word == "properties" and isinstance(value, dict):
                yield from value
            yield from _properties(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _properties(item)


def pointer_of(error: ValidationError) -> str:
    """Return the JSON pointer of the place in the value that an error is about."""
    return "".join(f"/{escape(str(part))}" for part in error.absolute_path)


def shortened(text: str, length: int = MAX_REASON) -> str:
    """Return the beginning and the end of a text that is long."""
    if len(text) <= length:
        return text
    tail = length // 3
    return f"{text[: length - tail - 1]}…{text[-tail:]}"


# The keywords of a schema, read as authors of OpenAPI mean them. Pure.
#
# They are jsonschema's, with these differences:
#
# - A reference leads to what the whole build finds there; one without a target allows everything.
# - ``readOnly`` and ``writeOnly`` say which fields a value in one direction does not have.
# - A discriminator chooses the branch that a value is validated against, if no branch matches.
# - ``nullable: true`` of OpenAPI 3.0 allows ``null``, whatever is beside it; later versions do
#   not have it, and the message names their equivalent.
# - Decimals are multiples of each other as they are written, not as binary numbers.
# - A keyword with an invalid value allows everything: it is reported for the document.

Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Iterable[ValidationError] | None]

MAX_REFERENCES = 20_000
"""How many references are followed for one value; a schema whose references multiply has more."""

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
        changed: Any = extend(  # type: ignore[no-untyped-call]  # jsonschema has no types there
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
        """Return a keyword whose schemas hold together with the one that it is in."""

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
            return list(validator.descend(instance, without_own_dialect(target)))
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
        phrases = [LEFT_OUT[self.direction]] if self.direction in LEFT_OUT else LEFT_OUT.values()
        around = [schema, *(whole for value, whole in self._around if value is instance)]
        return any(
            self._goes(member, word)
            for whole in around
            for member in self._members(whole, name)
            for word in phrases
        )

    def _members(self, schema: Any, name: Any) -> list[Any]:
        """Return what the parts of a schema say about one field."""
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


def without_own_dialect(schema: Any) -> Any:
    """Return a schema without the name of the dialect that is ours anyway.

    jsonschema reads a schema that names its dialect with the keywords of that dialect.
    """
    if isinstance(schema, dict) and _OUR_DIALECT.search(str(schema.get("$schema", ""))):
        return {name: value for name, value in schema.items() if name != "$schema"}
    return schema


_OUR_DIALECT = re.compile(r"2020-12/schema|spec\.openapis\.org/oas")

_WRONG_WAY = {
    "readOnly": "{!r} is read-only, so a request does not have it",
    "writeOnly": "{!r} is write-only, so a response does not have it",
}


# The keyword ``additionalProperties`` in the order of the object. Pure.
#
# jsonschema collects further fields in a set, whose order differs between processes: the first
# reported one, and what a page shows of it, would differ from build to build.

ADDITIONAL = "additionalProperties"

_as_it_is = Draft202012Validator.VALIDATORS[ADDITIONAL]


def additional_properties(
    validator: Any, allowed: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """Yield what is wrong with further fields, in the order in which *instance* has them."""
    errors = list(_as_it_is(validator, allowed, instance, schema) or ())
    if len(errors) > 1:
        order = {name: number for number, name in enumerate(instance)}
        errors.sort(key=lambda error: order[error.path[0]])
    yield from errors


# The formats of texts and numbers, and multiples as they are written. Pure.


def multiple_of(
    _validator: Any, step: Any, instance: Any, _schema: Any
) -> Iterable[ValidationError]:
    """Yield that a number is not a multiple of *step*, as both are written."""
    if isinstance(instance, bool) or not isinstance(instance, int | float):
        return
    if (Fraction(str(instance)) / Fraction(str(step))).denominator != 1:
        yield ValidationError(f"{instance!r} is not a multiple of {step}")


def has_format(
    validator: Any, name: Any, instance: Any, _schema: Any
) -> Iterable[ValidationError]:
    """Yield that a value has not the format *name*."""
    try:
        validator.format_checker.check(instance, name)
    except FormatError as error:
        yield ValidationError(f"{error.message}, its format", cause=error.cause)


@cache
def formats(version: str) -> FormatChecker:
    """Return the check of formats: JSON Schema's, and those of OpenAPI.

    ``regex`` would be Python's. In OpenAPI 3.0 ``time`` is a word like any other.
    """
    checker = FormatChecker()
    checker.checkers.pop("regex", None)
    if version == "3.0":
        checker.checkers.pop("time", None)
    for name, bits in (("int32", 31), ("int64", 63)):
        checker.checks(name)(_within_bits(bits))
    checker.checks("byte", (NoBase64, ValueError))(_is_base64)
    return checker


def _within_bits(bits: int) -> Callable[[object], bool]:
    limit = 1 << bits
    return lambda value: not isinstance(value, int) or -limit <= value < limit


def _is_base64(value: object) -> bool:
    if isinstance(value, str):
        b64decode("".join(value.split()), validate=True)
    return True
