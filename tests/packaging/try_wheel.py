"""The wheel in an empty environment of each Python: ``python -m tests.packaging.try_wheel``.

Each environment gets the wheel and what it needs from the package index, and nothing else. There,
in an empty folder, the three commands of a new user are run, and the pages are looked at. Without
``--python`` it is every Python from 3.11 on that this machine has.
"""

from __future__ import annotations

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OLDEST = (3, 11)
VERSIONS = range(11, 20)

BUILD = ("-m", "sphinx", "-W", "-b", "html", "-C", "-D", "extensions=sphinx_docsjson")


def main(arguments: list[str]) -> int:
    """Print a row for each Python; return 1 when one does not work."""
    parser = argparse.ArgumentParser(prog="python -m tests.packaging.try_wheel")
    parser.add_argument("--wheel", type=Path, help="by default it is built of the checkout")
    parser.add_argument("--python", action="append", help="an interpreter")
    options = parser.parse_args(arguments)
    failed = False
    print("python | seconds to install | seconds to the first page | result")
    with tempfile.TemporaryDirectory() as scratch:
        wheel = options.wheel or built(Path(scratch) / "dist")
        for python in options.python or list(pythons()):
            try:
                row = tried(python, wheel.resolve(), Path(scratch))
            except subprocess.CalledProcessError as error:
                row, failed = f"{python} | – | – | {(error.stderr or '')[-1500:]}", True
            print(row, flush=True)
    return int(failed)


def built(folder: Path) -> Path:
    """Return the wheel of the checkout."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder), "."]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.iterdir()
    return wheel


def pythons() -> Iterator[str]:
    """Yield one interpreter of each version that the machine has."""
    seen = set()
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    kept = sorted(glob.glob(str(home / "3.*" / "bin" / "python")))
    named = (shutil.which(f"python3.{minor}") for minor in VERSIONS)
    for path in (sys.executable, *kept, *named):
        if path is None:
            continue
        code = "import sys; print(*sys.version_info[:2])"
        done = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
        version = tuple(map(int, done.stdout.split())) if done.returncode == 0 else (0,)
        if version >= OLDEST and version not in seen:
            seen.add(version)
            yield path


def tried(python: str, wheel: Path, scratch: Path) -> str:
    """Return what happened in a fresh environment of an interpreter."""
    home = Path(tempfile.mkdtemp(dir=scratch))
    begin = time.monotonic()
    run([python, "-m", "venv", str(home / "venv")], home)
    inside = home / "venv" / "bin"
    run([str(inside / "python"), "-m", "pip", "install", "--quiet", str(wheel)], home)
    installed = time.monotonic()
    site = home / "my-site"
    site.mkdir()
    run([str(inside / "sphinx-docsjson"), "init"], site)
    run([str(inside / "python"), *BUILD, "docs", "docs/_build/html"], site)
    run([str(inside / "sphinx-docsjson"), "check"], site)
    page = (site / "docs" / "_build" / "html" / "index.html").read_text("utf-8")
    assert "My Site" in page
    assert re.search(r"_static/[\w.-]*\.css", page)
    shown = run([str(inside / "python"), "--version"], home).strip()
    shutil.rmtree(home)
    figures = f"{installed - begin:.0f} | {time.monotonic() - installed:.0f}"
    return f"{shown} | {figures} | init, build -W and check work"


def run(command: list[str], folder: Path) -> str:
    """Run a command with nothing of this environment, and return what it prints."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        command, cwd=folder, env=kept, check=True, capture_output=True, text=True
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
