"""The samples are run, and what arrives at a server is what the operation says."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from urllib.parse import parse_qsl, unquote

import pytest

from sphinx_docsjson.ext.openapi.model.api import (
    Body,
    Encoding,
    MediaType,
    Operation,
    Parameter,
    Specification,
)
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.request.http import File, Request, Values, build_request
from sphinx_docsjson.ext.openapi.request.samples import sample_of
from sphinx_docsjson.ext.openapi.request.values import initial_values, sample_values
from tests.playground.any_bodies import any_bodies
from tests.playground.recorder import recording
from tests.playground.sample_runners import PROGRAMS, is_here
from tests.playground.support import sampler_of, spec, typed

SPECS = ("museum.yaml", "scalar-galaxy.yaml", "redocly-cafe.yaml")
FILE = b"\x89PNG\r\n\x00\xff not a picture"


def shown_values(spec: Specification, operation: Operation) -> Values:
    """Return the values of the samples on an operation's page."""
    sampler = sampler_of(spec)
    return sample_values(operation, initial_values(operation, sampler), sampler)


def files_of(request: Request) -> list[str]:
    """Return the names of the files that a request sends."""
    body = request.body
    return (
        [name for name in (body.file, *(part.file for part in body.parts)) if name] if body else []
    )


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


QUICK = ("curl", "python", "javascript")
"""The languages that run everywhere; ``run_samples`` runs all that are installed."""


@pytest.mark.parametrize("language", QUICK)
@pytest.mark.parametrize("name", SPECS)
def test_what_arrives_is_what_the_operation_says(shared, tmp_path, name, language):
    program, run = PROGRAMS[language]
    if not is_here(language):
        pytest.skip(f"{program} is not here: samples in {language} are not run")
    (tmp_path / "a photo.bin").write_bytes(FILE)

    with recording() as recorder:
        sent = requests_of(name, recorder.url)
        run(tmp_path, [sample_of(request, language).code for request in sent])

    assert len(recorder.arrived) == len(sent) > 7
    for request, arrived in zip(sent, recorder.arrived, strict=True):
        assert_is(arrived, request, recorder.url)


@pytest.mark.parametrize("language", QUICK)
def test_names_and_media_types_of_a_description_add_nothing_to_a_request(tmp_path, language):
    program, run = PROGRAMS[language]
    if not is_here(language):
        pytest.skip(f"{program} is not here: samples in {language} are not run")
    (tmp_path / "secret").write_text("X-Secret: SECRET")
    (tmp_path / "photo.bin").write_bytes(FILE)
    names = ("@secret", "X-Good: 1\r\nX-Evil", "X Bad", "X-Good")
    fields = ("a", "b=@secret;c", "d", "e")
    types = ("text/plain;headers=@secret", "", "text/plain,secret", "text/plain\r\nX-Evil: 1")
    media = MediaType(
        name="multipart/form-data",
        encoding={
            field: Encoding(content_type=kind)
            for field, kind in zip(fields, types, strict=True)
            if kind
        },
    )
    operation = Operation(
        spec="",
        method="X'`$|",
        path="/a",
        parameters=tuple(Parameter(name=name, place="header") for name in names),
        body=Body(content=(media,)),
    )
    body = {"a": File(name="photo.bin"), "b=@secret;c": "1", "d": File(name="photo.bin"), "e": "2"}
    values = Values(
        parameters={f"header:{name}": "1" for name in names},
        media_type="multipart/form-data",
        body=body,
    )

    with recording() as recorder:
        request = build_request(operation, replace(values, server=recorder.url))
        run(tmp_path, [sample_of(request, language).code])

    [arrived] = recorder.arrived
    assert arrived.method == operation.method
    assert arrived.headers["x-good"] == "1"
    assert not {"x-evil", "x bad", "x-secret"} & arrived.headers.keys()
    assert b"SECRET" not in arrived.body
    assert b"X-Evil" not in arrived.body
    assert len(arrived.parts()) == len(body)


@pytest.mark.parametrize("language", QUICK)
def test_a_value_that_is_still_to_be_filled_in_goes_out_as_it_is_written(tmp_path, language):
    names = (
        Parameter(name="id", place="path", required=True),
        Parameter(name="a[]", place="query", required=True),
    )
    operation = Operation(spec="", method="GET", path="/{id}/x[1-3]", parameters=names)

    with recording() as recorder:
        request = build_request(operation, Values(server=f"{recorder.url}/{{prefix}}"))
        PROGRAMS[language][1](tmp_path, [sample_of(request, language).code])

    [arrived] = recorder.arrived
    assert unquote(arrived.target) == "/base/{prefix}/{id}/x[1-3]?a[]={a[]}"


@pytest.mark.parametrize("language", QUICK)
def test_bodies_of_all_shapes_arrive_as_the_form_fills_them(tmp_path, language):
    program, run = PROGRAMS[language]
    if not is_here(language):
        pytest.skip(f"{program} is not here: samples in {language} are not run")

    with recording() as recorder:
        made = specification(any_bodies(seed=1, count=80, server=recorder.url), "bodies.json")
        values = [shown_values(made, operation) for operation in made.operations]
        sent = list(map(build_request, made.operations, values))
        for name in (name for each in sent for name in files_of(each)):
            (tmp_path / name).write_bytes(FILE)
        run(tmp_path, [sample_of(request, language).code for request in sent])

    assert len(recorder.arrived) == len(sent)
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
                # The HTML Standard writes line breaks of a text as two bytes, and so does Node.
                text = content if part.file else content.replace(b"\r\n", b"\n")
                assert text == (FILE if part.file else part.value.encode())
                if part.file:
                    assert (file, kind) == (part.file, part.type or "application/octet-stream")
                elif part.type:
                    assert kind == part.type
