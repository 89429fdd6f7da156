"""What does not go together in a description is said, once, and where it stands."""

from __future__ import annotations

import json

from sphinx_docsjson.ext.api_checks.consistency import described_twice, inconsistencies
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver


def document(paths=None, **more):
    return {"openapi": "3.1.0", "info": {}, "paths": paths or {}, **more}


def found(source):
    return [
        (problem.kind.removeprefix("openapi-"), problem.message, problem.pointer)
        for problem in inconsistencies(source, Resolver(source))
    ]


def parameter(name, place="path", **more):
    return {"name": name, "in": place, "schema": {}, **more}


def test_two_operations_of_one_id():
    source = document(
        {
            "/a": {"get": {"operationId": "one"}},
            "/b": {"put": {"operationId": "one", "callbacks": {"c": {"x": {"$ref": "#/x-item"}}}}},
        },
        webhooks={"w": {"post": {"operationId": "two"}}},
    )
    source["x-item"] = {"post": {"operationId": "two"}}

    assert found(source) == [
        (
            "duplicate",
            "the operationId 'one' of PUT /b is already used by GET /a; each needs its own",
            "#/paths/~1b/put/operationId",
        ),
        (
            "duplicate",
            "the operationId 'two' of POST w is already used by POST x; each needs its own",
            "#/webhooks/w/post/operationId",
        ),
    ]


def test_an_operation_that_is_there_twice_by_reference_is_one():
    item = {"get": {"operationId": "one"}}
    source = document({"/a": {"$ref": "#/x-item"}, "/b": {"$ref": "#/x-item"}}, **{"x-item": item})

    assert found(source) == []


def links(**made):
    return document(
        {
            "/a/{id}": {
                "parameters": [parameter("id"), parameter("q", "query")],
                "get": {"operationId": "getA", "responses": {"200": {"links": made}}},
            }
        }
    )


def test_a_link_leads_to_an_operation():
    right = {"operationId": "getA", "parameters": {"id": "$request.id", "query.q": "x"}}
    by_pointer = {"operationRef": "#/paths/~1a~1{id}/get", "parameters": {"path.id": "x"}}
    elsewhere = {"operationRef": "https://x.example/api.yaml#/paths/~1a/get"}

    assert found(links(a=right, b=by_pointer, c=elsewhere)) == []


def test_a_link_that_leads_nowhere():
    where = "#/paths/~1a~1{id}/get/responses/200/links"
    lost = "the operationId 'getB', which no operation has"

    assert found(
        links(a={"operationId": "getB"}, b={"operationRef": "#/paths/~1b/get"}, c={})
    ) == [
        (
            "link",
            f"the link leads to {lost}",
            f"{where}/a",
        ),
        ("link", "the link leads to '#/paths/~1b/get', which does not exist", f"{where}/b"),
    ]
    ((_kind, message, _pointer),) = found(links(a={"summary": "none"}))
    assert message == (
        "the link leads to no operation; it needs an operationId or an operationRef"
    )


def test_a_link_that_gives_what_nobody_asked_for():
    ((kind, message, pointer),) = found(
        links(a={"operationId": "getA", "parameters": {"header.id": "x"}})
    )

    assert kind == "link"
    assert message == "the link gives 'header.id' to GET /a/{id}, which has no such parameter"
    assert pointer.endswith("/links/a/parameters/header.id")


def test_a_link_among_the_components_is_told_once():
    ref = {"$ref": "#/components/links/L"}
    source = links(a=ref, b=ref)
    source["components"] = {"links": {"L": {"operationId": "none"}}}

    assert [pointer for _kind, _message, pointer in found(source)] == ["#/components/links/L"]


def test_a_path_and_its_parameters_go_together():
    source = document(
        {
            "/a/{id}/{part}": {
                "parameters": [parameter("id"), parameter("old")],
                "get": {},
                "put": {"parameters": [parameter("part"), parameter("x")]},
            },
            "/files/{?page*}": {"get": {"parameters": [parameter("page")]}},
        }
    )

    assert found(source) == [
        (
            "parameter",
            "/a/{id}/{part} has the path parameter 'old', but no {old} in its path",
            "#/paths/~1a~1{id}~1{part}/parameters/1",
        ),
        (
            "parameter",
            "GET /a/{id}/{part} has no parameter 'part' for the {part} of its path",
            "#/paths/~1a~1{id}~1{part}/get",
        ),
        (
            "parameter",
            "PUT /a/{id}/{part} has the path parameter 'x', but no {x} in its path",
            "#/paths/~1a~1{id}~1{part}/put/parameters/1",
        ),
    ]


