"""A source directory → the :class:`Site` its ``docs.json`` describes, and what is wrong in it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.site.model import Container, Kind, Location, PageEntry, Site

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_docsjson.site.model import Node

CONFIG_NAMES = ("docs.json", "mint.json")


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """Something wrong in the configuration file.

    :param kind: the subtype of the warning, such as ``config``.
    :param message: where in the data, what is wrong, and what to do.
    :param fatal: no site can be made of the file.
    """

    message: str
    location: Location | None = None
    kind: str = "config"
    fatal: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Loaded:
    """A site (``None`` when there is none) and the problems found while reading it."""

    site: Site | None
    problems: tuple[Problem, ...] = ()
    files: tuple[Path, ...] = ()


def load_site(srcdir: Path) -> Loaded:
    """Read ``docs.json`` of *srcdir*, or ``mint.json`` when there is none.

    :returns: no site and no problem when neither file exists.
    """
    path = next((srcdir / n for n in CONFIG_NAMES if (srcdir / n).is_file()), None)
    if path is None:
        return Loaded(site=None)
    data = json.loads(path.read_text(encoding="utf-8"))
    groups = tuple(_group(item) for item in data["navigation"])
    root = Container(kind=Kind.SITE, label=data["name"], children=groups)
    site = Site(name=data["name"], navigation=root, source_file=path.name)
    return Loaded(site=site, files=(path,))


def _group(item: dict[str, Any]) -> Container:
    children: tuple[Node, ...] = tuple(
        _group(page) if isinstance(page, dict) else PageEntry(path=page) for page in item["pages"]
    )
    return Container(kind=Kind.GROUP, label=item["group"], children=children)
