"""The playground in a browser: what is typed is what arrives, and what comes back is shown."""

from __future__ import annotations

import json
import threading

import pytest
from playwright.sync_api import expect
from werkzeug import Response

from sphinx_docsjson.ext.openapi.content.playground import digest, playground_script
from sphinx_docsjson.ext.openapi.reading.parse import parse
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES
from sphinx_docsjson.site.model import Api, Auth
from tests.browser.playground_support import (
    SCHEMES,
    STRING,
    answer_with,
    json_body,
    operation_page,
    query,
    send,
)

pytestmark = pytest.mark.browser

# What is sent.


def test_untouched_optionals_stay_out_and_what_says_nothing_much_stays_in(show, world):
    page = show(
        method="get",
        parameters=[
            query("untouched", STRING),
            query("empty", STRING),
            query("zero", {"type": "integer"}),
            query("no", {"type": "boolean"}),
        ],
    )
    page.get_by_label("empty string").fill("x")
    page.get_by_label("empty string").fill("")
    page.get_by_label("zero integer").fill("0")
    page.get_by_label("no boolean").select_option("false")
    send(page)

    assert world.last.target == "/things?empty=&zero=0&no=false"


def test_a_form_asks_for_the_server_that_no_description_names(show, world):
    world.keeps_servers = True
    page = show(method="get", security=[{"header": []}], **SCHEMES)
    samples = page.locator(".dj-sample-curl, .dj-pg-url")
    expect(samples.first).to_contain_text("https://example.com/things")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Must match https://")).to_be_visible()
    assert world.arrived == []

    page.get_by_label("Base URL").fill(f"{world.api}/v2/")
    page.get_by_label("X-Key").fill("secret")
    send(page)
    assert world.last.target == "/v2/things"
    assert world.last.headers["x-key"] == "secret"
    for shown in samples.all_inner_texts():
        assert f"{world.api}/v2/things" in shown

    page.reload()
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".dj-pg-url")).to_have_text(f"{world.api}/v2/things")


def test_a_touched_optional_can_be_left_out_again(show, world):
    page = show(method="get", parameters=[query("a", STRING)])
    page.get_by_label("a string").fill("x")
    page.get_by_role("button", name="Leave out: a").click()
    send(page)

    assert world.last.target == "/things"


def test_null_false_zero_and_empty_text_survive_in_a_body(show, world):
    page = show(
        **json_body(
            {
                "type": "object",
                "properties": {
                    "nothing": {"type": ["string", "null"]},
                    "no": {"type": "boolean"},
                    "zero": {"type": "number"},
                    "empty": STRING,
                    "large": {"type": "integer"},
                    "left": STRING,
                    "inner": {"type": "object", "required": ["a"], "properties": {"a": STRING}},
                },
            },
            example={},
        )
    )
    page.get_by_role("button", name="null").click()
    page.get_by_label("no boolean").select_option("false")
    page.get_by_label("zero number").fill("0")
    page.get_by_label("large integer").fill("12345678901234567890")
    page.get_by_label("empty string").fill("x")
    page.get_by_label("empty string").fill("")
    send(page)

    assert b"12345678901234567890" in world.last.body
    assert json.loads(world.last.body) == {
        "nothing": None,
        "no": False,
        "zero": 0,
        "empty": "",
        "large": 12345678901234567890,
    }


def test_a_value_that_can_only_be_null_is_sent(show, world):
    schema = {"type": "object", "required": ["n"], "properties": {"n": {"enum": [None]}}}
    page = show(**json_body(schema, example={"n": None, "a": 1}))
    send(page)
    assert json.loads(world.last.body) == {"n": None, "a": 1}


def test_a_body_that_was_emptied_is_empty_after_a_reload(show, world):
    schema = {"type": "object", "properties": {"a": STRING}}
    page = show(**json_body(schema, example={"a": "x"}))
    page.get_by_role("button", name="JSON").click()
    page.locator("textarea.dj-pg-code").fill("")
    page.reload()
    send(page)
    assert world.last.body == b""


