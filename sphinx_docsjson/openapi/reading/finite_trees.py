"""A document into which references were put stays a tree that has an end. Pure.

What is put into a place may hold that place, or be put into so many others that the whole doubles
with each step. Readers of the document walk it as a tree, so such places are emptied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

LEAST = 100_000
"""So many parts a document may always have, however often each of them is shown."""

TIMES = 10
"""How often the parts of a document may be repeated."""

MAX_PASSES = 16
"""After so many searches for circles, which leave one of a knot of circles, all is emptied."""


@dataclass(frozen=True, kw_only=True)
class Put:
    """What a reference led to stands in its place: under *key* of *holder*."""

    holder: Any
    key: Any
    ref: str
    pointer: str

    def empty(self) -> None:
        """Leave nothing there but the kind of thing that it was."""
        self.holder[self.key] = type(self.holder[self.key])()


Places: TypeAlias = Mapping[tuple[int, Any], Put]
"""The identity of an object or list and a key of it → what was put there."""


@dataclass(frozen=True, kw_only=True)
class _Step:
    node: Any
    put: Put | None
    inside: Iterator[tuple[Any, Any]]


def keep_finite(document: Any, puts: Iterable[Put]) -> list[Put]:
    """Empty the places that would give *document* no end, or too many parts.

    :returns: the places that were emptied.
    """
    places = {(id(put.holder), put.key): put for put in puts}
    if not places:
        return []
    emptied: list[Put] = []
    for _pass in range(MAX_PASSES):
        nodes, closing = _walk(document, places)
        if not closing:
            break
        emptied += _emptied(closing)
    else:
        emptied += _emptied(places.values())
        nodes, _none = _walk(document, places)
    return [*emptied, *_emptied(_too_large(nodes, places))]


def _emptied(puts: Iterable[Put]) -> list[Put]:
    each = list({id(put): put for put in puts}.values())
    for put in each:
        put.empty()
    return each


def _walk(document: Any, places: Places) -> tuple[list[Any], list[Put]]:
    """Return every object and list once, what is inside first, and what closes circles."""
    path = [_Step(node=document, put=None, inside=_parts(document))]
    seen, on_path = {id(document)}, {id(document)}
    done: list[Any] = []
    closing: list[Put] = []
    while path:
        step = path[-1]
        key, part = next(step.inside, (None, None))
        if part is None:
            path.pop()
            on_path.discard(id(step.node))
            done.append(step.node)
            continue
        put = places.get((id(step.node), key))
        if id(part) in on_path:
            closing.append(put or _last_put(path))
        elif id(part) not in seen:
            seen.add(id(part))
            on_path.add(id(part))
            path.append(_Step(node=part, put=put, inside=_parts(part)))
    return done, closing


def _last_put(path: list[_Step]) -> Put:
    """Return the place of a circle that was reached last: without any, there is no circle."""
    return next(step.put for step in reversed(path) if step.put)


def _too_large(nodes: list[Any], places: Places) -> list[Put]:
    """Return the places to empty, so that a reader of the tree does not meet too many parts.

    :param nodes: every object and list, what is inside first, the document last.
    """
    limit = LEAST + TIMES * len(nodes)
    largest = limit
    while True:
        sizes: dict[int, int] = {}
        chosen: list[Put] = []
        for node in nodes:
            size = 1 + sum(sizes[id(part)] for _key, part in _parts(node))
            for key, part in _parts(node) if size > largest else ():
                if put := places.get((id(node), key)):
                    chosen.append(put)
                    size -= sizes[id(part)]
            sizes[id(node)] = size
        if sizes[id(nodes[-1])] <= limit or not largest:
            return chosen
        largest //= 2


def _parts(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the objects and lists in a part, by their names or positions."""
    members = node.items() if isinstance(node, dict) else enumerate(node)
    return ((key, part) for key, part in list(members) if isinstance(part, dict | list))
