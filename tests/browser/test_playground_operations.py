"""Every operation of real specifications is sent from its form; openapi-core checks each."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qsl, unquote

import pytest
from playwright.sync_api import expect

from sphinx_docsjson.ext.openapi.request.http import kind_of
from sphinx_docsjson.ext.openapi.request.values import known_value
from tests.browser.playground_support import running, validator
from tests.playground.support import sampler_of, spec

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def world():
    with running() as started:
        yield started


def field_named(scope, name):
    """Return the field or the fold of a name, the outermost first."""
    label = scope.page.locator(".dj-pg-name", has_text=re.compile(f"^{re.escape(name)}$"))
    return scope.locator(".dj-pg-field, .dj-pg-fold").filter(has=label).first


def type_into(field, value):
    """Type *value*, as a reader does: by the controls that are there."""
    if isinstance(value, dict):
        open_fold(field)
        for name, member in value.items():
            inner = field_named(field.locator(".dj-pg-nested").first, name)
            if inner.count():
                type_into(inner, member)
    elif isinstance(value, list):
        open_fold(field)
        for item in value:
            field.locator(".dj-pg-list > button").first.click()
            type_into(field.locator(".dj-pg-rows > .dj-pg-row").last, item)
    else:
        control = field.locator("input, select, textarea").first
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        if control.evaluate("(e) => e.localName") == "select":
            control.select_option(label=shown)
        else:
            control.fill(shown)


def open_fold(field):
    if field.evaluate("(e) => e.localName === 'details' && !e.open"):
        field.locator("summary").first.click()


def fill_in(page, operation, sampler):
    """Fill in the credentials and every parameter; return the values of the simple ones."""
    for box in page.locator("input[data-1p-ignore]").all():
        box.fill("s3cret")
    typed = {}
    for parameter in operation.parameters:
        if parameter.place == "cookie":
            continue
        value = known_value(parameter, sampler)
        if value is None and parameter.schema is not None:
            value = sampler.value(parameter.schema, parameter.schema_pointer)
        part = page.locator(".dj-pg-part").filter(
            has=page.locator(
                "summary",
                has_text=re.compile(
                    {"path": "^Path$", "query": "^Query$", "header": "^Headers$"}[parameter.place]
                ),
            )
        )
        field = field_named(part, parameter.name)
        if parameter.required and parameter.examples:
            typed[parameter.place, parameter.name] = value
            continue
        if isinstance(value, dict) and field.locator(".dj-pg-variants").count():
            continue
        if parameter.style == "deepObject" and isinstance(value, list):
            continue  # OpenAPI does not say how a list is written, and openapi-core reads none
        if isinstance(value, list) and field.locator(".dj-pg-row").count():
            continue
        type_into(field, value)
        if not isinstance(value, list | dict):
            typed[parameter.place, parameter.name] = value
    for box in page.locator("input[type=file]").all():
        box.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG"})
    return typed


def as_text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def known_to_openapi_core(arrived, operation):
    """Return the problems, without those of openapi-core itself.

    It reads no fields of a form whose schema is a choice.
    """
    media = operation.body.content[0] if operation.body else None
    if media is None or kind_of(media.name) != "multipart" or "properties" in media.schema:
        return arrived.problems
    assert {"category", "name", "price"} <= set(arrived.form)
    return [problem for problem in arrived.problems if "InvalidRequestBody" not in problem]


def send_all(world, visit, name, operations):
    specification = spec(name)
    world.check = validator(specification.document, world.api)
    sampler = sampler_of(specification)
    world.arrived.clear()
    opened = None
    for number, operation in enumerate(operations, 1):
        url = world.add("operation", specification, operation)
        if opened is None:
            opened = visit(url)
            opened.page.get_by_role("button", name="Try it").click()
        else:
            opened.page.goto(url)
        page = opened.page
        typed = fill_in(page, operation, sampler)
        page.get_by_role("button", name="Send").click()
        try:
            expect(page.locator(".dj-pg-status")).to_contain_text("200")
        except AssertionError:
            problem = page.locator(".dj-playground").inner_text()
            raise AssertionError(f"{operation.key} was not sent: {problem}") from None
        assert len(world.arrived) == number, operation.key
        arrived = world.last
        assert known_to_openapi_core(arrived, operation) == [], (operation.key, arrived)
        assert arrived.method == operation.method
        pairs = parse_qsl(arrived.target.partition("?")[2], keep_blank_values=True)
        path = unquote(arrived.target.partition("?")[0])
        for (place, key), value in typed.items():
            text = as_text(value)
            if place == "query":
                assert (key, text) in pairs, operation.key
            elif place == "path":
                assert f"/{text}" in path, operation.key
            elif key.lower() not in ("accept", "content-type", "authorization"):
                assert arrived.headers[key.lower()] == text, operation.key
        media = operation.body.content[0] if operation.body else None
        if media and kind_of(media.name) == "json":
            json.loads(arrived.body)
    assert opened.errors == []


@pytest.mark.parametrize("name", ["museum.yaml", "scalar-galaxy.yaml", "redocly-cafe.yaml"])
def test_every_operation_arrives_as_its_specification_says(shared, world, visit, name):
    send_all(world, visit, name, spec(name).operations)


@pytest.mark.parametrize("count", [4, pytest.param(15, marks=pytest.mark.nightly)])
def test_deep_objects_and_forms_of_stripe_arrive(shared, world, visit, count):
    operations = spec("stripe.yaml").operations
    reads = [o for o in operations if any(p.style == "deepObject" for p in o.parameters)]
    writes = [o for o in operations if o.body and o.body.content[0].schema]
    send_all(world, visit, "stripe.yaml", [*reads[:count], *writes[::12][:count]])
