"""Documentation elsewhere: written for a wheel or a host, found in an environment.

A package names the folder in an entry point, so that its documentation is found when it is
installed (https://packaging.python.org/en/latest/specifications/entry-points/).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from sphinx.util import logging

from sphinx_docsjson.base.files import (
    file_below,
    identities,
    remove_unless,
    write_if_changed,
    write_if_other,
)
from sphinx_docsjson.base.source_files import location_of_setting
from sphinx_docsjson.base.theme_files import theme_path, without_comments
from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.ext.agents.documentation import (
    INDEX,
    INVENTORY,
    MANIFEST,
    Documentation,
    NoAnswer,
    open_documentation,
    schema_text,
)
from sphinx_docsjson.ext.agents.tools import declared_tools
from sphinx_docsjson.ext.search.index import FOLDER, index_files, index_layout, kept_records
from sphinx_docsjson.ext.search.settings import CORE, has_our_search
from sphinx_docsjson.outputs.markdown.writer import twin_name
from sphinx_docsjson.outputs.twins import has_twins
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.ext.search.records import PageRecord

logger = logging.getLogger(__name__)


# The folder that a build writes.

OUTPUT: Final = "package"
"""The folder beside that of the pages: what is in there is published."""

PACKAGE: Final = "docsjson_package"
WORKER: Final = "docsjson_mcp"
"""The settings, which the package adds before this module is needed."""

FORMAT: Final = 1

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")


def write_package(app: Sphinx, failure: Exception | None) -> None:
    """Write the folder that a wheel takes in, where the setting names a package."""
    name = str(getattr(app.config, PACKAGE))
    has_pages = app.builder.format == "html" and app.builder.name != "epub"
    if not name or failure is not None or not has_pages:
        return
    folder = Path(app.outdir).parent / OUTPUT / name
    problem = _problem(app, name, folder)
    if problem:
        warn(Warn.CONFIG, f"{PACKAGE}: {problem}", location=location_of_setting(app, PACKAGE))
        return
    files = dict(_package_files(app, name))
    before = {path for path in folder.rglob("*") if path.is_file()}
    for path, data in files.items():
        write_if_other(folder / path, data)
    kept = identities(folder / path for path in files)
    for stale in before - {folder / path for path in files}:
        remove_unless(stale, kept)
    size = sum(map(len, files.values())) // 1000
    logger.info("the documentation for the wheel of %s is in %s: %d kB", name, folder, size)


def _problem(app: Sphinx, name: str, folder: Path) -> str:
    """Return why the folder cannot be written, or nothing."""
    if not _NAME.fullmatch(name):
        return f"{name!r} is not the name of a package; write it as in pyproject.toml"
    if not has_twins(app):
        builders = "html, dirhtml" if app.config.docsjson_markdown_twins else ""
        return f"it needs Markdown twins: {builders or 'set docsjson_markdown_twins = True'}"
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        return f"{folder} contains something else; remove it and build again"
    return ""


def _package_files(app: Sphinx, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file."""
    outdir = Path(app.outdir)
    told = {
        "format": FORMAT,
        "name": name,
        "version": app.config.release or app.config.version,
        "title": the_build(app.config).site.name or app.config.project,
        "address": base_url(app.config),
    }
    yield MANIFEST, (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode()
    paths = [
        *(twin_name(docname) for docname in sorted(app.env.found_docs)),
        *(path.relative_to(outdir).as_posix() for path in sorted(outdir.rglob(INDEX))),
        *_descriptions(outdir),
        INVENTORY,
    ]
    for path in dict.fromkeys(paths):
        if file := file_below(outdir, path):
            yield path, file.read_bytes()
    records = {name: _without_texts(record) for name, record in kept_records(app).items()}
    for path, text in index_files(index_layout(app, list(records)), records).items():
        yield f"{FOLDER}/{path}", text.encode("utf-8", "replace")


def _without_texts(record: PageRecord) -> PageRecord:
    """Return a record whose texts are in the twin only, which the wheel has as well."""
    return replace(record, shown=tuple((*place[:5], "") for place in record.shown))


def _descriptions(outdir: Path) -> Iterator[str]:
    root = outdir.resolve()
    for path in Documentation(folder=outdir).described():
        yield path.relative_to(root).as_posix()


# What a host needs to answer MCP: a script, and the schemas of APIs as separate files.

SCRIPT: Final = "mcp/worker.js"
"""Beside the output: it is not a file of the site."""

SCHEMAS: Final = "_static/schemas"

NEEDED: Final = (*CORE, "search/marks")
"""The scripts of the search that need no browser."""


def worker_script() -> str:
    """Return the whole script: the search, the tools that there are, and what answers."""
    folder = theme_path() / "scripts"
    parts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in NEEDED]
    read_only = {"readOnlyHint": True, "openWorldHint": False}
    tools = [{**tool, "annotations": read_only} for tool in declared_tools()]
    data = f"const TOOLS = {json.dumps(tools)};\nconst VERSION = {json.dumps(__version__)};\n"
    for name in ("site.js", "worker.js"):
        parts.append(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return data + "".join(map(without_comments, parts))


def write_worker(app: Sphinx, failure: Exception | None) -> None:
    """Write the script and the schemas, where the setting asks for them."""
    has_pages = app.builder.format == "html" and app.builder.name != "epub"
    if not getattr(app.config, WORKER) or failure is not None or not has_pages:
        return
    if not has_twins(app) or not has_our_search(app):
        message = f"{WORKER}: it needs the Markdown twins and the search of the theme docsjson"
        warn(Warn.CONFIG, message, location=location_of_setting(app, WORKER))
        return
    outdir = Path(app.outdir)
    write_if_changed(outdir.parent / SCRIPT, worker_script())
    texts: dict[str, str] = {}
    for name, file, schema in Documentation(folder=outdir).schemas():
        texts[name] = "\n".join(filter(None, (texts.get(name), schema_text(name, file, schema))))
    for name, text in texts.items():
        write_if_changed(outdir / SCHEMAS / f"{quote(name, safe='')}.md", text)
    kept = identities(outdir / SCHEMAS / f"{quote(name, safe='')}.md" for name in texts)
    for path in (outdir / SCHEMAS).glob("*.md"):
        remove_unless(path, kept)


# What is installed.

GROUP: Final = "docsjson.documentation"
"""The group of entry points. Each is called as its package, and names the folder as a module."""


class InstalledDocumentation:
    """The documentation that the packages of an environment bring.

    :param environment: the folder of a virtual environment; by default the one of this process.
    """

    def __init__(self, environment: Path | None = None) -> None:
        self.environment = environment
        self._known: tuple[object, dict[str, Documentation]] | None = None

    def paths(self) -> list[str]:
        """Return the folders that modules are found in."""
        if self.environment is None:
            return [path for path in sys.path if path and Path(path).is_dir()]
        folders = [
            *self.environment.glob("lib/python*/site-packages"),
            *self.environment.glob("Lib/site-packages"),
        ]
        return [str(path) for folder in folders for path in (folder, *_added(folder))]

    def known(self) -> Mapping[str, Documentation]:
        """Return the documentations by their packages; what is installed again is found."""
        paths = self.paths()
        mark = [(path, Path(path).stat().st_mtime_ns) for path in paths]
        if self._known is None or self._known[0] != mark:
            self._known = mark, dict(_documentations(paths))
        return self._known[1]


def _added(folder: Path) -> Iterator[Path]:
    """Yield the folders that ``.pth`` files name, by which packages are installed to be edited."""
    for file in sorted(folder.glob("*.pth")):
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            path = folder / line.strip()
            if line.strip() and not line.startswith(("#", "import ")) and path.is_dir():
                yield path


def _documentations(paths: Iterable[str]) -> Iterator[tuple[str, Documentation]]:
    """Yield what is installed, the first of a name only, as an import finds it."""
    found: set[str] = set()
    known: list[str] = list(paths)
    for distribution in distributions(path=known):
        metadata: Any = distribution.metadata
        name = str(metadata["Name"] or "")
        for entry in distribution.entry_points.select(group=GROUP):
            folder = _folder_of(distribution, entry.value, known)
            if folder is None or entry.name in found:
                continue
            found.add(entry.name)
            documentation = open_documentation(folder)
            installed = distribution.version
            if documentation.version and documentation.version != installed:
                documentation.note = f"{name} {installed} is installed"
            documentation.name = entry.name
            documentation.version = documentation.version or installed
            yield entry.name, documentation


def _folder_of(distribution: Distribution, value: str, paths: list[str]) -> Path | None:
    """Return the folder that an entry point names; nothing is imported for it."""
    relative = Path(*value.partition(":")[0].strip().split("."))
    places = (str(distribution.locate_file("")), *paths)
    folders = (Path(place) / relative for place in places)
    for folder in folders:
        try:
            open_documentation(folder)
        except NoAnswer:
            continue
        return folder
    return None
