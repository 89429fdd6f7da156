"""Build a site again after each change, and once from nothing; compare every file."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsjson.compat.resident_builds import forget_checksums
from tests._support.building import build_site
from tests.faults.changing_site import CHANGES, Files

SPHINX = frozenset({".buildinfo", ".buildinfo.bak"})
"""Files in which Sphinx remembers how it was called."""

SPHINX_KEEPS = ("_images/", "_downloads/")
"""Folders from which Sphinx removes nothing."""

WORDS = ("terms", "titleterms")
HERE, ELSEWHERE = "here", "elsewhere"
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
    """

    change: str
    place: str
    differing: list[str]
    needless: list[str]


def steps(
    folder: Path, files: Files, names: Sequence[str], places: Sequence[str]
) -> Iterator[Step]:
    """Make changes one after the other; go on with the last build each time, in each place.

    All files have the time of now, as in a fresh clone. On another path, sources, doctrees and
    output lie in a folder that was not there when they were written.
    """
    kept = {place: folder / place for place in places}
    for place in places:
        put(kept[place] / "src", files)
        build_site(kept[place] / "src", {}, conf=CONF, outdir=kept[place] / "out")
    clean = folder / "clean"
    build_site(kept[places[0]] / "src", {}, conf=CONF, outdir=clean / "0")
    for number, name in enumerate(names, start=1):
        CHANGES[name](files)
        source = folder / "source"
        put(source, files)
        build_site(source, {}, conf=CONF, outdir=clean / f"{number}")
        before, after = clean / f"{number - 1}" / "html", clean / f"{number}" / "html"
        changed = {each.partition(": ")[2] for each in different(before, after)}
        for place in places:
            if place == ELSEWHERE:
                kept[place] = kept[place].rename(folder / f"{place} {number}")
            put(kept[place] / "src", files)
            for path in (kept[place] / "src").rglob("*"):
                path.touch()
            forget_checksums()
            built = build_site(kept[place] / "src", {}, conf=CONF, outdir=kept[place] / "out")
            done = {
                what: {page for page in pages if f"{page}.html" not in changed}
                for what, pages in pages_in(built.status).items()
            }
            yield Step(
                change=name,
                place=place,
                differing=list(different(kept[place] / "out" / "html", after)),
                needless=[
                    f"{what}: {page}"
                    for what, pages in done.items()
                    if len(pages) > MORE
                    for page in sorted(pages)
                ],
            )
        shutil.rmtree(clean / f"{number - 1}")


def pages_in(status: str) -> dict[str, set[str]]:
    """Return the pages that were read, and those that were written."""
    return {
        what: set(re.findall(rf"{what}\.\.\. \[ *\d+%\] (?:\S+ left: )?(\S+)", status))
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