NUMBERS = """
parameters:
- {name: id, in: path, required: true, schema: {type: integer}, example: 1234567890123456789}
- {name: rate, in: query, required: true, schema: {type: number}, example: 1.10}
- {name: of, in: query, required: true, style: deepObject, explode: true,
   schema: {type: object, properties: {at: {type: integer}}}, example: {at: 9007199254740993}}
- {name: one, in: query, required: true,
   schema: {enum: [1234567890123456788, 1234567890123456789]},
   example: 1234567890123456789}
- {name: most, in: query, schema: {type: integer, maximum: 9223372036854775807, minimum: 3,
   default: 1234567890123456787}}
requestBody:
  content:
    application/json:
      schema: {type: object, properties: {key: {type: integer}, price: {type: number}, free: {}}}
      example: {key: 1234567890123456789, price: 1.10, free: [0.1000000000000000055, 1e2]}
"""


def test_numbers_keep_their_digits_in_the_form_the_samples_and_the_request(show, world):
    fields, _problems = parse(NUMBERS, is_json=False)
    page = show(path="/things/{id}", **fields)
    query = "rate=1.10&of%5Bat%5D=9007199254740993&one=1234567890123456789"

    expect(page.get_by_label("id integer")).to_have_value("1234567890123456789")
    most = page.get_by_label("most integer")
    expect(most).to_have_attribute("max", "9223372036854775807")
    expect(most).to_have_attribute("placeholder", "1234567890123456787")
    for place in (page.locator(".dj-pg-url"), page.locator(".dj-sample-curl")):
        expect(place).to_contain_text(f"/things/1234567890123456789?{query}")
    expect(page.locator(".dj-sample-python")).to_contain_text("0.1000000000000000055")

    page.get_by_label("rate number").fill("2.50")
    most.fill("1")
    send(page, wait=".dj-pg-problem")
    assert not world.arrived
    most.fill("1234567890123456781")
    send(page)

    assert world.last.path == "/things/1234567890123456789"
    query = query.replace("1.10", "2.50") + "&most=1234567890123456781"
    assert world.last.target.endswith(f"?{query}")
    sent = json.loads(world.last.body, parse_float=str)
    assert sent == {
        "key": 1234567890123456789,
        "price": "1.10",
        "free": ["0.1000000000000000055", "1e2"],
    }


def test_lists_maps_objects_and_variants_are_typed_in_a_form(show, world):
    page = show(
        **json_body(
            {
                "type": "object",
                "required": ["tags", "shape", "labels", "address"],
                "properties": {
                    "tags": {"type": "array", "items": {"enum": ["a", "b"]}},
                    "labels": {"type": "object", "additionalProperties": {"type": "integer"}},
                    "address": {"type": "object", "properties": {"city": STRING}},
                    "shape": {
                        "oneOf": [
                            {"title": "Circle", "type": "object", "properties": {"r": STRING}},
                            {"title": "Text", "type": "string"},
                        ]
                    },
                },
            },
            example={},
        )
    )
    page.get_by_role("button", name="Add: tags").click()
    page.get_by_label("tags 1", exact=True).select_option("b")
    page.get_by_role("button", name="Add: labels").click()
    page.get_by_label("labels 1: Name").fill("n")
    page.get_by_label("labels 1: Value").fill("7")
    page.get_by_label("city string").fill("Bergen")
    page.get_by_label("shape: variant").select_option("Text")
    page.get_by_label("shape", exact=True).fill("square")
    send(page)

    assert json.loads(world.last.body) == {
        "tags": ["b"],
        "labels": {"n": 7},
        "address": {"city": "Bergen"},
        "shape": "square",
    }


