"""What an API and a provider of tokens say: every text, as every kind and in every field."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.hostile.site_parts import Attack, Handing
from tests.hostile.vectors import ALL

HOST = "https://answers.x.example"
SIGN_IN = f"{HOST}/authorize"
AT_ONCE = 12
KINDS = (
    *("application/json", "text/html", "image/svg+xml", "text/plain", "text/event-stream"),
    *("application/xml", "text/markdown", "image/png", "application/x-ndjson", ""),
    *(
        "application/xhtml+xml",
        "text/javascript",
        "multipart/mixed; boundary=x",
        "application/pdf",
    ),
)
FLOW = {"authorizationUrl": SIGN_IN, "tokenUrl": f"{HOST}/token", "scopes": {"read": "Look."}}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What comes back."""

    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _told(text: str) -> str:
    """Return what of a text a header can hold."""
    return "".join(c for c in text if " " <= c < "\x7f") or "x"


def of_kind(kind: str, texts: Sequence[str], *, packed: bool, status: int = 200) -> Answer:
    """Return an answer that holds *texts*, as they are or packed as the kind packs texts."""
    if not packed:
        body = "\n\n".join(texts)
    elif kind == "text/event-stream":
        body = "".join(f"event: {one}\nid: {one}\ndata: {one}\n\n" for one in texts)
    elif kind == "application/x-ndjson":
        body = "".join(json.dumps({one: one}) + "\n" for one in texts)
    else:
        body = json.dumps({one: [one, {one: one}] for one in texts})
    told = _told(" ".join(texts))[:4000]
    headers = {"access-control-allow-origin": "*", "access-control-expose-headers": "*"}
    headers |= {"x-told": told, "location": told, "link": told, "content-disposition": told}
    if kind:
        headers["content-type"] = kind
    return Answer(body=_bytes(body), headers=headers, status=status)


def answer(wanted: Answer | int) -> Answer:
    """Return an answer: the one that is wanted, or the next of many."""
    if isinstance(wanted, Answer):
        return wanted
    texts = [ALL[wanted % len(ALL)]]
    return of_kind(KINDS[wanted % len(KINDS)], texts, packed=bool(wanted % 2))


def groups() -> Iterator[list[str]]:
    """Yield all texts, some at once."""
    for start in range(0, len(ALL), AT_ONCE):
        yield list(ALL[start : start + AT_ONCE])


def answers() -> Iterator[Answer]:
    """Yield every text as every kind of answer, and as its kind."""
    for number, texts in enumerate(groups()):
        for kind in KINDS:
            for packed in (False, True):
                yield of_kind(kind, texts, packed=packed, status=(200, 404, 500)[number % 3])
    for text in ALL:
        yield of_kind(_told(text), [text], packed=False)


def of_provider(said: Mapping[str, Any], status: int = 200) -> Answer:
    """Return what a provider says."""
    headers = {"access-control-allow-origin": "*", "content-type": "application/json"}
    return Answer(body=_bytes(json.dumps(said)), headers=headers, status=status)


def tokens() -> Iterator[Answer]:
    """Yield what a provider may say instead of a token, and tokens."""
    for texts in groups():
        text = " ".join(texts)
        yield of_provider({"error": text, "error_description": text, "error_uri": text}, 400)
        yield of_provider({"access_token": "x", "token_type": text})
        yield of_provider(
            {"access_token": text, "token_type": "bearer", "scope": text, "expires_in": text}
        )
        yield of_provider({"access_token": [text], "error": {text: text}})
        yield of_kind("text/html", texts, packed=False, status=500)


def discoveries() -> Iterator[Answer]:
    """Yield what a provider may say of itself: every text as an address, and as the rest."""
    grants = ["authorization_code", "client_credentials"]
    for texts in groups():
        yield of_provider(
            {
                "issuer": " ".join(texts),
                "authorization_endpoint": SIGN_IN,
                "token_endpoint": f"{HOST}/token",
                "scopes_supported": texts,
                "grant_types_supported": grants,
            }
        )
    for text in ALL:
        yield of_provider(
            {
                "issuer": text,
                "authorization_endpoint": text,
                "token_endpoint": text,
                "scopes_supported": [text, {text: text}],
                "grant_types_supported": [*grants, text],
                "token_endpoint_auth_methods_supported": [text],
            }
        )


def answering() -> Attack:
    """Return a site with harmless operations, whose server and provider are not."""
    schemes = {
        "login": {
            "type": "oauth2",
            "flows": {"authorizationCode": FLOW, "clientCredentials": FLOW},
        },
        "openid": {"type": "openIdConnect", "openIdConnectUrl": f"{HOST}/openid"},
    }
    operations = {
        "/plain": {"get": {"operationId": "plain", "responses": {"200": {}}}},
        "/login": {
            "get": {
                "operationId": "login",
                "security": [{"login": ["read"]}],
                "responses": {"200": {}},
            }
        },
        "/openid": {
            "get": {
                "operationId": "openid",
                "security": [{"openid": ["read"]}],
                "responses": {"200": {}},
            }
        },
    }
    description = {
        "openapi": "3.1.0",
        "info": {"title": "Answers", "version": "1"},
        "servers": [{"url": HOST}],
        "components": {"securitySchemes": schemes},
        "paths": operations,
    }
    config = {"name": "Answers", "navigation": ["index"], "api": {"openapi": "api.json"}}
    return Attack(
        name="answers",
        files={
            "docs.json": json.dumps(config),
            "index.md": "# Start\n",
            "api.json": json.dumps(description),
        },
        handing=Handing(ALL),
    )
