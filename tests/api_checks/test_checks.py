"""Examples are held against their schemas: documentation that cannot lie."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sphinx_docsjson.ext.api_checks.examples import document_problems, example_problems
from sphinx_docsjson.ext.openapi.model.operations import specification
from tests._support.inputs import input_text

USER = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "age": {"type": "integer"},
        "id": {"type": "string", "readOnly": True},
    },
}


def document(version="3.1.0", schema=USER, mime="application/json", **media):
    user = {"schema": {"$ref": "#/components/schemas/U"}}
    return {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "paths": {
            "/users": {
                "post": {
                    "requestBody": {"content": {mime: user}},
                    "responses": {
                        "200": {
                            "description": "",
                            "content": {
                                mime: {"schema": {"$ref": "#/components/schemas/U"}, **media}
                            },
                        }
                    },
                }
            }
        },
        "components": {"schemas": {"U": schema}},
    }


def messages(source):
    return [problem.message for problem in example_problems(specification(source, "api.yaml"))]


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
@pytest.mark.parametrize("mime", ["application/json", "application/problem+json"])
def test_a_wrong_example_is_found_in_every_version(version, mime):
    (message,) = messages(document(version, mime=mime, example={"name": 3}))

    assert "the example of POST /users (200" in message
    assert "3 is not of type 'string' at /name" in message


def test_a_right_example_is_not_reported():
    assert messages(document(examples={"a": {"value": {"name": "Ada", "age": 36}}})) == []


def test_each_named_example_is_checked():
    found = messages(document(examples={"ok": {"value": {"name": "A"}}, "no": {"value": {}}}))

    assert len(found) == 1
    assert "the example 'no'" in found[0]


def test_the_place_of_the_example_is_told():
    spec = specification(document(example={}), "api.yaml")

    (problem,) = example_problems(spec)
    assert problem.pointer.endswith("/responses/200/content/application~1json/example")


def test_examples_of_schemas_are_checked():
    schema = {"type": "object", "properties": {"age": {"type": "integer", "example": "old"}}}

    assert "'old' is not of type 'integer'" in messages(document(schema=schema))[0]


def test_nothing_outside_of_the_document_is_read(tmp_path):
    secret = tmp_path / "secret.json"
    secret.write_text('{"type": "string"}')
    schema = {"properties": {"a": {"$ref": secret.as_uri()}}}

    assert messages(document(schema=schema, example={"a": 1})) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"$ref": "#/components/schemas/U"}]},
        {"$ref": "#/nowhere"},
        {"type": 3},
        {"pattern": "("},
        {"properties": {"a": {"$ref": "#/components/schemas/U"}}},
    ],
)
def test_a_strange_schema_costs_its_check_only(schema):
    messages(document(schema=schema, example={"a": {"a": "x"}}))


def test_a_document_is_held_against_the_specification():
    source = document()
    source["paths"]["/users"]["post"]["responses"] = []

    (problem,) = document_problems(specification(source, "api.yaml"))
    assert problem.pointer == "#/paths/~1users/post/responses"


def test_real_specifications_are_what_openapi_allows(shared):
    from sphinx_docsjson.ext.openapi.reading.specifications import load

    for name in ("museum.yaml", "scalar-galaxy.yaml", "redocly-cafe.yaml", "tictactoe-3.1.yaml"):
        loaded = load(name, shared / "openapi")
        spec = specification(loaded.document, name)
        assert document_problems(spec) == []
        assert example_problems(spec) == []


PAGE = input_text(__file__, "checks.mdx")


def files(source, **more):
    pages = ["index", *(name.removesuffix(".md") for name in more)]
    settings = {"name": "T", "openapi": "api.json", "navigation": [{"group": "A", "pages": pages}]}
    return {
        "docs.json": json.dumps(settings),
        "api.json": json.dumps(source, indent=1),
        "index.md": "---\ntitle: T\ndescription: T\n---\n\nText.\n",
        **more,
    }


def test_examples_on_a_page_are_checked_where_they_stand(site):
    built = site(files(document(), **{"make.md": PAGE}))

    lines = [line for line in built.warning_lines if "openapi-example" in line]
    assert len(lines) == 2
    assert lines[0].startswith(
        "make.md:7: WARNING: this request example does not match POST /users"
    )
    assert "5 is not of type 'string' at /name" in lines[0]
    assert "'name' is a required property" in lines[1]


def test_an_example_of_the_file_is_reported_at_its_line_once(site, tmp_path):
    source = tmp_path / "src"
    built = site(files(document(example={"name": 3})), srcdir=source)

    (line,) = [line for line in built.warning_lines if "openapi-example" in line]
    place = line.split(":")[1]
    assert '"example"' in (source / "api.json").read_text().splitlines()[int(place) - 1]
    again = site(files(document(example={"name": 3})), srcdir=source)
    assert [each for each in again.warning_lines if "openapi-example" in each] == [line]


def test_checks_can_be_turned_off(site):
    settings = {
        "docsjson_openapi_check_examples": False,
        "docsjson_openapi_check_specification": False,
    }
    source = document(example={"name": 3})
    source["info"] = {}
    built = site(files(source, **{"make.md": PAGE}), conf=settings)

    assert built.warning_lines == []


def test_openapi_core_is_not_loaded_for_examples():
    code = (
        "import sys\n"
        "from sphinx_docsjson.ext.api_checks.examples import "
        "document_problems, example_problems\n"
        "from sphinx_docsjson.ext.openapi.model.operations import specification\n"
        "info = {'title': 'A', 'version': '1'}\n"
        "schemas = {'A': {'type': 'string', 'example': 'a'}}\n"
        "source = {'openapi': '3.1.0', 'info': info, 'paths': {}}\n"
        "found = specification({**source, 'components': {'schemas': schemas}}, 'a.json')\n"
        "assert document_problems(found) == example_problems(found) == []\n"
        "assert 'jsonschema' in sys.modules and 'openapi_core' not in sys.modules\n"
        "assert 'openapi_spec_validator' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
