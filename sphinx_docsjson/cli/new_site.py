"""Writes the small new site of ``init``, with the name of the project around it.

What a project is called and which APIs it describes is read from its files. Only ``--app`` runs
code, which its user has named: a build never does.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sphinx_docsjson import yaml12
from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.base.markdown import escape_block_start, escape_text
from sphinx_docsjson.base.messages import TooLarge
from sphinx_docsjson.cli.init_files import scalar
from sphinx_docsjson.ext.openapi.pages.loading import (
    ASYNC_SPECIFICATION,
    DATA_SUFFIXES,
    SPECIFICATION,
    specifications_among,
)
from sphinx_docsjson.ext.openapi.pages.reference import FOLDER
from sphinx_docsjson.ext.openapi.reading.parse import as_utf8, mapping
from sphinx_docsjson.ext.openapi.reading.specifications import root_of

SCHEMA = "https://sphinx-docsjson.readthedocs.io/en/latest/schema.json"
"""Where our own documentation publishes the schema of ``docs.json``, for editors."""

# What the project says about itself.

API_FOLDERS = ("", "docs", "api", "spec", "specs", "openapi", "swagger", "schema", "schemas")
"""Where a repository keeps the descriptions that it publishes; others are most often of tests."""

APP_FILES = ("*.py", "app/*.py", "src/*.py", "src/*/*.py", "api/*.py", "backend/app/*.py")
"""Where the app of a framework most often is."""

_APP = re.compile(r"^(\w{1,60}) ?(?::[^=\n]{1,80})?= ?(?:fastapi\.)?FastAPI\(", re.MULTILINE)
_INFO = re.compile(r"^info:.*\n(?:[ \t#].*\n|\n)*", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Description:
    """A file that describes an API.

    :param path: from the folder of the site, as ``docs.json`` names it.
    :param field: that of ``docs.json`` which names it: ``openapi`` or ``asyncapi``.
    """

    path: str
    field: str
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class FoundProject:
    """What a new site is about.

    :param name: what the project calls itself; empty where it does not.
    :param about: what it says that it does.
    """

    name: str = ""
    about: str = ""
    descriptions: tuple[Description, ...] = ()

    def called(self, name: str) -> FoundProject:
        """Return the same project under a name."""
        return replace(self, name=name)


def find_project(root: Path, folder: Path) -> FoundProject:
    """Return what is known of the project around a new site.

    :param root: the folder of the project.
    :param folder: that of the site.
    """
    described = tuple(_descriptions(root, folder))
    for name, about in _names(root):
        if name:
            return FoundProject(name=name, about=about, descriptions=described)
    titles = {each.title for each in described}
    title = titles.pop() if len(titles) == 1 else ""
    return FoundProject(name=title, descriptions=described)


def can_be_named(project: FoundProject, folder: Path) -> bool:
    """Whether a site may read each description from where it is."""
    root = root_of(folder)
    paths = ((folder / each.path).resolve() for each in project.descriptions)
    return all(path.is_relative_to(root) for path in paths)


def _names(root: Path) -> Iterator[tuple[str, str]]:
    try:
        pyproject = tomllib.loads(_text(root / "pyproject.toml"))
    except tomllib.TOMLDecodeError:
        pyproject = {}
    tools = mapping(pyproject.get("tool"))
    try:
        package = mapping(json.loads(_text(root / "package.json") or "{}"))
    except ValueError:
        package = {}
    for said in (mapping(pyproject.get("project")), mapping(tools.get("poetry")), package):
        name, about = said.get("name"), said.get("description")
        if isinstance(name, str):
            yield name.rpartition("/")[2], about if isinstance(about, str) else ""


def _descriptions(root: Path, folder: Path) -> Iterator[Description]:
    seen = set()
    own = relative_path(folder, root)
    for within in dict.fromkeys([*API_FOLDERS, "" if own == "." else own]):
        place = root / within
        found = [path.name for path in place.iterdir()] if place.is_dir() else []
        names = [n for n in found if n.lower().endswith(DATA_SUFFIXES) and n[0] != "."]
        for field, form in (("openapi", SPECIFICATION), ("asyncapi", ASYNC_SPECIFICATION)):
            for name in specifications_among(place, names, form):
                info = _info(place / name)
                title = " ".join(str(info.get("title") or "").split())
                if (field, title, info.get("version")) not in seen:
                    seen.add((field, title, info.get("version")))
                    path = relative_path(place / name, folder)
                    yield Description(path=path, field=field, title=title)


def _info(path: Path) -> Mapping[str, Any]:
    """Return what a description says about itself; the rest of YAML is not read, as it is slow."""
    text = _text(path)
    try:
        if path.suffix.lower() == ".json":
            return mapping(mapping(json.loads(text)).get("info"))
        block = _INFO.search(text)
        return mapping(mapping(yaml12.read(block[0]).value).get("info")) if block else {}
    except (ValueError, RecursionError, yaml12.UnreadableYaml, TooLarge):
        return {}


def _text(path: Path) -> str:
    try:
        text = as_utf8(path.read_bytes()).decode("utf-8-sig", "replace")
    except OSError:
        return ""
    return text.replace("\r\n", "\n")


# The app of a framework, which can write its description.


class NoDescription(Exception):
    """An app does not say what it offers; the message says why.

    :param todo: what its user does then.
    """

    def __init__(self, why: str, todo: str) -> None:
        super().__init__(why)
        self.todo = todo


_ASK = """
import importlib, json, os, sys
sys.path[:0] = [os.getcwd(), os.path.join(os.getcwd(), "src")]
answers, sys.stdout = sys.stdout, sys.stderr
found = importlib.import_module(sys.argv[1])
for name in sys.argv[2].split("."):
    found = getattr(found, name)
