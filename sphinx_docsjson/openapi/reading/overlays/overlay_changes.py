"""The actions of overlays, applied to a document, with where the new parts are written. Pure."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_docsjson.openapi.reading.overlays.json_paths import (
    BadPath,
    JsonPaths,
    NoPaths,
    Parts,
)
from sphinx_docsjson.openapi.reading.overlays.overlay_file import KIND, Action, Overlay
from sphinx_docsjson.openapi.reading.overlays.overlay_origins import Origins
from sphinx_docsjson.openapi.reading.places import Places, file_pointer
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, child


@dataclass(frozen=True, kw_only=True)
class Overlaid:
    """A document with its overlays.

    :param places: where its parts stand: in its own file or in those of the overlays.
    """

    document: Any
    places: Places
    problems: tuple[ApiProblem, ...]
    notes: tuple[ApiProblem, ...]


def apply_overlays(document: Any, overlays: Iterable[Overlay]) -> Overlaid:
    """Return *document*, which is given away, with all overlays one after the other."""
    changing = _Changing(document)
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
    moved = changing.origins.moved(changing.document)
    places = Places(layers=(moved,) if moved else ())
    return Overlaid(
        document=changing.document,
        places=places,
        problems=tuple(changing.problems),
        notes=tuple(changing.notes),
    )


class _Changing:
    """A document that is being changed."""

    def __init__(self, document: Any) -> None:
        # An action changes one place; what a YAML alias shares would change in all of them.
        self.document = unshared(document)
        self.origins = Origins()
        self.problems: list[ApiProblem] = []
        self.notes: list[ApiProblem] = []
        self.of_several = False
        self.paths: JsonPaths | None = None

    def apply(self, action: Action, where: str) -> None:
        """Apply one action.

        :param where: where it stands.
        """
        targets = self.select(action.target, child(where, "target"))
        if targets is None:
            return
        if not targets:
            self.report_nothing(action.target, child(where, "target"))
        elif action.remove:
            self.remove(targets, where)
        elif action.copy:
            sources = self.select(action.copy, child(where, "copy"))
            if sources is not None and len(sources) != 1:
                many = f"{len(sources)} values are" if sources else "nothing is"
                self.report(f"{many} at {action.copy}; one is copied", child(where, "copy"))
            elif sources:
                value = self.value_at(sources[0])
                origin = self.origins.of(self.document, sources[0])
                self.update(targets, copy.deepcopy(value), origin, child(where, "copy"))
        elif action.has_update:
            place = child(where, "update")
            self.update(targets, action.update, place, place)

    def select(self, path: str, where: str) -> list[Parts] | None:
        """Return where the values are that a JSONPath selects, or ``None`` when it is none."""
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
            self.report(f"the target selects {found}; all have to be of one kind", where)
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

        :param where: what to name in messages; nothing: they were told already.
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

    def report_nothing(self, target: str, pointer: str) -> None:
        """Note that a target selects nothing, which is no mistake if others have it."""
        problem = ApiProblem(message=f"nothing is at {target}", pointer=pointer, kind=KIND)
        (self.notes if self.of_several else self.problems).append(problem)

    def report(self, message: str, pointer: str) -> None:
        """Note what is wrong in an overlay."""
        self.problems.append(ApiProblem(message=message, pointer=pointer, kind=KIND))


def unshared(value: Any) -> Any:
    """Return a copy in which every object and list stands in one place."""
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
