"""The files behind the addresses of a logo, for the room that it has before it is loaded."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_docsjson.files.named_files import file_below
from sphinx_docsjson.files.picture_sizes import picture_size
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from sphinx_docsjson.files.picture_sizes import PictureSize
    from sphinx_docsjson.html.template_data import LogoFrame
    from sphinx_docsjson.theme_options.taken import ThemeOptions

STATIC = "_static/"


def sized_logo(app: Sphinx, logo: LogoFrame, options: ThemeOptions, root: str) -> LogoFrame:
    """Return the logo with the sizes of those of its pictures that are files of the project.

    :param root: how the page writes the root of the site.
    """

    def size(address: str | None) -> PictureSize | None:
        if not address or is_external(address):
            return None
        path = posixpath.normpath(unquote(address.partition("?")[0].removeprefix(root)))
        files = (file_below(folder, name) for folder, name in _places(app, options, path))
        file = next(filter(None, files), None)
        return picture_size(file) if file is not None else None

    return replace(logo, light_size=size(logo.light), dark_size=size(logo.dark))


def _places(app: Sphinx, options: ThemeOptions, path: str) -> Iterator[tuple[Path, str]]:
    """Yield folders and names below them that *path* of the output may have been copied from."""
    confdir = Path(app.confdir)
    if path.startswith(STATIC):
        name = path.removeprefix(STATIC)
        chosen = (app.config.html_logo, *((one.light, one.dark) if (one := options.logo) else ()))
        yield from ((confdir, file) for file in chosen if file and Path(file).name == name)
        yield from ((confdir / folder, name) for folder in app.config.html_static_path)
    yield Path(app.srcdir), path
