"""The recipes of the page about CI keep what the next build needs, in another clone, too."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tests._support.building import write_files
from tests.docs_say.blocks import blocks_in
from tests.docs_say.formats import problems_of
from tests.docs_say.stories import TOLD_BY_HOSTS

PAGE = "docs/publish/ci.md"
KEPT = ".docs-cache"
BUILD = re.compile(
    r"sphinx-docsjson build docs \.docs-cache/html [^\n&]*-- -d \.docs-cache/doctrees"
)
RECIPES = (
    ".github/workflows/docs.yml",
    ".gitlab-ci.yml",
    "netlify.toml",
    ".readthedocs.yaml",
    "ci/docs.sh",
)
SOURCES = {
    "docs/requirements.txt": "sphinx-docsjson\n",
    "docs/docs.json": json.dumps(
        {"name": "Acme", "navigation": [{"group": "Start", "pages": ["index", "use", "more"]}]}
    ),
    **{
        f"docs/{name}.md": f"---\ntitle: {name}\n---\n\nText.\n"
        for name in ("index", "use", "more")
    },
}


def recipes():
    return {block.title: block for block in blocks_in(PAGE)}


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_keeps_doctrees_and_output_in_one_folder(name):
    assert len(BUILD.findall(recipes()[name].text)) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_is_written_as_its_service_reads_it(name, tmp_path):
    pytest.importorskip("check_jsonschema")

    assert problems_of(recipes()[name], tmp_path) == []


class Service:
    """What runs a recipe in clones; its own folder holds what it keeps between them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "store"
        self.store.mkdir(parents=True)
        tools = folder / "tools"
        write_files(tools, {"pip": "#!/bin/sh\nexit 0\n"})  # all that it would install is there
        (tools / "pip").chmod(0o755)
        path = [str(tools), str(Path(sys.executable).parent), os.environ["PATH"]]
        root = Path(__file__).parents[2]
        self.told = {**TOLD_BY_HOSTS, "PYTHONPATH": str(root), "PATH": os.pathsep.join(path)}

    def run(self, command: str, clone: Path, **told: str) -> str:
        done = subprocess.run(
            ["bash", "-euc", command],
            cwd=clone,
            env={**os.environ, **self.told, **told},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, command + done.stdout + done.stderr
        return done.stdout

    def github(self, text: str, clone: Path) -> str:
        """Do the steps; ``actions/cache`` writes a key once, and restores by its beginning."""
        said, keeps = "", []
        steps = yaml.safe_load(text)["jobs"]["docs"]["steps"]
        for step in steps:
            if step.get("uses", "").startswith("actions/cache@"):
                given = {name: self._filled(value, clone) for name, value in step["with"].items()}
                keeps.append(given)
                starts = [given["key"], *given["restore-keys"].split()]
                saved = sorted(self.store.glob("*.tar"), key=lambda path: -path.stat().st_mtime)
                fits = [path for start in starts for path in saved if path.stem.startswith(start)]
                if fits:
                    self.run(f"tar -xf {fits[0]}", clone)
            elif "run" in step:
                said += self.run(step["run"], clone)
        for given in keeps:
            if not (self.store / f"{given['key']}.tar").exists():
                self.run(f"tar -cf {self.store}/{given['key']}.tar {given['path']}", clone)
        return said

    def _filled(self, value: str, clone: Path) -> str:
        def known(match: re.Match[str]) -> str:
            asked = match[1].strip()
            if files := re.fullmatch(r"hashFiles\('(.*)'\)", asked):
                return hashlib.sha256((clone / files[1]).read_bytes()).hexdigest()
            head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=clone, text=True)
            return {"runner.os": "Linux", "github.sha": head.strip()}[asked]

        return re.sub(r"\$\{\{(.*?)\}\}", known, value)

    def gitlab(self, text: str, clone: Path) -> str:
        """Do the script; the cache of a key is replaced, and comes as an archive without times."""
        job = yaml.safe_load(text)["pages"]
        key = job["cache"]["key"]
        files = b"".join((clone / name).read_bytes() for name in key["files"])
        archive = f"{self.store}/{key['prefix']}-{hashlib.sha256(files).hexdigest()}"
        if Path(f"{archive}.zip").exists():
            shutil.unpack_archive(f"{archive}.zip", clone)
        said = "".join(self.run(line, clone) for line in job["script"])
        (path,) = job["cache"]["paths"]
        shutil.make_archive(archive, "zip", clone, path.rstrip("/"))
        assert (clone / job["artifacts"]["paths"][0] / "index.html").is_file()
        return said

    def netlify(self, text: str, clone: Path) -> str:
        """Do the command between the two steps of the plugin, in Node."""
        files = recipes()
        config = tomllib.loads(text)
        folder = config["plugins"][0]["package"].strip("/")
        plugin = {name: block.text for name, block in files.items() if name.startswith(folder)}
        assert sorted(plugin) == [f"{folder}/index.js", f"{folder}/manifest.yml"]
        assert yaml.safe_load(plugin[f"{folder}/manifest.yml"])["name"]
        write_files(clone, plugin)
        self._plugin("onPreBuild", clone / folder, clone)
        said = self.run(config["build"]["command"], clone)
        assert (clone / config["build"]["publish"] / "index.html").is_file()
        self._plugin("onPostBuild", clone / folder, clone)
        return said

    def _plugin(self, step: str, plugin: Path, clone: Path) -> None:
        script = (
            "const fs = require('fs'), [plugin, step, store] = process.argv.slice(1);"
            "const copy = (a, b) => fs.existsSync(a) && fs.cpSync(a, b, {recursive: true});"
            "const cache = {restore: async p => copy(`${store}/${p}`, p),"
            " save: async p => copy(p, `${store}/${p}`)};"
            "require(plugin)[step]({utils: {cache}});"
        )
        command = ["node", "-e", script, str(plugin), step, str(self.store)]
        subprocess.run(command, cwd=clone, check=True)

    def read_the_docs(self, text: str, clone: Path) -> str:
        """Do the jobs; what the last build published is at the address of the site."""
        jobs = yaml.safe_load(text)["build"]["jobs"]
        steps = [*jobs["install"], *jobs["pre_build"], *jobs["build"]["html"]]
        output = self.folder / "published" / clone.name
        told = {
            "READTHEDOCS_OUTPUT": str(output),
            "READTHEDOCS_CANONICAL_URL": f"{self.store.as_uri()}/html/",
        }
        said = "".join(self.run(step, clone, **told) for step in steps)
        shutil.rmtree(self.store)
        shutil.copytree(output, self.store)
        return said

    def any_machine(self, text: str, clone: Path) -> str:
        if shutil.which("rsync") is None:
            pytest.skip("rsync is not installed")
        cache, site = self.store / "cache", self.folder / "site"
        cache.mkdir(exist_ok=True)
        write_files(clone, {"ci/docs.sh": text})
        return self.run("bash ci/docs.sh", clone, CACHE=str(cache), SITE=str(site))


