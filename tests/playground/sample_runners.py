"""Runs samples of each language as a reader would, many in one process where that is possible."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

Runner = Callable[[Path, Sequence[str]], None]

_IMPORT = re.compile(r"import .*;\n?")


def _call(folder: Path, *words: str, given: str | None = None, seconds: int = 600) -> None:
    """Run a program; what it complains of is a part of the error."""
    done = subprocess.run(
        words,
        cwd=folder,
        input=None if given is None else given.encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=seconds,
        check=False,
        env={**os.environ, "GO111MODULE": "off", "GOFLAGS": "", "NO_PROXY": "*", "no_proxy": "*"},
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace")[-2000:])


def _files(folder: Path, codes: Sequence[str], ending: str) -> list[str]:
    for number, code in enumerate(codes):
        (folder / f"sample{number}{ending}").write_text(code, encoding="utf-8")
    return [f"sample{number}{ending}" for number in range(len(codes))]


def run_curl(folder: Path, codes: Sequence[str]) -> None:
    """Run the commands in one shell."""
    script = "\n".join(f"{code} --silent --output /dev/null || exit 9" for code in codes)
    (folder / "all.sh").write_text(script, encoding="utf-8")
    _call(folder, "bash", "all.sh")


def run_python(folder: Path, codes: Sequence[str]) -> None:
    """Run the samples in one Python."""
    runner = "import sys, json\nfor code in json.load(sys.stdin): exec(code, {})"
    _call(folder, sys.executable, "-W", "ignore", "-c", runner, given=json.dumps(codes))


def run_javascript(folder: Path, codes: Sequence[str]) -> None:
    """Run the samples as modules of one Node."""
    imports = (f"await import('./{name}');" for name in _files(folder, codes, ".mjs"))
    (folder / "all.mjs").write_text("\n".join(imports), encoding="utf-8")
    _call(folder, "node", "all.mjs")


def run_ruby(folder: Path, codes: Sequence[str]) -> None:
    """Load the samples in one Ruby."""
    _call(folder, "ruby", "-e", "ARGV.each { |name| load name }", *_files(folder, codes, ".rb"))


def run_php(folder: Path, codes: Sequence[str]) -> None:
    """Run each sample in a PHP."""
    for name in _files(folder, codes, ".php"):
        _call(folder, "php", name)


def run_go(folder: Path, codes: Sequence[str]) -> None:
    """Compile and run each sample."""
    for name in _files(folder, codes, ".go"):
        _call(folder, "go", "run", name)


def run_java(folder: Path, codes: Sequence[str]) -> None:
    """Run the samples, which are what a method holds, as the methods of one class."""
    imports = dict.fromkeys(line for code in codes for line in _IMPORT.findall(code))
    methods = [
        f"static void sample{number}() throws Exception {{\n{_IMPORT.sub('', code)}\n}}"
        for number, code in enumerate(codes)
    ]
    calls = "".join(f"sample{number}();" for number in range(len(codes)))
    main = f"public static void main(String[] words) throws Exception {{ {calls} }}"
    body = "\n".join([*imports, "public class All {", *methods, main, "}"])
    (folder / "All.java").write_text(body, encoding="utf-8")
    _call(folder, "java", "All.java")


def run_csharp(folder: Path, codes: Sequence[str]) -> None:
    """Compile each sample as a program of its own (.NET 8)."""
    for number, code in enumerate(codes):
        project = folder / f"csharp{number}"
        project.mkdir()
        _call(project, "dotnet", "new", "console", "--no-restore")
        (project / "Program.cs").write_text(code, encoding="utf-8")
        _call(folder, "dotnet", "run", "--project", str(project))


PROGRAMS: dict[str, tuple[str, Runner]] = {
    "curl": ("curl", run_curl),
    "python": (sys.executable, run_python),
    "javascript": ("node", run_javascript),
    "ruby": ("ruby", run_ruby),
    "php": ("php", run_php),
    "go": ("go", run_go),
    "java": ("java", run_java),
    "csharp": ("dotnet", run_csharp),
}
"""Language → the program that runs it, and how."""


def is_here(language: str) -> bool:
    """Whether the program that runs samples of a language is installed."""
    return language in PROGRAMS and shutil.which(PROGRAMS[language][0]) is not None
