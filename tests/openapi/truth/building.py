"""Builds the pages of some operations of a description."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.openapi.truth.files import Files
from tests.openapi.truth.operations import Operation


def _about(files: Files, name: str, source: Path) -> list[str]:
    """Write the pages about a description and its tags, which are made where all is shown."""
    tags = [tag.text("name") for _number, tag in files.document.members("tags")]
    fronts = [("openapi-overview", name), *(("openapi-tag", f"{name} {tag}") for tag in tags)]
    pages = []
    for number, (key, value) in enumerate(fronts):
        pages.append(f"truth-about-{number}")
        text = f"---\n{key}: {json.dumps(value)}\n---\n"
        (source / f"{pages[-1]}.md").write_text(text, encoding="utf-8")
    return pages


class BuildFailed(Exception):
    """Sphinx did not finish."""


def built(files: Files, operations: Sequence[Operation] | None, folder: Path) -> Path:
    """Build the pages of *operations* (``None``: all) below *folder*; return where they are."""
    source, output = folder / "source", folder / "html"
    for made in (source, output, folder / "doctrees"):
        shutil.rmtree(made, ignore_errors=True)
    listed = sorted(files.all_files())
    top = Path(os.path.commonpath([path.parent for path in listed]))
    for path in listed:
        copy = source / path.relative_to(top)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    name = files.root.resolve().relative_to(top).as_posix()
    group: dict[str, object] = {"group": "API", "openapi": name}
    if operations is not None:
        about = _about(files, name, source)
        group["pages"] = [*about, *(str(operation) for operation in operations)]
    start = {"group": "Start", "pages": ["truth-start"]}
    site = {"name": "Truth", "navigation": {"groups": [start, group]}}
    (source / "docs.json").write_text(json.dumps(site), encoding="utf-8")
    (source / "truth-start.md").write_text("# Start\n\nHere.\n", encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-C"]
    command += ["-D", "extensions=sphinx_docsjson", "-D", "html_theme=docsjson"]
    command += ["-d", str(folder / "doctrees"), str(source), str(output)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise BuildFailed(done.stderr[-4000:])
    return output
