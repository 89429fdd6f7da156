"""Services are asked for on the web only, after consent, under a policy that names their hosts.

No request leaves the browser: each is answered here.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from sphinx_docsjson.ext.integrations import known_services, policy, services_script
from sphinx_docsjson.site.validation import schema

pytestmark = pytest.mark.browser

SITE = "https://docs.example.org/"
PAGE = '<!doctype html><title>A</title><script src="/services.js" defer></script><p>Text</p>'
FIELDS = schema()["$defs"]["integrations"]["properties"]
ASKING = {"onetrust", "transcend"}
GA4 = {"ga4": {"measurementId": "G-1"}}
GTAG = "https://www.googletagmanager.com/gtag/js?id=G-1"
AGREED = {"cookies": {"key": "agreed", "value": "yes"}}
AIRGAP = """
window.airgap = Object.assign(new EventTarget(), {
  ready: (begin) => begin(),
  getConsent: () => ({ purposes: { 'Product Analytics': airgap.yes } }),
});
"""
ASKED = {
    "onetrust": (
        {"domainScript": "a-1"},
        "window.OnetrustActiveGroups = ',C0001,'; OptanonWrapper();",
        "OnetrustActiveGroups = ',C0001,C0002,'; OptanonWrapper()",
        "OnetrustActiveGroups = ',C0001,'; OptanonWrapper()",
    ),
    "transcend": (
        {"bundleId": "b-1", "analyticsPurpose": "Product Analytics"},
        AIRGAP,
        "airgap.yes = true; airgap.dispatchEvent(new Event('consent-change'))",
        "airgap.yes = false; airgap.dispatchEvent(new Event('consent-change'))",
    ),
}
"""What asks readers → its fields, what its script does, and what happens at a yes and a no."""


@pytest.fixture
def open_site(browser):
    """Return ``open_site(services, url, answers)`` → page, addresses that it asked for."""
    contexts = []

    def start(services, url=SITE, answers=None, stored=None):
        context = browser.new_context()
        contexts.append(context)
        page, asked = context.new_page(), []
        allowed = {"default-src": ["'self'"]}
        for directive, sources in policy(services).items():
            allowed[directive] = ["'self'", *sources]
        line = "; ".join(f"{name} {' '.join(of)}" for name, of in allowed.items())

        def answer(route):
            address = route.request.url
            if urlsplit(address).hostname != urlsplit(url).hostname:
                asked.append(address)
                body = next((t for n, t in (answers or {}).items() if n in address), "")
                route.fulfill(body=body, content_type="text/javascript")
            elif address.endswith("/services.js"):
                route.fulfill(body=services_script(services), content_type="text/javascript")
            else:
                headers = {"Content-Security-Policy": line}
                route.fulfill(body=PAGE, content_type="text/html", headers=headers)

        page.route("**/*", answer)
        page.errors = []
        page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        for key, value in (stored or {}).items():
            page.add_init_script(f"localStorage.setItem({key!r}, {value!r})")
        page.goto(url)
        page.wait_for_load_state("networkidle")
        return page, asked

    yield start
    for context in contexts:
        context.close()


def test_every_service_loads_its_script_under_a_strict_policy(open_site):
    services = {
        name: {
            key: field["examples"][0]
            for key, field in FIELDS[name]["properties"].items()
            if "examples" in field
        }
        for name in known_services().keys() - ASKING
    }
    page, asked = open_site(services)

    assert page.errors == []
    hosts = {
        *("assets.adobedtm.com", "cdn.amplitude.com", "www.clarity.ms", "cdn.usefathom.com"),
        *("tag.clearbitscripts.com", "chat-assets.frontapp.com", "www.googletagmanager.com"),
        *("cdn.us.heap-api.com", "cdn.hightouch-events.com", "static.hotjar.com"),
        *("widget.intercom.io", "cdn.getkoala.com", "cdn.logrocket.io", "cdn.mxpnl.com"),
        *("api.pirsch.io", "plausible.example.com", "eu-assets.i.posthog.com", "cdn.example.com"),
    }
    assert {urlsplit(address).hostname for address in asked} == hosts
    assert len(asked) == len(services)
    assert page.evaluate("mixpanel._i[0][0]") == "4c2a6dbd1a2b3c4d"
    assert page.evaluate("posthog._i[0][1].disable_session_recording") is True
    assert page.evaluate("analytics[0][0]") == "page"
    assert page.evaluate("Object.prototype.toString.call(dataLayer[0])") == "[object Arguments]"


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8000/",
        "http://docs.localhost/",
        "http://127.0.0.1:8000/",
        "http://127.1.2.3/",
        "http://[::1]:8000/",
    ],
)
def test_nothing_is_asked_for_on_the_computer_of_an_author(open_site, url):
    assert open_site(GA4, url)[1] == []


def test_nothing_is_asked_for_from_a_disk(open_site, tmp_path):
    (tmp_path / "services.js").write_text(services_script(GA4), encoding="utf-8")
    file = tmp_path / "a.html"
    file.write_text(PAGE.replace("/services.js", "services.js"), encoding="utf-8")

    page, asked = open_site({}, file.as_uri())
    assert page.evaluate("typeof dataLayer") == "undefined"
    assert asked == []


def test_services_wait_until_the_browser_keeps_what_the_owner_names(open_site):
    page, asked = open_site(GA4 | AGREED)
    assert asked == []
    page.evaluate("localStorage.setItem('agreed', 'no')")
    page.click("p")
    assert asked == []
    page.evaluate("localStorage.setItem('agreed', 'yes')")
    with page.expect_request(GTAG):
        page.click("p")


def test_who_agreed_before_is_not_asked_again(open_site):
    assert open_site(GA4 | AGREED, stored={"agreed": "yes"})[1] == [GTAG]
    assert open_site(GA4 | AGREED, stored={"agreed": "no"})[1] == []


@pytest.mark.parametrize("name", ASKED)
def test_services_wait_for_what_asks_readers_and_end_when_they_take_it_back(open_site, name):
    fields, script, agrees, takes_back = ASKED[name]
    page, asked = open_site(GA4 | {name: fields}, answers={name: script, "cookielaw": script})

    assert len(asked) == 1
    with page.expect_request(GTAG):
        page.evaluate(agrees)
    with page.expect_navigation():
        page.evaluate(takes_back)
    page.wait_for_load_state("networkidle")
    assert [address for address in asked if address == GTAG] == [GTAG]
    assert page.errors == []
