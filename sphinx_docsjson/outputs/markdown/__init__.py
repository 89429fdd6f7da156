"""Doctree → Markdown: one writer for the twins, the builder and ``llms-full.txt``."""

from __future__ import annotations

from sphinx_docsjson.outputs.markdown import (
    body,
    components,
    design,
    inline,
    notes,
    objects,
    tables,
)
from sphinx_docsjson.outputs.markdown.addresses import Addresses
from sphinx_docsjson.outputs.markdown.writer import Writer

__all__ = ["Addresses", "Writer"]

_FILL_THE_TABLE = (body, components, design, inline, notes, objects, tables)
