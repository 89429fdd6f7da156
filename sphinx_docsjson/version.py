"""The release, for those who remember what it made of pages and specifications."""

from __future__ import annotations

import re

__version__ = "0.1.0"

ENV_VERSION = int("".join(f"{int(part):03d}" for part in re.findall(r"\d+", __version__)[:3]))
"""Each release reads all pages again: what it makes of them may differ."""
