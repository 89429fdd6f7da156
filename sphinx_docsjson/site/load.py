"""A source directory → the :class:`Site` its ``docs.json`` describes, and what is wrong in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sphinx_docsjson.site.config_names import CONFIG_NAMES
from sphinx_docsjson.site.dialects.either_shape import read_site
from sphinx_docsjson.site.dialects.field_reader import FieldAt, Reader
from sphinx_docsjson.site.model import Site
from sphinx_docsjson.site.place import Location
from sphinx_docsjson.site.reading.config_refs import Splicer
from sphinx_docsjson.site.reading.located_text import SourceError, Value
from sphinx_docsjson.site.reading.problems import ConfigProblem, Report
from sphinx_docsjson.site.reading.site_files import SourceTree
from sphinx_docsjson.site.reading.validation import schema, validate
from sphinx_docsjson.site.reading.without_effect import fields_without_effect
from sphinx_docsjson.text.near_names import near_name
from sphinx_docsjson.text.word_sets import words

__all__ = ["ConfigProblem", "LoadedSite", "load_site"]


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadedSite:
    """A site (``None`` when there is none) and the problems found while reading it.

    :param files: the files that were read; a change of any of them changes the site.
    :param is_foreign: the file says nothing of a site: it may be that of another program.
    :param without_effect: the fields that are accepted and do nothing here, by their paths.
    """

    site: Site | None
    problems: tuple[ConfigProblem, ...] = ()
    files: tuple[Path, ...] = ()
    without_effect: tuple[str, ...] = ()
    is_foreign: bool = False

    @property
    def remarks(self) -> tuple[str, ...]:
        """What an owner should know of the file, and need not mend."""
        if not self.without_effect:
            return ()
        return (f"accepted, without effect here: {', '.join(self.without_effect)}",)


def load_site(srcdir: Path) -> LoadedSite:
    """Read ``docs.json`` of *srcdir*, or ``mint.json`` when there is none.

    :returns: no site and no problem when neither file exists; no site and a fatal problem when
        the file is not JSON or has no name or no navigation. Never raises for what is in a file.
    """
    srcdir = Path(srcdir)
    path = next((srcdir / name for name in CONFIG_NAMES if (srcdir / name).is_file()), None)
    if path is None:
        return LoadedSite(site=None)
    report = Report()
    splicer = Splicer(srcdir=srcdir, report=report)
    site = None
    is_foreign = False
    idle: tuple[str, ...] = ()
    try:
        value = splicer.read(path)
        is_foreign = not says_something_of_a_site(value)
        site = _read(value, path.name, srcdir, report)
        idle = fields_without_effect(value, schema()) if site else ()
    except SourceError as error:
        report.add(error.message, error.location, fatal=True)
    except OSError as error:
        place = Location(file=path.name, line=1, column=1)
        report.add(f"the file cannot be read: {error.strerror}", place, fatal=True)
    files = tuple(splicer.files) or (path,)
    return LoadedSite(
        site=site,
        problems=tuple(dict.fromkeys(report.problems)),
        files=files,
        without_effect=idle,
        is_foreign=is_foreign,
    )


def says_something_of_a_site(value: Value) -> bool:
    """Whether a file has a navigation or another field that is ours, beside a name.

    ``docs.json`` is a name that other tools use as well, for data of their own.
    """
    if not value.is_object:
        return False
    ours: frozenset[str] = frozenset(schema()["properties"])
    # A misspelt navigation is a mistake, and so is a dotted field such as ``colors.primary``.
    named = {key.partition(".")[0] for key in value.members}
    near = (near_name(key, ["navigation"]) for key in value.members)
    return bool(named & ours - _OF_MANY) or any(near)


_OF_MANY = words(
    "$schema api appearance classes code description errors feedback icons integrations "
    "interaction layout markdown metadata name search sidebar theme variables versions"
)
"""Fields that the files of many programs have."""


def _read(value: Value, name: str, srcdir: Path, report: Report) -> Site | None:
    checked = validate(value, report)
    if checked is None:
        return None
    reader = Reader(report=report, tree=SourceTree(srcdir=srcdir, report=report))
    return read_site(FieldAt.root(checked, reader), name)
