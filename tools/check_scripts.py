"""Check the scripts of the theme: their types with TypeScript, their habits with ESLint.

    python -m tools.check_scripts

Both are tools of this check alone: npm installs the pinned versions into the user's cache. Where
it cannot, that is said and nothing is checked. No build and no reader needs any of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests._support.npm import installed, missing

PACKAGES = ("typescript@7.0.2", "eslint@9.39.5")
SCRIPTS = Path(__file__).resolve().parent.parent / "theme" / "scripts"
SCOPES = sorted(path.parent for path in SCRIPTS.rglob("tsconfig.json"))
"""The folders whose scripts share a scope; those beside them have one each."""


def main() -> int:
    """Run both over all scripts; return the exit code."""
    try:
        lacking = missing()
        folder = None if lacking else installed("scripts", PACKAGES)
    except RuntimeError as problem:
        lacking, folder = str(problem), None
    if folder is None:
        print(f"SKIPPED, the scripts are not checked: {lacking}", file=sys.stderr)
        return 0
    tools = folder / "node_modules" / ".bin"
    suffix = ".cmd" if os.name == "nt" else ""
    commands = [[tools / f"tsc{suffix}", "--project", scope] for scope in SCOPES]
    commands.append([tools / f"eslint{suffix}", "--max-warnings=0", "."])
    codes = [subprocess.run([*map(str, one)], cwd=SCRIPTS).returncode for one in commands]
    if not any(codes):
        print(f"Scripts: {len(SCOPES)} scopes have the right types, and no complaint by ESLint.")
    return int(any(codes))


if __name__ == "__main__":
    raise SystemExit(main())
