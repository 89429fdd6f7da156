"""Which specifications a site has, and which overlays each of them: configured, named or found."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.openapi.pages.binding import read_binding, read_schema_binding
from sphinx_docsjson.openapi.pages.discover import (
    DATA_SUFFIXES,
    BoundPages,
    specifications_among,
)
from sphinx_docsjson.openapi.reading.file_keys import keys_named, normal_key, places_named
from sphinx_docsjson.site.containers import Container, OpenApiSource, OperationEntry
from sphinx_docsjson.site.model import Site

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.reading.overlays.overlay_choice import OverlayChoice
    from sphinx_docsjson.openapi.reading.overlays.overlay_file import Overlay


def named_sources(site: Site, files: BoundPages, srcdir: Path) -> dict[str, None]:
    """Return the specifications that the configuration names, in order."""
    found: dict[str, None] = {}
    for source in openapi_sources(site):
        found.update(dict.fromkeys(map(key_of, source.sources)))
    for _above, node in site.navigation.walk():
        if isinstance(node, OperationEntry) and node.spec and "." in node.spec:
            key = key_of(node.spec)
            if not keys_named(found, node.spec):
                there = [key] if _is_data_file(srcdir, key) else []
                others = [] if there else specifications_among(srcdir, files.files)
                found |= dict.fromkeys(there or keys_named(others, node.spec) or [key])
    return found


def openapi_sources(site: Site) -> list[OpenApiSource]:
    """Return what the configuration says of specifications, in order."""
    inside = (
        node.openapi
        for _above, node in site.navigation.walk()
        if isinstance(node, Container) and node.openapi
    )
    return [*((site.openapi,) if site.openapi else ()), *inside]


def key_of(source: str) -> str:
    """Return what the configuration calls a specification as its key."""
    return source if "://" in source else normal_key(source)


def overlays_of(
    key: str, sources: Iterable[OpenApiSource], choice: OverlayChoice
) -> list[Overlay]:
    """Return the overlays of a specification: those that are named with it, or lie beside it."""
    named: list[str] | None = None
    others: list[str] = []
    for source in sources:
        keys = list(map(key_of, source.sources))
        if source.overlays is not None and key in keys:
            named = [*(named or ()), *map(key_of, source.overlays)]
            others += keys
    return choice.beside(key) if named is None else choice.named(named, key, others)


def names_operations(site: Site) -> bool:
    """Whether the navigation names operations."""
    return any(isinstance(node, OperationEntry) for _above, node in site.navigation.walk())


def bound_files(site: Site, found: BoundPages, keys: Iterable[str], srcdir: Path) -> list[str]:
    """Return the specifications that pages name and *keys* has not, whichever page is read first.

    A file that is where a page says is one, whatever it holds. Other words may mean any file with
    such a name, unless one of those that are known has it.
    """
    known = dict.fromkeys(keys)
    added: dict[str, None] = {}
    names = []
    for page, word in _words(site, found):
        places = places_named(word, page)
        there = (key for key in places if key in known or _is_data_file(srcdir, key))
        if place := next(there, None):
            added[place] = None
        else:
            names.append((page, word))
    known |= added
    missing = [(page, word) for page, word in names if not keys_named(known, word, page)]
    others = specifications_among(srcdir, found.files) if missing else []
    for page, word in missing:
        added |= dict.fromkeys(keys_named(others, word, page))
    return sorted(added.keys() - set(keys))


def _words(site: Site, found: BoundPages) -> Iterator[tuple[str, str]]:
    """Yield the documents that say the name of a file, with the name; docs.json has no name."""
    for _above, node in site.navigation.walk():
        if isinstance(node, OperationEntry) and node.spec:
            yield "", node.spec
    for page, text in found.operations.items():
        if (binding := read_binding(text)) and binding.spec:
            yield page, binding.spec
    for page, text in found.schemas.items():
        if (named := read_schema_binding(text)) and named[0]:
            yield page, named[0]
    for page, (overview, tag) in found.about.items():
        word = overview or tag.partition(" ")[0]
        if word.lower().endswith(DATA_SUFFIXES):
            yield page, word


def _is_data_file(srcdir: Path, key: str) -> bool:
    return key.lower().endswith(DATA_SUFFIXES) and os.path.isfile(srcdir / key)
