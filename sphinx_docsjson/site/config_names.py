"""How the file of a site is called, in the order in which it is looked for."""

from __future__ import annotations

CONFIG_NAMES = ("docs.json", "mint.json")
