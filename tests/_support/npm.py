"""Programs of npm that know the right answer, run over many inputs in one process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ATTEMPTS = 3


def missing() -> str:
    """Return what has to be installed first, or nothing."""
    lacking = [name for name in ("node", "npm") if shutil.which(name) is None]
    return f"{' and '.join(lacking)}: not installed" if lacking else ""


def ask(script: Path, packages: Sequence[str], inputs: Any) -> Any:
    """Give *inputs* to a Node script as JSON on its standard input; return what it prints.

    :param packages: what the script imports, with versions; kept in a folder of the user's cache.
    """
    folder = installed(f"{script.parent.name}-{script.stem}", packages)
    # Next to node_modules, because that is where an import looks.
    copy = folder / script.name
    copy.write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run(
        ["node", copy.name],
        cwd=folder,
        input=json.dumps(inputs),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise RuntimeError(f"{script.name}: {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def installed(name: str, packages: Sequence[str]) -> Path:
    """Return the folder of the user's cache, called *name*, that *packages* are installed in."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "sphinx-docsjson-tests" / name
    stamp = folder / "packages.txt"
    wanted = "\n".join(packages)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder)]
    for attempt in range(ATTEMPTS):
        if subprocess.run([*command, *packages], cwd=folder).returncode == 0:
            break
        time.sleep(2 * attempt)
    else:
        raise RuntimeError(f"npm did not install {wanted}")
    stamp.write_text(wanted, encoding="utf-8")
    return folder
