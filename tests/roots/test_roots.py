"""Sphinx's own test projects build with us as without us: a dozen of them, in one process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_AVAILABLE = 77


@pytest.mark.nightly
def test_projects_of_sphinx_build_with_us_as_without_us():
    command = [sys.executable, "-m", "tests.roots", "--quick", "--all"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == NOT_AVAILABLE:
        pytest.skip(f"the source distribution of Sphinx is not here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stdout + done.stderr
