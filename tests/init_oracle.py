"""The navigation that ``init`` derives, held against Sphinx: ``python -m tests.init_oracle``.

The projects are those of ``tests/projects/projects.toml``; name some, or take ten. Before: the
order in which Sphinx itself goes through the toctrees, by the next page of each page.
After: what the ``docs.json`` of ``init`` lists, and what the sidebar of our theme leads to, in a
project that init has changed and nobody else.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import sphinx_docsjson
from tests.projects.building import OFFLINE
from tests.projects.download import DownloadError, source_of
from tests.projects.environment import InstallError, python_of
from tests.projects.table import Project, read_table

TEN = (
    *("argon2-cffi", "attrs", "click", "pem", "stamina"),
    *("structlog", "markupsafe", "jinja2", "flask", "pluggy"),
)

READ = """
import io, json, sys
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
builder, out, settings = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
with patch_docutils("."), docutils_namespace():
    app = Sphinx(".", ".", out, out + "/doctrees", builder, settings, None, io.StringIO(), True)
    app.builder.read()
"""

BEFORE = (
    READ
    + """
following = {name: more[2] for name, more in app.env.collect_relations().items()}
order, name = [], app.config.root_doc
while name and name not in order:
    order.append(name)
    name = following.get(name)
from sphinx import addnodes
titles = {}
for tree in app.env.tocs.values():
    for toctree in tree.findall(addnodes.toctree):
        for title, target in toctree["entries"]:
            if target in app.env.found_docs:
                titles.setdefault(target, []).append(title or app.env.titles[target].astext())
order = [name for name in order if name in app.env.found_docs]
json.dump({"order": order, "titles": titles}, sys.stdout)
"""
)
"""Sphinx → its order: from the root document, always to the next page; and how entries are called.

An entry that stands in several toctrees may be called otherwise in each.
"""

AFTER = (
    READ
    + """
import posixpath
from bs4 import BeautifulSoup
from sphinx_docsjson.build import the_build
from sphinx_docsjson.navigation.events import NavigationState
build = the_build(app.config)
root = app.config.root_doc
sidebars = build.state(NavigationState).sidebars
links = BeautifulSoup(sidebars.html(root), "html.parser").select("a[href]")
names = {app.builder.get_target_uri(name): name for name in app.env.found_docs}
base = posixpath.dirname(app.builder.get_target_uri(root))
paths = (posixpath.normpath(posixpath.join(base, a["href"].split("#")[0])) for a in links)
pairs = zip(paths, links)
found = [(names[path], a.get_text(" ", strip=True)) for path, a in pairs if path in names]
shown = [name for name, _text in found]
listed = [name for name in build.nav.tree.listed]
json.dump({"listed": listed, "shown": shown, "texts": found}, sys.stdout)
"""
)
"""The project as init left it, in our theme → what is listed, and what the sidebar leads to."""


def main(arguments: list[str]) -> int:
    """Print a row for each project; return 1 when one differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.init_oracle", description=__doc__)
    parser.add_argument("names", nargs="*", default=TEN, metavar="NAME")
    options = parser.parse_args(arguments)
    table = read_table()
    print("project | pages | in order | in the sidebar | titles | groups | links | seconds")
    wrong = False
    for name in options.names:
        begin = time.monotonic()
        try:
            row, right = compare(table[name])
        except (DownloadError, InstallError, RuntimeError) as error:
            row, right = f"{type(error).__name__}: {error}", False
        wrong = wrong or not right
        print(f"{name} {table[name].version} | {row} | {time.monotonic() - begin:.0f}", flush=True)
    return 1 if wrong else 0


def compare(project: Project) -> tuple[str, bool]:
    """Return the figures of a project, and whether the navigation is the same."""
    source, python = source_of(project), python_of(project)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / project.name
        shutil.copytree(source, tree, symlinks=True)
        docs = tree / project.docs
        with (docs / "conf.py").open("a", encoding="utf-8") as conf:
            conf.write(OFFLINE + project.lines)
        read = _ask(python, docs, BEFORE, "dummy", f"{scratch}/before", "{}")
        before, titles = read["order"], read["titles"]
        command = [python, "-m", "sphinx_docsjson", "init", "."]
        _run(command, docs)
        theme = json.dumps({"html_theme": "docsjson", "html_theme_options": {}})
        after = _ask(python, docs, AFTER, "html", f"{scratch}/after", theme)
        config = json.loads((docs / "docs.json").read_text("utf-8"))
    shown = set(after["shown"]) | {before[0]}
    in_order = after["listed"] == before
    everywhere = set(before) <= shown
    renamed = [
        f"{name} is called {text!r} and not {' or '.join(titles[name])!r}"
        for name, text in after["texts"]
        if name in titles and _joined(text) not in map(_joined, titles[name])
    ]
    groups, links = _counted(config["navigation"])
    missing = sorted(set(before) - shown)[:3]
    cells = [
        str(len(before)),
        "yes" if in_order else f"NO: {_first_difference(before, after['listed'])}",
        "all" if everywhere else f"NO: {missing}",
        f"NO: {renamed[:3]}" if renamed else "same",
        str(groups),
        str(links),
    ]
    return " | ".join(cells), in_order and everywhere and not renamed


def _joined(text: str) -> str:
    """Return a text without its spaces, which a line of the sidebar may have elsewhere."""
    return "".join(text.split())


def _first_difference(before: list[str], after: list[str]) -> str:
    pairs = zip([*before, "–"], [*after, "–"], strict=False)
    return next((f"{one} ≠ {other}" for one, other in pairs if one != other), "length")


def _counted(entries: list[Any]) -> tuple[int, int]:
    groups = links = 0
    for entry in entries:
        if isinstance(entry, dict):
            links += "href" in entry
            groups += "href" not in entry
            inner = _counted(entry.get("pages", []))
            groups, links = groups + inner[0], links + inner[1]
    return groups, links


def _ask(python: Path, folder: Path, code: str, *arguments: str) -> Any:
    return json.loads(_run([python, "-c", code, *arguments], folder).rpartition("\n")[2])


def _run(command: list[Any], folder: Path) -> str:
    ours = str(Path(sphinx_docsjson.__file__).parents[1])
    env = {name: value for name, value in os.environ.items() if "READTHEDOCS" not in name}
    env |= {"PYTHONPATH": ours, "PYTHONWARNINGS": "ignore", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-1500:])
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
