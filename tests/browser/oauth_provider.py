"""A small provider of OAuth 2 and OpenID Connect, which checks what it is asked."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import urlencode

from werkzeug import Request, Response
from werkzeug.serving import make_server

CLIENT, SECRET = "docs-client", "s3cret-of-the-client"
SIGN_IN = """<!doctype html><html lang="en"><title>Provider</title>
<h1>Sign in</h1><p>{scope}</p><a href="{allow}">Allow</a> <a href="{deny}">Deny</a>
<p id="opener"></p>
<script>document.getElementById("opener").textContent = String(opener)</script>"""


@dataclass
class Provider:
    """The addresses of a provider, what it was asked, and what it does wrong on purpose."""

    url: str = ""
    questions: list[dict[str, str]] = field(default_factory=list)
    tokens: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    authorization: list[str | None] = field(default_factory=list)
    state: str | None = None
    issuer: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def flows(self, *names: str, scopes: dict[str, str] | None = None) -> dict[str, Any]:
        """Return a security scheme of OAuth 2 with flows of this provider."""
        known = {"read": "Look at things", "write": "Change things"}
        flow = {
            "authorizationUrl": f"{self.url}/authorize",
            "tokenUrl": f"{self.url}/token",
            "scopes": known if scopes is None else scopes,
        }
        return {"type": "oauth2", "flows": dict.fromkeys(names, flow)}

    @property
    def discovery(self) -> str:
        return f"{self.url}/.well-known/openid-configuration"

    def authorize(self, request: Request) -> Response:
        asked = request.args.to_dict()
        self.questions.append(asked)
        state = asked["state"] if self.state is None else self.state
        code = f"code-{len(self.questions)}"
        self.codes[code] = asked
        issuer = {"iss": self.issuer} if self.issuer else {}
        allow = {"code": code, "state": state, **issuer}
        deny = {"error": "access_denied", "error_description": "Not you.", "state": state}
        back = asked["redirect_uri"]
        page = SIGN_IN.format(
            scope=escape(asked.get("scope", "")),
            allow=escape(f"{back}?{urlencode(allow)}"),
            deny=escape(f"{back}?{urlencode(deny)}"),
        )
        return Response(page, content_type="text/html", headers=self.headers)

    def token(self, request: Request) -> Response:
        form = request.form.to_dict()
        self.tokens.append(form)
        self.authorization.append(request.headers.get("Authorization"))
        problem = self.problem(form, request)
        if problem:
            return as_json({"error": problem, "error_description": "As said."}, 400)
        number = len(self.tokens)
        return as_json(
            {"access_token": f"token-{number}", "token_type": "Bearer", "expires_in": 3600}
            | ({"scope": form["scope"]} if "scope" in form else {})
        )

    def problem(self, form: dict[str, str], request: Request) -> str:
        """Return what is wrong with a question for a token (RFC 6749, section 5.2)."""
        basic = request.authorization
        given = (basic.username, basic.password) if basic else ()
        given = given or (form.get("client_id"), form.get("client_secret"))
        if form["grant_type"] == "client_credentials":
            return "" if given == (CLIENT, SECRET) else "invalid_client"
        asked = self.codes.pop(form["code"], None)
        if asked is None or given[0] != asked["client_id"]:
            return "invalid_grant"
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        fits = asked["code_challenge"] == challenge and asked["code_challenge_method"] == "S256"
        return "" if fits and form["redirect_uri"] == asked["redirect_uri"] else "invalid_grant"

    def configuration(self, _request: Request) -> Response:
        return as_json(
            {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "scopes_supported": ["openid", "profile"],
                "grant_types_supported": ["authorization_code", "client_credentials"],
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            }
        )

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        request = Request(environ)
        self.paths.append(request.path)
        pages = {
            "/authorize": self.authorize,
            "/token": self.token,
            "/.well-known/openid-configuration": self.configuration,
        }
        if request.method == "OPTIONS":
            response = Response(status=204)
        elif request.path in pages:
            response = pages[request.path](request)
        else:
            response = Response("", 404)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Allow-Headers"] = "authorization"
        return response(environ, start_response)


def as_json(value: dict[str, Any], status: int = 200) -> Response:
    return Response(json.dumps(value), status=status, content_type="application/json")


@contextmanager
def providing() -> Iterator[Provider]:
    provider = Provider()
    server = make_server("127.0.0.1", 0, provider, threaded=True)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    provider.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
