"""The text of a block → what a program that knows its format has against it."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from functools import cache
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from shutil import which
from typing import Any

import yaml
from babel.messages.pofile import PoFileError, read_po
from jinja2 import Environment, TemplateSyntaxError
from jsonschema.validators import validator_for
from packaging.requirements import InvalidRequirement, Requirement
from sphinx.cmd.build import get_parser
from sphinx.config import Config

from sphinx_docsjson.cli.main import parser
from sphinx_docsjson.features import FEATURES
from sphinx_docsjson.pages.front_matter import FIELDS
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
    ".github/workflows/check.yml": "vendor.github-workflows",
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
    said = done.stderr.splitlines()
    return said or [each for _line, command in block.commands for each in no_command(command)]


def no_command(command: str) -> list[str]:
    """Return what is wrong with a command of ours, or one that installs or tests this project.

    Others are for whoever runs them to judge.
    """
    words = shlex.split(command)
    match words:
        case ["sphinx-docsjson", *arguments] if arguments[-1:] not in (["--version"], ["--help"]):
            ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
            return _refused(lambda: parser().parse_args(ours), command)
        case ["sphinx-build", *arguments] if "-M" not in arguments:
            return _refused(lambda: get_parser().parse_args(arguments), command)
        case ["pip", "install", *arguments]:
            return [each for word in arguments for each in _no_extra(word)]
        case ["python" | "python3", "-m", module, *arguments] if module.startswith("t"):
            return _no_module(ROOT / module.replace(".", "/"), arguments)
        case ["python" | "python3", script, *arguments] if script.startswith("tools/"):
            return _no_module(ROOT / script, arguments)
    return []


def _refused(parse: Callable[[], object], command: str) -> list[str]:
    """Return what a parser of arguments says of them."""
    said = StringIO()
    try:
        with redirect_stderr(said):
            parse()
    except SystemExit:
        return [f"{command}: {said.getvalue()}"]
    return []


def _no_extra(word: str) -> list[str]:
    if not word.startswith("sphinx-docsjson["):
        return []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = Requirement(word).extras - project["optional-dependencies"].keys()
    return [f"there is no extra {name!r}" for name in extras]


def _no_module(path: Path, arguments: list[str]) -> list[str]:
    """Return what a module of the repository lacks: itself, or an option that it is given."""
    choices = (path, path.with_suffix(".py"), path / "__main__.py")
    files = [choice for choice in choices if choice.is_file()]
    if not files:
        return [f"there is no {path.relative_to(ROOT)}"]
    if path.is_dir():
        files += path.glob("*.py")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    options = (word for word in arguments if word.startswith("--") and word != "--")
    return [f"{path.name} knows no {option}" for option in options if f'"{option}"' not in text]


OTHER_JSON = {
    "vercel.json": {"buildCommand", "outputDirectory"},
    "The answer": {"title", "status", "errors"},
    ".mcp.json": {"mcpServers"},
    "speculation-rules.json": {"prefetch"},
    ".vscode/settings.json": {"sphinx-docsjson.command"},
    ".zed/settings.json": {"lsp"},
    "200 OK": {"id", "name"},
    "404 Not found": {"error"},
}
"""Files that are no docs.json, and what stands in them."""


def _json(block: Block, folder: Path) -> list[str]:
    try:
        value = json.loads(block.text)
    except ValueError as error:
        return [f"no JSON: {error}"]
    if block.title in OTHER_JSON:
        return [f"lacks {name!r}" for name in OTHER_JSON[block.title] - value.keys()]
    if "group" in value:
        value = {"navigation": [value]}
    found = no_fields(value)
    if "docs.json" not in block.title:
        return found
    _write_named(value, folder)
    (folder / "docs.json").write_text(json.dumps(MINIMAL | value), encoding="utf-8")
    return [*found, *(problem.message for problem in load_site(folder).problems)]


FILE = re.compile(r"/?[\w./-]+\.(?:yaml|json|svg|png|woff2|webp)")


def _write_named(value: Any, folder: Path) -> None:
    """Write the files that a docs.json names, as far as the build looks whether they are there."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _write_named(each, folder)
    elif isinstance(value, str) and FILE.fullmatch(value) and ".." not in value:
        path = folder / value.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PLANTS, encoding="utf-8")


