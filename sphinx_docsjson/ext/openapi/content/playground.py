"""The playground of an operation: node, form data, script and OAuth page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from docutils import nodes
from sphinx.config import ENUM

from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.base.nodes import PAPER, skip
from sphinx_docsjson.base.source_files import location_of_setting
from sphinx_docsjson.base.theme_files import (
    one_scope,
    script_literal,
    theme_path,
    without_comments,
)
from sphinx_docsjson.build import part_of, the_build
from sphinx_docsjson.components.assets import found_on
from sphinx_docsjson.ext.openapi.model.api import Operation, Parameter, Server
from sphinx_docsjson.ext.openapi.pages.reference import api_reference
from sphinx_docsjson.ext.openapi.reading.parse import json_of, text
from sphinx_docsjson.ext.openapi.reading.resolver import child
from sphinx_docsjson.ext.openapi.request.bodies import language_of
from sphinx_docsjson.ext.openapi.request.http import File, concrete
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES, chosen, language
from sphinx_docsjson.ext.openapi.request.values import (
    Sampler,
    absolute_server,
    examples_to_choose,
    initial_body,
    is_xml_field,
    made_parameters,
    other_bodies,
)
from sphinx_docsjson.ext.openapi.schema.form import FormSchemas, first_sentence
from sphinx_docsjson.i18n import _
from sphinx_docsjson.site.model import PLAYGROUND_MODES
from sphinx_docsjson.urls import safe_source, scheme_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_docsjson.ext.openapi.model.api import (
        Body,
        Encoding,
        MediaType,
        OAuthFlow,
        SecurityScheme,
    )
    from sphinx_docsjson.ext.openapi.request.http import Values
    from sphinx_docsjson.site.model import Api, PlaygroundMode


# The playground on a page: its place in the document, and the files that the page loads.

SCRIPT, STYLE = "docsjson-playground.js", "docsjson-playground.css"
CSS_CLASS = "dj-playground"


class playground(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """Where the form of an operation is; ``data`` is the JSON block that it is drawn from."""


def setup_playground(app: Sphinx) -> None:
    """Register the node and the settings."""
    app.add_config_value(
        "docsjson_playground_storage",
        "session",
        "html",
        types=ENUM(*STORAGE),
        description="Where the playground keeps credentials: `session` or `memory`.",
    )
    app.add_config_value(
        "docsjson_playground_proxy",
        "",
        "html",
        types=frozenset({str}),
        description="A prefix for the URL of each playground request.",
    )
    others: dict[str, Any] = dict.fromkeys((*PAPER, "docsjson_markdown"), (skip, None))
    app.add_node(playground, html=(write_playground, None), **others)


def write_playground(self: HTML5Translator, node: nodes.Element) -> None:
    """Write the block; the script, which is loaded when it is wanted, draws the form behind it."""
    if self.builder.name != "epub":
        block = f'<script type="application/json">{node["data"]}</script>'
        file = Path(self.builder.outdir, "_static", SCRIPT)
        script = (
            f"{SCRIPT}?v={_checksum(file, file.stat().st_mtime_ns)}" if file.is_file() else SCRIPT
        )
        label = escape(str(_("Try it")))
        self.body.append(
            f'<div class="{CSS_CLASS}" data-script="{script}" data-label="{label}">{block}</div>\n'
        )
    raise nodes.SkipNode


@lru_cache(maxsize=4)
def _checksum(file: Path, _changed: int) -> str:
    """Return what tells a script from an older one, which a browser may still have."""
    return f"{crc32(file.read_bytes()):08x}"


def write_files(app: Sphinx) -> None:
    """Write the script, and the page that one comes back to from signing in."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    build = the_build(app.config)
    languages, unknown = chosen(build.site.api.example_languages)
    for name in unknown:
        near = did_you_mean(near_name(name, LANGUAGES))
        message = (
            f"there are no request samples in {name!r}; there are {', '.join(LANGUAGES)}.{near}"
        )
        place = build.site.nearest("api.examples.languages") or build.site.source_file
        warn(Warn.CONFIG, message, location=place)
    chosen_proxy = build.site.api.playground_proxy
    named = chosen_proxy if isinstance(chosen_proxy, str) else ""
    proxy = safe_source(app.config.docsjson_playground_proxy or named)
    if proxy is None:
        message = "docsjson_playground_proxy must be an http(s) URL; no proxy is used"
        warn(Warn.URL, message, location=location_of_setting(app, "docsjson_playground_proxy"))
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    # Parts of a joined site may have one name, and a description of one path each.
    name = f"{build.site.name} {part_of(app.config) or ''}"
    script = playground_script(
        site=re.sub(r"\W+", "-", name).strip("-").lower(),
        languages=languages,
        storage=app.config.docsjson_playground_storage,
        proxy=proxy or "",
        own=build.page_language.each(strings) if build.page_language else None,
    )
    (static / SCRIPT).write_text(script, encoding="utf-8", newline="\n")
    schemes = [one for s in api_reference(build).specs for one in s.security_schemes.values()]
    if needs_oauth_page(schemes):
        page = oauth_page(language=app.config.language or "en", style=STYLE)
        (static / OAUTH_PAGE).write_text(page, encoding="utf-8", newline="\n")
        written = oauth_script()
        (static / OAUTH_SCRIPT).write_text(written, encoding="utf-8", newline="\n")


