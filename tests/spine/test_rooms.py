"""The tests of a room stand in a folder of its name; every other folder says what it asks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sphinx_docsjson

PACKAGE = Path(sphinx_docsjson.__file__).parent
TESTS = Path(__file__).parents[1]

OF_THE_FORMAT = {
    *("test_every_entry.py", "test_every_row.py", "test_newest.py", "test_older_format.py"),
}
"""Tests of the fields of docs.json, which have their effects in the other rooms."""

OTHERS = {
    "_support": "what the tests share",
    "benchmarks": "how fast builds are, on demand",
    "beside": "does the extension change anything that a project had?",
    "browser": "does a page work for those who look at it and type?",
    "docs_say": "is what the documentation says true, word for word?",
    "experience": "how does a built page feel: what moves, weighs, is cut off?",
    "faults": "does a build that was disturbed, or goes on, write what a clean one does?",
    "formats": "does the program that a file is written for read what was meant?",
    "fuzz": "which input breaks a promise?",
    "growth": "does anything grow faster than what it reads?",
    "generated": "do pages made at random keep their words?",
    "hostile": "what does input do that is meant to break things?",
    "house": "is the house in order: rooms, names, what knows what?",
    "looks": "do pages look as they did, to an eye?",
    "matrix": "do the extensions that people combine with us work?",
    "mdx_parity": "is .mdx read as micromark reads it?",
    "moved": "what does a site of the hosted platform keep when it moves?",
    "myst_parity": "is .md read as MyST reads it?",
    "packaging": "what is in the wheel?",
    "playground": "the playground: its data, its requests, and the samples beside it",
    "projects": "do published projects keep what they had?",
    "realsites": "do real sites build, and what do they lose?",
    "roots": "where may docs.json stand?",
    "same_bytes": "what does each builder write of a project in a theme of its own?",
    "spine": "what concerns no single room: the schedule, messages, addresses, the whole build",
    "systems": "does it work on Windows and macOS, as far as Linux can tell?",
    "theme": "templates, styles and scripts, and what child themes may change",
    "translation": "is everything that readers see translated?",
}


def folders(top: Path) -> set[str]:
    return {each.name for each in top.iterdir() if each.is_dir() and any(each.glob("*.py"))}


def test_every_folder_of_tests_is_a_room_or_says_what_it_asks():
    rooms = folders(PACKAGE) | {each.stem for each in PACKAGE.glob("*.py")}

    assert folders(TESTS) - rooms - set(OTHERS) == set()
    assert set(OTHERS) & folders(PACKAGE) == set()
    assert set(OTHERS) - folders(TESTS) == set()


@pytest.mark.parametrize("room", sorted(folders(PACKAGE) & folders(TESTS)))
def test_a_test_of_one_room_stands_in_its_folder(room):
    astray = {}
    for path in sorted((TESTS / room).rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"(?:from|import) sphinx_docsjson(?:\.| import )(\w+)", text)
        if path.name in OF_THE_FORMAT:
            continue
        if (rooms := set(found) & folders(PACKAGE)) and room not in rooms:
            astray[path.name] = rooms
    assert astray == {}


def test_only_one_fixture_starts_what_starts_browsers():
    """A second one in the same process fails, and which tests share one is chance."""
    own = Path(__file__)
    starting = [
        path.relative_to(TESTS).as_posix()
        for path in sorted(TESTS.rglob("*.py"))
        if path.name.startswith(("test_", "conftest"))
        if path != own and "sync_playwright()" in path.read_text(encoding="utf-8")
    ]

    assert starting == ["conftest.py"]
