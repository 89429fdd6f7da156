"""The flat shape of the navigation: groups in one list, and marks that divide them.

Tabs, anchors and versions stand beside the groups. Reading them gives *parts* (groups and
entries with their version) and *marks* (tabs and anchors with a prefix of paths);
``arrange.py`` brings the two together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_docsjson.site.containers import Container, Kind, LinkEntry, Listing
from sphinx_docsjson.site.dialects.entry_fields import common, entry, is_entry, link
from sphinx_docsjson.site.dialects.nested_shape import bare_group, group_link
from sphinx_docsjson.site.page_names import page_path
from sphinx_docsjson.text.near_names import did_you_mean, near_name
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_docsjson.site.containers import Node
    from sphinx_docsjson.site.dialects.field_reader import FieldAt


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """A name of ``versions``; with a locale, it is a language."""

    name: str
    container: Container
    url: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FlatPart:
    """A group, whose own entries stand in ``parts``, or an entry.

    :param version: the version it is shown in, from itself or the nearest group around it;
        ``None``: in all.
    """

    node: Node
    version: str | None = None
    parts: tuple[FlatPart, ...] = ()

    @property
    def is_group(self) -> bool:
        """Whether it is a group."""
        return isinstance(self.node, Container)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Mark:
    """A tab or anchor: the container that pages fall into, or a link. Compared by identity.

    :param prefix: the start of the paths that belong to it; empty for a link.
    :param field: where it stands, for messages.
    :param awaits: pages of an API reference will be generated into it.
    """

    node: Container | LinkEntry
    field: FieldAt
    prefix: str = ""
    version: str | None = None
    awaits: bool = False


def versions(field: FieldAt) -> tuple[Version, ...]:
    """Return the versions in the order of the file."""
    found = []
    for item in field.each():
        name = item.text() if not item.is_object else item["name"].text()
        if name is None:
            continue
        locale = item["locale"].text()
        part = Container(
            kind=Kind.LANGUAGE if locale else Kind.VERSION,
            label=locale or name,
            default=item["default"].flag(),
            location=item.location,
        )
        found.append(Version(name=name, container=part, url=item["url"].href()))
    return tuple(found)


def parts(
    field: FieldAt, names: Sequence[str], version: str | None = None, around: Listing | None = None
) -> Iterator[FlatPart]:
    """Read a list of groups and entries.

    :param names: the versions that exist; a ``version`` that is none of them is reported.
    """
    for item in field.each():
        if is_entry(item):
            node = entry(item)
            if node is not None:
                yield FlatPart(node=node, version=version)
            continue
        if (leading := group_link(item)) is not None:
            yield FlatPart(node=leading, version=_version(item["version"], names) or version)
            continue
        group = bare_group(item, around)
        own = _version(item["version"], names) or version
        inner = (
            *parts(item["pages"], names, own, group.listing),
            *parts(item["groups"], names, own, group.listing),
        )
        yield FlatPart(node=group, version=own, parts=inner)


def grouped(found: Sequence[FlatPart]) -> Iterator[FlatPart]:
    """Put entries that stand in no group into one without a label."""
    loose: list[FlatPart] = []
    for part in (*found, None):
        if part is not None and not part.is_group:
            loose.append(part)
            continue
        if loose:
            group = Container(kind=Kind.GROUP, label="", location=loose[0].node.location)
            yield FlatPart(node=group, parts=tuple(loose))
            loose = []
        if part is not None:
            yield part


def marks(field: FieldAt, kind: Kind, names: Sequence[str]) -> Iterator[Mark]:
    """Read ``tabs`` or ``anchors``."""
    for item in field.each():
        label, url = item["name"].text(), item["url"].text()
        if label is None or url is None:
            continue
        version = _version(item["version"], names)
        hidden = item["isDefaultHidden"].flag()
        if is_external(url) or url.startswith("#"):
            href = item["url"].href()
            if href is not None:
                node = replace(link(item, kind, label, href), hidden=hidden)
                yield Mark(node=node, field=item, version=version)
            continue
        prefix = page_path(url.partition("#")[0]) or ""
        part = Container(kind=kind, label=label, **common(item))
        part = replace(part, prefix=prefix, default_hidden=hidden)
        yield Mark(node=part, field=item, prefix=prefix, version=version)


def _version(field: FieldAt, names: Sequence[str]) -> str | None:
    """Return the version of a group, tab or anchor; without ``versions`` there is none."""
    name = field.text()
    if name is None or not names or name in names:
        return name if names else None
    hint = did_you_mean(near_name(name, names)) or f" It has {', '.join(names)}."
    field.warn(f'"versions" has no {name!r}; this is shown in every version.{hint}')
    return None
