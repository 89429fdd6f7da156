"""Ask a server of MCP as an assistant does: by the official client, in this process or another."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from sphinx_docsjson.ext.agents.documentation import Documentation
from sphinx_docsjson.ext.agents.package import MANIFEST
from sphinx_docsjson.ext.agents.tools import DocumentationTools

STATELESS, HANDSHAKE = "2026-07-28", "2025-11-25"

CLIENT = ["@modelcontextprotocol/client@2.4.0"]
"""The official client of JavaScript."""

MODES = {STATELESS: "auto", HANDSHAKE: "legacy"}
"""Revision of the protocol → how the client is told to take it."""


def asked(server, revision, *calls):
    """Return the tools of a server, and what each call says: its text, or a :class:`Refused`."""
    mcp = pytest.importorskip("mcp")

    async def ask():
        async with mcp.Client(server, mode=MODES[revision]) as client:
            assert client.protocol_version == revision
            tools = (await client.list_tools()).tools
            said = [await client.call_tool(name, given) for name, given in calls]
            return tools, [text_of(each) for each in said]

    # Browsers of other tests may have a loop that runs in this thread.
    with ThreadPoolExecutor(1) as other_thread:
        return other_thread.submit(asyncio.run, ask()).result()


class Refused(str):
    """The text of an answer that says what is wrong with the question."""


def text_of(result):
    text = "".join(part.text for part in result.content)
    return Refused(text) if result.is_error else text


def tools_over(folder):
    """Return the tools over one folder."""
    one = {"": Documentation(folder=folder, title="Site")}
    return DocumentationTools(known=lambda: one)


def write_documentation(folder, name, version, pages):
    """Write what a wheel has of a documentation, without the search."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {"format": 1, "name": name, "version": version, "title": name.title(), "address": ""}
    (folder / MANIFEST).write_text(json.dumps(told))
    lines = [f"# {name.title()}", "", "## Guide", ""]
    for page, text in pages.items():
        (folder / f"{page}.md").parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{page}.md").write_text(text)
        lines.append(f"- [{text.splitlines()[0].lstrip('# ')}]({page}.md): About {page}.")
    (folder / "llms.txt").write_text("\n".join(lines) + "\n")
