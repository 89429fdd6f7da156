"""The operations of a description: which there are, and a choice of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.openapi.truth.files import Files, Place, Unresolved

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


@dataclass(frozen=True, kw_only=True)
class Operation:
    """An operation of a path, or of a webhook.

    :param path: the path, or the name of the webhook.
    :param item: the path item that it stands in.
    :param reference: the same, or the reference to it, whose texts win.
    :param alone: it is the only method of that item.
    """

    method: str
    path: str
    place: Place
    item: Place
    reference: Place
    webhook: bool = False
    alone: bool = True

    def __str__(self) -> str:
        name = f"{self.method} {self.path}"
        if not self.webhook:
            return name
        return f"webhook {self.path if self.alone else name}"


def operations_of(files: Files) -> list[Operation]:
    """Return the operations that have pages, in the order of the file."""
    found = list(_below(files, "paths"))
    for name in ("webhooks", "x-webhooks"):
        found += _below(files, name)
    return found


def _below(files: Files, name: str) -> Iterator[Operation]:
    for path, raw in files.document.members(name):
        if path.startswith("x-"):
            continue
        try:
            files.followed(raw)
        except Unresolved:
            continue
        yield from of_item(files, raw, path, webhook=name != "paths")


def of_item(files: Files, raw: Place, path: str, *, webhook: bool = False) -> Iterator[Operation]:
    """Yield the operations of a path item, or of a reference to one."""
    item, reference = files.followed(raw), raw
    found = [(method, item.get(method)) for method in METHODS]
    found += list(item.members("additionalOperations"))
    for method, raw in found:
        if raw is None or not isinstance(raw.value, dict):
            continue
        place = files.followed(raw)
        if any(place.flag(name) for name in ("x-excluded", "x-hidden", "x-internal")):
            continue
        alone = sum(method in item.value for method in METHODS) == 1
        yield Operation(
            method=method.upper(),
            path=path,
            place=place,
            item=item,
            reference=reference,
            webhook=webhook,
            alone=alone,
        )


def sampled(operations: list[Operation], count: int, seed: int) -> list[Operation]:
    """Return *count* operations of a description; all of them when *count* is 0."""
    if not count or count >= len(operations):
        return operations
    numbers = sorted(random.Random(seed).sample(range(len(operations)), count))
    return [operations[number] for number in numbers]
