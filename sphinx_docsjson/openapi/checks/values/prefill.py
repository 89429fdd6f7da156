"""Which of the values that a form and its samples begin with do not fit the description. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.request.http_request import IGNORED_HEADERS, Values
from sphinx_docsjson.openapi.request.request_body import File, kind_of, media_type_of
from sphinx_docsjson.openapi.schema.view import Located

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.checks.values.validity import SchemaValidators
    from sphinx_docsjson.openapi.model.api import Operation
    from sphinx_docsjson.openapi.model.exchange import MediaType


class WrongPrefill(NamedTuple):
    """A value that cannot be sent as it is.

    :param name: the parameter, or the path to a field of the body; empty for all of the body.
    """

    name: str
    reason: str


def wrong_values(
    operation: Operation, values: Values, fits: SchemaValidators
) -> Iterator[WrongPrefill]:
    """Yield the values that do not fit; what still has none is plain to see.

    :param values: with the media type that is judged: the one that the form and the samples show.
    """
    for parameter in operation.parameters:
        if parameter.place == "header" and parameter.name.lower() in IGNORED_HEADERS:
            continue
        value = values.parameters.get(f"{parameter.place}:{parameter.name}")
        is_read = parameter.media_type is None or kind_of(parameter.media_type) == "json"
        if value is None or parameter.schema is None or not is_read:
            continue
        schema = Located(parameter.schema, parameter.schema_pointer)
        if misfits := fits.misfits(value, schema, "request"):
            yield WrongPrefill(parameter.name, misfits[0].reason)
    media = media_type_of(operation, values.media_type)
    if media is not None and media.schema is not None:
        if values.body == "" and operation.body and operation.body.required:
            yield WrongPrefill("", "no value is known")
        yield from _wrong_fields(media, values.body, fits)


def _wrong_fields(media: MediaType, body: Any, fits: SchemaValidators) -> Iterator[WrongPrefill]:
    value = _sent(media, body)
    if value is None:
        return
    schema = Located(media.schema, child(media.pointer, "schema"))
    names: set[str] = set()
    for misfit in fits.misfits(value, schema, "request", strict=True):
        name = ".".join(map(str, misfit.path))
        if name not in names:
            names.add(name)
            yield WrongPrefill(name, misfit.reason)


def _sent(media: MediaType, body: Any) -> Any:
    """Return the value that a body stands for; ``None`` when nobody can tell."""
    if isinstance(body, Mapping):
        return _without_files(body)
    if not isinstance(body, str) or kind_of(media.name) != "json":
        return None
    try:
        return json.loads(body)
    except ValueError:
        return None


def _without_files(value: Any) -> Any:
    """Return the fields of a form with a text for each file, which is what schemas call them."""
    if isinstance(value, File):
        return ""
    if isinstance(value, Mapping):
        return {name: _without_files(item) for name, item in value.items()}
    return [_without_files(item) for item in value] if isinstance(value, list) else value
