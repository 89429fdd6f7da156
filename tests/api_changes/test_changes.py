"""What changed since an older description is found, judged as oasdiff does, marked and listed."""

from __future__ import annotations

import copy
import json
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from docutils import nodes

from sphinx_docsjson.cli.main import main
from sphinx_docsjson.ext.api_changes.compare import compare
from sphinx_docsjson.ext.openapi.content.access import opening_line
from sphinx_docsjson.ext.openapi.content.overview import change_sections
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.site.fields import problem_of_revision
from tests._support.building import build_site
from tests._support.inputs import input_data
from tests.api_changes.changing import edits
from tests.openapi import test_about_pages as about_pages

ROOT = Path(__file__).parents[2]
PLANTS = input_data(__file__, "changes.yaml")
DESCRIPTIONS = {
    "plants": PLANTS,
    "shop": input_data(about_pages.__file__, "about_pages-spec.yaml"),
    "store": yaml.safe_load((ROOT / "docs/api/plant-store.yaml").read_text(encoding="utf-8")),
}


def changes(old, new):
    one, other = (specification(copy.deepcopy(each), "a.json") for each in (old, new))
    return compare(one, other, "v1")


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_a_description_is_the_same_as_itself(name):
    document = DESCRIPTIONS[name]
    assert changes(document, document).listed == ()


def test_every_edit_is_found_as_what_it_is():
    count = 0
    for name, document in DESCRIPTIONS.items():
        for edit in edits(document):
            found = changes(document, edit.document).listed
            where = f"{name}: {edit.name}: {[(c.rule, c.level, c.place) for c in found]}"
            count += 1
            if not edit.rule:
                assert found == (), where
                continue
            [change] = [each for each in found if fnmatch(each.rule, edit.rule)] or [None]
            assert change is not None, where
            assert (change.level, change.mark) == (edit.level, edit.mark), where
            if edit.shared:
                continue  # in the other direction it may be something else, too
            worse = [c for c in found if c is not change and c.level == "breaking"]
            assert worse == [] or edit.level == "breaking", where
    assert count >= 200


def before_and_after(versions):
    """The same API as 3.0 and 3.1 write it, with the start of its paths moved."""
    return [
        {"openapi": version, **input_data(__file__, "migrated.yaml")[version]}
        for version in versions
    ]


@pytest.mark.parametrize("versions", [("3.0.3", "3.1.0"), ("3.1.0", "3.0.3")])
def test_the_same_api_in_another_version_of_openapi_has_not_changed(versions):
    assert changes(*before_and_after(versions)).listed == ()


def edited(change):
    document = copy.deepcopy(PLANTS)
    change(document["components"]["schemas"])
    return document


def test_a_change_of_a_schema_is_told_once_for_each_direction_with_who_uses_it():
    new = edited(lambda schemas: schemas["Part"]["allOf"][1]["properties"].pop("weight"))
    found = changes(PLANTS, new)
    [change] = [c for c in found.listed if c.mark == "removed"]
    assert (change.owner, change.place, change.level) == (("SCHEMA", "Part"), "weight", "breaking")
    assert found.users["Part"] == (("POST", "/plants"), ("GET", "/plants/{id}"))


def test_a_renamed_schema_and_a_renamed_variable_are_no_change():
    text = json.dumps(PLANTS).replace("schemas/Plant", "schemas/Herb").replace("{id}", "{plant}")
    text = text.replace('"Plant": {', '"Herb": {').replace('"name": "id"', '"name": "plant"')
    assert changes(PLANTS, json.loads(text)).listed == ()


def test_pairs_are_compared_once_however_often_they_are_referred_to():
    def chain(length, words):
        ref = {"$ref": "#/components/schemas/S0"}
        schemas = {
            f"S{n}": {
                "type": "object",
                "properties": {
                    **{
                        f"p{k}": {"$ref": f"#/components/schemas/S{(n + k) % length}"}
                        for k in (1, 2, 3)
                    },
                    "x": {"type": words},
                },
            }
            for n in range(length)
        }
        responses = {"200": {"description": "", "content": {"application/json": {"schema": ref}}}}
        return {
            "openapi": "3.1.0",
            "info": {},
            "paths": {"/a": {"get": {"responses": responses}}},
            "components": {"schemas": schemas},
        }

    found = changes(chain(200, "string"), chain(200, "integer"))
    assert len(found.listed) == 200
    assert found.steps <= 200 * 6  # each schema, and each of its fields, once


GOOD = {"description": "Good."}


