"""What the browser needs to know of an operation to draw its form: one block of JSON. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from sphinx_docsjson.openapi.examples import FORMATS, Examples
from sphinx_docsjson.openapi.form_schema import FormSchemas, first_sentence
from sphinx_docsjson.openapi.reading import mapping
from sphinx_docsjson.openapi.request import Values
from sphinx_docsjson.openapi.request_body import File, concrete, kind_of

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model import (
        Encoding,
        MediaType,
        Operation,
        Parameter,
        Schema,
        SecurityScheme,
        Server,
    )
    from sphinx_docsjson.openapi.resolver import Resolver
    from sphinx_docsjson.site.model import Api

Mode = Literal["show", "simple", "hide"]
Sampler = Callable[["Schema", str, bool], Any]
"""Makes an example value of a schema, which stands at a JSON pointer, with its optional members
or (true) with the required ones only."""

MODES: Mapping[str, Mode] = {
    "show": "show",
    "interactive": "show",
    "auth": "show",
    "simple": "simple",
    "hide": "hide",
    "none": "hide",
}

MAX_EXAMPLE = 30_000
"""How many characters an example body may take in the block."""

TOKEN, KEY = "YOUR_TOKEN", "YOUR_API_KEY"
USER, PASSWORD = "USERNAME", "PASSWORD"
"""What samples show in the place of credentials."""


def sampler_of(examples: Examples) -> Sampler:
    """Return the sampler that *examples* make; the short ones hold required members only."""
    short = Examples(examples.merger.resolver, only_required=True)

    def sample(schema: Schema, pointer: str, is_short: bool) -> Any:
        return (short if is_short else examples).value(schema, pointer, "request")

    return sample


def mode_of(front_matter: Any, api: Api) -> Mode:
    """Return the mode of a page: its own ``playground``, else that of ``docs.json``, else show."""
    own = front_matter if isinstance(front_matter, str) else ""
    return MODES.get(own.strip().lower()) or api.playground or "show"


def initial_values(operation: Operation, sampler: Sampler, *, prefill: bool = False) -> Values:
    """Return the values that samples and form begin with.

    Required parameters have their example or default; optional ones are not sent until someone
    touches them.

    :param sampler: makes example values of bodies that have no example.
    :param prefill: ``api.examples.prefill``: give optional parameters their examples too.
    """
    parameters = {}
    for parameter in operation.parameters:
        if parameter.required or (prefill and parameter.examples):
            value = known_value(parameter)
            if value is not None:
                parameters[f"{parameter.place}:{parameter.name}"] = value
    media = operation.body.content[0] if operation.body and operation.body.content else None
    return Values(
        server=operation.servers[0].default_url if operation.servers else "",
        parameters=parameters,
        media_type=concrete(media.name) if media else "",
        body=initial_body(media, sampler) if media else None,
        security=0 if operation.security else None,
        credentials=placeholders(operation),
    )


def known_value(parameter: Parameter) -> Any:
    """Return the example, the default or the only value of a parameter, or ``None``."""
    for example in parameter.examples:
        if example.value is not None:
            return example.value
    schema = mapping(parameter.schema)
    for keyword in ("example", "default", "const"):
        if schema.get(keyword) is not None:
            return schema[keyword]
    for keyword in ("examples", "enum"):
        values = schema.get(keyword)
        if isinstance(values, list) and values and values[0] is not None:
            return values[0]
    return None


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


def initial_body(media: MediaType, sampler: Sampler) -> Any:
    """Return the body that a form begins with: text, fields, or a file still to be chosen."""
    kind = kind_of(concrete(media.name))
    if kind == "binary":
        return File(name="file.bin")
    example = next((e for e in media.examples if not e.missing), None)
    if example is not None and example.value is None and example.raw is not None:
        return example.raw
    explicit = example is not None and example.value is not None
    is_form = kind in ("form", "multipart")
    if example is not None and explicit:
        value = example.value
    else:
        value = sampler(media.schema or {}, f"{media.pointer}/schema", is_form)
    if is_form:
        return initial_fields(media, value if isinstance(value, Mapping) else {})
    return as_text(value, media.name) if kind == "text" else pretty(value)


def as_text(value: Any, media_type: str) -> str:
    """Return a made-up value as text; what cannot be written so, such as XML, is left empty."""
    if isinstance(value, str):
        return value
    if media_type.endswith("yaml"):
        return pretty(value)
    is_lines = re.search(r"(ndjson|jsonl)$", media_type)
    return json.dumps(value, ensure_ascii=False, default=str) if is_lines else ""


def initial_fields(media: MediaType, example: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a form; files are still to be chosen."""
    properties = mapping(mapping(media.schema).get("properties"))
    return {
        name: with_files(name, value, "contentMediaType" in mapping(properties.get(name)))
        for name, value in example.items()
        if value is not None
    }


def with_files(name: str, value: Any, is_file: bool) -> Any:
    """Return an example value with a file in the place of made-up bytes."""
    if is_file or value == FORMATS["binary"]:
        return File(name=f"{name}.bin")
    return [with_files(name, v, False) for v in value] if isinstance(value, list) else value


