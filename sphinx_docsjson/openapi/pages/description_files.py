"""Which specifications a site has, and which overlays each of them: configured, named or found."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.openapi.pages.binding import read_binding
from sphinx_docsjson.openapi.pages.discover import BoundPages, specifications_among
from sphinx_docsjson.openapi.reading.specifications import normal_key
from sphinx_docsjson.site.containers import Container, OpenApiSource, OperationEntry
from sphinx_docsjson.site.model import Site

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.reading.overlays.overlay_choice import OverlayChoice
    from sphinx_docsjson.openapi.reading.overlays.overlay_file import Overlay


def named_sources(site: Site) -> dict[str, None]:
    """Return the specifications that the configuration names, in order."""
    found: dict[str, None] = {}
    for source in openapi_sources(site):
        found.update(dict.fromkeys(map(key_of, source.sources)))
    for _above, node in site.navigation.walk():
        if isinstance(node, OperationEntry) and node.spec and "." in node.spec:
            known = any(_names(key, node.spec) for key in found)
            if not known:
                found[normal_key(node.spec)] = None
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


def _names(key: str, word: str) -> bool:
    return key == normal_key(word) or key.endswith(f"/{normal_key(word)}")


def names_operations(site: Site) -> bool:
    """Whether the navigation names operations."""
    return any(isinstance(node, OperationEntry) for _above, node in site.navigation.walk())


def bound_files(found: BoundPages, keys: list[str], srcdir: Path) -> list[str]:
    """Return the specifications that pages name and the configuration does not."""
    words = {
        binding.spec
        for text in found.operations.values()
        if (binding := read_binding(text)) and binding.spec
    }
    stems = {key.rsplit("/", 1)[-1].rsplit(".", 1)[0] for key in keys}
    missing = [w for w in words if w not in stems and not any(_names(key, w) for key in keys)]
    if not missing and keys:
        return []
    others = specifications_among(srcdir, found.files)
    return [
        key
        for key in others
        if any(
            _names(key, word) or key.rsplit("/", 1)[-1].startswith(f"{word}.") for word in missing
        )
    ]
