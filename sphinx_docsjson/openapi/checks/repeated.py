"""One message for what is wrong in many places for the same reason. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sphinx_docsjson.openapi.model.operation_model import METHODS
from sphinx_docsjson.openapi.reading.lenient import mapping
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, Resolver

EACH = 'docsjson_openapi_check_examples = "all"'
"""The setting that shows every one."""

FEW = 3
"""So many problems of one cause are shown each."""


class Traced(NamedTuple):
    """A problem and why it is one.

    :param cause: the same for all problems that one change would mend.
    :param reason: what is wrong, without where.
    """

    problem: ApiProblem
    cause: object
    reason: str


def all_of(found: Iterable[Traced]) -> list[ApiProblem]:
    """Return every problem, the same message at the same place once."""
    return list(dict.fromkeys(each.problem for each in found))


def once_each(found: Iterable[Traced]) -> list[ApiProblem]:
    """Return the problems, of many with one cause the first, with how many more there are.

    Problems have one cause when they share it, or when their reasons are the same words.
    """
    return [traced.problem for traced in _each_cause(found)]


def once_a_place(found: Iterable[Traced]) -> list[ApiProblem]:
    """Return one problem for each place, of those that :func:`once_each` returns.

    The first says what else is wrong there.
    """
    places: dict[tuple[str, str], list[Traced]] = {}
    for traced in _each_cause(found):
        places.setdefault((traced.problem.pointer, traced.problem.kind), []).append(traced)
    return [_together(listed) for listed in places.values()]


def _together(listed: list[Traced]) -> ApiProblem:
    first, others = listed[0].problem, listed[1:]
    reasons = [traced.reason for traced in others[: FEW - 1]]
    more = len(others) - len(reasons)
    rest = [f"and {more} more: {EACH} shows each"] if more else []
    return replace(first, message="; ".join([first.message, *reasons, *rest]))


def _each_cause(found: Iterable[Traced]) -> list[Traced]:
    groups: dict[object, dict[ApiProblem, Traced]] = {}
    of_words: dict[object, object] = {}
    for traced in found:
        problem, cause, reason = traced
        own, words = (problem.kind, cause), (problem.kind, "words", reason)
        group = own if own in groups else of_words.setdefault(words, own)
        of_words.setdefault(words, group)
        groups.setdefault(group, {}).setdefault(problem, traced)
    return [traced for listed in groups.values() for traced in _shown(list(listed.values()))]


def showing(document: Mapping[str, Any], resolver: Resolver, places: set[str]) -> Counter[str]:
    """Return how many operations show what stands at each of *places*, itself or by reference."""
    direct: dict[str, tuple[str, ...]] = {}
    found: Counter[str] = Counter()
    for item in mapping(document.get("paths")).values():
        shared = {name: value for name, value in mapping(item).items() if name not in METHODS}
        for method, operation in mapping(item).items():
            if method not in METHODS:
                continue
            waiting = [*_refs(operation), *_refs(shared)]
            seen: set[str] = set()
            while waiting:
                ref = waiting.pop()
                if ref in seen:
                    continue
                seen.add(ref)
                if ref not in direct:
                    direct[ref] = _refs(resolver.get(ref))
                waiting += direct[ref]
            found.update(place for place in places if not seen.isdisjoint(_above(place)))
    return found


def _above(place: str) -> Iterator[str]:
    """Yield *place* and what it stands in."""
    while place.count("/") > 1:
        yield place
        place = place.rpartition("/")[0]


def _refs(value: Any) -> tuple[str, ...]:
    """Return the references in a value."""
    found, stack, seen = dict[str, None](), [value], set[int]()
    while stack:
        node = stack.pop()
        if not isinstance(node, dict | list) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, dict) and isinstance(ref := node.get("$ref"), str):
            found[ref] = None
        stack += node.values() if isinstance(node, dict) else node
    return tuple(found)


def _shown(listed: list[Traced]) -> list[Traced]:
    if len(listed) <= FEW:
        return listed
    (problem, cause, reason), more = listed[0], len(listed) - 1
    count = f"(the same is wrong {more} more times: {EACH} says where)"
    told = replace(problem, message=f"{problem.message} {count}")
    return [Traced(told, cause, f"{reason} {count}")]
