"""What a build reads and writes, and costs, with what the last one left: in a clone, elsewhere.

Run from the root of the repository::

    python -m tests.benchmarks.cache                       # 300 and 1,000 pages
    python -m tests.benchmarks.cache --pages 300 --autodoc path/to/checkout/docs

``--autodoc`` names the documentation of a Sphinx project, which is copied with its repository and
built with ``docsjson_contents_decide``. CPU seconds depend on the machine, and on what it does
besides.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.generate import write_ours
from tests.benchmarks.measure import ROOT, BuildFailed

OURS = ("-C", "-D", "extensions=sphinx_docsjson")
ASKS = """
extensions = [*globals().get("extensions", ()), "sphinx_docsjson"]
docsjson_contents_decide = True
"""
"""What a ``conf.py`` gets."""

_READ = re.compile(r"(\d+) added, (\d+) changed, \d+ removed")
_WRITTEN = re.compile(r"writing output\.\.\. \[ *\d+%\] (?:\S+ left: )?(\S+)")

ANSWERS = {"200": {"description": "The pot."}}
OPENAPI = {
    "openapi": "3.1.0",
    "info": {"title": "Pots", "version": "1"},
    "paths": {
        f"/pots/{number}": {"get": {"summary": f"Pot {number}", "responses": ANSWERS}}
        for number in range(20)
    },
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """One build: what it read, wrote and cost."""

    name: str
    read: int
    written: int
    cpu: float


def run(folder: Path, docs: str, options: tuple[str, ...], name: str) -> Row:
    """Build the site in *folder*, whose last build lies beside its pages."""
    out = folder / ".built"
    command = [sys.executable, "-m", "sphinx", "-b", "html", *options]
    command += ["-d", str(out / "doctrees"), str(folder / docs), str(out / "html")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    # As where the package is installed, our modules are compiled once.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir(), "docsjson-benchmark"))
    out.mkdir(exist_ok=True)
    with (out / "log").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        said = log.read()
    if process.returncode != 0:
        raise BuildFailed(said[-2000:])
    read = _READ.search(said)
    return Row(
        name=name,
        read=sum(map(int, read.groups())) if read else 0,
        written=len(set(_WRITTEN.findall(said.replace("\r", "\n")))),
        cpu=usage.ru_utime + usage.ru_stime,
    )


def clone(folder: Path) -> None:
    """Give all sources the time of now, as a clone does; what was built keeps its times."""
    for path in folder.rglob("*"):
        if ".built" not in path.relative_to(folder).parts and path.is_file():
            path.touch()


def rows(folder: Path, docs: str, options: tuple[str, ...], edits: dict[str, Edit]) -> list[Row]:
    """Return what the builds of a site cost, one after the other.

    :param edits: what is changed in a clone → how.
    """
    found = [run(folder, docs, options, "cold"), run(folder, docs, options, "same folder")]
    clone(folder)
    found.append(run(folder, docs, options, "fresh clone"))
    folder = folder.rename(folder.with_name("elsewhere"))
    clone(folder)
    found.append(run(folder, docs, options, "other path"))
    for name, edit in edits.items():
        edit(folder / docs)
        clone(folder)
        found.append(run(folder, docs, options, f"clone, {name}"))
    return found


Edit = Callable[[Path], object]


def edit_page(docs: Path) -> None:
    """Add a word to a page."""
    pages = sorted(path for ending in ("md", "rst") for path in docs.rglob(f"*.{ending}"))
    page = next(path for path in pages[len(pages) // 2 :] if ".built" not in path.parts)
    page.write_text(page.read_text(encoding="utf-8") + "\nOne more word.\n", encoding="utf-8")


def edit_site(docs: Path) -> None:
    """Change the name of a group in ``docs.json``."""
    path = docs / "docs.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["navigation"][0]["group"] = "Renamed"
    path.write_text(json.dumps(config, indent=1), encoding="utf-8")


def edit_api(docs: Path) -> None:
    """Change the summary of an operation."""
    path = docs / "openapi.json"
    text = path.read_text(encoding="utf-8").replace('"Pot 7"', '"Pot seven"')
    path.write_text(text, encoding="utf-8")


def write_site(folder: Path, count: int) -> None:
    """Write a site with pages, and a description of 20 operations."""
    folder.mkdir()
    write_ours(folder, count)
    (folder / "openapi.json").write_text(json.dumps(OPENAPI, indent=1), encoding="utf-8")
    path = folder / "docs.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["navigation"].append({"group": "API", "openapi": "openapi.json"})
    path.write_text(json.dumps(config, indent=1), encoding="utf-8")


def table(title: str, found: list[Row]) -> str:
    """Return what is printed for a site."""
    lines = [f"{title:<34}{'read':>8}{'written':>10}{'CPU s':>9}"]
    lines += [f"  {r.name:<32}{r.read:>8,}{r.written:>10,}{r.cpu:>9.1f}" for r in found]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Build and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.cache", description=__doc__)
    parser.add_argument("--pages", type=int, nargs="*", default=[300, 1000])
    parser.add_argument("--autodoc", type=Path, help="documentation of a Sphinx project")
    options = parser.parse_args(arguments)
    edits: dict[str, Edit] = {
        "one edit": edit_page,
        "one docs.json change": edit_site,
        "one OpenAPI change": edit_api,
    }
    for count in options.pages:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch, "site")
            folder.mkdir()
            write_site(folder / "docs", count)
            found = rows(folder, "docs", OURS, edits)
            print(table(f"{count:,} pages", found), flush=True)
    if options.autodoc is not None:
        docs = options.autodoc.resolve()
        top = next((f for f in docs.parents if (f / ".git").exists()), docs.parent)
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch, "project")
            shutil.copytree(top, folder, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            name = docs.relative_to(top).as_posix()
            with (folder / name / "conf.py").open("a", encoding="utf-8") as conf:
                conf.write(ASKS)
            print(table(top.name, rows(folder, name, (), {"one edit": edit_page})))
    return 0


if __name__ == "__main__":
    sys.exit(main())
