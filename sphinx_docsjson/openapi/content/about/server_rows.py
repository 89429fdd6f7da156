"""Where an API is reached, as nodes: servers with their variables."""

from __future__ import annotations

from docutils import nodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes
from sphinx_docsjson.openapi.model.access import Server


def server_nodes(servers: tuple[Server, ...], source: str) -> list[nodes.Node]:
    """Return the servers with their variables."""
    if not servers:
        return []
    listed = nodes.definition_list(classes=["dj-servers"])
    for server in servers:
        url = server.url.rstrip("/") or "/"
        content = to_nodes(server.description, source)
        for variable in server.variables:
            line = nodes.paragraph("", "")
            line += [nodes.literal(variable.name, variable.name), nodes.Text(" ")]
            words = [f"{_('default')}: {variable.default}"]
            words += [f"{_('one of')}: {', '.join(variable.enum)}"] if variable.enum else []
            line.append(nodes.Text("; ".join(words)))
            content += [line, *to_nodes(variable.description, source)]
        term = nodes.term("", "", nodes.literal(url, url))
        if server.name:
            term += [nodes.Text(" "), nodes.inline(server.name, server.name)]
        listed.append(nodes.definition_list_item("", term, nodes.definition("", *content)))
    return [listed]
