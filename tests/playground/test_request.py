"""Requests are written as OpenAPI says: the examples of its table of styles, and harder ones."""

from __future__ import annotations

import pytest

from sphinx_docsjson.ext.openapi.model.api import (
    Body,
    Encoding,
    MediaType,
    Operation,
    Parameter,
    Requirement,
    SecurityScheme,
)
from sphinx_docsjson.ext.openapi.model.operations import servers_of
from sphinx_docsjson.ext.openapi.reading.parse import SourceFloat
from sphinx_docsjson.ext.openapi.request.http import (
    File,
    Values,
    build_request,
    concrete,
    is_literal,
    kind_of,
)
from sphinx_docsjson.ext.openapi.request.values import absolute_server

BLUE, COLORS = "blue", ["blue", "black", "brown"]
MATRIX = ";R=100;G=200;B=150"
RGB = {"R": 100, "G": 200, "B": 150}


def url_of(value, place="query", **fields):
    name = fields.pop("name", "color")
    parameter = Parameter(name=name, place=place, **fields)
    path = f"/a/{{{name}}}" if place == "path" else "/a"
    operation = Operation(spec="", method="GET", path=path, parameters=(parameter,))
    values = Values(server="https://x.example/", parameters={f"{place}:{name}": value})
    return build_request(operation, values).url.removeprefix("https://x.example/a")


@pytest.mark.parametrize(
    ("style", "explode", "text", "array", "obj"),
    [
        ("matrix", False, ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
        (
            "matrix",
            True,
            ";color=blue",
            ";color=blue;color=black;color=brown",
            ";R=100;G=200;B=150",
        ),
        ("label", False, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
        ("label", True, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
        ("simple", False, "blue", "blue,black,brown", "R,100,G,200,B,150"),
        ("simple", True, "blue", "blue,black,brown", "R=100,G=200,B=150"),
    ],
)
def test_path_parameters_follow_the_table_of_openapi(style, explode, text, array, obj):
    written = [
        url_of(value, "path", style=style, explode=explode) for value in (BLUE, COLORS, RGB)
    ]

    assert written == [f"/{text}", f"/{array}", f"/{obj}"]


@pytest.mark.parametrize(
    ("style", "explode", "value", "written"),
    [
        ("form", False, BLUE, "color=blue"),
        ("form", False, COLORS, "color=blue,black,brown"),
        ("form", True, COLORS, "color=blue&color=black&color=brown"),
        ("form", False, RGB, "color=R,100,G,200,B,150"),
        ("form", True, RGB, "R=100&G=200&B=150"),
        ("spaceDelimited", False, COLORS, "color=blue%20black%20brown"),
        ("spaceDelimited", False, RGB, "color=R%20100%20G%20200%20B%20150"),
        ("pipeDelimited", False, COLORS, "color=blue%7Cblack%7Cbrown"),
        ("tabDelimited", False, COLORS, "color=blue%09black%09brown"),
        ("deepObject", True, RGB, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
        ("deepObject", True, {"a": {"b": [1]}}, "color%5Ba%5D%5Bb%5D%5B0%5D=1"),
    ],
)
def test_query_parameters_follow_the_table_of_openapi(style, explode, value, written):
    assert url_of(value, style=style, explode=explode) == f"?{written}"


def test_nothing_but_unreserved_characters_stays_in_a_value():
    assert url_of("a b/c?d&e=é'\"~", style="form") == "?color=a%20b%2Fc%3Fd%26e%3D%C3%A9%27%22~"


def test_reserved_characters_stay_where_they_are_allowed_and_break_nothing():
    assert url_of("/a:b?c&d#e", style="form", allow_reserved=True) == "?color=/a:b?c%26d%23e"


def test_a_parameter_with_a_media_type_is_json():
    assert url_of({"a": 1}, media_type="application/json") == "?color=%7B%22a%22%3A1%7D"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (False, "false"),
        (0, "0"),
        ("", ""),
        (1.0, "1"),
        (0.1, "0.1"),
        (1e-7, "1e-7"),
        (1e21, "1e%2B21"),
        (1234567890123456789, "1234567890123456789"),
        (SourceFloat("1.10"), "1.10"),
    ],
)
def test_what_says_nothing_much_is_said(value, text):
    assert url_of(value, style="form") == f"?color={text}"


def test_a_required_parameter_without_a_value_is_shown_by_name():
    parameter = Parameter(name="q", place="query", required=True)
    operation = Operation(spec="", method="GET", path="/a/{id}#part", parameters=(parameter,))

    assert build_request(operation, Values(server="")).url == "/a/{id}?q={q}"


def test_headers_stay_on_one_line_and_those_without_meaning_are_left_out():
    parameters = [Parameter(name=n, place="header") for n in ("X-A", "Accept", "Authorization")]
    operation = Operation(spec="", method="GET", path="/", parameters=tuple(parameters))
    values = {f"header:{p.name}": "a\r\nInjected: b" for p in parameters}

    assert build_request(operation, Values(parameters=values)).headers == (
        ("X-A", "a Injected: b"),
    )


def test_cookies_are_one_header():
    scheme = SecurityScheme(key="k", type="apiKey", place="cookie", parameter="session")
    operation = Operation(
        spec="",
        method="GET",
        path="/",
        parameters=(Parameter(name="a", place="cookie", style="form", explode=True),),
        security=((Requirement(scheme=scheme),),),
    )
    values = Values(parameters={"cookie:a": "1 2"}, security=0, credentials={"k": "x;y"})

    assert build_request(operation, values).headers == (("Cookie", "a=1%202; session=x%3By"),)


def body_of(media_type, body, **encoding):
    media = MediaType(name=media_type, encoding=encoding)
    operation = Operation(spec="", method="POST", path="/", body=Body(content=(media,)))
    return build_request(operation, Values(media_type=media_type, body=body)).body


FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"


def test_forms_repeat_lists_and_write_objects_as_json_or_as_their_style_says():
    assert body_of(FORM, {"a": [1, 2], "o": {"b": True}, "n": None}).text == (
        "a=1&a=2&o=%7B%22b%22%3Atrue%7D"
    )
    deep = Encoding(style="deepObject", explode=True)
    assert body_of(FORM, {"o": {"b": [{"c": "x y"}]}}, o=deep).text == "o%5Bb%5D%5B0%5D%5Bc%5D=x+y"
    joined = Encoding(style="form", explode=False)
    assert body_of(FORM, {"a": [1, 2]}, a=joined).text == "a=1%2C2"


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("image/png, image/jpeg", "image/png"),
        ("image/*, image/jpeg", "image/jpeg"),
        ("image/*", ""),
        ("text/csv; charset=utf-8", "text/csv; charset=utf-8"),
        (None, ""),
    ],
)
def test_a_part_is_sent_as_the_first_type_that_is_no_range(written, sent):
    assert Encoding(content_type=written).part_type == sent


