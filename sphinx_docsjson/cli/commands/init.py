"""``sphinx-docsjson init``: creates docs.json from a project, or a small new site."""

from __future__ import annotations

import argparse

from sphinx_docsjson.cli.commands import add_folder

HOSTING = (
    *("readthedocs", "github-pages", "gitlab", "azure", "vercel", "netlify", "cloudflare"),
    *("nginx", "caddy", "apache"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser, "the first with docs.json or conf.py, else docs", is_new=True)
    parser.add_argument("--name", help="the name of the site; default: the name of the project")
    parser.add_argument("--hosting", choices=HOSTING, help="write the files for this host")
    parser.add_argument(
        "--convert",
        action="store_true",
        help="rewrite the syntax of other tools in pages; see the result with git diff",
    )
    parser.add_argument(
        "--app",
        default="",
        metavar="MODULE:NAME",
        help="import this FastAPI app and write its OpenAPI description to openapi.json",
    )
    parser.add_argument(
        "--server",
        default="",
        metavar="URL",
        help="with --app: the URL of the API, instead of the servers that the app names",
    )
    parser.add_argument(
        "--package",
        action="store_true",
        help="add the documentation to the wheel of the project, and build it once",
    )
    parser.add_argument(
        "--diagrams",
        action="store_true",
        help="download the script for Mermaid diagrams from npm",
    )
    parser.add_argument(
        "--interactive",
        action="store_true",
        help="download Preact from npm, which makes your own components interactive",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    from sphinx_docsjson.cli.init import init

    done = init(
        options.folder,
        options.name,
        options.hosting,
        convert=options.convert,
        app=options.app,
        server=options.server,
        package=options.package,
    )
    if done == 0 and (options.diagrams or options.interactive):
        from sphinx_docsjson.cli.init import usual_folder
        from sphinx_docsjson.cli.npm_scripts import MERMAID, PREACT

        folder = options.folder if options.folder is not None else usual_folder()
        if options.diagrams:
            done = MERMAID.take(folder)
        if options.interactive:
            done = PREACT.take(folder) or done
    return done