def test_form_and_json_are_two_sides_of_one_body(show, world):
    page = show(
        **json_body({"type": "object", "properties": {"a": STRING}}, example={"a": "1", "x": [2]})
    )
    page.get_by_label("a string").fill("typed")
    page.get_by_role("button", name="JSON").click()
    area = page.get_by_role("textbox", name="Body")
    assert json.loads(area.input_value()) == {"a": "typed", "x": [2]}

    area.fill('{"a": "again"}')
    page.get_by_role("button", name="Form", exact=True).click()
    assert page.get_by_label("a string").input_value() == "again"

    page.get_by_role("button", name="JSON").click()
    area.fill("{")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert").first).to_contain_text("Fields to check: 1")
    expect(page.get_by_text("This is not valid JSON.").first).to_be_visible()
    assert world.arrived == []


def test_what_is_required_or_wrong_is_said_beside_the_field_and_focused(show, world):
    page = show(
        path="/things/{id}",
        method="get",
        parameters=[
            {"name": "id", "in": "path", "required": True, "schema": STRING},
            query("n", {"type": "integer", "maximum": 5}),
        ],
    )
    page.get_by_label("n integer").fill("9")
    page.get_by_role("button", name="Send").click()

    field = page.get_by_label("id string")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("This field is required.")).to_be_visible()
    expect(page.get_by_text("At most 5.")).to_be_visible()
    assert world.arrived == []

    field.fill("a/b")
    page.get_by_label("n integer").fill("5")
    send(page)
    assert world.last.target == "/things/a%2Fb?n=5"


def test_every_limit_that_several_parts_set_is_checked(show, world):
    code = {"allOf": [{"type": "string", "pattern": "^a"}, {"pattern": "z$"}]}
    rate = {"type": "integer", "minimum": 1, "exclusiveMaximum": 5}
    page = show(method="get", parameters=[query("code", code), query("rate", rate)])
    page.get_by_label("code string").fill("ab")
    page.get_by_label("rate integer").fill("5")
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_text("Must match z$")).to_be_visible()
    expect(page.get_by_text("Less than 5.")).to_be_visible()
    assert world.arrived == []

    page.get_by_label("code string").fill("az")
    page.get_by_label("rate integer").fill("4")
    send(page)
    assert world.last.target == "/things?code=az&rate=4"


def test_files_go_as_multipart_and_an_object_beside_them_is_no_file(show, world):
    page = show(
        requestBody={
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "required": ["file", "meta"],
                        "properties": {
                            "file": {"type": "string", "format": "binary"},
                            "more": {
                                "type": "array",
                                "items": {"type": "string", "format": "binary"},
                            },
                            "note": STRING,
                            "meta": {"type": "object", "properties": {"a": STRING}},
                        },
                    },
                    "encoding": {"meta": {"contentType": "application/json"}},
                }
            },
        }
    )
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("This field is required.").first).to_be_visible()

    page.get_by_label("file file").set_input_files(
        {"name": "é.png", "mimeType": "image/png", "buffer": b"\x89PNG\xff"}
    )
    page.get_by_label("more file[]").set_input_files(
        [{"name": f"{n}.txt", "mimeType": "text/plain", "buffer": b"x"} for n in "ab"]
    )
    page.get_by_label("note string").fill("hello")
    page.get_by_label("a string").fill("b")
    expect(page.locator(".dj-sample-curl")).to_contain_text("é.png")
    send(page)

    assert world.last.headers["content-type"].startswith("multipart/form-data; boundary=")
    assert world.last.form["file"] == ("é.png", "image/png", b"\x89PNG\xff")
    assert world.last.form["more"][0] == "b.txt"
    assert world.last.form["note"] == "hello"
    assert world.last.form["meta"] == '{"a":"b"}'
    assert b'name="meta"\r\nContent-Type: application/json\r\n\r\n' in world.last.body


