"""A build that is disturbed, repeated, or run elsewhere ends as any other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests._support.quick import quick_only
from tests.faults.changing_site import CHANGES, site
from tests.faults.incremental import different, put

AT_NIGHT = pytest.mark.nightly

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = ("-q", "-C", "-D", "extensions=sphinx_docsjson", "-D", "html_theme=docsjson")
MOMENTS = int(os.environ.get("DOCSJSON_MOMENTS", "5"))
"""``python -m tests.faults`` sets twenty."""


def build(
    source: Path, out: Path, *, sabotage: tuple[str, int] = ("count", 0), **more: str
) -> subprocess.CompletedProcess[str]:
    """Build *source* in a process of its own, as a shell would."""
    options = [*OPTIONS, "-d", f"{out}-doctrees", *more.pop("options", "").split()]
    what, when = sabotage
    command = ["-m", "tests.faults.saboteur", what, str(when), "--", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1700000000"}
    return subprocess.run(
        [sys.executable, *command, str(source), str(out)],
        env={**environment, **more},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=ROOT,
    )


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    """A folder with sources, and one with what a build makes of them."""
    folder = tmp_path_factory.mktemp("faults")
    put(folder / "src", site())
    done = build(folder / "src", folder / "clean")
    assert done.returncode == 0, done.stderr
    return folder / "src", folder / "clean", int(re.findall(r"opened (\d+)", done.stdout)[0])


def assert_same(one: Path, other: Path) -> None:
    assert list(different(one, other)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("what", ["kill", "full"])
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_the_next_build_mends_what_a_disturbed_one_left(clean, tmp_path, what: str, moment: int):
    source, expected, opened = clean
    when = 1 + opened * moment // MOMENTS

    disturbed = build(source, tmp_path / "out", sabotage=(what, when))
    assert disturbed.returncode != 0
    after = build(source, tmp_path / "out")

    assert after.returncode == 0, after.stderr
    assert_same(tmp_path / "out", expected)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "pattern", ["environment.pickle", "*.json", "docsjson*/**/*", "**/*.doctree"]
)
def test_a_file_that_cannot_be_read_is_made_again(clean, tmp_path, pattern: str):
    source, expected, _ = clean
    build(source, tmp_path / "out")
    files = [path for path in (tmp_path / "out-doctrees").glob(pattern) if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2] + b"\xff")

    after = build(source, tmp_path / "out")

    assert after.returncode == 0, after.stderr
    assert_same(tmp_path / "out", expected)


@pytest.mark.nightly
def test_two_builds_at_once_into_one_folder_leave_a_folder_that_a_third_mends(clean, tmp_path):
    source, expected, _ = clean
    command = [sys.executable, "-m", "sphinx", *OPTIONS, "-d", str(tmp_path / "out-doctrees")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1700000000"}
    both = [
        subprocess.Popen(
            [*command, str(source), str(tmp_path / "out")],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    for each in both:
        each.wait()

    after = build(source, tmp_path / "out", options="-E -a")

    assert after.returncode == 0, after.stderr
    assert_same(tmp_path / "out", expected)


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"options": "-j 4"}, id="four processes"),
        pytest.param({"PYTHONHASHSEED": "7"}, id="another hash seed"),
        pytest.param(
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            id="no UTF-8",
            marks=AT_NIGHT,
        ),
        pytest.param({"TZ": "Pacific/Kiritimati"}, id="far away", marks=AT_NIGHT),
        pytest.param(
            {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"},
            id="no home",
            marks=AT_NIGHT,
        ),
    ],
)
def test_a_build_elsewhere_writes_the_same(clean, tmp_path, more: dict[str, str]):
    source, expected, _ = clean

    done = build(source, tmp_path / "a longer path ü" / "out", **more)

    assert done.returncode == 0, done.stderr
    assert_same(tmp_path / "a longer path ü" / "out", expected)


def test_nothing_is_written_beside_the_sources(clean):
    source, _, _ = clean

    assert {
        path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()
    } == set(site())


def test_sources_that_nobody_may_change_are_built(clean, tmp_path):
    source, expected, _ = clean

    done = build(source, tmp_path / "out", sabotage=("guard", 0))

    assert done.returncode == 0, done.stderr
    assert_same(tmp_path / "out", expected)


def test_the_guard_sees_what_is_written(tmp_path):
    put(tmp_path / "src", site())

    done = build(tmp_path / "src", tmp_path / "src" / "out", sabotage=("guard", 0))

    assert "Read-only file system" in done.stdout + done.stderr


YEAR = 365 * 86_400


@pytest.mark.parametrize("seconds", quick_only([-YEAR, YEAR], [YEAR]))
def test_the_clock_shows_nowhere(clean, tmp_path, seconds: int):
    source, expected, _ = clean

    done = build(source, tmp_path / "out", sabotage=("clock", seconds))

    assert done.returncode == 0, done.stderr
    assert_same(tmp_path / "out", expected)


def test_a_clock_that_goes_backwards_hides_no_change(tmp_path):
    source, files = tmp_path / "src", site()
    put(source, files)
    build(source, tmp_path / "out", sabotage=("clock", YEAR))
    for change in ("words of a page", "a snippet", "an included file"):
        CHANGES[change](files)
    put(source, files)
    long_ago = 1_000_000_000
    for path in source.rglob("*"):
        os.utime(path, (long_ago, long_ago))

    after = build(source, tmp_path / "out")
    clean = build(source, tmp_path / "clean")

    assert after.returncode == clean.returncode == 0, after.stderr
    assert_same(tmp_path / "out", tmp_path / "clean")


@pytest.mark.parametrize("which", [0, 1], ids=["this package", "Sphinx"])
def test_what_another_version_left_is_made_again(clean, tmp_path, which: int):
    source, expected, _ = clean
    before = build(source, tmp_path / "out", sabotage=("older", which))
    assert before.returncode == 0, before.stderr

    after = build(source, tmp_path / "out")

    assert after.returncode == 0, after.stderr
    assert_same(tmp_path / "out", expected)
