"""What the LaTeX writer of Sphinx knows of the place where it writes."""

from __future__ import annotations

from typing import Any


def target(translator: Any, identifier: str) -> str:
    """Return the LaTeX of a place that links lead to.

    Sphinx's names of targets hold the document. Where the method has another name, links within
    the book lead to the section around.
    """
    make = getattr(translator, "hypertarget", None)
    return str(make(identifier)) if make is not None else ""


def write_in_title(translator: Any, *, inside: bool) -> None:
    """Tell the writer that what follows is text of a title, and that it is none any more.

    Where nobody asks for it, footnotes and indices in such a title look as in text.
    """
    translator.in_title = int(inside)


def write_without_floats(translator: Any, *, inside: bool) -> None:
    """Tell the writer that figures cannot float in what follows, and that they can again.

    Where nobody asks for it, LaTeX reports a figure in a callout.
    """
    depth = getattr(translator, "no_latex_floats", 0)
    translator.no_latex_floats = depth + (1 if inside else -1)
