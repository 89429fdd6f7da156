"""``sphinx-docsjson lsp``: the language server for editors."""

from __future__ import annotations

import argparse
import sys

from sphinx_docsjson.cli.commands import add_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser, "that of the workspace, or its docs")


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    try:
        from sphinx_docsjson.cli.lsp.server import run as answer_editor
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        wanted = 'pip install "sphinx-docsjson[lsp]"'
        print(f"lsp: pygls is not installed; {wanted} installs it", file=sys.stderr)
        return 2
    return answer_editor(options.folder)
