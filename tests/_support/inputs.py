"""What tests are given, in files of the folder ``inputs`` beside them: pages, descriptions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]

REAL_INPUTS = Path(os.environ.get("DOCSJSON_INPUTS") or ROOT.parent / "shared")
"""The folder of real sites and descriptions; docs/contribute/oracles.md says what fills it."""


def input_text(module: str, name: str) -> str:
    """Return the text of a file of the folder ``inputs`` beside a module (its ``__file__``)."""
    return (Path(module).parent / "inputs" / name).read_text(encoding="utf-8")


def input_data(module: str, name: str) -> Any:
    """Return what a file of YAML or JSON says, of the folder ``inputs`` beside a module."""
    return yaml.safe_load(input_text(module, name))


def input_files(module: str, folder: str) -> dict[str, str]:
    """Return path → text of the files of a folder below ``inputs`` beside a module."""
    root = Path(module).parent / "inputs" / folder
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}
