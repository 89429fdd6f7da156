"""Where our theme lies, and whether the pages of a build are drawn by it or by a child of it."""

from __future__ import annotations

import re
import tomllib
from configparser import ConfigParser
from configparser import Error as ConfigError
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_docsjson.compat.registrations import theme_folders

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

THEME = "docsjson"
MOST_ANCESTORS = 10
"""As many as Sphinx follows."""

_OF_US = re.compile(r"sphinx[-_.]docsjson\b", re.IGNORECASE)
_children: WeakKeyDictionary[Config, str] = WeakKeyDictionary()


def theme_path() -> Path:
    """Return the folder that holds ``theme.toml``."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "theme"
    return installed if installed.is_dir() else package.parent / "theme"


def has_our_theme(config: Config) -> bool:
    """Whether ``html_theme`` is ours, or inherits from ours."""
    return bool(config.html_theme == THEME or config.html_theme == _children.get(config))


def know_children(app: Sphinx, config: Config) -> None:
    """Find out whether the theme of the build inherits from ours, before anyone asks."""
    name = str(config.html_theme)
    _load_child_package(app, name)
    folders = {name: Path(path) for name, path in theme_folders(app).items()}
    for place in config.html_theme_path:
        folders |= {each.name: each for each in (Path(app.confdir) / place).glob("*/")}
    if _inherits_ours(name, folders):
        _children[config] = name


def _load_child_package(app: Sphinx, name: str) -> None:
    """Load the package of a theme that depends on us; Sphinx would do so later."""
    if name == THEME or name in theme_folders(app):
        return
    for entry in entry_points(group="sphinx.html_themes", name=name):
        if entry.dist is not None and any(map(_OF_US.match, entry.dist.requires or ())):
            app.setup_extension(entry.module)


def _inherits_ours(name: str, folders: Mapping[str, Path]) -> bool:
    """Whether the way of ``inherit`` leads from a theme to ours; Sphinx reports a wrong one."""
    for _ in range(MOST_ANCESTORS):
        name = _parent(folders[name]) if name in folders else ""
        if name == THEME:
            return True
    return False


def _parent(folder: Path) -> str:
    """Return the theme that the one in a folder inherits from, if its file can be read."""
    try:
        if (toml := folder / "theme.toml").is_file():
            return str(tomllib.loads(toml.read_text(encoding="utf-8"))["theme"]["inherit"])
        conf = ConfigParser(interpolation=None)
        conf.read(folder / "theme.conf", encoding="utf-8")
        return conf["theme"]["inherit"]
    except (OSError, ValueError, LookupError, TypeError, ConfigError):
        return ""
