"""One message for what is wrong in many places for the same reason. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sphinx_docsjson.openapi.reading.resolver import ApiProblem

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
    groups: dict[object, dict[ApiProblem, None]] = {}
    of_words: dict[object, object] = {}
    for problem, cause, reason in found:
        own, words = (problem.kind, cause), (problem.kind, "words", reason)
        group = own if own in groups else of_words.setdefault(words, own)
        of_words.setdefault(words, group)
        groups.setdefault(group, {})[problem] = None
    return [problem for listed in groups.values() for problem in _shown(list(listed))]


def _shown(listed: list[ApiProblem]) -> list[ApiProblem]:
    if len(listed) <= FEW:
        return listed
    first, more = listed[0], len(listed) - 1
    count = f"the same is wrong {more} more times: {EACH} says where"
    return [replace(first, message=f"{first.message} ({count})")]
