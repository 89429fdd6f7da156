"""Adding the extension to a project of others changes no article of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects.__main__ import compare_all
from tests.projects.building import build_all
from tests.projects.download import DownloadError
from tests.projects.environment import InstallError
from tests.projects.table import read_table

TABLE = read_table()


@pytest.mark.nightly
@pytest.mark.parametrize("name", [each.name for each in TABLE.values() if each.quick])
def test_the_articles_of_a_project_stay_as_they_are(name: str, tmp_path: Path) -> None:
    project = TABLE[name]
    try:
        builds = build_all(project, tmp_path / "cache", tmp_path / "output")
    except (DownloadError, InstallError) as error:
        pytest.skip(f"{name} cannot be had here: {error}")
    results = compare_all(project, builds)

    assert {way: list(map(str, each.differences)) for way, each in results.items()} == {
        "their theme": [],
        "our theme": [],
    }
    assert results["our theme"].pages > 5
