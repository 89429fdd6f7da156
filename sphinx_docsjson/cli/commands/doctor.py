"""``sphinx-docsjson doctor``: finds missing packages and mistakes in the project."""

from __future__ import annotations

import argparse

from sphinx_docsjson.cli import source_folder
from sphinx_docsjson.cli.commands import add_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    from sphinx_docsjson.cli.doctor import doctor

    return doctor(source_folder(options.folder))
