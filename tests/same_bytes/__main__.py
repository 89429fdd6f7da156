"""The command: ``python -m tests.same_bytes FOLDER…``, a row for each project and builder."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.same_bytes.compare import (
    ADDED,
    BOOKS,
    BUILDERS,
    NOT_READ,
    articles,
    build,
    differences,
)

OFFLINE = "\nintersphinx_mapping = {}\n"


def main(arguments: list[str]) -> int:
    """Build and compare the projects of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.same_bytes", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="each with a conf.py")
    parser.add_argument("--docs", default=".", help="the folder of conf.py below it")
    parser.add_argument("--python", default=sys.executable, help="what has their extensions")
    parser.add_argument("--builders", default=",".join(BUILDERS))
    parser.add_argument("--lines", default="", help="what conf.py ends with in every build")
    parser.add_argument("--all", action="store_true", help="print every line that differs")
    parser.add_argument("--no-docs-json", action="store_true", help="compare without it only")
    options = parser.parse_args(arguments)
    builders = tuple(options.builders.split(","))
    books = tuple(name for name in BOOKS if name in builders)
    wrong = False
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as scratch:
            common = OFFLINE + options.lines
            known = {"docs": options.docs, "python": options.python}
            work = Path(scratch)
            plain = build(folder, work, "plain", lines=common, builders=builders, **known)
            added = build(folder, work, "added", lines=common + ADDED, builders=builders, **known)
            found = {"added": list(differences(plain, added, builders))}
            seconds = {name: (plain.ends[name][1], added.ends[name][1]) for name in builders}
            if books and not options.no_docs_json:
                pages = sorted(name for name in plain.files("text") if name.endswith(".txt"))
                config = docs_json([name.removesuffix(".txt") for name in pages])
                known |= {"config": config, "builders": (*books, "html")}
                site = build(folder, work, "site", lines=common + ADDED, **known)
                of_books = differences(plain, site, books, NOT_READ)
                found["docs.json"] = [*of_books, *articles(plain, site)]
            for way, all_of_it in found.items():
                counts = Counter(each.builder for each in all_of_it)
                cells = [f"{name} {n}" for name, n in counts.items()] or ["="]
                print(f"{folder.name} | {way} | {', '.join(cells)}")
                for each in all_of_it:
                    lines = str(each).splitlines()
                    print("  " + "\n  ".join(lines if options.all else lines[:7]))
            used = [f"{name} {one:.2f} {two:.2f}" for name, (one, two) in seconds.items()]
            print(f"{folder.name} | status, CPU | {plain.ends['html'][0]} | {'; '.join(used)}")
            wrong = wrong or any(found.values())
            sys.stdout.flush()
    return 1 if wrong else 0


def docs_json(pages: list[str]) -> str:
    """Return a docs.json that names all *pages*, as an owner would write it."""
    group = {"group": "Documentation", "pages": pages}
    return json.dumps({"name": "Somebody", "navigation": [group]})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
