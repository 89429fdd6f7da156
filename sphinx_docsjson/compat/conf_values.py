"""Which settings the user chose: Sphinx keeps what conf.py says in a private dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.config import Config

_chosen: WeakKeyDictionary[Config, dict[str, Any]] = WeakKeyDictionary()


def values_of_conf(config: Config) -> Mapping[str, Any]:
    """Return what conf.py defines, settings or not.

    A comparison with the default is not enough: ``html_theme = "alabaster"`` is a choice, even
    though it is Sphinx's default. Furo asks ``_raw_config`` as well, by advice of Sphinx's
    maintainer: https://github.com/pradyunsg/furo/pull/783. A public way to set defaults is
    https://github.com/sphinx-doc/sphinx/issues/9573.

    Without it, what differs from the default when we first ask is what the user chose. Lost are
    choices that are equal to the default.
    """
    found = getattr(config, "_raw_config", None)
    if isinstance(found, dict):
        return found
    if config not in _chosen:
        _chosen[config] = _different(config)
    return _chosen[config]


def _different(config: Config) -> dict[str, Any]:
    options = getattr(config, "values", {})
    found = {}
    for value in config:
        default = getattr(options.get(value.name), "default", None)
        if not callable(default) and value.value != default:
            found[value.name] = value.value
    return {"__file__": "", **found} if found.keys() - config.overrides.keys() else found
