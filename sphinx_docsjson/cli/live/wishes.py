"""What the command line asks of ``serve``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What the command line asks for."""

    builder: str = "html"
    host: str = HOST
    port: int | None = None
    watch: bool = True
    output: Path | None = None
    open_browser: bool = False
    proxy: bool = False
    mock: bool = False
