"""What starts the language server in an editor can be built, and starts it."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests._support import npm
from tests.house.imports import foreign, modules

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "editors" / "vscode"
DESCRIBED = json.loads((CODE / "package.json").read_text(encoding="utf-8"))

START = """
const Module = require("node:module");
const load = Module._load;
const started = [];
const vscode = {
  workspace: {
    workspaceFolders: [{ uri: { fsPath: process.argv[2] } }],
    getConfiguration: () => ({ get: () => JSON.parse(process.argv[3]) }),
  },
  commands: { registerCommand: (name) => started.push(name) },
};
class LanguageClient {
  constructor(...options) { started.push(options[2]); }
  async start() {}
  async stop() {}
}
Module._load = (name, ...rest) =>
  ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name] ?? load(name, ...rest);
require(process.argv[1])
  .activate({ subscriptions: [] })
  .then(() => console.log(JSON.stringify(started)));
"""


def started(folder: Path, given: list[str]) -> tuple[str, list[str], dict]:
    if shutil.which("node") is None:
        pytest.skip("Node.js runs the extension")
    arguments = [str(CODE / "extension.js"), str(folder), json.dumps(given)]
    done = subprocess.run(["node", "-e", START, *arguments], capture_output=True, text=True)
    restart, server = json.loads(done.stdout)
    assert restart == DESCRIBED["contributes"]["commands"][0]["command"]
    return server["command"], server["args"], server["options"]


def test_the_extension_for_vs_code_starts_the_command_of_the_project(tmp_path):
    where = {"cwd": str(tmp_path)}
    assert started(tmp_path, []) == ("sphinx-docsjson", ["lsp"], where)
    assert started(tmp_path, ["uvx", "it", "lsp"]) == ("uvx", ["it", "lsp"], where)

    own = tmp_path / ".venv" / "bin" / "sphinx-docsjson"
    own.parent.mkdir(parents=True)
    own.touch()
    assert started(tmp_path, []) == (str(own), ["lsp"], where)


def test_the_extension_is_short_and_named_in_the_documentation():
    lines = (CODE / "extension.js").read_text(encoding="utf-8").count("\n")
    page = (ROOT / "docs" / "pages" / "editor.md").read_text(encoding="utf-8")

    assert lines < 100
    assert f"{DESCRIBED['name']}-{DESCRIBED['version']}.vsix" in page


def test_no_build_imports_what_the_language_server_needs():
    needing = {name for name in modules() if {"pygls", "lsprotocol"} & {*foreign(name)}}

    assert needing == {"cli.lsp.server"}


@pytest.mark.nightly
def test_the_packager_of_vs_code_takes_the_extension(tmp_path):
    if lacking := npm.missing():
        pytest.skip(lacking)
    for name in ("package.json", "extension.js", "README.md", "LICENSE", ".vscodeignore"):
        shutil.copy(CODE / name, tmp_path)
    for command in (
        ["npm", "install", "--no-audit", "--no-fund"],
        ["npx", "--yes", "@vscode/vsce@3", "package", "--allow-missing-repository"],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    [packed] = tmp_path.glob("*.vsix")
    names = set(zipfile.ZipFile(packed).namelist())
    assert {"extension/out/extension.js", "extension/package.json"} <= names
    assert "extension/extension.js" not in names
    code = [name for name in names if name.endswith(".js")]
    licences = [name for name in names if name.startswith("extension/node_modules/")]
    assert code == ["extension/out/extension.js"]
    assert any("/vscode-languageclient/" in name for name in licences)
    assert all("license" in name.lower() for name in licences)
