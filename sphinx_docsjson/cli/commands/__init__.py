"""The subcommands of ``sphinx-docsjson``, one module each, with its arguments and ``run()``.

A module is imported when its command is called.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from sphinx_docsjson.cli import no_site


def add_folder(
    parser: argparse.ArgumentParser,
    usual: str = "., or docs if docs.json is there",
    *,
    is_new: bool = False,
) -> None:
    """Declare the folder of the site as the first argument.

    :param usual: which folder it is by default, in words.
    :param is_new: it need not be there.
    """
    read = Path if is_new else site_folder
    parser.add_argument(
        "folder", nargs="?", type=read, help=f"the folder of docs.json; default: {usual}"
    )


def site_folder(text: str) -> Path:
    """Return the folder of a site, which has to be there."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(no_site(path))
    return path


def existing_folder(text: str) -> Path:
    """Return another folder that has to be there."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return path


def add_builder(parser: argparse.ArgumentParser) -> None:
    """Declare a builder that writes HTML."""
    parser.add_argument("-b", "--builder", choices=("html", "dirhtml"), default="html")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare ``-D``."""
    parser.add_argument(
        *("-D", "--define"),
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a configuration value, as in sphinx-build",
    )


def settings_in(words: Iterable[str]) -> dict[str, str]:
    """Return the settings that ``-D`` names."""
    pairs = (text.partition("=") for text in words)
    return {name.strip(): value for name, _, value in pairs}


def unread_site(folder: Path) -> str:
    """Return what to say about a folder whose site is not there or cannot be read."""
    from sphinx_docsjson.site.model import CONFIG_NAMES

    found = any((folder / name).is_file() for name in CONFIG_NAMES)
    unread = f"{folder}: docs.json cannot be read; `sphinx-docsjson check {folder}` says why"
    return unread if found else no_site(folder)
