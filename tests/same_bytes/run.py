"""Build one folder with several builders, each in a process of its own that is forked from this.

It is a program: ``python run.py BUILDERS SOURCES OUTPUT [shared]``. Nothing of ours is imported
here, so that a build without us is one.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path


def build(name: str, source: Path, output: Path, shared: bool) -> int:
    """Build with one builder, and write its warnings beside what it writes."""
    from sphinx.cmd import build as command_line

    made = []

    class Kept(command_line.Sphinx):
        def __init__(self, *args, **options):
            made.append(self)
            super().__init__(*args, **options)

    command_line.Sphinx = Kept
    try:
        return _status(command_line.main, name, source, output, shared)
    finally:
        if made and getattr(made[0], "env", None) is not None:
            (output / "facts.json").write_text(json.dumps(facts(made[0])), "utf-8")


def facts(app) -> dict[str, object]:
    """Return what kind of project it is."""
    return {
        "pages": len(app.env.all_docs),
        "documents": sorted(app.env.all_docs),
        "theme": app.config.html_theme,
        "extensions": list(app.config.extensions),
        "path": sys.path,
        "modules": [n for n in app.extensions if not n.startswith("sphinx.")],
    }


def _status(main, name: str, source: Path, output: Path, shared: bool) -> int:
    # Sphinx gives the nodes of catalogues marks that no other builder reads.
    doctrees = output / f"{'all' if shared and name != 'gettext' else name}.doctrees"
    command = ["-b", name, "-d", doctrees, "-w", output / f"{name}.warnings", "-q", "--no-color"]
    with open(os.devnull, "w") as nowhere:
        sys.stderr = nowhere
        return int(main([str(part) for part in [*command, source, output / name]]))


def apart(name: str, source: Path, output: Path, shared: bool) -> tuple[int, float]:
    """Build in a process of its own; return its status and the seconds of CPU that it took."""
    child = os.fork()
    if not child:
        status = 99
        try:
            os.chdir(source)
            status = build(name, source, output, shared)
        finally:
            os._exit(status)
    _child, status, used = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def run(names: list[str], source: Path, output: Path, shared: bool = False) -> None:
    """Build with all builders, and write what came of it as JSON.

    :param shared: whether the first builder reads the pages for all, and what it imports is
        imported for the others.
    """
    # What every build loads is loaded once.
    import sphinx.application
    import sphinx.builders.html
    import sphinx.cmd.build  # noqa: F401

    found = {}
    for name in names:
        found[name] = apart(name, source, output, shared)
        if shared and len(found) == 1 and (output / "facts.json").is_file():
            known = json.loads((output / "facts.json").read_text("utf-8"))
            sys.path[:] = known["path"]
            for module in known["modules"]:
                with suppress(Exception):
                    import_module(module)
    (output / "builds.json").write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    run(sys.argv[1].split(","), Path(sys.argv[2]), Path(sys.argv[3]), "shared" in sys.argv[4:])
