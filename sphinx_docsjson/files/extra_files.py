"""Files that Sphinx copies into the root of the output as they are: ``html_extra_path``."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.matching import Matcher

from sphinx_docsjson.files.named_files import is_file, is_file_below

if TYPE_CHECKING:
    from sphinx.config import Config

START_PAGE = "index.html"
"""What a server answers with where a folder is asked for, and a disk does not."""


def find_extra_file(confdir: Path, config: Config, path: str) -> tuple[str, Path] | None:
    """Return what lies at *path* of the output, or ``None`` when no extra file does.

    :param path: from the root of the output; a folder means its ``index.html``.
    :return: the path from the root of the output, and the file.
    """
    normal = posixpath.normpath(path.strip("/"))
    if normal.startswith(".."):
        return None
    excluded = Matcher(config.exclude_patterns)
    for entry in config.html_extra_path:
        extra = confdir / entry
        if extra.name == normal and is_file(extra):
            return normal, extra
        for name in (normal, f"{normal}/{START_PAGE}"):
            if is_file_below(extra, extra / name) and not excluded(name):
                return name, extra / name
    return None
