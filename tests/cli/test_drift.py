"""``check --drift`` says what pages name, show or install that the package has left behind."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sphinx_docsjson.cli import drift
from sphinx_docsjson.cli.check import FORMATS
from sphinx_docsjson.cli.check_messages import grouped, read_message
from sphinx_docsjson.cli.drift import is_older, options_of
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.cli.releases import NoRelease, definitions_in, present_names
from sphinx_docsjson.cli.samples import GRAMMARS, has_grammars, problem_of
from tests._support.building import write_files

ROOT = Path(__file__).resolve().parents[2]

BEFORE = {
    "acme/client.py": '''class Client:
    """The client."""

    retries_left = 3

    def fetch_all(self, page_size=10): ...

    def close(self): ...
''',
    "acme/pool.py": "def close(): ...\n",
    "acme/main.py": 'parser.add_argument("--dry-run")\n',
    "api.yaml": """openapi: 3.1.0
info: {title: Acme, version: "1"}
paths:
  /old-plants:
    get:
      operationId: listOldPlants
      responses: {"200": {description: Fine}}
components:
  schemas:
    Plant: {type: object, properties: {pot_size: {type: integer}}}
""",
}
AFTER = {
    "acme/client.py": "class Client:\n    def fetch(self): ...\n",
    "acme/main.py": 'parser.add_argument("--preview")\n',
    "api.yaml": 'openapi: 3.1.0\ninfo: {title: Acme, version: "2"}\npaths: {}\n',
    "pyproject.toml": '[project]\nname = "acme"\nversion = "2.0.0"\n',
    "options.schema.json": json.dumps(
        {"properties": {"color": {}, "size": {}, "old": {"deprecated": True}}}
    ),
    "docs/docs.json": json.dumps({"name": "Acme", "navigation": ["index"]}),
    "docs/index.md": """---
title: Home
description: Home.
json-schema: ../options.schema.json
---

Call `client.fetch_all(page_size=5)` or `Client.close()` with `--dry-run`; set `retries_left`.
`GET /old-plants` answers `pot_size`. Use `requests.get_all` of others, and `Client.fetch`.

`fetch_all` was removed in 2.0; use `Client.fetch`.

| Option | Means |
|---|---|
| `color` | The colour. |

```python
client.fetch(
```

```sh
pip install acme==1.0.0
pip install acme==2.0
```

## Changed in 2.0

`fetch_all` is `fetch` now.
""",
}


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with two releases, the second of which has left its page behind."""
    folder = tmp_path_factory.mktemp("acme")
    git(folder, "init", "-q")
    for files, tag in ((BEFORE, "v1.0.0"), (AFTER, "v2.0.0")):
        write_files(folder, dict(files))
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", tag)
        git(folder, "tag", tag)
    return folder


def test_what_the_last_release_had_and_this_one_has_not_is_told(repository, tmp_path, capsys):
    folder, cache = str(repository / "docs"), str(tmp_path / "cache")
    assert main(["check", folder, "--cache", cache, "-q"]) == 0
    capsys.readouterr()

    assert main(["check", folder, "--cache", cache, "-q", "--drift", "--format", "json"]) == 1
    told = [
        (one["kind"].removeprefix("docsjson.drift-"), one["message"].partition(";")[0], place)
        for one in json.loads(capsys.readouterr().out)
        for place in ((one["places"][0]["line"], one["places"][0]["column"]),)
    ]
    assert told == [
        (
            "option",
            "../options.schema.json has the option 'size', which this page does not name",
            (1, None),
        ),
        ("name", "'client.fetch_all' is gone: acme/client.py:6 had it at v1.0.0", (7, 7)),
        ("name", "'Client.close' is gone: acme/client.py:8 had it at v1.0.0", (7, 42)),
        ("name", "'--dry-run' is gone: acme/main.py:1 had it at v1.0.0", (7, 64)),
        ("name", "'retries_left' is gone: acme/client.py:4 had it at v1.0.0", (7, 81)),
        ("name", "'/old-plants' is gone: api.yaml:4 had it at v1.0.0", (8, 2)),
        ("name", "'pot_size' is gone: api.yaml:10 had it at v1.0.0", (8, 28)),
        ("sample", "this sample of python does not parse: '(' was never closed", (17, 1)),
        ("version", "'1.0.0' is older than acme 2.0.0, the newest release", (21, 13)),
    ]


