"""Build the documentation or run the checks, from a clone and a bare Python.

    python3 tools/dev.py setup          make .venv, in which tests, checks and builds run at once
    python3 tools/dev.py docs           the same, and build our documentation into docs/_build/html
    python3 tools/dev.py test           run lint, types, quick tests and the documentation build
    python3 tools/dev.py test --all     run every check, the nightly tests with the seed of the day
    python3 tools/dev.py test ARGS      run what ``tox run ARGS`` runs
    python3 tools/dev.py renew          write what is made from code: catalogues, rules, pictures
    python3 tools/dev.py tools          install all programs that the tests drive

Each command sets up all it needs: a virtual environment in ``.venv``, packages, and, for the
tests, Chromium and Node.js, and for all of them LaTeX, through the system's package manager when
they are missing.
Only the standard library is used here.
"""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")

PROGRAMS = {
    "chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "node": ("node",),
    "npm": ("npm",),
    "latex": ("latexmk",),
    "xelatex": ("xelatex",),
}
"""What the tests drive, and the names it is found under."""

QUICK = ("chromium", "node", "npm")
"""What the quick tests drive; only a nightly one makes PDFs."""

CHROMIUM = ("chromium-headless-shell", "chromium")
"""Of these apt installs the first that it knows. The one without windows, which Debian has, opens
a page with a third of the work."""

PACKAGES = {
    "apt-get": {
        "chromium": [*CHROMIUM],
        "node": ["nodejs"],
        "npm": ["npm"],
        "latex": [
            "latexmk",
            "texlive-latex-recommended",
            "texlive-latex-extra",
            "texlive-fonts-recommended",
            "tex-gyre",
        ],
        # The smallest fonts that know every script of the tests, CJK and emoji among them.
        "xelatex": [
            "texlive-xetex",
            "fonts-freefont-otf",
            "fonts-dejavu-core",
            "fonts-symbola",
            "fonts-droid-fallback",
            "fonts-nanum",
        ],
    },
    "dnf": {
        "chromium": ["chromium"],
        "node": ["nodejs"],
        "npm": ["npm"],
        "latex": ["latexmk", "texlive-scheme-medium"],
        "xelatex": ["texlive-xetex", "gnu-free-serif-fonts", "dejavu-sans-mono-fonts"],
    },
    "pacman": {
        "chromium": ["chromium"],
        "node": ["nodejs"],
        "npm": ["npm"],
        "latex": ["texlive-binextra", "texlive-latexextra", "texlive-fontsrecommended"],
        "xelatex": ["texlive-xetex", "gnu-free-fonts", "ttf-dejavu"],
    },
}

INSTALL = {
    "apt-get": ["apt-get", "install", "-y", "-qq", "--no-install-recommends"],
    "dnf": ["dnf", "install", "-y"],
    "pacman": ["pacman", "-S", "--noconfirm"],
}


def main(arguments: list[str]) -> int:
    """Run one of the commands; return the exit code."""
    command, *rest = arguments or ["help"]
    if sys.version_info < (3, 11):  # noqa: UP036  this file also runs before anything is set up
        return fail("Python 3.11 or newer is needed; run this with python3.11 or newer.")
    if command == "setup":
        return set_up()
    if command == "docs":
        return build_docs()
    if command == "test":
        return run_checks(rest)
    if command == "renew":
        return renew(rest)
    if command == "tools":
        return install_programs(missing_programs())
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


def set_up() -> int:
    """Install this project and all that tests and checks need; say what can be run now."""
    make_environment()
    own = f"{ROOT}[conventions,fonts,jsx,overlays,serve]"
    groups = ("--group", "test", "--group", "lint")
    # A pip that a Python brings may know no groups.
    code = pip("--upgrade", "pip>=25.1") or pip("tox>=4.24", *groups, "--editable", own)
    if not code:
        here = BIN.relative_to(ROOT)
        print(f"Ready: {here / 'python'} -m pytest tests/site; {here / 'tox'} run -e lint")
    return code


def build_docs() -> int:
    """Build the documentation; warnings are errors."""
    if code := set_up():
        return code
    target = ROOT / "docs" / "_build" / "html"
    code = run(BIN / "sphinx-build", "-W", "-n", "-b", "html", ROOT / "docs", target)
    if not code:
        print(f"Open {target.relative_to(ROOT) / 'index.html'}")
    return code