json.dump(found.openapi(), answers)
"""


def find_app(root: Path) -> str:
    """Return ``module:attribute`` of the FastAPI app of a project, or nothing; runs nothing."""
    for pattern in APP_FILES:
        for path in sorted(root.glob(pattern)):
            if found := _APP.search(_text(path)):
                parts = path.relative_to(root).with_suffix("").parts
                parts = parts[1:] if parts[0] in ("src", "backend") else parts
                parts = parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts
                return f"{'.'.join(parts)}:{found[1]}"
    return ""


def description_of_app(app: str, root: Path) -> dict[str, Any]:
    """Return the description that an app writes of itself.

    :param app: ``module:attribute``; what it names has a function ``openapi()``, as FastAPI has.
    :raises NoDescription: when it cannot be imported, or does not describe itself.
    """
    module, _, name = app.partition(":")
    done = subprocess.run(
        [sys.executable, "-B", "-c", _ASK, module, name or "app"],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    if done.returncode:
        lines = done.stderr.split("\n")
        why = next((line for line in reversed(lines) if line.strip()), "it ended")
        todo = "Install sphinx-docsjson where the app is installed, and run it there."
        if lacks := re.match(r"ModuleNotFoundError: No module named '(\w+)", why):
            todo = f"Install what the app needs here, such as `pip install {lacks[1]}`."
            if lacks[1] == module.partition(".")[0]:
                todo = f"There is no {module} in {root.resolve()} or its src."
        if why.startswith("AttributeError: module "):
            todo = f"Write {module}:name, with the name that the app has in that module."
        raise NoDescription(why, todo)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# The files of a small site that is complete.

TAB = "API reference"

INDEX = """\
---
title: Welcome
description: {description}
---

{words}

<CardGroup cols={{2}}>
  <Card title="Quickstart" icon="rocket" href="/quickstart">
    Build this site and change it.
  </Card>
{second}
</CardGroup>
"""

SPHINX = """\
  <Card title="Sphinx" icon="book-open" href="https://www.sphinx-doc.org/">
    The tool behind this site.
  </Card>"""

API = """\
  <Card title="API reference" icon="code" href="/{address}">
    Every operation, with samples and a form to try it.
  </Card>"""

QUICKSTART = """\
---
title: Quickstart
description: Build this site and change it.
---

<Steps>
  <Step title="See it while you write">
    ```sh
    sphinx-docsjson serve
    ```
  </Step>
  <Step title="Add a page">
    Write a Markdown file beside this one, and list it in `docs.json`.
  </Step>
  <Step title="Check it">
    ```sh
    sphinx-docsjson check
    ```
  </Step>
  <Step title="Build it">
    In the folder of this page:

    ```sh
    make html
    ```

    The site is in `_build/html` there.
  </Step>
</Steps>
"""

MAKEFILE = """\
# `make html` builds the site into _build/html, `make serve` shows it and builds on changes.

.PHONY: html serve check clean

html:
\tsphinx-docsjson build .

serve:
\tsphinx-docsjson serve .

check:
\tsphinx-docsjson check .

clean:
\trm -rf _build
"""


def new_site(project: FoundProject) -> dict[str, str]:
    """Return path → text of each file of a new site."""
    plain = " ".join(project.name.split())
    about = " ".join(project.about.split())
    reference = next((each for each in _tabs(project) if "openapi" in each), None)
    second = API.format(address=_first_page(reference)) if reference else SPHINX
    return {
        "docs.json": docs_json(project.name, _navigation(project)),
        "index.mdx": INDEX.format(
            description=scalar(f"What {plain} does, and where to begin."),
            words=in_mdx(about) if about else f"{in_mdx(plain)} is ready to be documented.",
            second=second,
        ),
        "quickstart.mdx": QUICKSTART,
        "Makefile": MAKEFILE,
    }


def _navigation(project: FoundProject) -> Any:
    groups = [{"group": "Get started", "pages": ["index", "quickstart"]}]
    tabs = _tabs(project)
    return {"tabs": [{"tab": "Guides", "groups": groups}, *tabs]} if tabs else groups


def _tabs(project: FoundProject) -> list[dict[str, Any]]:
    """Return a tab for each API; the pages of several are in folders of their own."""
    described = project.descriptions
    if len(described) == 1:
        return [{"tab": TAB, described[0].field: described[0].path}]
    tabs, taken = [], {""}
    for each in described:
        folder = re.sub(r"[^a-z0-9]+", "-", Path(each.path).stem.lower()).strip("-")
        while folder in taken:
            folder += "-api"
        taken.add(folder)
        named = {"source": each.path, "directory": folder}
        tabs.append({"tab": each.title or folder, each.field: named})
    return tabs


def _first_page(tab: Mapping[str, Any]) -> str:
    """Return where the pages of a described API begin."""
    return f"{mapping(tab['openapi']).get('directory', FOLDER)}/overview"


def in_mdx(name: str) -> str:
    """Return *name* at the beginning of a paragraph of MDX, as text."""
    words = escape_text(" ".join(name.split()))
    words = re.sub(r"(?<!\\)[{}<\[$]", r"\\\g<0>", words)
    if re.match(r"(?:import|export)\b", words):
        words = f"“{words}”"  # no statement of a script
    return escape_block_start(words) if words else "This site"


def docs_json(name: str, navigation: Any, more: Mapping[str, Any] | None = None) -> str:
    """Return the text of a ``docs.json``.

    :param more: further fields, which are before the navigation.
    """
    config = {"$schema": SCHEMA, "name": name, **(more or {}), "navigation": navigation}
    return json.dumps(config, indent=2, ensure_ascii=False) + "\n"
