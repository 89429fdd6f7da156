"""Overlays: files with changes to a description. Pure.

The rules are those of the Overlay Specification 1.0 and 1.1 (spec.openapis.org).
"""

from __future__ import annotations

import copy
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sphinx_docsjson.base.messages import MAX_DEPTH
from sphinx_docsjson.ext.openapi.reading.locations import SourcePointers, file_pointer
from sphinx_docsjson.ext.openapi.reading.parse import (
    UnreadableFile,
    join,
    looks_like_json,
    mapping,
    parse,
    text,
)
from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem, child


def apply_overlays(document: Any, overlays: Iterable[Overlay]) -> Overlaid:
    """Return *document*, which is given away, with all overlays one after the other."""
    changing = Overlaid(document)
    for overlay in overlays:
        changing.problems += overlay.problems
        if overlay.actions and changing.paths is None:
            try:
                changing.paths = JsonPaths()
            except NoPaths as error:
                changing.report(f"the overlay is not applied: {error}", file_pointer(overlay.key))
                continue
        changing.of_several = overlay.of_several
        for action in overlay.actions:
            changing.apply(action, file_pointer(overlay.key, "actions", action.number))
    return changing


class Overlaid:
    """A document with its overlays, while it is changed and afterwards."""

    def __init__(self, document: Any) -> None:
        # An action changes one place; what a YAML alias shares would change in all of them.
        self.document = unshared(document)
        self.origins = Origins()
        self.problems: list[ApiProblem] = []
        self.notes: list[ApiProblem] = []
        self.of_several = False
        self.paths: JsonPaths | None = None

    @property
    def source_pointers(self) -> SourcePointers:
        """Where its parts are: in its own file or in those of the overlays."""
        moved = self.origins.moved(self.document)
        return SourcePointers(layers=(moved,) if moved else ())

    def apply(self, action: Action, where: str) -> None:
        """Apply one action.

        :param where: where it is.
        """
        targets = self.select(action.target, child(where, "target"))
        if targets is None:
            return
        if not targets:
            # It is not a mistake if another description has it.
            nothing = _problem(f"there is nothing at {action.target}", child(where, "target"))
            (self.notes if self.of_several else self.problems).append(nothing)
        elif action.remove:
            self.remove(targets, where)
        elif action.copy:
            sources = self.select(action.copy, child(where, "copy"))
            if sources is not None and len(sources) != 1:
                many = f"there are {len(sources)} values" if sources else "there is nothing"
                self.report(f"{many} at {action.copy}; one is copied", child(where, "copy"))
            elif sources:
                value = self.value_at(sources[0])
                origin = self.origins.of(self.document, sources[0])
                self.update(targets, copy.deepcopy(value), origin, child(where, "copy"))
        elif action.has_update:
            place = child(where, "update")
            self.update(targets, action.update, place, place)

    def select(self, path: str, where: str) -> list[Parts] | None:
        """Return where the values are that a JSONPath selects, or ``None`` when it is not one."""
        assert self.paths is not None
        try:
            return self.paths.select(path, self.document)
        except BadPath as error:
            self.report(f"{path!r} is no JSONPath: {error}", where)
            return None

    def value_at(self, parts: Parts) -> Any:
        """Return what is at *parts*."""
        value = self.document
        for part in parts:
            value = value[part]
        return value

    def remove(self, targets: Sequence[Parts], where: str) -> None:
        """Take the targets out of what holds them, the last first, so that numbers stay true."""
        kept: set[int] = set()
        for parts in sorted(targets, key=_order, reverse=True):
            if not parts:
                self.report("the whole description cannot be removed", child(where, "target"))
                continue
            holder = self.value_at(parts[:-1])
            if isinstance(holder, list) and id(holder) not in kept:
                kept.add(id(holder))
                self.origins.keep_items(self.document, parts[:-1], holder)
            del holder[parts[-1]]

    def update(self, targets: Sequence[Parts], value: Any, origin: str, where: str) -> None:
        """Merge *value* into the targets.

        :param origin: where *value* is written.
        :param where: what to name in messages.
        """
        kinds = {_kind(self.value_at(parts)) for parts in targets}
        if len(kinds) > 1:
            found = " and ".join(sorted(kinds))
            self.report(f"the target selects {found}; all must be of one kind", where)
            return
        for number, parts in enumerate(targets):
            target = self.value_at(parts)
            new = copy.deepcopy(value)
            if isinstance(target, list):
                self.extend(target, new, origin)
            elif isinstance(target, dict):
                if isinstance(new, dict):
                    report_at = where if number == 0 else ""
                    self.merge(target, new, origin, report_at)
                else:
                    self.report(f"an object cannot be updated with {_kind(new)}", where)
                    return
            elif isinstance(new, dict | list):
                self.report(f"a plain value cannot be updated with {_kind(new)}", where)
                return
            else:
                holder = self.value_at(parts[:-1])
                holder[parts[-1]] = new
                self.origins.set(holder, parts[-1], origin)

    def extend(self, target: list[Any], new: Any, origin: str) -> None:
        """Add an item, or all of a list, to a list."""
        for number, item in enumerate(new if isinstance(new, list) else [new]):
            self.origins.set(
                target, len(target), child(origin, number) if isinstance(new, list) else origin
            )
            self.origins.add(item, child(origin, number) if isinstance(new, list) else origin)
            target.append(item)

    def merge(self, target: dict[str, Any], new: dict[str, Any], origin: str, where: str) -> None:
        """Merge one object into another one.

        :param where: what to name in messages; nothing: they were reported already.
        """
        for name, value in new.items():
            place = child(origin, name)
            at = child(where, name) if where else ""
            old = target.get(name)
            if name not in target:
                target[name] = value
                self.origins.set(target, name, place)
                self.origins.add(value, place)
            elif isinstance(old, dict) and isinstance(value, dict):
                self.merge(old, value, place, at)
            elif isinstance(old, list) and isinstance(value, list):
                self.extend(old, value, place)
            elif isinstance(old, dict | list) or isinstance(value, dict | list):
                if at and value is not None:  # an example of the specification has empty fields
                    self.report(f"{_kind(old)} cannot be updated with {_kind(value)}", at)
            else:
                target[name] = value
                self.origins.set(target, name, place)

    def report(self, message: str, pointer: str) -> None:
        """Note what is wrong in an overlay."""
        self.problems.append(_problem(message, pointer))