def load_files(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: Any
) -> None:
    """Load the style sheet on pages that hold a playground; ``api.js`` loads the script."""
    if app.builder.name != "epub" and found_on(doctree).any_kind(playground):
        app.add_css_file(STYLE)


# What the browser needs to know of an operation to draw its form: one block of JSON.

MAX_EXAMPLE = 30_000
"""How many characters an example body may take in the block."""

MAX_NAMED = 4_000
"""How many characters the named examples of a parameter may take."""

MAX_SCOPES = 100
"""How many scopes of a flow a form lets choose; those that an operation needs are always there."""

MAX_EXAMPLES = 60_000
"""How many characters all examples of a body but the first may take."""


def mode_of(front_matter: Any, api: Api) -> PlaygroundMode:
    """Return the mode of a page: its own ``playground``, else that of ``docs.json``, else show."""
    own = front_matter if isinstance(front_matter, str) else ""
    return PLAYGROUND_MODES.get(own.strip().lower()) or api.playground


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

    :param values: what :func:`~sphinx_docsjson.ext.openapi.request.values.initial_values`
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
        "servers": servers_data(operation),
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
    answers = (response.content for response in operation.responses if response.status[:1] == "2")
    if len(content := next(answers, ())) > 1:
        data["accepts"] = [media.name for media in content]
    data["values"] = dict(values.parameters)
    if made := made_parameters(operation, values, sampler):
        data["made"] = made
    data["schemas"] = forms.named
    return data


def digest(key: str) -> str:
    """Return a short name for the key of a specification, which may be an address."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def servers_data(operation: Operation) -> list[dict[str, Any]]:
    """Return the servers of an operation: none where its file names none, and a form asks for it.

    The servers of a file from the network are relative to its own address. ``/`` names none
    (OpenAPI 3.1.1, section 4.8.1).
    """
    found: list[dict[str, Any]] = [server_data(server) for server in operation.servers]
    if "://" not in operation.spec:
        is_named = any("url" in each for each in found)
        return [{"url": "", **each} for each in found] if is_named else []
    return [
        each | {"url": absolute_server(each.get("url", ""), operation.spec)}
        for each in found or [{}]
    ]


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
            "prefix": auth.input_prefix if auth else None,
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
    """Return a parameter; what is as usual for its place is omitted."""
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
            "schema": {"type": "string", "format": "xml"}
            if language_of(parameter.media_type or "") == "xml"
            else forms.add(parameter.schema, parameter.schema_pointer),
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
    if "*" in media.name:
        data["range"] = True
    if media.schema is not None:
        data["schema"] = _with_texts(
            forms.add(media.schema, child(media.pointer, "schema")), media, forms
        )
    if chosen := example_data(body, media, sampler):
        data["examples"] = chosen
    if media.encoding:
        data["encoding"] = {name: encoding_data(how) for name, how in media.encoding.items()}
    return data


def _with_texts(schema: dict[str, Any], media: MediaType, forms: FormSchemas) -> dict[str, Any]:
    """Return the schema of a form with a text for each field that goes out as XML."""
    names = [name for name in media.encoding if is_xml_field(media, name)]
    if not names:
        return schema
    whole = forms.named.get(schema.get("$ref", ""), schema)
    properties = dict(whole.get("properties", {}))
    for name in properties.keys() & names:
        kind = {"type": "string", "format": "xml"}
        is_list = properties[name].get("type") == "array"
        item = properties[name].get("items", {}) if is_list else properties[name]
        if item.get("type") != "file":
            properties[name] = {"type": "array", "items": kind} if is_list else kind
    return {**whole, "properties": properties}


def example_data(body: Body, media: MediaType, sampler: Sampler) -> list[dict[str, Any]]:
    """Return the examples to choose from, where there are several.

    The first is the initial value of the form; one that is too long is omitted.
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
        "type": encoding.part_type or None,
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
    dumped = json_of(data, tight=True)
    dumped = re.sub("[\ud800-\udfff]", "\ufffd", dumped)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", dumped)


