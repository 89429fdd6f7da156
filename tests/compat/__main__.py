"""Rename one thing at a time, or those that are named, and print which files change."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.compat.renaming import TOUCHES
from tests.compat.site import Result, build

LEFT_OUT = frozenset({".buildinfo", ".doctree", ".epub", ".pickle"})


def files(result: Result) -> dict[str, bytes]:
    """Return the files of an output that are the same in two builds of the same."""
    found = (path for path in result.folder.rglob("*") if path.is_file())
    return {
        path.relative_to(result.folder).as_posix(): path.read_bytes()
        for path in found
        if not LEFT_OUT & {path.suffix, path.name}
    }


def main(arguments: list[str]) -> int:
    """Build for a builder, ``html`` unless named first; return how many builds failed."""
    named = [name for name in arguments if name in TOUCHES]
    builder = next((name for name in arguments if name not in TOUCHES), "html")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        usual = files(build(Path(folder), builder))
        for name in named or TOUCHES:
            result = build(Path(folder), builder, name)
            later = files(result)
            changed = sorted(f for f in usual | later if usual.get(f) != later.get(f))
            failed += bool(result.code)
            state = "FAILS" if result.code else "builds"
            print(f"{name:<22}{state:<8}{', '.join(changed) or 'the same'}", flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
