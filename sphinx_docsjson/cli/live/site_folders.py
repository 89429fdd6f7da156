"""Where a site is built, as both processes know it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Folders:
    """Where a site is built.

    :param source: the folder of ``docs.json`` or of ``conf.py``.
    :param answers: whether it is told what the APIs of the site answer.
    """

    source: Path
    target: Path
    doctrees: Path
    builder: str = "html"
    answers: bool = False