def no_fields(value: dict[str, Any]) -> list[str]:
    """Return what the schema of docs.json has against a file, or a part of one."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    errors = validator_for(schema)(schema).iter_errors(MINIMAL | value)
    return [f"schema: {error.message}" for error in errors]


def _yaml(block: Block, folder: Path) -> list[str]:
    try:
        value, *more = [each for each in yaml.safe_load_all(block.text) if each is not None]
    except yaml.YAMLError as error:
        return [f"no YAML: {error}"]
    if block.text.startswith("---\n"):
        return [f"no field {name!r}" for name in value if more or name not in FIELDS]
    if block.title == ".pre-commit-config.yaml":
        return list(_hooks(value))
    if "openapi" in block.title or value.keys() <= {"description", "overlay"}:
        return [] if isinstance(value, dict) else ["no part of a description"]
    if keys := OTHER_YAML.get(block.title):
        return [f"lacks {name!r}" for name in keys - value.keys()]
    schema = YAML_SCHEMAS.get(block.title)
    if schema is None:
        return [f"no schema is known for {block.title or 'a YAML file without a name'}"]
    if find_spec("check_jsonschema") is None:
        raise NotJudged("check-jsonschema")
    from check_jsonschema import main
    from click.testing import CliRunner

    path = folder / "file.yaml"
    path.write_text(block.text, encoding="utf-8")
    done = CliRunner().invoke(main, ["--builtin-schema", schema, str(path)])
    return [done.output] if done.exit_code else []


OTHER_YAML = {
    "api/plant-store.overlay.yaml": {"overlay", "info", "actions"},
    "plugins/docs-cache/manifest.yml": {"name"},
}
"""Files whose makers publish no schema, and what has to stand in them."""


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
    return no_settings(tree, plain_config()) if Path(block.title).name == "conf.py" else []


@cache
def plain_config() -> Config:
    """Return the settings of a project that sets none."""
    with tempfile.TemporaryDirectory() as folder:
        files = {"index.md": "---\ntitle: Home\n---\n"}
        conf = {"docsjson_features": {feature.name: True for feature in FEATURES}}
        return build_site(Path(folder) / "docs", files, "dummy", conf=conf).app.config


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


def _node(block: Block, folder: Path) -> list[str]:
    if which("node") is None:
        raise NotJudged("node")
    kind = "mjs" if re.search(r"^(?:import|export) ", block.text, re.MULTILINE) else "cjs"
    path = folder / f"file.{kind}"
    path.write_text(block.text, encoding="utf-8")
    done = subprocess.run(["node", "--check", str(path)], text=True, capture_output=True)
    return [done.stderr] if done.returncode else []


def _css(block: Block, folder: Path) -> list[str]:
    """Judge a sheet as far as a plain reader can: rules, and declarations in them."""
    rest = re.sub(r"[^{}]+\{(?:\s*[\w-]+:[^;{}]+;)+\s*\}", "", block.text).strip()
    return [f"no CSS: {rest}"] if rest else []


def _jinja(block: Block, folder: Path) -> list[str]:
    try:
        Environment().parse(block.text)
    except TemplateSyntaxError as error:
        return [f"no template: {error}"]
    return []


def _caddy(block: Block, folder: Path) -> list[str]:
    if which("caddy") is None:
        raise NotJudged("caddy")
    path = folder / "Caddyfile"
    path.write_text(block.text, encoding="utf-8")
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(path)]
    done = subprocess.run(command, text=True, capture_output=True)
    return [done.stderr] if done.returncode else []


HEADER = re.compile(r"[A-Z][\w-]+: \S.*")
HEADER_FILE = re.compile(r"/\S*|  [A-Z][\w-]+: \S.*")


def _text(block: Block, folder: Path) -> list[str]:
    if block.title == "Caddyfile":
        return _caddy(block, folder)
    lines = block.text.splitlines()
    if block.title == "_headers":  # a path, and below it the headers of what is there
        return [f"no header: {line}" for line in lines if not HEADER_FILE.fullmatch(line)]
    if all(map(HEADER.fullmatch, lines)) or block.title == ".mintignore":
        return []
    if Path(block.title).name != "requirements.txt":
        return ["this text is no known file and no headers: say whose it is in fences.toml"]
    try:
        for line in lines:
            Requirement(line)
    except InvalidRequirement as error:
        return [f"no requirement: {error}"]
    return []


def _sample(block: Block, folder: Path) -> list[str]:
    """Judge an included file, which is there; ``test_samples.py`` builds those of samples."""
    if not block.title:
        return []
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
    "bash": _shell,
    "css": _css,
    "jinja": _jinja,
    "js": _node,
    "json": _json,
    "nginx": _nginx,
    "po": _po,
    "python": _python,
    "sh": _shell,
    "text": _text,
    "toml": _toml,
    "ts": _node,
    "yaml": _yaml,
    INCLUDE: _sample,
}
"""Each language of a block that is no page, and what judges it."""
