"""Initial values of samples and forms, examples to choose, and responses of the mock. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from sphinx_docsjson.ext.openapi.model.api import Example, Parameter
from sphinx_docsjson.ext.openapi.reading.parse import items, json_of
from sphinx_docsjson.ext.openapi.reading.resolver import child
from sphinx_docsjson.ext.openapi.request.bodies import (
    body_text,
    essence,
    language_of,
    made_text,
    made_value,
    xml_text,
)
from sphinx_docsjson.ext.openapi.request.http import (
    File,
    Values,
    concrete,
    header_value,
    kind_of,
    plain,
)
from sphinx_docsjson.ext.openapi.schema.examples import FORMATS, Examples, values_given
from sphinx_docsjson.ext.openapi.schema.view import LEFT_OUT, Located, Parts, SchemaView, is_file

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.model.api import (
        Body,
        MediaType,
        Operation,
        Parameter,
        Response,
        Schema,
    )
    from sphinx_docsjson.ext.openapi.schema.examples import Examples
    from sphinx_docsjson.ext.openapi.schema.merging import Schemas


# The examples of a request's body that readers can choose from. Pure.


def examples_to_choose(media: MediaType, sampler: Sampler) -> list[tuple[str, Example]]:
    """Return the examples of a body with the names that readers see: its own, or its schema's."""
    given = [example for example in media.examples if not example.missing]
    if not given and media.schema is not None:
        where = child(media.pointer, "schema")
        found = items(sampler.view(media.schema, where).keywords.get("examples"))
        given = [
            Example(name="", value=value, pointer=child(where, "examples", number))
            for number, value in enumerate(found)
        ]
    named = [example.summary or example.name for example in given]
    return [
        (name if name and named.count(name) == 1 else f"{name or 'Example'} {number}", example)
        for number, (name, example) in enumerate(zip(named, given, strict=True), start=1)
    ]


# The values that request samples and the form of the playground begin with. Pure.

EXAMPLE = "https://example.com/"
"""Where the API of a file is that only says it relative to itself."""

TOKEN, KEY = "YOUR_TOKEN", "YOUR_API_KEY"
USER, PASSWORD = "USERNAME", "PASSWORD"
"""What samples show in place of credentials."""


class Sampler:
    """Makes the values that are sent, where a description gives none.

    :param examples: makes values of the schemas of a document.
    """

    def __init__(self, examples: Examples) -> None:
        self.schemas = examples.schemas
        self.examples = examples
        self._short = Examples(examples.schemas, only_required=True)

    def view(self, schema: Schema | None, pointer: str) -> SchemaView:
        """Return what is said about a value; nothing where there is no schema."""
        return self.schemas.view(Located({} if schema is None else schema, pointer))

    def value(self, schema: Schema | None, pointer: str, *, short: bool = False) -> Any:
        """Return an example; a short one has its required members only."""
        examples = self._short if short else self.examples
        return examples.value({} if schema is None else schema, pointer, "request")


def initial_values(operation: Operation, sampler: Sampler, *, prefill: bool = False) -> Values:
    """Return the values that samples and form begin with.

    Required parameters have their example or default; optional ones are not sent until someone
    touches them. The server is that of the form; without one its reader types it.

    :param sampler: makes example values of bodies that have no example.
    :param prefill: ``api.examples.prefill``: give optional parameters their examples too.
    """
    parameters = {}
    for parameter in operation.parameters:
        preset = preset_value(parameter, sampler) if prefill else None
        if parameter.required or (prefill and parameter.examples) or preset is not None:
            value = known_value(parameter, sampler) if preset is None else preset
            if value is not None:
                key = f"{parameter.place}:{parameter.name}"
                parameters[key] = _as_content(parameter, value, sampler)
    body = operation.body
    media = body.content[0] if body and body.content else None
    return Values(
        server=operation.servers[0].default_url if operation.servers else "",
        parameters=parameters,
        media_type=concrete(media.name) if media else "",
        body=initial_body(body, media, sampler, prefill=prefill) if body and media else None,
        security=0 if operation.security else None,
        credentials=placeholders(operation),
    )


