"""A server for playgrounds: pages with one form each, and the API that the forms send to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from openapi_core import Config, OpenAPI
from openapi_core.contrib.werkzeug import WerkzeugOpenAPIRequest
from playwright.sync_api import expect
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from werkzeug import Request, Response
from werkzeug.serving import make_server

from sphinx_docsjson.base.theme_files import theme_sheet
from sphinx_docsjson.ext.openapi.content import playground
from sphinx_docsjson.ext.openapi.content.playground import (
    playground_data,
    playground_script,
    script_json,
)
from sphinx_docsjson.ext.openapi.model.api import Server
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.parse import mapping
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES, request_samples
from sphinx_docsjson.ext.openapi.request.values import initial_values, sample_values
from sphinx_docsjson.html.site_css import site_css
from sphinx_docsjson.site.model import Api, Container, Kind, Site
from tests.playground.support import sampler_of

STRING = {"type": "string"}
SCHEMES = {
    "components": {
        "securitySchemes": {
            "bearer": {"type": "http", "scheme": "bearer"},
            "basic": {"type": "http", "scheme": "basic"},
            "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "query": {"type": "apiKey", "in": "query", "name": "key"},
            "cookie": {"type": "apiKey", "in": "cookie", "name": "session"},
            "oauth": {"type": "oauth2", "flows": {}},
            "openid": {"type": "openIdConnect", "openIdConnectUrl": "https://example.com"},
        }
    }
}

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Endpoint</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/docsjson-playground.css">
<script defer src="/docsjson-playground.js"></script></head>
<body><main class="dj-content"><h1>{title}</h1>
<div class="dj-endpoint"><code class="dj-endpoint-path">{title}</code></div>
<div class="dj-playground"><script type="application/json">{block}</script></div>
{samples}</main></body></html>"""


@dataclass
class Arrived:
    """A request that came to the API."""

    method: str
    path: str
    target: str
    headers: dict[str, str]
    body: bytes
    form: dict[str, Any]
    problems: list[str] = field(default_factory=list)


@dataclass
class World:
    """The site, the API, and what came to it."""

    site: str = ""
    api: str = ""
    arrived: list[Arrived] = field(default_factory=list)
    pages: dict[str, str] = field(default_factory=dict)
    answer: Callable[[Request], Response] | None = None
    check: Callable[[Request], list[str]] | None = None
    policy: str = ""
    script: str = ""
    cors: bool = True
    keeps_servers: bool = False

    def add(self, name: str, specification: Any, operation: Any, api: Api | None = None) -> str:
        """Add the page of an operation, whose server is ours; return its address."""
        operation = replace(operation, servers=self.servers(operation))
        sampler = sampler_of(specification)
        values = initial_values(operation, sampler)
        data = playground_data(operation, values, api or Api(), sampler=sampler)
        samples = "".join(
            f'<div class="dj-sample-{sample.language}">'
            + highlight(sample.code, get_lexer_by_name(sample.lexer), HtmlFormatter()).replace(
                "<pre>", '<pre tabindex="0">'
            )
            + "</div>"
            for sample in request_samples(operation, sample_values(operation, values, sampler))
        )
        self.pages[f"/{name}.html"] = PAGE.format(
            title=escape(operation.title), block=script_json(data), samples=samples
        )
        return f"{self.site}/{name}.html"

    def servers(self, operation: Any) -> tuple[Server, ...]:
        """Return the servers of an operation that are ours; ours where none is."""
        if self.keeps_servers:
            return tuple(operation.servers)
        ours = [one for one in operation.servers if one.url.startswith("http://127.0.0.1")]
        return tuple(ours) or (Server(url=self.api),)

    @property
    def last(self) -> Arrived:
        return self.arrived[-1]


def operation_page(world: World, name: str = "page", api: Api | None = None, **fields: Any) -> str:
    """Add the page of ``POST /things`` (or *method*, *path*) made of OpenAPI *fields*."""
    method, path = fields.pop("method", "post"), fields.pop("path", "/things")
    components = fields.pop("components", {})
    key = fields.pop("spec", "api.yaml")
    document = {
        "openapi": "3.1.0",
        "paths": {path: {method: fields}},
        "components": components,
    }
    made = specification(document, key)
    return world.add(name, made, made.operations[0], api)


def validator(document: dict[str, Any], api: str) -> Callable[[Request], list[str]]:
    """Return a check of requests against an OpenAPI document, by openapi-core."""
    document = deepcopy(document)
    document["servers"] = [{"url": api}]
    for item in document["paths"].values():
        item.pop("servers", None)
        for operation in item.values():
            if isinstance(operation, dict):
                operation.pop("servers", None)
    for repair in (drop_read_only_requirements, let_files_be_bytes, let_deep_objects_be_read):
        repair(document)
    checker = OpenAPI.from_dict(document, config=Config(spec_validator_cls=None))

    def check(request: Request) -> list[str]:
        found = checker.iter_request_errors(WerkzeugOpenAPIRequest(request))
        return [f"{error!r} {error.__cause__!r}" for error in found]

    return check


