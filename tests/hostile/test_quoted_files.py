"""A specification quotes prose, and code in its samples: never what the site keeps to itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_docsjson.ext.openapi.reading.specifications import load

SECRET = "SECRET=hunter2"


def document(**operation: Any) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {"responses": {}, **operation}}},
    }


def loaded_with(folder: Path, file: str, **operation: Any):
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SECRET)
    (folder / "api.json").write_text(json.dumps(document(**operation)))
    return load("api.json", folder)


def sample(file: str) -> dict[str, Any]:
    return {"x-codeSamples": [{"lang": "Shell", "source": {"$ref": file}}]}


PRIVATE = """
.env .env.local conf.py docs.json.bak secrets.toml setup.cfg id_rsa.pem key.key .git/config
.ssh/notes.md .hidden.md sub/.env a.ini a.sqlite a.py a.sh .netrc.txt drafts/secret.md
"""


@pytest.mark.parametrize("file", PRIVATE.split())
def test_a_description_quotes_prose_only(tmp_path: Path, file: str):
    (tmp_path / ".mintignore").write_text("drafts/\n")
    loaded = loaded_with(tmp_path, file, description={"$ref": file})
    assert SECRET not in json.dumps(loaded.document)
    assert len(loaded.problems) == 1
    assert "is left out" in loaded.problems[0].message
    assert loaded.problems[0].pointer.startswith("#/paths/~1a/get/description")


@pytest.mark.parametrize("file", [".env", "conf.py", ".bash.sh", "x.toml", "x.env", "setup.py"])
def test_a_sample_quotes_no_configuration(tmp_path: Path, file: str):
    loaded = loaded_with(tmp_path, file, **sample(file))
    assert SECRET not in json.dumps(loaded.document)
    assert len(loaded.problems) == 1


@pytest.mark.parametrize("file", ["text.md", "a/b.txt", "T.MD", "docs.v2/x.markdown"])
def test_prose_is_quoted(tmp_path: Path, file: str):
    loaded = loaded_with(tmp_path, file, description={"$ref": file})
    assert loaded.document["paths"]["/a"]["get"]["description"] == SECRET
    assert loaded.problems == ()


@pytest.mark.parametrize("file", ["s/post.php", "s/get.cs", "get.py", "curl.sh", "note.md"])
def test_code_is_quoted_in_samples(tmp_path: Path, file: str):
    loaded = loaded_with(tmp_path, file, **sample(file))
    assert loaded.document["paths"]["/a"]["get"]["x-codeSamples"][0]["source"] == SECRET
    assert loaded.problems == ()


@pytest.mark.parametrize("file", [".env.json", ".github/workflow.yml", "a/.b/c.yaml"])
def test_data_that_is_hidden_is_not_read(tmp_path: Path, file: str):
    loaded = loaded_with(tmp_path, file, requestBody={"$ref": file})
    assert SECRET not in json.dumps(loaded.document)
    assert any("starts with a dot" in problem.message for problem in loaded.problems)


@pytest.mark.parametrize(
    "name", ["a\0b.md", "a\0b.yaml", "circle.md", "circle.yaml", "x" * 300 + ".md"]
)
def test_a_name_that_no_file_has_costs_a_message(tmp_path: Path, name: str):
    for suffix in ("md", "yaml"):
        (tmp_path / f"circle.{suffix}").symlink_to(f"circle.{suffix}")
    fields = {"description": {"$ref": name}, "requestBody": {"$ref": name}}
    (tmp_path / "api.json").write_text(json.dumps(document(**fields)))

    loaded = load("api.json", tmp_path)

    assert any("is left out" in problem.message for problem in loaded.problems)


PLACES = {
    "description": lambda ref: {"description": ref},
    "summary": lambda ref: {"summary": ref},
    "body": lambda ref: {"requestBody": ref},
    "parameters": lambda ref: {"parameters": [ref]},
    "schema": lambda ref: {"requestBody": {"content": {"a/b": {"schema": ref}}}},
    "default": lambda ref: {
        "parameters": [{"name": "a", "in": "query", "schema": {"default": ref}}]
    },
    "examples": lambda ref: {"requestBody": {"content": {"a/b": {"examples": {"a": ref}}}}},
    "value": lambda ref: {
        "requestBody": {"content": {"a/b": {"examples": {"a": {"value": ref}}}}}
    },
    "example": lambda ref: {"requestBody": {"content": {"a/b": {"example": ref}}}},
    "samples": lambda ref: {"x-codeSamples": [ref]},
    "source": lambda ref: {"x-codeSamples": [{"lang": "Shell", "source": ref}]},
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("file", ["id_rsa", "Dockerfile", "a.pem", "conf.py", ".env", "link.md"])
def test_no_place_shows_a_file_that_is_no_data(tmp_path: Path, file: str, place: str):
    (tmp_path / ".secret").write_text(SECRET)
    if file == "link.md":
        (tmp_path / file).symlink_to(".secret")
    else:
        (tmp_path / file).write_text(SECRET)
    (tmp_path / "api.json").write_text(json.dumps(document(**PLACES[place]({"$ref": file}))))

    loaded = load("api.json", tmp_path)

    assert SECRET not in json.dumps(loaded.document)
    assert loaded.problems or "example" in place or place in ("value", "default")
