"""What documents offer to each other, and the settings, as one fingerprint.

A link, a number or a title of another document may turn out differently only when this changes:
titles, labels, objects, anchors, and what a builder of HTML is told.
"""

from __future__ import annotations

import hashlib
import pickle
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment

UNREAD = frozenset({"changeset", "index"})
"""Domains that nothing leads into: they keep lines of text, which change with every edit."""

SETTINGS = frozenset({"env", "html", ""})
"""The kinds of settings that a page may be translated with."""

SLUGS = "myst_slugs"
"""Where MyST keeps the headings of a document: slug → line, id, title."""

COUNT = "wordcount"
"""Where it keeps the number of words, which a document only says of itself."""


def offered_by(env: BuildEnvironment) -> str:
    """Return the fingerprint. Another one for the same content costs time, nothing else."""
    digest = hashlib.sha256()
    for part in _parts(env):
        digest.update(part)
    return digest.hexdigest()


def _parts(env: BuildEnvironment) -> Iterator[bytes]:
    for setting in env.config:
        if setting.rebuild in SETTINGS:
            yield from _bytes({setting.name: setting.value})
    yield from _bytes(sorted(env.found_docs))
    yield from _bytes({name: title.astext() for name, title in env.titles.items()})
    yield from _bytes({name: list(files) for name, files in env.toctree_includes.items()})
    yield from _bytes({name: _about(found) for name, found in env.metadata.items()})
    yield from _bytes({n: data for n, data in env.domaindata.items() if n not in UNREAD})
    yield from _bytes({n: value for n, value in vars(env).items() if n.startswith("docsjson")})


def _about(metadata: dict[str, Any]) -> dict[str, Any]:
    known = {name: value for name, value in metadata.items() if name != COUNT}
    slugs = known.get(SLUGS)
    if isinstance(slugs, dict):
        known[SLUGS] = {slug: tuple(found)[1:] for slug, found in slugs.items()}
    return known


def _bytes(value: object) -> Iterator[bytes]:
    """Yield a value in a form that does not depend on the order of sets and dictionaries."""
    if isinstance(value, dict):
        yield b"{"
        for key in sorted(value, key=repr):
            yield from _bytes(key)
            yield b":"
            yield from _bytes(value[key])
        yield b"}"
    elif isinstance(value, (set, frozenset)):
        yield b"<"
        for item in sorted(value, key=repr):
            yield from _bytes(item)
        yield b">"
    elif isinstance(value, (list, tuple)):
        yield b"["
        for item in value:
            yield from _bytes(item)
            yield b","
        yield b"]"
    elif value is None or isinstance(value, (str, int, float)):
        yield repr(value).encode("utf-8", "surrogatepass")
    else:
        try:
            yield pickle.dumps(value)
        except Exception:  # what cannot be stored is no part of a stored environment either
            yield type(value).__name__.encode()
