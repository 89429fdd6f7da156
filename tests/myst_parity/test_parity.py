"""Where a page uses none of our additions, our Markdown gives the doctree that MyST gives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import docutils
import pytest

from tests._support import npm
from tests.myst_parity.compare import build_pages, differences
from tests.myst_parity.corpus import texts_of
from tests.myst_parity.settings import SETTINGS

pytestmark = pytest.mark.skipif(
    docutils.__version_info__ < (0, 22),
    reason="this docutils ends the build of plain MyST at a thematic break in a quote",
)

INPUTS = Path(__file__).parent / "inputs"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(INPUTS.iterdir())}
"""Pages that use nothing of ours: what people write in MyST, a page for each matter."""

FILES: dict[str, str | bytes] = {"data.txt": "*plain* text\n", "data.png": b"\x89PNG\r\n\x1a\n"}
"""What the pages name beside each other."""


def compared(
    folder: Path, texts: dict[str, str], settings: dict[str, Any], **more: Any
) -> dict[str, list[str]]:
    """Return what differs on each page, of those where something does."""
    plain = build_pages(folder / "plain", texts, settings, FILES, ours=False)
    ours = build_pages(folder / "ours", texts, {**settings, **more}, FILES, ours=True)
    return {name: found for name in texts if (found := differences(plain[name], ours[name]))}


def shown(found: dict[str, list[str]]) -> str:
    """Return the differences of some pages, to be read."""
    return "\n".join(f"{name}: {line}" for name, lines in found.items() for line in lines[:20])


@pytest.mark.parametrize("settings", list(SETTINGS))
def test_what_people_write_in_myst_is_read_as_myst_reads_it(tmp_path: Path, settings: str):
    found = compared(tmp_path, PAGES, SETTINGS[settings])
    assert not found, shown(found)


NAMED = re.compile(r"^(?:`{3,}|~{3,}) *\S+ +\S|<Warning>", re.MULTILINE)
"""What the documentation names as ours: words behind the language of a fence, components."""


@pytest.mark.parametrize("each", [5, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_examples_of_commonmark_are_read_as_myst_reads_them(tmp_path: Path, each: int):
    if lacking := npm.missing():
        pytest.skip(lacking)
    try:
        folder = npm.installed("commonmark", ["commonmark-spec@0.31.2"])
    except RuntimeError as error:
        pytest.skip(str(error))
    examples = texts_of(folder / "node_modules" / "commonmark-spec" / "spec.txt")
    texts = {f"example{n}": t for n, (_, t) in enumerate(examples, 1) if not NAMED.search(t)}
    assert len(texts) > 640
    found = compared(tmp_path, dict(list(texts.items())[::each]), SETTINGS["defaults"])
    assert not found, shown(found)