def sample_values(operation: Operation, values: Values, sampler: Sampler) -> Values:
    """Return the values of a sample: those that the form begins with, and what it asks for."""
    made = made_parameters(operation, values, sampler)
    server = absolute_server(values.server, operation.spec)
    return replace(values, server=server, parameters={**values.parameters, **made})


def absolute_server(url: str, key: str) -> str:
    """Return the URL of a server as a program needs it.

    A relative one is relative to where the description was read; a file does not tell that. Where
    no server is named, it is ``/`` (OpenAPI 3.1.1, section 4.8.1).
    """
    try:
        return urljoin(key if "://" in key else EXAMPLE, url or "/").rstrip("/")
    except ValueError:
        return url


def made_parameters(operation: Operation, values: Values, sampler: Sampler) -> dict[str, Any]:
    """Return made-up values of the required parameters that have none, by place and name.

    A sample shows them. A form does not: nobody should send by mistake what was made up. A text in
    a path stays the name that the path has for it, such as ``{projectId}``, which says more,
    unless its schema says which texts it may be.
    """
    made: dict[str, Any] = {}
    for parameter in operation.parameters:
        key = f"{parameter.place}:{parameter.name}"
        if parameter.required and values.parameters.get(key) is None:
            value = sampler.value(parameter.schema, parameter.schema_pointer)
            is_empty = value in (None, {}, []) and parameter.media_type is None
            view = sampler.view(parameter.schema, parameter.schema_pointer)
            is_limited = not view.keywords.keys().isdisjoint(("enum", "pattern"))
            made_up = (is_empty or isinstance(value, str)) and not is_limited
            if parameter.place == "path" and made_up:
                continue
            made[key] = "string" if is_empty else _as_content(parameter, value, sampler)
    return made


def _as_content(parameter: Parameter, value: Any, sampler: Sampler) -> Any:
    """Return a value as its parameter holds it: as a text where its ``content`` is XML."""
    if isinstance(value, str) or language_of(parameter.media_type or "") != "xml":
        return value
    where = Located(parameter.schema, parameter.schema_pointer)
    return xml_text((where,), value, sampler.schemas, parameter.name)


def preset_value(parameter: Parameter, sampler: Sampler) -> Any:
    """Return what ``x-default`` gives a parameter in the form, without being its default."""
    own = parameter.extensions.get("x-default")
    view = sampler.view(parameter.schema, parameter.schema_pointer)
    return view.keywords.get("x-default") if own is None else own


def known_value(parameter: Parameter, sampler: Sampler) -> Any:
    """Return the example, the default or the only value of a parameter, or ``None``."""
    given = (example.value for example in parameter.examples)
    told = values_given(sampler.view(parameter.schema, parameter.schema_pointer))
    nothing = (None, "") if parameter.place == "path" else (None,)
    return next((value for value in (*given, *told) if value not in nothing), None)


def placeholders(operation: Operation) -> dict[str, str | tuple[str, str]]:
    """Return what stands for the credentials of each scheme."""
    result: dict[str, str | tuple[str, str]] = {}
    for alternative in operation.security:
        for requirement in alternative:
            scheme = requirement.scheme
            if scheme.type == "http" and scheme.scheme == "basic":
                result[scheme.key] = (USER, PASSWORD)
            else:
                result[scheme.key] = KEY if scheme.type == "apiKey" else TOKEN
    return result