SERVICES = dict(
    zip(
        RECIPES,
        (
            Service.github,
            Service.gitlab,
            Service.netlify,
            Service.read_the_docs,
            Service.any_machine,
        ),
        strict=True,
    )
)


def git(folder, *arguments):
    given = ["-c", "user.name=A", "-c", "user.email=a@acme.example", "-c", "commit.gpgsign=false"]
    command = ["git", *given, *arguments]
    return subprocess.check_output(command, cwd=folder, text=True, stderr=subprocess.STDOUT)


@pytest.mark.nightly
@pytest.mark.parametrize("name", RECIPES)
def test_the_next_build_in_another_clone_reads_only_what_changed(name, tmp_path):
    origin = tmp_path / "origin"
    write_files(origin, SOURCES)
    git(origin, "init", "-q")
    git(origin, "add", "-A")
    git(origin, "commit", "-qm", "first")
    service, text = Service(tmp_path / "service"), recipes()[name].text

    def build(clone):
        git(tmp_path, "clone", "-q", "origin", clone)
        said = SERVICES[name](service, text, tmp_path / clone)
        (read,) = re.findall(r"\d+ pages, \d+ read", said)
        return read

    assert build("one/acme") == "3 pages, 3 read"
    assert build("two/elsewhere/acme") == "3 pages, 0 read"
    write_files(origin, {"docs/use.md": "---\ntitle: use\n---\n\nAnother text.\n"})
    git(origin, "commit", "-qam", "second")
    assert build("three") == "3 pages, 1 read"

    def pages(clone):
        html = tmp_path / clone / KEPT / "html"
        return {
            path.relative_to(html).as_posix(): path.read_text()
            for path in sorted(html.rglob("*.html"))
        }

    assert pages("two/elsewhere/acme") == pages("one/acme")
    changed = [path for path, text in pages("three").items() if text != pages("one/acme")[path]]
    assert changed == ["use/index.html"]
