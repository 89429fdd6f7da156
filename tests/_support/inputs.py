"""What tests are given, in files of the folder ``inputs`` beside them: pages, descriptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def input_text(module: str, name: str) -> str:
    """Return the text of a file of the folder ``inputs`` beside a module (its ``__file__``)."""
    return (Path(module).parent / "inputs" / name).read_text(encoding="utf-8")


def input_data(module: str, name: str) -> Any:
    """Return what a file of YAML or JSON says, of the folder ``inputs`` beside a module."""
    return yaml.safe_load(input_text(module, name))
