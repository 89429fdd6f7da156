"""What the values of a response can be used for next (Link Objects), as nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from docutils import nodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.about.file_links import place_link
from sphinx_docsjson.openapi.content.about.operation_lists import page_link
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes
from sphinx_docsjson.openapi.model.api import LinkTarget
from sphinx_docsjson.openapi.model.exchange import Link
from sphinx_docsjson.openapi.schema.fieldtree import name_slug
from sphinx_docsjson.openapi.schema.view import json_text

FindTarget: TypeAlias = Callable[[Link], LinkTarget | None]


def link_nodes(links: tuple[Link, ...], find: FindTarget, source: str) -> nodes.Node:
    """Return a list of links: the operation of each, and the values that it is given."""
    listed = nodes.definition_list()
    for link in links:
        term = nodes.term("", "", nodes.literal(link.name, link.name))
        about = to_nodes(link.description, source)
        target = find(link)
        if words := link.operation_id or link.operation_ref:
            about.append(_operation_line(words, target))
        if link.server:
            url = nodes.literal(link.server, link.server)
            about.append(nodes.paragraph("", f"{_('Server')}: ", url))
        values = [
            (_parameter_name(name, target), value) for name, value in link.parameters.items()
        ]
        if link.request_body is not None:
            values.append((nodes.literal("body", "body"), link.request_body))
        for name, value in values:
            shown = json_text(value)
            line = nodes.paragraph("", "", name, nodes.Text(" = "), nodes.literal(shown, shown))
            about.append(line)
        listed.append(nodes.definition_list_item("", term, nodes.definition("", *about)))
    return listed


def _operation_line(words: str, target: LinkTarget | None) -> nodes.Node:
    """Return what is called next: the operation by its title, where it is known."""
    line = nodes.paragraph("", f"{_('Operation')}: ", translatable=False)
    if target is None:
        line.append(nodes.literal(words, words))
        return line
    operation = target.operation
    line.append(page_link(target.docname, operation.title, by_title=True))
    address = f"{operation.method} {operation.path}"
    if address != operation.title:
        line += [nodes.Text(" "), nodes.literal(address, address)]
    return line


def _parameter_name(name: str, target: LinkTarget | None) -> nodes.Node:
    """Return the name of a parameter, which may have its place in front (``path.id``)."""
    inner = nodes.literal(name, name)
    if target is None or target.docname is None:
        return inner
    place, _dot, rest = name.partition(".")
    found = [
        item
        for item in target.operation.parameters
        if item.name == name or (item.place == place and item.name == rest)
    ]
    if not found:
        return inner
    anchor = f"{found[0].place}-{name_slug(found[0].name)}"
    return place_link(inner, target.docname, anchor)
