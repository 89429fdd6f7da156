"""What the page about large sites says is done, word for word: by hand, GitHub, an engine."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
import yaml

from tests._support.building import write_files
from tests.docs_say.blocks import blocks_in
from tests.docs_say.formats import problems_of
from tests.docs_say.test_ci import Service

PAGE = "docs/publish/large-sites.md"
BLOCKS = list(blocks_in(PAGE))
COMMANDS = [command for block in BLOCKS if block.language == "sh" for _, command in block.commands]


def file(name):
    (block,) = (block for block in BLOCKS if block.title == name)
    return block


@pytest.fixture
def service(tmp_path):
    found = Service(tmp_path / "service")
    script = f'#!/bin/sh\nexec {sys.executable} -m sphinx_docsjson "$@"\n'
    write_files(found.folder / "tools", {"sphinx-docsjson": script})
    (found.folder / "tools" / "sphinx-docsjson").chmod(0o755)
    return found


def sources(folder):
    write_files(folder, {each.title: each.text for each in BLOCKS if each.title[:6] == "parts/"})
    write_files(folder, {"docs/requirements.txt": "sphinx-docsjson\n"})
    return folder


def is_joined(site):
    """Say whether the site is what the page promises of it."""
    guide = (site / "v1/guide.html").read_text()
    menu = re.findall(r'<a href="([^"]*)"[^>]* data-choice="([^"]*)"', guide)
    link = '<a class="reference internal" href="../v2/guide.html#install">'
    assert menu == [("../v2/guide.html", "2.0"), ("#", "1.0")]
    assert f'{link}<span class="std std-ref">Install</span></a>' in guide
    assert "docsjson-part:" not in guide
    return True


def test_the_page_builds_each_of_its_parts_once():
    parts = {each.title.split("/")[1] for each in BLOCKS if each.title[:6] == "parts/"}
    built = [match[1] for each in COMMANDS if (match := re.search(r" parts/(\w+) built/", each))]
    matrix = yaml.safe_load(file(".github/workflows/docs.yml").text)["jobs"]["part"]["strategy"]

    assert sorted(built) == sorted(parts)
    assert sorted(each["part"] for each in matrix["matrix"]["include"]) == sorted(parts)
    assert sorted(re.findall(r'"(\w+)": "', file("Snakefile").text)) == sorted(parts)


@pytest.mark.nightly
def test_the_commands_of_the_page_make_one_site(service, tmp_path):
    folder = sources(tmp_path / "acme")

    assert "".join(service.run(each, folder) for each in COMMANDS)
    assert is_joined(folder / "site")


@pytest.mark.nightly
def test_the_jobs_of_github_make_one_site(service, tmp_path):
    block = file(".github/workflows/docs.yml")
    pytest.importorskip("check_jsonschema")
    assert problems_of(block, tmp_path) == []
    jobs = yaml.safe_load(block.text)["jobs"]
    last = tmp_path / "runner"
    for entry in jobs["part"]["strategy"]["matrix"]["include"]:
        clone = sources(tmp_path / entry["part"])
        for step in jobs["part"]["steps"]:
            names = r"\$\{\{ matrix\.(\w+) \}\}"
            command = re.sub(names, lambda match, e=entry: e[match[1]], step.get("run", ""))
            service.run(command, clone)
            if step.get("uses", "").startswith("actions/upload-artifact"):
                kept = clone / step["with"]["path"]
                shutil.copytree(kept, last / "built" / f"part-{entry['part']}")
    for step in jobs["site"]["steps"]:
        service.run(step.get("run", ""), last)

    assert is_joined(last / "site")


@pytest.fixture
def engine(service, tmp_path):
    """Return what runs the documented Snakefile with two workers, and what it said."""
    if shutil.which("snakemake") is None:
        pytest.skip("snakemake is not installed")
    folder = sources(tmp_path / "acme")
    write_files(folder, {"Snakefile": file("Snakefile").text})

    def run(*, fails=False):
        done = subprocess.run(
            ["snakemake", "--cores", "2"],
            cwd=folder,
            env=service.told,
            capture_output=True,
            text=True,
        )
        said = done.stdout + done.stderr
        assert bool(done.returncode) is fails, said
        return len(re.findall(r"^(?:local)?rule part:", said, re.MULTILINE)), said

    return folder, run


@pytest.mark.nightly
def test_an_engine_builds_what_changed_and_tries_again_what_failed(service, engine):
    folder, run = engine
    # One part fails once, as a machine of a cluster may.
    fails = (
        "#!/bin/sh\ncase \"$*\" in *'parts/v1 '*) mkdir failed-once 2>/dev/null && exit 1;; esac\n"
    )
    real = f'exec {sys.executable} -m sphinx "$@"\n'
    write_files(service.folder / "tools", {"sphinx-build": fails + real})
    (service.folder / "tools" / "sphinx-build").chmod(0o755)

    count, said = run()
    assert (count, "Trying to restart job" in said) == (4, True)
    assert (folder / "failed-once").is_dir()
    assert is_joined(folder / "site")
    page = folder / "parts/v2/new.md"
    write_files(folder, {"parts/v2/new.md": page.read_text().replace("What is new.", "All new.")})
    assert run()[0] == 1
    assert is_joined(folder / "site")


@pytest.mark.nightly
def test_a_part_with_a_broken_link_is_published_once_it_is_mended(engine):
    folder, run = engine
    page = folder / "parts/v1/guide.md"
    whole = page.read_text()
    page.write_text(f"{whole}\nSee [](gone.md).\n")

    # Each of the three attempts finds the doctrees of the one before, and still says it.
    count, said = run(fails=True)
    assert (count, len(re.findall(r"guide\.md:\d+: WARNING: .*gone", said))) == (5, 3), said
    assert not (folder / "site").exists()
    page.write_text(whole)
    assert run()[0] == 1
    assert is_joined(folder / "site")
