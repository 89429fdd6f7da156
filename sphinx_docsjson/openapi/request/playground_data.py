"""What the browser needs to know of an operation to draw its form: one block of JSON. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from sphinx_docsjson.openapi.reading.parse import text
from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.request.http import File, concrete
from sphinx_docsjson.openapi.request.values import (
    Sampler,
    examples_to_choose,
    initial_body,
    made_parameters,
    other_bodies,
)
from sphinx_docsjson.openapi.schema.form import FormSchemas, first_sentence
from sphinx_docsjson.urls import scheme_of

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import (
        Body,
        Encoding,
        MediaType,
        OAuthFlow,
        Operation,
        Parameter,
        SecurityScheme,
        Server,
    )
    from sphinx_docsjson.openapi.request.http import Values
    from sphinx_docsjson.site.model import Api


Mode = Literal["show", "simple", "hide"]

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

MAX_NAMED = 4_000
"""How many characters the named examples of a parameter may take."""

MAX_SCOPES = 100
"""How many scopes of a flow a form lets choose; those that an operation needs are always there."""

MAX_EXAMPLES = 60_000
"""How many characters all examples of a body but the first may take."""


def mode_of(front_matter: Any, api: Api) -> Mode:
    """Return the mode of a page: its own ``playground``, else that of ``docs.json``, else show."""
    own = front_matter if isinstance(front_matter, str) else ""
    return MODES.get(own.strip().lower()) or api.playground


def playground_data(
    operation: Operation,
    values: Values,
    api: Api,
    *,
    sampler: Sampler,
    description: str | None = None,
    translate: Callable[[str], str] = str,
) -> dict[str, Any]:
    """Return the block of an operation: everything that the form draws and sends.

    :param values: what :func:`~sphinx_docsjson.openapi.request.values.initial_values`
        made.
    :param description: what its server and its credentials are kept for; the key of its
        specification, where nothing is said. The block has a digest of it: it may be an address.
    :param translate: the description of a schema → what readers see of it.
    """
    forms = FormSchemas(sampler.schemas, translate)
    data: dict[str, Any] = {
        "spec": digest(operation.spec if description is None else description),
        "method": operation.method,
        "path": operation.path,
        "servers": [server_data(server) for server in operation.servers],
        "security": [[r.scheme.key for r in alternative] for alternative in operation.security],
        "schemes": {
            requirement.scheme.key: scheme_data(requirement.scheme, requirement.scopes, api)
            for alternative in operation.security
            for requirement in alternative
        },
        "parameters": [parameter_data(p, forms) for p in operation.parameters],
    }
    if operation.body:
        data["body"] = {
            "required": operation.body.required,
            "content": [
                content_data(operation.body, media, forms, initial, sampler)
                for media, initial in [
                    *((media, values.body) for media in operation.body.content[:1]),
                    *other_bodies(operation, sampler, prefill=api.examples_prefill),
                ]
            ],
        }
    data["values"] = dict(values.parameters)
    if made := made_parameters(operation, values, sampler):
        data["made"] = made
    data["schemas"] = forms.named
    return data


def digest(key: str) -> str:
    """Return a short name for the key of a specification, which may be an address."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def server_data(server: Server) -> dict[str, Any]:
    """Return a server with its variables."""
    variables = {
        v.name: without_empty({"default": v.start, "enum": v.enum, "text": v.description})
        for v in server.variables
    }
    variables |= {n: {"default": s} for n, s in server.starts.items() if n not in variables}
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
            "initial": text(scheme.extensions.get("x-default")),
            "flows": [flow_data(flow) for flow in scheme.flows],
            "discovery": provider_url(scheme.openid_url),
            "prefix": auth.input_prefix if auth and scheme.scheme != "basic" else None,
        }
    )


def flow_data(flow: OAuthFlow) -> dict[str, Any]:
    """Return a flow of OAuth 2: where one signs in, where a token is, what one can ask for."""
    scopes = islice(flow.scopes.items(), MAX_SCOPES)
    return without_empty(
        {
            "name": flow.name,
            "authorize": provider_url(flow.authorization_url),
            "token": provider_url(flow.token_url),
            "scopes": [(name, first_sentence(about)) for name, about in scopes],
        }
    )


def provider_url(url: str | None) -> str:
    """Return an address that a page may ask at; it may be relative to the server."""
    return url if url and scheme_of(url) in (None, "http", "https") else ""


def parameter_data(parameter: Parameter, forms: FormSchemas) -> dict[str, Any]:
    """Return a parameter; what is as usual for its place is left out."""
    example = next((e.value for e in parameter.examples if e.value is not None), None)
    named = [e for e in parameter.examples if e.value is not None and (e.summary or e.name)]
    if len(named) < 2 or len(json.dumps([e.value for e in named], default=str)) > MAX_NAMED:
        named = []
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
            "schema": forms.add(parameter.schema, parameter.schema_pointer),
            "examples": [{"name": e.summary or e.name, "value": jsonable(e.value)} for e in named],
        }
    ) | ({} if example is None else {"example": example})


def content_data(
    body: Body, media: MediaType, forms: FormSchemas, initial: Any, sampler: Sampler
) -> dict[str, Any]:
    """Return the content of a body in one media type, with the value it begins with."""
    if isinstance(initial, str) and len(initial) > MAX_EXAMPLE:
        initial = ""
    data = {"type": concrete(media.name), "initial": jsonable(initial)}
    if media.schema is not None:
        data["schema"] = forms.add(media.schema, child(media.pointer, "schema"))
    if chosen := example_data(body, media, sampler):
        data["examples"] = chosen
    if media.encoding:
        data["encoding"] = {name: encoding_data(how) for name, how in media.encoding.items()}
    return data


def example_data(body: Body, media: MediaType, sampler: Sampler) -> list[dict[str, Any]]:
    """Return the examples to choose from, where there are several.

    The first is what the form begins with; one that is too long is left out.
    """
    found = examples_to_choose(media, sampler)
    if len(found) < 2:
        return []
    data: list[dict[str, Any]] = [{"name": found[0][0]}]
    room = MAX_EXAMPLES
    for name, example in found[1:]:
        initial = jsonable(initial_body(body, replace(media, examples=(example,)), sampler))
        room -= len(initial) if isinstance(initial, str) else len(repr(initial))
        data.append({"name": name, "initial": initial} if room >= 0 else {"name": ""})
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
