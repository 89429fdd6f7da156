"""Overlays change what is shown of a description; what is wrong in them is told with its line."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from importlib.util import find_spec

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.locations import SourcePointers, locate
from sphinx_docsjson.ext.openapi.reading.overlays import OverlayChoice, apply_overlays, overlay_of
from sphinx_docsjson.ext.openapi.reading.specifications import load, reader

needs_paths = pytest.mark.skipif(
    find_spec("jsonpath") is None,
    reason="python-jsonpath is not installed (sphinx-docsjson[overlays])",
)

HEAD = "overlay: 1.1.0\ninfo: {title: Changes, version: '1'}\n"
DOCUMENT = {
    "openapi": "3.1.0",
    "tags": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "paths": {
        "/a": {"get": {"summary": "A", "tags": ["a"], "x-old": {"deep": [1]}}},
        "/b": {"get": {"summary": "B"}, "post": {"summary": "C"}},
    },
}


def applied(*actions, document=DOCUMENT):
    text = HEAD + f"actions: {json.dumps(actions)}\n"
    return apply_overlays(json.loads(json.dumps(document)), [overlay_of("o.yaml", text)])


def messages(problems):
    return [problem.message for problem in problems]


@needs_paths
def test_an_object_is_merged_and_a_list_is_longer():
    found = applied(
        {
            "target": "$",
            "update": {
                "info": {"title": "New"},
                "paths": {"/a": {"get": {"summary": "Better", "tags": ["z"]}}},
            },
        },
        {"target": "$.tags", "update": {"name": "d"}},
        {"target": "$.paths.*.get", "update": {"x-safe": True}},
        {"target": "$.paths['/b'].post.summary", "update": "Made"},
    )

    assert found.problems == []
    assert found.document["info"] == {"title": "New"}
    assert found.document["paths"]["/a"]["get"] == {
        "summary": "Better",
        "tags": ["a", "z"],
        "x-old": {"deep": [1]},
        "x-safe": True,
    }
    assert found.document["paths"]["/b"]["get"] == {"summary": "B", "x-safe": True}
    assert found.document["paths"]["/b"]["post"] == {"summary": "Made"}
    assert [tag["name"] for tag in found.document["tags"]] == ["a", "b", "c", "d"]


@needs_paths
def test_what_is_removed_is_gone_and_later_actions_see_it():
    found = applied(
        {"target": "$.tags[?@.name != 'b']", "remove": True},
        {"target": "$.paths['/b']", "remove": True},
        {"target": "$..deep", "remove": True, "update": {"ignored": 1}},
        {"target": "$.paths", "update": {"/b": {"get": {}}}},
    )

    assert found.problems == []
    assert found.document["tags"] == [{"name": "b"}]
    assert found.document["paths"]["/b"] == {"get": {}}
    assert found.document["paths"]["/a"]["get"]["x-old"] == {}


@needs_paths
def test_a_copy_is_merged_like_an_update_and_is_a_copy():
    found = applied(
        {"target": "$.paths", "update": {"/new": {}}},
        {"target": "$.paths['/new']", "copy": "$.paths['/a']"},
        {"target": "$.paths['/a'].get.summary", "update": "Other"},
    )

    assert found.problems == []
    assert found.document["paths"]["/new"]["get"]["summary"] == "A"
    source = found.source_pointers.source("#/paths/~1new/get/x-old/deep/0")
    assert source == "#/paths/~1a/get/x-old/deep/0"


@needs_paths
def test_what_yaml_shares_is_changed_in_one_place():
    shared = {"summary": "S"}
    overlay = overlay_of("o.yaml", HEAD + "actions: [{target: $.a, update: {summary: One}}]\n")

    found = apply_overlays({"a": shared, "b": shared}, [overlay])

    assert found.document == {"a": {"summary": "One"}, "b": {"summary": "S"}}


@needs_paths
@pytest.mark.parametrize(
    ("action", "message", "pointer"),
    [
        ({"target": "$.nope", "update": {}}, "there is nothing at $.nope", "/target"),
        ({"target": "paths", "update": {}}, "'paths' is no JSONPath", "/target"),
        ({"target": "$[?", "update": {}}, "'$[?' is no JSONPath", "/target"),
        ({"target": "$", "remove": True}, "the whole description", "/target"),
        ({"target": "$.paths", "update": 1}, "an object cannot be updated with a plain", ""),
        ({"target": "$.openapi", "update": {}}, "a plain value cannot be updated with an", ""),
        ({"target": "$.*", "update": {}}, "the target selects a list and a plain value and", ""),
        (
            {"target": "$", "update": {"paths": {"/a": 1}}},
            "an object cannot be updated with a plain value",
            "/update/paths/~1a",
        ),
        ({"target": "$", "copy": "$.nope"}, "there is nothing at $.nope; one is copied", "/copy"),
        ({"target": "$", "copy": "$.tags.*"}, "there are 3 values at $.tags.*", "/copy"),
        ({"update": {}}, "the action is left out: it needs a target", ""),
        ({"target": "$", "remove": "yes"}, "the action is left out: 'remove' must be", ""),
        ({"target": "$", "update": 1, "copy": "$"}, "it can have 'update' or 'copy'", ""),
        ("x", "the action is left out: it must be an object", ""),
    ],
)
def test_a_mistake_costs_its_action_and_says_where_it_is(action, message, pointer):
    found = applied(action, {"target": "$", "update": {"info": {"title": "Still"}}})

    (problem,) = found.problems
    assert message in problem.message
    assert problem.pointer.startswith(f"#/x-docsjson-files/o.yaml/actions/0{pointer}")
    assert found.document["info"] == {"title": "Still"}
    assert found.document["paths"] == DOCUMENT["paths"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("overlay: 2.0.0\nactions: [{target: $}]\n", "version 2.0.0; 1.0 and 1.1 are known"),
        (HEAD, "needs a list of actions"),
        (HEAD + "actions: {}\n", "needs a list of actions"),
        ("overlay: [", "cannot be read"),
        ("- 1\n", "version (none)"),
    ],
)
def test_a_file_that_is_no_overlay_says_why(source, message):
    overlay = overlay_of("o.yaml", source)

    assert overlay.actions == ()
    assert message in overlay.problems[0].message


@needs_paths
def test_places_are_in_the_overlay_or_where_they_were_before():
    found = applied(
        {"target": "$.tags[?@.name == 'a']", "remove": True},
        {"target": "$.tags", "update": [{"name": "x"}, {"name": "y", "deep": {"er": 1}}]},
        {"target": "$.paths['/a'].get", "update": {"responses": {"200": {}}, "summary": "N"}},
    )

    def source(pointer):
        return found.source_pointers.source(pointer).replace(
            "#/x-docsjson-files/o.yaml/actions", "o:"
        )

    assert isinstance(found.source_pointers, SourcePointers)
    assert source("#/tags/0/name") == "#/tags/1/name"
    assert source("#/tags/1") == "#/tags/2"
    assert source("#/tags/2/name") == "o:/1/update/0/name"
    assert source("#/tags/3/deep/er") == "o:/1/update/1/deep/er"
    assert source("#/paths/~1a/get/responses/200") == "o:/2/update/responses/200"
    assert source("#/paths/~1a/get/summary") == "o:/2/update/summary"
    assert source("#/paths/~1a/get/tags/0") == "#/paths/~1a/get/tags/0"


def write(folder, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_y", ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


SPEC = "openapi: 3.1.0\ninfo: {title: Plain, version: '1'}\npaths:\n  /a:\n    get: {summary: A}\n"


def choice_of(folder):
    files = [str(path.relative_to(folder)) for path in folder.rglob("*.yaml")]
    return OverlayChoice(folder, files, reader(folder, None))


def keys(overlays):
    return [overlay.key for overlay in overlays]


def test_an_overlay_beside_a_file_that_it_extends_is_found(tmp_path):
    actions = "actions: [{target: $, update: {}}]\n"
    write(
        tmp_path,
        api__plants_y=SPEC,
        api__other_y=SPEC,
        api__b_y=f"{HEAD}extends: ./plants.yaml\n{actions}",
        api__a_y=f"{HEAD}extends: plants.yaml\n{actions}",
        api__for_other_y=f"{HEAD}extends: other.yaml\n{actions}",
        api__for_all_y=f"{HEAD}{actions}",
        elsewhere_y=f"{HEAD}extends: api/plants.yaml\n{actions}",
        remote_y=f"{HEAD}extends: https://example.com/api.yaml\n{actions}",
    )
    choice = choice_of(tmp_path)

    assert keys(choice.beside("api/plants.yaml")) == ["api/a.yaml", "api/b.yaml"]
    assert keys(choice.beside("https://example.com/api.yaml")) == ["remote.yaml"]


def test_named_overlays_hold_for_what_they_extend_or_for_all(tmp_path):
    actions = "actions: [{target: $, update: {}}]\n"
    write(
        tmp_path,
        one_y=f"{HEAD}extends: plants.yaml\n{actions}",
        all_y=f"{HEAD}{actions}",
        url_y=f"{HEAD}extends: https://example.com/original.yaml\n{actions}",
    )
    choice = choice_of(tmp_path)
    named = ["url.yaml", "one.yaml", "all.yaml"]
    together = ["plants.yaml", "other.yaml"]

    found = choice.named(named, "plants.yaml", together)
    assert keys(found) == named
    assert [overlay.of_several for overlay in found] == [True, False, True]
    assert keys(choice.named(named, "other.yaml", together)) == ["url.yaml", "all.yaml"]
    (missing,) = choice.named(["no.yaml"], "plants.yaml", [])
    assert "there is no such file" in missing.problems[0].message


@needs_paths
def test_an_overlay_of_several_may_select_nothing():
    overlay = overlay_of("o.yaml", HEAD + "actions: [{target: $.nope, update: {}}]\n")

    found = apply_overlays({}, [replace(overlay, of_several=True)])

    assert found.problems == []
    assert messages(found.notes) == ["there is nothing at $.nope"]


@needs_paths
def test_messages_about_overlaid_parts_name_the_overlay(tmp_path):
    write(
        tmp_path,
        api_y=SPEC,
        changes_y=HEAD
        + "actions:\n"
        + "  - target: $.paths['/a'].get\n"
        + "    update:\n"
        + "      parameters:\n"
        + "        - $ref: '#/components/parameters/Missing'\n"
        + "  - target: $.nope\n"
        + "    remove: true\n",
    )
    overlays = choice_of(tmp_path).named(["changes.yaml"], "api.yaml", [])

    loaded = load("api.yaml", tmp_path, overlays=overlays)
    spec = specification(loaded.document, loaded.key, loaded.source_pointers)

    (nothing,) = loaded.problems
    assert str(locate(nothing.pointer, "api.yaml", tmp_path)) == "changes.yaml:8:5"
    (missing,) = spec.resolver.problems
    place = locate(spec.source_pointers.source(missing.pointer), "api.yaml", tmp_path)
    assert str(place) == "changes.yaml:7:11"
    assert messages(loaded.notes) == ["this overlay is applied"]
    assert loaded.files == ("api.yaml", "changes.yaml")
    plain = load("api.yaml", tmp_path)
    assert loaded.digest != plain.digest


@needs_paths
def test_an_overlay_of_swagger_2_names_what_the_file_says(tmp_path):
    write(
        tmp_path,
        api_y="swagger: '2.0'\npaths:\n  /a:\n    get:\n      parameters: []\n",
        changes_y=HEAD
        + "actions:\n"
        + "  - target: $.paths['/a'].get.parameters\n"
        + "    update:\n"
        + "      {in: body, name: b, schema: {type: integer}}\n",
    )
    overlays = choice_of(tmp_path).named(["changes.yaml"], "api.yaml", [])

    loaded = load("api.yaml", tmp_path, overlays=overlays)

    pointer = "#/paths/~1a/get/requestBody/content/application~1json/schema/type"
    place = locate(loaded.source_pointers.source(pointer), "api.yaml", tmp_path)
    assert str(place) == "changes.yaml:6:36"


def test_without_the_package_one_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jsonpath", None)

    found = applied({"target": "$", "update": {"info": {}}}, {"target": "$.x", "remove": True})

    (problem,) = found.problems
    assert 'pip install "sphinx-docsjson[overlays]"' in problem.message
    assert found.document == DOCUMENT


SITE = {
    "docs.json": json.dumps(
        {
            "name": "Plants",
            "openapi": {"source": "api.yaml", "overlays": ["changes.yaml"]},
            "navigation": [{"group": "Start", "pages": ["index"]}],
        }
    ),
    "index.md": "# Plants\n",
    "api.yaml": SPEC + "  /b:\n    get: {summary: B}\n",
    "beside.yaml": HEAD + "extends: api.yaml\nactions: [{target: $.paths, remove: true}]\n",
}


def overlay_saying(words):
    action = {"target": "$.paths['/a'].get", "update": {"description": words}}
    return f"{HEAD}actions: [{json.dumps(action)}]\n"


@needs_paths
def test_a_changed_overlay_reads_the_pages_again_that_it_concerns(site, tmp_path):
    source = tmp_path / "source"
    files = {**SITE, "changes.yaml": overlay_saying("Words of an overlay.")}
    first = site(files, srcdir=source)
    assert first.warning_lines == []
    assert "Words of an overlay." in first.article("api-reference/a").text
    assert "B" in first.article("api-reference/b").text

    again = site({**files, "changes.yaml": overlay_saying("Other words.")}, srcdir=source)

    assert "Other words." in again.article("api-reference/a").text
    assert "0 added, 1 changed, 0 removed" in again.status


@needs_paths
def test_what_an_overlay_removes_is_in_no_output(site):
    removal = HEAD + json.dumps({"actions": [{"target": "$.paths['/b']", "remove": True}]})[1:-1]

    built = site({**SITE, "changes.yaml": removal})

    assert built.warning_lines == []
    files = [path for path in built.outdir.rglob("*") if path.is_file()]
    assert any("/a" in path.read_text("utf-8") for path in files if path.name == "api.json")
    for path in files:
        assert b"/b" not in path.read_bytes() or path.suffix not in (".json", ".yaml")
    assert not (built.outdir / "api.yaml").exists()
    assert not [*built.outdir.glob("api-reference/b*")]


def test_an_empty_list_of_overlays_is_none(site):
    config = {
        "name": "Plants",
        "openapi": {"source": "api.yaml", "overlays": []},
        "navigation": [{"group": "Start", "pages": ["index"]}],
    }

    built = site({**SITE, "docs.json": json.dumps(config)})

    assert built.warning_lines == []
    assert "B" in built.article("api-reference/b").text
