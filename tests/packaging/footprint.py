"""What a plain install downloads, puts on the disk and imports.

Run ``python -m tests.packaging.footprint``, and copy its output to ``docs/contribute/where.md``.
Packages are those that ``pip install sphinx-docsjson`` installs without extras, as the metadata of
this environment say; their bytes are those of their files. A page with one heading is built in a
process of its own, which counts its modules. With ``--download`` pip fetches the wheels into an
empty folder, too, which needs the network.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.try_wheel import built

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "sphinx-docsjson"
MEGABYTE = 1_000_000

HELLO = """
import sys, time
from sphinx.application import Sphinx
settings = {"extensions": ["sphinx_docsjson"]}
Sphinx(sys.argv[1], None, sys.argv[2], sys.argv[3], "html", settings, status=None).build()
print(len(sys.modules), time.process_time())
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@dataclass(frozen=True, kw_only=True)
class Hello:
    """What the build of one page took: modules, seconds of the processor, packages imported."""

    modules: int
    seconds: float
    imported: frozenset[str]


def packages(*names: str) -> set[str]:
    """Return the names of what a plain install installs, itself among them.

    :param names: other packages to install.
    """
    found: set[str] = set()
    waiting = list(names or [PACKAGE])
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in found:
            continue
        try:
            requires = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # for another system or Python than this one
        found.add(name)
        for text in requires:
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                waiting.append(needed.name)
                waiting += _of_extras(needed)
    return found


def _of_extras(needed: Requirement) -> list[str]:
    """Return what the extras of a requirement need in turn."""
    if not needed.extras:
        return []
    inner = [Requirement(text) for text in distribution(needed.name).requires or []]
    return [
        one.name
        for one in inner
        if one.marker and any(one.marker.evaluate({"extra": extra}) for extra in needed.extras)
    ]


def installed_bytes(names: set[str]) -> int:
    """Return the bytes of the files of packages; for ours those of the repository."""
    folders = ("sphinx_docsjson", "theme") if PACKAGE in names else ()
    total = sum(
        path.stat().st_size
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".po", ".pot", ".pyc")
    )
    for name in names - {PACKAGE}:
        files = distribution(name).files or ()
        total += sum(file.size or 0 for file in files)
    return total


def hello(folder: Path) -> Hello:
    """Build a page with one heading in a process of its own, compiled as pip compiles packages."""
    source = folder / "source"
    source.mkdir()
    (source / "index.md").write_text("# Hello\n", encoding="utf-8")
    config = '{"name": "Hello", "navigation": ["index"]}'
    (source / "docs.json").write_text(config, encoding="utf-8")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    for out in ("first", "second"):
        folders = (source, folder / out, folder / f"{out}-doctrees")
        done = subprocess.run(
            [sys.executable, "-c", HELLO, *map(str, folders)],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
    counted, imported = done.stdout.splitlines()
    modules, seconds = counted.split()
    return Hello(
        modules=int(modules), seconds=float(seconds), imported=frozenset(imported.split())
    )


def downloaded(folder: Path) -> tuple[int, int]:
    """Return how many wheels pip fetches, ours among them, and their bytes."""
    wheel = built(folder / "dist")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "-d",
        str(folder / "all"),
        str(wheel),
    ]
    subprocess.run(command, check=True, capture_output=True)
    sizes = [path.stat().st_size for path in (folder / "all").iterdir()]
    return len(sizes), sum(sizes)


def main(arguments: list[str]) -> None:
    """Print the figures that stand in the documentation."""
    parser = argparse.ArgumentParser(prog="python -m tests.packaging.footprint")
    parser.add_argument("--download", action="store_true", help="ask pip what it fetches")
    options = parser.parse_args(arguments)
    names = packages()
    print(f"{len(names)} packages, {installed_bytes(names) / MEGABYTE:.0f} MB on the disk")
    with tempfile.TemporaryDirectory() as folder:
        page = hello(Path(folder))
        print(f"a page: {page.modules} modules, {page.seconds:.2f} s of the processor")
        if options.download:
            count, size = downloaded(Path(folder))
            print(f"pip fetches {count} files, {size / MEGABYTE:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
