"""The changes since an older description, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

Level = Literal["breaking", "warning", "info"]
ChangeMark = Literal["new", "changed", "deprecated", "removed"]

Owner: TypeAlias = tuple[str, str]
"""What a change belongs to: the key of an operation, or ``(SCHEMA, name)``."""

SCHEMA = "SCHEMA"


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One difference.

    :param rule: its name, as ``oasdiff`` has it where it has it.
    :param mark: what readers see beside the thing that changed.
    :param owner: the operation or the schema that it belongs to.
    :param place: where in it, such as ``body.owner.name`` or ``query limit``.
    :param text: what is different, as a sentence without the place.
    :param pointer: where that is in the new description; of what was removed, around it.
    :param values: the values of an enum that it is about, as readers see them.
    """

    rule: str
    level: Level
    mark: ChangeMark
    owner: Owner
    place: str
    text: str
    pointer: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Changes:
    """All differences, breaking ones first.

    :param since: how the older description is called.
    :param users: schema that has changes → the operations that it concerns, at most some.
    :param steps: how many pairs were compared.
    :param complete: whether everything was compared.
    """

    since: str
    listed: tuple[Change, ...] = ()
    users: Mapping[str, tuple[Owner, ...]] = field(default_factory=dict)
    steps: int = 0
    complete: bool = True

    @cached_property
    def by_owner(self) -> Mapping[Owner, tuple[Change, ...]]:
        """The changes of each operation and schema."""
        found: dict[Owner, tuple[Change, ...]] = {}
        for change in self.listed:
            found[change.owner] = (*found.get(change.owner, ()), change)
        return found

    @cached_property
    def by_pointer(self) -> Mapping[str, tuple[Change, ...]]:
        """The changes of what still is in the new description, by where it is."""
        found: dict[str, tuple[Change, ...]] = {}
        for change in self.listed:
            if change.mark != "removed" or change.values:
                found[change.pointer] = (*found.get(change.pointer, ()), change)
        return found
