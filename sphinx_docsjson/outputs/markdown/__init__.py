"""Doctree → Markdown: one writer for the twins, the builder and ``llms-full.txt``."""

from __future__ import annotations

from sphinx_docsjson.outputs.markdown import block_handlers as body
from sphinx_docsjson.outputs.markdown import design_handlers as design
from sphinx_docsjson.outputs.markdown import element_handlers as components
from sphinx_docsjson.outputs.markdown import inline_handlers as inline
from sphinx_docsjson.outputs.markdown import list_handlers as lists
from sphinx_docsjson.outputs.markdown import note_handlers as notes
from sphinx_docsjson.outputs.markdown import object_handlers as objects
from sphinx_docsjson.outputs.markdown import table_handlers as tables
from sphinx_docsjson.outputs.markdown.writer import Writer

__all__ = ["Writer"]

_FILL_THE_TABLE = (body, components, design, inline, lists, notes, objects, tables)
