"""Where a page uses none of our additions, our Markdown gives the doctree that MyST gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.myst_parity.cases import FILES, PAGES
from tests.myst_parity.compare import build_pages, differences
from tests.myst_parity.settings import SETTINGS


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