def mappings(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node:
        if isinstance(child, dict | list):
            yield from mappings(child)


def drop_read_only_requirements(document: dict[str, Any]) -> None:
    """Read-only properties are required of responses only; openapi-core forgets that in 3.1."""
    for node in mappings(document):
        properties, required = node.get("properties"), node.get("required")
        if isinstance(properties, dict) and isinstance(required, list):
            hidden = {name for name, p in properties.items() if mapping(p).get("readOnly")}
            node["required"] = [name for name in required if name not in hidden]


def let_files_be_bytes(document: dict[str, Any]) -> None:
    """A file is bytes to openapi-core, which in 3.1 are no string."""
    for node in mappings(document):
        if node.get("format") == "binary":
            node.pop("type", None)


def let_deep_objects_be_read(document: dict[str, Any]) -> None:
    """openapi-core reads a deep object only when its schema says at once that it is an object."""
    for node in mappings(document):
        if node.get("style") == "deepObject" and "in" in node:
            branches = node["schema"].get("anyOf", [node["schema"]])
            objects = [branch for branch in branches if branch.get("type") == "object"]
            node["schema"] = objects[0] if objects else {"type": "object"}
        encoding, schema = mapping(node.get("encoding")), mapping(node.get("schema"))
        for name, branch in mapping(schema.get("properties")).items():
            if name in encoding and mapping(branch).get("type") != "object":
                del encoding[name]


@contextmanager
def running() -> Iterator[World]:
    world = World()

    def api(environ: Any, start_response: Any) -> Iterable[bytes]:
        request = Request(environ)
        is_question = request.method == "OPTIONS"
        response = Response(status=204) if is_question else api_response(request)
        if world.cors:
            asked = request.headers.get("Access-Control-Request-Headers", "")
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Allow-Headers"] = asked
            response.headers["Access-Control-Allow-Methods"] = "*"
            response.headers["Access-Control-Expose-Headers"] = "*"
        return response(environ, start_response)

    def api_response(request: Request) -> Response:
        body = request.get_data(cache=True, parse_form_data=False)
        problems = world.check(request) if world.check else []
        form: dict[str, Any] = dict(request.form.items(multi=True))
        for key, file in request.files.items(multi=True):
            form[key] = (file.filename, file.mimetype, file.read())
        world.arrived.append(
            Arrived(
                request.method,
                request.path,
                environ_target(request),
                {key.lower(): value for key, value in request.headers.items()},
                body,
                form,
                problems,
            )
        )
        if world.answer:
            return world.answer(request)
        return Response('{"ok": true}', content_type="application/json")

    def site(environ: Any, start_response: Any) -> Iterable[bytes]:
        request = Request(environ)
        oauth_page = playground.oauth_page(language="en", style="docsjson-playground.css")
        files = {
            "/docsjson-playground.js": (world.script, "text/javascript"),
            "/docsjson-playground.css": (theme_sheet("docsjson-playground.css"), "text/css"),
            "/theme.css": (theme_css(), "text/css"),
            f"/{playground.OAUTH_PAGE}": (oauth_page, "text/html"),
            f"/{playground.OAUTH_SCRIPT}": (playground.oauth_script(), "text/javascript"),
        }
        if request.path in files:
            content, kind = files[request.path]
            response = Response(content, content_type=kind)
        elif request.path in world.pages:
            response = Response(world.pages[request.path], content_type="text/html; charset=utf-8")
        else:
            response = Response("", status=204)
        if world.policy:
            response.headers["Content-Security-Policy"] = world.policy
        return response(environ, start_response)

    servers = [make_server("127.0.0.1", 0, app, threaded=True) for app in (api, site)]
    for server in servers:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    world.api, world.site = (f"http://127.0.0.1:{server.server_port}" for server in servers)
    world.policy = f"default-src 'self'; connect-src 'self' {world.api}"
    world.script = playground_script(site="test", languages=LANGUAGES)
    try:
        yield world
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def environ_target(request: Request) -> str:
    """Return path and query as they came, undecoded."""
    return str(request.environ.get("REQUEST_URI") or request.environ.get("RAW_URI"))


def theme_css() -> str:
    """Return the style of the theme that the playground is seen with."""
    colours = site_css(Site(name="Test", navigation=Container(kind=Kind.SITE, label="")))
    return "\n".join([theme_sheet("docsjson.css"), theme_sheet("content.css"), colours])


def send(page, wait=".dj-pg-facts"):
    page.get_by_role("button", name="Send").click()
    expect(page.locator(wait).first).to_be_visible()


def answer_with(world, body=b"", status=200, kind="application/json", **headers):
    world.answer = lambda _request: Response(
        body, status=status, content_type=kind, headers=headers
    )


def json_body(schema, **more):
    return {"requestBody": {"content": {"application/json": {"schema": schema} | more}}}


def query(name, schema, **more):
    return {"name": name, "in": "query", "schema": schema} | more
