"""Tokens of OAuth 2: asked for by the reader, given to one page, written down nowhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.oauth_provider import CLIENT, SECRET, providing
from tests.browser.playground_support import operation_page, running, send

pytestmark = pytest.mark.browser


@pytest.fixture
def provider():
    with providing() as started:
        yield started


@pytest.fixture
def show_scheme(show, world, provider):
    """Return ``show_scheme(scheme, scopes)``: an operation that needs it, with the form open."""

    def open_operation(scheme, scopes=("read",), **fields):
        world.policy = f"default-src 'self'; connect-src 'self' {world.api} {provider.url}"
        return show(
            method="get",
            security=[{"login": list(scopes)}],
            components={"securitySchemes": {"login": scheme}},
            **fields,
        )

    return open_operation


def sign_in(page, choice="Allow"):
    """Sign in, in the window that opens; return its last address."""
    page.get_by_label("Client ID").fill(CLIENT)
    with page.expect_popup() as opening:
        page.get_by_role("button", name="Sign in and get a token").click()
    window = opening.value
    assert window.locator("#opener").text_content() == "null"
    with window.expect_event("close"):
        window.get_by_role("link", name=choice).click()


def everything_kept(page):
    return page.evaluate(
        "JSON.stringify([{...sessionStorage}, {...localStorage}, document.cookie, location.href])"
    )


def test_a_code_with_pkce_becomes_a_token_that_is_sent(show_scheme, world, provider):
    page = show_scheme(provider.flows("authorizationCode"))
    page.get_by_label("write Change things").check()
    sign_in(page)
    expect(page.get_by_text("A token is set. It expires in 60 minutes.")).to_be_visible()

    asked = provider.questions[0]
    assert (asked["response_type"], asked["client_id"]) == ("code", CLIENT)
    assert asked["scope"] == "read write"
    assert asked["code_challenge_method"] == "S256"
    assert asked["redirect_uri"] == f"{world.site}/docsjson-oauth.html"
    assert len(asked["state"]) == 43
    assert "client_secret" not in provider.tokens[0]

    send(page)
    assert world.last.headers["authorization"] == "Bearer token-1"
    expect(page.locator(".dj-sample-curl")).to_contain_text("Bearer XXXXXXXX")


def test_a_token_and_a_client_are_written_down_nowhere(show_scheme, provider, world):
    page = show_scheme(provider.flows("authorizationCode"))
    page.get_by_label("Client secret").fill(SECRET)
    sign_in(page)
    expect(page.get_by_text("A token is set.")).to_be_visible()
    assert provider.tokens[0]["client_secret"] == SECRET

    kept = everything_kept(page) + page.content() + "".join(str(one) for one in world.arrived)
    assert not [word for word in ("token-1", "code-1", SECRET, CLIENT) if word in kept]
    page.reload()
    expect(page.get_by_label("login", exact=True)).to_have_value("")
    expect(page.get_by_label("Client ID")).to_have_value("")


def test_every_question_has_a_state_and_a_verifier_of_its_own(show_scheme, provider):
    page = show_scheme(provider.flows("authorizationCode"))
    for number in (1, 2):
        sign_in(page)
        expect(page.get_by_label("login", exact=True)).to_have_value(f"token-{number}")

    first, second = provider.questions
    assert first["state"] != second["state"]
    assert first["code_challenge"] != second["code_challenge"]


def test_an_answer_to_another_question_reaches_nobody(show_scheme, provider):
    provider.state = "x" * 43
    page = show_scheme(provider.flows("authorizationCode"))
    page.get_by_label("Client ID").fill(CLIENT)
    with page.expect_popup() as opening:
        page.get_by_role("button", name="Sign in and get a token").click()
    window = opening.value
    window.get_by_role("link", name="Allow").click()
    expect(window.get_by_text("If it stays open, that page is gone")).to_be_visible()
    window.wait_for_url("**/docsjson-oauth.html")

    assert "code-1" not in window.content()
    expect(page.get_by_text("Waiting for the window of")).to_be_visible()
    with window.expect_event("close"):
        page.get_by_role("button", name="Cancel").first.click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    assert provider.tokens == []


def test_a_window_that_the_provider_shuts_off_gives_its_answer_too(show_scheme, provider):
    provider.headers = {"Cross-Origin-Opener-Policy": "same-origin"}
    page = show_scheme(provider.flows("authorizationCode"))
    page.get_by_label("Client ID").fill(CLIENT)
    with page.context.expect_page() as opening:
        page.get_by_role("button", name="Sign in and get a token").click()
    opening.value.get_by_role("link", name="Allow").click()

    expect(page.get_by_text("A token is set.")).to_be_visible()


@pytest.mark.parametrize(
    ("choice", "changes", "said"),
    [
        ("Deny", {}, "access_denied: Not you."),
        ("Allow", {"codes": {}}, "invalid_grant: As said."),
    ],
)
def test_a_refusal_is_said(show_scheme, provider, choice, changes, said):
    page = show_scheme(provider.flows("authorizationCode"))
    if changes:
        provider.problem = lambda *_: "invalid_grant"
    sign_in(page, choice)

    expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    expect(page.get_by_label("login", exact=True)).to_have_value("")


def test_an_answer_of_another_provider_is_not_taken(show_scheme, provider):
    provider.issuer = "https://other.example"
    page = show_scheme({"type": "openIdConnect", "openIdConnectUrl": provider.discovery})
    page.get_by_role("button", name="Ask the provider how to sign in").click()
    sign_in(page)

    expect(page.get_by_text("another provider: https://other.example")).to_be_visible()
    assert provider.tokens == []


@pytest.mark.parametrize("way", ["Fields of the body", "Basic authentication"])
def test_client_credentials_give_a_token(show_scheme, world, provider, way):
    page = show_scheme(provider.flows("clientCredentials"))
    page.get_by_label("Client ID").fill(CLIENT)
    page.get_by_label("Client secret").fill(SECRET)
    page.get_by_label("Client is sent as").select_option(way)
    page.get_by_role("button", name="Get a token").click()
    expect(page.get_by_label("login", exact=True)).to_have_value("token-1")

    is_header = way == "Basic authentication"
    assert ("client_secret" in provider.tokens[0]) is not is_header
    assert (provider.authorization[0] is not None) is is_header
    assert provider.tokens[0]["scope"] == "read"
    send(page)
    assert world.last.headers["authorization"] == "Bearer token-1"


def test_without_a_client_nothing_is_asked_and_enter_asks(show_scheme, world, provider):
    page = show_scheme(provider.flows("clientCredentials"))
    page.get_by_role("button", name="Get a token").click()
    field = page.get_by_label("Client ID")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("This field is required.")
    assert provider.paths == []

    field.fill(CLIENT)
    page.get_by_label("Client secret").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_text("invalid_client: As said.")).to_be_visible()
    assert world.arrived == []


def test_a_provider_is_asked_how_to_sign_in_on_a_click_only(show_scheme, world, provider):
    page = show_scheme({"type": "openIdConnect", "openIdConnectUrl": provider.discovery})
    expect(page.get_by_text(provider.discovery)).to_be_visible()
    assert provider.paths == []

    page.get_by_role("button", name="Ask the provider how to sign in").click()
    expect(page.get_by_label("read", exact=True)).to_be_checked()
    expect(page.get_by_label("profile")).not_to_be_checked()
    sign_in(page)
    expect(page.get_by_text("A token is set.")).to_be_visible()
    assert provider.questions[0]["scope"] == "read"
    send(page)
    assert world.last.headers["authorization"] == "Bearer token-1"

    page.get_by_label("Flow").select_option("Client credentials")
    page.get_by_label("Client secret").fill(SECRET)
    page.get_by_role("button", name="Get a token").click()
    expect(page.get_by_label("login", exact=True)).to_have_value("token-2")
    assert provider.authorization[-1] is not None


def test_a_policy_that_forbids_the_provider_is_named(show_scheme, world, provider):
    page = show_scheme(provider.flows("clientCredentials"))
    world.policy = f"default-src 'self'; connect-src 'self' {world.api}"
    page.reload()
    page.get_by_label("Client ID").fill(CLIENT)
    page.get_by_role("button", name="Get a token").click()

    expect(page.get_by_text(f"{provider.url}: add it to connect-src")).to_be_visible()
    assert provider.paths == []


def test_a_token_holds_for_the_server_that_it_was_asked_for(show_scheme, world, provider):
    with running() as other:
        servers = [{"url": world.api}, {"url": other.api}]
        page = show_scheme(provider.flows("clientCredentials"), servers=servers)
        page.get_by_label("Client ID").fill(CLIENT)
        page.get_by_label("Client secret").fill(SECRET)
        page.get_by_role("button", name="Get a token").click()
        expect(page.get_by_label("login", exact=True)).to_have_value("token-1")
        page.locator(".dj-pg-part summary", has_text="Server").click()
        page.get_by_label("Base URL").select_option(index=1)

        expect(page.get_by_label("login", exact=True)).to_have_value("")
        expect(page.get_by_label("Client ID")).to_have_value(CLIENT)


def test_flows_that_are_not_offered_say_why(show_scheme, provider):
    page = show_scheme(provider.flows("implicit", "password"))

    expect(page.get_by_text("a token would be part of an address")).to_be_visible()
    expect(page.get_by_text("no page should see the password")).to_be_visible()
    expect(page.get_by_label("Client ID")).to_have_count(0)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "https://a@b.example"])
def test_a_hostile_address_is_not_opened(show_scheme, provider, url):
    scheme = provider.flows("authorizationCode")
    scheme["flows"]["authorizationCode"] |= {"authorizationUrl": url, "tokenUrl": url}
    page = show_scheme(scheme)

    expect(page.get_by_label("login", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sign in and get a token")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_a_phone_shows_all_of_it(world, provider, visit, scheme):
    login = provider.flows("authorizationCode", "clientCredentials", "implicit")
    url = operation_page(
        world,
        method="get",
        security=[{"login": ["read"]}],
        components={"securitySchemes": {"login": login}},
    )
    opened = visit(url, width=375, color_scheme=scheme)
    opened.page.get_by_role("button", name="Try it").click()
    form = opened.page.locator(".dj-playground")

    assert form.evaluate("(e) => e.scrollWidth <= e.clientWidth + 1")
    assert opened.accessibility_violations() == []
