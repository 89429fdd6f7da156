"""Importing this module declares every component in the registry."""

from __future__ import annotations

from sphinx_docsjson.components.families import (
    accordions,
    audiences,
    callouts,
    cards,
    fields,
    media,
    repositories,
    steps,
    swatches,
    tabs,
    updates,
)
from sphinx_docsjson.components.families import file_trees as trees
from sphinx_docsjson.components.families import inline_icons as icons
from sphinx_docsjson.components.listings import code_blocks as code
from sphinx_docsjson.components.listings import code_groups
from sphinx_docsjson.components.listings import side_examples as examples
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
