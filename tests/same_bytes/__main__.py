"""The command: ``python -m tests.same_bytes FOLDER…``, a row for each project and builder.

A folder whose name stands in ``projects.toml`` is built as that says.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.same_bytes.compare import (
    ADDED,
    BOOKS,
    BUILDERS,
    KEPT_THEME,
    NOT_READ,
    Difference,
    articles,
    build,
    differences,
)
from tests.same_bytes.table import Project, markdown, read_projects

OFFLINE = "\nintersphinx_mapping = {}\n"


def main(arguments: list[str]) -> int:
    """Build and compare the projects of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.same_bytes", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="each with a conf.py")
    parser.add_argument("--docs", default="", help="the folder of conf.py below it")
    parser.add_argument("--python", default=sys.executable, help="what has their extensions")
    parser.add_argument("--builders", default=",".join(BUILDERS))
    parser.add_argument("--lines", default="", help="what conf.py ends with in every build")
    parser.add_argument("--shared", action="store_true", help="read once for all builders")
    parser.add_argument("--work", type=Path, help="keep builds; use those without us again")
    parser.add_argument("--table", action="store_true", help="print what --work has as Markdown")
    parser.add_argument("--all", action="store_true", help="print every line that differs")
    parser.add_argument("--no-docs-json", action="store_true", help="compare without it only")
    options = parser.parse_args(arguments)
    projects = read_projects()
    wrong = False
    for folder in options.folders:
        known = projects.get(folder.name, Project(name=folder.name))
        with tempfile.TemporaryDirectory() as scratch:
            work = (options.work or Path(scratch)) / folder.name
            work.mkdir(parents=True, exist_ok=True)
            found = compared(folder, work.resolve(), known, options)
        wrong = wrong or any(found.values())
    if options.table:
        results = {
            name: json.loads(path.read_text("utf-8"))
            for name in projects
            if (path := options.work / name / "result.json").is_file()
        }
        print(markdown(projects, results))
    return 1 if wrong else 0


def compared(
    folder: Path, work: Path, project: Project, options: argparse.Namespace
) -> dict[str, list[Difference]]:
    """Build and compare one project, print what differs, and write it beside the builds."""
    builders = tuple(options.builders.split(","))
    books = tuple(name for name in BOOKS if name in builders)
    common = OFFLINE + project.lines + options.lines
    known: dict[str, Any] = {
        "docs": options.docs or project.docs,
        "python": options.python,
        "shared": options.shared,
    }
    plain = build(folder, work, "plain", lines=common, builders=builders, kept=True, **known)
    if plain.ends[builders[0]][0]:
        print(f"{folder.name} | does not build without us: {plain.folder}")
        return {}
    chance: set[Difference] = set()
    if project.chance:
        again = build(folder, work, "again", lines=common, builders=builders, kept=True, **known)
        chance = set(differences(plain, again, builders)) | set(articles(plain, again))
    added = build(folder, work, "added", lines=common + ADDED, builders=builders, **known)
    found = {"added": _but(differences(plain, added, builders), chance)}
    seconds = {name: (plain.ends[name][1], added.ends[name][1]) for name in builders}
    if books and not options.no_docs_json:
        config = docs_json(plain.facts()["documents"])
        known |= {"config": config, "builders": ("html", *books)}
        site = build(folder, work, "site", lines=common + ADDED + KEPT_THEME, **known)
        of_books = differences(plain, site, books, NOT_READ)
        found["docs.json"] = _but([*of_books, *articles(plain, site)], chance)
    for way, all_of_it in found.items():
        counts = Counter(each.builder for each in all_of_it)
        cells = [f"{name} {n}" for name, n in counts.items()] or ["="]
        print(f"{folder.name} | {way} | {', '.join(cells)}")
        for each in all_of_it:
            lines = str(each).splitlines()
            print("  " + "\n  ".join(lines if options.all else lines[:7]))
    used = [f"{name} {one:.2f} {two:.2f}" for name, (one, two) in seconds.items()]
    statuses = sorted({plain.ends[name][0] for name in builders})
    print(f"{folder.name} | status, CPU | {statuses} | {'; '.join(used)}")
    result = {
        **plain.facts(),
        "builders": builders,
        "statuses": {name: plain.ends[name][0] for name in builders},
        "seconds": seconds,
        "chance": sorted({f"{each.builder}: {each.file}" for each in chance}),
        "found": {way: Counter(e.builder for e in them) for way, them in found.items()},
    }
    (work / "result.json").write_text(json.dumps(result, indent=1), "utf-8")
    sys.stdout.flush()
    return found


def _but(found: Iterable[Difference], chance: set[Difference]) -> list[Difference]:
    """Return the differences, without files that two builds without us write differently."""
    return [each for each in found if each not in chance]


def docs_json(pages: list[str]) -> str:
    """Return a docs.json that names all *pages*, as an owner would write it."""
    group = {"group": "Documentation", "pages": pages}
    return json.dumps({"name": "Somebody", "navigation": [group]})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
