"""A client of the server over a pipe: lists its tool, and plays a game with it."""

import asyncio
import os
import re
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def play():
    server = StdioServerParameters(
        command=sys.executable, args=["chimp_server.py"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
        await client.initialize()
        tools = await client.list_tools()
        assert [tool.name for tool in tools.tools] == ["chimp"]

        async def ask(command):
            result = await client.call_tool("chimp", {"command": command})
            return result.content[0].text

        board = (await ask("start 4 6 4 seed=server")).splitlines()[2:]
        cells = {
            int(sign): (h, v)
            for v, row in enumerate(board, 1)
            for h, sign in enumerate(re.findall(r"\S+", row)[1:], 1)
            if sign.isdigit()
        }
        for numeral in sorted(cells):
            text = await ask("press %d %d" % cells[numeral])
        assert text.startswith("passed: 4 of 4"), text
        print("a client of the Model Context Protocol passed a game of 4 numerals")


asyncio.run(play())
