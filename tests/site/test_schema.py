"""The schema is valid, complete and described, so that editors can help with it."""

import json
from collections import Counter
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import Site
from sphinx_docsjson.site.validation import schema


def properties(part, path="", seen=()):
    """Yield (path, subschema) for every property anywhere in the schema."""
    for name, inner in part.get("properties", {}).items():
        yield f"{path}.{name}", inner
        yield from properties(inner, f"{path}.{name}")
    for key in ("then", "else", "items", "additionalProperties"):
        if isinstance(part.get(key), dict):
            yield from properties(part[key], path)


def test_the_schema_is_a_valid_json_schema_2020_12():
    assert schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema())


def test_every_field_has_a_description():
    whole = schema()
    parts = [whole, *whole["$defs"].values()]
    found = [pair for part in parts for pair in properties(part)]

    def description(part):
        if "description" in part:
            return part["description"]
        reference = part.get("$ref", "").removeprefix("#/$defs/")
        return whole["$defs"][reference]["description"] if reference else ""

    assert len(found) > 300
    assert [path for path, part in found if not description(part).endswith((".", "`"))] == []


def test_a_field_that_stands_in_several_places_is_described_once():
    whole = schema()
    found = [
        json.dumps([path.rpartition(".")[2], part], sort_keys=True)
        for part in (whole, *whole["$defs"].values())
        for path, part in properties(part)
        if set(part) != {"$ref"}
    ]
    assert [text for text, times in Counter(found).items() if times > 1] == []


SPECIFIED = (
    "name navigation logo favicon colors topbarLinks topbarCtaButton versions anchors topAnchor"
    " tabs api openapi footerSocials feedback modeToggle backgroundImage"
)


@pytest.mark.parametrize("field", SPECIFIED.split())
def test_the_schema_has_every_field_of_the_specification(field):
    assert field in schema()["properties"]


def test_our_own_docs_name_the_schema_for_editors():
    docs = Path(__file__).resolve().parents[2] / "docs"
    config = json.loads((docs / "docs.json").read_text(encoding="utf-8"))

    target = (docs / config["$schema"]).resolve()
    assert json.loads(target.read_text(encoding="utf-8")) == schema()
    assert load_site(docs).problems == ()


names = st.sampled_from([*schema()["properties"], "group", "pages", "url", "name", "$ref", "tab"])
scalars = st.sampled_from(["", "a", "/a", "#fff", "https://x.org", "v1", "GET /a", 1, True, None])
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=25,
)
groups = st.lists(
    st.fixed_dictionaries(
        {"group": scalars, "pages": st.lists(scalars, max_size=3)},
        optional={"version": scalars, "icon": anything, "root": scalars},
    ),
    max_size=3,
)
lists = st.lists(st.fixed_dictionaries({"name": scalars, "url": scalars}), max_size=3)

LABELS = {
    "tabs": "tab",
    "anchors": "anchor",
    "versions": "version",
    "languages": "language",
    "products": "product",
    "dropdowns": "dropdown",
    "menu": "item",
    "groups": "group",
}
entries = st.lists(scalars | st.just("a/b") | st.just("GET /a"), max_size=3)
nested = st.recursive(
    st.fixed_dictionaries({}, optional={"pages": entries | scalars, "global": anything}),
    lambda inner: st.sampled_from(list(LABELS)).flatmap(
        lambda key: st.fixed_dictionaries(
            {
                key: st.lists(
                    st.builds(lambda d, n: {LABELS[key]: n, **d}, inner, scalars), max_size=3
                )
            },
            optional={"href": scalars, "openapi": scalars, "hidden": scalars, "icon": scalars},
        )
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.dictionaries(names, anything, max_size=6),
    groups | anything | nested,
    st.fixed_dictionaries(
        {}, optional={"tabs": lists, "anchors": lists, "versions": st.lists(scalars, max_size=3)}
    ),
)
def test_no_configuration_whatsoever_raises(tmp_path, config, navigation, divisions):
    data = {"name": "x", "navigation": navigation, **config, **divisions}
    (tmp_path / "docs.json").write_text(json.dumps(data), encoding="utf-8")

    loaded = load_site(tmp_path)

    assert all(p.message and p.location for p in loaded.problems)
    assert (loaded.site is None) == any(p.fatal for p in loaded.problems)


def defaults(part, path=()):
    """Yield (path, default) for every field of a site that the schema gives a default."""
    part = (
        schema()["$defs"][part["$ref"].removeprefix("#/$defs/")] | part if "$ref" in part else part
    )
    if "default" in part:
        yield path, part["default"]
    for name, inner in part.get("properties", {}).items():
        yield from defaults(inner, (*path, name))


SITE = {"name": "A", "navigation": [{"group": "Start", "pages": ["index"]}]}
DEFAULTS = [
    (".".join(path), reduce(lambda inner, key: {key: inner}, reversed(path), value))
    for path, value in defaults(schema())
]


@pytest.mark.parametrize(("field", "written"), DEFAULTS, ids=[field for field, _ in DEFAULTS])
def test_a_default_that_is_written_out_changes_nothing(load, field, written):
    without = reduce(lambda inner, key: {key: inner}, reversed(field.split(".")[:-1]), {})

    assert what_is_read(load(SITE | written)) == what_is_read(load(SITE | without))


def what_is_read(loaded):
    return replace(loaded.site, locations={})


def test_what_a_file_does_not_say_is_as_the_model_says(load):
    site = load(SITE).site

    assert site == Site(name="A", navigation=site.navigation)
