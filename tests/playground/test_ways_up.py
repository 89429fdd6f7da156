"""No value of a form leads to another path or host, in Python and in the browser alike."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest

from sphinx_docsjson.ext.openapi.model.api import Operation, Parameter, Server, ServerVariable
from sphinx_docsjson.ext.openapi.request.http import Values, build_request
from tests._support.inputs import input_text

SCRIPTS = Path(__file__).parents[2] / "theme" / "scripts"
PATHS = (
    "/users/{id}/posts/{post}",
    "/{id}/{post}",
    "/files/.{id}",
    "/x{id}{post}/y",
    "/{id}{post}/y",
)
VALUES = (
    *("..", ".", "%2e%2e", ".%2E", "", "/", "\\", "../..", "..\\..", "a/../b", "a", "?"),
    *("#", ";.."),
)
SERVERS = ("https://api.example/v1", "", "/", "/v1")
INHERITED = ("__proto__", "constructor", "toString", "hasOwnProperty")

SCRIPT = input_text(__file__, "ways_up.js")


def in_node(requests, servers):
    if shutil.which("node") is None:
        pytest.skip("node: not installed")
    names = ("shared/own", *(f"playground/{n}" for n in ("request", "parameters", "bodies")))
    names += ("playground/server-part",)
    given = {
        "files": [str(SCRIPTS / f"{name}.js") for name in names],
        "requests": requests,
        "servers": servers,
    }
    done = subprocess.run(
        ["node", "-e", SCRIPT],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def cases():
    for path in PATHS:
        for server in SERVERS:
            for one in VALUES:
                for two in VALUES:
                    yield path, server, one, two


def parameters(names):
    return tuple(Parameter(name=name, place="path", required=True) for name in names)


def test_values_stay_in_their_segment():
    tried = list(cases())
    names = ("id", "post")
    data = [{"name": n, "place": "path", "style": "simple", "required": True} for n in names]
    browser = in_node(
        [
            [
                {"method": "GET", "path": path, "parameters": data, "security": [], "schemes": {}},
                {"server": server, "parameters": {"path:id": one, "path:post": two}},
            ]
            for path, server, one, two in tried
        ],
        [],
    )["requests"]
    for (path, server, one, two), (url, host, pathname) in zip(tried, browser, strict=True):
        operation = Operation(spec="", method="GET", path=path, parameters=parameters(names))
        values = Values(server=server, parameters={"path:id": one, "path:post": two})

        assert build_request(operation, values).url == url
        assert host == ("api.example" if "api.example" in server else "site.example")
        base = "/v1" if "v1" in server else ""
        filled = path.replace("{id}", one).replace("{post}", two)
        assert pathname.startswith(base + "/")
        if not set("/\\?#%") & set(one + two):
            assert unquote(unquote(pathname)) == base + filled
        assert pathname.removeprefix(base).count("/") == path.count("/")


@pytest.mark.parametrize(
    "value", ["../..//x", "..", "..\\..\\x", "%2e%2E/x", "a?b", "a#b", "v2", "."]
)
@pytest.mark.parametrize(
    "url", ["https://api.example/{v}/users", "/{v}", "https://api.example/.{v}"]
)
def test_variables_of_servers_name_parts_of_their_path(value, url):
    server = {"url": url, "variables": {"v": {"default": "v1"}}}
    ((written, host, pathname),) = in_node([], [[server, {"v": value}]])["servers"]
    variable = ServerVariable(name="v", default=value)

    assert Server(url=url, variables=(variable,)).default_url == written.rstrip("/")
    assert host == ("site.example" if url.startswith("/") else "api.example")
    assert pathname.count("/") == written.removeprefix("https://api.example").count("/")
    assert "?" not in written
    assert "#" not in written


@pytest.mark.parametrize("name", INHERITED)
def test_what_objects_inherit_is_no_value_of_a_form(name):
    operation = {
        "method": "GET",
        "path": f"/{{{name}}}",
        "parameters": [{"name": name, "place": "path", "style": "simple", "required": True}],
        "security": [[name]],
        "schemes": {},
    }
    values = {"server": "", "parameters": {}, "security": 0, "credentials": {}}
    server = {"url": f"https://api.example/{{{name}}}", "variables": {}}
    found = in_node([[operation, values]], [[server, {}]])

    assert found["requests"][0][0] == f"/{{{name}}}"
    assert found["servers"][0][0] == f"https://api.example/{{{name}}}"