def test_a_file_is_asked_for_again_when_one_comes_back(show, world):
    schema = {"type": "object", "properties": {"f": {"type": "string", "format": "binary"}}}
    schema["required"] = ["f"]
    page = show(
        requestBody={"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    )
    expect(page.locator(".dj-sample-curl")).to_contain_text('f=@"f.bin"')
    page.get_by_label("f file").set_input_files(
        {"name": "a.png", "mimeType": "image/png", "buffer": b"x"}
    )
    expect(page.locator(".dj-sample-curl")).to_contain_text('f=@"a.png"')
    page.reload()
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_text("This field is required.")).to_be_visible()
    assert world.arrived == []


BINARY = {"type": "string", "format": "binary"}
ROW = {"type": "object", "required": ["f"], "properties": {"f": BINARY}}
FILE_SHAPES = {
    "field": BINARY,
    "list": {"type": "array", "items": BINARY},
    "object": ROW,
    "objects": {"type": "array", "items": ROW},
}


@pytest.mark.parametrize("shape", FILE_SHAPES)
@pytest.mark.parametrize(
    "media", ["multipart/form-data", "application/x-www-form-urlencoded", "application/json"]
)
def test_what_the_form_shows_filled_is_what_arrives(show, world, media, shape):
    schema = {"type": "object", "required": ["x"], "properties": {"x": FILE_SHAPES[shape]}}
    page = show(requestBody={"required": True, "content": {media: {"schema": schema}}})
    files = page.locator(".dj-playground input[type=file]")
    told = page.get_by_text("Files can be sent only in the fields of a multipart form.")
    sample = page.locator(".dj-sample-curl")

    assert "File(" not in sample.inner_text()
    if media == "multipart/form-data" and shape in ("field", "list"):
        files.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"typed"})
        expect(told).to_have_count(0)
        expect(sample).to_contain_text("a.txt")
    else:
        expect(files).to_have_count(0)
        expect(told.first).to_be_visible()
        shown = page.locator(".dj-playground input").evaluate_all(
            "all => all.map((one, at) => [one.value, at]).filter(([v]) => v === '<binary>')"
        )
        page.locator(".dj-playground input").nth(shown[0][1]).fill("typed")
        expect(sample).to_contain_text("typed")
    send(page)
    assert b"typed" in world.last.body


def test_a_form_without_names_says_that_it_cannot_be_sent(show, world):
    content = {"multipart/form-data": {"schema": {"type": "array", "items": ROW}, "example": [1]}}
    page = show(requestBody={"required": True, "content": content})

    expect(page.get_by_text("The values of this body have no names")).to_be_visible()
    expect(page.locator(".dj-playground").get_by_role("button", name="Add")).to_have_count(0)
    send(page)
    assert world.last.body == b""


def test_a_binary_body_is_the_file(show, world):
    page = show(requestBody={"required": True, "content": {"image/png": {}}})
    page.get_by_label("image/png").set_input_files(
        {"name": "a.png", "mimeType": "image/png", "buffer": b"\x89\x00\xff"}
    )
    send(page)

    assert (world.last.headers["content-type"], world.last.body) == ("image/png", b"\x89\x00\xff")


# Authentication.


@pytest.mark.parametrize(
    ("scheme", "header", "value", "target"),
    [
        ("bearer", "authorization", "Bearer s3cret", "/things"),
        ("oauth", "authorization", "Bearer s3cret", "/things"),
        ("openid", "authorization", "Bearer s3cret", "/things"),
        ("header", "x-key", "s3cret", "/things"),
        ("query", None, None, "/things?key=s3cret"),
        ("cookie", "cookie", None, "/things"),
    ],
)
def test_each_scheme_puts_its_credential_where_it_belongs(
    show, world, scheme, header, value, target
):
    page = show(method="get", security=[{scheme: []}], **SCHEMES)
    page.locator("input[type=password]").fill("s3cret")
    sample = page.locator(".dj-sample-curl")
    expect(sample).not_to_contain_text("s3cret")
    expect(sample).to_contain_text("XXXXXXXX")
    send(page)

    assert world.last.target == target
    assert value is None or world.last.headers[header] == value
    if scheme == "cookie":
        assert "cookie" not in world.last.headers
        expect(page.get_by_text("Browsers do not let pages send session")).to_be_visible()