def test_what_is_compared_with_may_be_named_and_names_may_be_ignored(repository, tmp_path, capsys):
    command = ["check", str(repository / "docs"), "--cache", str(tmp_path), "-q", "--drift"]
    main([*command, "--since", "v9"])
    assert "git has no 'v9' here; name one with --since" in capsys.readouterr().out

    main([*command, "-D", "docsjson_drift_ignore=*fetch_all,--dry-run,/old-*,*_*,Client.*"])
    assert "drift-name" not in capsys.readouterr().out


def cloned_with_its_pages_alone(repository: Path, folder: Path, *options: str) -> Path:
    git(folder, "clone", "-q", "--sparse", "--no-local", *options, repository.as_uri(), "clone")
    git(folder / "clone", "sparse-checkout", "set", "docs")
    return folder / "clone"


def test_what_a_sparse_checkout_leaves_out_is_not_gone(repository, tmp_path):
    sparse = cloned_with_its_pages_alone(repository, tmp_path)
    (sparse / "pyproject.toml").unlink()

    assert not (sparse / "acme").exists()
    assert present_names(sparse, {"fetch", "fetch_all", "project"}, set()).words == {"fetch"}


def test_what_a_partial_clone_has_not_either_is_unknown(repository, tmp_path):
    git(repository, "config", "uploadpack.allowFilter", "true")
    part = cloned_with_its_pages_alone(repository, tmp_path, "--filter=blob:none")

    with pytest.raises(NoRelease, match="3 files are neither checked out nor in this partial"):
        present_names(part, {"fetch"}, set())


RIGHT = {
    "python": [
        "await a",
        "return x",
        "'a': 1,\n'b': 2",
        "def f(x):",
        "x = <your key>(",
        "%time a(",
    ],
    "pycon": [
        ">>> a = 1\n>>> a\n1",
        ">>> def f():\n        return 1\n>>> f()",
        ">>> f(\nTraceback:\nSyntaxError: x",
    ],
    "json": [
        '"a": 1',
        '{"a": 1} // one',
        '{"a": ...',
        '{"a": <value_of_a>}',
        '{"a": 1}\n{"a": 2}',
    ],
    "yaml": ["a: 1\n---\nb: 2"],
    "toml": ["a = 1"],
    "js": ["return await x", "a: 1, b: [2]", "constructor() { super() }"],
    "ts": ["a?: string;\nb: number", "public x: number = 1"],
    "go": ["x := 1", "func main() {}"],
    "rust": ["let x = 1;", "fn a(&self) {}"],
    "java": ["int a = 1;", "@Override public int a() { return 1; }"],
    "csharp": ["var a = 1;"],
    "php": ["$a = 1;", "<?php $a = 1;"],
    "ruby": ["a = 1", "return a"],
    "sh": ["$ pip install <name> ("],
}
WRONG = {
    "python": "f(\n", "pycon": ">>> 1 +", "json": '{"a": 1,}', "toml": "a = ", "yaml": "a: [1",
    "js": "let = ;", "ts": "let x: = 1;", "go": "x := := 1", "rust": "let = = 1;",
    "java": "int = 1;",
    "csharp": "var = = 1;", "php": "$a = ;", "ruby": "def (",
}  # fmt: skip


@pytest.mark.parametrize("language", RIGHT)
def test_a_piece_of_code_is_right_and_half_a_statement_is_not(language):
    if not has_grammars() and language not in {"python", "pycon", "json", "yaml", "toml"}:
        pytest.skip("the extra `drift` is not installed")
    assert [text for text in RIGHT[language] if problem_of(text, language)] == []
    assert language not in WRONG or problem_of(WRONG[language], language) is not None