def initial_body(body: Body, media: MediaType, sampler: Sampler, *, prefill: bool = False) -> Any:
    """Return the body that a form begins with: text, fields, or a file still to be chosen.

    A form has the fields that are required. Where none is and yet something has to be sent, it
    has one: most servers take a body without a byte for none.

    :param media: what *body* is written in.
    :param prefill: fill in what ``x-default`` gives, where the body is made up.
    """
    kind = kind_of(concrete(media.name))
    if kind == "binary":
        return File(name="file.bin")
    example = next((e for e in media.examples if not e.missing), None)
    if example is not None and example.value is None and example.raw is not None:
        return example.raw
    is_form = kind in ("form", "multipart")
    if example is not None:
        value = example.value
    elif is_form:
        where = child(media.pointer, "schema")
        value = sampler.value(media.schema, where, short=True)
        if value == {} and body.required:
            value = one_field(sampler.value(media.schema, where))
    else:
        value = made_value(media, sampler.examples, "request")
    if prefill and example is None:
        view = sampler.view(media.schema, child(media.pointer, "schema"))
        value = with_presets(value, view, sampler.schemas)
    if is_form:
        return initial_fields(media, value if isinstance(value, Mapping) else {}, sampler)
    return body_text(media, value, sampler.schemas, made=example is None) or ""


def other_bodies(
    operation: Operation, sampler: Sampler, *, prefill: bool = False
) -> Iterator[tuple[MediaType, Any]]:
    """Yield each further media type of the body, with the body that a form begins with."""
    if body := operation.body:
        for media in body.content[1:]:
            yield media, initial_body(body, media, sampler, prefill=prefill)


def one_field(value: Any) -> Any:
    """Return an object with one of its fields: the first that is neither an object nor a list."""
    fields = list(value.items()) if isinstance(value, Mapping) else []
    plain = [pair for pair in fields if not isinstance(pair[1], Mapping | list | None)]
    return dict((plain or fields)[:1])


def with_presets(value: Any, view: SchemaView, schemas: Schemas) -> Any:
    """Return a made-up value with what ``x-default`` gives its fields, at any depth."""
    if not isinstance(value, Mapping):
        return value
    found = dict(value)
    for name, parts in view.properties.items():
        inner = schemas.view(*parts)
        preset = inner.keywords.get("x-default")
        if preset is not None and inner.keywords.get(LEFT_OUT["request"]) is not True:
            found[name] = preset
        elif name in found:
            found[name] = with_presets(found[name], inner, schemas)
    return found


def initial_fields(
    media: MediaType, example: Mapping[str, Any], sampler: Sampler
) -> dict[str, Any]:
    """Return the fields of a form; files are still to be chosen."""
    view = sampler.view(media.schema, f"{media.pointer}/schema")
    return {
        name: _initial_field(name, value, view.properties.get(name, ()), media, sampler)
        for name, value in example.items()
        if value is not None
    }


def _initial_field(name: str, value: Any, parts: Parts, media: MediaType, sampler: Sampler) -> Any:
    how = media.encoding.get(name)
    said = how.part_type if how else ""
    if is_xml_field(media, name) and not isinstance(value, str):
        if value == {} and len(parts) == 1:
            value = sampler.value(*parts[0])
        if isinstance(value, list):
            inner = sampler.schemas.view(*parts).schemas.get("items", ())
            return [xml_text(inner, item, sampler.schemas, name) for item in value]
        return xml_text(parts, value, sampler.schemas, name)
    if kind_of(media.name) != "multipart":  # no other form can hold a file
        return value
    return with_files(name, value, sampler.schemas.view(*parts), sampler.schemas, said)


def is_xml_field(media: MediaType, name: str) -> bool:
    """Whether a field of a multipart form goes out as XML; a form has it as a text."""
    how = media.encoding.get(name)
    said = how.part_type if how else ""
    return kind_of(media.name) == "multipart" and language_of(said) == "xml"


def with_files(name: str, value: Any, view: SchemaView, schemas: Schemas, said: str = "") -> Any:
    """Return an example value with a file in place of made-up bytes.

    :param said: the media type that the form says.
    """
    if is_file(view) or value == FORMATS["binary"]:
        own = view.keywords.get("contentMediaType")
        own = own if isinstance(own, str) else ""
        ending = _ENDINGS.get(essence(said or own), "bin")
        return File(name=f"{name}.{ending}", type=own)
    if not isinstance(value, list):
        return value
    inner = schemas.view(*view.schemas.get("items", ()))
    found = [with_files(name, item, inner, schemas, said) for item in value]
    if len(found) > 1 and all(isinstance(one, File) for one in found):
        names = (one.name.rpartition(".") for one in found)
        return [
            replace(one, name=f"{stem}-{number}.{ending}")
            for number, (one, (stem, _dot, ending)) in enumerate(zip(found, names, strict=True), 1)
        ]
    return found


