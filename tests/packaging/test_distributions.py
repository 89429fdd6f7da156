"""The wheel and the source distribution hold what they should, and nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="hatchling builds the distributions")

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def build(source: Path, target: Path, kind: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    [path] = target.iterdir()
    return path


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the source distribution unpacks to."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build(ROOT, folder / "dist", "sdist")) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    [unpacked] = (folder / "unpacked").iterdir()
    return unpacked


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is made of the checkout."""
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def wheel(made: Path) -> dict[str, bytes]:
    """The files of that wheel."""
    return files_of(made)


def files_of(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tracked(*folders: str) -> set[str]:
    """Return the files of the repository as git knows them, new ones that it would add, too."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("this is no checkout, so nobody knows which files there should be")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {name for name in done.stdout.splitlines() if (ROOT / name).is_file()}


def test_the_readme_of_the_index_leads_to_pages_and_pictures_that_are_published(wheel):
    """An index of packages shows the text alone: paths of the repository lead nowhere there."""
    [metadata] = [text for name, text in wheel.items() if name.endswith("/METADATA")]
    readme = metadata.decode().split("\n\n", 1)[1]
    targets = re.findall(r"\]\(([^)]+)\)|(?:src|srcset|href)=\"([^\"]+)\"", readme)
    docs = PROJECT["urls"]["Documentation"]

    assert targets
    for target in map("".join, targets):
        assert target.startswith(docs)
        page = target.removeprefix(docs).removesuffix(".html")
        assert any((ROOT / "docs" / f"{page}{suffix}").is_file() for suffix in ("", ".md"))


def test_the_wheel_has_the_package_and_the_theme_but_no_catalogue_to_translate(wheel):
    left_out = (".po", ".pot", ".d.ts", "tsconfig.json")
    package = {name for name in tracked("sphinx_docsjson") if "/LICENSES/" not in name}
    package = {name for name in package if not name.endswith(left_out)}
    theme = {f"sphinx_docsjson/{name}" for name in tracked("theme") if not name.endswith(left_out)}
    about = {name for name in wheel if ".dist-info/" in name}

    assert set(wheel) - about == package | theme
    assert any(name.endswith(".mo") for name in wheel)


def test_each_licence_is_in_the_wheel_once_and_that_of_a_font_beside_it(wheel):
    licences = {name for name in tracked() if "LICENSE" in name and not name.startswith("tests")}
    times = Counter(wheel.values())

    assert {name: times[(ROOT / name).read_bytes()] for name in licences} == dict.fromkeys(
        licences, 1
    )
    fonts = {name for name in wheel if name.endswith(".woff2")}
    assert {name.rpartition("/")[0] for name in fonts} == {"sphinx_docsjson/theme/static/fonts"}


def test_no_two_files_of_the_wheel_are_the_same(wheel):
    """What check-wheel-contents calls W002; empty modules are alike."""
    times = Counter(content for content in wheel.values() if content.strip())

    assert [name for name, content in wheel.items() if times[content] > 1] == []


def test_the_source_distribution_has_all_of_the_repository(sdist):
    packed = {path.relative_to(sdist).as_posix() for path in sdist.rglob("*") if path.is_file()}
    of_machines = {name for name in tracked() if name.startswith((".ci/", ".cursor/"))}

    assert packed - {"PKG-INFO"} == tracked() - of_machines


def test_a_wheel_of_the_source_distribution_is_the_wheel_of_the_checkout(
    sdist, made, wheel, tmp_path
):
    """Byte for byte: anybody can make the published wheel again."""
    again = build(sdist, tmp_path, "wheel")

    assert files_of(again) == wheel
    assert again.read_bytes() == made.read_bytes()


def test_the_theme_and_the_texts_are_found_in_an_installed_wheel(wheel, tmp_path):
    """Only files are looked at, so that nothing needs to be downloaded."""
    for name, content in wheel.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    code = (
        "from sphinx_docsjson.base.theme_files import theme_path\n"
        "from sphinx_docsjson.i18n import LOCALE_DIR\n"
        "print(theme_path() / 'theme.toml', *LOCALE_DIR.rglob('*.mo'), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(tmp_path)},
    )
    paths = [Path(line) for line in done.stdout.splitlines()]
    assert len(paths) > 1
    assert all(path.is_file() and path.is_relative_to(tmp_path) for path in paths)
