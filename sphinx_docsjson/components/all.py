"""Importing this module declares every component in the registry."""

from __future__ import annotations

from sphinx_docsjson.components.families import (
    accordions,
    audiences,
    callouts,
    cards,
    columns,
    fields,
    file_trees,
    frames,
    inline_parts,
    repositories,
    steps,
    swatches,
    tabs,
    tooltips,
    updates,
)
from sphinx_docsjson.components.listings import code_blocks, code_groups, side_examples
from sphinx_docsjson.components.registry import registry

FAMILIES = (
    accordions,
    audiences,
    callouts,
    cards,
    code_blocks,
    code_groups,
    columns,
    fields,
    file_trees,
    frames,
    inline_parts,
    repositories,
    side_examples,
    steps,
    swatches,
    tabs,
    tooltips,
    updates,
)

__all__ = ["FAMILIES", "registry"]