def unshared(value: Any) -> Any:
    """Return a copy in which every object and list is in one place."""
    if isinstance(value, dict):
        return {name: unshared(item) for name, item in value.items()}
    if isinstance(value, list):
        return [unshared(item) for item in value]
    return value


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else "a plain value"


def _order(parts: Parts) -> tuple[tuple[int, int, str], ...]:
    """Return what sorts places; a deeper one comes after what holds it."""
    return tuple((0, part, "") if isinstance(part, int) else (1, 0, part) for part in parts)


# Which overlays are for which description: those that are named, or those that are beside it.

HEAD = 64 * 1024


class OverlayChoice:
    """Reads overlays, each once.

    :param srcdir: the source directory.
    :param files: the data files in it, among which overlays are looked for.
    :param read: returns the text of a file or URL by its key.
    """

    def __init__(self, srcdir: Path, files: Iterable[str], read: Callable[[str], str]) -> None:
        self.srcdir = srcdir
        self.files = sorted(files)
        self.read = read
        self._read: dict[str, Overlay] = {}
        self._heads: dict[str, bool] = {}

    def named(self, keys: Iterable[str], description: str, others: Iterable[str]) -> list[Overlay]:
        """Return the overlays that the configuration names for a description.

        :param others: the descriptions that it names together with it. An overlay that extends
            one of them is for that one only.
        """
        together = set(others) | {description}
        overlays = map(self.overlay, dict.fromkeys(keys))
        return [
            replace(overlay, of_several=len(together) > 1 and overlay.extends != description)
            for overlay in overlays
            if overlay.extends == description or overlay.extends not in together
        ]

    def beside(self, description: str) -> list[Overlay]:
        """Return the overlays that extend a description, by their names.

        They are in the folder of a file; those of a URL may be anywhere in the source directory.
        """
        folder = None if "://" in description else posixpath.dirname(description)
        near = (
            key
            for key in self.files
            if key != description and folder in (None, posixpath.dirname(key))
        )
        overlays = (self.overlay(key) for key in near if self._may_be_one(key))
        return [overlay for overlay in overlays if overlay.extends == description]

    def overlay(self, key: str) -> Overlay:
        """Return an overlay; what is wrong in it is part of it."""
        if key not in self._read:
            try:
                self._read[key] = overlay_of(key, self.read(key))
            except UnreadableFile as error:
                message = f"the overlay {key!r} cannot be read: {error}"
                problems = (_problem(message, file_pointer(key)),)
                self._read[key] = Overlay(key=key, problems=problems)
        return self._read[key]

    def _may_be_one(self, key: str) -> bool:
        if key not in self._heads:
            try:
                with (self.srcdir / key).open("rb") as file:
                    self._heads[key] = _OVERLAY.search(file.read(HEAD)) is not None
            except OSError:
                self._heads[key] = False
        return self._heads[key]


