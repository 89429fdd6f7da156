"""The files that a site shows around its pages: which they are, and their copies in the output."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from sphinx_docsjson.files.named_files import file_below, near_file
from sphinx_docsjson.icons.resolve import is_path
from sphinx_docsjson.site.containers import Container, LinkEntry
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
    for _ancestors, node in site.navigation.walk():
        icon = node.icon if isinstance(node, Container | LinkEntry) else None
        if icon is not None and is_path(icon.name) and not icon.name.endswith(".svg"):
            yield "icon", icon.name


def report_missing_files(site: Site, srcdir: Path) -> None:
    """Warn about each file that the configuration names and that does not exist."""
    for field, path in dict.fromkeys(site_files(site)):
        if not path or is_external(path) or file_below(srcdir, path) is not None:
            continue
        warn(
            Warn.CONFIG,
            f"{field}: the file {path!r} does not exist in the source directory; "
            "write its path from the folder of docs.json." + did_you_mean(near_file(srcdir, path)),
            location=site.location(field) or site.source_file,
        )


def copy_site_files(site: Site, srcdir: Path, outdir: Path) -> Iterator[Path]:
    """Copy the files of the configuration to the same paths below *outdir*; yield those."""
    root = srcdir.resolve()
    for _field, path in site_files(site):
        file = None if is_external(path) else file_below(srcdir, path)
        if file is None:
            continue
        target = outdir / file.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != file.read_bytes():
            shutil.copyfile(file, target)
        yield target
