"""Files of the project that keep their path: icons that are pictures, pictures of meta tags.

Sphinx copies what images and downloads name, under a name of its own. These files are named in
HTML that we write, so each is copied to its own path at the end of the build.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.files.named_files import file_below
from sphinx_docsjson.text.word_sets import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sphinx.environment import BuildEnvironment

SHOWN = "docsjson_shown_files"
"""The key in a document's metadata that holds the paths that it shows, from the source folder."""

META_FILES = words(
    "og:image og:image:url og:image:secure_url og:video og:video:url og:video:secure_url og:audio "
    "og:audio:url og:audio:secure_url twitter:image twitter:image:src twitter:player "
    "msapplication-tileimage msapplication-square70x70logo msapplication-square150x150logo "
    "msapplication-square310x310logo msapplication-wide310x150logo"
)
"""The meta tags, in lower case, whose content is the address of a file."""


def show_file(env: BuildEnvironment, path: str) -> None:
    """Remember that the page being read shows the file *path*, from the source folder."""
    env.note_dependency(path)
    shown: list[Any] = env.metadata[env.docname].setdefault(SHOWN, [])
    if path not in shown:
        shown.append(path)


def files_of_pages(env: BuildEnvironment) -> Iterator[str]:
    """Yield the paths that the pages of the project show."""
    for metadata in env.metadata.values():
        yield from metadata.get(SHOWN) or ()


def copy_shown(paths: Iterable[str], srcdir: Path, outdir: Path) -> Iterator[Path]:
    """Copy files of *srcdir* to the same paths below *outdir*; yield those."""
    root = srcdir.resolve()
    for path in dict.fromkeys(paths):
        file = file_below(srcdir, path)
        if file is None:
            continue
        target = outdir / file.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != file.read_bytes():
            shutil.copyfile(file, target)
        yield target
