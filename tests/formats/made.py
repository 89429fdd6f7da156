"""A site whose names and titles hold what ends a line, a string or a file somewhere."""

from __future__ import annotations

import json

NASTY = (
    "a\nb \"c\" 'd' \\e # f: {g} ${{h}} \u2028i \x0bj \x01 \uffff %k $l & <m> ]]> */ --> \x85 é "
    "\r\nn py:function 1 https://evil.example/ -"
)

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": NASTY, "version": NASTY},
    "tags": [{"name": NASTY, "description": NASTY}],
    "paths": {
        "/x": {
            "get": {
                "operationId": NASTY,
                "summary": NASTY,
                "tags": [NASTY],
                "parameters": [{"name": NASTY, "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": NASTY}},
            }
        }
    },
    "components": {
        "schemas": {
            "Plant": {
                "type": "object",
                "properties": {NASTY: {"type": "object", "properties": {"b\nc": {}}}},
            }
        }
    },
    "webhooks": {NASTY: {"post": {"responses": {"200": {"description": NASTY}}}}},
}

FRONT = f"---\ntitle: {json.dumps(NASTY)}\ndescription: {json.dumps(NASTY)}\n---\n"

FILES = {
    "docs.json": json.dumps(
        {
            "name": NASTY,
            "description": NASTY,
            "navigation": {
                "groups": [
                    {"group": NASTY, "pages": ["index", "a b/c d"]},
                    {"group": "API", "openapi": "api.json"},
                ]
            },
            "redirects": [
                {"source": "/old page", "destination": "/index"},
                {"source": "/out", "destination": "https://x.example/a\tb c"},
                {"source": "/all/*", "destination": "/a b/:splat"},
            ],
        }
    ),
    "api.json": json.dumps(SPEC),
    "index.mdx": f"{FRONT}\n## One `x` \x01 two\n\n```py\nx = '\x01'\n```\n",
    "a b/c d.mdx": f"{FRONT}\nWords \x0b and \x01 more.\n",
}
