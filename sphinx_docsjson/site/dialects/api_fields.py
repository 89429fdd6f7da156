"""The settings of the API reference, older and newer spellings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast

from sphinx_docsjson.site.dialects.entry_fields import openapi
from sphinx_docsjson.site.model import Api, Auth
from sphinx_docsjson.urls import scheme_of

if TYPE_CHECKING:
    from sphinx_docsjson.site.containers import OpenApiSource
    from sphinx_docsjson.site.dialects.field_reader import FieldAt

_PLAYGROUND = {"interactive": "show", "none": "hide", "auth": "simple"}
_METHODS = {"api-key": "key", "cobo": "key"}


def api(root: FieldAt) -> Api:
    """Return the ``api`` object."""
    field = root["api"]
    playground, examples = field["playground"], field["examples"]
    if not examples:
        examples = field["request"]["example"]
    expanded = field["params"]["expanded"].text() or field["paramFields"]["expanded"].text()
    shown = playground.first("mode", "display").text()
    if shown is None and field["hidePlayground"].flag():
        shown = "hide"
    unset = Api()
    mode = _PLAYGROUND.get(shown, shown) if shown else unset.playground
    shows_all = examples["showOptionalParams"].flag(True)
    defaults = examples["defaults"].text() or ("all" if shows_all else "required")
    return Api(
        base_urls=_base_urls(field["baseUrl"]) or _base_urls(field["mdx"]["server"]),
        auth=_auth(field["auth"]) or _auth(field["mdx"]["auth"]),
        playground=cast(Literal["show", "simple", "hide"], mode),
        maintain_order=field["maintainOrder"].flag(unset.maintain_order),
        params_expanded=expanded not in (None, "closed", "none"),
        example_languages=examples["languages"].texts(),
        example_defaults=cast(Literal["required", "all"], defaults),
        examples_autogenerate=examples["autogenerate"].flag(unset.examples_autogenerate),
        examples_prefill=examples["prefill"].flag(),
    )


def site_openapi(root: FieldAt) -> OpenApiSource | None:
    """Return the OpenAPI files of the whole site, wherever the file names them."""
    fields = [root.first("openapi", "openApi"), root["api"]["openapi"]]
    if root["navigation"].is_object:
        fields.append(root["navigation"]["openapi"])
    found = [source for field in fields if (source := openapi(field))]
    if not found:
        return None
    sources = dict.fromkeys(path for source in found for path in source.sources)
    directory = next((source.directory for source in found if source.directory), None)
    named = [source.overlays for source in found if source.overlays is not None]
    overlays = tuple(dict.fromkeys(path for paths in named for path in paths)) if named else None
    return replace(found[0], sources=tuple(sources), directory=directory, overlays=overlays)


def _base_urls(field: FieldAt) -> tuple[str, ...]:
    urls = []
    for item in field.each():
        text = item.text() or ""
        if scheme_of(text) in ("http", "https") or text.startswith("/"):
            urls.append(text)
        elif text:
            item.warn(f"{text!r} is ignored; write it with its scheme: 'https://{text}'")
    return tuple(urls)


def _auth(field: FieldAt) -> Auth | None:
    method = field["method"].text()
    if method is None:
        if field:
            field.warn('"method" is missing: bearer, basic or key; the object is ignored')
        return None
    return Auth(
        method=cast(Literal["bearer", "basic", "key", "none"], _METHODS.get(method, method)),
        name=field["name"].text(),
        input_prefix=_prefix(field["inputPrefix"]),
    )


def _prefix(field: FieldAt) -> str | None:
    """Return the prefix with the space at its end, which separates it from the key."""
    data = field.value.data if field.value else None
    return data if isinstance(data, str) and data else None
