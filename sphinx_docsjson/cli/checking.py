"""``sphinx-docsjson check``: what is wrong in ``docs.json``, found without a build."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from sphinx_docsjson.navigation.tree import SUFFIXES, Tree
from sphinx_docsjson.site.load import CONFIG_NAMES, load_site
from sphinx_docsjson.site.model import Site
from sphinx_docsjson.text.wording import one_line


def check(folder: Path) -> int:
    """Print each problem with its place; return 0 when there is none, 2 without a config."""
    loaded = load_site(folder)
    if loaded.site is None and not loaded.problems:
        print(no_site(folder), file=sys.stderr)
        return 2
    lines = []
    for problem in loaded.problems:
        place = folder / str(problem.location) if problem.location else folder
        lines.append(f"{place}: {one_line(problem.message)} [docsjson.{problem.kind}]")
    if loaded.site is not None:
        lines += missing_pages(folder, loaded.site)
    for line in lines:
        print(line)
    if lines:
        print(f"{len(lines)} problem{'s' if len(lines) > 1 else ''}")
        return 1
    print(f"{loaded.files[0] if loaded.files else folder}: no problem")
    return 0


def no_site(folder: Path) -> str:
    """Return what to say of a folder without a configuration."""
    names = " or ".join(CONFIG_NAMES)
    return f"{folder}: there is no {names} here; `sphinx-docsjson init {folder}` makes a site"


def missing_pages(folder: Path, site: Site) -> Iterator[str]:
    """Yield a line for each page of the navigation that does not exist, or is there twice."""
    tree = Tree(site, frozenset(pages_in(folder)))
    for repeated in tree.repeated:
        place = folder / str(repeated.location or site.source_file)
        yield f"{place}: the page {repeated.path!r} stands in its group twice [docsjson.nav-page]"
    for missing in tree.missing:
        entry = missing.entry
        hint = f" (did you mean {missing.suggestion!r}?)" if missing.suggestion else ""
        place = folder / str(entry.location or site.source_file)
        yield f"{place}: no page {entry.path!r}{hint} [docsjson.nav-page]"


def pages_in(folder: Path) -> Iterator[str]:
    """Yield the path of each page of a folder, without extension."""
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_build"))]
        for name in files:
            if name.endswith(SUFFIXES):
                path = (Path(parent) / name).relative_to(folder)
                yield path.with_suffix("").as_posix()
