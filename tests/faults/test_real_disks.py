"""Real disks that are full, and sources that really are read-only: ``mount`` needs root."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.incremental import different
from tests.faults.test_faults import MOMENTS, build, clean  # noqa: F401 - a fixture

TENTHS = (1, 3, 5, 7) if MOMENTS > 5 else (4,)
"""How much of what a build needs there is room for; much of its doctrees is gone at its end."""

Mount = Callable[..., Path]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Return ``mount(name, *options)``, which mounts onto a folder of that name and returns it."""
    mounted: list[Path] = []

    def onto(name: str, *options: str) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        try:
            done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True)
        except OSError as error:
            pytest.skip(f"no mount: {error}")
        if done.returncode:
            pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
        mounted.append(folder)
        return folder

    yield onto
    for folder in reversed(mounted):
        subprocess.run(["umount", str(folder)], check=True)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*"))


@pytest.mark.nightly
@pytest.mark.parametrize("tenths", TENTHS)
@pytest.mark.parametrize("what", ["out", "out-doctrees"])
def test_a_full_disk_ends_a_build_and_the_next_one_is_whole(
    clean,  # noqa: F811 - the fixture of the import
    mount: Mount,
    tmp_path: Path,
    what: str,
    tenths: int,
):
    source, expected, _opened = clean
    whole = size_of(expected.with_name({"out": "clean", "out-doctrees": "clean-doctrees"}[what]))
    size = f"size={whole * tenths // (10 if what == 'out' else 20) // 1024}k"
    disk = mount(what, "-t", "tmpfs", "-o", size, "tmpfs")

    full = build(source, tmp_path / "out")
    assert full.returncode != 0
    assert "No space left on device" in full.stderr
    assert "Extension error" not in full.stderr
    subprocess.run(["mount", "-o", "remount,size=1g", str(disk)], check=True)
    after = build(source, tmp_path / "out")

    assert after.returncode == 0, after.stderr
    assert list(different(tmp_path / "out", expected)) == []


@pytest.mark.nightly
def test_sources_on_a_disk_that_is_read_only_are_built(clean, mount: Mount, tmp_path: Path):  # noqa: F811
    source, expected, _opened = clean
    there = mount("there", "--bind", str(source))
    subprocess.run(["mount", "-o", "remount,ro,bind", str(there)], check=True)
    assert os.statvfs(there).f_flag & os.ST_RDONLY

    done = build(there, tmp_path / "out")

    assert done.returncode == 0, done.stderr
    assert list(different(tmp_path / "out", expected)) == []


@pytest.mark.nightly
def test_an_output_that_is_read_only_ends_a_build_in_a_line(clean, mount: Mount, tmp_path: Path):  # noqa: F811
    source, _expected, _opened = clean
    mount("out", "-t", "tmpfs", "-o", "ro", "tmpfs")

    done = build(source, tmp_path / "out")

    assert done.returncode != 0
    assert "Read-only file system" in done.stderr
    assert "Extension error" not in done.stderr
