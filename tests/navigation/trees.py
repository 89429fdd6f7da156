"""Short ways to write navigation trees in tests."""

from __future__ import annotations

from typing import Any

from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.navigation.tree import PageInfo, page_info
from sphinx_docsjson.site.model import Container, Kind, LinkEntry, Node, PageEntry, Site


def page(path: str) -> PageEntry:
    return PageEntry(path=path)


def container(kind: Kind, label: str, *children: Node | str, **fields: Any) -> Container:
    nodes = tuple(page(child) if isinstance(child, str) else child for child in children)
    return Container(kind=kind, label=label, children=nodes, **fields)


def group(label: str, *children: Node | str, **fields: Any) -> Container:
    return container(Kind.GROUP, label, *children, **fields)


def tab(label: str, *children: Node | str, **fields: Any) -> Container:
    return container(Kind.TAB, label, *children, **fields)


def anchor(label: str, *children: Node | str, **fields: Any) -> Container:
    return container(Kind.ANCHOR, label, *children, **fields)


def version(label: str, *children: Node | str, **fields: Any) -> Container:
    return container(Kind.VERSION, label, *children, **fields)


def language(label: str, *children: Node | str, **fields: Any) -> Container:
    return container(Kind.LANGUAGE, label, *children, **fields)


def link(kind: Kind, label: str, href: str, **fields: Any) -> LinkEntry:
    return LinkEntry(kind=kind, label=label, href=href, **fields)


def pages_of(*roots: Node) -> set[str]:
    found: set[str] = set()
    for ancestors, node in container(Kind.SITE, "", *roots).walk():
        del ancestors
        if isinstance(node, PageEntry):
            found.add(node.path)
        elif isinstance(node, Container) and node.root:
            found.add(node.root)
    return found


def nav(
    *roots: Node,
    outside: tuple[str, ...] = (),
    lost: tuple[str, ...] = (),
    front: dict[str, dict[str, str]] | None = None,
) -> Nav:
    """Return the navigation of *roots*, all of whose pages exist but the *lost* ones."""
    site = Site(name="Test", navigation=container(Kind.SITE, "Test", *roots))
    docnames = (pages_of(*roots) | set(outside)) - set(lost)
    infos: dict[str, PageInfo] = {
        name: page_info(name, "", (front or {}).get(name, {})) for name in docnames
    }
    return Nav(site, frozenset(docnames), infos)
