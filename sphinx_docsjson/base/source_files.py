"""Publishes files beside the pages, and records which files a page depends on."""

from __future__ import annotations

import ast
import os
import posixpath
import re
import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging
from sphinx.util.matching import Matcher

from sphinx_docsjson.base.files import file_below, find_file, is_file, is_file_below, meant_files
from sphinx_docsjson.base.messages import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


# Files that a page names and that are not there: the page is read again when one appears.
#
# As a dependency of Sphinx, a missing file would cause the page to be read in every build.

AWAITED = "docsjson_awaited"
"""Where the metadata of a page hold the paths, below the source directory."""


def find_or_await(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    """Do as :func:`find_file` while a page is read; wait for a file that is not there.

    An extra file (``html_extra_path``) is found by its address in the output, where ``conf.py``
    is in the source directory, as nearly always.
    """
    found = find_file(env, target, source, base) or _find_extra(env, target, source, base)
    if found is None:
        await_files(env, meant_files(target, source, base))
    return found


def _find_extra(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    root = Path(env.srcdir)
    for path in meant_files(target, source, base):
        extra = find_extra_file(root, env.config, path)
        if extra is not None and is_file_below(root, extra[1]):
            return extra[1].relative_to(root).as_posix()
    return None


def await_files(env: BuildEnvironment, paths: Iterable[str]) -> None:
    """Let the page that is being read be read again when one of *paths* is a file."""
    awaited: list[str] = env.metadata[env.docname].setdefault(AWAITED, [])
    awaited += [path for path in paths if path not in awaited]


def find_pages_of_new_files(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that a file was awaited for that is there now."""
    root = Path(env.srcdir)
    return [
        docname
        for docname, metadata in env.metadata.items()
        if docname not in removed
        and any(is_file(root / path) for path in metadata.get(AWAITED, ()))
    ]


# Files that Sphinx copies into the root of the output as they are: ``html_extra_path``.

logger = logging.getLogger(__name__)

START_PAGE = "index.html"
"""What a server answers with where a folder is asked for, and a disk does not."""


@lru_cache(maxsize=4)
def _matcher(*patterns: str) -> Matcher:
    """Return what knows excluded files; each file of the output is asked for."""
    return Matcher(list(patterns))


def find_extra_file(confdir: Path, config: Config, path: str) -> tuple[str, Path] | None:
    """Return what is at *path* of the output, or ``None`` when no extra file does.

    :param path: from the root of the output; a folder means its ``index.html``.
    :return: the path from the root of the output, and the file.
    """
    normal = posixpath.normpath(path.strip("/"))
    if normal.startswith(".."):
        return None
    excluded = _matcher(*config.exclude_patterns)
    for entry in config.html_extra_path:
        extra = confdir / entry
        if extra.name == normal and is_file(extra):
            return normal, extra
        for name in (normal, f"{normal}/{START_PAGE}"):
            if is_file_below(extra, extra / name) and not excluded(name):
                return name, extra / name
    return None


STATIC = "_static/"
RENDERED = ("", "_t", ".jinja")
"""What the names of files below ``html_static_path`` end with that Sphinx fills in and renames."""


def is_static_file(confdir: Path, config: Config, path: str) -> bool:
    """Whether Sphinx copies a file of the project to *path*, from the root of the output.

    Source: ``StandaloneHTMLBuilder.copy_html_static_files``.
    """
    if not path.startswith(STATIC):
        return False
    name = path.removeprefix(STATIC)
    excluded = _matcher(*config.exclude_patterns, "**/.*")
    for entry in config.html_static_path:
        folder = confdir / entry
        for written in (name + ending for ending in RENDERED):
            if folder.name == written and is_file(folder):
                return True
            if is_file(folder / written) and not excluded(written):
                return True
    return False


def may_have_files(app: Sphinx, folder: str) -> bool:
    """Whether a file of the project may be in a folder of the output, below its root."""
    confdir, config = Path(app.confdir), app.config
    places = [confdir / entry / folder for entry in config.html_extra_path]
    if folder.startswith(STATIC):
        name = folder.removeprefix(STATIC)
        places += [confdir / entry / name for entry in config.html_static_path]
    return any(map(os.path.isdir, places))


def is_authors(app: Sphinx, path: Path | str) -> bool:
    """Whether a file of the project is at *path* of the output, so that we may not write there.

    It is reported once for each file, as an info: the owner did it on purpose.
    """
    confdir, config = Path(app.confdir), app.config
    if not config.html_extra_path and not config.html_static_path:
        return False
    given = Path(path)
    name = (given.relative_to(app.outdir) if given.is_absolute() else given).as_posix()
    found = find_extra_file(confdir, config, name)
    if found is not None and found[0] == name:
        setting = "html_extra_path"
    elif is_static_file(confdir, config, name):
        setting = "html_static_path"
    else:
        return False
    logger.info(
        "%s is one of your files (%s), so it is not replaced by the generated one",
        name,
        setting,
        type="docsjson",
        subtype="own-file",
    )
    return True


# Files for agents, which are published as they are and are not pages: skills, instructions.
#
# A host serves them from the root of the site: ``skill.md``, ``skills/<name>/SKILL.md`` with what
# is beside it, ``AGENTS.md``, ``CLAUDE.md`` and the folder ``.well-known``.

AT_THE_TOP = words("skill.md AGENTS.md CLAUDE.md")
SKILL, SKILLS, WELL_KNOWN = "SKILL.md", "skills", ".well-known"


def is_agent_file(path: str, root: Path) -> bool:
    """Whether the file *path*, from the source folder *root*, is for agents."""
    if path in AT_THE_TOP or path == SKILL:
        return True
    parts = path.split("/")
    if parts[0] == WELL_KNOWN:
        return len(parts) > 1
    # What is beside a skill belongs to it; ``skills`` may also be a folder of pages.
    return len(parts) > 2 and parts[0] == SKILLS and (root / SKILLS / parts[1] / SKILL).is_file()


def agent_files(root: Path) -> Iterator[str]:
    """Yield the files for agents below the source folder *root*, from there, in order."""
    for name in (*sorted(AT_THE_TOP), SKILL):
        if name in _names(root):
            yield name
    for top in (SKILLS, WELL_KNOWN):
        for folder, folders, files in os.walk(root / top):
            folders.sort()
            for name in sorted(files):
                path = (Path(folder) / name).relative_to(root).as_posix()
                if is_agent_file(path, root):
                    yield path


def _names(folder: Path) -> frozenset[str]:
    """Return the names in a folder as they are spelled, also where a disk ignores case."""
    return frozenset(entry.name for entry in os.scandir(folder) if entry.is_file())


# Files of the project that keep their path: icons that are pictures, pictures of meta tags.
#
# Sphinx copies what images and downloads name, under a name of its own. These files are named in
# HTML that we write, so each is copied to its own path at the end of the build.

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


def copy_shown(
    paths: Iterable[str],
    srcdir: Path,
    outdir: Path,
    *,
    leave: Callable[[Path], bool] = lambda _target: False,
) -> Iterator[Path]:
    """Copy files of *srcdir* to the same paths below *outdir*; yield those.

    A link of the file system is copied to its own path, which pages name, and to that of its file.

    :param leave: whether nothing may be written at a path of the output.
    """
    root = srcdir.resolve()
    for path in dict.fromkeys(paths):
        file = file_below(srcdir, path)
        if file is None:
            continue
        named = posixpath.normpath(path.lstrip("/"))
        names = {file.relative_to(root).as_posix(): None, named: None}
        for target in (outdir / name for name in names if not name.startswith("..")):
            if leave(target):
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != file.read_bytes():
                shutil.copyfile(file, target)
            yield target


# Where a field of the front matter is: the place of each message about it.


def location_of_field(env: BuildEnvironment, docname: str, *fields: str) -> tuple[str, int]:
    """Return the document and the line of the first of *fields* that its front matter has.

    Fields are found whatever their case, as they are read; without any of them it is line 1.
    """
    try:
        text = Path(env.doc2path(docname)).read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return docname, 1
    lines = text.splitlines()
    for field in fields:
        written = re.compile(rf":?[\"']?{re.escape(field)}[\"']?\s*:", re.IGNORECASE)
        for number, line in enumerate(lines, start=1):
            if written.match(line):
                return docname, number
    return docname, 1


# Where conf.py names a setting: the place of each message about it.


def location_of_setting(app: Sphinx, name: str) -> str | None:
    """Return where conf.py names a setting or an option: as a text, or as what it sets.

    :returns: path and line, as Sphinx takes a location; ``None`` where conf.py cannot be read.
    """
    conf = Path(app.confdir, "conf.py")
    try:
        tree = ast.parse(conf.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return None
    lines = (
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Constant) and node.value == name)
        or (isinstance(node, ast.Name) and node.id == name)
    )
    return f"{conf}:{next(lines, 1)}"
