"""The text of a block → what a program that knows its format has against it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from shutil import which
from typing import Any

import yaml
from babel.messages.pofile import PoFileError, read_po
from jsonschema.validators import validator_for
from packaging.requirements import InvalidRequirement, Requirement
from sphinx.config import Config

from sphinx_docsjson.cli.main import parser
from sphinx_docsjson.site.loading import load_site
from tests._support.building import build_site
from tests.docs_say.blocks import INCLUDE, ROOT, Block

SCHEMA = ROOT / "sphinx_docsjson" / "site" / "schema.json"
SAMPLES = ROOT / "tests" / "samples"

MINIMAL = {"name": "Acme", "navigation": [{"group": "Start", "pages": ["index"]}]}

PLANTS = """\
openapi: 3.1.0
info: {title: Plants, version: "1"}
servers: [{url: "https://plants.example.com"}]
paths:
  /plants:
    get:
      operationId: listPlants
      summary: List plants
      tags: [Plants]
      responses:
        "200": {description: The plants, content: {application/json: {example: [{id: 1}]}}}
"""
"""The file that pages about OpenAPI call ``openapi.yaml``."""

YAML_SCHEMAS = {
    ".readthedocs.yaml": "vendor.readthedocs",
    ".github/workflows/azure-docs.yml": "vendor.github-workflows",
    ".github/workflows/docs.yml": "vendor.github-workflows",
    ".gitlab-ci.yml": "vendor.gitlab-ci",
}
"""Files whose makers publish a schema, and its name in ``check-jsonschema``."""


class NotJudged(Exception):
    """A program that judges a format is not installed."""


def problems_of(block: Block, folder: Path) -> list[str]:
    """Return what is wrong with the text of a block; an unknown format is wrong, too.

    :param folder: an empty folder to work in.
    :raises NotJudged: when what judges the format is not installed.
    """
    judge = JUDGES.get(block.language)
    if judge is None:
        return [f"a block of {block.language or 'no language'} is neither run nor judged"]
    return judge(block, folder)


def _shell(block: Block, folder: Path) -> list[str]:
    done = subprocess.run(["bash", "-n"], input=block.text, text=True, capture_output=True)
    return done.stderr.splitlines()


def _json(block: Block, folder: Path) -> list[str]:
    try:
        value = json.loads(block.text)
    except ValueError as error:
        return [f"no JSON: {error}"]
    if block.title == "vercel.json":
        return [] if {"buildCommand", "outputDirectory"} <= value.keys() else ["builds nothing"]
    if block.title == "The answer":
        return [] if value.keys() == {"title", "status", "errors"} else ["no answer of the mock"]
    found = no_fields(value)
    (folder / "docs.json").write_text(json.dumps(MINIMAL | value), encoding="utf-8")
    (folder / "openapi.yaml").write_text(PLANTS, encoding="utf-8")
    return [*found, *(problem.message for problem in load_site(folder).problems)]


def no_fields(value: dict[str, Any]) -> list[str]:
    """Return what the schema of docs.json has against a file, or a part of one."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    errors = validator_for(schema)(schema).iter_errors(MINIMAL | value)
    return [f"schema: {error.message}" for error in errors]


def _yaml(block: Block, folder: Path) -> list[str]:
    try:
        yaml.safe_load(block.text)
    except yaml.YAMLError as error:
        return [f"no YAML: {error}"]
    if block.title == ".pre-commit-config.yaml":
        return list(_hooks(yaml.safe_load(block.text)))
    schema = YAML_SCHEMAS.get(block.title)
    if schema is None:
        return [f"no schema is known for {block.title or 'a YAML file without a name'}"]
    if find_spec("check_jsonschema") is None:
        raise NotJudged("check-jsonschema")
    path = folder / "file.yaml"
    path.write_text(block.text, encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)]
    done = subprocess.run(command, text=True, capture_output=True)
    return [done.stdout + done.stderr] if done.returncode else []


