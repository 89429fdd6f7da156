"""Importing this module declares every component in the registry."""

from __future__ import annotations

from sphinx_docsjson.components import (
    accordions,
    audiences,
    callouts,
    cards,
    code,
    code_groups,
    examples,
    fields,
    icons,
    media,
    repositories,
    steps,
    swatches,
    tabs,
    trees,
    updates,
)
from sphinx_docsjson.components.registry import registry

FAMILIES = (
    callouts,
    code,
    code_groups,
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
    repositories,
    swatches,
    trees,
)

__all__ = ["FAMILIES", "registry"]