PACKAGES = {
    *("tree_sitter", "tree_sitter_c_sharp", "tree_sitter_go", "tree_sitter_java"),
    *("tree_sitter_javascript", "tree_sitter_php", "tree_sitter_ruby", "tree_sitter_rust"),
    "tree_sitter_typescript",
}


def test_every_grammar_has_a_sample_that_is_wrong_and_is_in_the_extra():
    asked = {{"js": "javascript", "ts": "typescript"}.get(name, name) for name in WRONG}
    assert GRAMMARS.keys() - asked == {"tsx"}
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extra = pyproject["project"]["optional-dependencies"]["drift"]
    assert {each.partition(">")[0].replace("-", "_") for each in extra} == PACKAGES
    assert {package for package, _, _ in GRAMMARS.values()} | {"tree_sitter"} == PACKAGES


def test_a_page_of_older_sources_defines_what_its_directives_describe():
    text = ".. option:: -x, --extra-care\n\n```{py:function} acme.take(a)\n```\n"
    found = [each.name for each in definitions_in("docs/a.rst", text, set())]
    assert found == ["--extra-care", "acme.take"]


def test_a_version_is_older_only_as_far_as_it_is_said():
    assert [is_older(each, "2.1.3") for each in ("2", "2.1", "2.1.2", "2.0", "3")] == [
        *(False, False, True, True, False)
    ]


def test_options_of_a_schema_follow_its_references():
    schema = {"$defs": {"a": {"properties": {"x": {}}}}, "allOf": [{"$ref": "#/$defs/a"}]}
    assert options_of(schema, "") == options_of(schema, "/$defs/a") == {"x": {}}


PAGE = """---
title: Options
json-schema: ../s.json
---

## `image-*`

### `--dry-run`

Set `in_code`, and see [linked](https://example.org/).

```toml
sample = 1
```

Install a specific version:

```sh
pip install acme==1.1
```

```console
~/a [b] % pip freeze
acme==1.2
$ pip install acme==1.3
```

```sh
pip install acme==1.4
```

If the current version is 1.5, `acme bump` takes the next. The newest release is 1.6.
"""
"""Each but ``lacking``, 1.3, 1.4 and 1.6 was told of a real page that was right."""


def test_what_real_pages_taught_of_options_and_versions(site, monkeypatch):
    hooks = {f"hook-{n}": {"$ref": "#/$defs/hook"} for n in range(9)}
    named = ("image-x86", "dry-run", "in_code", "linked", "sample", "elsewhere", "lacking", "_own")
    schema = {"properties": {name: {"type": "string"} for name in named} | hooks}
    files = {"index.md": PAGE, "b.md": "# B\n\n## `elsewhere`\n", "../s.json": json.dumps(schema)}
    built = site(files)
    monkeypatch.setattr(drift, "packages_of", lambda _root: {"acme": "2.0"})
    said: list[str] = []
    monkeypatch.setattr(drift, "warn", lambda _kind, message, **_options: said.append(message))
    drift.tell_drift(built.app)

    assert [each.split("'")[1] for each in said] == ["1.3", "1.4", "1.6", "lacking"]


def test_a_report_of_tests_has_a_failure_for_each_place():
    said = grouped(
        read_message(f"p{n}.md:{n}: WARNING: no \x00 <x> [docsjson.link]") for n in (1, 2)
    )
    (suite,) = ElementTree.fromstring(FORMATS["junit"](said, Path()))
    assert suite.attrib == {
        "name": "sphinx-docsjson", "tests": "2", "failures": "2", "errors": "0"
    }  # fmt: skip
    assert [case.get("classname") for case in suite] == ["p1.md", "p2.md"]
    assert suite[0][0].attrib == {"type": "docsjson.link", "message": "no \ufffd <x>"}
    (empty,) = ElementTree.fromstring(FORMATS["junit"]([], Path()))
    assert (empty.get("tests"), empty.get("failures")) == ("1", "0")
