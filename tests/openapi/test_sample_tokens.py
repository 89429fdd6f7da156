"""Samples are highlighted by parts as Pygments highlights them as a whole."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sphinx.highlighting import PygmentsBridge

from sphinx_docsjson.ext.openapi.request.http import Part, Request, RequestBody
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES, sample_of
from sphinx_docsjson.html.code import CodeHighlighter

PIECES = [
    *("a", "Z", " ", "0", "/", "\\", '"', "'", "`", "\n", "\t", "#{x}", "${x}", "{x}", "%s", "$x"),
    *("<b>", "&", "?", "é", "\u2028", "vv0vv", "--", "//", "/*", "<?php", "'''", '"""', "@", ";"),
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
JSON = st.recursive(
    TEXT
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def json_body(value):
    return RequestBody(kind="json", type="application/json", text=json.dumps(value, indent=2))


BODY = st.one_of(
    st.none(),
    JSON.map(json_body),
    TEXT.map(lambda text: RequestBody(kind="text", type="text/plain", text=text)),
    st.lists(st.builds(Part, name=TEXT, value=TEXT, type=st.sampled_from(["", "a/b"])), max_size=2)
    .map(tuple)
    .flatmap(
        lambda parts: st.sampled_from(["form", "multipart"]).map(
            lambda kind: RequestBody(kind=kind, type="x/y", parts=parts)
        )
    ),
)
REQUESTS = st.builds(
    Request,
    method=st.sampled_from(["GET", "POST", "HEAD", "PURGE"]),
    url=TEXT.map("https://example.com/".__add__),
    headers=st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple),
    basic=st.none() | st.tuples(TEXT, TEXT),
    body=BODY,
)


@cache
def whole():
    return CodeHighlighter(PygmentsBridge("html", "sphinx"))


@pytest.mark.parametrize("name", LANGUAGES)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(request=REQUESTS)
def test_a_sample_in_parts_is_what_pygments_writes(name, request):
    sample = sample_of(request, name)

    html = whole().sample_html(sample.code, sample.lexer, sample.literals)
    assert html == whole().highlight_block(sample.code, sample.lexer, force=True)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(value=JSON, indent=st.sampled_from([None, 2]), ascii_only=st.booleans())
def test_json_is_what_pygments_writes(value, indent, ascii_only):
    code = json.dumps(value, indent=indent, ensure_ascii=ascii_only)

    assert whole().sample_html(code, "json", ()) == whole().highlight_block(
        code, "json", force=True
    )


@pytest.mark.parametrize("code", ["", "{", "[1,]", "{'a': 1}", "[01]", "1.", "// a\n{}", '"\\/"'])
def test_what_is_no_json_is_left_to_pygments(code):
    assert whole().sample_html(code, "json", ()) == whole().highlight_block(
        code, "json", force=True
    )


def asked_for(samples):
    """Return how long each text is that Pygments is asked about."""
    asked = []

    class Counting(CodeHighlighter):
        def get_lexer(self, source, *args, **options):
            asked.append(len(source))
            return super().get_lexer(source, *args, **options)

    highlighter = Counting(PygmentsBridge("html", "sphinx"))
    for code, lexer, literals in samples:
        highlighter.sample_html(code, lexer, literals)
    return asked


def test_a_thousand_samples_ask_pygments_once_for_their_template():
    urls = (f"https://example.com/{number}" for number in range(1000))
    made = [sample_of(Request(method="GET", url=url), "go") for url in urls]
    asked = asked_for((one.code, one.lexer, one.literals) for one in made)

    assert len(asked) >= 1000
    assert sum(length > 100 for length in asked) == 1


def test_examples_ask_pygments_for_no_json():
    assert asked_for((json.dumps({"number": n}, indent=2), "json", ()) for n in range(100)) == []
