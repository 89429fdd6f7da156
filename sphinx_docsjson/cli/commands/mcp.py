"""``sphinx-docsjson mcp``: the built documentation for assistants."""

from __future__ import annotations

import argparse
from pathlib import Path

from sphinx_docsjson.cli import source_folder
from sphinx_docsjson.cli.commands import add_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser, "what was built of ., or of docs when docs.json is there")
    parser.add_argument(
        "--installed",
        action="store_true",
        help="answer about the packages that bring their documentation",
    )
    parser.add_argument(
        "--environment",
        type=Path,
        metavar="FOLDER",
        help="the virtual environment of these packages; default: the one of this command",
    )
    parser.add_argument(
        "--http",
        action="store_true",
        help="listen on 127.0.0.1; by default standard input and output are used",
    )
    parser.add_argument("--port", type=int, help="default: 8808; 0: any free one")


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
