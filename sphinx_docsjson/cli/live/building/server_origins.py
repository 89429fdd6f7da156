"""The servers that descriptions name, as origins: what the proxy of the playground may reach."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.cli.live.api_origins import origin_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.build import Build

MANY = 200


def origins_in(build: Build | None) -> set[str]:
    """Return the origins of all servers of all descriptions of a site."""
    reference = getattr(build, "reference", None)
    specs = reference.specs.values() if reference is not None else ()
    servers = {
        server for spec in specs for owner in (spec, *spec.operations) for server in owner.servers
    }
    return {origin for server in servers for url in urls_of(server) if (origin := origin_of(url))}


def urls_of(server: Any) -> Iterator[str]:
    """Yield the addresses of a server, with each value that a description lists for it."""
    values = [
        [(variable.name, value) for value in variable.enum or (variable.default,)]
        for variable in server.variables
    ]
    for chosen in islice(product(*values), MANY):
        yield server.with_values(dict(chosen))
