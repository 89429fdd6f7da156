"""How deep and how many the values of a file may be, once every alias is written out. Pure."""

from __future__ import annotations

from typing import Any

MAX_DEPTH = 200
MAX_VALUES = 4_000_000
"""A file of 1 kB can hold billions of values: lists of aliases of lists of aliases."""


class TooLarge(ValueError):
    """Values beyond a limit; the message says which."""


def check_size(value: Any, *, max_depth: int = MAX_DEPTH, max_values: int = MAX_VALUES) -> None:
    """Refuse values that are too deep, too many once aliases are written out, or endless.

    :raises TooLarge: when a limit is passed.
    """
    if not _fits(value, max_depth, max_values):
        _refuse(value, max_depth, max_values)


def _fits(value: Any, max_depth: int, max_values: int) -> bool:
    """Whether values are within the limits: counted level by level, aliases written out."""
    level = [value] if isinstance(value, dict | list) else []
    depth, total = 0, 1
    while level and depth <= max_depth and total <= max_values:
        depth += 1
        total += sum(map(len, level))
        level = [item for node in level for item in _members(node)]
    return depth <= max_depth and total <= max_values


def _refuse(value: Any, max_depth: int, max_values: int) -> None:
    """Say which limit is passed; containers that occur again are looked at once."""
    sizes: dict[int, int] = {}
    open_now: set[int] = set()
    stack: list[tuple[Any, list[Any] | None]] = [(value, None)]
    depths: dict[int, int] = {}
    while stack:
        node, opened = stack.pop()
        identity = id(node)
        if opened is not None:
            open_now.discard(identity)
            total = 1 + len(node) + sum(sizes[id(item)] - 1 for item in opened)
            if total > max_values:
                raise TooLarge("it holds too many values (YAML aliases count)")
            sizes[identity] = total
            depths[identity] = 1 + max((depths[id(item)] for item in opened), default=0)
            if depths[identity] > max_depth:
                raise TooLarge(f"it is nested more than {max_depth} levels deep")
            continue
        if identity in sizes:
            continue
        if identity in open_now:
            raise TooLarge("it contains itself")
        open_now.add(identity)
        members = _members(node)
        stack.append((node, members))
        stack += [(item, None) for item in members]


def _members(node: Any) -> list[Any]:
    """Return the mappings and lists in a mapping or a list."""
    values = node.values() if isinstance(node, dict) else node
    return [item for item in values if isinstance(item, (dict, list))]