def run_checks(arguments: list[str]) -> int:
    """Run lint, types, tests and the documentation build through tox.

    :param arguments: nothing, ``--all``, or what ``tox run`` is given.
    """
    run_all = arguments == ["--all"]
    if code := install_programs(missing_programs(*(PROGRAMS if run_all else QUICK))):
        return code
    make_environment()
    if code := pip("tox>=4.24"):
        return code
    if run_all:
        day = os.environ.setdefault("DOCSJSON_SEED", f"{datetime.date.today():%Y%m%d}")
        print(f"Seed of the day: DOCSJSON_SEED={day} repeats this run.", flush=True)
    if arguments and not run_all:
        return run(BIN / "tox", "run", *arguments)
    # Two at once: while the tests run in two processes, the others follow each other in a third.
    os.environ.setdefault("DOCSJSON_WORKERS_OF_SPHINX8", "1")
    code = run(BIN / "tox", "run-parallel", "--parallel", "2", "--parallel-no-spinner")
    if run_all:
        code = run(BIN / "tox", "run", "-e", "nightly") or code
        # They tell what will come; what fails there is no failure of this project.
        run(sys.executable, ROOT / "tools" / "prereleases.py")
    return code


GENERATED = (
    ("tools/messages.py",),
    ("tools/field_texts.py",),
    ("-m", "tests.site.newest", "--write"),
    ("-m", "sphinx_docsjson", "rules", "docs"),
    ("-m", "tools.pictures", "--missing"),
    ("-m", "pytest", "-q", "-m", "quick", "--regen", "tests/looks"),
)
"""What makes files of the repository from the code, as arguments of Python."""


def renew(more: list[str]) -> int:
    """Write again what is made from the code, and say what changed.

    :param more: folders of tests whose expectations are written as well, such as ``tests/pages``.
    """
    for command in GENERATED:
        if code := run(BIN / "python", *command, *(more if "pytest" in command else ())):
            return code
    return run("git", "status", "--short")


def missing_programs(*wanted: str) -> list[str]:
    """Return which of the programs that the tests drive are not here; of all, or of *wanted*."""
    missing = [
        what
        for what, names in PROGRAMS.items()
        if what in (wanted or PROGRAMS) and not any(map(shutil.which, names))
    ]
    if "chromium" in missing and shutil.which(os.environ.get("CHROMIUM", "")):
        missing.remove("chromium")
    return missing


def install_programs(missing: list[str]) -> int:
    """Install programs with the system's package manager."""
    if not missing:
        return 0
    manager = next(filter(shutil.which, INSTALL), None)
    if manager is None:
        return fail(
            f"the tests need {', '.join(missing)}, and no package manager is known here.\n"
            "Install them yourself (CHROMIUM=/path/to/chromium is honoured) and run this again."
        )
    print(f"Installing with {manager}: {', '.join(missing)}", flush=True)
    as_root = [] if os.name == "nt" or os.geteuid() == 0 else ["sudo"]
    if manager == "apt-get" and (code := run(*as_root, "apt-get", "update", "-qq")):
        return code
    packages = [package for what in missing for package in PACKAGES[manager][what]]
    if manager == "apt-get" and {*CHROMIUM} <= {*packages}:
        packages.remove(CHROMIUM[1] if is_known(CHROMIUM[0]) else CHROMIUM[0])
    return run(*as_root, *INSTALL[manager], *packages)


def is_known(package: str) -> bool:
    """Tell whether apt has a package of this name."""
    return not subprocess.run(["apt-cache", "show", package], capture_output=True).returncode


def make_environment() -> None:
    """Make the virtual environment in ``.venv`` unless it is there."""
    if (BIN / "pip").exists() or (BIN / "pip.exe").exists():
        return
    if run(sys.executable, "-m", "venv", "--clear", VENV):
        raise SystemExit(
            "error: no virtual environment could be made. On Debian: apt-get install python3-venv"
        )


def pip(*arguments: str) -> int:
    """Install packages into the virtual environment."""
    return run(BIN / "python", "-m", "pip", "install", "--quiet", *arguments)


def run(*command: str | Path) -> int:
    """Run a command in the repository; return its exit code."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode


def fail(message: str) -> int:
    """Say what is wrong."""
    print(f"error: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