def pretty(value: Any) -> str:
    """Return *value* as JSON for people."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def playground_data(
    operation: Operation,
    resolver: Resolver,
    values: Values,
    api: Api,
    *,
    sampler: Sampler,
) -> dict[str, Any]:
    """Return the block of an operation: everything that the form draws and sends.

    :param values: what :func:`initial_values` made.
    """
    schemas = FormSchemas(resolver)
    data: dict[str, Any] = {
        "method": operation.method,
        "path": operation.path,
        "servers": [server_data(server) for server in operation.servers],
        "security": [[r.scheme.key for r in alternative] for alternative in operation.security],
        "schemes": {
            requirement.scheme.key: scheme_data(requirement.scheme, requirement.scopes, api)
            for alternative in operation.security
            for requirement in alternative
        },
        "parameters": [parameter_data(p, schemas) for p in operation.parameters],
    }
    if operation.body:
        data["body"] = {
            "required": operation.body.required,
            "content": [
                content_data(media, schemas, values if not i else None, sampler)
                for i, media in enumerate(operation.body.content)
            ],
        }
    data["values"] = dict(values.parameters)
    data["schemas"] = schemas.named
    return data


def server_data(server: Server) -> dict[str, Any]:
    """Return a server with its variables."""
    variables = {
        v.name: without_empty({"default": v.default, "enum": v.enum, "text": v.description})
        for v in server.variables
    }
    text = server.name or first_sentence(server.description)
    return without_empty({"url": server.url.rstrip("/"), "text": text, "variables": variables})


def scheme_data(scheme: SecurityScheme, scopes: tuple[str, ...], api: Api) -> dict[str, Any]:
    """Return a security scheme; ``api.auth`` names its inputs and prefixes them."""
    auth = api.auth
    labels: tuple[str, ...] = ()
    if auth and auth.method == "basic" and auth.name and scheme.scheme == "basic":
        user, _, password = auth.name.partition(":")
        labels = (user.strip(), password.strip())
    return without_empty(
        {
            "type": scheme.type,
            "scheme": scheme.scheme,
            "place": scheme.place,
            "name": scheme.parameter,
            "format": scheme.bearer_format,
            "text": first_sentence(scheme.description),
            "scopes": scopes,
            "labels": labels,
            "prefix": auth.input_prefix if auth and scheme.scheme != "basic" else None,
        }
    )


def parameter_data(parameter: Parameter, schemas: FormSchemas) -> dict[str, Any]:
    """Return a parameter; what is as usual for its place is left out."""
    example = next((e.value for e in parameter.examples if e.value is not None), None)
    return without_empty(
        {
            "name": parameter.name,
            "place": parameter.place,
            "required": parameter.required,
            "deprecated": parameter.deprecated,
            "text": first_sentence(parameter.description),
            "style": parameter.style,
            "explode": parameter.explode,
            "reserved": parameter.allow_reserved,
            "mediaType": parameter.media_type,
            "schema": schemas.add(parameter.schema),
        }
    ) | ({} if example is None else {"example": example})


def content_data(
    media: MediaType, schemas: FormSchemas, values: Values | None, sampler: Sampler
) -> dict[str, Any]:
    """Return the content of a body in one media type, with the value it begins with."""
    initial = values.body if values else initial_body(media, sampler)
    if isinstance(initial, str) and len(initial) > MAX_EXAMPLE:
        initial = ""
    data = {"type": concrete(media.name), "initial": jsonable(initial)}
    if media.schema is not None:
        data["schema"] = schemas.add(media.schema)
    if media.encoding:
        data["encoding"] = {name: encoding_data(how) for name, how in media.encoding.items()}
    return data


def encoding_data(encoding: Encoding) -> dict[str, Any]:
    """Return how a property of a form is written."""
    data = {
        "type": encoding.content_type,
        "style": encoding.style,
        "explode": encoding.explode,
        "reserved": encoding.allow_reserved,
    }
    return {key: value for key, value in data.items() if value is not None}


def jsonable(value: Any) -> Any:
    """Return *value* with each file as ``{"$file": name}``."""
    if isinstance(value, File):
        return without_empty({"$file": value.name, "type": value.type})
    if isinstance(value, Mapping):
        return {key: jsonable(item) for key, item in value.items()}
    return [jsonable(item) for item in value] if isinstance(value, list | tuple) else value


def without_empty(data: dict[str, Any]) -> dict[str, Any]:
    """Return *data* without what says nothing: ``None``, ``False``, empty text and lists."""
    return {
        key: value for key, value in data.items() if value not in (None, False, "", (), [], {})
    }


_UNSAFE = re.compile("[<>&\u2028\u2029]")


def script_json(data: Any) -> str:
    """Return *data* as JSON that no HTML parser can leave a ``<script>`` element by."""
    dumped = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    dumped = re.sub("[\ud800-\udfff]", "\ufffd", dumped)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", dumped)
