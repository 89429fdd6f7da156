"""The words of a language that Sphinx's search leaves out.

Sphinx keeps a class for each language of its search, as a class or by its name, in a list that is
no part of its documented interface; the classes themselves are. Without the list each word counts
by how rare it is, so that the answers to whole sentences get worse, and nothing else.
"""

from __future__ import annotations

from importlib import import_module

from sphinx import search


def stop_words(code: str) -> frozenset[str]:
    """Return the words of a language that say nothing alone, such as ``the``."""
    known = getattr(search, "languages", {})
    found = known.get(code) or known.get(code.replace("-", "_").partition("_")[0])
    if isinstance(found, str):
        module, _dot, name = found.rpartition(".")
        try:
            found = getattr(import_module(module), name, None)
        except ImportError:
            return frozenset()
    return frozenset(getattr(found, "stopwords", ()))
