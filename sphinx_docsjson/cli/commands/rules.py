"""``sphinx-docsjson rules``: writes or checks the rules for coding assistants."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinx_docsjson.cli import source_folder
from sphinx_docsjson.cli.commands import add_folder, existing_folder, unread_site
from sphinx_docsjson.outputs.assistant_rules import (
    RulesFile,
    Source,
    is_marked,
    renewed,
    rules_files,
)
from sphinx_docsjson.site.loading import load_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser)
    parser.add_argument(
        "--root", type=existing_folder, help="default: the nearest folder above with .git"
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="only report outdated files")
    mode.add_argument("--force", action="store_true", help="replace parts that were changed")


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    return write_rules(
        source_folder(options.folder), options.root, check=options.check, force=options.force
    )


def write_rules(folder: Path, root: Path | None, *, check: bool, force: bool) -> int:
    """Write, or with *check* compare, the files for assistants at the root of the repository.

    A file that someone removed is not missed by the check, as long as another one is there.
    """
    top = root or repository_root(folder)
    files = rules_for(folder, top)
    if files is None:
        print(unread_site(folder), file=sys.stderr)
        return 2
    texts = {file.path: _text_of(top / file.path) for file in files}
    none = not any(text is not None and is_marked(text) for text in texts.values())
    codes = []
    for file in files:
        current = texts[file.path]
        if not check or none or (current is not None and is_marked(current)):
            new = renewed(current, file, force=force)
            codes.append(_write_rules(top / file.path, current, new, check=check))
    return max(codes)


def _write_rules(path: Path, current: str | None, new: str | None, *, check: bool) -> int:
    if current == new:
        print(f"{path} is up to date")
        return 0
    if check:
        state = "is missing" if current is None else "is out of date"
        print(f"{path} {state}: run `sphinx-docsjson rules`")
        return 1
    if new is None:
        ask = "write your own text outside the marks, or use --force to replace this part"
        print(f"{path} was changed by hand between its marks: {ask}", file=sys.stderr)
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(new, encoding="utf-8", newline="\n")
    print(f"{path} written")
    return 0


def _text_of(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def rules_for(folder: Path, root: Path) -> tuple[RulesFile, ...] | None:
    """Return the files for assistants of the site in *folder*, or ``None`` without a site."""
    from sphinx_docsjson.components.domain import registry

    site = load_site(folder).site
    if site is None:
        return None
    where, top = folder.resolve(), root.resolve()
    relative = where.relative_to(top).as_posix() if where.is_relative_to(top) else "."
    return rules_files(Source(site=site, components=tuple(registry), folder=relative))


def repository_root(folder: Path) -> Path:
    """Return the nearest folder above with ``.git``, else the folder itself."""
    here = folder.resolve()
    return next((path for path in (here, *here.parents) if (path / ".git").exists()), here)
