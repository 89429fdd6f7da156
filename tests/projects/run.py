"""Build one folder with several builders, each in a process of its own that is forked from this.

It is a program: ``python run.py BUILDERS SOURCES OUTPUT OPTIONS…``, where the options are those of
``sphinx-build``. Nothing of ours is imported here, so that a build without us is one.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path

OF_EXTENSIONS = ("doctest", "coverage")
"""Builders of extensions, left out where a project does not have them."""


def build(name: str, source: Path, output: Path, options: list[str]) -> int:
    """Build with one builder; write its warnings and what it says beside what it writes."""
    from sphinx.cmd import build as command_line

    made = []

    class Kept(command_line.Sphinx):
        def __init__(self, *args, **options):
            made.append(self)
            super().__init__(*args, **options)

    command_line.Sphinx = Kept
    own = ["-d", output / f"{name}.doctrees"]
    # Sphinx refuses to make catalogues from what another builder has read.
    command = [*options, *own] if name == "gettext" else [*own, *options]
    command += ["-b", name, "-w", output / f"{name}.warnings"]
    if not (source / "conf.py").is_file():
        command += ["-C", "-D", "extensions=sphinx_docsjson"]
    command += ["-T", "--no-color", source, output / name]
    try:
        return int(command_line.main([str(part) for part in command]))
    finally:
        if made and getattr(made[0], "env", None) is not None:
            (output / "facts.json").write_text(json.dumps(facts(made[0])), "utf-8")


def facts(app) -> dict[str, object]:
    """Return what kind of project it is, and its documents in the order of the toctrees."""
    env = app.env
    documents: list[str] = []
    waiting = [env.config.root_doc]
    while waiting:
        name = waiting.pop()
        if name not in documents and name in env.found_docs:
            documents.append(name)
            waiting += reversed(env.toctree_includes.get(name, ()))
    following = {name: more[2] for name, more in env.collect_relations().items()}
    return {
        "project": env.config.project,
        "documents": documents,
        "pages": len(env.all_docs),
        "following": {name: to for name, to in following.items() if to in env.titles},
        "theme": env.config.html_theme,
        "extensions": list(env.config.extensions),
    }


def apart(name: str, source: Path, output: Path, options: list[str]) -> int:
    """Build in a process of its own; return its status."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 99
    try:
        with (output / f"{name}.log").open("w", encoding="utf-8") as log:
            sys.stdout = sys.stderr = log
            try:
                os.chdir(source)
                status = build(name, source, output, options)
            except BaseException:
                traceback.print_exc()
    finally:
        os._exit(status)


if __name__ == "__main__":
    # What every build loads is loaded once.
    import sphinx.application
    import sphinx.builders.html
    import sphinx.cmd.build  # noqa: F401

    folders = [Path(each) for each in sys.argv[2:4]]
    ended: dict[str, int] = {}
    for name in sys.argv[1].split(","):
        loaded = json.loads((folders[1] / "facts.json").read_text("utf-8")) if ended else {}
        if name in OF_EXTENSIONS and f"sphinx.ext.{name}" not in loaded.get("extensions", ()):
            continue
        ended[name] = apart(name, *folders, sys.argv[4:])
    (folders[1] / "builds.json").write_text(json.dumps(ended), "utf-8")
