"""Our own documentation, built once for the tests of this folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BASE_URL = "http://127.0.0.1:8801/"


@pytest.fixture(scope="session")
def docs_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of our documentation as HTML, for ``BASE_URL``."""
    target = tmp_path_factory.mktemp("docs") / "html"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html"]
    command += ["-D", f"html_baseurl={BASE_URL}", str(ROOT / "docs"), str(target)]
    subprocess.run([*command, "-d", str(target.parent / "doctrees")], check=True, cwd=ROOT)
    return target
