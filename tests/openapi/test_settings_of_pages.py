"""What ``api`` and ``markdown`` of ``docs.json`` change on the page of an operation."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.downloads import part_of_description
from sphinx_docsjson.ext.openapi.schema.constraints import PillKeys
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from sphinx_docsjson.site.loading import load_site

SCHEMAS = {
    "Plant": {"type": "object", "properties": {"soil": {"$ref": "#/components/schemas/Soil"}}},
    "Soil": {"type": "string", "x-stage": "alpha"},
    "Other": {"type": "string"},
}
PARAMETER = {"name": "q", "in": "query", "x-team": "blue", "x-mint": {"post": ["own"]}}
ANSWER = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Plant"}}}}


def described(**schema):
    operation = {"parameters": [PARAMETER | {"schema": schema}], "responses": {"200": ANSWER}}
    document = {
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": operation, "put": {}}},
        "components": {"schemas": SCHEMAS},
    }
    return specification(document, "api.yaml")


def parameter(keys, **schema):
    spec = described(type="string", **schema)
    (field,) = TreeMaker(spec=spec, pills=keys).trees(spec.operations[0]).parameters.values()
    return field


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("beta", ("beta",)),
        (" a\nb ", ("a b",)),
        (True, ("x-k",)),
        (2.5, ("2.5",)),
        (["a", 2, {"b": 1}, True], ("a", "2", "x-k")),
        (False, ()),
        (None, ()),
        ("", ()),
        ({"a": "b"}, ()),
    ],
)
def test_the_value_of_a_key_stands_after_the_name_of_each_parameter(value, shown):
    field = parameter(PillKeys(after=("x-k",)), **{"x-k": value})

    assert field.after == ("own", *shown)
    assert field.before == ()


def test_keys_of_the_parameter_itself_and_null_are_shown_too():
    field = parameter(PillKeys(before=("x-team",), after=("nullable",)), nullable=True)

    assert (field.before, field.after) == (("blue",), ("own", "nullable"))
    assert parameter(PillKeys(after=("nullable",))).after == ("own",)


def test_fields_inside_of_an_answer_have_them():
    spec = described()
    maker = TreeMaker(spec=spec, pills=PillKeys(after=("x-stage",)))
    (root,) = maker.trees(spec.operations[0]).contents.values()

    assert [field.after for field in root.walk() if field.name == "soil"] == [("alpha",)]


def test_the_part_of_a_description_holds_the_operation_and_what_it_refers_to():
    spec = described(type="string")
    operation = spec.operations[0]
    refs = TreeMaker(spec=spec).trees(operation).refs

    part = part_of_description(spec, operation, refs)
    assert list(part["paths"]["/a"]) == ["get"]
    assert part["components"]["schemas"].keys() == {"Plant", "Soil"}
    assert (part["openapi"], part["info"]["title"]) == ("3.0.3", "T")


def test_docs_json_names_the_keys_the_proxy_and_the_twins(tmp_path):
    def api(**fields):
        config = {"name": "A", "navigation": ["index"], **fields}
        (tmp_path / "docs.json").write_text(json.dumps(config), encoding="utf-8")
        (tmp_path / "index.md").write_text("# A\n")
        loaded = load_site(tmp_path)
        return loaded.site.api, [problem.message for problem in loaded.problems]

    found, problems = api(
        api={
            "params": {"post": ["x-a"], "pre": "x-b"},
            "playground": {"proxy": "https://p.example/?u={url}"},
            "url": "full",
        },
        markdown={"schema": True},
    )
    assert problems == []
    assert (found.params_after, found.params_before, found.in_twins) == (("x-a",), ("x-b",), True)
    assert found.playground_proxy == "https://p.example/?u={url}"
    for wrong in ("javascript:alert(1)", "/here"):
        found, (problem,) = api(api={"playground": {"proxy": wrong}})
        assert found.playground_proxy is None
        assert "is ignored; a proxy address must begin with https://" in problem
    assert api(api={"playground": {"proxy": True}})[0].playground_proxy is True
    (remark,) = load_site(tmp_path).remarks
    assert "a published static site has no proxy" in remark
