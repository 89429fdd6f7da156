"""Which files a specification may quote as text: prose anywhere, code in its samples only."""

from __future__ import annotations

import posixpath
from urllib.parse import urlsplit

from sphinx_docsjson.text.word_sets import words

PROSE = frozenset({".md", ".markdown", ".mdx", ".rst", ".txt"})
CODE = words(
    ".bash .c .cc .clj .cpp .cs .curl .dart .erl .ex .exs .fs .go .graphql .groovy .h .hpp .hs "
    ".html .http .java .js .jsx .jl .kt .kts .lua .m .mjs .ml .php .pl .ps1 .py .r .rb .rs "
    ".scala .sh .sql .swift .ts .tsx .vb .xml .zsh"
)
"""Endings of code samples; what configures a program is not among them."""

CONFIGURATION = frozenset({"conf.py", "setup.py", "noxfile.py", "settings.py"})
SAMPLES = frozenset({"x-codeSamples", "x-code-samples"})


def refusal(key: str, *, is_sample: bool) -> str:
    """Return why the file *key* is not quoted as text; nothing when it may be.

    What is hidden is not read at all (:func:`is_hidden`).

    :param key: a path from the source directory, or a URL.
    :param is_sample: it is the code of a sample.
    """
    path = urlsplit(key).path if "://" in key else key
    name = posixpath.basename(path)
    suffix = posixpath.splitext(name)[1].lower()
    if suffix in PROSE or (is_sample and suffix in CODE and name not in CONFIGURATION):
        return ""
    kinds = "Markdown, text and code" if is_sample else "Markdown and text"
    return f"only {kinds} files are read here"


def is_hidden(path: str) -> bool:
    """Whether a part of *path* starts with a dot."""
    return any(part.startswith(".") and part not in (".", "..") for part in path.split("/"))
