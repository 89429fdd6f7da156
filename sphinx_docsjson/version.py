"""The release, for those who remember what it made of pages and specifications."""

from __future__ import annotations

import re

__version__ = "0.1.0"

NODES = 2
"""Raised when a class of nodes is renamed or moves: doctrees of before cannot be read then."""

_RELEASE = "".join(f"{int(part):03d}" for part in re.findall(r"\d+", __version__)[:3])
ENV_VERSION = int(f"{_RELEASE}{NODES:03d}")
"""Each release reads all pages again: what it makes of them may differ."""
