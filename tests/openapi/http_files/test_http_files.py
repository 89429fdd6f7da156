"""An .http file holds the requests that are meant, and nothing that a client of it would do."""

from __future__ import annotations

import json
import random
import re
from base64 import b64encode
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from urllib.parse import parse_qsl, unquote

import pytest

from tests._support import npm
from tests.openapi.http_files.made import COMMANDS, document, written

ORACLE = Path(__file__).with_name("httpyac_oracle.mjs")
PACKAGES = ["httpyac@6.16.7"]
COUNT = 80

LINE = re.compile(
    r"""(?:
        \#\#\#\ .*|\#\ @name\ [A-Za-z]\w*|\#\ [^@].*|@[A-Za-z]\w*\ =\ [^{].*|
    )""",
    re.VERBOSE,
)
"""What stands outside of requests."""


def documents(count: int, seed: int) -> list[dict]:
    chance = random.Random(seed)
    return [document(chance) for _ in range(count)]


def test_variables_are_the_only_commands():
    """Quick, and without npm: line by line."""
    for described in documents(COUNT, seed=1):
        file, meant = written(described)
        known = set(re.findall(r"^@(\w+) = ", file.text, flags=re.MULTILINE))
        assert set(re.findall(r"\{\{(.*?)(?:\}\}|$)", file.text, flags=re.MULTILINE)) <= known
        lines = file.text.splitlines()
        assert lines == file.text.removesuffix("\n").split("\n")
        assert [line for line in lines if line.startswith("### ")] == [
            line for line in lines if line.startswith("###") and line != "###"
        ]
        assert sum(line.startswith("# @name ") for line in lines) == len(meant)
        assert not [
            line for line in lines if re.match(r"\s*(?:>|<(?! \./[\w-][\w.-]*$)[ @>])", line)
        ]


def test_httpyac_sends_the_requests_that_are_meant_and_does_nothing_else():
    if reason := npm.missing():
        pytest.skip(reason)
    try:
        npm.installed(ORACLE.stem, PACKAGES)
    except RuntimeError as error:
        pytest.skip(str(error))
    files = [written(described) for described in documents(COUNT, seed=2)]

    answers = npm.ask(ORACLE, PACKAGES, [file.text for file, _meant in files])

    for (file, meant), answer in zip(files, answers, strict=True):
        done = {name: answer[name] for name in ("ran", "wrote", "asked", "error")}
        assert done == {"ran": [], "wrote": [], "asked": [], "error": ""}, file.text
        assert all(re.fullmatch(r"/folder/\./[\w.-]+", path) for path in answer["read"])
        assert len(answer["sent"]) == len(answer["regions"]) == len(meant), file.text
        for sent, request in zip(answer["sent"], meant, strict=True):
            assert_is(sent, request)
    held = sum(len(meant) for _file, meant in files)
    assert held > sum(len(file.left_out) for file, _meant in files) > 0


def assert_is(sent, request):
    assert sent["method"] == request.method
    assert unquote(sent["url"]) == unquote(request.url)
    headers = sent["headers"]
    wanted: dict = {}
    if request.basic:
        pair = b64encode(":".join(request.basic).encode()).decode()
        wanted["Authorization"] = f"Basic {pair}"
    for name, value in request.headers:
        wanted[name] = [wanted[name], value] if name in wanted else value
    kind = headers.pop("Content-Type", "")
    assert headers == wanted
    body = request.body
    data = (sent["body"] or "").replace("\r\n", "\n")
    if body is None:
        assert data == ""
    elif body.kind == "multipart":
        message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\n\n{data}".encode())
        parts = list(message.iter_parts())
        assert len(parts) == len(body.parts)
        for part, meant in zip(parts, body.parts, strict=True):
            content = part.get_payload(decode=True).decode()
            assert content.strip("\n") == ("FILE" if meant.file else in_file(meant.value))
    else:
        assert kind == body.type
        match body.kind:
            case "json":
                assert json.loads(data) == json.loads(body.text)
            case "form":
                assert parse_qsl(data, keep_blank_values=True) == parse_qsl(
                    body.text, keep_blank_values=True
                )
            case "text":
                assert data.strip("\n") == in_file(body.text)
            case "binary":
                assert data == "FILE"


def in_file(text):
    return text.replace("\r\n", "\n").strip("\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_json_body_holds_whatever_its_texts_are(command):
    described = {
        "openapi": "3.1.0",
        "servers": [{"url": "https://api.example.com"}],
        "paths": {
            "/a": {
                "post": {
                    "requestBody": {
                        "content": {"application/json": {"example": {command: [command]}}}
                    }
                }
            }
        },
    }

    file, meant = written(described)

    assert file.left_out == ()
    body = file.text.partition("application/json\n\n")[2]
    assert json.loads(body) == json.loads(meant[0].body.text) == {command: [command]}


def test_a_request_that_the_format_cannot_hold_is_left_out_and_said(site):
    spec = """\
openapi: 3.1.0
info: {title: Plants, version: "1"}
paths:
  /plants: {get: {operationId: list, responses: {default: {description: ok}}}}
  /texts:
    post:
      requestBody: {content: {text/plain: {example: "one\\n< /etc/hostname"}}}
      responses: {default: {description: ok}}
"""
    config = {"name": "T", "openapi": "a.yaml", "navigation": [{"group": "A", "pages": ["index"]}]}
    built = site({"docs.json": json.dumps(config), "a.yaml": spec, "index.md": "# A\n"})

    text = built.text("a.http")

    assert "hostname" not in text
    assert "# - POST /texts\n" in text
    assert "### GET /plants\n# @name list\nGET {{server}}/plants\n" in text
    assert "a.yaml:6:5: a.http leaves out 1 of 2 requests" in built.status
    assert "a line of its body is a command to some clients" in built.status
    assert not built.warning_lines


@pytest.mark.parametrize(
    ("server", "variable"),
    [
        ("https://a.example/v1/", "https://a.example/v1"),
        ("//a.example/v1", "https://a.example/v1"),
        ("/v1", "http://localhost/v1"),
        ("https://{{$processEnv X}}/a b", "https://{$processEnv%20X}/a%20b"),
    ],
)
def test_the_server_is_a_variable_that_is_nothing_but_a_url(server, variable):
    described = {"openapi": "3.1.0", "servers": [{"url": server}], "paths": {"/a": {"get": {}}}}

    file, _meant = written(described)

    assert f"\n@server = {variable}\n" in file.text
    assert "\nGET {{server}}/a\n" in file.text
