"""Forty forms of all kinds, filled and sent in Chromium, arrive as RFC 6570 and OpenAPI say.

Prism, a mock server of somebody else's, takes each of these requests at night.
"""

from __future__ import annotations

import json
import re
from email import message_from_bytes

import pytest
from playwright.sync_api import expect

from sphinx_docsjson.ext.api_checks.messages import Sent
from tests._support.inputs import input_data
from tests._support.npm import installed, missing
from tests.browser.playground_support import SCHEMES, operation_page
from tests.browser.test_playground_operations import field_named, open_fold, type_into
from tests.openapi.prism.mock import PACKAGES, ask, mocking

pytestmark = pytest.mark.browser

FORMS = input_data(__file__, "forty_forms.yaml")
PNG = {"name": "a.png", "mimeType": "image/png", "buffer": b"PNG"}
OF_THE_CONNECTION = {"host", "connection", "content-length", "content-type", "accept-encoding"}


def operation_of(form):
    """Return the path and the operation of a form."""
    operation = {key: form[key] for key in ("parameters", "security") if key in form}
    operation["responses"] = {"200": {"description": "Fine."}}
    if "content" in form:
        operation["requestBody"] = {"required": True, "content": form["content"]}
    number = FORMS.index(form) + 1
    method = "post" if "content" in form else "get"
    return f"/form{number}{form.get('path', '')}", method, operation


def sent_from(form, world, visit):
    """Fill the form of an operation as a reader does and send it; return what arrives."""
    path, method, operation = operation_of(form)
    url = operation_page(world, path=path, method=method, **SCHEMES, **operation)
    opened = visit(url)
    page = opened.page
    page.get_by_role("button", name="Try it").click()
    credentials = page.locator(".dj-pg-part", has=page.get_by_text("Forget credentials"))
    for box in credentials.locator("input").all():
        box.fill("s3cret")
    if "text" in form:
        as_text = page.get_by_role("button", name="JSON", exact=True)
        if as_text.count():
            as_text.click()
        page.locator("textarea.dj-pg-code").fill(form["text"])
    for name, value in form.get("type", {}).items():
        field = field_named(page.locator(".dj-playground"), name)
        if isinstance(value, dict):
            # The fields inside are drawn when the fold has opened, which is a moment later.
            open_fold(field)
            expect(field.locator(".dj-pg-nested .dj-pg-field").first).to_be_visible()
        type_into(field, value)
    for box in page.locator("input[type=file]").all():
        box.set_input_files(PNG)
    if "says" in form:
        expect(page.locator(".dj-playground")).to_contain_text(form["says"], ignore_case=True)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".dj-pg-status")).to_contain_text("200")
    assert opened.errors == []
    return world.last


def agrees(form, arrived):
    """Compare what arrived with what had to."""
    start, target = re.match(r"(/form\d+)(.*)", arrived.target).groups()
    assert start == f"/form{FORMS.index(form) + 1}"
    assert target == form.get("target", "")
    assert {name: arrived.headers.get(name) for name in form.get("headers", {})} == form.get(
        "headers", {}
    )
    if "json" in form:
        assert json.loads(arrived.body) == form["json"]
    if "body" in form:
        assert arrived.body.decode() == form["body"]
    if "content" in form:
        (media,) = form["content"]
        assert arrived.headers["content-type"].startswith(media)
    for name, value in form.get("form", {}).items():
        if isinstance(value, list):
            assert parts_of(arrived)[name][: len(value)] == value
        else:
            assert arrived.form[name] == value


def parts_of(arrived):
    """Return the file name, the media type and the text of each part of a form."""
    head = f"Content-Type: {arrived.headers['content-type']}\r\n\r\n".encode()
    return {
        part.get_param("name", header="content-disposition"): [
            part.get_filename(),
            part.get_content_type(),
            part.get_payload(decode=True).decode(),
        ]
        for part in message_from_bytes(head + arrived.body).get_payload()
    }


QUICK = ("a deep object", "a matrix with a list, exploded", "a file and fields", "bytes")


@pytest.mark.parametrize(
    "form", [form for form in FORMS if form["name"] in QUICK], ids=lambda form: form["name"]
)
def test_a_form_arrives_as_the_specification_says(form, world, visit):
    agrees(form, sent_from(form, world, visit))


def request_of(arrived, address):
    """Return what arrived as a request to another server."""
    headers = [pair for pair in arrived.headers.items() if pair[0] not in OF_THE_CONNECTION]
    return Sent(
        method=arrived.method,
        url=f"{address}{arrived.target}",
        headers=tuple(headers),
        content_type=arrived.headers.get("content-type", ""),
        body=arrived.body if arrived.body else None,
    )


def prisms_description(folder):
    """Write the description of all forms for Prism."""
    paths = {}
    for form in FORMS:
        path, method, operation = operation_of(form)
        paths[path] = {method: operation}
    info = {"title": "Forty forms", "version": "1"}
    document = {"openapi": "3.1.0", "info": info, "paths": paths, **SCHEMES}
    file = folder / "forty.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


@pytest.mark.nightly
def test_an_echo_and_prism_take_what_forty_forms_of_all_kinds_send(world, visit, tmp_path):
    if lacking := missing():
        pytest.skip(f"{lacking}: no request is sent to Prism")
    try:
        installed("prism", PACKAGES)
    except (RuntimeError, OSError) as error:
        pytest.skip(f"{error}: no request is sent to Prism")
    refused, asked = {}, 0
    with mocking(prisms_description(tmp_path), tmp_path) as address:
        for form in FORMS:
            arrived = sent_from(form, world, visit)
            agrees(form, arrived)
            if "prism" in form:
                continue
            asked += 1
            if reasons := ask(request_of(arrived, address)).refused:
                refused[form["name"]] = reasons

    assert refused == {}
    assert asked == 38
