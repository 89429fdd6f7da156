"""Security Scheme and Security Requirement Objects, and ``api.auth`` of docs.json. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.openapi.model.access import OAuthFlow, Requirement, Security, SecurityScheme
from sphinx_docsjson.openapi.reading.lenient import (
    extensions,
    items,
    mapping,
    optional_text,
    text,
    texts,
)
from sphinx_docsjson.openapi.reading.resolver import Resolver, child

if TYPE_CHECKING:
    from sphinx_docsjson.site.model import Auth

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
                scopes={k: text(v) for k, v in mapping(mapping(flow).get("scopes")).items()},
            )
            for name, flow in mapping(raw.get("flows")).items()
            if not name.startswith("x-")
        ),
        openid_url=optional_text(raw.get("openIdConnectUrl")),
        deprecated=raw.get("deprecated") is True,
        extensions=extensions(raw),
    )


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
    """Return what ``api.auth`` of docs.json asks of a request (specification, section 5)."""
    if auth.method == "none":
        return ()
    if auth.method == "key":
        scheme = SecurityScheme(
            key="apiKey", type="apiKey", place="header", parameter=auth.name or "x-api-key"
        )
    else:
        scheme = SecurityScheme(key=f"{auth.method}Auth", type="http", scheme=auth.method)
    return ((Requirement(scheme=scheme),),)
