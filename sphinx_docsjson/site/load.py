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

__all__ = ["ConfigProblem", "LoadedSite", "load_site"]


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadedSite:
    """A site (``None`` when there is none) and the problems found while reading it.

    :param files: the files that were read; a change of any of them changes the site.
    :param without_effect: the fields that are accepted and do nothing here, by their paths.
    """

    site: Site | None
    problems: tuple[ConfigProblem, ...] = ()
    files: tuple[Path, ...] = ()
    without_effect: tuple[str, ...] = ()

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
    idle: tuple[str, ...] = ()
    try:
        value = splicer.read(path)
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
    )


def _read(value: Value, name: str, srcdir: Path, report: Report) -> Site | None:
    checked = validate(value, report)
    if checked is None:
        return None
    reader = Reader(report=report, tree=SourceTree(srcdir=srcdir, report=report))
    return read_site(FieldAt.root(checked, reader), name)
