"""What a file of a specification is called: its path from the source directory, or a URL. Pure."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from urllib.parse import unquote, urljoin, urlsplit

from sphinx_docsjson.base.messages import words


def normal_key(path: str) -> str:
    """Return a path of docs.json or front matter, which starts at the root, as a key."""
    return posixpath.normpath(path.strip().lstrip("/"))


def join(base: str, file: str) -> str:
    """Return the key of *file* as it is named in the file *base*."""
    if "://" in file:
        return file
    if "://" in base:
        return urljoin(base, file)
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(file)))


def places_named(word: str, page: str = "") -> list[str]:
    """Return the keys of the files that *word* may mean, the likeliest first; none lies outside.

    A path starts at the root, then at the folder of the page; one with ``./`` or ``../`` in front
    the other way round.

    :param page: the document that says *word*; nothing: docs.json.
    """
    word = word.strip()
    if "://" in word:
        return [word]
    places = [normal_key(word), join("", word.lstrip("/"))]
    if not word.startswith("/"):
        beside = join(page, word)
        places = [beside, *places] if word.startswith(("./", "../")) else [*places, beside]
    return [key for key in dict.fromkeys(places) if key != "." and key.split("/")[0] != ".."]


def published(key: str) -> str:
    """Return where a site has a file of its repository: below the output in any case."""
    return key if "://" in key else key.lstrip("./") if key.startswith("../") else key


def key_named(key: str, word: str) -> bool:
    """Whether *word* names the specification with this key: its path, URL, file name or stem."""
    wanted = word if "://" in word else normal_key(word)
    stem = without_suffix(key)
    return wanted in (key, stem) or f"/{key}".endswith(f"/{wanted}") or stem.endswith(f"/{wanted}")


def keys_named(keys: Iterable[str], word: str, page: str = "") -> list[str]:
    """Return which of *keys* a page means with *word*, the likeliest first.

    A file that is where the page says is the only one; else those with such a name may be meant.

    :param page: the document that says *word*; nothing: docs.json.
    """
    known = list(keys)
    places = [*places_named(word, page), normal_key(word)]
    if exact := [place for place in places if place in known]:
        return exact[:1]
    near = [key for place in places for key in known if without_suffix(key) == place]
    return list(dict.fromkeys((*near, *(key for key in known if key_named(key, word)))))


def without_suffix(key: str) -> str:
    """Return a key without the extension of its file."""
    folder, slash, name = key.rpartition("/")
    return f"{folder}{slash}{name.rsplit('.', 1)[0]}"


# Which files a specification may quote as text: prose anywhere, code in its samples only.

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
