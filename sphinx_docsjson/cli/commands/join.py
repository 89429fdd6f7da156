"""``sphinx-docsjson join``: joins separately built parts into one site."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "parts",
        nargs="+",
        metavar="PART",
        help="the output folder of a part, or the address where it is published",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder of the site")
    parser.add_argument(
        *("-W", "--fail-on-warning"), action="store_true", help="exit with 1 after a warning"
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    from sphinx_docsjson.ext.parts.join import join

    return join(options.parts, options.output, strict=options.fail_on_warning)
