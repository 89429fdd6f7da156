"""Importing this module declares every component in the registry."""

from __future__ import annotations

from sphinx_docsjson.components import (
    accordions,
    audiences,
    callouts,
    cards,
    code,
    examples,
    fields,
    icons,
    media,
    steps,
    tabs,
    trees,
    updates,
)
from sphinx_docsjson.components.registry import registry

FAMILIES = (
    callouts,
    code,
    examples,
    steps,
    tabs,
    accordions,
    cards,
    fields,
    media,
    updates,
    icons,
    audiences,
    trees,
)

__all__ = ["FAMILIES", "registry"]
