"""Lists of a Swagger 2.0 file are written as it says, wherever they stand."""

from __future__ import annotations

import json
import shutil

import pytest

from sphinx_docsjson.ext.openapi.request.http import build_request
from sphinx_docsjson.ext.openapi.request.values import Sampler
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from tests.openapi.prism.sending import differences, read, requests

WRITTEN = {
    ("path", "ssv"): "/a%20b",
    ("path", "tsv"): "/a%09b",
    ("path", "pipes"): "/a%7Cb",
    ("path", "csv"): "/a,b",
    ("query", "ssv"): "?list=a%20b",
    ("query", "tsv"): "?list=a%09b",
    ("header", "ssv"): "a b",
    ("header", "tsv"): "a\tb",
    ("header", "pipes"): "a|b",
    ("formData", "ssv"): "list=a+b",
    ("formData", "tsv"): "list=a%09b",
    ("formData", "multi"): "list=a&list=b",
}
SHOWN = {
    ("path", "ssv"): "a%20b",
    ("path", "tsv"): "a%09b",
    ("query", "tsv"): "list=a%09b",
    ("header", "pipes"): "a|b",
    ("formData", "tsv"): "list=a%09b",
}


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    paths = {
        f"/{place}-{how}" + ("/{list}" if place == "path" else ""): {
            "post": {
                "consumes": ["application/x-www-form-urlencoded"],
                "parameters": [
                    {
                        "name": "list",
                        "in": place,
                        "required": True,
                        "type": "array",
                        "items": {"type": "string"},
                        "collectionFormat": how,
                        "x-example": ["a", "b"],
                    }
                ],
                "responses": {"200": {"description": "Fine."}},
            }
        }
        for place, how in WRITTEN
    }
    info = {"title": "T", "version": "1"}
    document = {"swagger": "2.0", "info": info, "host": "x.example", "paths": paths}
    (folder / "lists.json").write_text(json.dumps(document), encoding="utf-8")
    return read(folder / "lists.json")


def made(spec):
    return list(requests(spec.operations, Sampler(Examples(Schemas(spec.resolver)))))


def test_requests_have_them_so(spec):
    found = {}
    for operation, values in made(spec):
        place, _, how = operation.path.split("/")[1].partition("-")
        request = build_request(operation, values)
        rest = request.url.partition(f"/{place}-{how}")[2]
        written = request.body.text if request.body else dict(request.headers).get("list", rest)
        found[place, how] = written

    assert found == WRITTEN


def test_pages_say_so(spec):
    maker = TreeMaker(spec=spec)
    for operation in spec.operations:
        place, _, how = operation.path.split("/")[1].partition("-")
        trees = maker.trees(operation)
        roots = [*trees.parameters.values(), *trees.contents.values()]
        (field,) = [field for root in roots for field in root.walk() if field.name == "list"]
        if (place, how) in SHOWN:
            assert SHOWN[place, how] in field.constraints


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_script_of_the_page_writes_them_so_too(spec):
    assert differences(spec, made(spec)) == []
