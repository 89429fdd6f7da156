"""Build a site again after each change, and once from nothing; compare every file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests._support.building import build_site
from tests.faults.changing_site import CHANGES, Files

SPHINX = frozenset({".buildinfo", ".buildinfo.bak"})
"""Files in which Sphinx remembers how it was called."""

SPHINX_KEEPS = ("_images/", "_downloads/")
"""Folders from which Sphinx removes nothing."""

WORDS = ("terms", "titleterms")
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