def test_schemes_are_joined_by_and_and_chosen_by_or(show, world):
    page = show(
        method="get", security=[{"bearer": []}, {"basic": [], "header": []}, {}], **SCHEMES
    )
    choice = page.get_by_label("Authenticate with")
    choice.select_option("basic + header")
    page.get_by_label("User name").fill("ann")
    page.get_by_label("Password").fill("p:ä")
    page.get_by_label("X-Key").fill("k")
    send(page)
    assert world.last.headers["authorization"] == "Basic YW5uOnA6w6Q="
    assert world.last.headers["x-key"] == "k"

    choice.select_option("No authentication")
    send(page)
    assert "authorization" not in world.last.headers


def test_api_auth_names_and_prefixes_the_inputs(show, world):
    api = Api(auth=Auth(method="basic", name="Client ID:Secret"))
    page = show(method="get", api=api, security=[{"basic": []}], **SCHEMES)
    page.get_by_label("Client ID").fill("me")
    page.get_by_label("Secret").fill("you")
    send(page)
    assert world.last.headers["authorization"] == "Basic bWU6eW91"

    api = Api(auth=Auth(method="basic", name="Client ID:Secret", input_prefix="acme-"))
    page = show(method="get", api=api, security=[{"basic": []}], **SCHEMES)
    expect(page.get_by_label("Client ID")).to_have_value("acme-")
    expect(page.get_by_label("Secret")).to_have_value("")

    api = Api(auth=Auth(method="key", name="X-Key", input_prefix="key_"))
    page = show(method="get", api=api, security=[{"header": []}], **SCHEMES)
    expect(page.get_by_label("X-Key")).to_have_value("key_")


def test_credentials_are_kept_for_the_session_only_and_forgotten_on_demand(show, world):
    page = show(method="get", security=[{"bearer": []}], **SCHEMES)
    page.get_by_label("bearer").fill("s3cret")
    page.reload()
    expect(page.get_by_label("bearer")).to_have_value("s3cret")
    key = json.dumps([digest("api.yaml"), world.api, "bearer"], separators=(",", ":"))
    assert page.evaluate("(key) => sessionStorage[key]", f"docsjson:test:credential {key}") == (
        '"s3cret"'
    )
    assert page.evaluate("localStorage.length") == 0
    assert "s3cret" not in page.content()
    assert "s3cret" not in page.url

    page.get_by_role("button", name="Forget credentials").click()
    assert "s3cret" not in page.evaluate("JSON.stringify(sessionStorage)")
    page.reload()
    expect(page.get_by_label("bearer")).to_have_value("")


def test_with_memory_nothing_is_stored(show, world):
    world.script = playground_script(site="test", languages=LANGUAGES, storage="memory")
    page = show(
        method="get", security=[{"bearer": []}], parameters=[query("q", STRING)], **SCHEMES
    )
    page.get_by_label("bearer").fill("s3cret")
    page.get_by_label("q string").fill("x")
    send(page)

    assert world.last.headers["authorization"] == "Bearer s3cret"
    assert page.evaluate("sessionStorage.length + localStorage.length") == 0


def test_values_stay_while_one_moves_between_endpoints(show, world, visit):
    page = show(method="get", parameters=[query("q", STRING)])
    page.get_by_label("q string").fill("kept")
    page.goto(operation_page(world, "other", path="/other"))
    expect(page.get_by_role("button", name="Send")).to_be_visible()
    page.goto(f"{world.site}/page.html")

    expect(page.get_by_label("q string")).to_have_value("kept")
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_label("q string")).to_have_value("")


# The samples.


