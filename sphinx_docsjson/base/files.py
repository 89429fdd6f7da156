"""Files of a project: what a path means, what is published, what a page waits for, and caches."""

from __future__ import annotations

import ast
import os
import pickle
import posixpath
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sphinx.util import logging
from sphinx.util.matching import Matcher

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.urls import below_base
from sphinx_docsjson.version import code_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


# Which file of the source directory a path in a page means.


def find_file(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    """Return the path below the source directory of the file *target*, or ``None``.

    Paths from the root begin with ``/``; others are relative to the file or page *source*, or
    are meant from the root. Nothing outside the source directory is found.

    :param base: the path that the site is served below; it may stand before a path from the root.
    """
    root = Path(env.srcdir)
    meant = meant_files(target, source, base)
    return next((path for path in meant if is_file_below(root, root / path)), None)


def meant_files(target: str, source: str, base: str) -> Iterator[str]:
    """Yield the paths below the source directory that *target* may mean, the likeliest first.

    :param base: the path that the site is served below.
    """
    plain = re.split(r"[?#]", target, maxsplit=1)[0]
    folder = posixpath.dirname(source)
    for path in dict.fromkeys((unquote(plain), plain)):
        for candidate in [path] if path.startswith("/") else [f"{folder}/{path}", path]:
            normal = posixpath.normpath(candidate.lstrip("/"))
            if not normal.startswith(".."):
                yield normal
        if (rest := below_base(path, base)) and not rest.startswith(".."):
            yield posixpath.normpath(rest)


def is_file(path: Path) -> bool:
    """Whether a file is there; a name that no file can have names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def near_file(root: Path, path: str) -> str | None:
    """Return the file below *root* that *path* is meant to be: each part of it misspelled or not.

    A file that is in none of its folders may be in one where files of sites most often are.
    """
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if not parts or ".." in parts:
        return None
    folder = root
    for part in parts:
        names = _names_in(folder)
        name = part if part in names else near_name(part, names)
        if name is None:
            break
        folder /= name
    else:
        if is_file_below(root, folder):
            return folder.relative_to(root).as_posix()
    elsewhere = (root / place / parts[-1] for place in _FOLDERS_OF_FILES)
    found = next((file for file in elsewhere if is_file_below(root, file)), None)
    return found.relative_to(root).as_posix() if found else None


_FOLDERS_OF_FILES = ("", "public", "static", "images", "assets", "logo")


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except (OSError, ValueError):
        return []


def file_below(root: Path, path: str) -> Path | None:
    """Return the file at *path* from the folder *root*, links resolved, if it lies in there."""
    try:
        found = (root / path.lstrip("/")).resolve()
        return found if found.is_file() and found.is_relative_to(root.resolve()) else None
    except (OSError, ValueError):
        return None


def is_file_below(root: Path, path: Path) -> bool:
    """Whether a file is there that lies in the folder *root*, also behind links."""
    return is_file(path) and path.resolve().is_relative_to(root.resolve())


# Files of the output that keep their time while their text stays the same.


def write_if_changed(path: Path, text: str) -> None:
    """Write *text*, and the folders around it, unless the file holds it already."""
    data = text.encode("utf-8")
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


# What one build keeps for the next: it holds for this code only, and whatever is wrong with it, it
# is made again.


def read_cache(file: Path) -> Any:
    """Return what :func:`write_cache` kept in a file; ``None`` where that is nothing."""
    try:
        code, value = pickle.loads(file.read_bytes())
    except Exception:  # a pickle raises whatever it likes
        return None
    return value if code == code_digest() else None


def write_cache(file: Path, value: Any) -> None:
    """Keep a value in a file, which is no error where it cannot be written."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".tmp")
        draft.write_bytes(pickle.dumps((code_digest(), value), pickle.HIGHEST_PROTOCOL))
        draft.replace(file)


# Files that a page names and that are not there: the page is read again when one appears.
#
# As a dependency of Sphinx, a file that is missing would have the page read in every build.

AWAITED = "docsjson_awaited"
"""Where the metadata of a page hold the paths, below the source directory."""


def find_or_await(env: BuildEnvironment, target: str, source: str, base: str) -> str | None:
    """Do as :func:`find_file` while a page is read; wait for a file that is not there.

    An extra file (``html_extra_path``) is found by its address in the output, where ``conf.py``
    lies in the source directory, as nearly always.
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


def find_appeared(
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
    excluded = Matcher([*config.exclude_patterns, "**/.*"])
    for entry in config.html_static_path:
        folder = confdir / entry
        for written in (name + ending for ending in RENDERED):
            if folder.name == written and is_file(folder):
                return True
            if is_file(folder / written) and not excluded(written):
                return True
    return False


def is_authors(app: Sphinx, path: Path | str) -> bool:
    """Whether a file of the project stands at *path* of the output, so that nothing of ours may.

    It is said once for each file, as information: its owner meant it.
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
        "%s is yours (%s), so the file that would be made there is not written",
        name,
        setting,
        type="docsjson",
        subtype="own-file",
    )
    return True


# Files for agents, which are published as they are and are no pages: skills, instructions.
#
# A host serves them from the root of the site: ``skill.md``, ``skills/<name>/SKILL.md`` with what
# lies beside it, ``AGENTS.md``, ``CLAUDE.md`` and the folder ``.well-known``.

AT_THE_TOP = words("skill.md AGENTS.md CLAUDE.md")
SKILL, SKILLS, WELL_KNOWN = "SKILL.md", "skills", ".well-known"


def is_agent_file(path: str, root: Path) -> bool:
    """Whether the file *path*, from the source folder *root*, is for agents."""
    if path in AT_THE_TOP or path == SKILL:
        return True
    parts = path.split("/")
    if parts[0] == WELL_KNOWN:
        return len(parts) > 1
    # What lies beside a skill belongs to it; ``skills`` may also be a folder of pages.
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


# Where a field of the front matter stands: the place of each message about it.


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
