"""``sphinx-docsjson mcp``: an MCP server for the built documentation."""

from __future__ import annotations

import argparse

from sphinx_docsjson.cli import source_folder
from sphinx_docsjson.cli.commands import add_folder, existing_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser, "the output of ., or of docs if docs.json is there")
    parser.add_argument(
        "--installed",
        action="store_true",
        help="answer from the documentation of installed packages",
    )
    parser.add_argument(
        "--environment",
        type=existing_folder,
        metavar="FOLDER",
        help="the virtual environment of these packages; default: the current one",
    )
    parser.add_argument(
        "--http",
        action="store_true",
        help="listen on 127.0.0.1 instead of standard input and output",
    )
    parser.add_argument("--port", type=int, help="for --http; default: 8808; 0: any free one")


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    from sphinx_docsjson.ext.agents.server import serve_mcp

    return serve_mcp(
        source_folder(options.folder),
        installed=options.installed or options.environment is not None,
        environment=options.environment,
        http=options.http or options.port is not None,
        port=options.port,
    )