def test_multipart_parts_say_their_type_when_the_specification_does():
    body = {"f": [File(name="a.png", type="image/png"), File(name="b")], "o": {"x": 1}, "t": "é"}
    parts = body_of(MULTIPART, body, o=Encoding(content_type="application/json")).parts

    assert [(p.name, p.value, p.file, p.type) for p in parts] == [
        ("f", "", "a.png", "image/png"),
        ("f", "", "b", ""),
        ("o", '{"x":1}', "", "application/json"),
        ("t", "é", "", ""),
    ]


def test_files_in_a_list_are_parts_whatever_the_list_is_said_to_be():
    how = Encoding(content_type="application/json")
    parts = body_of(MULTIPART, {"f": [File(name="a"), File(name="b")]}, f=how).parts

    json_type = how.content_type
    assert [(part.file, part.type) for part in parts] == [("a", json_type), ("b", json_type)]


def test_a_form_without_fields_is_no_body():
    assert body_of(FORM, {}) is None


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ('{"a": [1, 2.5, "12345678901234567890"]}', True),
        ('{"a": 12345678901234567890}', False),
        ('{"a": 1e400}', False),
        ('{"a": NaN}', False),
        ('{"__proto__": 1}', False),
        ("null", False),
        ("{", False),
    ],
)
def test_json_that_languages_would_change_is_sent_as_text(text, literal):
    assert is_literal(text) is literal
    assert body_of("application/json", text).kind == ("json" if literal else "text")
    assert body_of("application/json", text).text == text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("application/json; charset=utf-8", "json"),
        ("application/merge-patch+json", "json"),
        ("text/csv", "text"),
        ("application/soap+xml", "text"),
        ("application/x-ndjson", "text"),
        ("image/*", "binary"),
    ],
)
def test_media_types_are_of_few_kinds(name, kind):
    assert kind_of(name) == kind


def test_a_range_of_media_types_becomes_one_that_can_be_sent():
    names = ("*/*", "application/*", "image/*", "text/plain")

    assert [concrete(name) for name in names] == [
        "application/json",
        "application/json",
        "application/octet-stream",
        "text/plain",
    ]


def test_a_server_that_says_too_little_is_still_an_address():
    described = {"at": {"enum": ["", "eu"]}, "port": {"default": "8443"}}
    (server,) = servers_of([{"url": "https://{at}.{who}.example:{port}/", "variables": described}])

    assert server.default_url == "https://eu.who.example:8443"
    empty = {"url": "https://a.example/{prefix}v1", "variables": {"prefix": {"default": ""}}}
    assert servers_of([empty])[0].default_url == "https://a.example/v1"
    assert absolute_server("//a.example/v2", "api.yaml") == "https://a.example/v2"
    assert absolute_server("/v2", "api.yaml") == "https://example.com/v2"
    assert absolute_server("v2", "https://a.example/docs/api.yaml") == "https://a.example/docs/v2"
    assert absolute_server("http://a.example/v2/", "api.yaml") == "http://a.example/v2"
