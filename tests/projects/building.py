"""The three builds of a project: as it is, with our extension, with our theme as well."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import sphinx_docsjson
from tests.projects.download import unpacked
from tests.projects.environment import python_of
from tests.projects.table import Project

OFFLINE = "\n\nintersphinx_mapping = {}\n"
"""No build asks the network for inventories, so that all of them know the same targets."""

ADDED = '\nextensions = [*globals().get("extensions", []), "sphinx_docsjson"]\n'

OUR_THEME = """
html_theme = "docsjson"
html_theme_options = {}
html_sidebars = {}
"""

NAVIGATION = """
import json, pickle, sys
env = pickle.load(open(sys.argv[1], "rb"))
pages = []
def walk(name):
    if name not in pages:
        pages.append(name)
        for child in env.toctree_includes.get(name, ()):
            walk(child)
walk(env.config.root_doc)
pages = [page for page in pages if page in env.found_docs]
group = {"group": "Documentation", "pages": pages}
json.dump({"name": env.config.project, "navigation": [group]}, sys.stdout, indent=2)
"""
"""Prints a docs.json made of the toctrees, as an owner would write it."""


@dataclass(frozen=True, kw_only=True)
class Build:
    """A finished build.

    :param tree: the folder of the sources; its path is left out of what is compared.
    """

    html: Path
    tree: Path
    warnings: str
    status: int
    output: str


@dataclass(frozen=True, kw_only=True)
class Builds:
    """A project before and after."""

    plain: Build
    added: Build
    ours: Build | None


def build_all(project: Project, cache: Path, output: Path, *, theme: bool = True) -> Builds:
    """Build *project* in every way; the build without us comes from *cache* when it is there.

    :raises DownloadError: when the sources cannot be had.
    :raises InstallError: when their requirements cannot be installed.
    """
    source = unpacked(project, cache)
    python = python_of(project, cache)
    plain = _plain(project, source, python, cache)
    config = plain.html.parent / "docs.json"
    ours = OUR_THEME + ADDED
    return Builds(
        plain=plain,
        added=_build(project, source, python, output / "added", ADDED, config),
        ours=_build(project, source, python, output / "ours", ours, config) if theme else None,
    )


def build_alone(project: Project, cache: Path, output: Path) -> Build:
    """Build *project* in our theme, without a ``docs.json``.

    :raises DownloadError: when the sources cannot be had.
    :raises InstallError: when their requirements cannot be installed.
    """
    source, python = unpacked(project, cache), python_of(project, cache)
    return _build(project, source, python, output / "alone", OUR_THEME + ADDED, None)


def _plain(project: Project, source: Path, python: Path, cache: Path) -> Build:
    what = [project.sdist, project.docs, project.settings, OFFLINE, NAVIGATION, str(python)]
    what += [version(name) for name in ("sphinx", "docutils", "myst-parser")]
    key = hashlib.sha256("\n".join(what).encode()).hexdigest()[:12]
    folder = cache / "plain" / f"{project.name}-{key}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=folder.parent))
        built = _build(project, source, python, scratch, "", None)
        if built.status:
            raise RuntimeError(f"the plain build fails\n{built.output[-2000:]}")
        navigation = subprocess.run(
            [python, "-c", NAVIGATION, scratch / "doctrees" / "environment.pickle"],
            capture_output=True,
            text=True,
            check=False,
            cwd=scratch / "tree" / project.docs,
            env=_environment(scratch / "tree" / project.docs),
        )
        if navigation.returncode:
            raise RuntimeError(f"the navigation cannot be read\n{navigation.stderr}")
        (scratch / "docs.json").write_text(navigation.stdout, "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        scratch.rename(folder)
    return _read(folder)


def _build(
    project: Project, source: Path, python: Path, folder: Path, lines: str, config: Path | None
) -> Build:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder / "tree", symlinks=True)
    docs = folder / "tree" / project.docs
    with (docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(OFFLINE + project.settings + lines)
    if config is not None:
        shutil.copy(config, docs / "docs.json")
    command = [python, "-m", "sphinx", "-b", "html", "--no-color", "-T"]
    command += ["-d", folder / "doctrees", "-w", folder / "warnings.txt", ".", folder / "html"]
    done = subprocess.run(
        command, cwd=docs, env=_environment(docs), capture_output=True, text=True, check=False
    )
    known = {"status": done.returncode, "output": done.stdout + done.stderr, "tree": str(folder)}
    (folder / "build.json").write_text(json.dumps(known), "utf-8")
    return _read(folder)


def _read(folder: Path) -> Build:
    known = json.loads((folder / "build.json").read_text("utf-8"))
    warnings = folder / "warnings.txt"
    return Build(
        html=folder / "html",
        tree=Path(known["tree"]),
        warnings=warnings.read_text("utf-8") if warnings.is_file() else "",
        status=known["status"],
        output=known["output"],
    )


def _environment(docs: Path) -> dict[str, str]:
    ours = Path(sphinx_docsjson.__file__).parents[1]
    kept = {name: value for name, value in os.environ.items() if "READTHEDOCS" not in name}
    return kept | {
        "PYTHONPATH": str(ours),
        "PYTHONHASHSEED": "0",
        "PYTHONWARNINGS": "ignore",
        "SOURCE_DATE_EPOCH": "1750000000",
        "LC_ALL": "C.UTF-8",
    }
