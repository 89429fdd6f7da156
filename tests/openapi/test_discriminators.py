"""Each branch of a choice is shown with the values that select it, and with no others."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.api_checks.consistency import mappings_to_nothing
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from sphinx_docsjson.ext.openapi.schema.fieldtree import Target
from sphinx_docsjson.ext.openapi.schema.form import FormSchemas
from sphinx_docsjson.ext.openapi.schema.merging import Schemas

KIND = {"type": "string"}


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def with_kind(kind):
    return {"type": "object", "properties": {"kind": kind, "name": {"type": "string"}}}


def choice(mapping=None, *branches, **more):
    tag = {"propertyName": "kind"} | ({"mapping": mapping} if mapping else {}) | more
    return {"oneOf": list(branches) or [ref("Cat"), ref("Dog")], "discriminator": tag}


def document(top, **schemas):
    both = {"Cat": with_kind(KIND), "Dog": with_kind(KIND), **schemas, "Top": top}
    return {"openapi": "3.2.0", "components": {"schemas": both}}


def values(source):
    spec = specification(source, "a.json")
    root = TreeMaker(spec=spec).trees(Target(pointer="#/components/schemas/Top")).root
    return [variant.value for group in root.groups for variant in group.variants]


def form_values(source):
    """Return what the form of the playground offers for the property, branch by branch."""
    schemas = Schemas(specification(source, "a.json").resolver)
    made = FormSchemas(schemas).add(source["components"]["schemas"]["Top"], "#/x")
    return [variant["properties"]["kind"].get("enum") for variant in made["variants"]]


CASES = {
    "the name of the schema": (choice(), {}, ["Cat", "Dog"]),
    "the constants of the branches": (
        choice(),
        {"Cat": with_kind({"const": "cat"}), "Dog": with_kind({"enum": ["dog"]})},
        ["cat", "dog"],
    ),
    "a number": (
        choice(),
        {"Cat": with_kind({"const": 1}), "Dog": with_kind({"enum": [2, 3]})},
        ["1", "2, 3"],
    ),
    "names in the mapping": (choice({"c": "Cat", "d": "Dog"}), {}, ["c", "d"]),
    "references in the mapping": (
        choice({"c": "#/components/schemas/Cat", "d": "#/components/schemas/Dog"}),
        {},
        ["c", "d"],
    ),
    "several values of one schema": (choice({"a": "Cat", "b": "Cat"}), {}, ["a, b", "Dog"]),
    "a constant that the mapping does not know": (
        choice({"c": "Cat", "d": "Dog"}),
        {"Cat": with_kind({"const": "cat"})},
        ["cat", "d"],
    ),
    "one value of all that the base allows": (
        choice({"cat": "Cat", "dog": "Dog"}),
        {
            "Base": with_kind({"enum": ["cat", "dog"]}),
            "Cat": {"allOf": [ref("Base"), {"properties": {"claws": {"type": "integer"}}}]},
            "Dog": {"allOf": [ref("Base")]},
        },
        ["cat", "dog"],
    ),
    "the name of a schema that another one stands for": (
        choice({"c": "Cat"}, ref("Tom"), ref("Dog")),
        {"Tom": ref("Cat")},
        ["c", "Dog"],
    ),
    "branches without a name": (
        choice(None, with_kind({"const": "x"}), with_kind(KIND)),
        {},
        ["x", ""],
    ),
    "a choice inside of a branch": (
        choice(None, ref("Both"), ref("Dog")),
        {"Both": {"oneOf": [with_kind({"const": "x"}), with_kind({"const": "y"})]}},
        ["x, y", "Dog"],
    ),
    "a name with dots": (
        choice({"c": "v1.Cat"}, ref("v1.Cat"), ref("Dog")),
        {"v1.Cat": with_kind(KIND)},
        ["c", "Dog"],
    ),
    "what holds for every other value": (
        choice({"c": "Cat"}, defaultMapping="Dog"),
        {},
        ["c", "Dog, any other value"],
    ),
    "a discriminator beside the choice": (
        {
            "allOf": [
                {"discriminator": {"propertyName": "kind", "mapping": {"c": "Cat", "d": "Dog"}}},
                {"oneOf": [ref("Cat"), ref("Dog")]},
            ]
        },
        {},
        ["c", "d"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_branch_has_the_values_that_select_it(case):
    top, schemas, expected = CASES[case]

    assert values(document(top, **schemas)) == expected


def test_the_form_offers_the_values_that_select_a_branch():
    schemas = {"Cat": with_kind({"const": 1})}

    assert form_values(document(choice({"c": "Cat", "d": "Dog"}), **schemas)) == [[1], ["d"]]


def test_a_base_type_tells_the_types_made_of_it():
    base = {**with_kind(KIND), "discriminator": {"propertyName": "kind"}}
    base["discriminator"]["mapping"] = {"c": "Cat", "nothing": "Nothing"}
    cat = {"allOf": [ref("Top"), {"properties": {"claws": {"type": "integer"}}}]}
    dog = {"allOf": [ref("Top"), {"properties": {"kind": {"const": "hound"}}}]}
    source = document(base, Cat=cat, Dog=dog)

    assert values(source) == ["c", "hound"]


def extension_of(base, **properties):
    return {"allOf": [ref(base), {"properties": properties}]}


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        (ref("Pet"), ["c", "d", "Tom"]),
        (ref("Cat"), ["c", "Tom"]),
        (ref("Dog"), []),
        (ref("Tom"), []),
        ({"type": "array", "items": {"allOf": [ref("Pet")]}}, ["c", "d", "Tom"]),
        ({"type": "array", "items": ref("Cat")}, ["c", "Tom"]),
        ({"type": "array", "items": ref("Dog")}, []),
    ],
)
def test_a_type_tells_the_types_made_of_it_and_not_its_siblings(top, expected):
    tag = {"propertyName": "kind", "mapping": {"c": "Cat", "d": "Dog"}}
    source = document(
        top,
        Pet={**with_kind(KIND), "discriminator": tag},
        Cat=extension_of("Pet", claws={"type": "integer"}),
        Dog={"allOf": [ref("Pet")]},
        Tom=extension_of("Cat"),
    )

    assert values(source) == expected


def test_a_branch_that_extends_the_type_of_the_choice_does_not_choose_again():
    tag = {"propertyName": "kind", "mapping": {"c": "Cat", "d": "Dog"}}
    pet = with_kind(KIND) | {"discriminator": tag, "oneOf": [ref("Cat"), ref("Dog")]}
    both = {"Cat": extension_of("Pet", claws=KIND), "Dog": extension_of("Pet")}

    assert values(document(ref("Pet"), Pet=pet, **both)) == ["c", "d"]
    assert values(document(ref("Cat"), Pet=pet, **both)) == []


@pytest.mark.parametrize("choice", [{}, {"oneOf": [ref("Cat"), ref("Dog")]}])
def test_an_example_of_a_type_has_the_value_that_selects_it(choice):
    pet = with_kind(KIND) | {"discriminator": {"propertyName": "kind"}} | choice
    source = document(ref("Cat"), Pet=pet, Cat=extension_of("Pet", claws=KIND))
    examples = Examples(Schemas(specification(source, "a.json").resolver))

    assert examples.value(ref("Cat"), "#/x")["kind"] == "Cat"


def test_a_mapping_by_file_leads_to_the_same_schema_as_the_branch(tmp_path):
    (tmp_path / "api").mkdir()
    pets = {"Cat": with_kind(KIND), "Dog": with_kind(KIND)}
    (tmp_path / "api" / "pets.json").write_text(json.dumps(pets))
    top = choice({"c": "./pets.json#/Cat", "d": "pets.json#/Dog"}, ref("Cat"), ref("Dog"))
    source = document(top, Cat={"$ref": "pets.json#/Cat"}, Dog={"$ref": "./pets.json#/Dog"})
    (tmp_path / "api" / "a.json").write_text(json.dumps(source))

    loaded = load("api/a.json", tmp_path)

    assert loaded.problems == ()
    assert values(loaded.document) == ["c", "d"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("Cat", ""),
        ("v1.Cat", ""),
        ("#/components/schemas/Cat", ""),
        ("Lion", "the discriminator's value 'l' names no schema: there is no 'Lion'"),
        ("v2.Cat", "the discriminator's value 'l' names no schema: there is no 'v2.Cat'"),
        ("#/components/schemas/Lion", "names no schema: there is no '#/components/schemas/Lion'"),
    ],
)
def test_a_mapping_is_wrong_when_there_is_no_such_schema(tmp_path, target, message):
    source = document(choice({"c": "Cat", "l": target}), **{"v1.Cat": with_kind(KIND)})
    (tmp_path / "a.json").write_text(json.dumps(source))
    loaded = load("a.json", tmp_path)

    found = [problem.message for problem in mappings_to_nothing(loaded.document)]

    assert loaded.problems == ()
    assert len(found) == bool(message)
    assert message in "".join(found)
