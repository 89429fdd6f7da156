"""Ask the search as a page does: the scripts of the theme, run by Node over a written index."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from sphinx_docsjson.ext.search.settings import CORE

HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "theme" / "scripts"


def run_engine(texts=(), sites=()):
    """Return the words of each text, and the answers of each site to what it is asked."""
    if shutil.which("node") is None:
        pytest.skip("node: not installed")
    given = {
        "core": [str(SCRIPTS / f"{name}.js") for name in CORE],
        "texts": list(texts),
        "sites": [{"folder": str(folder), "asked": list(asked)} for folder, asked in sites],
    }
    done = subprocess.run(
        ["node", str(HERE / "engine.mjs")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def ask(folder, *asked):
    """Return the answers of one site."""
    return run_engine(sites=[(folder, asked)])["answers"][0]
