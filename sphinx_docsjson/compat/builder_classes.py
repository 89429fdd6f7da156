"""A class laid over that of a builder which exists already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.builders import Builder


def lay_over(builder: Builder, mixin: type) -> Any:
    """Let the methods of *mixin* come before those of the class of *builder*; return it.

    The builder has read its configuration then, and extensions have seen the class that they
    know. Sphinx has no event in place of writing a file, and makes a builder of its name only.
    """
    laid: Any = builder
    laid.__class__ = type(mixin.__name__.strip("_"), (mixin, type(builder)), {})
    return laid
