"""Build a site again after each change, and once from nothing; compare every file."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sphinx_docsjson.compat.resident_builds import forget_checksums
from tests._support.building import build_site
from tests.faults.changing_site import CHANGES, Change, Files

SPHINX = frozenset({".buildinfo"})
"""Files in which Sphinx remembers how it was called."""

SPHINX_KEEPS = ("_images/", "_downloads/")
"""Folders from which Sphinx removes nothing."""

WORDS = ("terms", "titleterms")
ROOT = Path(__file__).resolve().parents[2]
HERE, ELSEWHERE, PROJECT = "here", "elsewhere", "project"
OTHER_USER, OTHER_PYTHON = "other user", "other Python"
FIRST_USER = 61_000
"""The number of a user that no machine has."""

CONF = {"html_theme": "docsjson", "html_last_updated_fmt": None}


def differences(
    folder: Path, files: Files, names: Sequence[str], builder: str = "html"
) -> Iterator[tuple[str, list[str]]]:
    """Yield each change after which files differ, with their names.

    :param names: of :data:`CHANGES`, made one after the other.
    """
    source, kept, clean = folder / "src", folder / "kept", folder / "clean"
    put(source, files)
    build_site(source, {}, builder, conf=CONF, outdir=kept)
    for name in names:
        CHANGES[name](files)
        put(source, files)
        build_site(source, {}, builder, conf=CONF, outdir=kept)
        shutil.rmtree(clean, ignore_errors=True)
        build_site(source, {}, builder, conf=CONF, outdir=clean)
        if found := list(different(kept / builder, clean / builder)):
            yield name, found


MORE = 2
"""So many pages may be read, or written, that a clean build shows to be the same."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """What a build did after a change, in a place.

    :param differing: files that are not those of a clean build.
    :param needless: pages that were read or written, and are what they were.
    :param refused: the lines that say why what was read before does not count.
    """

    change: str
    place: str
    differing: list[str]
    needless: list[str]
    refused: list[str]


def steps(
    folder: Path,
    files: Files,
    changes: Mapping[str, Change],
    places: Sequence[str],
    clean: str = HERE,
) -> Iterator[Step]:
    """Make changes one after the other; go on with the last build each time, in each place.

    All files have the time of now, as in a fresh clone. On another path, sources, doctrees and
    output lie in a folder that was not there when they were written.

    :param clean: the place whose builds from nothing say what is right.
    """
    kept = {place: folder / place for place in places}
    whole = folder / "clean 0"
    for place, where in (*kept.items(), (clean, whole)):
        put(where / "src", files)
        BUILD[place](where, 0)
    for number, (name, change) in enumerate(changes.items(), start=1):
        change(files)
        last, whole = whole, folder / f"clean {number}"
        put(whole / "src", files)
        BUILD[clean](whole, 0)
        changed = {
            each.partition(": ")[2] for each in different(last / "out/html", whole / "out/html")
        }
        shutil.rmtree(last)
        for place in places:
            if place != HERE:
                kept[place] = kept[place].rename(folder / f"{place} {number}")
            put(kept[place] / "src", files)
            for path in (kept[place] / "src").rglob("*"):
                path.touch()
            said = BUILD[place](kept[place], number)
            done = {
                what: {page for page in pages if f"{page}.html" not in changed}
                for what, pages in pages_in(said).items()
            }
            yield Step(
                change=name,
                place=place,
                differing=list(different(kept[place] / "out/html", whole / "out/html")),
                needless=[
                    f"{what}: {page}"
                    for what, pages in done.items()
                    if len(pages) > MORE
                    for page in sorted(pages)
                ],
                refused=re.findall(r"^.*pages are read anew.*$", said, re.MULTILINE),
            )


# How a site is built in a place, after which the output is in ``out/html``: what it said.


def _here(folder: Path, number: int) -> str:
    forget_checksums()
    return build_site(folder / "src", {}, conf=CONF, outdir=folder / "out").status


def _as_another_user(folder: Path, number: int) -> str:
    """Build as somebody who has no name and no home, and owns a copy of what was built.

    The sources stay those of the one who runs the tests. Where packages lie is for this user to
    read, as they are for all users elsewhere.
    """
    user, may = str(FIRST_USER + number), "-all,+dac_read_search"
    (folder / "out").mkdir(exist_ok=True)
    for path in (folder / "out", *(folder / "out").rglob("*")):
        os.chown(path, int(user), int(user))
    command = [
        "setpriv",
        f"--reuid={user}",
        f"--regid={user}",
        "--clear-groups",
        "--securebits=+no_setuid_fixup",
        f"--inh-caps={may}",
        f"--ambient-caps={may}",
        f"--bounding-set={may}",
    ]
    return _by_command(folder, *command, sys.executable, HOME="/nowhere", USER=f"u{number}")


def _by_another_python(folder: Path, number: int) -> str:
    """Build by this Python, and by another patch release of it, by turns."""
    packages = os.pathsep.join((str(ROOT), sysconfig.get_paths()["purelib"]))
    python = [sys.executable, other_python()][number % 2]
    return _by_command(folder, python, PYTHONPATH=packages)


SITE = ("-C", "-D", "extensions=sphinx_docsjson", "-D", "html_theme=docsjson")


def _by_command(folder: Path, *python: str, options: Sequence[str] = SITE, **told: str) -> str:
    """Call ``sphinx-build``, as people do."""
    places = ["-d", "out/doctrees", "src", "out/html"]
    done = subprocess.run(
        [*python, "-m", "sphinx", *options, *places],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **told},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.replace("\r", "\n")


def _as_project(folder: Path, number: int) -> str:
    """Build a project that has a ``conf.py``."""
    return _by_command(folder, sys.executable, options=())


BUILD = {
    HERE: _here,
    PROJECT: _as_project,
    ELSEWHERE: _here,
    OTHER_USER: _as_another_user,
    OTHER_PYTHON: _by_another_python,
}


def can_be_another_user() -> bool:
    """Whether this process may become somebody else."""
    return bool(shutil.which("setpriv")) and hasattr(os, "geteuid") and os.geteuid() == 0


@cache
def other_python() -> str:
    """Return the path of another patch release of this Python, if the machine has one."""
    minor = f"python{sys.version_info.major}.{sys.version_info.minor}"
    roots = os.environ["PATH"].split(os.pathsep)
    asks = "import platform; print(platform.python_version())"
    for path in (Path(root, minor) for root in [*roots, "/usr/bin", "/usr/local/bin"]):
        if path.is_file():
            found = subprocess.run([path, "-c", asks], capture_output=True, text=True)
            if found.stdout.startswith("3.") and found.stdout.strip() != platform.python_version():
                return str(path)
    return ""


def pages_in(status: str) -> dict[str, set[str]]:
    """Return the pages that were read, and those that were written.

    Catalogues are compiled before, with the same words, and go by time.
    """
    page = r"\[ *\d+%\] (?:\S+ left: )?(?!\S+\.mo\b)(\S+)"
    return {
        what: set(re.findall(rf"{what}\.\.\. {page}", status))
        for what in ("reading sources", "writing output")
    }


def put(source: Path, files: Files) -> None:
    """Make *files* those of the folder; what stays the same is not touched."""
    for path in list(source.rglob("*")):
        if path.is_file() and path.relative_to(source).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)


def different(one: Path, other: Path) -> Iterator[str]:
    """Yield the files that only one of two folders has, or that are not the same bytes."""
    mine, theirs = _files(one), _files(other)
    for name in sorted(mine.keys() | theirs.keys()):
        if name not in theirs and not name.startswith(SPHINX_KEEPS):
            yield f"left: {name}"
        elif name not in mine:
            yield f"missing: {name}"
        elif name in theirs and _content(mine[name]) != _content(theirs[name]):
            yield f"differs: {name}"


def _content(path: Path) -> object:
    data = path.read_bytes()
    if path.name != "searchindex.js":
        return data
    index = json.loads(data.decode().removeprefix("Search.setIndex(").removesuffix(")"))
    # Sphinx forgets the index entries of the pages that it did not read again, and keeps words
    # without pages.
    words = {key: {w: d for w, d in index[key].items() if d != []} for key in WORDS}
    return {**index, **words, "indexentries": None}


def _files(folder: Path) -> dict[str, Path]:
    return {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.is_file() and path.name not in SPHINX
    }
