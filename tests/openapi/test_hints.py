"""How a value of several parts is written is shown with values, for each style and type."""

from __future__ import annotations

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker

LIST = {"type": "array", "items": {"type": "integer"}}
OBJECT = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"enum": ["x", "y"]}, "c": {"type": "array"}},
}


def hint(**parameter):
    parameter = {"name": "ids", "required": parameter["in"] == "path", **parameter}
    path = "/a/{ids}" if parameter["in"] == "path" else "/a"
    spec = specification(
        {"openapi": "3.2.0", "paths": {path: {"get": {"parameters": [parameter]}}}}, "api.yaml"
    )
    (field,) = TreeMaker(spec=spec).trees(spec.operations[0]).parameters.values()
    return field.constraints


@pytest.mark.parametrize(
    ("place", "style", "explode", "of_list", "of_object"),
    [
        ("query", "form", True, "ids=1&ids=2", "a=1&b=x"),
        ("query", "form", False, "ids=1,2", "ids=a,1,b,x"),
        ("query", "spaceDelimited", False, "ids=1%202", "ids=a%201%20b%20x"),
        ("query", "pipeDelimited", False, "ids=1|2", "ids=a|1|b|x"),
        ("query", "deepObject", True, "ids[0]=1&ids[1]=2", "ids[a]=1&ids[b]=x"),
        ("path", "simple", False, "1,2", "a,1,b,x"),
        ("path", "simple", True, "1,2", "a=1,b=x"),
        ("path", "label", False, ".1,2", ".a,1,b,x"),
        ("path", "label", True, ".1.2", ".a=1.b=x"),
        ("path", "matrix", False, ";ids=1,2", ";ids=a,1,b,x"),
        ("path", "matrix", True, ";ids=1;ids=2", ";a=1;b=x"),
        ("header", "simple", False, "1,2", "a,1,b,x"),
        ("header", "simple", True, "1,2", "a=1,b=x"),
        ("cookie", "form", True, "ids=1; ids=2", "a=1; b=x"),
        ("cookie", "cookie", False, "ids=1,2", "ids=a,1,b,x"),
    ],
)
def test_a_hint_names_values(place, style, explode, of_list, of_object):
    how = {"in": place, "style": style, "explode": explode}

    assert hint(**how, schema=LIST) == (of_list,)
    assert hint(**how, schema=OBJECT) == (of_object,)


def test_a_hint_has_the_values_that_a_list_may_hold():
    names = {"type": "array", "items": {"enum": ["sold", "open", "lost"]}}

    assert "ids=sold&ids=open" in hint(**{"in": "query"}, schema=names)
    assert hint(**{"in": "query"}, schema={"type": "string"}) == ()
    assert hint(**{"in": "path", "style": "matrix"}, schema={"type": "string"}) == (";ids=value",)
