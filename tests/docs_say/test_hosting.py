"""The files on the page about hosting are those that ``init --hosting`` writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sphinx_docsjson.cli.init_files import HOSTS
from sphinx_docsjson.cli.main import main
from tests._support.building import write_files
from tests.docs_say.blocks import blocks_in
from tests.docs_say.stories import SPHINX, TOLD_BY_HOSTS, commands_of_host

PAGE = "docs/publish/hosting.md"
LIST = "docs/requirements.txt"
PLAIN = {name: text for name, text in SPHINX.items() if not name.endswith("conf.py")}


def written(folder, host, files):
    """Return what ``init`` writes for a host beside a site that is there: name → text."""
    (folder / ".git").mkdir(parents=True)
    write_files(folder, files)
    assert main(["init", str(folder / "docs"), "--hosting", host]) == 0
    name, _text = HOSTS[host]
    return {each: (folder / each).read_text() for each in (name, LIST)}


@pytest.mark.parametrize("host", HOSTS)
def test_the_page_shows_what_init_writes(host, tmp_path):
    plain = written(tmp_path / "plain" / "acme", host, PLAIN)
    sphinx = written(tmp_path / "sphinx" / "acme", host, SPHINX)
    name, _text = HOSTS[host]
    shown = [block.text for block in blocks_in(PAGE) if block.title == name]

    assert shown == [plain[name]]
    assert [block.text for block in blocks_in(PAGE) if block.title == LIST] == [plain[LIST]]
    assert sphinx[LIST] == plain[LIST]
    # With a conf.py nothing else differs than the sentence of the page says.
    assert sphinx[name] == plain[name].replace("-b dirhtml", "-W -b html")


class Repository:
    """A repository that a host builds by its file, and a person by the command of the docs."""

    def __init__(self, folder, host):
        self.folder, self.host = folder, host
        subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
        write_files(folder, PLAIN)
        assert main(["init", str(folder / "docs"), "--hosting", host]) == 0
        tools = folder / ".git" / "tools"
        write_files(tools, {"pip": "#!/bin/sh\nexit 0\n"})  # all that it would install is there
        (tools / "pip").chmod(0o755)
        path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
        root = str(Path(__file__).parents[2])
        told = {"READTHEDOCS_OUTPUT": "_site", "SITE_URL": "https://acme.example/"}
        self.variables = {**os.environ, **TOLD_BY_HOSTS, **told, "PATH": path, "PYTHONPATH": root}

    def built_by_host(self):
        """Return the exit code of the commands in the file, and what they wrote."""
        name, _text = HOSTS[self.host]
        commands = commands_of_host(name, (self.folder / name).read_text("utf-8"))
        output = {"readthedocs": "_site/html", "gitlab": "public"}.get(self.host, "_site")
        return self._run("\n".join(commands)), files_of(self.folder / output)

    def built_by_hand(self):
        """Return the same of ``sphinx-docsjson build``, with the settings that the docs name."""
        address = next((f"-D html_baseurl={url}" for url in self._addresses() if url), "")
        code = self._run(f"sphinx-docsjson build docs out -W -b dirhtml {address}")
        return code, files_of(self.folder / "out")

    def _addresses(self):
        names = {"github-pages": "ADDRESS", "gitlab": "CI_PAGES_URL", "netlify": "URL"}
        if self.host == "vercel":
            yield f"https://{TOLD_BY_HOSTS['VERCEL_PROJECT_PRODUCTION_URL']}/"
        elif self.host == "azure":
            yield TOLD_BY_HOSTS["ADDRESS"]
        elif self.host == "cloudflare":
            yield self.variables["SITE_URL"]
        elif self.host in names:
            yield f"{TOLD_BY_HOSTS[names[self.host]]}/"

    def _run(self, commands):
        done = subprocess.run(
            ["bash", "-euc", commands],
            cwd=self.folder,
            env=self.variables,
            check=False,
            capture_output=True,
        )
        return done.returncode


def files_of(folder):
    kept = (".doctrees", ".buildinfo", ".nojekyll")
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.relative_to(folder).as_posix().startswith(kept)
    }


@pytest.mark.nightly
@pytest.mark.parametrize("host", HOSTS)
def test_a_host_builds_what_a_person_builds_before_and_after_a_conf(host, tmp_path):
    here = Repository(tmp_path / "acme", host)

    code, files = here.built_by_host()
    assert (code, files) == here.built_by_hand()
    assert code == 0
    assert "index.html" in files

    conf = here.folder / "docs" / "conf.py"
    conf.write_text('extensions = ["sphinx_docsjson"]\nhtml_title = "Handbook of Acme"\n')
    code, with_conf = here.built_by_host()
    assert (code, with_conf) == here.built_by_hand()
    assert code == 0
    assert b"Handbook of Acme" in with_conf["index.html"]

    here.folder = here.folder.rename(tmp_path / "moved")
    subprocess.run(["git", "branch", "-m", "trunk"], cwd=here.folder, check=True)
    assert here.built_by_host() == here.built_by_hand() == (0, with_conf)

    conf = here.folder / "docs" / "conf.py"
    conf.write_text('extensions = ["not_here"]\n')
    assert here.built_by_host()[0] == here.built_by_hand()[0] == 2


def test_a_file_that_an_old_release_wrote_is_named_by_doctor(tmp_path, capsys):
    """It built with ``-C``, so that a ``conf.py`` that came later had no effect there."""
    (tmp_path / ".git").mkdir()
    old = "pip install -r gone.txt && sphinx-build -W -C -D extensions=sphinx_docsjson docs _site"
    write_files(tmp_path, {**PLAIN, "netlify.toml": f'[build]\ncommand = "{old}"\n'})
    assert main(["doctor", str(tmp_path / "docs")]) == 1
    assert "netlify.toml: there is no gone.txt" in capsys.readouterr().out
    (tmp_path / "docs" / "conf.py").write_text('extensions = ["sphinx_docsjson"]\n')

    assert main(["doctor", str(tmp_path / "docs")]) == 1
    said = capsys.readouterr().out

    assert "wrong  netlify.toml builds without conf.py (-C)" in said
    assert "sphinx-docsjson build docs instead of sphinx-build -C" in said


@pytest.mark.parametrize("host", HOSTS)
def test_a_folder_that_was_moved_is_named_by_doctor(host, tmp_path, capsys):
    (tmp_path / ".git").mkdir()
    write_files(tmp_path, PLAIN)
    assert main(["init", str(tmp_path / "docs"), "--hosting", host]) == 0
    (tmp_path / "docs").rename(tmp_path / "handbook")

    assert main(["doctor", str(tmp_path / "handbook")]) == 1
    said = capsys.readouterr().out
    assert f"{HOSTS[host][0]}: there is no folder docs" in said
    assert "does not install" not in said  # nobody can know: its list was moved, too


def test_doctor_finds_nothing_wrong_in_files_that_copy_folders(tmp_path, capsys):
    (tmp_path / ".git").mkdir()
    script = "pip install -r docs/requirements.txt && sphinx-docsjson build docs out"
    files = {".gitlab-ci.yml": f"pages:\n  script:\n    - {script} && cp -r out public\n"}
    write_files(tmp_path, {**PLAIN, **files, LIST: "sphinx-docsjson\n"})

    main(["doctor", str(tmp_path / "docs")])

    said = capsys.readouterr().out
    assert "ok     .gitlab-ci.yml installs sphinx-docsjson and builds this project" in said