def git(folder: Path, *arguments: str) -> None:
    settings = (
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "-c",
        "commit.gpgsign=false",
    )
    subprocess.run(["git", *settings, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A repository whose tag has the older description; now some of it is different."""
    folder = tmp_path_factory.mktemp("changed") / "site"
    folder.mkdir()
    (folder / "api.json").write_text(json.dumps(PLANTS, indent=1))
    git(folder, "init", "-q")
    git(folder, "add", "api.json")
    git(folder, "commit", "-qm", "One")
    git(folder, "tag", "v1.0.0")
    new = copy.deepcopy(PLANTS)
    shape = new["paths"]["/plants"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    shape["properties"]["pot"] = {"type": "string"}
    shape["required"].append("pot")
    shape["properties"]["kind"]["enum"].append("palm")
    del new["paths"]["/plants/{id}"]["delete"]
    new["paths"]["/plants/{id}"]["get"]["parameters"][1]["deprecated"] = True
    new["paths"]["/pots"] = {"get": {"summary": "List pots", "responses": {"200": GOOD}}}
    return folder, new


def files(new, since="v1.0.0"):
    source = {"source": "api.json", "directory": "api", "since": since}
    tab = {"tab": "API", "openapi": source}
    tabs = [{"tab": "Start", "pages": ["index"]}, tab]
    config = {"name": "T", "navigation": {"tabs": tabs}}
    return {
        "docs.json": json.dumps(config, indent=1),
        "api.json": json.dumps(new, indent=1),
        "index.md": "# T\n\nHi.\n",
    }


@pytest.fixture(scope="module")
def built(repository):
    folder, new = repository
    return build_site(folder, files(new))


def words(node):
    return " ".join(node.get_text(" ").split())


def test_what_changed_since_a_tag_is_listed_breaking_changes_first(built):
    assert built.warning_lines == []
    page = built.article("api/changes")
    assert words(page.h1).startswith("Changes since v1.0.0")
    titles = [words(title).rstrip(" #") for title in page.select("h2")]
    assert titles == ["Breaking changes", "Changes that may break", "Other changes"]
    breaking = words(page.select_one("#changes-breaking-changes"))
    assert "POST /plants new body.pot This required field is new." in breaking
    [mark] = page.select("#changes-breaking-changes .dj-change-breaking")[:1]
    assert words(mark) in ("new", "changed", "removed")
    links = {a.get_text(): a["href"] for a in page.select("p a")}
    assert links["POST /plants"] == "post-plants.html"
    assert "DELETE /plants/{id} removed This operation was deprecated, and is" in words(page)
    assert "Breaking changes" in built.text("api/changes.md")
    assert "api/changes" in built.text("llms.txt")
    entries = [a.get_text().strip() for a in built.soup("api/changes").select("nav a")]
    assert "Changes" in entries


def test_one_change_is_one_line_and_many_that_break_nothing_are_folded():
    old, new = before_and_after(("3.1.0", "3.1.0"))
    fields = new["components"]["schemas"]["A"]["properties"]
    fields |= {f"f{number}": {} for number in range(30)}
    found = changes(old, new)
    assert len({(each.owner, each.place, each.text) for each in found.listed}) < len(found.listed)
    _top, sections = change_sections(found, lambda _owner: None)
    lines = [item.astext() for each in sections for item in each.findall(nodes.list_item)]
    assert len(lines) == len(set(lines)) == 30
    assert [len(list(each.findall(opening_line))) for each in sections] == [1]


def test_pages_mark_what_is_new_changed_or_deprecated(built):
    page = built.article("api/post-plants")
    assert page.select_one(".dj-api-badges .dj-tag").get_text() == "changed since v1.0.0"
    pot = page.select_one("#body-pot")
    assert pot.select_one(".dj-field-pill").get_text() == "new since v1.0.0"
    assert "palm new since v1.0.0" in words(page.select_one("#body-kind"))
    assert "New values: palm." in words(page.select_one("#changes-since-v1-0-0"))
    assert "new since v1.0.0" in built.text("api/post-plants.md")
    read = built.article("api/get-plants")
    assert "deprecated since v1.0.0" in words(read.select_one("#query-fields"))
    assert "new since v1.0.0" in words(built.article("api/list-pots"))


def test_check_fails_on_what_breaks_and_says_where(built, repository, tmp_path, capsys):
    folder, _new = repository
    asked = ["check", str(folder), "--quiet", "--cache", str(tmp_path)]
    assert main(asked) == 0
    assert main([*asked, "--fail-on", "breaking"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if "openapi-breaking" in line]
    [line] = [line for line in lines if "body.pot" in line]
    number = int(line.split("api.json:")[1].split(":")[0])
    assert '"pot"' in (folder / "api.json").read_text().splitlines()[number - 1]
    assert (
        "breaks clients since v1.0.0: POST /plants body.pot: This required field is new." in line
    )


def test_what_cannot_be_compared_costs_one_line(repository, tmp_path):
    _folder, new = repository
    wanted = {
        "v9": "it is not in a Git repository, so there is no tag 'v9'",
        "--output=x": "cannot be the name of a tag; write the path of an older file",
        "old.json": "there is no file 'old.json'",
    }
    for number, (since, message) in enumerate(wanted.items()):
        built = build_site(tmp_path / f"s{number}", files(new, since))
        [line] = built.warning_lines
        assert line.startswith("docs.json:")
        assert message in line
        assert "api/changes" not in built.app.env.found_docs


@pytest.mark.parametrize(
    "name", ["-x", "a..b", "a b", "HEAD:x", "@{1}", "a^", "a~1", "é", "x.lock"]
)
def test_no_name_of_a_tag_is_an_option_or_an_expression(name):
    assert problem_of_revision(name)


def test_an_older_file_may_be_named_too(repository, tmp_path):
    _folder, new = repository
    more = {"old/api.json": json.dumps(PLANTS)}
    built = build_site(tmp_path / "site", {**files(new, "old/api.json"), **more})
    assert built.warning_lines == []
    assert "body.pot" in words(built.article("api/changes"))
