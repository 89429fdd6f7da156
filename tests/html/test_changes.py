"""Pages say when they were last changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from sphinx_docsjson.html.meta import change_dates, contributors, parse_log
from tests._support.building import write_files

CONFIG = {"metadata": {"timestamp": True}}


def git(folder: Path, *arguments: str, day: str = "2024-05-06") -> None:
    moment = f"{day}T12:00:00+00:00"
    names = {"GIT_AUTHOR_NAME": "A", "GIT_COMMITTER_NAME": "A"}
    mails = {"GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_EMAIL": "a@example.org"}
    dates = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
    subprocess.run(
        ["git", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        env={**os.environ, **names, **mails, **dates, "GIT_CONFIG_GLOBAL": os.devnull},
    )


def commit(folder: Path, day: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "x", day=day)


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    write_files(folder, {"docs/index.md": "# A\n", "docs/späte seite.md": "# B\n"})
    git(folder, "init")
    commit(folder, "2024-05-06")
    write_files(folder, {"docs/index.md": "# Changed\n"})
    commit(folder, "2025-01-02")
    return folder


def test_the_date_of_a_file_is_that_of_its_newest_commit(repository):
    dates = {path: moment.date().isoformat() for path, moment in
             change_dates(repository / "docs").items()}  # fmt: skip

    assert dates == {"index.md": "2025-01-02", "späte seite.md": "2024-05-06"}


def test_who_changed_a_file_most_comes_first_and_bots_do_not_count(repository):
    def change(text: str, name: str) -> None:
        write_files(repository, {"docs/index.md": text})
        git(repository, "commit", "-am", "x", f"--author={name} <x@example.org>")

    for text, name in (("1", "Zoë, Q"), ("2", "B"), ("3", "B"), ("4", "B"), ("5", "robot[bot]")):
        change(text, name)

    assert contributors(repository / "docs") == {
        "index.md": ("B", "A", "Zoë, Q"),
        "späte seite.md": ("A",),
    }


def test_a_page_tells_who_contributed_and_how_long_it_takes_where_that_is_wished(site, repository):
    conf = {"html_theme_options": {"contributors": True, "reading_time": True}}
    files = {
        "index.md": "# A\n\n" + "word " * 900,
        "späte seite.md": "# B\n\n" + "読" * 900,
    }
    built = site(files, srcdir=repository / "docs", conf=conf)

    assert built.soup("index").select_one(".dj-changed").text.split() == ["Contributors:", "A"]
    assert built.soup("index").select_one(".dj-labels").text == "4 min read"
    assert built.soup("späte seite").select_one(".dj-labels").text == "2 min read"


def test_the_oldest_commit_of_a_shallow_clone_says_nothing(repository, tmp_path):
    git(tmp_path, "clone", "--depth", "1", repository.as_uri(), "shallow")

    assert change_dates(tmp_path / "shallow" / "docs") == {}


def test_outside_a_repository_nothing_is_known(tmp_path):
    assert change_dates(tmp_path) == {}
    assert parse_log("") == {}


def test_a_page_shows_its_date_when_the_site_wants_it(site, repository):
    (repository / "docs" / "index.md").write_text("# Changed\n", encoding="utf-8")
    built = site({}, config=CONFIG | {"navigation": ["index"]}, srcdir=repository / "docs")

    shown = built.soup("index").select_one(".dj-changed time")
    assert shown["datetime"] == "2025-01-02"
    assert shown.text == "Last changed on Jan 02, 2025"


def test_front_matter_chooses_for_one_page(site):
    pages = {
        "a.md": "---\ntitle: A\ntimestamp: true\nlastUpdatedDate: 2023-07-08\n---\n",
        "b.md": "---\ntitle: B\nlastUpdatedDate: 2023-07-08\n---\n",
        "c.md": "---\ntitle: C\ntimestamp: true\nlastUpdatedDate: soon\n---\n",
    }
    built = site(pages)

    assert built.soup("a").select_one(".dj-changed time")["datetime"] == "2023-07-08"
    assert built.soup("b").select_one(".dj-changed") is None
    assert built.soup("c").select_one(".dj-changed") is None
