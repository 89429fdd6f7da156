"""The files that a site shows around its pages: which they are, and their copies in the output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.files.named_files import file_below, near_file
from sphinx_docsjson.files.shown_files import META_FILES, copy_shown
from sphinx_docsjson.icons.resolve import is_linked
from sphinx_docsjson.site.appearance import Icon
from sphinx_docsjson.text.near_names import did_you_mean
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_docsjson.site.appearance import ImagePair
    from sphinx_docsjson.site.model import Site


def site_files(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the files that the configuration names: the field and the path from the root."""
    pairs: list[tuple[str, ImagePair | None]] = [
        ("logo", site.logo.image if site.logo else None),
        ("favicon", site.favicon),
        ("backgroundImage", site.background.image),
    ]
    for field, pair in pairs:
        if pair is not None:
            yield from ((field, path) for path in dict.fromkeys((pair.light, pair.dark)))
    for name in ("heading", "body"):
        font = getattr(site.fonts, name)
        if font is not None and font.source:
            yield "fonts", font.source
    for name, content in site.metatags.items():
        if name.lower() in META_FILES:
            yield f"seo.metatags.{name}", content
    for icon in icons_in(site):
        if is_linked(icon.name):
            yield "icon", icon.name


def icons_in(value: Any) -> Iterator[Icon]:
    """Yield every icon that the configuration names, wherever it stands in it."""
    if isinstance(value, Icon):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from icons_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from icons_in(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from icons_in(item)


def report_missing_files(site: Site, srcdir: Path) -> None:
    """Warn about each file that the configuration names and that does not exist."""
    for field, path in dict.fromkeys(site_files(site)):
        if not path or is_external(path) or file_below(srcdir, path) is not None:
            continue
        if field == "icon":
            continue  # what draws it says so
        warn(
            Warn.CONFIG,
            f"{field}: the file {path!r} does not exist in the source directory; "
            "write its path from the folder of docs.json." + did_you_mean(near_file(srcdir, path)),
            location=site.nearest(field) or site.source_file,
        )


def copy_site_files(site: Site, srcdir: Path, outdir: Path) -> Iterator[Path]:
    """Copy the files of the configuration to the same paths below *outdir*; yield those."""
    paths = (path for _field, path in site_files(site))
    return copy_shown((path for path in paths if not is_external(path)), srcdir, outdir)