# The page that a provider of OAuth 2 leads back to after someone signed in. Pure.

OAUTH_PAGE, OAUTH_SCRIPT = "docsjson-oauth.html", "docsjson-oauth.js"
"""Beside the script of the playground, which finds the page by its own address."""

OAUTH_SOURCE = "oauth-redirect"

_HTML = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="stylesheet" href="{style}">
<script src="{script}" defer></script>
</head>
<body class="dj-pg-redirect">
<main>
<h1>{title}</h1>
<p role="status" data-done="{done}">{text}</p>
<noscript><p>{noscript}</p></noscript>
</main>
</body>
</html>
"""


def needs_oauth_page(schemes: Iterable[SecurityScheme]) -> bool:
    """Whether someone may sign in for one of *schemes*."""
    return any(
        scheme.openid_url or any(flow.name == "authorizationCode" for flow in scheme.flows)
        for scheme in schemes
    )


def oauth_page(*, language: str, style: str) -> str:
    """Return the page.

    :param style: the address of a style sheet.
    """
    texts = {
        "language": language,
        "title": _("Signing in"),
        "text": _(
            "This window passes the answer to the page that opened it, and closes. If it stays "
            "open, that page is gone: close this window and sign in again."
        ),
        "done": _("The page has the answer. You can close this window."),
        "noscript": _("This page needs JavaScript."),
        "script": OAUTH_SCRIPT,
        "style": style,
    }
    return _HTML.format(**{name: escape(str(value)) for name, value in texts.items()})


def oauth_script() -> str:
    """Return the script of the page."""
    path = theme_path() / "scripts" / f"{OAUTH_SOURCE}.js"
    return "'use strict';\n" + without_comments(path.read_text(encoding="utf-8"))


# The script of endpoint pages: the files of ``theme/scripts/playground`` with their data.

FILES = (
    *("../shared/own", "request", "parameters", "bodies", "samples", "elements", "highlight"),
    *("schemas", "controls", "lists", "fields", "copying", "arriving", "events", "json-view"),
    *("finding", "response", "response-body", "send", "keeping", "server-part"),
    *("oauth", "oauth-window", "oauth-fields", "oauth-part", "security-part", "parameters-part"),
    *("folds", "examples-part", "body-part", "sharing", "link", "page-samples", "sender"),
    "playground",
)
"""The sources in ``theme/scripts/playground``, in the order in which they are put together."""

STORAGE = ("session", "memory")

BUILD_ONLY = frozenset({"aliases", "lexer"})
"""What of a language the browser does not need."""


_SAID = re.compile(r"\btext\('([^']+)'")
"""What the scripts say to a reader; ``tools/messages.py`` collects it for translators."""


def strings() -> dict[str, str]:
    """Return the translations of what the scripts say, in the language of the build."""
    said = {text for source in _sources() for text in _SAID.findall(source.read_text("utf-8"))}
    translated = {text: str(_(text)) for text in sorted(said, key=str.casefold)}
    return {text: own for text, own in translated.items() if own != text}


def _sources() -> list[Path]:
    folder = theme_path() / "scripts" / "playground"
    return [folder / f"{name}.js" for name in FILES]


def playground_script(
    *,
    site: str,
    languages: Iterable[str],
    storage: str = "session",
    proxy: str = "",
    own: Mapping[str, Mapping[str, str]] | None = None,
) -> str:
    """Return the script, with the data of a site in front.

    :param site: what keeps the credentials of this site apart from those of others.
    :param languages: keys of the languages of the samples.
    :param storage: ``session``, or ``memory`` to keep credentials and values off the browser's
        storage.
    :param proxy: what is put before the URL of each request; ``{url}`` in it stands for the
        encoded URL.
    :param own: ``lang`` of pages → the texts in that language, where a site has several.
    """
    data: dict[str, Any] = {
        "site": site,
        "storage": storage,
        "proxy": proxy,
        "strings": strings(),
        "languages": [
            {key: value for key, value in language(name).items() if key not in BUILD_ONLY}
            for name in languages
        ],
    }
    before = f"const DATA={script_literal(data)};\n"
    if own:
        before += (
            f"DATA.strings={script_literal(own)}[document.documentElement.lang]??DATA.strings;\n"
        )
    return one_scope(_sources(), before=before)
