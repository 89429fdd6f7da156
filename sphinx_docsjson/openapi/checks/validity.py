"""Whether a value fits a schema of a specification: openapi-core says.

It is only ever asked to validate: unmarshalling imports code that a specification names.
Whatever a ``$ref`` outside of the document would fetch is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from jsonschema.exceptions import ValidationError
from jsonschema_path import SchemaPath
from openapi_core.validation.schemas import (
    oas30_read_schema_validators_factory,
    oas30_write_schema_validators_factory,
    oas31_schema_validators_factory,
    oas32_schema_validators_factory,
)
from openapi_core.validation.schemas.exceptions import InvalidSchemaValue
from sphinx.util import logging

from sphinx_docsjson.compat.schema_validators import change_keywords, keyword_of
from sphinx_docsjson.openapi.checks.reasons import reason_of
from sphinx_docsjson.openapi.model.api import Specification
from sphinx_docsjson.openapi.reading.resolver import segments

logger = logging.getLogger(__name__)

_READ = {
    "3.0": oas30_read_schema_validators_factory,
    "3.1": oas31_schema_validators_factory,
    "3.2": oas32_schema_validators_factory,
}


MAX_REFERENCES = 20_000
"""So many references are followed for one value; a schema whose references multiply has more."""


class TooManySteps(Exception):
    """A value cannot be checked in reasonable time."""


class SchemaValidators:
    """Validates values against the schemas of one specification."""

    def __init__(self, spec: Specification) -> None:
        self.version = spec.version[:3]
        schemes = ("", "http", "https", "file", "ftp", "data")
        self._root: Any = SchemaPath.from_dict(
            spec.document,
            handlers=dict.fromkeys(schemes, _refuse),
        )
        self._validators: dict[tuple[str, bool], Any] = {}
        self._counting: dict[type, type] = {}
        self._followed = 0

    def errors(self, value: Any, pointer: str, *, request: bool) -> list[str]:
        """Return what is wrong with *value*, which should fit the schema at *pointer*.

        :param request: the value is sent; ``readOnly`` and ``writeOnly`` mean the other side.
        """
        self._followed = 0
        try:
            self._validator(pointer, request).validate(value)
        except InvalidSchemaValue as error:
            errors = [e for e in error.schema_errors if isinstance(e, ValidationError)]
            return [reason_of(found) for found in errors]
        except TooManySteps:
            logger.info("%s: an example is not checked: its schema takes too long", pointer)
            return []
        except Exception as error:  # a schema that is none is reported elsewhere
            if isinstance(error, RecursionError | KeyError | ValueError | TypeError | LookupError):
                return []
            if type(error).__module__.split(".")[0] in ("jsonschema", "referencing", "re"):
                return []
            raise
        return []

    def _validator(self, pointer: str, request: bool) -> Any:
        key = (pointer, request and self.version == "3.0")
        if key not in self._validators:
            factory = oas30_write_schema_validators_factory if key[1] else _READ[self.version]
            schema = self._root
            for part in segments(pointer):
                schema = schema / part
            found = factory.create(self._root, schema)
            counted = {"$ref": self._counted(keyword_of(found, "$ref"))}
            change_keywords(found, counted, self._counting)
            self._validators[key] = found
        return self._validators[key]

    def _counted(self, follow: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that follows references as one that counts them."""

        def counted(inner: Any, ref: Any, instance: Any, schema: Any) -> Any:
            self._followed += 1
            if self._followed > MAX_REFERENCES:
                raise TooManySteps
            return follow(inner, ref, instance, schema)

        return counted


def _refuse(uri: str) -> NoReturn:
    raise ValueError(f"nothing is read from {uri}")
