"""Long and endless responses: each byte is read once, and reading ends somewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from werkzeug import Response

from tests._support.inputs import input_text
from tests.browser.playground_support import answer_with, send
from tests.playground.support import SCRIPTS

pytestmark = pytest.mark.browser


def test_what_is_longer_than_a_page_can_hold_is_not_read_on(show, world):
    megabyte = b"x" * (1 << 20)
    world.answer = lambda _request: Response([megabyte] * 30, content_type="text/plain")
    page = show(method="get")
    send(page)

    expect(page.get_by_text("longer than 10.0 MB; the rest was not read")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.path().stat().st_size == 10 << 20


def test_a_file_may_be_longer_than_a_text(show, world):
    answer_with(world, b"\xff" * (11 << 20), kind="application/zip")
    page = show(method="get")
    send(page)

    expect(page.get_by_text("Binary data (application/zip, 11.0 MB)")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.path().stat().st_size == 11 << 20


COUNTED = input_text(__file__, "playground_streams.js")


@pytest.fixture
def parse_events(browser):
    source = (SCRIPTS / "events.js").read_text(encoding="utf-8")
    page = browser.new_page()
    yield lambda chunks: page.evaluate(COUNTED, {"source": source, "chunks": chunks})
    page.close()


def test_a_stream_without_an_end_is_read_once(parse_events):
    def steps(count):
        return parse_events(["data: " + "x" * 50] + ["y" * 50] * count)["steps"]

    assert steps(4000) <= 2.1 * steps(2000)


def test_events_are_what_the_standard_says_however_they_are_cut(parse_events):
    text = (
        ": a comment\r\n\r\nevent: tick\rdata: one\rdata:two\r\rdata\n\n"
        "id: 7\nretry: 1\n\nevent: no data\n\ndata: a:b\r\n\r\ndata: last"
    )
    wanted = [["tick", "one\ntwo"], ["message", ""], ["message", "a:b"], ["message", "last"]]

    for length in (1, 2, 3, 7, len(text)):
        chunks = [text[at : at + length] for at in range(0, len(text), length)]
        assert parse_events(chunks)["shown"] == wanted


def test_a_text_that_never_ends_is_coloured_in_no_time(show, world):
    answer_with(world, b'data: "' + rb"\"" * 90_000 + b"\n\n", kind="text/event-stream")
    page = show(method="get")
    send(page)

    expect(page.locator(".dj-pg-events .s2")).to_be_visible()
