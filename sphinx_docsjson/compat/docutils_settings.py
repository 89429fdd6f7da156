"""The settings of docutils for a document, which Sphinx makes anew for each."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from docutils.frontend import OptionParser, Values

_known: list[tuple[tuple[Any, ...], Mapping[str, Any], dict[str, Any]]] = []
MOST = 4
"""So many kinds of settings are remembered: a build reads files of a few kinds."""


def make_settings_once() -> None:
    """Let Sphinx remember the settings that it makes for documents of one kind.

    Since its version 9 it has docutils declare some hundred options of its command line for each
    document: a tenth of the build of short pages. What docutils would read is the same for all of
    them, as long as its files and Sphinx's own settings stay. Where Sphinx makes settings in
    another way, this time is lost.
    """
    import sphinx.util.docutils as place

    _known.clear()
    given = getattr(place, "_get_settings", None)
    if given is not None and not hasattr(given, "docsjson_given"):
        place._get_settings = _remembering(given)


def _remembering(given: Callable[..., Values]) -> Callable[..., Values]:
    """Return a function that answers as *given* does, from memory where it was asked before."""

    def get_settings(
        *components: Any, defaults: Mapping[str, Any], read_config_files: bool = False
    ) -> Values:
        files = _files() if read_config_files else []
        key = (read_config_files, *map(_kind, components), *files)
        for known_key, known_defaults, values in _known:
            if known_key == key and known_defaults == defaults:
                return _settings(values)
        made = given(*components, defaults=defaults, read_config_files=read_config_files)
        values = dict(made.__dict__)
        values.pop("record_dependencies", None)  # each document has a list of its own
        _known[MOST - 1 :] = []
        _known.insert(0, (key, dict(defaults), values))
        return _settings(values)

    get_settings.docsjson_given = given  # type: ignore[attr-defined]
    return get_settings


def _kind(component: Any) -> tuple[Any, ...]:
    """Return what docutils reads of a component."""
    kind = component if isinstance(component, type) else type(component)
    own = vars(component) if kind is not component else {}
    return kind, *(name for name in own if name.startswith(("settings", "config_section")))


def _files() -> list[tuple[str, int, int]]:
    """Return the files that docutils reads settings of, as they are now."""
    found = []
    for file in OptionParser.get_standard_config_files():
        try:
            status = os.stat(file)
        except OSError:
            continue
        found.append((os.path.abspath(file), status.st_mtime_ns, status.st_size))
    return found


def _settings(values: Mapping[str, Any]) -> Values:
    """Return settings of a document; what it adds to their lists stays its own."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        return Values({name: _own(value) for name, value in values.items()})


def _own(value: Any) -> Any:
    return type(value)(value) if type(value) in (list, dict, set) else value
