"""A specification quotes prose, and code in its samples: never what the site keeps to itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_docsjson.openapi.reading.specifications import load

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
