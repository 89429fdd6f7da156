"""Which folder a command is for, and whether a site is in it."""

from __future__ import annotations

from pathlib import Path

from sphinx_docsjson.site.config_names import CONFIG_NAMES


def source_folder(given: Path | None) -> Path:
    """Return the folder of the documentation: the one that is named, else the first with a config.

    Without any, it is the current folder.
    """
    if given is not None:
        return given
    for names in (CONFIG_NAMES, ("conf.py",)):
        for folder in (Path(), Path("docs"), Path("docs/source")):
            if any((folder / name).is_file() for name in names):
                return folder
    return Path()


def can_be_built(folder: Path) -> bool:
    """Whether there is anything that Sphinx could build."""
    return any((folder / name).is_file() for name in (*CONFIG_NAMES, "conf.py"))


def no_site(folder: Path) -> str:
    """Return what to say of a folder without a configuration."""
    names = " or ".join(CONFIG_NAMES)
    return f"{folder}: there is no {names} here; `sphinx-docsjson init {folder}` makes a site"
