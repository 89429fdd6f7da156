"""Build one folder with several builders, each in a process of its own that is forked from this.

It is a program: ``python run.py BUILDERS SOURCES OUTPUT``. Nothing of ours is imported here, so
that a build without us is one.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def build(name: str, source: Path, output: Path) -> int:
    """Build with one builder, and write its warnings beside what it writes."""
    from sphinx.cmd.build import main

    doctrees = output / f"{name}.doctrees"
    command = ["-b", name, "-d", doctrees, "-w", output / f"{name}.warnings", "-q", "--no-color"]
    with open(os.devnull, "w") as nowhere:
        sys.stderr = nowhere
        return int(main([str(part) for part in [*command, source, output / name]]))


def apart(name: str, source: Path, output: Path) -> tuple[int, float]:
    """Build in a process of its own; return its status and the seconds of CPU that it took."""
    child = os.fork()
    if not child:
        status = 99
        try:
            os.chdir(source)
            status = build(name, source, output)
        finally:
            os._exit(status)
    _child, status, used = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def run(names: list[str], source: Path, output: Path) -> None:
    """Build with all builders, and write what came of it as JSON."""
    # What every build loads is loaded once.
    import sphinx.application
    import sphinx.builders.html
    import sphinx.cmd.build  # noqa: F401

    found = {name: apart(name, source, output) for name in names}
    (output / "builds.json").write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    run(sys.argv[1].split(","), Path(sys.argv[2]), Path(sys.argv[3]))
