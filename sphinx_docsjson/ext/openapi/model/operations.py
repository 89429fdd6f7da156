"""Turns a bundled OpenAPI document into a :class:`Specification`. Pure.

Source of the rules: OpenAPI Specification 3.0.4, 3.1.1 and 3.2.0, section "Schema" of each.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin

from sphinx_docsjson.base.files import page_path
from sphinx_docsjson.ext.openapi.model.api import (
    Callback,
    CodeSample,
    ExternalDocs,
    OAuthFlow,
    Operation,
    OperationKind,
    OperationTag,
    Requirement,
    Security,
    SecurityScheme,
    Server,
    ServerVariable,
    Specification,
    info_of,
)
from sphinx_docsjson.ext.openapi.model.parts import body_of, parameters_of, responses_of
from sphinx_docsjson.ext.openapi.reading.locations import AS_WRITTEN, SourcePointers
from sphinx_docsjson.ext.openapi.reading.parse import (
    extensions,
    items,
    join,
    mapping,
    optional_text,
    text,
    texts,
)
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver, child
from sphinx_docsjson.urls import is_external, scheme_of

if TYPE_CHECKING:
    from sphinx_docsjson.site.model import Auth, Location


METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
HIDDEN = "x-hidden"
"""The page exists and is not in the navigation."""

EXCLUDING = ("x-excluded", "x-internal", "x-scalar-ignore")
"""There is no page, and nothing of it in what readers can download."""

TITLES = ("x-displayName", "x-group", "x-page-title", "summary")
"""What names a tag for readers; the first that is given wins."""

MARKS = ("badge", "audience")
"""Kinds of tags that mark operations and do not group them (OpenAPI 3.2, registry of kinds)."""

MAX_CALLBACK_DEPTH = 3


def specification(
    document: Mapping[str, Any],
    key: str,
    source_pointers: SourcePointers = AS_WRITTEN,
    files: tuple[str, ...] = (),
    named: Location | None = None,
) -> Specification:
    """Return the model of a bundled document.

    :param document: the document, all references inside it; any value in it may be wrong, which
        is noted in the resolver's ``problems`` and left out.
    :param key: how the rest of the site names the file.
    :param source_pointers: where its parts are in its files, when that is elsewhere.
    :param files: the keys of all files that it was read from.
    :param named: where the project names it.
    """
    resolver = Resolver(document)
    info = mapping(document.get("info"))
    components = mapping(document.get("components"))
    schemes = schemes_of(components.get("securitySchemes"), resolver)
    base = Specification(
        key=key,
        version=text(document.get("openapi")),
        title=text(info.get("title")),
        description=text(info.get("description")),
        info=info_of(info),
        document=document,
        resolver=resolver,
        source_pointers=source_pointers,
        files=files,
        named=named,
        servers=servers_of(document.get("servers")),
        security_schemes=schemes,
        security=security_of(document.get("security"), schemes, resolver, "#/security"),
        tags=tags_of(document.get("tags")),
        tag_groups=tag_groups_of(document.get("x-tagGroups")),
        external_docs=external_docs_of(document.get("externalDocs")),
    )
    reader = _Reader(base)
    webhooks = document.get("webhooks", document.get("x-webhooks"))
    where = "#/webhooks" if "webhooks" in document else "#/x-webhooks"
    return replace(
        base,
        operations=tuple(reader.paths(document.get("paths"), "#/paths", "operation")),
        webhooks=tuple(reader.paths(webhooks, where, "webhook")),
    )


class _Reader:
    """Reads path items with what they inherit from the specification."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.resolver = spec.resolver

    def paths(self, value: Any, pointer: str, kind: OperationKind) -> Iterator[Operation]:
        """Yield the operations of a map of path items."""
        listed = mapping(value)
        for path, item in listed.items():
            if not path.startswith("x-"):
                # A space at the end tells two operations of one path apart; no address has it.
                name = path if path.strip() in listed else path.strip()
                yield from self.path_item(name, item, child(pointer, path), kind, 0)

    def path_item(
        self, path: str, value: Any, pointer: str, kind: OperationKind, depth: int
    ) -> Iterator[Operation]:
        """Yield the operations of one path item."""
        with self.resolver.recording() as refs:
            item, place = self.resolver.follow(value, pointer)
        # What is beside the reference of a path item also belongs to it.
        beside = (
            {k: v for k, v in mapping(value).items() if k != "$ref"} if place != pointer else {}
        )
        places = dict.fromkeys(beside, pointer)
        item = {**item, **beside} if beside else item
        methods = list(self._methods(item, place, places))
        for method, value, where in methods:
            with self.resolver.recording() as own:
                raw, inside = self.resolver.follow(value, where)
                if not isinstance(value, Mapping) or is_excluded(raw) or is_excluded(item):
                    continue
                shared = places.get("parameters", place)
                operation = self._operation(path, item, shared, method, raw, inside, kind, depth)
            several = len(methods) > 1
            yield replace(operation, pointer=where, refs=(*refs, *own), one_of_several=several)

    @staticmethod
    def _methods(
        item: Mapping[str, Any], place: str, places: Mapping[str, str]
    ) -> Iterator[tuple[str, Any, str]]:
        for name, raw in item.items():
            where = child(places.get(name, place), name)
            if name.lower() in METHODS:
                yield name.upper(), raw, where
            elif name == "additionalOperations":
                for method, other in mapping(raw).items():
                    yield method, other, child(where, method)

    def _operation(
        self,
        path: str,
        item: Mapping[str, Any],
        item_pointer: str,
        method: str,
        raw: Mapping[str, Any],
        pointer: str,
        kind: OperationKind,
        depth: int,
    ) -> Operation:
        resolver = self.resolver
        return Operation(
            spec=self.spec.key,
            method=method,
            path=path,
            kind=kind,
            operation_id=optional_text(raw.get("operationId")),
            summary=text(raw.get("summary")) or text(item.get("summary")),
            summary_is_shared=not text(raw.get("summary")),
            description_is_shared=not text(raw.get("description")),
            description=_description(raw, item),
            deprecated=raw.get("deprecated") is True,
            hidden=raw.get(HIDDEN) is True
            or item.get(HIDDEN) is True
            or page_extension(raw).restricted
            or page_extension(item).restricted,
            stability=_stability(raw),
            tags=texts(raw.get("tags")),
            parameters=parameters_of(item, item_pointer, raw, pointer, path, resolver),
            body=body_of(raw.get("requestBody"), child(pointer, "requestBody"), resolver),
            responses=responses_of(raw.get("responses"), child(pointer, "responses"), resolver),
            callbacks=self._callbacks(raw.get("callbacks"), child(pointer, "callbacks"), depth),
            servers=servers_of(raw.get("servers"))
            or servers_of(item.get("servers"))
            or self.spec.servers,
            security=self._security(raw, pointer, kind),
            external_docs=external_docs_of(raw.get("externalDocs")),
            code_samples=code_samples_of(raw),
            extensions=extensions(raw),
        )

    def _security(self, raw: Mapping[str, Any], pointer: str, kind: str) -> Security:
        if "security" in raw:
            schemes = self.spec.security_schemes
            where = child(pointer, "security")
            return security_of(raw["security"], schemes, self.resolver, where)
        return self.spec.security if kind == "operation" else ()

    def _callbacks(self, value: Any, pointer: str, depth: int) -> tuple[Callback, ...]:
        if depth >= MAX_CALLBACK_DEPTH:
            return ()
        found = []
        for name, raw in mapping(value).items():
            item, place = self.resolver.follow(raw, child(pointer, name))
            for expression, path_item in item.items():
                if expression.startswith("x-"):
                    continue
                where = child(place, expression)
                operations = self.path_item(expression, path_item, where, "callback", depth + 1)
                found.append(
                    Callback(name=name, expression=expression, operations=tuple(operations))
                )
        return tuple(found)


