"""Build a copy of a project: as it is, with our extension, with a docs.json, in our theme."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests._support.inputs import ROOT

BUILDERS = (
    *("html", "dirhtml", "singlehtml", "latex", "epub", "text", "man", "gettext"),
    *("texinfo", "xml", "pseudoxml", "linkcheck", "doctest", "coverage"),
)

OFFLINE = """

intersphinx_mapping = {}
linkcheck_ignore = ["https?:"]
"""
"""No build asks the network: all know the same targets, and check the links to files."""

ADDED = '\nextensions = [*globals().get("extensions", []), "sphinx_docsjson"]\n'

KEPT_THEME = '\nhtml_theme = globals().get("html_theme", "alabaster")\n'
"""Where conf.py names no theme, a docs.json chooses ours, unless its owner writes this."""

OUR_THEME = """
html_theme = "docsjson"
html_theme_options = {}
html_sidebars = {}
"""


@dataclass(frozen=True, kw_only=True)
class Way:
    """How a project is built.

    :param lines: what conf.py ends with.
    :param listed: whether a docs.json beside it lists all pages.
    """

    name: str
    lines: str = ""
    listed: bool = False


AS_IS = Way(name="as it is")
PLAIN = Way(name="without us", lines=OFFLINE)
WITH = Way(name="with us", lines=OFFLINE + ADDED)
SITE = Way(name="with docs.json", lines=OFFLINE + ADDED + KEPT_THEME, listed=True)
THEME = Way(name="in our theme", lines=OFFLINE + OUR_THEME + ADDED, listed=True)
ALONE = Way(name="in our theme alone", lines=OFFLINE + OUR_THEME + ADDED)

DATES = re.compile(
    rb"POT-Creation-Date: [^\\]+|/CreationDate \(D:[^)]*\)|Results of doctest builder run on .*"
    rb'|"generated": "[^"]+"|<lastBuildDate>[^<]+|DTSTAMP:\w+'
)
"""In catalogues, drawings of Graphviz, results of tests, manifests, feeds and calendars."""

PACKED = (".epub", ".mo", ".zip")
"""Files that hold what lies beside them, with the times of it."""


@dataclass(frozen=True, kw_only=True)
class Build:
    """What the builders of a project wrote.

    :param statuses: builder → status of its process.
    """

    folder: Path
    statuses: dict[str, int]

    def facts(self) -> dict[str, Any]:
        """Return the documents, the theme, the extensions."""
        return json.loads((self.folder / "facts.json").read_text("utf-8"))

    def docs_json(self) -> str:
        """Return a docs.json that lists the documents of the toctrees, as an owner would."""
        known = self.facts()
        group = {"group": "Documentation", "pages": known["documents"]}
        return json.dumps({"name": known["project"], "navigation": [group]})

    def log(self, builder: str) -> str:
        """Return what a builder said beside its warnings."""
        return (self.folder / f"{builder}.log").read_text("utf-8", errors="replace")

    def warnings(self, builder: str) -> str:
        """Return the warnings of a builder."""
        path = self.folder / f"{builder}.warnings"
        return path.read_text("utf-8") if path.is_file() else ""

    def files(self, builder: str) -> dict[str, bytes]:
        """Return what one builder wrote, and the warnings."""
        top = self.folder / builder
        found = {
            path.relative_to(top).as_posix(): DATES.sub(b"", path.read_bytes())
            for path in sorted(top.rglob("*"))
            if path.is_file() and path.suffix not in PACKED
        }
        for name in found:
            # A project offers its own conf.py, at whose end we write.
            if name.endswith("conf.py"):
                found[name] = found[name].replace(ADDED.encode(), b"")
        if builder == "linkcheck":
            # Links are checked in threads.
            found = {name: b"\n".join(sorted(found[name].splitlines())) for name in found}
        return found | {"(warnings)": self.warnings(builder).encode()}


def build(
    source: Path,
    work: Path,
    way: Way,
    builders: Sequence[str] = BUILDERS,
    *,
    docs: str = ".",
    lines: str = "",
    options: Sequence[str] = (),
    python: Path | str = sys.executable,
    package: Path = ROOT,
    listed: str = "",
    name: str = "",
) -> Build:
    """Build a copy of *source*. It and what is written are always at the same path.

    :param docs: the folder of conf.py in *source*.
    :param lines: what conf.py ends with in each way.
    :param options: of ``sphinx-build``.
    :param package: the folder that has our package.
    :param listed: the text of the docs.json, in a way that has one.
    :param name: of the folder of the build below *work*; that of the way by default.
    """
    tree, output = work / "tree", work / "output"
    folder = work / (name or way.name.replace(" ", "-"))
    for old in (tree, output, folder):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(source, tree, symlinks=True)
    home = tree / docs
    if lines + way.lines:
        with (home / "conf.py").open("a", encoding="utf-8") as conf:
            conf.write(lines + way.lines)
    if way.listed and not (home / "docs.json").exists():
        (home / "docs.json").write_text(listed, "utf-8")
    statuses = build_in(home, output, builders, python, package, options).statuses
    return Build(folder=output.rename(folder), statuses=statuses)


def build_in(
    home: Path,
    output: Path,
    builders: Sequence[str],
    python: Path | str = sys.executable,
    package: Path = ROOT,
    options: Sequence[str] = (),
) -> Build:
    """Build the folder of a conf.py or docs.json; what is in *output* from before is used."""
    output.mkdir(parents=True, exist_ok=True)
    program = Path(__file__).with_name("run.py")
    command = [python, program, ",".join(builders), home, output, *options]
    kept = {key: value for key, value in os.environ.items() if "READTHEDOCS" not in key}
    kept |= {"PYTHONPATH": str(package), "PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore"}
    kept |= {"SOURCE_DATE_EPOCH": "1750000000", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    subprocess.run(command, env=kept, check=True)
    return Build(folder=output, statuses=json.loads((output / "builds.json").read_text("utf-8")))