def _hooks(config: Any) -> Iterator[str]:
    """Yield what is wrong with hooks of pre-commit, whose schema nobody ships: what they call."""
    for hook in (hook for repo in config["repos"] for hook in repo["hooks"]):
        program, *arguments = hook["entry"].split()
        try:
            parser().parse_args(arguments)
        except SystemExit:
            yield f"{hook['id']}: {hook['entry']} is no command of ours"
        if program != "sphinx-docsjson" or not {"id", "name", "language"} <= hook.keys():
            yield f"{hook['id']}: the hook lacks a field"


def _toml(block: Block, folder: Path) -> list[str]:
    try:
        tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        return [f"no TOML: {error}"]
    return []


def _nginx(block: Block, folder: Path) -> list[str]:
    if find_spec("crossplane") is None:
        raise NotJudged("crossplane")
    import crossplane

    path = folder / "nginx.conf"
    inside = block.text if "server {" in block.text else f"server {{\n{block.text}\n}}"
    path.write_text(f"events {{}}\nhttp {{\n{inside}\n}}\n", encoding="utf-8")
    found = crossplane.parse(str(path), strict=True, single=True)["errors"]
    return [error["error"] for error in found]


def _python(block: Block, folder: Path) -> list[str]:
    try:
        tree = ast.parse(block.text)
    except SyntaxError as error:
        return [f"no Python: {error}"]
    if Path(block.title).name != "conf.py":
        return ["only a conf.py is run: say which file this is"]
    (folder / "index.md").write_text("---\ntitle: Home\n---\n", encoding="utf-8")
    config: Config = build_site(folder, {}, "dummy").app.config
    return no_settings(tree, config)


def no_settings(tree: ast.Module, config: Config) -> list[str]:
    """Return what is wrong with the names that a conf.py sets."""
    names = [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    return [f"there is no setting {name!r}" for name in names if not hasattr(config, name)]


def _markdown(block: Block, folder: Path) -> list[str]:
    files = {"docs.json": json.dumps(MINIMAL), f"index.{block.language}": block.text}
    return build_site(folder, files, conf={"docsjson_conventions": "all"}).warning_lines


def _rst(block: Block, folder: Path) -> list[str]:
    files = {"index.rst": block.text, "openapi.yaml": PLANTS}
    return build_site(folder, files).warning_lines


def _caddy(block: Block, folder: Path) -> list[str]:
    if which("caddy") is None:
        raise NotJudged("caddy")
    path = folder / "Caddyfile"
    path.write_text(block.text, encoding="utf-8")
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(path)]
    done = subprocess.run(command, text=True, capture_output=True)
    return [done.stderr] if done.returncode else []


def _text(block: Block, folder: Path) -> list[str]:
    if block.title == "Caddyfile":
        return _caddy(block, folder)
    if Path(block.title).name != "requirements.txt":
        return ["only a requirements.txt and a Caddyfile are judged: say which file this is"]
    try:
        for line in block.text.splitlines():
            Requirement(line)
    except InvalidRequirement as error:
        return [f"no requirement: {error}"]
    return []


def _sample(block: Block, folder: Path) -> list[str]:
    """Judge a file of a sample: ``test_samples.py`` builds them; here it only needs its name."""
    names = [path for path in SAMPLES.rglob(Path(block.title).name) if path.is_file()]
    known = any(path.as_posix().endswith(f"/{block.title}") for path in names)
    return [] if known else [f"no sample has a file {block.title!r}"]


def _po(block: Block, folder: Path) -> list[str]:
    try:
        read_po(StringIO(block.text), abort_invalid=True)
    except PoFileError as error:
        return [f"no catalogue: {error}"]
    return []


JUDGES: dict[str, Callable[[Block, Path], list[str]]] = {
    "json": _json,
    "md": _markdown,
    "mdx": _markdown,
    "nginx": _nginx,
    "po": _po,
    "python": _python,
    "rst": _rst,
    "sh": _shell,
    "text": _text,
    "toml": _toml,
    "yaml": _yaml,
    INCLUDE: _sample,
}
"""Each language of a block, and what judges it."""
