"""LaTeX → MathML by the converter that docutils has for its own writer."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def tex_to_mathml(tex: str, *, block: bool) -> str | None:
    """Return a formula as MathML, ``None`` when it is not understood.

    docutils documents no module of its converters, and has changed the names of parameters. Where
    they are elsewhere, formulas are shown as they were written.
    """
    try:
        convert: Any = import_module("docutils.utils.math.latex2mathml").tex2mathml
        table = import_module("docutils.utils.math.unichar2tex").uni2tex_table
    except (ImportError, AttributeError):
        return None
    source = tex.translate(table)
    try:
        try:
            return str(convert(source, as_block=block))
        except TypeError:  # docutils before 0.22 names the parameter ``inline``
            return str(convert(source, inline=not block))
    except Exception:  # whatever a converter fails with, the formula is not understood
        return None
