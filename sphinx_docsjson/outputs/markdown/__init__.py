"""Writes doctrees as Markdown, for the twins, the builder and ``llms-full.txt``."""

from __future__ import annotations

from sphinx_docsjson.outputs.markdown import blocks, inline
from sphinx_docsjson.outputs.markdown.writer import Writer

__all__ = ["Writer"]

# Importing a module of handlers registers them: the writer finds them by the class of a node.
_HANDLERS = (blocks, inline)
