"""Files that Sphinx copies into the root of the output as they are: ``html_extra_path``."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging
from sphinx.util.matching import Matcher

from sphinx_docsjson.files.named_files import is_file, is_file_below

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

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


def is_authors(app: Sphinx, path: Path | str) -> bool:
    """Whether an extra file stands at *path* of the output, so that nothing of ours may.

    It is said once for each file, as information: its owner meant it.
    """
    if not app.config.html_extra_path:
        return False
    name = Path(path)
    if name.is_absolute():
        name = name.relative_to(app.outdir)
    found = find_extra_file(Path(app.confdir), app.config, name.as_posix())
    if found is None or found[0] != name.as_posix():
        return False
    logger.info(
        "%s is yours (html_extra_path), so the file that would be made there is not written",
        name.as_posix(),
        type="docsjson",
        subtype="own-file",
    )
    return True
