"""The ways in which a project is built: as it is, with us, and in our theme."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Way:
    """How a project is built.

    :param ours: a ``docs.json`` and our extension are added.
    :param theme: the theme, ``None`` for the one of conf.py.
    :param first: our extension stands before those of the project, not behind them.
    """

    name: str
    ours: bool = False
    theme: str | None = None
    first: bool = False


PLAIN = Way(name="plain")
BESIDE = Way(name="beside", ours=True)
THEME = Way(name="theme", ours=True, theme="docsjson")
FURO = Way(name="furo without us", theme="furo")
FURO_BESIDE = Way(name="furo", ours=True, theme="furo")
FURO_FIRST = Way(name="furo, first", ours=True, first=True, theme="furo")

ADDED = {
    False: 'extensions = [*globals().get("extensions", []), "sphinx_docsjson"]\n',
    True: 'extensions = ["sphinx_docsjson", *globals().get("extensions", [])]\n',
}
"""What a team writes below its conf.py, by whether we come first."""


def prepare(source: Path, target: Path, way: Way, docnames: Iterable[str], project: str) -> None:
    """Copy a project to *target* and change it as a team would to use us.

    :param docnames: the pages of the project; ``docs.json`` lists all of them.
    :param project: its name.
    """
    shutil.copytree(source, target, symlinks=True)
    conf = target / "conf.py"
    lines = [conf.read_text(encoding="utf-8") if conf.is_file() else "", "\n"]
    if way.theme is None:
        lines.append('html_theme = globals().get("html_theme", "alabaster")\n')
    else:
        lines.append(f'html_theme = "{way.theme}"\nhtml_theme_options = {{}}\n')
    if way.ours:
        lines.append(ADDED[way.first])
        if not (target / "docs.json").exists():
            groups = [{"group": "Pages", "pages": sorted(docnames)}]
            site = {"name": project, "navigation": groups}
            (target / "docs.json").write_text(json.dumps(site), encoding="utf-8")
    conf.write_text("".join(lines), encoding="utf-8")