def test_a_parameter_that_is_there_twice():
    again = [
        parameter("q", "query"),
        parameter("Q", "query"),
        {"$ref": "#/components/parameters/q"},
    ]
    heads = [parameter("X-A", "header"), parameter("x-a", "header")]
    source = document(
        {"/a": {"parameters": [parameter("q", "query")], "get": {"parameters": [*again, *heads]}}},
        components={"parameters": {"q": parameter("q", "query")}},
    )

    assert [(message, pointer) for _kind, message, pointer in found(source)] == [
        ("GET /a has the query parameter 'q' twice", "#/paths/~1a/get/parameters/2"),
        ("GET /a has the header parameter 'x-a' twice", "#/paths/~1a/get/parameters/4"),
    ]


def test_paths_that_are_one_and_tags_that_are_there_twice():
    item = {"parameters": [parameter("a"), parameter("b")]}
    source = document({"/x/{a}": item, "/x/{b}": item}, tags=[{"name": "T"}, {"name": "T"}])

    assert [pointer for _kind, _message, pointer in found(source)] == [
        "#/paths/~1x~1{b}",
        "#/tags/1",
    ]


def test_the_default_of_a_server_variable_is_one_of_its_values():
    wrong = {"default": "c", "enum": ["a", "b"]}
    right = {"default": "a", "enum": ["a", "b"]}
    source = document(servers=[{"url": "x", "variables": {"v": right, "w": wrong, "u": {}}}])

    assert found(source) == [
        (
            "default",
            "the default 'c' of the server variable 'w' is not one of its values",
            "#/servers/0/variables/w/default",
        )
    ]


def test_what_is_wrong_stands_in_the_log_with_its_line(site):
    paths = {"/a": {"get": {"operationId": "x", "responses": {}}}}
    paths["/b"] = {"get": {"operationId": "x", "responses": {}}}
    source = document(paths, info={"title": "T", "version": "1"})
    built = site(
        {
            "docs.json": json.dumps({"name": "T", "openapi": "api.json", "navigation": ["index"]}),
            "api.json": json.dumps(source, indent=1),
            "index.md": "---\ntitle: T\ndescription: T\n---\n\nText.\n",
        }
    )

    (line,) = [line for line in built.warning_lines if "openapi-duplicate" in line]
    place = int(line.split(":")[1])
    assert line.startswith("api.json:")
    text = json.dumps(source, indent=1).splitlines()
    assert "operationId" in text[place - 1]
    assert place > text.index('  "/b": {')


def test_what_an_extension_says_of_a_field_is_shown_and_what_its_base_says_is_noted(site):
    error = {
        "properties": {
            "code": {"type": "string", "description": "An error code.", "example": "UNKNOWN"},
            "why": {"type": "string", "description": "The reason."},
        }
    }
    extension = {
        "properties": {
            "code": {"type": "string", "description": "The code LIMITED.", "example": "LIMITED"},
            "why": {"type": "string", "description": "The reason."},
        }
    }
    limited = {"allOf": [{"$ref": "#/components/schemas/Error"}, extension]}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Limited"}}}
    source = document(
        {"/a": {"get": {"responses": {"429": {"description": "Slow.", "content": content}}}}},
        components={"schemas": {"Error": error, "Limited": limited}},
    )

    (note,) = described_twice(source)
    assert note.is_note
    assert note.message.endswith(
        "not shown: the description of 'code' at #/components/schemas/Error/properties/code/"
        "description, the example of 'code' at #/components/schemas/Error/properties/code/example"
    )

    source["info"] = {"title": "T", "version": "1"}
    built = site(
        {"index.md": "---\ntitle: T\n---\n\nWords.\n", "api.json": json.dumps(source)},
        config={"api": {"openapi": "api.json"}},
    )
    pages = [path.read_text() for path in built.outdir.rglob("*.html")]
    (page,) = [text for text in pages if "The code LIMITED." in text and "Slow." in text]
    assert "UNKNOWN" not in page
    assert "An error code." not in page
    assert built.warning_lines == []
