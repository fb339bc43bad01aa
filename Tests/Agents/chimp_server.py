"""chimp as a tool of the Model Context Protocol, over standard input and output."""

from mcp.server.mcpserver import MCPServer

from chimp_pipe import Session

server = MCPServer("chimp")
session = Session("--agent", "mcp-client 1")


@server.tool()
def chimp(command: str) -> str:
    """Performs a command such as `start 5 8 5` or `press 2 3`, and returns what a person reads."""
    return session.ask(command)["text"]


if __name__ == "__main__":
    server.run()
