"""``sphinx-docsjson serve``: previews the site while you write."""

from __future__ import annotations

import argparse
from pathlib import Path

from sphinx_docsjson.cli import source_folder
from sphinx_docsjson.cli.commands import add_builder, add_folder, add_settings, settings_in


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser)
    parser.add_argument(
        "--port", type=int, help="the port; default: 8000, or the next free one; 0: any free one"
    )
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument("--host", help="default: 127.0.0.1; any other shares the site")
    whom.add_argument(
        "--lan",
        action="store_true",
        help="share the site in your network; prints its address and a QR code",
    )
    parser.add_argument("--open", action="store_true", help="open the site in your browser")
    add_builder(parser)
    add_settings(parser)
    parser.add_argument("--no-watch", action="store_true", help="build once")
    parser.add_argument("--output", type=Path, help="default: _build/<builder> in the folder")
    tried = parser.add_mutually_exclusive_group()
    tried.add_argument(
        "--proxy",
        action="store_true",
        help="let the playground send requests through this server",
    )
    tried.add_argument(
        "--mock",
        action="store_true",
        help="answer playground requests with examples of the API descriptions",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    from sphinx_docsjson.cli.serve import serve
    from sphinx_docsjson.cli.serve.session import EVERY_HOST, HOST, ServeOptions

    wishes = ServeOptions(
        builder=options.builder,
        settings=settings_in(options.define),
        host=options.host or (EVERY_HOST if options.lan else HOST),
        lan=options.lan,
        port=options.port,
        watch=not options.no_watch,
        output=options.output,
        open_browser=options.open,
        proxy=options.proxy,
        mock=options.mock,
    )
    return serve(source_folder(options.folder), wishes)
