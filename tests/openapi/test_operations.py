"""What an OpenAPI file says becomes operations, whatever is wrong in it."""

from __future__ import annotations

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.reference import Binding, nearest, read_binding
from sphinx_docsjson.ext.openapi.reading.parse import key_named
from sphinx_docsjson.ext.openapi.reading.specifications import load


def spec_of(**fields):
    return specification({"openapi": "3.1.0", **fields}, "api.yaml")


def operation_of(operation, path="/things/{id}", **fields):
    return spec_of(paths={path: {"get": operation}}, **fields).operations[0]


def test_parameters_of_the_path_are_inherited_and_overridden():
    spec = spec_of(
        paths={
            "/a": {
                "parameters": [
                    {"name": "page", "in": "query", "description": "of the path"},
                    {"name": "trace", "in": "header"},
                ],
                "get": {
                    "parameters": [{"name": "page", "in": "query", "description": "of its own"}]
                },
            }
        }
    )

    parameters = spec.operations[0].parameters

    assert [(p.name, p.place) for p in parameters] == [("page", "query"), ("trace", "header")]
    assert parameters[0].description == "of its own"


def test_a_name_of_the_path_that_nobody_describes_becomes_a_parameter():
    (parameter,) = operation_of({}).parameters

    assert (parameter.name, parameter.place, parameter.required) == ("id", "path", True)


def test_styles_default_to_those_of_the_place():
    operation = operation_of(
        {
            "parameters": [
                {"name": "q", "in": "query"},
                {"name": "x", "in": "header"},
                {"name": "d", "in": "query", "style": "deepObject"},
            ]
        },
        path="/a",
    )

    assert [(p.style, p.explode) for p in operation.parameters] == [
        ("form", True),
        ("simple", False),
        ("deepObject", False),
    ]


def test_security_keeps_its_alternatives_and_its_conjunctions():
    operation = operation_of(
        {"security": [{"key": [], "app": []}, {"oauth": ["read"]}, {}]},
        components={
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
                "app": {"type": "apiKey", "in": "query", "name": "app"},
                "oauth": {"type": "oauth2", "flows": {}},
            }
        },
    )

    names = [[(r.scheme.key, r.scopes) for r in alternative] for alternative in operation.security]
    assert names == [[("key", ()), ("app", ())], [("oauth", ("read",))], []]


def test_an_own_empty_security_opens_an_operation():
    operation = operation_of(
        {"security": []},
        security=[{"key": []}],
        components={"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    )

    assert operation.security == ()


def test_additional_operations_and_the_query_method_of_openapi_3_2_are_read():
    spec = spec_of(paths={"/a": {"query": {"summary": "Q"}, "additionalOperations": {"COPY": {}}}})

    assert [o.method for o in spec.operations] == ["QUERY", "COPY"]


def test_operations_and_what_stands_beside_a_reference_are_read():
    spec = spec_of(
        paths={"/a": {"$ref": "#/components/pathItems/A", "put": {"operationId": "beside"}}},
        components={
            "pathItems": {
                "A": {"get": {"$ref": "#/x-operations/read"}, "parameters": [{"$ref": "#/x-page"}]}
            }
        },
        **{
            "x-operations": {
                "read": {"operationId": "read", "parameters": [{"$ref": "#/x-sort"}]}
            },
            "x-page": {"name": "page", "in": "query"},
            "x-sort": {"name": "sort", "in": "query", "schema": {"$ref": "#/x-sorts"}},
        },
    )

    assert [(o.operation_id, [p.name for p in o.parameters]) for o in spec.operations] == [
        ("read", ["page", "sort"]),
        ("beside", ["page"]),
    ]
    read = spec.operations[0]
    assert read.pointer == "#/components/pathItems/A/get"
    assert read.parameters[1].schema_pointer == "#/x-sort/schema"
    assert {"#/components/pathItems/A", "#/x-operations/read"} <= set(read.refs)


@pytest.mark.parametrize("name", ["x-excluded", "x-internal", "x-scalar-ignore"])
def test_excluded_operations_are_left_out(name):
    assert spec_of(paths={"/a": {"get": {name: True}}}).operations == ()
    assert spec_of(paths={"/a": {name: True, "get": {}}}).operations == ()


def test_a_hidden_operation_is_kept_and_says_so():
    assert spec_of(paths={"/a": {"get": {"x-hidden": True}}}).operations[0].hidden


@pytest.mark.parametrize(
    "broken",
    [
        {"paths": []},
        {"paths": {"/a": None}},
        {"paths": {"/a": {"get": "text"}}},
        {"paths": {"/a": {"get": {"parameters": [None, {"name": 3}, {"$ref": "#/nowhere"}]}}}},
        {"paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json": 1}}}}}}},
        {"paths": {"/a": {"get": {"requestBody": {"content": {"a/b": {"schema": "text"}}}}}}},
        {"paths": {"/a": {"$ref": "#/paths/~1a"}}},
        {"components": {"securitySchemes": {"a": {"$ref": "#/components/securitySchemes/a"}}}},
        {"servers": {"url": "/"}, "tags": "x", "security": [{"none": []}], "x-tagGroups": 1},
    ],
)
def test_whatever_is_wrong_is_reported_and_never_raised(broken):
    spec_of(**broken)


