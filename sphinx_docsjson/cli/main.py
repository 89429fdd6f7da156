"""The command ``sphinx-docsjson``: parses the arguments and runs the subcommand."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any

from sphinx_docsjson.cli import NAME
from sphinx_docsjson.cli.streams import print_any_text
from sphinx_docsjson.version import __version__

__all__ = ["main"]

COMMANDS = MappingProxyType(
    {
        "build": "build the site, with or without a conf.py",
        "serve": "preview the site, and build again when files change",
        "check": "print the warnings of a build without writing the site",
        "init": "create docs.json from your project, or a small new site",
        "mcp": "start an MCP server that answers from the built documentation",
        "fetch": "download the API descriptions that docs.json and pages name by URL",
        "join": "join separately built parts into one site",
        "doctor": "find missing packages and mistakes in the project",
        "rules": "write AGENTS.md and other rules for coding assistants",
        "lsp": "start the language server for editors",
    }
)
"""The commands of the package and their help. Each has a module with its name."""

FIRST = ("build", "serve", "check", "init")
"""The commands that ``--help`` shows first."""

OTHER_NAMES = {"dev": "serve", "preview": "serve", "lint": "check", "new": "init"}
"""What other tools call a command."""

GROUP = "sphinx_docsjson.commands"
"""The group of entry points with the commands of other packages: name and module."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code.

    It is 0 when all is right, 1 when something is wrong, 2 for misuse or a file that is not there,
    130 after Ctrl+C.
    """
    print_any_text()
    given = list(sys.argv[1:] if arguments is None else arguments)
    passed: list[str] = []
    if given[:1] == ["build"] and "--" in given:
        end = given.index("--")
        given, passed = given[:end], given[end + 1 :]
    if not given:
        parser(()).print_help()
        return 2
    named = not given[0].startswith("-")
    if named and given[0] not in command_modules():
        parser(()).error(_unknown_command(given[0]))
    try:
        options = parser(given[:1] if named else ()).parse_args(given)
        options.passed = passed
        code: int = options.run(options)
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"sphinx-docsjson: {error}", file=sys.stderr)
        return 2 if isinstance(error, FileNotFoundError) else 1
    return code


def command_modules() -> dict[str, str]:
    """Return the commands, those of other packages last, and the module of each."""
    from importlib.metadata import entry_points

    ours = {name: f"sphinx_docsjson.cli.commands.{name}" for name in COMMANDS}
    return {**{each.name: each.value for each in entry_points(group=GROUP)}, **ours}


def parser(wanted: Iterable[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    :param wanted: the commands whose arguments it has to know, since that imports their modules;
        by default all.
    """
    top = argparse.ArgumentParser(
        prog=NAME,
        description="Create, build, check and preview a documentation site.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known = command_modules()
    chosen = set(known if wanted is None else wanted)
    more = []
    for name, place in known.items():
        module = import_module(place) if name in chosen or name not in COMMANDS else None
        text = COMMANDS.get(name) or " ".join((module.__doc__ or "").split("\n\n")[0].split())
        description = f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."
        shown: dict[str, Any] = {"help": text} if name in FIRST else {}
        if not shown:
            more.append(f"  {name:<9} {text}")
        command = commands.add_parser(name, description=description, **shown)
        if module is not None:
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    top.epilog = "\n".join(["more commands:", *more])
    return top


def _unknown_command(word: str) -> str:
    known = list(command_modules())
    near = [OTHER_NAMES[word]] if word in OTHER_NAMES else difflib.get_close_matches(word, known)
    what = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
    return f"'{word}' is not a command; {what}"
