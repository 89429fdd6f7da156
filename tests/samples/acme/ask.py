import asyncio

from mcp import Client, StdioServerParameters

server = StdioServerParameters(command="sphinx-docsjson", args=["mcp", "--installed"])


async def main() -> None:
    async with Client(server) as client:
        for tool, given in ("list_pages", {}), ("read_object", {"name": "acme.brew"}):
            answer = await client.call_tool(tool, given)
            print(answer.content[0].text)


asyncio.run(main())
