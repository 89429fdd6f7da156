"""The parts of a document that the schema of OpenAPI judges one by one. Pure.

An operation that is edited says nothing about the others: what was found right stays right
until its own text changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from sphinx_docsjson.openapi.pages.reference import digest_of
from sphinx_docsjson.openapi.reading.lenient import mapping
from sphinx_docsjson.openapi.reading.resolver import FILES, child
from sphinx_docsjson.text.word_sets import words

Path: TypeAlias = tuple[Any, ...]

_DEPTHS = {"paths": 2, "webhooks": 2, "components": 3}
"""How many names lead to a part."""

_VALUES = words("example examples default enum const")
_NAMED = words("properties patternProperties $defs definitions schemas dependentSchemas")


def parts_of(document: Mapping[str, Any], version: str) -> dict[Path, str]:
    """Return the paths of the parts of a document, each with a digest of what stands there."""
    found: dict[Path, Any] = {}
    for section in ("paths", "webhooks"):
        for name, value in mapping(document.get(section)).items():
            found[section, name] = value
    for kind, values in mapping(document.get("components")).items():
        for name, value in mapping(values).items():
            found["components", kind, name] = value
    return {path: digest_of([version, path, value]) for path, value in found.items()}


def without(document: Mapping[str, Any], left_out: Iterable[Path]) -> dict[str, Any]:
    """Return a document without some of its parts; what holds them stays."""
    copy = dict(document)
    copied = {(): copy}
    for path in left_out:
        for end in range(1, len(path)):
            above = path[:end]
            if above not in copied:
                copied[above] = copied[above[:-1]][above[-1]] = dict(copied[above[:-1]][above[-1]])
        del copied[path[:-1]][path[-1]]
    return copy


def holders(document: Mapping[str, Any], keyword: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a document that hold *keyword*, with their pointers.

    Values, such as examples, hold what their authors like and are not looked into.
    """
    stack: list[tuple[str, Any, str]] = [("#", document, "")]
    while stack:
        pointer, node, name = stack.pop()
        if isinstance(node, list):
            stack += [(child(pointer, i), item, "") for i, item in enumerate(node)]
        if not isinstance(node, dict):
            continue
        if keyword in node and name not in _NAMED:
            yield pointer, node
        for key, item in node.items():
            is_value = key in _VALUES or (key.startswith("x-") and key != FILES)
            if isinstance(item, dict | list) and (name in _NAMED or not is_value):
                stack.append((child(pointer, key), item, key))


def right_parts(parts: Mapping[Path, str], wrong: Iterable[Iterable[Any]]) -> set[str]:
    """Return the digests of the parts in which nothing is wrong.

    :param wrong: the paths of what is wrong; with one outside of all parts, such as a name that
        is not allowed in a map, it is not clear which parts are right.
    """
    guilty = set()
    for place in wrong:
        path = tuple(place)
        guilty.add(path[: _DEPTHS.get(path[0], 0)] if path else path)
    if not guilty <= parts.keys():
        return set()
    return {digest for path, digest in parts.items() if path not in guilty}
