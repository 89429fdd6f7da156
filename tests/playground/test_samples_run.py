"""The samples are run, and what arrives at a server is what the operation says."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from base64 import b64decode
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest

from sphinx_docsjson.openapi.request.http_request import build_request
from sphinx_docsjson.openapi.request.samples import sample_of
from tests.playground.recorder import recording
from tests.playground.support import spec, typed

SPECS = ("museum.yaml", "scalar-galaxy.yaml", "redocly-cafe.yaml")
FILE = b"\x89PNG\r\n\x00\xff not a picture"


def requests_of(name, server):
    """Return a request for each operation, and for each of its media types and alternatives."""
    specification = spec(name)
    made = []
    for operation in specification.operations:
        contents = range(len(operation.body.content) if operation.body else 1)
        alternatives = range(len(operation.security) or 1)
        for content, alternative in {(c, 0) for c in contents} | {(0, a) for a in alternatives}:
            values = typed(specification, operation, alternative, content)
            made.append(build_request(operation, replace(values, server=server)))
    return made


def run_curl(folder, codes):
    script = "\n".join(f"{code} --silent --output /dev/null" for code in codes)
    subprocess.run(["bash", "-c", script], cwd=folder, check=True, timeout=60)


def run_python(folder, codes):
    runner = "import sys, json\nfor code in json.load(sys.stdin): exec(code, {})"
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", runner],
        input=json.dumps(codes).encode(),
        cwd=folder,
        check=True,
        timeout=60,
        stdout=subprocess.DEVNULL,
    )


def run_javascript(folder, codes):
    for number, code in enumerate(codes):
        (folder / f"sample{number}.mjs").write_text(code, encoding="utf-8")
    imports = "\n".join(f"await import('./sample{number}.mjs');" for number in range(len(codes)))
    (folder / "all.mjs").write_text(imports, encoding="utf-8")
    subprocess.run(
        ["node", "all.mjs"],
        cwd=folder,
        check=True,
        timeout=60,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


RUNNERS = {
    "curl": ("curl", run_curl),
    "python": (sys.executable, run_python),
    "javascript": ("node", run_javascript),
}


@pytest.mark.parametrize("language", RUNNERS)
@pytest.mark.parametrize("name", SPECS)
def test_what_arrives_is_what_the_operation_says(shared, tmp_path, name, language):
    program, run = RUNNERS[language]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not here: samples in {language} are not run")
    (tmp_path / "a photo.bin").write_bytes(FILE)

    with recording() as recorder:
        sent = requests_of(name, recorder.url)
        run(tmp_path, [sample_of(request, language).code for request in sent])

    assert len(recorder.arrived) == len(sent) > 7
    for request, arrived in zip(sent, recorder.arrived, strict=True):
        assert_is(arrived, request, recorder.url)


def assert_is(arrived, request, server):
    assert arrived.method == request.method
    assert arrived.target == "/base" + request.url.removeprefix(server)
    for header, value in request.headers:
        assert arrived.headers[header.lower()] == value
    if request.basic:
        scheme, _, pair = arrived.headers["authorization"].partition(" ")
        assert (scheme, b64decode(pair).decode()) == ("Basic", ":".join(request.basic))
    body = request.body
    if body is None:
        assert arrived.body == b""
        return
    if body.kind != "multipart":
        assert arrived.headers["content-type"] == body.type
    match body.kind:
        case "json":
            assert json.loads(arrived.body) == json.loads(body.text)
        case "form":
            pairs = parse_qsl(arrived.body.decode(), keep_blank_values=True)
            assert pairs == [(part.name, part.value) for part in body.parts]
        case "text":
            assert arrived.body.decode() == body.text
        case "binary":
            assert arrived.body == FILE
        case "multipart":
            assert arrived.headers["content-type"].startswith("multipart/form-data; boundary=")
            for part, (name, file, kind, content) in zip(body.parts, arrived.parts(), strict=True):
                assert name == part.name
                assert content == (FILE if part.file else part.value.encode())
                if part.file:
                    assert (file, kind) == (part.file, part.type or "application/octet-stream")
                elif part.type:
                    assert kind == part.type
