"""Whether a value fits a schema of a specification: jsonschema says.

Nothing is read from outside of the document, and no code that it names is imported.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sphinx.util import logging

from sphinx_docsjson.openapi.checks.reasons import reason_of
from sphinx_docsjson.openapi.checks.values.keywords import Keywords, TooManySteps, in_our_words
from sphinx_docsjson.openapi.model.api import Specification
from sphinx_docsjson.openapi.reading.resolver import Resolver
from sphinx_docsjson.openapi.schema.view import Direction, Located

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
            held = self._root.evolve(schema=in_our_words(schema.schema))
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
