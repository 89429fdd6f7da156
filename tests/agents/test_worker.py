"""The worker of a host says over the static files what the tools say in Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import parse_qs, unquote, urlsplit
from urllib.request import Request, urlopen

import pytest
from jsonschema import Draft202012Validator

from sphinx_docsjson.ext.agents.documentation import NoAnswer, open_documentation, schema_text
from sphinx_docsjson.ext.agents.package import worker_script
from tests._support import npm
from tests.agents.asking import (
    CLIENT,
    HANDSHAKE,
    STATELESS,
    Refused,
    asked,
    tools_over,
    write_documentation,
)

HERE = Path(__file__).parent

WORKERD = ["miniflare@4.20260426.0"]

MINIFLARE = """\
import { Miniflare } from "miniflare";
import { readFileSync } from "node:fs";
const [directory, script] = process.argv.slice(2);
const routerConfig = { has_user_worker: true, invoke_user_worker_ahead_of_assets: true };
const assetConfig = { not_found_handling: "404-page", html_handling: "auto-trailing-slash" };
const assets = { directory, binding: "ASSETS", workerName: "site", routerConfig, assetConfig };
const flare = new Miniflare({
  modules: true, compatibilityDate: "2025-01-01", host: "127.0.0.1", assets,
  script: readFileSync(script, "utf8"), port: 0,
});
console.log(String(await flare.ready));
process.stdin.resume();
process.stdin.on("end", () => flare.dispose().then(() => process.exit(0)));
"""
"""What ``wrangler dev`` does: workerd with the files of a site."""

CARD_TYPE = "application/mcp-server-card+json"
CARD_SCHEMA = {
    "type": "object",
    "required": ["$schema", "name", "version", "description", "title", "websiteUrl", "remotes"],
    "additionalProperties": False,
    "properties": {
        "$schema": {
            "const": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"
        },
        "name": {"pattern": r"^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "minLength": 3, "maxLength": 200},
        "version": {"pattern": r"^\d+\.\d+\.\d+", "maxLength": 255},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "websiteUrl": {"pattern": "^https?://"},
        "remotes": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["type", "url", "supportedProtocolVersions"],
                "additionalProperties": False,
                "properties": {
                    "type": {"enum": ["streamable-http", "sse"]},
                    "url": {"pattern": r"^https?://\S+$"},
                    "supportedProtocolVersions": {
                        "type": "array",
                        "contains": {"const": STATELESS},
                        "items": {"pattern": r"^\d{4}-\d\d-\d\d$"},
                    },
                },
            },
        },
    },
}
"""SEP-2127, Server Card, with the optional fields that we write."""

CATALOG_SCHEMA = {
    "type": "object",
    "required": ["specVersion", "entries"],
    "additionalProperties": False,
    "properties": {
        "specVersion": {"const": "1.0"},
        "entries": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["identifier", "type", "url"],
                # No displayName: the card has its title, and two names could differ.
                "additionalProperties": False,
                "properties": {
                    "identifier": {"pattern": r"^urn:air:[^:\s]+:mcp:[^:\s]+$"},
                    "type": {"const": CARD_TYPE},
                    "url": {"pattern": r"^https?://\S+/server-card$"},
                },
            },
        },
    },
}
"""AI Catalog 1.0, with entries as SEP-2127 has them."""

CALLS = (
    ("search", {"query": "redirects", "kind": "page", "limit": 3}),
    ("read_page", {"page": "start/quickstart"}),
    ("read_page", {"page": "pages/redirects.html", "section": "What the build writes"}),
    ("read_page", {"page": "Quickstart"}),
    ("list_pages", {"under": "Publish"}),
    ("list_pages", {}),
    ("read_operation", {"operation": "POST /orders"}),
    ("read_operation", {"operation": "/plants"}),
    ("read_schema", {"name": "Plant"}),
    ("read_object", {"name": "brewing.Recipe.scaled"}),
    ("read_object", {"name": "Recipe"}),
    ("read_page", {}),
)


@contextmanager
def running(folder, tmp_path):
    """Run the worker in Node over a folder; yield its address."""
    if shutil.which("node") is None:
        pytest.skip("node: not installed")
    worker = tmp_path / "worker.mjs"
    worker.write_text(worker_script(), encoding="utf-8")
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    documentation = open_documentation(site)
    for name, file, schema in documentation.schemas():
        path = site / "_static" / "schemas" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(schema_text(name, file, schema), encoding="utf-8")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(["node", str(HERE / "worker.mjs")], **pipes) as process:
        given = {"worker": str(worker), "folder": str(site)}
        process.stdin.write(json.dumps(given) + "\n")
        process.stdin.flush()
        yield process.stdout.readline().strip()
        process.stdin.close()


def said_in_python(tools, name, given):
    try:
        return tools.call(name, given)
    except NoAnswer as error:
        return Refused(error)


def comparable(name, text):
    """Return what both say alike; each ranks by rules of its own."""
    if name == "search":
        return "pages/redirects (Redirects)" in text
    if text.startswith("No operation is"):
        return text.partition(":")[0]
    return text.splitlines()


def test_the_worker_says_what_python_says_in_both_revisions(docs_folder, tmp_path):
    tools = tools_over(docs_folder)
    wanted = [(name, said_in_python(tools, name, given)) for name, given in CALLS]
    with running(docs_folder, tmp_path) as address:
        for revision in (STATELESS, HANDSHAKE):
            listed, said = asked(address, revision, *CALLS)
            assert len(listed) == 6
            for (name, there), here in zip(wanted, said, strict=True):
                assert type(here) is type(there)
                assert comparable(name, here) == comparable(name, there)
        check_the_protocol(address)


def check_the_protocol(address):
    """Requests that are none get what the revisions ask for, and the card leads to the server."""
    root = address.removesuffix("/mcp")
    catalog = discovered(f"{root}/.well-known/ai-catalog.json", "application/ai-catalog+json")
    Draft202012Validator(CATALOG_SCHEMA).validate(catalog)
    (entry,) = catalog["entries"]
    card = discovered(entry["url"], entry["type"])
    Draft202012Validator(CARD_SCHEMA).validate(card)
    assert card["remotes"][0]["url"] == address
    assert card["name"].rpartition("/")[2] == entry["identifier"].rpartition(":")[2]
    assert card == discovered(f"{root}/.well-known/mcp/server-card.json", CARD_TYPE)
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
    with urlopen(Request(address, json.dumps(hello).encode())) as answer:
        told = json.load(answer)["result"]["serverInfo"]
    assert told == {name: card[name] for name in ("name", "version", "title")}
    assert status(address, b"{") == (400, -32700)
    assert status(address, b"[]") == (400, -32600)
    envelope = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2099-01-01"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": envelope}
    data = json.dumps(body).encode()
    assert status(address, data) == (400, -32020)
    named = {"MCP-Protocol-Version": "2099-01-01", "Mcp-Method": "tools/list"}
    assert status(address, data, named) == (400, -32022)
    assert status(address, data.replace(b"2099-01-01", b"2026-07-28"), named)[1] == -32020
    with pytest.raises(HTTPError, match="405"):
        urlopen(address)


def discovered(url, kind):
    """Return what is at an address, which any page may read and keep for an hour."""
    with urlopen(url) as found:
        assert found.headers["Content-Type"] == kind
        assert found.headers["Access-Control-Allow-Origin"] == "*"
        assert found.headers["Cache-Control"] == "public, max-age=3600"
        return json.load(found)


def status(address, data, headers=()):
    """Return the status of a refusal, and its code."""
    request = Request(address, data, {"Content-Type": "application/json", **dict(headers)})
    with pytest.raises(HTTPError) as refused:
        urlopen(request)
    return refused.value.code, json.load(refused.value)["error"]["code"]


@pytest.mark.nightly
def test_workerd_runs_it_over_the_assets_of_a_site(tmp_path):
    """The program of Cloudflare, and the official clients of both languages."""
    if reason := npm.missing():
        pytest.skip(reason)
    where = npm.installed("workerd", WORKERD)
    script = tmp_path / "worker.js"
    script.write_text(worker_script(), encoding="utf-8")
    write_documentation(tmp_path / "site", "acme", "1.0", {"guide": "# Guide\n\nBrew slowly.\n"})
    (where / "mcp.mjs").write_text(MINIFLARE, encoding="utf-8")
    command = ["node", str(where / "mcp.mjs"), str(tmp_path / "site"), str(script)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        address = f"{process.stdout.readline().decode().strip()}mcp"
        said = [
            asked(address, each, ("read_page", {"page": "guide"}))[1][0]
            for each in (STATELESS, HANDSHAKE)
        ]
        found = npm.ask(HERE / "client.mjs", CLIENT, {"address": address})
        process.stdin.close()

    assert ["Brew slowly." in text for text in said] == [True, True]
    assert [(one["revision"], "Brew slowly." in one["said"]) for one in found] == [
        (STATELESS, True),
        (HANDSHAKE, True),
    ]


def test_a_build_writes_the_worker_and_the_menu_installs_it(site):
    conf = {"html_theme": "docsjson", "docsjson_mcp": True, "html_baseurl": "https://a.example/"}
    config = {
        "name": "Acme",
        "navigation": {"pages": ["index"]},
        "contextual": {"options": ["mcp", "add-mcp", "cursor", "vscode"]},
    }
    built = site({"docs.json": json.dumps(config), "index.md": "# Acme\n\nText.\n"}, conf=conf)
    menu = built.soup("index").select_one(".dj-page-menu")
    copied = [button["data-copy"] for button in menu.select("button[data-copy]")]
    cursor, code = (urlsplit(link["href"]) for link in menu.select("a"))
    given = parse_qs(cursor.query)

    assert (built.outdir.parent / "mcp" / "worker.js").read_text("utf-8") == worker_script()
    assert copied == ["https://a.example/mcp", "npx add-mcp https://a.example/mcp"]
    assert (cursor.scheme, cursor.netloc) == ("cursor", "anysphere.cursor-deeplink")
    assert (cursor.path, given["name"]) == ("/mcp/install", ["Acme"])
    assert json.loads(b64decode(given["config"][0])) == {"url": "https://a.example/mcp"}
    assert (code.scheme, code.path) == ("vscode", "mcp/install")
    server = {"type": "http", "name": "Acme", "url": "https://a.example/mcp"}
    assert json.loads(unquote(code.query)) == server
    assert built.warning_lines == []