def test_the_samples_follow_what_is_typed(show, world):
    page = show(method="get", parameters=[query("q", STRING)])
    page.get_by_label("q string").fill('it\'s "a" $x')

    expect(page.locator(".dj-sample-curl")).to_contain_text("?q=it%27s%20%22a%22%20%24x")
    expect(page.locator(".dj-sample-python")).to_contain_text("?q=it%27s%20%22a%22%20%24x")
    expect(page.locator(".dj-pg-url")).to_contain_text("?q=it%27s")


def test_a_sample_shows_a_made_value_until_one_is_typed_and_the_form_asks_for_one(show, world):
    page = show(method="get", parameters=[query("n", {"type": "integer"}, required=True)])
    field = page.get_by_label("n integer")

    expect(field).to_have_value("")
    expect(page.locator(".dj-sample-curl")).to_contain_text("?n=1")
    expect(page.locator(".dj-pg-url")).to_contain_text("?n={n}")
    field.fill("7")
    expect(page.locator(".dj-sample-curl")).to_contain_text("?n=7")


def test_copying_gives_the_request_with_its_credentials(show, world):
    page = show(
        method="get",
        security=[{"bearer": []}],
        options={"permissions": ["clipboard-read", "clipboard-write"]},
        **SCHEMES,
    )
    page.get_by_label("bearer").fill("s3cret")
    page.get_by_role("button", name="Copy as cURL").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    assert "Authorization: Bearer s3cret" in page.evaluate("navigator.clipboard.readText()")


# What comes back.


def test_json_is_indented_and_coloured_without_changing_a_number(show, world):
    answer_with(world, b'{"id":12345678901234567890,"f":1.0,"l":[1,{}],"s":"a,b:{}"}')
    page = show(method="get")
    send(page)
    result = page.locator(".dj-pg-result code")

    expect(result).to_have_text(
        '{\n  "id": 12345678901234567890,\n  "f": 1.0,\n  "l": [\n    1,\n    {}\n  ],\n'
        '  "s": "a,b:{}"\n}'
    )
    expect(result.locator(".nt").first).to_have_text('"id":')
    expect(result.locator(".mi").first).to_have_text("12345678901234567890")


@pytest.mark.parametrize("status", [201, 401, 422, 500])
def test_every_status_is_shown_with_its_body_and_headers(show, world, status):
    answer_with(world, b'{"detail": "because"}', status, "application/problem+json", X_Id="7")
    page = show(method="get")
    send(page)

    expect(page.locator(".dj-pg-status")).to_contain_text(str(status))
    expect(page.locator(".dj-pg-facts")).to_contain_text("21 B")
    expect(page.locator(".dj-pg-result")).to_contain_text('"because"')
    page.locator(".dj-pg-headers summary").click()
    expect(page.locator(".dj-pg-headers table")).to_contain_text("application/problem+json")


def test_an_empty_response_says_so(show, world):
    answer_with(world, b"", 204)
    page = show(method="get")
    send(page)

    expect(page.get_by_text("The response has no body.")).to_be_visible()


def test_five_megabytes_are_shown_in_part_and_downloaded_in_full(show, world):
    text = json.dumps([{"n": n, "text": "x" * 80} for n in range(50_000)])
    answer_with(world, text)
    page = show(method="get")
    send(page)

    more = page.get_by_role("button", name="Show all")
    expect(more).to_be_visible()
    assert len(page.locator(".dj-pg-result code").text_content()) <= 200_000
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "response.json"
    assert download.value.path().read_text() == text


def test_what_is_no_utf8_is_not_shown_as_text(show, world):
    answer_with(world, b"\xff\xfe\x80", kind="text/plain; charset=utf-8")
    page = show(method="get")
    send(page)
    expect(page.get_by_text("Binary data (text/plain, 3 B)")).to_be_visible()

    answer_with(world, "é".encode("latin-1"), kind="text/plain; charset=iso-8859-1")
    send(page, ".dj-pg-result code")
    expect(page.locator(".dj-pg-result code")).to_have_text("é")


