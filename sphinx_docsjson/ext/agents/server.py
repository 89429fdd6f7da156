"""The command ``sphinx-docsjson mcp``: an MCP server for built or installed documentation.

The package ``mcp`` implements the protocol, in its stateless revision 2026-07-28 and earlier ones
(https://modelcontextprotocol.io/specification).
"""

from __future__ import annotations

import asyncio
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx_docsjson.ext.agents.documentation import Documentation, NoAnswer, open_documentation
from sphinx_docsjson.ext.agents.package import GROUP, InstalledDocumentation
from sphinx_docsjson.ext.agents.tools import DocumentationTools, declared_tools
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp import types
    from mcp.server import Server

HOST: Final = "127.0.0.1"
"""Nobody but this machine may ask: the package ``mcp`` refuses other hosts and origins."""

PORT: Final = 8808
PATH: Final = "/mcp"

TOOLS_KEPT: Final = 3_600_000
"""How many milliseconds a client may keep the list of tools, which changes with a release."""

MISSING: Final = 'sphinx-docsjson mcp needs the package `mcp`: pip install "sphinx-docsjson[mcp]"'


def documentation_of(folder: Path) -> Documentation:
    """Return the documentation in a folder: what was built of it, or the folder itself.

    :raises NoAnswer: when nothing was built.
    """
    usual = [folder, *(folder / "_build" / builder for builder in ("html", "dirhtml"))]
    for place in usual:
        try:
            return open_documentation(place)
        except NoAnswer:
            continue
    raise NoAnswer(
        f"{folder}: no documentation was built here; `sphinx-docsjson build {folder}` builds it, "
        "or name the output folder"
    )


def instructions(known: Mapping[str, Documentation], *, several: bool) -> str:
    """Return what a client tells its model about this server."""
    asked = (
        "Use search to find pages, read_page to read one, read_operation for an HTTP operation, "
        "and read_object for a function or class by its name."
    )
    if not several:
        title = next((each.title for each in known.values()), "")
        return f"The documentation of {title or 'this project'}. {asked}"
    names = ", ".join(f"{each.name} {each.version}" for each in known.values())
    return f"The documentation of the versions that are installed: {names or 'none yet'}. {asked}"


def make_server(tools: DocumentationTools) -> Server[Any]:
    """Return a server that offers the tools."""
    from mcp import types
    from mcp.server import Server
    from mcp.server.caching import CacheHint

    known = tools.known()
    declared = [
        types.Tool(
            name=tool["name"],
            title=tool["title"],
            description=tool["description"],
            input_schema=tool["inputSchema"],
            annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )
        for tool in declared_tools(several=tools.several)
    ]

    async def list_tools(_context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=declared)

    async def call_tool(
        _context: object, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        try:
            text, failed = tools.call(params.name, params.arguments or {}), False
        except NoAnswer as error:
            text, failed = str(error), True
        return types.CallToolResult(content=[types.TextContent(text=text)], is_error=failed)

    first = next(iter(known.values()), None)
    title = first.title if first is not None and not tools.several else "Installed packages"
    return Server(
        "sphinx-docsjson",
        version=__version__,
        title=f"Documentation: {title}" if title else "Documentation",
        instructions=instructions(known, several=tools.several),
        cache_hints={"tools/list": CacheHint(ttl_ms=TOOLS_KEPT, scope="public")},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve_mcp(
    folder: Path, *, installed: bool, environment: Path | None, http: bool, port: int | None
) -> int:
    """Serve until the client goes away, or until Ctrl+C.

    :param folder: what was built, where *installed* is not wanted.
    :param environment: whose packages are meant; by default those of this process.
    :param http: whether to listen on the loopback address, in place of standard input.
    :return: 0, or 2 where there is nothing to serve.
    """
    if find_spec("mcp") is None:
        print(MISSING, file=sys.stderr)
        return 2
    try:
        tools = tools_of(folder, installed=installed, environment=environment)
    except NoAnswer as error:
        print(error, file=sys.stderr)
        return 2
    server = make_server(tools)
    return _over_http(server, port) if http else _over_stdio(server)


def tools_of(folder: Path, *, installed: bool, environment: Path | None) -> DocumentationTools:
    """Return the tools over a folder, or over what is installed.

    :raises NoAnswer: when there is nothing to serve.
    """
    if not installed:
        one = {"": documentation_of(folder)}
        return DocumentationTools(known=lambda: one)
    found = InstalledDocumentation(environment)
    if not found.paths():
        raise NoAnswer(f"{environment}: this is not a virtual environment")
    if not found.known():
        where = environment or Path(sys.prefix)
        print(
            f"No package in {where} includes its documentation yet (entry point {GROUP!r}); "
            "packages that are installed later are found.",
            file=sys.stderr,
        )
    return DocumentationTools(known=found.known, several=True)


def _over_stdio(server: Server[Any]) -> int:
    from mcp.server.stdio import stdio_server

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    asyncio.run(run())
    return 0


def _over_http(server: Server[Any], port: int | None) -> int:
    import uvicorn

    application = server.streamable_http_app(
        streamable_http_path=PATH, json_response=True, stateless_http=True, host=HOST
    )
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, PORT if port is None else port))
        except OSError as error:
            said = error.strerror or str(error)
            print(f"{HOST}:{PORT if port is None else port}: {said}; use --port", file=sys.stderr)
            return 1
        listening.listen()  # who reads the address may ask at once
        number = listening.getsockname()[1]
        print(f"http://{HOST}:{number}{PATH} answers until Ctrl+C.", file=sys.stderr, flush=True)
        config = uvicorn.Config(application, log_level="warning")
        uvicorn.Server(config).run(sockets=[listening])
    return 0