_ENDINGS = {
    "application/json": "json",
    "application/pdf": "pdf",
    "application/xml": "xml",
    "application/zip": "zip",
    "audio/mpeg": "mp3",
    "audio/wav": "wav",
    "image/gif": "gif",
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/svg+xml": "svg",
    "image/webp": "webp",
    "text/csv": "csv",
    "text/plain": "txt",
    "video/mp4": "mp4",
}
"""What the name of a file ends with, for the media types that forms ask for most."""


# What operations answer: the examples of their responses, as they go over the wire.


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiAnswer:
    """An answer of an operation.

    :param described: how the description calls its status: ``200``, ``4XX`` or ``default``.
    :param media_type: empty where the answer has no body.
    """

    status: int
    described: str
    media_type: str = ""
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()


def answers_of(operation: Operation, examples: Examples) -> Iterator[ApiAnswer]:
    """Yield the answers of an operation, the successful ones first: one for each example.

    A media type without an example has one that is made after its schema.

    :param examples: what makes values where the description gives none.
    """
    for response in sorted(operation.responses, key=_order):
        status, headers = status_of(response.status), tuple(_headers(response, examples))
        bodies = [(m.name, body) for m in response.content for body in _bodies(m, examples)]
        for media_type, body in bodies if response.content else [("", "")]:
            yield ApiAnswer(
                status=status,
                described=response.status,
                media_type=media_type,
                body=body,
                headers=headers,
            )


def preferred(answers: Iterable[ApiAnswer], status: int | None) -> list[ApiAnswer]:
    """Return the answers that a status means, in their order; without one those of a success.

    A status that is not described itself is one of its range, else of ``default``.
    """
    among = list(answers)
    if status is None:
        names = [among[0].described] if among else []
    else:
        names = [str(status), f"{status // 100}XX", "default"]
    found = ([one for one in among if one.described.upper() == name.upper()] for name in names)
    return next((same for same in found if same), [])


def status_of(written: str) -> int:
    """Return the number of a status, of a range such as ``4XX``, or of ``default``."""
    number = written.upper().replace("X", "0")
    return int(number) if number.isdecimal() and 200 <= int(number) < 600 else 200


def _order(response: Response) -> tuple[bool, int]:
    """``default`` comes last: it means errors where another response is a success."""
    return response.status == "default", status_of(response.status)


def text_of(example: Example, media: MediaType, schemas: Schemas) -> str:
    """Return an example as text."""
    written = example.raw
    if written is None:
        written = body_text(media, example.value, schemas)
    return json_of(example.value, 2) if written is None else written


def _bodies(media: MediaType, examples: Examples) -> Iterator[str]:
    """Yield the examples of a media type, else one that is made after its schema."""
    given = [example for example in media.examples if not example.missing]
    yield from (text_of(example, media, examples.schemas) for example in given)
    if not given and (media.schema is not None or media.item_schema is not None):
        yield made_text(media, examples, "response") or ""


def _headers(response: Response, examples: Examples) -> Iterator[tuple[str, str]]:
    """Yield the headers that a response must have, and those that have an example."""
    for header in response.headers:
        given = next((e.value for e in header.examples if e.value is not None), None)
        if given is None and (header.schema is None or not header.required):
            continue
        if given is None:
            given = examples.value(header.schema, header.schema_pointer, "response")
        parameter = Parameter(
            name=header.name,
            place="header",
            explode=header.explode,
            media_type=header.media_type,
        )
        yield header.name, header_value(plain(parameter, given))