def test_pictures_are_painted_under_a_strict_policy(show, world):
    png = bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154"
        "08d763f8cfc000000301010018dd8db00000000049454e44ae426082"
    )
    answer_with(world, png, kind="image/png")
    page = show(method="get")
    send(page)

    expect(page.get_by_role("img", name="Image, 1 × 1 pixels")).to_be_visible()


@pytest.fixture
def let_go():
    """What an answer waits for; it is let go at the end of the test at the latest."""
    event = threading.Event()
    yield event
    event.set()


def test_events_are_shown_while_they_arrive(show, world, let_go):
    def stream():
        for number in range(3):
            yield f'event: tick\ndata: {{"n": {number}}}\n\n'.encode()
        let_go.wait()

    world.answer = lambda _request: Response(stream(), content_type="text/event-stream")
    page = show(method="get")
    send(page)
    expect(page.locator(".dj-pg-events li")).to_have_count(3)
    expect(page.locator(".dj-pg-events li").first).to_contain_text('tick{"n": 0}')

    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    expect(page.locator(".dj-pg-events li")).to_have_count(3)
    expect(page.get_by_role("button", name="Send")).to_be_focused()


def test_chunks_of_text_are_shown_while_they_arrive(show, world, let_go):
    def stream():
        yield b'{"n": 1}\n'
        let_go.wait()
        yield b'{"n": 2}\n'

    world.answer = lambda _request: Response(stream(), content_type="application/x-ndjson")
    page = show(method="get")
    send(page)

    expect(page.locator(".dj-pg-result")).to_have_text('{"n": 1}\n')
    let_go.set()
    expect(page.locator(".dj-pg-result")).to_have_text('{"n": 1}\n{"n": 2}\n')


def test_a_request_can_be_cancelled_before_anything_arrives(show, world, let_go):
    world.answer = lambda _request: let_go.wait() and Response("{}")
    page = show(method="get")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="Cancel").click()

    expect(page.get_by_text("Cancelled.")).to_be_visible()


def test_a_request_without_an_answer_shows_its_time_and_ends(show, world, let_go):
    world.answer = lambda _request: let_go.wait() and Response("{}")
    page = show(method="get")
    page.clock.install()
    page.get_by_role("button", name="Send").click()
    page.clock.run_for(3_000)
    expect(page.get_by_role("button", name="Cancel")).to_have_text("Cancel · 3 s")
    page.clock.run_for(58_000)

    expect(page.locator(".dj-pg-failure")).to_contain_text("does not respond")
    expect(page.get_by_role("button", name="Send")).to_be_visible()


# When nothing comes back.


def test_a_refusal_by_cors_is_told_from_a_server_that_is_down(show, world):
    world.cors = False
    page = show(method="get")
    send(page, ".dj-pg-failure")
    expect(page.locator(".dj-pg-failure")).to_contain_text("does not allow pages of")
    expect(page.locator(".dj-pg-failure")).to_contain_text("cURL")

    world.api = "http://127.0.0.1:9"
    world.policy = "default-src 'self'; connect-src *"
    page = show(method="get")
    send(page, ".dj-pg-failure")
    expect(page.locator(".dj-pg-failure")).to_contain_text("http://127.0.0.1:9 does not respond")


def test_a_policy_that_forbids_the_request_is_named(show, world):
    world.policy = "default-src 'self'"
    page = show(method="get")
    send(page, ".dj-pg-failure")

    expect(page.locator(".dj-pg-failure")).to_contain_text(f"{world.api}: add it to connect-src")


def test_headers_that_browsers_refuse_are_explained_and_left_to_the_samples(show, world):
    page = show(
        method="get",
        parameters=[
            {"name": "Cookie2", "in": "header", "schema": STRING},
            {"name": "tracker", "in": "cookie", "schema": STRING},
        ],
    )
    page.get_by_label("tracker string").fill("t1")
    expect(page.get_by_text("Browsers do not let pages send tracker")).to_be_visible()
    expect(page.locator(".dj-sample-curl")).to_contain_text("Cookie: tracker=t1")
    send(page)

    assert "cookie" not in world.last.headers


