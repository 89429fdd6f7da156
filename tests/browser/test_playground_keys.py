"""What a request carries reaches one origin: that of the server whose key it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from werkzeug import Response

from tests.browser.playground_support import (
    SCHEMES,
    STRING,
    json_body,
    operation_page,
    running,
    send,
)

pytestmark = pytest.mark.browser


def two_servers_page(world, other, name="page", **fields):
    world.policy = f"default-src 'self'; connect-src {world.api} {other.api}"
    servers = [{"url": world.api}, {"url": other.api}]
    security = [{"bearer": []}]
    return operation_page(
        world, name, method="get", servers=servers, security=security, **SCHEMES, **fields
    )


def two_servers(world, visit, other):
    page = visit(two_servers_page(world, other)).page
    page.get_by_role("button", name="Try it").click()
    page.locator(".dj-pg-part summary", has_text="Server").click()
    return page


def test_a_key_is_never_sent_to_another_server(world, visit):
    with running() as other:
        page = two_servers(world, visit, other)
        key = page.get_by_label("bearer")
        key.fill("first")
        page.get_by_label("Base URL").select_option(index=1)
        expect(key).to_have_value("")
        expect(page.get_by_text(f"Kept for {other.api}")).to_be_visible()
        send(page)
        assert "authorization" not in other.last.headers

        key.fill("second")
        send(page)
        assert other.last.headers["authorization"] == "Bearer second"
        page.get_by_label("Base URL").select_option(index=0)
        expect(key).to_have_value("first")
        expect(page.locator(".dj-sample-curl")).not_to_contain_text(other.api)

        page.get_by_role("button", name="Forget credentials").click()
        page.get_by_label("Base URL").select_option(index=1)
        expect(key).to_have_value("second")


def test_another_description_has_its_own_keys_and_server(world, visit):
    with running() as other:
        page = two_servers(world, visit, other)
        page.get_by_label("Base URL").select_option(index=1)
        page.get_by_label("bearer").fill("first")
        page.goto(two_servers_page(world, other, "second", spec="another.yaml"))
        page.locator(".dj-pg-part summary", has_text="Server").click()

        expect(page.get_by_label("Base URL")).to_have_value("0")
        page.get_by_label("Base URL").select_option(index=1)
        expect(page.get_by_label("bearer")).to_have_value("")


def test_the_server_stays_from_page_to_page_and_the_samples_show_it(world, visit):
    with running() as other:
        page = two_servers(world, visit, other)
        page.get_by_label("Base URL").select_option(index=1)
        later = page.context.new_page()
        later.goto(two_servers_page(world, other, "next"))

        expect(later.locator(".dj-sample-curl")).to_contain_text(other.api)


LOGIN = {
    "path": "/login",
    "parameters": [
        {"name": "X-Api-Key", "in": "header", "schema": STRING},
        {"name": "note", "in": "query", "schema": STRING},
    ],
    **json_body(
        {
            "type": "object",
            "properties": {"name": STRING, "word": {"type": "string", "format": "password"}},
        },
        example={},
    ),
}


def test_secrets_in_parameters_and_body_stay_with_their_server(world, visit):
    with running() as other:
        servers = [{"url": world.api}, {"url": other.api}]
        page = visit(operation_page(world, servers=servers, **LOGIN)).page
        world.policy = f"default-src 'self'; connect-src {world.api} {other.api}"
        page.reload()
        page.get_by_role("button", name="Try it").click()
        page.locator(".dj-pg-part summary", has_text="Server").click()
        page.get_by_label("X-Api-Key string").fill("s3cret-1")
        page.get_by_label("word password").fill("s3cret-2")
        page.get_by_label("note string").fill("kept")
        page.get_by_label("name string").fill("Ann")
        page.get_by_label("Base URL").focus()
        page.get_by_label("Base URL").select_option(index=1)

        expect(page.get_by_label("X-Api-Key string")).to_have_value("")
        expect(page.get_by_label("word password")).to_have_value("")
        expect(page.get_by_label("Base URL")).to_be_focused()
        send(page)
        assert (other.last.target, other.last.body) == (
            "/login?note=kept",
            b'{\n  "name": "Ann"\n}',
        )
        assert "x-api-key" not in other.last.headers


def test_secrets_in_parameters_and_body_are_written_down_nowhere(world, visit):
    page = visit(operation_page(world, **LOGIN)).page
    page.get_by_role("button", name="Try it").click()
    page.get_by_label("X-Api-Key string").fill("s3cret-1")
    page.get_by_label("word password").fill("s3cret-2")
    page.get_by_label("name string").fill("Ann")
    expect(page.locator(".dj-sample-curl")).to_contain_text("s3cret-2")
    kept = page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")

    assert "Ann" in kept
    assert "s3cret" not in kept


def redirect_to(world, target):
    def answer(request):
        if request.path == "/things":
            return Response(status=307, headers={"Location": target})
        return Response("{}", content_type="application/json")

    world.answer = answer


def test_a_redirect_is_followed_and_said_where_nothing_but_the_address_is_sent(show, world):
    redirect_to(world, "/elsewhere")
    page = show(method="get")
    send(page)

    expect(page.get_by_text(f"Redirected to {world.api}/elsewhere")).to_be_visible()


@pytest.mark.parametrize("carried", ["key", "password", "header", "body"])
def test_a_redirect_takes_nothing_of_a_request_with_it(show, world, carried):
    with running() as other:
        world.policy = f"default-src 'self'; connect-src {world.api} {other.api}"
        redirect_to(world, f"{other.api}/taken")
        operation = {
            "key": {"security": [{"header": []}], **SCHEMES},
            "password": {"security": [{"basic": []}], **SCHEMES},
            "header": {"parameters": [{"name": "X-A", "in": "header", "schema": STRING}]},
            "body": json_body({"type": "string"}, example="a secret"),
        }[carried]
        page = show(method="post" if carried == "body" else "get", **operation)
        for field in page.locator(".dj-pg-fields input").all():
            field.fill("s3cret")
        send(page, ".dj-pg-failure")

        expect(page.locator(".dj-pg-failure")).to_contain_text("redirect. It was not followed")
        expect(page.locator(".dj-pg-failure")).to_contain_text("--include")
        assert len(world.arrived) == 1
        assert other.arrived == []
