"""The text of an overlay → its actions, and what is wrong in it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from sphinx_docsjson.openapi.reading.file_keys import join
from sphinx_docsjson.openapi.reading.lenient import mapping, text
from sphinx_docsjson.openapi.reading.parse import UnreadableFile, looks_like_json, parse
from sphinx_docsjson.openapi.reading.places import file_pointer
from sphinx_docsjson.openapi.reading.resolver import ApiProblem

KIND = "openapi-overlay"
VERSIONS = ("1.0", "1.1")
EFFECTS = frozenset({"update", "remove", "copy"})
"""What an action may do; the specification allows one that does nothing."""

_OVERLAY = re.compile(rb"""^['"]?overlay['"]?[ \t]*:|['"]overlay['"]\s*:""", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Action:
    """One change.

    :param number: which action of its overlay it is, counted from 0.
    :param target: a JSONPath; what it selects is changed.
    :param update: what is merged into it, if *has_update* says that there is something.
    :param copy: a JSONPath; what it selects is merged into it.
    """

    number: int
    target: str
    has_update: bool = False
    update: Any = None
    copy: str = ""
    remove: bool = False


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """An overlay.

    :param key: its path from the source directory, or its URL.
    :param source: its text.
    :param extends: the key of the description that it says it is for, or nothing.
    :param of_several: it holds for several descriptions, so that each may lack something.
    """

    key: str
    source: str = field(default="", repr=False)
    extends: str = ""
    actions: tuple[Action, ...] = ()
    problems: tuple[ApiProblem, ...] = ()
    of_several: bool = False


def may_be_overlay(head: bytes) -> bool:
    """Whether a file that begins with *head* may be an overlay."""
    return _OVERLAY.search(head) is not None


def overlay_of(key: str, source: str) -> Overlay:
    """Return the overlay in *source*; an action that makes no sense is left out and reported."""
    try:
        value, doubts = parse(source, is_json=looks_like_json(source))
    except UnreadableFile as error:
        message = f"the overlay {key!r} cannot be read: {error}"
        return Overlay(key=key, source=source, problems=(_problem(message, file_pointer(key)),))
    problems = [_problem(doubt.message, file_pointer(key)) for doubt in doubts]
    root = mapping(value)
    version = text(root.get("overlay"))
    if not version.startswith(tuple(f"{known}." for known in VERSIONS)):
        known = " and ".join(VERSIONS)
        message = f"the overlay is of version {version or '(none)'}; {known} are known"
        problems.append(_problem(message, file_pointer(key, "overlay")))
        return Overlay(key=key, source=source, problems=tuple(problems))
    actions = root.get("actions")
    if not isinstance(actions, list) or not actions:
        problems.append(
            _problem("the overlay needs a list of actions", file_pointer(key, "actions"))
        )
        actions = []
    found = []
    for number, raw in enumerate(actions):
        where = file_pointer(key, "actions", number)
        reason = _refusal(raw)
        if reason:
            problems.append(_problem(f"the action is left out: {reason}", where))
        elif raw.keys() & EFFECTS:
            found.append(_action(raw, number))
    extends = text(root.get("extends"))
    return Overlay(
        key=key,
        source=source,
        extends=join(key, extends) if extends else "",
        actions=tuple(found),
        problems=tuple(problems),
    )


def _refusal(raw: Any) -> str:
    """Return why an action is none."""
    if not isinstance(raw, dict):
        return "it must be an object"
    if not isinstance(raw.get("target"), str):
        return "it needs a target, which is a JSONPath"
    if not isinstance(raw.get("remove", False), bool):
        return "'remove' must be true or false"
    if not isinstance(raw.get("copy", ""), str):
        return "'copy' must be a JSONPath"
    if raw.get("remove") is True:
        return ""
    both = "update" in raw and "copy" in raw
    return "it can have 'update' or 'copy', not both" if both else ""


def _action(raw: dict[str, Any], number: int) -> Action:
    return Action(
        number=number,
        target=raw["target"],
        has_update="update" in raw,
        update=raw.get("update"),
        copy=raw.get("copy", ""),
        remove=raw.get("remove", False),
    )


def _problem(message: str, pointer: str) -> ApiProblem:
    return ApiProblem(message=message, pointer=pointer, kind=KIND)
