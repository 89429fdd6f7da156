"""Server Objects → :class:`Server`. Pure."""

from __future__ import annotations

from typing import Any

from sphinx_docsjson.openapi.model.access import Server, ServerVariable
from sphinx_docsjson.openapi.reading.lenient import items, mapping, text, texts


def servers_of(value: Any) -> tuple[Server, ...]:
    """Return the servers of a ``servers`` list; those without a URL are left out."""
    return tuple(
        Server(
            url=text(raw.get("url")),
            description=text(raw.get("description")),
            name=text(raw.get("name")),
            variables=tuple(
                ServerVariable(
                    name=name,
                    default=text(mapping(variable).get("default")),
                    enum=texts(mapping(variable).get("enum")),
                    description=text(mapping(variable).get("description")),
                )
                for name, variable in mapping(raw.get("variables")).items()
            ),
        )
        for raw in map(mapping, items(value))
        if text(raw.get("url"))
    )
