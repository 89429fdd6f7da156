"""``sphinx-docsjson rules``: writes the rules file of a repository, or checks it."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx_docsjson.cli.folders import no_site
from sphinx_docsjson.outputs.assistant_rules import PATH, Source, is_untouched, rules_text
from sphinx_docsjson.site.config_names import CONFIG_NAMES
from sphinx_docsjson.site.load import load_site


def write_rules(folder: Path, root: Path | None, *, check: bool, force: bool) -> int:
    """Write, or with *check* compare, ``.cursor/rules.md`` at the root of the repository."""
    text = rules_for(folder, root or repository_root(folder))
    if text is None:
        found = any((folder / name).is_file() for name in CONFIG_NAMES)
        unread = f"{folder}: docs.json cannot be read; `sphinx-docsjson check {folder}` says why"
        print(unread if found else no_site(folder), file=sys.stderr)
        return 2
    path = (root or repository_root(folder)) / PATH
    current = path.read_text(encoding="utf-8") if path.is_file() else None
    if current == text:
        print(f"{path} is up to date")
        return 0
    if check:
        state = "is missing" if current is None else "is out of date"
        print(f"{path} {state}: run `sphinx-docsjson rules`")
        return 1
    if current is not None and not is_untouched(current) and not force:
        print(f"{path} was changed by hand: use --force to replace it", file=sys.stderr)
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"{path} written")
    return 0


def rules_for(folder: Path, root: Path) -> str | None:
    """Return the rules for the site in *folder*, or ``None`` when there is no site."""
    from sphinx_docsjson.components.all import registry

    site = load_site(folder).site
    if site is None:
        return None
    where, top = folder.resolve(), root.resolve()
    relative = where.relative_to(top).as_posix() if where.is_relative_to(top) else "."
    return rules_text(Source(site=site, components=tuple(registry), folder=relative))


def repository_root(folder: Path) -> Path:
    """Return the nearest folder above with ``.git``, else the folder itself."""
    here = folder.resolve()
    return next((path for path in (here, *here.parents) if (path / ".git").exists()), here)
