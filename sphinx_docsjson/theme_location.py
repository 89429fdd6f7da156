"""Where the theme lies: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

from pathlib import Path


def theme_path() -> Path:
    """Return the folder that holds ``theme.toml``."""
    package = Path(__file__).resolve().parent
    installed = package / "theme"
    return installed if installed.is_dir() else package.parent / "theme"