# The text of an overlay → its actions, and what is wrong in it. Pure.

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


def overlay_of(key: str, source: str) -> Overlay:
    """Return the overlay in *source*; an action that makes no sense is omitted and reported."""
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


# Where the parts of a document are written that overlays change. Pure.


class Origins:
    """Knows where parts of one document are written, by what holds them.

    Objects and lists are known by their identity: numbers in lists change when one is removed.
    """

    def __init__(self) -> None:
        self._containers: dict[int, tuple[Any, str]] = {}
        self._members: dict[int, tuple[Any, dict[str | int, str]]] = {}

    def add(self, value: Any, origin: str) -> None:
        """Note that *value*, with all that is in it, is written at *origin*."""
        if isinstance(value, dict | list):
            self._containers[id(value)] = (value, origin)

    def set(self, holder: Any, key: str | int, origin: str) -> None:
        """Note that a member of *holder* is written at *origin*."""
        self._members.setdefault(id(holder), (holder, {}))[1][key] = origin

    def keep_items(self, document: Any, parts: Parts, items: list[Any]) -> None:
        """Note where the items of a list are written, before one of them is removed."""
        here = self.of(document, parts)
        numbered = self._members.pop(id(items), (items, {}))[1]
        for number, item in enumerate(items):
            if isinstance(item, dict | list) and id(item) not in self._containers:
                self._containers[id(item)] = (item, numbered.get(number, child(here, number)))

    def of(self, document: Any, parts: Parts) -> str:
        """Return where what is at *parts* is written."""
        origin, value = "#", document
        for part in parts:
            members = self._members.get(id(value), (None, {}))[1]
            origin = members.get(part, child(origin, part))
            value = value[part]
            origin = self._containers.get(id(value), (None, origin))[1]
        return origin

    def moved(self, document: Any) -> dict[str, str]:
        """Return the pointers of all parts that are written elsewhere, with where."""
        found: dict[str, str] = {}
        if not self._containers and not self._members:
            return found
        stack: list[tuple[Any, str, str]] = [(document, "#", "#")]
        while stack:
            node, pointer, origin = stack.pop()
            members = self._members.get(id(node), (None, {}))[1]
            pairs = node.items() if isinstance(node, dict) else enumerate(node)
            for key, item in pairs:
                is_container = isinstance(item, dict | list)
                if not is_container and key not in members:
                    continue
                expected = child(origin, key)
                written = members.get(key, expected)
                if is_container:
                    written = self._containers.get(id(item), (None, written))[1]
                here = child(pointer, key)
                if written != expected:
                    found[here] = written
                if is_container:
                    stack.append((item, here, written))
        return found


# The one touch of the package that reads JSONPath (RFC 9535), which only overlays need.

Parts = tuple[str | int, ...]
"""The keys and numbers that lead from the document to one of its values."""

NEEDED = 'overlays need the package python-jsonpath: pip install "sphinx-docsjson[overlays]"'


class BadPath(ValueError):
    """A text that is not a JSONPath; the message says why."""


class NoPaths(ImportError):
    """The package is not installed."""


class JsonPaths:
    """Selects values of documents.

    :raises NoPaths: when the package is not installed.
    """

    def __init__(self) -> None:
        try:
            import jsonpath
        except ImportError:
            raise NoPaths(NEEDED) from None
        self._error: type[Exception] = jsonpath.JSONPathError
        self._environment: Any = jsonpath.JSONPathEnvironment(strict=True)
        self._environment.max_recursion_depth = MAX_DEPTH + 1

    def select(self, path: str, document: Any) -> list[Parts]:
        """Return where in *document* the values are that *path* selects, each once.

        :raises BadPath: when *path* is not a JSONPath.
        """
        return list(dict.fromkeys(self._selected(path, document)))

    def _selected(self, path: str, document: Any) -> Iterator[Parts]:
        try:
            for match in self._environment.finditer(path, document):
                yield tuple(match.parts)
        except self._error as error:
            raise BadPath(" ".join(str(error).split())) from None
        except RecursionError:
            raise BadPath("it is nested too deeply") from None
