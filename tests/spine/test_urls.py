"""Only harmless URLs reach a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.urls import ALLOWED_SCHEMES, is_external, safe_url, scheme_of


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a?b=c#d",
        "//example.org/a",
        "mailto:me@example.org",
        "tel:+123",
        "/a/b",
        "../a",
        "a/b:c",
        "#part",
        "",
    ],
)
def test_links_that_authors_write_pass(url):
    assert safe_url(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "javascript&colon;alert(1)",
        "&#106;avascript:alert(1)",
        "java&Tab;script:alert(1)",
        "vbscript:x",
        "data:text/html,<script>alert(1)</script>",
        "file:///etc/passwd",
        "\u200bjavascript:alert(1)",
    ],
)
def test_schemes_that_run_or_read_are_refused_however_they_are_spelled(url):
    assert safe_url(url) is None


@given(st.text())
def test_what_passes_has_an_allowed_scheme_or_none(url):
    passed = safe_url(url)
    if passed is not None:
        assert scheme_of(passed) in ALLOWED_SCHEMES | {None}


def test_only_urls_with_a_scheme_or_a_host_are_external():
    assert is_external("https://example.org")
    assert is_external("//example.org")
    assert not is_external("/a")
    assert not is_external("a/b")
