"""The operations of a specification in groups, as its author sorted them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.model.api import Operation, Specification

CALLED_VERSION = re.compile(r"v?\d+(?:\.\d+)*|api|rest", re.IGNORECASE)


@dataclass(kw_only=True)
class OperationGroup:
    """A group with a title, operations, and groups inside it.

    :param tag: the name of the tag that it stands for; nothing where it stands for none.
    :param name: what its folder is named after, in every language, where that is not the title.
    """

    title: str
    tag: str = ""
    name: str = ""
    operations: list[Operation] = field(default_factory=list)
    groups: list[OperationGroup] = field(default_factory=list)

    @property
    def folder_name(self) -> str:
        """What its folder is named after."""
        return self.name or self.title

    @property
    def empty(self) -> bool:
        """Whether nothing is in it."""
        return not self.operations and all(group.empty for group in self.groups)

    @property
    def listed(self) -> list[Operation]:
        """The operations that readers are led to."""
        return [operation for operation in self.operations if not operation.hidden]

    def walk(self) -> Iterator[OperationGroup]:
        """Yield the group and all groups inside it."""
        yield self
        for group in self.groups:
            yield from group.walk()


def groups_of(spec: Specification) -> list[OperationGroup]:
    """Return the groups: tag groups, else tags in their order, else first path segments."""
    tagged = any(spec.grouping_tag(operation) for operation in spec.operations)
    by_name = _by_tag(spec) if tagged else _by_segment(spec)
    if spec.tag_groups and tagged:
        found = _by_tag_groups(spec, by_name)
    elif any(tag.parent for tag in spec.tags):
        found = _by_parents(spec, by_name)
    else:
        found = list(by_name.values())
    if spec.webhooks:
        made = OperationGroup(title=str(_("Webhooks")), name="Webhooks")
        made.operations.extend(spec.webhooks)
        found.append(made)
    return [group for group in found if not group.empty]


def _by_tag(spec: Specification) -> dict[str, OperationGroup]:
    groups = {
        tag.name: OperationGroup(title=tag.label, tag=tag.name) for tag in spec.tags if tag.groups
    }
    for operation in spec.operations:
        name = spec.grouping_tag(operation) or ""
        title = name or spec.title or str(_("Other"))
        own = "" if name or spec.title else "Other"
        group = groups.setdefault(name, OperationGroup(title=title, tag=name, name=own))
        group.operations.append(operation)
    return groups


def _by_segment(spec: Specification) -> dict[str, OperationGroup]:
    groups: dict[str, OperationGroup] = {}
    for operation in spec.operations:
        parts = [part for part in operation.path.split("/") if part and part[0] != "{"]
        telling = [part for part in parts if not CALLED_VERSION.fullmatch(part)]
        name = (telling or parts or [spec.title or "Operations"])[0]
        title = name.replace("_", " ").replace("-", " ").strip().capitalize() or name
        groups.setdefault(name, OperationGroup(title=title)).operations.append(operation)
    return groups


def _by_tag_groups(
    spec: Specification, by_name: dict[str, OperationGroup]
) -> list[OperationGroup]:
    found: list[OperationGroup] = []
    used: set[str] = set()
    for title, tags in spec.tag_groups:
        inner = [by_name[tag] for tag in tags if tag in by_name and not by_name[tag].empty]
        used.update(tags)
        found.append(OperationGroup(title=title, groups=inner))
    return found + [group for name, group in by_name.items() if name not in used]


def _by_parents(spec: Specification, by_name: dict[str, OperationGroup]) -> list[OperationGroup]:
    """Nest tags below their parents (OpenAPI 3.2); a cycle of parents stays flat."""
    parents = {tag.name: tag.parent for tag in spec.tags if tag.parent in by_name}
    roots = []
    for name, group in by_name.items():
        parent, seen = parents.get(name), {name}
        while parent is not None and parent not in seen:
            seen.add(parent)
            parent = parents.get(parent)
        direct = parents.get(name)
        if direct is not None and parent is None:
            by_name[direct].groups.append(group)
        else:
            roots.append(group)
    return roots