def is_excluded(raw: Mapping[str, Any]) -> bool:
    """Whether a path item or an operation is not for readers."""
    return any(raw.get(name) is True for name in EXCLUDING)


def tags_of(value: Any) -> tuple[OperationTag, ...]:
    """Return the declared tags."""
    return tuple(
        OperationTag(
            name=text(raw.get("name")),
            title=next((title for name in TITLES if (title := text(raw.get(name)))), ""),
            summary=text(raw.get("summary")),
            description=text(raw.get("description")),
            parent=optional_text(raw.get("parent")) or optional_text(raw.get("x-parent")),
            kind=text(raw.get("kind")),
            groups=text(raw.get("kind")) not in MARKS and raw.get("x-traitTag") is not True,
            external_docs=external_docs_of(raw.get("externalDocs")),
        )
        for raw in items(value)
        if isinstance(raw, Mapping) and text(raw.get("name"))
    )


def tag_groups_of(value: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return ``x-tagGroups``, a list of groups of tags that other tools know too."""
    return tuple(
        (text(group.get("name")), texts(group.get("tags")))
        for group in map(mapping, items(value))
        if text(group.get("name"))
    )


def external_docs_of(value: Any) -> ExternalDocs | None:
    """Return an External Documentation Object, or ``None``."""
    raw = mapping(value)
    url = text(raw.get("url"))
    return ExternalDocs(url=url, description=text(raw.get("description"))) if url else None


def code_samples_of(raw: Mapping[str, Any]) -> tuple[CodeSample, ...]:
    """Return the samples of ``x-codeSamples`` or ``x-code-samples``."""
    found = raw.get("x-codeSamples", raw.get("x-code-samples"))
    samples = []
    for sample in map(mapping, items(found)):
        language, source = text(sample.get("lang")), text(sample.get("source"))
        if source:
            label = text(sample.get("label")) or language or "Sample"
            samples.append(CodeSample(language=language, label=label, source=source))
    return tuple(samples)


def _description(raw: Mapping[str, Any], item: Mapping[str, Any]) -> str:
    """Return what is said about an operation, and then what is said about its path."""
    parts = [text(raw.get("description"))]
    if text(raw.get("summary")):
        parts.append(text(item.get("summary")))
    parts.append(text(item.get("description")))
    own = {text(raw.get("summary")).strip(), ""}
    return "\n\n".join(dict.fromkeys(part for part in parts if part.strip() not in own))


def _stability(raw: Mapping[str, Any]) -> str:
    """Return how stable an operation is said to be, such as ``beta``; ``""`` when it is."""
    for name in ("x-stability", "x-stability-level", "x-scalar-stability"):
        if level := text(raw.get(name)).lower():
            return "" if level in ("stable", "deprecated") else level
    for name in ("x-experimental", "x-beta"):
        if raw.get(name) is True:
            return name.removeprefix("x-")
    return ""


# What an operation says about its own page: ``x-mint`` and ``x-badges``. Pure.

OWN = frozenset({"api", "asyncapi", "myst", "hidden"})
"""Fields of the front matter that no description sets, beside those that bind a page."""

_NAME = re.compile(r"[A-Za-z][\w:.-]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class PageExtension:
    """What ``x-mint`` asks for.

    :param href: the path of the page from the root of the site; nothing: where it would be.
    :param front: fields of its front matter.
    :param content: text in the Markdown of pages, between the head and the fields.
    :param restricted: only readers in some group are led to the page.
    """

    href: str = ""
    front: Mapping[str, Any] = field(default_factory=dict)
    content: str = ""
    restricted: bool = False


def page_extension(extensions: Mapping[str, Any]) -> PageExtension:
    """Return what the ``x-mint`` of an operation asks for; what is not a page's is omitted."""
    raw = mapping(extensions.get("x-mint"))
    href = text(raw.get("href")).strip()
    return PageExtension(
        href="" if is_external(href) else page_path(href) or "",
        front={
            name: value
            for name, value in mapping(raw.get("metadata")).items()
            if _NAME.fullmatch(name) and not name.startswith("openapi") and name.lower() not in OWN
        },
        content=text(raw.get("content")),
        restricted=bool(texts(raw.get("groups"))),
    )


def badges_of(extensions: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words of ``x-badges``."""
    found = (text(mapping(badge).get("name")) for badge in items(extensions.get("x-badges")))
    return tuple(label for label in found if label)


# The targets of relative addresses in a description. Pure.
#
# OpenAPI 3.0.0 to 3.0.3 and 3.1.0 resolve them with the URL of the first server ("Relative
# References in URLs"); later releases treat addresses of documentation as identifiers, which are
# relative to the description itself ("Relative References in API Description URIs"). If one of the
# two is unknown, the other one is used.

_PAGE = re.compile(r"\.(?:mdx?|rst|html)$")

BY_SERVER = ("3.0.0", "3.0.1", "3.0.2", "3.0.3", "3.1.0")


def absolute_url(url: str, spec: Specification) -> str:
    """Return *url* with what it is relative to; as it is where nothing says what that is."""
    if is_external(url):
        return url
    bases = (document_url(spec), _server_url(spec))
    if spec.version in BY_SERVER:
        bases = bases[::-1]
    base = next((each for each in bases if scheme_of(each) in ("http", "https")), "")
    try:
        return urljoin(base, url) if base else url
    except ValueError:
        return url


class PageAnchor(NamedTuple):
    """A page of the site, and an anchor on it or nothing."""

    docname: str
    anchor: str = ""


def page_at(url: str, key: str, documents: Collection[str]) -> PageAnchor | None:
    """Return the page that *url* means in the description *key*, where the site has such a page.

    A path from the root starts at the root of the site. The name of a page in a description of the
    same site means that page, whatever the servers of the API are.
    """
    path, _mark, anchor = url.strip().partition("#")
    if not path or is_external(url) or "://" in key or "?" in path:
        return None
    whole = normpath(path.lstrip("/")) if path.startswith("/") else join(key, path)
    stem = _PAGE.sub("", whole)
    name = next((name for name in (stem, f"{stem}/index") if name in documents), None)
    return PageAnchor(name, anchor) if name else None


def document_url(spec: Specification) -> str:
    """Return the URL of a description: what it says (``$self``, 3.2), or where it was read."""
    own = text(spec.document.get("$self"))
    place = spec.key if "://" in spec.key else ""
    return urljoin(place, own) if own else place


def _server_url(spec: Specification) -> str:
    """Return the URL of the first server, as the folder that its paths are in."""
    url = spec.servers[0].default_url if spec.servers else ""
    return f"{url}/" if url else ""


# Security Scheme and Security Requirement Objects, and ``api.auth`` of docs.json. Pure.

SCHEMES = "#/components/securitySchemes"


def schemes_of(value: Any, resolver: Resolver) -> dict[str, SecurityScheme]:
    """Return the security schemes of ``components``, by name."""
    schemes = {}
    for key, raw in mapping(value).items():
        scheme, _pointer = resolver.follow(raw, child(SCHEMES, key))
        schemes[key] = _scheme(key, scheme)
    return schemes


def _scheme(key: str, raw: Mapping[str, Any]) -> SecurityScheme:
    return SecurityScheme(
        key=key,
        type=text(raw.get("type")),
        description=text(raw.get("description")),
        place=text(raw.get("in")),
        parameter=text(raw.get("name")),
        scheme=text(raw.get("scheme")).lower(),
        bearer_format=text(raw.get("bearerFormat")),
        flows=tuple(
            OAuthFlow(
                name=name,
                authorization_url=optional_text(mapping(flow).get("authorizationUrl")),
                token_url=optional_text(mapping(flow).get("tokenUrl")),
                refresh_url=optional_text(mapping(flow).get("refreshUrl")),
                device_url=optional_text(mapping(flow).get("deviceAuthorizationUrl")),
                scopes={k: text(v) for k, v in _scopes(mapping(flow)).items()},
            )
            for name, flow in mapping(raw.get("flows")).items()
            if not name.startswith("x-")
        ),
        openid_url=optional_text(raw.get("openIdConnectUrl")),
        deprecated=raw.get("deprecated") is True,
        extensions=extensions(raw),
    )


def _scopes(flow: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the scopes of a flow; AsyncAPI 3 calls them ``availableScopes``."""
    return mapping(flow.get("scopes")) or mapping(flow.get("availableScopes"))


def security_of(
    value: Any, schemes: Mapping[str, SecurityScheme], resolver: Resolver, pointer: str
) -> Security:
    """Return the alternatives of a ``security`` list.

    A requirement whose scheme is not declared is reported and left out.
    """
    alternatives: list[tuple[Requirement, ...]] = []
    for index, alternative in enumerate(items(value)):
        requirements = []
        for name, scopes in mapping(alternative).items():
            scheme = schemes.get(name)
            if scheme is None:
                where = child(pointer, index)
                resolver.report(f"the security scheme {name!r} is not declared", where)
            else:
                requirements.append(Requirement(scheme=scheme, scopes=texts(scopes)))
        if requirements or not mapping(alternative):
            alternatives.append(tuple(requirements))
    return tuple(alternatives)


def security_of_auth(auth: Auth) -> Security:
    """Return what ``api.auth`` of docs.json requires of a request (specification, section 5)."""
    if auth.method == "none":
        return ()
    if auth.method == "key":
        scheme = SecurityScheme(
            key="apiKey", type="apiKey", place="header", parameter=auth.name or "x-api-key"
        )
    else:
        scheme = SecurityScheme(key=f"{auth.method}Auth", type="http", scheme=auth.method)
    return ((Requirement(scheme=scheme),),)


# Server Objects → :class:`Server`. Pure.


def servers_of(value: Any) -> tuple[Server, ...]:
    """Return the servers of a ``servers`` list; those without a URL are omitted."""
    return tuple(
        Server(
            url=text(raw.get("url")),
            description=text(raw.get("description")),
            name=text(raw.get("name")),
            variables=tuple(
                ServerVariable(
                    name=name,
                    default=text(variable["default"]) if "default" in variable else None,
                    enum=tuple(map(text, items(variable.get("enum")))),
                    description=text(variable.get("description")),
                )
                for name, given in mapping(raw.get("variables")).items()
                for variable in [mapping(given)]
            ),
        )
        for raw in map(mapping, items(value))
        if text(raw.get("url"))
    )
