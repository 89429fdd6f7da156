"""What the builders of Sphinx do differently, as far as several rooms ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.builders import Builder


def fills_templates(builder: Builder) -> bool:
    """Whether pages are drawn by the templates of a theme.

    ``json`` and ``pickle`` write what a template would be given: what we add for our own must
    not be among it, because it is no data. They have a theme all the same, which nobody asks.
    """
    return builder.format == "html" and not hasattr(builder, "dump_context")


def is_looking(builder: Builder) -> bool:
    """Whether a project is only looked at, as ``sphinx-docsjson check`` does."""
    return getattr(builder, "dj_is_looking", False)
