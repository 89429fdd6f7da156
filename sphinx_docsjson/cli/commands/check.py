"""``sphinx-docsjson check``: prints the warnings of a build without writing the site."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from sphinx_docsjson.cli import source_folder
from sphinx_docsjson.cli.commands import add_builder, add_folder, add_settings, settings_in
from sphinx_docsjson.cli.streams import print_any_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser)
    parser.add_argument(
        "--format",
        choices=("text", "json", "sarif", "github"),
        default="text",
        help="the output format; default: %(default)s",
    )
    parser.add_argument(
        "--fail-on",
        choices=("breaking",),
        help="`breaking`: also report changes that break clients of the description in `since`",
    )
    parser.add_argument("--external", action="store_true", help="also check links to other hosts")
    add_builder(parser)
    add_settings(parser)
    parser.add_argument(
        "-n", "--nitpicky", action="store_true", help="warn about all missing references"
    )
    parser.add_argument("-j", "--jobs", type=int, default=1, help="the number of processes")
    parser.add_argument("--cache", type=Path, help="the cache folder")
    parser.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="report only messages that this file does not list; the first run writes it",
    )
    parser.add_argument("--fresh", action="store_true", help="read everything again")
    parser.add_argument("--explain", metavar="KIND", help="explain a kind of message")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only problems")


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    from sphinx_docsjson.cli.check import CheckOptions, check

    if options.explain:
        return explain(options.explain)
    print_any_text(for_programs=options.format != "text")
    asked = CheckOptions(
        format=options.format,
        builder=options.builder,
        settings=settings_in(options.define)
        | ({"docsjson_fail_on": options.fail_on} if options.fail_on else {}),
        nitpicky=options.nitpicky,
        jobs=options.jobs,
        cache=options.cache,
        fresh=options.fresh,
        external=options.external,
        baseline=options.baseline,
        quiet=options.quiet,
    )
    return check(source_folder(options.folder), asked)


def explain(kind: str) -> int:
    """Print what a kind of message means; return 2 for one that is not there."""
    from sphinx_docsjson.cli.check_messages import explained, explanations

    text = explained(kind)
    if text is None:
        near = difflib.get_close_matches(kind, list(explanations()), n=1)
        asked = f"; did you mean '{near[0]}'?" if near else ""
        print(f"no message has the kind '{kind}'{asked}", file=sys.stderr)
        return 2
    print(text)
    return 0