def test_a_proxy_of_the_site_gets_the_request(show, world):
    world.script = playground_script(
        site="test", languages=LANGUAGES, proxy=f"{world.api}/proxy?to={{url}}"
    )
    page = show(method="get", parameters=[query("q", {"const": "x"}, required=True)])
    send(page)

    assert world.last.path == "/proxy"
    assert world.last.target.endswith("things%3Fq%3Dx")


# Who uses it.


def test_everything_works_by_keyboard(show, world, visit):
    page = show(
        path="/things/{id}",
        method="get",
        parameters=[{"name": "id", "in": "path", "required": True, "schema": STRING}],
    )
    page.get_by_label("id string").focus()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator(".dj-pg-facts")).to_be_visible()
    assert world.last.target == "/things/7"

    page.get_by_role("button", name="Try it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Send")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_shows_all_of_it_and_axe_finds_nothing(world, visit, scheme):
    url = operation_page(
        world,
        parameters=[
            query("a_long_name_that_does_not_break_anywhere_at_all_in_any_way", {"enum": ["x"]})
        ],
        security=[{"basic": []}, {"bearer": []}],
        **json_body(
            {"type": "object", "properties": {"list": {"type": "array", "items": STRING}}},
            example={"list": ["a", "b"]},
        ),
        **SCHEMES,
    )
    opened = visit(url, width=375, height=800, color_scheme=scheme)
    page = opened.page
    page.get_by_role("button", name="Try it").click()
    send(page)

    form = page.locator(".dj-playground")
    assert form.evaluate("(e) => e.scrollWidth <= e.clientWidth + 1")
    assert form.evaluate(
        "(e) => [...e.querySelectorAll('input, select, button')].every("
        "(x) => !x.offsetParent || x.getBoundingClientRect().right <= innerWidth)"
    )
    assert opened.accessibility_violations() == []
    assert opened.errors == []


def test_help_and_errors_are_announced_with_their_fields(show):
    inner = {"type": "object", "description": "Help of a fold.", "properties": {"x": STRING}}
    page = show(
        parameters=[
            query("a", STRING, description="Help of a text.", required=True),
            query("b", {"enum": ["x", "y"]}, description="Help of a choice."),
        ],
        **json_body({"type": "object", "properties": {"inner": inner}}, example={}),
    )

    described = page.get_by_label("a string required")
    expect(described).to_have_accessible_description("Help of a text.")
    expect(page.get_by_label("b enum")).to_have_accessible_description("Help of a choice.")
    fold = page.locator("summary", has_text="inner")
    expect(fold).to_have_accessible_description("Help of a fold.")
    dangling = page.eval_on_selector_all(
        "[aria-describedby]",
        "all => all.flatMap((one) => one.getAttribute('aria-describedby').split(' '))"
        ".filter((id) => !document.getElementById(id))",
    )
    assert dangling == []

    page.get_by_role("button", name="Send").click()
    expect(described).to_have_accessible_description("This field is required. Help of a text.")


def test_fields_that_agents_know_by_name_take_nothing_from_the_form(show, world):
    names = ["hidden", "id", "focus", "action", "submit", "scrollIntoView", "elements"]
    page = show(method="get", parameters=[query(name, STRING) for name in names])
    for name in names:
        page.get_by_label(f"{name} string").fill(name)
    form = page.locator("form.dj-pg-form")
    assert form.get_attribute("toolname") == "request_get_things"
    assert [form.locator(f'[name="field-{name}"]').input_value() for name in names] == names
    assert form.evaluate("form => [typeof form.hidden, typeof form.id, typeof form.focus]") == [
        "boolean",
        "string",
        "function",
    ]
    send(page)

    assert world.last.target == f"/things?{'&'.join(f'{name}={name}' for name in names)}"