def test_every_file_of_a_specification_in_several_files_is_read(shared):
    loaded = load("multi-file-starter/openapi/openapi.yaml", shared / "openapi")
    spec = specification(loaded.document, loaded.key)

    assert loaded.problems == ()
    assert spec.resolver.problems == []
    assert len(loaded.files) > 30
    assert any(sample.source for operation in spec.operations for sample in operation.code_samples)


@pytest.mark.parametrize(
    ("name", "operations", "webhooks"),
    [
        ("museum.yaml", 8, 1),
        ("scalar-galaxy.yaml", 10, 1),
        ("tictactoe-3.1.yaml", 3, 1),
        ("redoc-petstore-3.1.yaml", 23, 3),
        ("redocly-cafe.yaml", 12, 1),
        ("discord.json", 242, 0),
    ],
)
def test_every_operation_of_a_real_specification_is_read(shared, name, operations, webhooks):
    loaded = load(name, shared / "openapi")
    spec = specification(loaded.document, loaded.key)

    assert (len(spec.operations), len(spec.webhooks)) == (operations, webhooks)
    assert spec.resolver.problems == []


@pytest.mark.parametrize(
    ("word", "named"),
    [
        ("v1/shop.yaml", True),
        ("v1/shop", True),
        ("shop", True),
        ("api/v1/shop", True),
        ("v2/shop", False),
        ("1/shop", False),
        ("v1", False),
    ],
)
def test_a_file_is_named_by_the_end_of_its_path_with_or_without_extension(word, named):
    assert key_named("api/v1/shop.yaml", word) is named


def test_a_binding_says_all_that_was_written_and_is_near_to_operations_of_any_file():
    document = {"openapi": "3.1.0", "paths": {"/orders": {"get": {"responses": {}}}}}
    binding = read_binding("shop.yaml get /order")
    assert str(binding) == "shop.yaml GET /order"
    assert nearest([specification(document, "a.json")], binding) == ["GET /orders"]


@pytest.mark.parametrize(
    ("text", "binding"),
    [
        ("LINK /a", Binding(method="LINK", path="/a")),
        ("a.yaml M-SEARCH /a b", Binding(method="M-SEARCH", path="/a b", spec="a.yaml")),
        ("a query  /a", Binding(method="QUERY", path="/a", spec="a")),
        ("Link /a", None),
        ("admin /a", None),
        ("webhook LINK frost", Binding(method="WEBHOOK", path="LINK frost")),
        ("webhook /frost", Binding(method="WEBHOOK", path="/frost")),
    ],
)
def test_a_method_may_have_any_name_in_capitals(text, binding):
    assert read_binding(text) == binding
