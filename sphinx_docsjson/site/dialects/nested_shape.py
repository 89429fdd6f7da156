"""The newer shape of the navigation: an object of nested containers, in any nesting."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from sphinx_docsjson.site.containers import Container, Kind, Listing
from sphinx_docsjson.site.dialects.chrome_fields import overrides
from sphinx_docsjson.site.dialects.entry_fields import (
    common,
    entry,
    is_entry,
    link,
    warn_unsupported,
)
from sphinx_docsjson.site.page_names import page_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sphinx_docsjson.site.containers import LinkEntry, Node
    from sphinx_docsjson.site.dialects.field_reader import FieldAt

CHILDREN = {
    "languages": (Kind.LANGUAGE, "language"),
    "versions": (Kind.VERSION, "version"),
    "products": (Kind.PRODUCT, "product"),
    "dropdowns": (Kind.DROPDOWN, "dropdown"),
    "tabs": (Kind.TAB, "tab"),
    "menu": (Kind.ITEM, "item"),
    "anchors": (Kind.ANCHOR, "anchor"),
    "groups": (Kind.GROUP, "group"),
}
"""Field of the children → their kind and the field of their label."""


def children(
    field: FieldAt, around: Listing | None = None, skip: Collection[str] = ()
) -> tuple[Node, ...]:
    """Return the children of a container in the order of the file, its ``global`` ones first.

    :param around: what the containers around say of ``directory``.
    :param skip: fields of children that are read elsewhere.

    Pages directly under a container that is no group become a group without a label.
    """
    below = listing(field, around)
    nodes = list(_global(field["global"], below))
    for key, value in field.members():
        if key in skip:
            continue
        if key == "pages":
            nodes.extend(_grouped(_pages(value, below)))
        elif key in CHILDREN:
            nodes.extend(_containers(value, *CHILDREN[key], below))
    return tuple(nodes)


def _global(field: FieldAt, around: Listing | None) -> Iterator[Node]:
    for key, value in field.members():
        if key in CHILDREN:
            yield from _containers(value, *CHILDREN[key], around)


def _containers(
    field: FieldAt, kind: Kind, label_key: str, around: Listing | None
) -> Iterator[Node]:
    for item in field.each():
        if kind is Kind.GROUP:
            yield group_or_link(item, around)
        else:
            yield container(item, kind, label_key, around)


def container(
    field: FieldAt, kind: Kind, label_key: str, around: Listing | None = None
) -> Container | LinkEntry:
    """Return a container, or the link that it is when it has an ``href`` and no children."""
    label = field[label_key].text() or ""
    warn_unsupported(field, "asyncapi", "graphql", "sdk", "sourceRef")
    nodes = children(field, around)
    href = field["href"].href()
    if href and not nodes and not field["openapi"]:
        return link(field, kind, label or href, href)
    return Container(
        kind=kind,
        label=label or "Untitled",
        children=nodes,
        overrides=overrides(field) if kind is Kind.LANGUAGE else None,
        **common(field),
    )


def group_or_link(field: FieldAt, around: Listing | None = None) -> Container | LinkEntry:
    """Return a group, or the link that it is when it has an ``href`` and nothing inside."""
    return group_link(field) or group(field, around)


def group_link(field: FieldAt) -> LinkEntry | None:
    """Return the link that a group with an ``href`` and nothing inside is."""
    if not field["href"] or any(field[key] for key in ("pages", "groups", "root", "openapi")):
        return None
    href = field["href"].href()
    return link(field, Kind.GROUP, field["group"].text() or href, href) if href else None


def group(field: FieldAt, around: Listing | None = None) -> Container:
    """Return a group with its pages and nested groups."""
    alone = bare_group(field, around)
    nested = (group_or_link(item, alone.listing) for item in field["groups"].each())
    return replace(alone, children=(*_pages(field["pages"], alone.listing), *nested))


def bare_group(field: FieldAt, around: Listing | None = None) -> Container:
    """Return a group without what is in it."""
    warn_unsupported(field, "asyncapi", "graphql", "sdk")
    root = field["root"].text()
    return Container(
        kind=Kind.GROUP,
        label=field["group"].text() or "",
        root=page_path(root) if root else None,
        expanded=field["expanded"].flag(not field["collapsed"].flag(True)),
        listing=listing(field, around),
        **common(field),
    )


def listing(field: FieldAt, around: Listing | None) -> Listing | None:
    """Return how the root page of a group lists its pages: ``directory``, or what is around."""
    written = field["directory"].text()
    if written == "none":
        return None
    return cast(Listing, written) if written in ("accordion", "card") else around


def _pages(field: FieldAt, around: Listing | None) -> Iterator[Node]:
    for item in field.each():
        node = entry(item) if is_entry(item) else group_or_link(item, around)
        if node is not None:
            yield node


def _grouped(nodes: Iterable[Node]) -> Iterator[Node]:
    """Put runs of pages and operations into a group without a label."""
    loose: list[Node] = []
    for node in nodes:
        if isinstance(node, Container):
            yield from _unlabelled(loose)
            loose = []
            yield node
        else:
            loose.append(node)
    yield from _unlabelled(loose)


def _unlabelled(nodes: list[Node]) -> Iterator[Container]:
    if nodes:
        yield Container(
            kind=Kind.GROUP, label="", children=tuple(nodes), location=nodes[0].location
        )
