"""Try the newest pre-releases of Sphinx, docutils and MyST-Parser: a warning of what will come.

    python3 tools/prereleases.py

In a virtual environment of its own, a small site and our documentation are built. What fails is
said in one summary and is no failure of this command: its exit code is always 0. It ends within
the time limit, and says so where the index of packages cannot be reached. Only the standard
library is used here.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 180
"""All of it takes no longer; what is not done then is said to be not done."""

NEWEST = ("sphinx", "docutils", "myst-parser")
NEEDED = ("pytest>=8.3", "hypothesis>=6.100", "beautifulsoup4>=4.12")
TESTS = ("tests/compat/test_compat.py", "tests/spine/test_first_build.py")


class Steps:
    """Runs commands until the time is over."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def run(self, *command: str | Path) -> tuple[str, str]:
        """Return ``passed``, ``failed`` or ``no time left``, and what the command wrote."""
        left = self._end - time.monotonic()
        if left < 1:
            return "no time left", ""
        with subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                log, _ = process.communicate(timeout=left)
            except subprocess.TimeoutExpired:
                self._end_session(process)
                return "no time left", ""
        return ("failed" if process.returncode else "passed"), log

    def _end_session(self, process: subprocess.Popen[str]) -> None:
        """End the process and all that it began, which would keep its output open."""
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def main() -> int:
    """Install, build, say what came of it; return 0."""
    steps = Steps(SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        steps.run(sys.executable, "-m", "venv", folder)
        python = Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python")
        pip = (python, "-m", "pip", "--disable-pip-version-check", "-q")
        installed, log = steps.run(*pip, "install", "--retries", "1", f"{ROOT}", *NEEDED)
        if installed != "passed":
            print(f"Pre-releases: SKIPPED, nothing could be installed ({installed}).")
            print(_end_of(log))
            return 0
        # Our own bounds, and those of MyST, leave out what is newer than both know; --no-deps does
        # not ask for them.
        newest, log = steps.run(*pip, "install", "--pre", "--upgrade", "--no-deps", *NEWEST)
        if newest != "passed":
            print(f"Pre-releases: SKIPPED, they could not be installed ({newest}).")
            print(_end_of(log))
            return 0
        _, versions = steps.run(python, "-c", _VERSIONS)
        _, bounds = steps.run(python, "-m", "pip", "check")
        docs, docs_log = steps.run(
            *(python, "-m", "sphinx", "-q", "-b", "html", "docs", Path(folder, "html"))
        )
        tests, test_log = steps.run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)
    print(f"Pre-releases: {' '.join(versions.split()) or 'unknown versions'}")
    for line in bounds.splitlines():
        if " requirement " in line or " requires " in line:
            print(f"  beyond a bound: {line}")
    for name, state, log in (("documentation", docs, docs_log), ("tests", tests, test_log)):
        print(f"  {name}: {state}")
        if state == "failed":
            print(_end_of(log))
    return 0


_VERSIONS = (
    "from importlib.metadata import version; "
    f"print(*(f'{{name}} {{version(name)}}' for name in {NEWEST!r}), sep=', ')"
)


def _end_of(log: str) -> str:
    return "\n".join(f"    {line}" for line in log.splitlines()[-12:])


if __name__ == "__main__":
    raise SystemExit(main())
