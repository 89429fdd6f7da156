"""``sphinx-docsjson fetch``: downloads the API descriptions that a project names by URL."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinx_docsjson.cli import invocation, source_folder
from sphinx_docsjson.cli.commands import add_folder, unread_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--update", action="store_true", help="download everything again")
    how.add_argument("--check", action="store_true", help="only report changes at the URLs")


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    return fetch_descriptions(
        source_folder(options.folder), update=options.update, check=options.check
    )


def fetch_descriptions(folder: Path, *, update: bool, check: bool) -> int:
    """Save the descriptions at URLs, or with *check* say what is different there."""
    from sphinx_docsjson.ext.openapi.pages.loading import remote_sources
    from sphinx_docsjson.ext.openapi.reading.fetched import FOLDER, FetchedFolder
    from sphinx_docsjson.site.loading import load_site

    site = load_site(folder).site
    if site is None:
        print(unread_site(folder), file=sys.stderr)
        return 2
    urls = remote_sources(site, folder)
    if not urls:
        print("no API description is named by a URL; there is nothing to fetch")
        return 0

    def say(word: str, what: str) -> None:
        print(f"{word:<8} {what}", file=sys.stderr if word == "failed" else sys.stdout)

    saved = FetchedFolder(srcdir=folder, say=say)
    if check:
        same = saved.check(urls)
        if not same:
            print(f"Next: {invocation()} fetch {folder} --update", file=sys.stderr)
        return int(not same)
    complete = saved.fetch(urls, update=update)
    print(f"Builds read {folder / FOLDER} instead of these URLs. Add it to your repository.")
    return int(not complete)
